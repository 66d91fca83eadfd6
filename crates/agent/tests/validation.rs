//! The checks of `run` against the accesses of the program, for every way to place them (BigFoot 2): each access is covered by
//! a check, each check is legitimate for an access, and the racy locations are those of the accesses themselves.
//!
//! The programs are those of the corpus, whose checks are looked at, and random ones full of loops (`free/loops.rs`), whose
//! races are computed anew as well. `DEADHEAT_CORPUS` restricts the first, `DEADHEAT_RANDOM_SEED` and
//! `DEADHEAT_RANDOM_COUNT` choose the second, `DEADHEAT_PLACEMENT` the placement; without it the placements take turns.

mod common;
#[allow(dead_code, reason = "the log's test has the other programs")]
mod free;
mod naive;

use std::fs;
use std::io::BufReader;
use std::path::Path;

use common::batches::{Batch, batches, driver, line, programs, run_as};
use common::setting;
use deadheat_harness::validation::{Validation, validate};
use deadheat_harness::{Compilation, Jdk, check_each, jdks, scratch};
use naive::Races;

/// Random programs of one JVM.
const BATCH: u64 = 40;

/// What checks can be placed by, but `full`: that leaves accesses out.
const PLACEMENTS: [&str; 6] = ["bigfoot", "redcard", "choi", "slimcard", "bigfoot", "fasttrack"];

/// The placement of a batch.
fn placement(number: usize) -> String {
    chosen(PLACEMENTS[number % PLACEMENTS.len()])
}

/// The placement that the environment chooses, or this one.
fn chosen(default: &str) -> String {
    std::env::var("DEADHEAT_PLACEMENT").unwrap_or_else(|_| default.to_owned())
}

#[test]
fn the_checks_of_the_corpus_are_precise() {
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let (programs, driver) = (programs(&only), driver());
    let (oldest, newest) = (jdks().first().expect("a JDK"), jdks().last().expect("a JDK"));
    let all = batches(newest, &programs).into_iter().chain(batches(oldest, &programs));
    let all: Vec<(usize, Batch<'_>)> = all.enumerate().filter(|(number, _)| number % 3 == 0).collect();
    let outcomes = check_each(&all, |(number, (jdk, batch))| {
        let directory = scratch().join("run-validation").join(number.to_string());
        let lines: String = batch.iter().map(|compiled| line(compiled)).collect();
        check(jdk, (&driver, &lines), &chosen("bigfoot"), &directory, |_| Races::default())
    });
    conclude(&outcomes);
}

#[test]
fn random_loops_have_precise_checks_and_the_races_of_their_accesses() {
    let (first, count) = (setting("DEADHEAT_RANDOM_SEED", 1), setting("DEADHEAT_RANDOM_COUNT", 240));
    let driver = driver();
    let starts: Vec<(usize, u64)> = (first..first + count).step_by(BATCH as usize).enumerate().collect();
    let outcomes = check_each(&starts, |&(number, start)| {
        let jdk = &jdks()[number % jdks().len()];
        let directory = scratch().join("run-loops").join(start.to_string());
        let numbers = start..(start + BATCH).min(first + count);
        let sources = directory.with_extension("java");
        fs::create_dir_all(&sources).expect("a directory");
        let write = |number: u64| {
            let path = sources.join(format!("L{number}.java"));
            fs::write(&path, free::loops::program(number)).expect("a written source");
            path
        };
        let classes = Compilation::new(jdk, numbers.clone().map(write)).classes();
        let classes = classes.unwrap_or_else(|error| panic!("{error}")).display().to_string();
        let lines: String = numbers.map(|number| format!("L{number}\t{classes}\tL{number}\n")).collect();
        let races = |log: &Path| naive::races(&fs::read_to_string(log).expect("a log"), naive::AS_THEY_WERE);
        let mut outcome = check(jdk, (&driver, &lines), &placement(number), &directory, races);
        let (races, mut wrong) = (&outcome.races, Vec::new());
        wrong.extend(races.reported.difference(&races.possible).map(|place| format!("{place} is no race")));
        wrong.extend(races.sure.difference(&races.reported).map(|place| format!("{place} is missed")));
        let at = format!("{} by {} on {}", directory.display(), placement(number), jdk.release);
        outcome.problems.extend(wrong.into_iter().map(|problem| format!("{at}: {problem}")));
        outcome
    });
    conclude(&outcomes);
    let racy = outcomes.iter().map(|outcome| outcome.races.sure.len()).sum::<usize>();
    let contended = outcomes.iter().map(|outcome| outcome.races.contended).sum::<usize>();
    assert!(racy as u64 > count && contended > racy, "{racy} racy of {contended} contended locations");
}

/// What a batch gave.
struct Outcome {
    problems: Vec<String>,
    validation: Validation,
    races: Races,
}

/// Runs programs with a log of accesses and checks, and reads it.
fn check(
    jdk: &Jdk,
    (driver, lines): (&Path, &str),
    placement: &str,
    directory: &Path,
    races: impl Fn(&Path) -> Races,
) -> Outcome {
    let log = directory.with_extension("log");
    let _ = fs::remove_file(&log);
    let options = format!(",placement={placement},validate,log={}", log.display());
    let output = run_as(jdk, driver, lines, 1, (directory, &options));
    let validation = validate(BufReader::new(fs::File::open(&log).expect("a log"))).expect("a log of text");
    let races = races(&log);
    let mut problems: Vec<String> = validation.problems.clone();
    problems.extend(output.stdout.lines().filter(|it| it.contains(" failed: ")).map(str::to_owned));
    let is_wrong = |it: &&str| it.starts_with("deadheat:") || it.contains("Error");
    problems.extend(output.stderr.lines().filter(is_wrong).map(str::to_owned));
    if output.code.is_none() {
        problems.push("the JVM did not end".to_owned());
    }
    let at = format!("{} by {placement} on {}", log.display(), jdk.release);
    let problems = problems.into_iter().map(|problem| format!("{at}: {problem}"));
    let problems: Vec<String> = problems.collect();
    if problems.is_empty() {
        // Logs are large.
        let _ = fs::remove_file(&log);
    }
    Outcome { problems, validation, races }
}

fn conclude(outcomes: &[Outcome]) {
    let problems: Vec<&str> = outcomes.iter().flat_map(|it| &it.problems).map(String::as_str).collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let sum = |of: fn(&Validation) -> u64| outcomes.iter().map(|it| of(&it.validation)).sum::<u64>();
    let (accesses, checks) = (sum(|it| it.accesses), sum(|it| it.checks));
    let synchronisations = sum(|it| it.synchronisations);
    assert!(accesses > 10_000 && checks > 1_000 && synchronisations > 100, "{accesses}, {checks}");
}
