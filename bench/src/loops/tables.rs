//! The tables of `bench loops`: I to III and V to IX of the paper, and the seeded races.

use std::collections::BTreeSet;

use super::expected::{self, Judged, Verdict};
use super::programs::{LoopProgram, Seed};
use super::scan::{Finding, Scanned};
use super::switches::{Abilities, Configuration};
use crate::table;

/// A seed, what came of it, or none if the scan failed, and whether it is likely.
pub(super) type Sown = (&'static LoopProgram, Seed, Option<Finding>, bool);

/// As table I: how large the programs are; with their libraries, and with the part of the JDK that they use.
pub(super) fn print_suite(scans: &[Scanned]) {
    println!("\nThe suite: what is analysed, of the program and its libraries, and with the JDK\n");
    let row = |scan: &Scanned| {
        let sizes = ["classes", "methods", "bytecodes"];
        let mut row = vec![format!("{}: {}", scan.program.name, scan.program.loops)];
        row.extend(sizes.iter().flat_map(|&name| [cell(scan.application(name)), cell(scan.count(name))]));
        row.push(scan.program.paper.methods.to_string());
        row
    };
    let head = ["", "classes", "all", "methods", "all", "bytecodes", "all", "IteRace's methods"];
    table::print(&head, &scans.iter().map(row).collect::<Vec<_>>());
}

/// As table II: costs, and the judged warnings.
pub(super) fn print_results(scans: &[Scanned], judged: &[Judged]) {
    println!("\nTime, memory, and what is reported, with everything switched on\n");
    let row = |scan: &Scanned| {
        let megabytes = scan.measured.peak_kilobytes as f64 / 1024.0;
        let targets: Vec<&str> = scan.targets().collect();
        let verdict = |target: &&str| verdict(judged, scan.program, target);
        let number = |kind| targets.iter().filter(|target| verdict(target) == kind).count().to_string();
        let kinds = [Verdict::True, Verdict::Benign, Verdict::False, Verdict::Unjudged].map(number);
        let places: BTreeSet<&str> = targets.iter().copied().collect();
        let paper = &scan.program.paper;
        let mut row = vec![scan.program.name.to_owned(), format!("{:.2}", scan.measured.cpu_seconds)];
        row.extend([format!("{:.2}", scan.measured.wall_seconds), format!("{megabytes:.0}")]);
        row.extend([cell(scan.count("rounds")), pairs(Some(scan)), places.len().to_string()]);
        row.extend(kinds);
        let likely: Vec<&str> = scan.likely_targets().collect();
        let wrong = likely.iter().filter(|target| verdict(target) == Verdict::False).count();
        row.push(format!("{} ({wrong} false)", likely.len()));
        row.extend([format!("{} ({} real)", paper.warnings, paper.real), note(scan)]);
        row
    };
    let head = [
        "", "CPU s", "wall s", "peak MB", "rounds", "pairs", "places", "true", "benign", "false", "unjudged",
        "likely", "IteRace", "notes",
    ];
    table::print(&head, &scans.iter().map(row).collect::<Vec<_>>());
    let is_met = |judged: &Judged| {
        let runs = scans.iter().filter(|scan| scan.program.name == judged.program);
        runs.filter(|scan| scan.failure.is_none())
            .all(|scan| scan.targets().any(|t| t.starts_with(&judged.place)))
    };
    let gone: Vec<&Judged> = judged.iter().filter(|judged| !is_met(judged)).collect();
    if !gone.is_empty() {
        println!("\nJudged, and not reported now\n");
        gone.iter()
            .for_each(|judged| println!("{}: {} ({:?})", judged.program, judged.place, judged.verdict));
    }
}

/// Seeds found and missed, then each that is not found at its own lines.
pub(super) fn print_seeds(sown: &[Sown]) {
    println!("\nSeeded races: found at their lines, inside a library called there, or missed\n");
    let mut names: Vec<&str> = sown.iter().map(|(program, ..)| program.name).collect();
    names.dedup();
    let row = |name: &str| {
        let own = || sown.iter().filter(|(program, ..)| program.name == name || name == "all");
        let number = |wanted| own().filter(|(_, _, finding, _)| *finding == wanted).count().to_string();
        let likely = own().filter(|(.., is_likely)| *is_likely).count().to_string();
        let kinds = [Some(Finding::AtLines), Some(Finding::Inside), Some(Finding::Missed), None];
        [name.to_owned(), own().count().to_string()]
            .into_iter()
            .chain(kinds.map(number))
            .chain([likely])
            .collect()
    };
    let head = ["", "seeds", "at lines", "inside", "missed", "scan failed", "likely at lines"];
    table::print(&head, &names.iter().chain(&["all"]).map(|name| row(name)).collect::<Vec<Vec<String>>>());
    println!();
    let is_odd = |(_, _, finding, is_likely): &&Sown| *finding != Some(Finding::AtLines) || !is_likely;
    for (program, seed, finding, _) in sown.iter().filter(is_odd) {
        let how = match finding {
            Some(Finding::AtLines) => "possible only",
            Some(Finding::Inside) => "inside",
            Some(_) => "missed",
            None => "scan failed",
        };
        println!("{how}: {}/{}: {}", program.name, seed.class, seed.race);
    }
}

/// As tables III and V, a row for each combination, then VI to IX, the effect of each technique.
pub(super) fn print_combinations(
    scans: &[Scanned],
    programs: &[&'static LoopProgram],
    abilities: &Abilities,
) {
    println!("\nProcessor seconds by combination of techniques (table III)\n");
    let seconds = |scan: Option<&Scanned>| match scan {
        Some(scan) if scan.failure.is_none() => format!("{:.2}", scan.measured.cpu_seconds),
        _ => "failed".to_owned(),
    };
    print_rows(scans, programs, abilities, &seconds);
    println!("\nPairs by combination of techniques (table V)\n");
    print_rows(scans, programs, abilities, &pairs);
    for index in 0..abilities.techniques.len() {
        print_effect(scans, programs, abilities, index);
    }
    let letters =
        abilities.techniques.iter().map(|technique| format!("{} - {}", technique.letter, technique.name));
    println!("\n{}", letters.collect::<Vec<_>>().join(", "));
}

fn print_rows(
    scans: &[Scanned],
    programs: &[&'static LoopProgram],
    abilities: &Abilities,
    show: &dyn Fn(Option<&Scanned>) -> String,
) {
    let row = |bits: u32| {
        let dots = (0..abilities.techniques.len()).map(|index| dot(abilities.is_on(bits, index)));
        let cells =
            programs.iter().map(|program| show(find(scans, program, &Configuration::Techniques(bits))));
        dots.chain(cells).collect()
    };
    let letters = abilities.techniques.iter().map(|technique| technique.letter);
    let head: Vec<&str> = letters.chain(programs.iter().map(|program| program.name)).collect();
    table::print(&head, &(0..1 << abilities.techniques.len()).map(row).collect::<Vec<Vec<String>>>());
}

/// The pairs without a technique, divided by those with it, for each combination of the others.
fn print_effect(
    scans: &[Scanned],
    programs: &[&'static LoopProgram],
    abilities: &Abilities,
    technique: usize,
) {
    println!("\nEffect of {}: pairs without it by pairs with it\n", abilities.techniques[technique].name);
    let others: Vec<usize> = (0..abilities.techniques.len()).filter(|&index| index != technique).collect();
    let row = |bits: u32| {
        let count = |program, bits| find(scans, program, &Configuration::Techniques(bits))?.pairs();
        let cells = programs
            .iter()
            .map(|program| ratio(count(program, bits), count(program, bits | abilities.bit(technique))));
        let dots = others.iter().map(|&index| dot(abilities.is_on(bits, index)));
        dots.chain(cells).collect()
    };
    let letters = others.iter().map(|&index| abilities.techniques[index].letter);
    let head: Vec<&str> = letters.chain(programs.iter().map(|program| program.name)).collect();
    let without = (0..1 << abilities.techniques.len()).filter(|&bits| !abilities.is_on(bits, technique));
    table::print(&head, &without.map(row).collect::<Vec<Vec<String>>>());
}

/// All techniques, and one of the other filters switched off.
pub(super) fn print_others(scans: &[Scanned], programs: &[&'static LoopProgram], abilities: &Abilities) {
    println!("\nPairs with all techniques, and without one of the other filters\n");
    let configurations = [("nothing", abilities.full())].into_iter();
    let configurations =
        configurations.chain(abilities.others.iter().map(|&word| (word, Configuration::Without(word))));
    let row = |(word, configuration): (&str, Configuration)| {
        let cells = programs.iter().map(|program| pairs(find(scans, program, &configuration)));
        [word.to_owned()].into_iter().chain(cells).collect()
    };
    let head: Vec<&str> =
        ["without"].into_iter().chain(programs.iter().map(|program| program.name)).collect();
    table::print(&head, &configurations.map(row).collect::<Vec<Vec<String>>>());
}

/// As in the paper: ∞ where a technique removes everything, NaN where there was nothing.
fn ratio(without: Option<u64>, with: Option<u64>) -> String {
    match (without, with) {
        (Some(0), Some(0)) => "NaN".to_owned(),
        (Some(_), Some(0)) => "∞".to_owned(),
        (Some(without), Some(with)) => format!("{:.2}", without as f64 / with as f64),
        _ => "-".to_owned(),
    }
}

fn verdict(judged: &[Judged], program: &LoopProgram, target: &str) -> Verdict {
    expected::find(judged, program.name, target).map_or(Verdict::Unjudged, |judged| judged.verdict)
}

fn find<'a>(
    scans: &'a [Scanned],
    program: &LoopProgram,
    configuration: &Configuration,
) -> Option<&'a Scanned> {
    scans.iter().find(|scan| scan.program.name == program.name && scan.configuration == *configuration)
}

fn note(scan: &Scanned) -> String {
    match &scan.failure {
        Some(failure) => format!("failed: {failure}"),
        None if !scan.is_complete() => "stopped before the rule of the thesis".to_owned(),
        None => String::new(),
    }
}

fn dot(is_on: bool) -> String {
    if is_on { "•" } else { "" }.to_owned()
}

fn cell(count: Option<u64>) -> String {
    count.map_or("-".to_owned(), |count| count.to_string())
}

fn pairs(scan: Option<&Scanned>) -> String {
    scan.and_then(Scanned::pairs).map_or("failed".to_owned(), |pairs| pairs.to_string())
}

#[cfg(test)]
mod tests {
    use super::ratio;

    #[test]
    fn ratios_are_the_papers() {
        assert_eq!(ratio(Some(2370), Some(87)), "27.24");
        assert_eq!(ratio(Some(3), Some(0)), "∞");
        assert_eq!(ratio(Some(0), Some(0)), "NaN");
        assert_eq!(ratio(None, Some(1)), "-");
    }
}
