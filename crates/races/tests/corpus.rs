//! `scan` against the corpus: the lines that it reports are those that the programs announce.
//!
//! Those that it announces are likely, but for those that `scan-possible.txt` lists.
//!
//! `scan-known.txt` lists what is known to differ, each with a reason; it is an error if something else does,
//! and if something listed no longer does. `DEADHEAT_CORPUS` restricts the test to programs whose path
//! contains its text.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use deadheat_harness::corpus::{self, CorpusProgram, Difference, Engine};
use deadheat_harness::{Compiled, check_each, compile_each};
use deadheat_models::Models;
use deadheat_points_to::Options;
use deadheat_races::{Budget, Filters, Race, scan_on_demand};

#[test]
fn the_corpus_is_reported_as_announced_but_for_what_is_listed() {
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let mut programs = corpus::load().expect("every program parses");
    programs.retain(|program| {
        program.engines.contains(&Engine::Scan) && program.path.to_string_lossy().contains(&only)
    });
    let programs = compile_each(programs, |program| program.jdk, CorpusProgram::compilation);
    let models = support::models();
    let found: BTreeSet<(Kind, Difference)> =
        check_each(&programs, |compiled| check(&models, compiled)).into_iter().flatten().collect();
    let of = |wanted: Kind| -> BTreeSet<Difference> {
        found.iter().filter(|(kind, _)| *kind == wanted).map(|(_, difference)| difference.clone()).collect()
    };
    let mut problems = against(&of(Kind::Possible), "scan-known.txt", &only);
    problems.extend(against(&of(Kind::Likely), "scan-possible.txt", &only));
    let (found, unlikely) = (of(Kind::Possible), of(Kind::Likely).len());
    let lines: usize = programs.iter().map(|compiled| compiled.program.announced(Engine::Scan).len()).sum();
    let too_many = found.iter().filter(|(.., is_extra)| *is_extra).count();
    let programs_with = found.iter().map(|(path, ..)| path).collect::<BTreeSet<_>>().len();
    #[allow(clippy::print_stdout, reason = "the share of marks is to be seen with --nocapture")]
    {
        println!(
            "{} programs announce {lines} lines; {too_many} more are reported and listed as known, in {programs_with} programs; \
         {} are missed; {unlikely} of those that are announced are possible only",
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

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// What is reported as likely.
    Likely,
    /// What is reported.
    Possible,
}

/// What differs otherwise than a file says.
fn against(found: &BTreeSet<Difference>, file: &str, only: &str) -> Vec<String> {
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let known = corpus::read_known(&known, only);
    let mut problems = Vec::new();
    for (path, line, is_extra) in found.difference(&known.keys().cloned().collect()) {
        problems.push(format!("{path}:{line} {}, but {file} does not say so", kind(*is_extra)));
    }
    for ((path, line, _), reason) in known.iter().filter(|(difference, _)| !found.contains(*difference)) {
        problems.push(format!("{path}:{line} is as announced, but is listed in {file} as: {reason}"));
    }
    problems
}

fn kind(is_extra: bool) -> &'static str {
    if is_extra { "extra" } else { "missing" }
}

fn check(models: &Models, compiled: &Compiled<CorpusProgram>) -> BTreeSet<(Kind, Difference)> {
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
    let lines = |is_meant: &dyn Fn(&Race) -> bool| -> BTreeSet<usize> {
        let races = scan.races.iter().filter(|race| is_meant(race));
        races.flat_map(|race| [race.first, race.second]).filter_map(|end| end.line.map(usize::from)).collect()
    };
    let (reported, likely) = (lines(&|_| true), lines(&|race| race.confidence.is_likely()));
    let announced = source.announced(Engine::Scan);
    let extra = reported.difference(&announced).map(|&line| (Kind::Possible, (path.clone(), line, true)));
    let missing = |kind, reported: &BTreeSet<usize>| -> Vec<(Kind, Difference)> {
        announced.difference(reported).map(|&line| (kind, (path.clone(), line, false))).collect()
    };
    let missed = missing(Kind::Possible, &reported).into_iter().chain(missing(Kind::Likely, &likely));
    extra.chain(missed).collect()
}
