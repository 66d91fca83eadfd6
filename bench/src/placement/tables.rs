//! The tables: checks, times, memory, heaps, start-up, and where placements see races that others do not.

use std::collections::BTreeSet;

use super::heap::Heaps;
use super::means::{arithmetic_mean, geometric_mean, overhead, slowdown};
use super::measure::{Placed, Row, Times};
use crate::run::seen::Statistics;
use crate::table;

/// Ratios are to this placement's.
const REFERENCE: &str = "fasttrack";

/// A figure that is not there.
const MISSING: &str = "–";

/// Table 1: checks, then times.
pub(super) fn print_times(placements: &[String], rows: &[Row]) {
    let rows: Vec<&Row> = rows.iter().filter(|row| !row.is_start).collect();
    if rows.is_empty() {
        return;
    }
    print_checks(placements, &rows);
    print_arrays(placements, &rows);
    print_placing(placements, &rows);
    println!(
        "\nProcessor time: bare, how many times longer with each placement, and overheads by FastTrack's\n"
    );
    let mut table = Table::new(["program", "CPU s", "wall s"]);
    placements.iter().for_each(|placement| table.head.push(short(placement)));
    placements.iter().for_each(|placement| table.head.push(format!("{} wall", short(placement))));
    let others: Vec<&String> = placements.iter().filter(|placement| *placement != REFERENCE).collect();
    others.iter().for_each(|placement| table.head.push(format!("{}/FT", short(placement))));
    for row in &rows {
        let mut cells = vec![row.name.to_owned()];
        cells.extend([seconds(row.bare.map(|it| it.cpu)), seconds(row.bare.map(|it| it.wall))]);
        cells.extend(placements.iter().map(|placement| figure(slowdown_of(row, placement))));
        cells.extend(placements.iter().map(|placement| figure(wall_of(row, placement))));
        cells.extend(others.iter().map(|placement| figure(ratio_of(row, placement, REFERENCE))));
        table.rows.push(cells);
    }
    let mut means = vec!["geometric mean".to_owned(), String::new(), String::new()];
    let mean =
        |of: &dyn Fn(&Row) -> Option<f64>| figure(geometric_mean(rows.iter().filter_map(|row| of(row))));
    means.extend(placements.iter().map(|placement| mean(&|row| slowdown_of(row, placement))));
    means.extend(placements.iter().map(|placement| mean(&|row| wall_of(row, placement))));
    means.extend(others.iter().map(|placement| mean(&|row| ratio_of(row, placement, REFERENCE))));
    table.rows.push(means);
    table.print();
    print_memory(placements, &rows);
}

/// The smallest heap does not tell of shadows that are beside it.
fn print_memory(placements: &[String], rows: &[&Row]) {
    println!("\nMemory: the most that is resident, bare, and how many times more with each placement\n");
    let mut table = Table::new(["program", "MB"]);
    placements.iter().for_each(|placement| table.head.push(short(placement)));
    for row in rows {
        let mut cells = vec![row.name.to_owned()];
        cells.push(or_missing(row.bare.map(|bare| format!("{:.0}", bare.peak))));
        cells.extend(placements.iter().map(|placement| figure(peak_of(row, placement))));
        table.rows.push(cells);
    }
    let mut means = vec!["geometric mean".to_owned(), String::new()];
    means.extend(
        placements
            .iter()
            .map(|placement| figure(geometric_mean(rows.iter().filter_map(|row| peak_of(row, placement))))),
    );
    table.rows.push(means);
    table.print();
}

fn print_checks(placements: &[String], rows: &[&Row]) {
    println!("\nChecks: accesses, checks, and checks by accesses\n");
    let mut table = Table::new(["program", "accesses"]);
    placements.iter().for_each(|placement| table.head.push(short(placement)));
    placements.iter().for_each(|placement| table.head.push(format!("{} ratio", short(placement))));
    for row in rows {
        let mut cells = vec![row.name.to_owned()];
        let counted = |placement: &String| row.of(placement).and_then(|placed| placed.statistics);
        let accesses = placements.iter().find_map(|placement| counted(placement)?.accesses);
        cells.push(count(accesses));
        cells.extend(placements.iter().map(|placement| count(counted(placement).and_then(|it| it.checks))));
        cells.extend(placements.iter().map(|placement| share(check_ratio(row.of(placement)))));
        table.rows.push(cells);
    }
    let mut means = vec!["mean".to_owned()];
    means.resize(2 + placements.len(), String::new());
    means.extend(placements.iter().map(|placement| {
        share(arithmetic_mean(rows.iter().filter_map(|row| check_ratio(row.of(placement)))))
    }));
    table.rows.push(means);
    table.print();
}

/// What arrays have in the place of a shadow for each element.
fn print_arrays(placements: &[String], rows: &[&Row]) {
    println!("\nArrays: shadow locations that were made, and footprints committed\n");
    let mut table = Table::new(["program"]);
    placements.iter().for_each(|placement| table.head.push(format!("{} locations", short(placement))));
    placements.iter().for_each(|placement| table.head.push(format!("{} commits", short(placement))));
    for row in rows {
        let counted = |placement: &String| row.of(placement).and_then(|placed| placed.statistics);
        let mut cells = vec![row.name.to_owned()];
        cells.extend(placements.iter().map(|it| count(counted(it).and_then(|found| found.locations))));
        cells.extend(placements.iter().map(|it| count(counted(it).and_then(|found| found.commits))));
        table.rows.push(cells);
    }
    table.print();
}

/// What placement costs where classes are loaded.
fn print_placing(placements: &[String], rows: &[&Row]) {
    println!("\nPlacement: methods of the program that were loaded, and microseconds by method\n");
    let mut table = Table::new(["program", "classes", "methods"]);
    placements.iter().for_each(|placement| table.head.push(format!("{} µs", short(placement))));
    for row in rows {
        let counted = |placement: &String| row.of(placement).and_then(|placed| placed.statistics);
        let mut cells = vec![row.name.to_owned()];
        cells.push(count(row.placed.iter().map(|placed| placed.classes).max()));
        cells.push(count(placements.iter().filter_map(|it| counted(it)?.placed_methods).max()));
        cells.extend(placements.iter().map(|it| figure(counted(it).and_then(micros_by_method))));
        table.rows.push(cells);
    }
    table.print();
}

/// A placement without each technique alone.
pub(super) fn print_apart(whole: &str, parts: &[String], rows: &[Row]) {
    let rows: Vec<&Row> = rows.iter().filter(|row| !row.is_start).collect();
    println!(
        "\nOverhead of {whole} without one technique, by that of {whole}; checks by accesses behind it\n"
    );
    let mut table = Table::new(["program", whole]);
    let technique = |part: &String| part.rsplit('-').next().unwrap_or_default().to_owned();
    parts.iter().for_each(|part| table.head.push(format!("no {}", technique(part))));
    for row in &rows {
        let mut cells = vec![row.name.to_owned()];
        cells.push(figure(slowdown_of(row, whole)));
        cells.extend(parts.iter().map(|part| {
            let checks = check_ratio(row.of(part)).map(|ratio| format!(" ({})", share(Some(ratio))));
            figure(ratio_of(row, part, whole)) + &checks.unwrap_or_default()
        }));
        table.rows.push(cells);
    }
    let mut means = vec!["geometric mean".to_owned()];
    means.push(figure(geometric_mean(rows.iter().filter_map(|row| slowdown_of(row, whole)))));
    means.extend(
        parts
            .iter()
            .map(|part| figure(geometric_mean(rows.iter().filter_map(|row| ratio_of(row, part, whole))))),
    );
    table.rows.push(means);
    table.print();
}

/// What programs take longer that only start.
pub(super) fn print_start(placements: &[String], rows: &[Row]) {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.is_start).collect();
    if rows.is_empty() {
        return;
    }
    println!(
        "\nStart: bare seconds, seconds more with each placement, and microseconds of placement by method\n"
    );
    let mut table = Table::new(["program", "classes", "CPU s", "wall s"]);
    for suffix in ["CPU", "wall", "µs"] {
        placements.iter().for_each(|placement| table.head.push(format!("{} {suffix}", short(placement))));
    }
    for row in &rows {
        let mut cells = vec![row.name.to_owned()];
        cells.push(count(row.placed.iter().map(|placed| placed.classes).max()));
        cells.extend([seconds(row.bare.map(|it| it.cpu)), seconds(row.bare.map(|it| it.wall))]);
        let more = |placement: &String, of: fn(Times) -> f64| {
            seconds(times(row, placement).map(|(bare, placed)| of(placed) - of(bare)))
        };
        cells.extend(placements.iter().map(|placement| more(placement, |times| times.cpu)));
        cells.extend(placements.iter().map(|placement| more(placement, |times| times.wall)));
        cells.extend(placements.iter().map(|placement| {
            figure(row.of(placement).and_then(|placed| micros_by_method(placed.statistics?)))
        }));
        table.rows.push(cells);
    }
    table.print();
}

/// Table 2.
pub(super) fn print_heaps(placements: &[String], heaps: &[Heaps]) {
    if heaps.is_empty() {
        return;
    }
    println!("\nSmallest heap: bare, FastTrack's by that, and others' by FastTrack's\n");
    let reference = placements.iter().position(|placement| placement == REFERENCE);
    let ratio = |heaps: &Heaps, index: usize| {
        let base = match reference {
            Some(reference) if reference != index => heaps.placed[reference],
            _ => heaps.bare,
        };
        Some(heaps.placed[index]? / base?)
    };
    let mut table = Table::new(["program", "MB"]);
    for (index, placement) in placements.iter().enumerate() {
        let by = if reference.is_some_and(|reference| reference != index) { "FT" } else { "bare" };
        table.head.push(format!("{}/{by}", short(placement)));
    }
    for heaps in heaps {
        let mut cells = vec![heaps.name.to_owned()];
        cells.push(heaps.bare.map_or_else(|| MISSING.to_owned(), |megabytes| format!("{megabytes:.1}")));
        cells.extend((0..placements.len()).map(|index| figure(ratio(heaps, index))));
        table.rows.push(cells);
    }
    let mut means = vec!["geometric mean".to_owned(), String::new()];
    means.extend(
        (0..placements.len())
            .map(|index| figure(geometric_mean(heaps.iter().filter_map(|heaps| ratio(heaps, index))))),
    );
    table.rows.push(means);
    table.print();
}

/// Places where some placements saw races and others did not.
pub(super) fn print_places(placements: &[String], rows: &[Row]) {
    println!("\nRaces: places, and those that not all placements saw\n");
    for row in rows {
        let all: BTreeSet<&String> = row.placed.iter().flat_map(|placed| &placed.places).collect();
        println!("{}: {}", row.name, all.len());
        for place in all {
            let has = |placement: &&String| row.of(placement).is_some_and(|it| it.places.contains(place));
            let (seen, unseen): (Vec<&String>, Vec<&String>) = placements.iter().partition(has);
            if !unseen.is_empty() {
                println!("  {place}: seen with {}, not with {}", listed(&seen), listed(&unseen));
            }
        }
    }
}

fn listed(placements: &[&String]) -> String {
    let names: Vec<&str> = placements.iter().map(|name| name.as_str()).collect();
    names.join(", ")
}

fn times(row: &Row, placement: &str) -> Option<(Times, Times)> {
    Some((row.bare?, row.of(placement)?.times?))
}

fn slowdown_of(row: &Row, placement: &str) -> Option<f64> {
    times(row, placement).map(|(bare, placed)| slowdown(bare, placed))
}

fn wall_of(row: &Row, placement: &str) -> Option<f64> {
    times(row, placement).map(|(bare, placed)| placed.wall / bare.wall)
}

fn peak_of(row: &Row, placement: &str) -> Option<f64> {
    times(row, placement).map(|(bare, placed)| placed.peak / bare.peak)
}

fn ratio_of(row: &Row, placement: &str, reference: &str) -> Option<f64> {
    let overhead = |placement| times(row, placement).map(|(bare, placed)| overhead(bare, placed));
    Some(overhead(placement)? / overhead(reference)?)
}

fn check_ratio(placed: Option<&Placed>) -> Option<f64> {
    let Statistics { accesses, checks, .. } = placed?.statistics?;
    let accesses = accesses.filter(|&accesses| accesses > 0)?;
    Some(checks? as f64 / accesses as f64)
}

fn micros_by_method(statistics: Statistics) -> Option<f64> {
    let methods = statistics.placed_methods.filter(|&methods| methods > 0)?;
    Some(statistics.placement_micros? as f64 / methods as f64)
}

/// The paper's letters.
fn short(placement: &str) -> String {
    let (name, without) = placement.split_once('-').unwrap_or((placement, ""));
    let letters = match name {
        "fasttrack" => "FT",
        "redcard" => "RC",
        "slimstate" => "SS",
        "slimcard" => "SC",
        "bigfoot" => "BF",
        other => other,
    };
    if without.is_empty() { letters.to_owned() } else { format!("{letters}-{without}") }
}

fn or_missing(value: Option<String>) -> String {
    value.unwrap_or_else(|| MISSING.to_owned())
}

fn figure(value: Option<f64>) -> String {
    or_missing(value.map(|value| format!("{value:.2}")))
}

fn seconds(value: Option<f64>) -> String {
    or_missing(value.map(|value| format!("{value:.2}")))
}

fn count(value: Option<u64>) -> String {
    or_missing(value.map(|value| value.to_string()))
}

/// Two digits that count, however small it is.
fn share(value: Option<f64>) -> String {
    or_missing(value.map(|value| if value < 0.01 { format!("{value:.1e}") } else { format!("{value:.2}") }))
}

struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new<const N: usize>(head: [&str; N]) -> Table {
        Table { head: head.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    fn print(&self) {
        let head: Vec<&str> = self.head.iter().map(String::as_str).collect();
        table::print(&head, &self.rows);
    }
}
