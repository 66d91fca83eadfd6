//! Lock sets find the same locations where checks stand for later accesses (`placement/standing.rs` of the rewriter), and where TREE leaves
//! accesses out.
//!
//! On the programs of the corpus that were written for it, each detector's locations with and without such checks are compared; on
//! random programs full of loops, what is reported is held against the races of all accesses, by definition. `DEADHEAT_RANDOM_SEED` and
//! `DEADHEAT_RANDOM_COUNT` choose the latter.

mod common;
#[allow(dead_code, reason = "the log's test has the other programs")]
mod free;
mod naive;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::batches::{Batch, batches, driver, line, programs, run_as};
use common::setting;
use deadheat_harness::{Compilation, Jdk, check_each, jdks, scratch};
use naive::Races;
use serde_json::Value;

/// Random programs of one JVM.
const BATCH: u64 = 40;

/// Programs of the corpus whose schedule is given: by these detectors two free runs differ by who comes first.
const GIVEN: [&str; 2] = ["fields/OwnedMeanwhile", "monitors/LeftBetweenWrites"];

/// A program, and what races there: a field by its class and name, others by their class.
type Place = (String, String);

#[test]
fn ownership_does_not_lose_what_comes_between_two_accesses() {
    check_corpus("choi");
}

#[test]
fn common_locks_are_the_same() {
    check_corpus("eraser");
}

#[test]
fn lock_sets_without_order_are_the_same() {
    check_corpus("choi-ownership");
}

#[test]
fn lock_sets_with_order_are_the_same() {
    check_corpus("lockset");
}

/// Whether a detector reports the same of the corpus with `choi` as where each access is checked.
fn check_corpus(detector: &str) {
    let mut programs = programs("");
    programs.retain(|it| GIVEN.iter().any(|part| it.program.path.to_string_lossy().contains(part)));
    assert_eq!(programs.len(), GIVEN.len(), "the corpus has not all of {GIVEN:?}");
    let (jdk, driver) = (jdks().last().expect("a JDK"), driver());
    let all: Vec<(usize, Batch<'_>)> = batches(jdk, &programs).into_iter().enumerate().collect();
    let problems = check_each(&all, |(number, (jdk, batch))| {
        let lines: String = batch.iter().map(|compiled| line(compiled)).collect();
        let places = |placement: &str| {
            let directory = scratch()
                .join("run-standing")
                .join(format!("{detector}-{placement}"))
                .join(number.to_string());
            let options = format!(",placement={placement},detector={detector}");
            let output = run_as(jdk, &driver, &lines, 1, (&directory, &options));
            assert!(output.code.is_some(), "the JVM did not end: {}", output.stderr);
            read(&directory)
        };
        let (each, fewer) = (places("fasttrack"), places("choi"));
        let differ = each.symmetric_difference(&fewer);
        differ.map(|(program, place)| format!("{program}: {place} by {detector}")).collect::<Vec<_>>()
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// The places that a JVM's reports name.
fn read(directory: &Path) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    for entry in fs::read_dir(directory).expect("the directory of results").flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let mut program = String::new();
        for value in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            if let Some(name) = value["program"].as_str() {
                program = name.to_owned();
            }
            let race = &value["race"];
            if race.is_object() {
                places.insert((
                    program.clone(),
                    format!("{}.{} {}", race["owner"], race["name"], race["object"]),
                ));
            }
        }
    }
    places
}

#[test]
fn random_loops_have_the_races_of_lock_sets_of_all_accesses() {
    random_loops("lockset", |text, races| {
        *races = naive::races(text, naive::AS_THEY_WERE);
    });
}

#[test]
fn random_loops_have_the_races_of_lock_sets_without_order() {
    random_loops("choi-ownership", |text, races| {
        // Nothing is known of others, so nothing orders.
        let lines = text.lines().filter(|line| !line.starts_with(['+', 'f']));
        *races =
            naive::races(&lines.map(|line| format!("{line}\n")).collect::<String>(), naive::AS_THEY_WERE);
        // Which of several threads did something is forgotten, so that a thread may race with itself.
        races.possible.extend(races.reported.iter().cloned());
    });
}

/// TREE lets one access stand for those of the same code place, context and location.
#[test]
fn random_loops_have_the_races_of_lock_sets_with_tree() {
    random_loops("lockset+tree", |text, races| {
        *races = naive::races(text, naive::AS_THEY_WERE);
    });
}

/// In front of FastTrack it loses what only the order of locks shows, and invents nothing.
#[test]
fn random_loops_have_no_other_races_with_tree() {
    let lost = std::sync::atomic::AtomicUsize::new(0);
    random_loops("fasttrack+tree", |text, races| {
        *races = naive::races(text, naive::AS_THEY_WERE);
        let missed = races.sure.difference(&races.reported).count();
        lost.fetch_add(missed, std::sync::atomic::Ordering::Relaxed);
        races.sure.retain(|place| races.reported.contains(place));
    });
    let lost = lost.into_inner();
    assert!(lost < 40, "{lost} racy locations are lost");
}

fn random_loops(detector: &str, find: impl Fn(&str, &mut Races) + Sync) {
    let (first, count) = (setting("DEADHEAT_RANDOM_SEED", 1), setting("DEADHEAT_RANDOM_COUNT", 160));
    let driver = driver();
    let starts: Vec<(usize, u64)> = (first..first + count).step_by(BATCH as usize).enumerate().collect();
    let outcomes = check_each(&starts, |&(number, start)| {
        let jdk = &jdks()[number % jdks().len()];
        let directory = scratch().join(format!("run-standing-{detector}")).join(start.to_string());
        let text = run_loops(jdk, &driver, (&directory, detector), start..(start + BATCH).min(first + count));
        let mut races = Races::default();
        find(&text, &mut races);
        races
    });
    let mut problems: Vec<String> = Vec::new();
    for races in &outcomes {
        problems
            .extend(races.reported.difference(&races.possible).map(|place| format!("{place} is no race")));
        problems.extend(races.sure.difference(&races.reported).map(|place| format!("{place} is missed")));
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let racy = outcomes.iter().map(|races| races.sure.len()).sum::<usize>();
    assert!(racy as u64 > count, "{racy} racy locations");
}

/// Runs random programs by a detector with `choi`; gives the log.
fn run_loops(
    jdk: &Jdk,
    driver: &Path,
    (directory, detector): (&Path, &str),
    numbers: std::ops::Range<u64>,
) -> String {
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
    let log = directory.with_extension("log");
    let _ = fs::remove_file(&log);
    let options = format!(",placement=choi,detector={detector},validate,log={}", log.display());
    let output = run_as(jdk, driver, &lines, 1, (directory, &options));
    assert!(output.code.is_some(), "the JVM did not end: {}", output.stderr);
    let text = fs::read_to_string(&log).expect("a log");
    let _ = fs::remove_file(&log);
    text
}
