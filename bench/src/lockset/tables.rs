//! The tables of the papers, from what was measured.

use super::measure::{Outcome, Row};
use crate::table::print;

/// Choi et al.'s table 2: processor time, and how many times the bare program's that is.
pub(super) fn slowdowns(rows: &[Row]) {
    println!("\nprocessor seconds, and times those of the bare program (Choi et al., table 2)");
    with_heads(rows, &["bare s"], |row| {
        let mut cells = vec![format!("{:.1}", row.bare)];
        cells.extend(row.outcomes.iter().map(|it| times(it, row.bare)));
        cells
    });
    let Some(first) = rows.first() else { return };
    for (column, outcome) in first.outcomes.iter().enumerate() {
        let ratios = rows.iter().filter_map(|row| Some(row.outcomes[column].seconds? / row.bare));
        println!("geometric mean of {}: {:.2}", outcome.label, mean(ratios));
    }
}

/// Choi et al.'s table 3: how many places race.
pub(super) fn places(rows: &[Row]) {
    println!("\nplaces with races (Choi et al., table 3)");
    with_heads(rows, &[], |row| row.outcomes.iter().map(|it| it.places.len().to_string()).collect());
    for row in rows {
        for outcome in row.outcomes.iter().filter(|outcome| outcome.label == "lockset") {
            let fasttrack = row.of("FastTrack").map(|it| &it.places);
            let more = outcome.places.iter().filter(|place| !fasttrack.is_some_and(|it| it.contains(*place)));
            more.for_each(|place| println!("{}: only by lock sets: {place}", row.name));
        }
    }
}

/// TREE's table 5.1: what is left out, memory, and how much less time it takes.
pub(super) fn tree(rows: &[Row]) {
    println!("\nTREE (Rajagopalan, table 5.1): accesses left out, memory and time, with it and without");
    let pairs = [("FastTrack", "FastTrack+TREE"), ("lockset", "lockset+TREE")];
    let mut lines = Vec::new();
    let mut gains = [Vec::new(), Vec::new()];
    for row in rows {
        let mut line = vec![row.name.clone()];
        for (at, (without, with)) in pairs.iter().enumerate() {
            let (Some(without), Some(with)) = (row.of(without), row.of(with)) else { continue };
            let asked = with.left_out + with.compared;
            line.push(percent(with.left_out as f64 / asked.max(1) as f64));
            let megabytes = (with.kilobytes as f64 - without.kilobytes as f64) / 1024.0;
            line.push(format!("{megabytes:+.0}"));
            let gain = without.seconds.zip(with.seconds).map(|(without, with)| 1.0 - with / without);
            gains[at].extend(gain);
            line.push(gain.map_or("–".to_owned(), percent));
            line.push((with.places.len() as i64 - without.places.len() as i64).to_string());
        }
        lines.push(line);
    }
    let heads = ["", "FT left out", "MB", "faster", "places", "LS left out", "MB", "faster", "places"];
    print(&heads, &lines);
    for (gains, (label, _)) in gains.iter().zip(pairs) {
        let sum: f64 = gains.iter().sum();
        println!("mean for {label}: {} faster", percent(sum / gains.len().max(1) as f64));
    }
}

fn with_heads(rows: &[Row], more: &[&str], cells: impl Fn(&Row) -> Vec<String>) {
    let Some(first) = rows.first() else { return };
    let labels = first.outcomes.iter().map(|outcome| outcome.label);
    let heads: Vec<&str> = [""].into_iter().chain(more.iter().copied()).chain(labels).collect();
    let lines: Vec<Vec<String>> =
        rows.iter().map(|row| [row.name.clone()].into_iter().chain(cells(row)).collect()).collect();
    print(&heads, &lines);
}

fn times(outcome: &Outcome, bare: f64) -> String {
    match (outcome.seconds, outcome.problem) {
        (Some(seconds), _) => format!("{:.2}", seconds / bare),
        (None, problem) => problem.unwrap_or("–").to_owned(),
    }
}

fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0), |(sum, count), ratio| (sum + f64::ln(ratio), count + 1));
    f64::exp(sum / f64::from(count.max(1)))
}
