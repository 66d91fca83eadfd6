//! `run` against a naive computation over the log of what it saw, on programs that run as they like.
//!
//! With lock sets, the twin that works on traces gets the same log, and is to find the same.
//!
//! The programs are those of the corpus, and random ones (`free`) whose threads do a few things over and over, with
//! monitors, locks and volatile variables or without. `DEADHEAT_CORPUS` restricts the first, as for the corpus test,
//! `DEADHEAT_RANDOM_SEED` and `DEADHEAT_RANDOM_COUNT` choose the second.

mod common;
mod free;
mod logged;
mod naive;

use std::fs;
use std::path::Path;

use common::batches::{Batch, batches, driver, line, programs, run_all};
use common::setting;
use deadheat_harness::{Compilation, Jdk, RunOutput, check_each, jdks, scratch};
use naive::Races;

/// Random programs of one JVM.
const BATCH: u64 = 60;

#[test]
fn the_corpus_has_the_races_that_its_log_has() {
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let (programs, driver) = (programs(&only), driver());
    let (oldest, newest) = (jdks().first().expect("a JDK"), jdks().last().expect("a JDK"));
    // What needs a newer JDK runs there, and half of the rest.
    let all = batches(newest, &programs).into_iter().chain(batches(oldest, &programs));
    let all: Vec<(usize, Batch<'_>)> = all
        .enumerate()
        .filter(|(number, (jdk, _))| jdk.release > oldest.release || number % 2 == 0)
        .collect();
    let outcomes = check_each(&all, |(number, (jdk, batch))| {
        let directory = scratch().join("run-log").join(number.to_string());
        let lines: String = batch.iter().map(|compiled| line(compiled)).collect();
        check(jdk, &driver, &lines, (&directory, ""))
    });
    conclude(&outcomes, all.len());
}

#[test]
fn random_programs_have_the_races_that_their_log_has() {
    random_programs("", "run-free", 240);
}

#[test]
fn random_programs_have_the_races_of_lock_sets_that_their_log_has() {
    random_programs(LOCKSET, "run-free-lockset", 240);
}

/// The agent's option for lock sets.
const LOCKSET: &str = ",detector=lockset";

fn random_programs(detector: &str, place: &str, programs: u64) {
    let (first, count) = (setting("DEADHEAT_RANDOM_SEED", 1), setting("DEADHEAT_RANDOM_COUNT", programs));
    let driver = driver();
    let starts: Vec<(usize, u64)> = (first..first + count).step_by(BATCH as usize).enumerate().collect();
    let outcomes = check_each(&starts, |&(number, start)| {
        let jdk = &jdks()[number % jdks().len()];
        let directory = scratch().join(place).join(start.to_string());
        let numbers = start..(start + BATCH).min(first + count);
        let sources = directory.with_extension("java");
        fs::create_dir_all(&sources).expect("a directory");
        let write = |number: u64| {
            let path = sources.join(format!("F{number}.java"));
            fs::write(&path, free::program(number)).expect("a written source");
            path
        };
        let classes = Compilation::new(jdk, numbers.clone().map(write)).classes();
        let classes = classes.unwrap_or_else(|error| panic!("{error}")).display().to_string();
        let lines: String = numbers.map(|number| format!("F{number}\t{classes}\tF{number}\n")).collect();
        check(jdk, &driver, &lines, (&directory, detector))
    });
    conclude(&outcomes, count as usize);
}

/// Runs programs with a log; gives what the log says, and what is wrong.
fn check(
    jdk: &Jdk,
    driver: &Path,
    lines: &str,
    (directory, detector): (&Path, &str),
) -> (Races, Vec<String>) {
    let log = directory.with_extension("log");
    let _ = fs::remove_file(&log);
    let output = run_all(jdk, driver, lines, 1, (directory, &format!("{detector},log={}", log.display())));
    let text = fs::read_to_string(&log).expect("a log");
    let races = naive::races(&text, naive::LOOKED_AT);
    let mut problems = failures(&output);
    if detector == LOCKSET {
        let found = logged::races(&text);
        problems
            .extend(found.symmetric_difference(&races.possible).map(|it| format!("{it}: the twin differs")));
    }
    problems.extend(races.reported.difference(&races.possible).map(|place| format!("{place} is no race")));
    problems.extend(races.sure.difference(&races.reported).map(|place| format!("{place} is missed")));
    let place = format!("{} on {}", directory.display(), jdk.release);
    let problems = problems.into_iter().map(|problem| format!("{place}: {problem}")).collect();
    (races, problems)
}

fn failures(output: &RunOutput) -> Vec<String> {
    let mut said: Vec<String> =
        output.stdout.lines().filter(|it| it.contains(" failed: ")).map(str::to_owned).collect();
    said.extend(output.stderr.lines().filter(|it| it.starts_with("deadheat:")).map(str::to_owned));
    if output.code.is_none() {
        said.push("the JVM did not end".to_owned());
    }
    said
}

/// The logs agree with the detector, and have something to disagree about.
fn conclude(outcomes: &[(Races, Vec<String>)], least: usize) {
    let problems: Vec<&str> = outcomes.iter().flat_map(|(_, all)| all).map(String::as_str).collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let sum = |of: fn(&Races) -> usize| outcomes.iter().map(|(races, _)| of(races)).sum::<usize>();
    let (racy, contended) = (sum(|it| it.sure.len()), sum(|it| it.contended));
    let lines = sum(|it| it.lines);
    assert!(racy > least / 2 && contended > racy, "{racy} racy of {contended} contended, in {lines} lines");
}
