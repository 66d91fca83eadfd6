//! `run` against the corpus: the lines that it reports are those that the programs announce, on every JDK; and those of
//! the lockset detector, on the newest: where a program announces nothing for it, those of `run`.
//!
//! Many programs run in one JVM, one after the other (`RunAll.java`), each in a class loader of its own.
//! `run-known.txt` lists what is known to differ, each with a reason; `run-known-eliminated.txt` and `run-known-moved.txt`
//! what differs besides where checks are left out, and where they are moved; `run-known-lockset.txt` what differs where lock
//! sets are compared, `run-known-tree.txt` where TREE stands in front of FastTrack.
//! `DEADHEAT_CORPUS` restricts the test to programs
//! whose path contains its text, `DEADHEAT_TIMES` says how often each is run, `DEADHEAT_PLACEMENT` by which detector.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use common::batches::{Batch, batches, driver, ends_its_jvm, line, programs, run_all, short};
use common::{placement, setting};
use deadheat_harness::corpus::{self, CorpusProgram, Difference, Engine};
use deadheat_harness::{Compiled, Jdk, check_each, jdks, scratch};
use serde_json::Value;

#[test]
fn the_corpus_is_reported_as_announced_but_for_what_is_listed() {
    let lists = match placement().as_str() {
        ",placement=fasttrack" | ",placement=slimstate" => &["run-known.txt"][..],
        ",placement=redcard" | ",placement=slimcard" | ",placement=choi" => {
            &["run-known.txt", "run-known-eliminated.txt"]
        }
        _ => &["run-known.txt", "run-known-eliminated.txt", "run-known-moved.txt"],
    };
    check("", jdks(), lists);
}

#[test]
fn lock_sets_report_the_corpus_as_announced_but_for_what_is_listed() {
    let newest = &jdks()[jdks().len() - 1..];
    check(LOCKSET, newest, &["run-known-lockset.txt"]);
}

#[test]
fn lock_sets_report_the_same_lines_of_the_corpus_with_tree() {
    check(&format!("{LOCKSET}+tree"), &jdks()[..1], &["run-known-lockset.txt"]);
}

/// Races that only the order of locks shows, TREE may lose.
#[test]
fn fasttrack_reports_the_same_lines_of_the_corpus_with_tree() {
    check(",detector=fasttrack+tree", &jdks()[..1], &["run-known.txt", "run-known-tree.txt"]);
}

/// The agent's option for the other detector.
const LOCKSET: &str = ",detector=lockset";

/// The engine whose announcements a detector is held to.
fn engine(detector: &str, program: &CorpusProgram) -> Engine {
    let is_lockset = detector.starts_with(LOCKSET) && program.engines.contains(&Engine::Lockset);
    if is_lockset { Engine::Lockset } else { Engine::Run }
}

fn check(detector: &str, jdks: &[Jdk], lists: &[&str]) {
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let times = setting("DEADHEAT_TIMES", 1) as usize;
    let programs = programs(&only);
    let driver = driver();
    let batches: Vec<Batch<'_>> = jdks.iter().flat_map(|jdk| batches(jdk, &programs)).collect();
    let runs = batches.iter().flat_map(|(jdk, batch)| repeated(jdk, batch, times));
    let numbered: Vec<_> = runs.enumerate().collect();
    let results = check_each(&numbered, |(number, ((jdk, batch), times))| {
        run_batch((*number, detector), jdk, batch, *times, &driver)
    });
    let (found, failures): (Vec<_>, Vec<_>) = results.into_iter().unzip();
    let found: BTreeSet<Difference> = found.into_iter().flatten().collect();
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let known: BTreeMap<Difference, String> =
        lists.iter().flat_map(|list| corpus::read_known(&directory.join(list), &only)).collect();
    let mut problems = failures;
    for (path, line, is_extra) in found.iter().filter(|difference| !known.contains_key(*difference)) {
        problems.push(format!("{path}:{line} {}", if *is_extra { "extra" } else { "missing" }));
    }
    for (path, line, _) in known.keys().filter(|difference| !found.contains(*difference)) {
        problems.push(format!("{path}:{line} is as announced, but is listed"));
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// What a JVM runs so often: fewer programs if each is run many times, and one that ends its JVM once.
fn repeated<'a>(
    jdk: &'a Jdk,
    batch: &[&'a Compiled<CorpusProgram>],
    times: usize,
) -> Vec<(Batch<'a>, usize)> {
    if batch.iter().any(|compiled| ends_its_jvm(&compiled.program)) {
        return vec![((jdk, batch.to_vec()), 1); times];
    }
    let most = (4 * batch.len() / times.max(4)).max(1);
    batch.chunks(most).map(|part| ((jdk, part.to_vec()), times)).collect()
}

/// Runs some programs in one JVM; gives what differs, and what failed.
fn run_batch(
    (number, detector): (usize, &str),
    jdk: &Jdk,
    batch: &[&Compiled<CorpusProgram>],
    times: usize,
    driver: &Path,
) -> (BTreeSet<Difference>, Vec<String>) {
    let directory = scratch()
        .join(format!("run-corpus{}", detector.replace([',', '=', '+'], "-")))
        .join(number.to_string());
    let lines: String = batch.iter().map(|compiled| line(compiled)).collect();
    let output = run_all(jdk, driver, &lines, times, (&directory, detector));
    let mut failures = Vec::new();
    let release = jdk.release;
    let ended: BTreeMap<&str, usize> = output.stdout.lines().fold(BTreeMap::new(), |mut ended, line| {
        if let Some(name) = line.strip_suffix(" ok") {
            *ended.entry(name).or_default() += 1;
        }
        ended
    });
    for compiled in batch {
        let name = short(&compiled.program);
        let is_ended = ended.get(name.as_str()) == Some(&times);
        let ended_all = ends_its_jvm(&compiled.program) && output.code == Some(0);
        if !is_ended && !ended_all {
            let shown: Vec<&str> = output.stdout.lines().filter(|line| line.starts_with(&name)).collect();
            failures.push(format!("{name} on {release}: did not end well: {shown:?}"));
        }
    }
    if output.code != Some(0) {
        let tail: Vec<&str> = output.stderr.lines().rev().take(5).collect();
        failures.push(format!("batch {number} on {release}: {:?} {tail:?}", output.code));
    }
    if let Some(said) = output.stderr.lines().find(|line| line.starts_with("deadheat:")) {
        failures.push(format!("batch {number} on {release}: {said}"));
    }
    (differences((&directory, detector), batch, times, &mut failures), failures)
}

/// What the reports of a JVM have too many, or too few in any of the times.
fn differences(
    (directory, detector): (&Path, &str),
    batch: &[&Compiled<CorpusProgram>],
    times: usize,
    failures: &mut Vec<String>,
) -> BTreeSet<Difference> {
    let mut reported: BTreeMap<(String, usize), usize> = BTreeMap::new();
    let mut current = (String::new(), BTreeSet::new());
    let mut text = String::new();
    for entry in fs::read_dir(directory).expect("the directory of results").flatten() {
        text.push_str(&fs::read_to_string(entry.path()).unwrap_or_default());
    }
    let mut take = |current: &mut (String, BTreeSet<usize>)| {
        for line in std::mem::take(&mut current.1) {
            *reported.entry((current.0.clone(), line)).or_default() += 1;
        }
    };
    for value in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if let Some(program) = value["program"].as_str() {
            take(&mut current);
            current.0 = program.to_owned();
        }
        for side in ["first", "second"] {
            if let Some(line) = value["race"][side]["site"]["line"].as_u64() {
                current.1.insert(line as usize);
            }
        }
        if value["summary"]["failures"].as_u64().is_some_and(|count| count > 0) {
            failures.push(format!("{}: failures inside of Deadheat", directory.display()));
        }
    }
    take(&mut current);
    let mut differences = BTreeSet::new();
    for compiled in batch {
        let name = short(&compiled.program);
        let announced = compiled.program.announced(engine(detector, &compiled.program));
        for &line in &announced {
            if reported.get(&(name.clone(), line)) != Some(&times) {
                differences.insert((name.clone(), line, false));
            }
        }
        for (_, line) in
            reported.keys().filter(|(program, line)| *program == name && !announced.contains(line))
        {
            differences.insert((name.clone(), *line, true));
        }
    }
    differences
}
