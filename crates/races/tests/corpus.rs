//! `scan` against the corpus: the lines that it reports are those that the programs announce.
//!
//! `scan-known.txt` lists what is known to differ, each with a reason; it is an error if something else does,
//! and if something listed no longer does. `DEADHEAT_CORPUS` restricts the test to programs whose path
//! contains its text.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use deadheat_harness::corpus::{self, Claim, CorpusProgram, Engine, Known};
use deadheat_harness::{Compiled, check_each, compile_each};
use deadheat_models::Models;
use deadheat_points_to::Options;
use deadheat_races::{Budget, Filters, scan_on_demand};

/// A program and a line of it; true for a report that nobody announced, false for a race that was missed.
type Difference = (String, usize, bool);

#[test]
fn the_corpus_is_reported_as_announced_but_for_what_is_listed() {
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let mut programs = corpus::load().expect("every program parses");
    programs.retain(|program| {
        program.engines.contains(&Engine::Scan) && program.path.to_string_lossy().contains(&only)
    });
    let programs = compile_each(programs, |program| program.jdk, CorpusProgram::compilation);
    let models = support::models();
    let found: BTreeSet<Difference> =
        check_each(&programs, |compiled| check(&models, compiled)).into_iter().flatten().collect();
    let known = read_known(&only);
    let mut problems = Vec::new();
    for (path, line, is_extra) in found.difference(&known.keys().cloned().collect()) {
        problems.push(format!("{path}:{line} {}", if *is_extra { "extra" } else { "missing" }));
    }
    for ((path, line, _), reason) in known.iter().filter(|(difference, _)| !found.contains(*difference)) {
        problems.push(format!("{path}:{line} is as announced, but is listed as: {reason}"));
    }
    let lines: usize = programs.iter().map(|compiled| announced(&compiled.program).len()).sum();
    let too_many = found.iter().filter(|(.., is_extra)| *is_extra).count();
    let programs_with = found.iter().map(|(path, ..)| path).collect::<BTreeSet<_>>().len();
    #[allow(clippy::print_stdout, reason = "the share of marks is to be seen with --nocapture")]
    {
        println!(
            "{} programs announce {lines} lines; {too_many} more are reported and listed as known, in {programs_with} programs; \
         {} are missed",
            programs.len(),
            found.len() - too_many
        );
    }
    assert!(!programs.is_empty(), "no program");
    assert!(
        problems.is_empty(),
        "{} programs, {} differences, {} problems:\n{}",
        programs.len(),
        found.len(),
        problems.len(),
        problems.join("\n")
    );
}

fn check(models: &Models, compiled: &Compiled<CorpusProgram>) -> BTreeSet<Difference> {
    let Compiled { program: source, jdk, classes } = compiled;
    let path = source.path.strip_prefix(corpus::directory()).unwrap_or(&source.path);
    let path = path.to_string_lossy().into_owned();
    let (compiled, main) = ((*jdk, classes.as_path()), Some(source.name.as_str()));
    let scan = support::analysed(
        models,
        compiled,
        main,
        |_| Options::default(),
        |points_to, bound| {
            scan_on_demand(points_to, bound, Filters::default(), Budget::default(), &mut |_, _| {}).scan
        },
    );
    let ends = scan.races.iter().flat_map(|race| [race.first, race.second]);
    let reported: BTreeSet<usize> = ends.filter_map(|end| end.line.map(usize::from)).collect();
    let announced = announced(source);
    let extra = reported.difference(&announced).map(|&line| (path.clone(), line, true));
    let missing = announced.difference(&reported).map(|&line| (path.clone(), line, false));
    extra.chain(missing).collect()
}

/// The lines that `scan` has to report.
fn announced(source: &CorpusProgram) -> BTreeSet<usize> {
    let is_meant = |expectation: &&corpus::Expectation| {
        let is_known = |kind: Known| {
            expectation
                .known
                .as_ref()
                .is_some_and(|(known, engines)| *known == kind && engines.contains(&Engine::Scan))
        };
        let is_race = matches!(expectation.claim, Claim::Race { .. });
        is_race
            && (is_known(Known::FalsePositive)
                || expectation.known.as_ref().is_none_or(|(known, _)| *known != Known::FalsePositive)
                    && expectation.engines.contains(&Engine::Scan)
                    && !is_known(Known::FalseNegative))
    };
    source.expectations.iter().filter(is_meant).map(|expectation| expectation.line).collect()
}

/// The list of known differences: `area/Name.java:LINE extra: reason`, one a line.
fn read_known(only: &str) -> BTreeMap<Difference, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scan-known.txt");
    let text = std::fs::read_to_string(&file).expect("a list of known differences");
    let parse = |line: &str| {
        let (place, rest) = line.split_once(' ')?;
        let (path, number) = place.split_once(':')?;
        let (kind, reason) = rest.split_once(": ")?;
        let is_extra = match kind {
            "extra" => true,
            "missing" => false,
            _ => return None,
        };
        Some(((path.to_owned(), number.parse().ok()?, is_extra), reason.to_owned()))
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| parse(line).unwrap_or_else(|| panic!("{}: {line}", file.display())))
        .filter(|((path, _, _), _)| path.contains(only))
        .collect()
}
