//! The tables of `bench races`.

use std::collections::BTreeSet;

use super::programs::RaceProgram;
use super::scan::{SWITCHES, Scanned, Variant};
use super::spotbugs::{Meeting, Spotted};
use crate::child::Measured;
use crate::table;

/// The filters in the order in which they are applied; `-` where the command does not tell.
const FILTERS: [&str; 5] = ["aliasing", "escape", "parallel", "locks", "tasks"];

/// As the thesis's tables 2.2, 2.3 and 4.2: sizes, time and memory.
pub(super) fn print_costs(scans: &[Scanned]) {
    println!("\nSize, time and memory\n");
    let row = |scan: &Scanned| {
        let note = match (&scan.failure, scan.is_complete()) {
            (Some(failure), _) => format!("failed: {failure}"),
            (None, Some(false)) => "stopped before the rule of the thesis".to_owned(),
            _ => String::new(),
        };
        let mut row = vec![scan.program.name.to_owned()];
        row.extend(["classes", "methods", "bytecodes"].map(|name| count(scan, name)));
        row.extend(costs(&scan.measured));
        row.extend([count(scan, "threads"), count(scan, "rounds"), note]);
        row
    };
    let head =
        ["", "classes", "methods", "bytecodes", "CPU s", "wall s", "peak MB", "threads", "rounds", "notes"];
    table::print(&head, &of(scans, Variant::Full).map(row).collect::<Vec<_>>());
}

/// As the thesis's tables 2.4 and 4.5: which share of all candidates each filter removed, and what is
/// left. The thesis asks each filter about every candidate; ours are asked one behind the other.
pub(super) fn print_pairs(scans: &[Scanned]) {
    println!("\nPairs of accesses: candidates, the share that each filter removed, and what is reported\n");
    let row = |scan: &Scanned| {
        let share =
            |filter: &&str| scan.removed(filter).map_or("-".to_owned(), |percent| format!("{percent:.1}%"));
        let chord = match scan.program.chord {
            Some((pairs, wrong)) => format!("{pairs} ({wrong} false)"),
            None => "-".to_owned(),
        };
        let mut row = vec![scan.program.name.to_owned(), count(scan, "candidates")];
        row.extend(FILTERS.iter().map(share));
        let places: BTreeSet<&str> = scan.likely().map(|(place, _)| place).collect();
        row.extend([count(scan, "likely"), places.len().to_string()]);
        row.extend([pairs(scan), scan.targets().len().to_string(), count(scan, "following"), chord]);
        row
    };
    let head: Vec<&str> = ["", "candidates"]
        .into_iter()
        .chain(FILTERS)
        .chain([
            "likely pairs",
            "likely places",
            "all pairs",
            "all places",
            "pairs that follow",
            "Chord's pairs",
        ])
        .collect();
    table::print(&head, &of(scans, Variant::Full).map(row).collect::<Vec<_>>());
}

/// As the thesis's table 4.3: how many allocation sites ended with each k.
pub(super) fn print_sites(scans: &[Scanned]) {
    const MOST: u64 = 8;
    println!("\nAllocation sites by their k after the last round\n");
    let row = |scan: &Scanned| {
        let profile = scan.sites_by_k();
        let cell = |k: u64| match &profile {
            Some(profile) => profile.get(&k).copied().unwrap_or(0).to_string(),
            None => "-".to_owned(),
        };
        [scan.program.name.to_owned()].into_iter().chain((0..=MOST).map(cell)).collect()
    };
    let columns: Vec<String> = (0..=MOST).map(|k| k.to_string()).collect();
    let head: Vec<&str> = [""].into_iter().chain(columns.iter().map(String::as_str)).collect();
    table::print(&head, &of(scans, Variant::Full).map(row).collect::<Vec<Vec<String>>>());
}

/// What is reported when one filter is switched off.
pub(super) fn print_without(scans: &[Scanned]) {
    println!("\nReported pairs with one filter switched off\n");
    let variants: Vec<Variant> = [Variant::Full].into_iter().chain(SWITCHES.map(Variant::Without)).collect();
    let row = |scan: &Scanned| {
        let name = scan.program.name.to_owned();
        let cells =
            variants.iter().map(|&variant| find(scans, scan.program, variant).map_or("-".into(), pairs));
        [name].into_iter().chain(cells).collect()
    };
    let head: Vec<String> = variants
        .iter()
        .map(|variant| match variant {
            Variant::Without(filter) => format!("no {filter}"),
            _ => "all on".to_owned(),
        })
        .collect();
    let head: Vec<&str> = [""].into_iter().chain(head.iter().map(String::as_str)).collect();
    table::print(&head, &of(scans, Variant::Full).map(row).collect::<Vec<Vec<String>>>());
}

/// As the thesis's tables 4.2 and 4.5: one round with one k for all against k on demand.
pub(super) fn print_fixed(scans: &[Scanned], ks: &[u8]) {
    println!(
        "\nThe same k for everything, in one round, against k on demand: pairs, and processor seconds\n"
    );
    let variants: Vec<Variant> = ks.iter().map(|&k| Variant::FixedK(k)).chain([Variant::Full]).collect();
    let row = |scan: &Scanned| {
        let runs = || variants.iter().map(|&variant| find(scans, scan.program, variant));
        let seconds = |run: &Scanned| format!("{:.2}", run.measured.cpu_seconds);
        let mut row = vec![scan.program.name.to_owned()];
        row.extend(runs().map(|run| run.map_or("-".into(), pairs)));
        row.extend(runs().map(|run| run.map_or("-".into(), seconds)));
        row
    };
    let names: Vec<String> = ks.iter().map(|k| format!("k={k}")).chain(["on demand".to_owned()]).collect();
    let seconds: Vec<String> = names.iter().map(|name| format!("{name} s")).collect();
    let head: Vec<&str> = [""].into_iter().chain(names.iter().chain(&seconds).map(String::as_str)).collect();
    table::print(&head, &of(scans, Variant::Full).map(row).collect::<Vec<_>>());
}

/// SpotBugs' findings against ours, then those that we do not meet.
pub(super) fn print_peers(scans: &[Scanned], peers: &[(&RaceProgram, Spotted)]) {
    println!(
        "\nSpotBugs: findings on threads, those of a kind that means a data race, and which we report, too\n"
    );
    let mut rows = Vec::new();
    let mut unmet: Vec<String> = Vec::new();
    for (program, spotted) in peers {
        let mut row = vec![program.name.to_owned()];
        row.extend(costs(&spotted.measured));
        match (&spotted.failure, find(scans, program, Variant::Full).filter(|scan| scan.failure.is_none())) {
            (None, Some(scan)) => {
                let met = spotted.against(scan);
                let number = |kind| met.iter().filter(|(_, meeting)| *meeting == kind).count().to_string();
                row.extend([spotted.findings.len().to_string(), met.len().to_string()]);
                row.extend([Meeting::Field, Meeting::Line, Meeting::Nowhere].map(number));
                let missed = met.iter().filter(|(_, meeting)| *meeting == Meeting::Nowhere);
                unmet.extend(missed.map(|(finding, _)| format!("{}: {}", program.name, finding.describe())));
            }
            (failure, _) => {
                row[0] = format!("{}: {}", program.name, failure.as_deref().unwrap_or("our scan failed"));
                row.extend(vec!["-".to_owned(); 5]);
            }
        }
        rows.push(row);
    }
    let head = ["", "CPU s", "wall s", "peak MB", "findings", "races", "same field", "same line", "not ours"];
    table::print(&head, &rows);
    if !unmet.is_empty() {
        println!("\nFindings of SpotBugs that no race of ours meets\n");
        unmet.iter().for_each(|line| println!("{line}"));
    }
}

fn of(scans: &[Scanned], variant: Variant) -> impl Iterator<Item = &Scanned> {
    scans.iter().filter(move |scan| scan.variant == variant)
}

fn find<'a>(scans: &'a [Scanned], program: &RaceProgram, variant: Variant) -> Option<&'a Scanned> {
    of(scans, variant).find(|scan| scan.program.name == program.name)
}

fn count(scan: &Scanned, name: &str) -> String {
    scan.count(name).map_or("-".to_owned(), |count| count.to_string())
}

fn pairs(scan: &Scanned) -> String {
    scan.pairs().map_or("failed".to_owned(), |pairs| pairs.to_string())
}

fn costs(measured: &Measured) -> [String; 3] {
    let megabytes = measured.peak_kilobytes as f64 / 1024.0;
    [
        format!("{:.2}", measured.cpu_seconds),
        format!("{:.2}", measured.wall_seconds),
        format!("{megabytes:.0}"),
    ]
}
