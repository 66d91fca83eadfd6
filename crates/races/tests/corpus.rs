//! `scan` against the corpus: the lines that it reports are those that the programs announce.
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
use deadheat_races::{Budget, Filters, scan_on_demand};

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
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scan-known.txt");
    let known = corpus::read_known(&known, &only);
    let mut problems = Vec::new();
    for (path, line, is_extra) in found.difference(&known.keys().cloned().collect()) {
        problems.push(format!("{path}:{line} {}", if *is_extra { "extra" } else { "missing" }));
    }
    for ((path, line, _), reason) in known.iter().filter(|(difference, _)| !found.contains(*difference)) {
        problems.push(format!("{path}:{line} is as announced, but is listed as: {reason}"));
    }
    let lines: usize = programs.iter().map(|compiled| compiled.program.announced(Engine::Scan).len()).sum();
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
    let announced = source.announced(Engine::Scan);
    let extra = reported.difference(&announced).map(|&line| (path.clone(), line, true));
    let missing = announced.difference(&reported).map(|&line| (path.clone(), line, false));
    extra.chain(missing).collect()
}
