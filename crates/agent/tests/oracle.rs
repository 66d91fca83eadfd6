//! `run` against happens-before by its definition, on random programs whose schedule is known.
//!
//! The threads of a program do one step after the other, in an order that the generator chose, with nothing that the
//! detector could see (`schedule/java/Turns.java`). So all races of the run are known: the detector has to report
//! every racy location, no other, and only pairs of lines that race. Longer runs, or one program:
//!
//! ```text
//! DEADHEAT_RANDOM_SEED=10000 DEADHEAT_RANDOM_COUNT=20000 cargo test -p deadheat-agent --test oracle
//! ```
//!
//! Sources and reports are kept below `deadheat-tests/run-oracle` in the build directory.

mod common;
mod schedule;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use common::{agent, placement, setting};
use deadheat_harness::{Compilation, Jdk, check_each, jdks, root, scratch};
use schedule::emit::{Emitted, emit};
use schedule::order::{Side, is_contended, races};
use schedule::program::Program;
use serde_json::Value;

/// Programs of one JVM.
const BATCH: u64 = 600;
/// The detector that looks at each access when it is made.
const FASTTRACK: &str = ",placement=fasttrack";

/// A program, its text, and its races.
struct Case {
    program: Program,
    emitted: Emitted,
    races: BTreeSet<(usize, Side, Side)>,
}

/// What a batch gave.
#[derive(Default)]
struct Outcome {
    problems: Vec<String>,
    programs: usize,
    /// Locations that are racy; and those of which the same accesses would race, if nothing ordered them.
    racy: usize,
    ordered: usize,
}

#[test]
fn what_races_by_definition_is_reported_and_nothing_else() {
    let (first, count) = (setting("DEADHEAT_RANDOM_SEED", 1), setting("DEADHEAT_RANDOM_COUNT", 2400));
    let batches: Vec<(usize, u64)> = (first..first + count).step_by(BATCH as usize).enumerate().collect();
    let outcomes = check_each(&batches, |&(number, start)| {
        // The JDKs take turns.
        let jdk = &jdks()[number % jdks().len()];
        run_batch(jdk, start, BATCH.min(first + count - start))
    });
    let problems: Vec<&str> = outcomes.iter().flat_map(|it| &it.problems).map(String::as_str).collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let sum = |of: fn(&Outcome) -> usize| outcomes.iter().map(of).sum::<usize>();
    let (programs, racy, ordered) = (sum(|it| it.programs), sum(|it| it.racy), sum(|it| it.ordered));
    assert_eq!(programs as u64, count, "all programs ran");
    let some = count as usize / 4;
    assert!(racy > some && ordered > some, "{racy} locations are racy, {ordered} others contended");
}

fn run_batch(jdk: &Jdk, start: u64, count: u64) -> Outcome {
    let directory = scratch().join("run-oracle").join(start.to_string());
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(directory.join("out")).expect("a directory");
    let cases: Vec<Case> = (start..start + count).map(|number| case(number, jdk)).collect();
    let java = root().join("crates/agent/tests/schedule/java");
    let mut sources: Vec<PathBuf> = ["Turns.java", "RunTurns.java"].map(|name| java.join(name)).into();
    sources.extend(cases.iter().map(|case| write(&directory, case)));
    let classes = Compilation::new(jdk, sources).classes().unwrap_or_else(|error| panic!("{error}"));
    let names: String = cases.iter().map(|case| format!("P{}\n", case.program.number)).collect();
    let list = directory.join("list");
    fs::write(&list, names).expect("a list");
    let out = directory.join("out");
    let options = format!(
        "-agentpath:{}=out={},unseen=Turns:RunTurns{}",
        agent().display(),
        out.display(),
        placement()
    );
    let args = [list.display().to_string()];
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = deadheat_harness::run(jdk, &[&classes], &[&options, "-Xverify:all"], "RunTurns", &args);
    let output = output.expect("java starts");
    let mut outcome = Outcome::default();
    let ended: BTreeSet<&str> = output.stdout.lines().filter_map(|line| line.strip_suffix(" ok")).collect();
    if let Some(line) = output.stdout.lines().find(|line| !line.ends_with(" ok")) {
        outcome.problems.push(format!("{} on {}: {line}", directory.display(), jdk.release));
    }
    if output.code != Some(0) || !output.stderr.is_empty() {
        let said: Vec<&str> = output.stderr.lines().take(5).collect();
        outcome.problems.push(format!("{}: {:?} {said:?}", directory.display(), output.code));
    }
    let reported = read(&out, &mut outcome.problems);
    for case in cases.iter().filter(|case| ended.contains(format!("P{}", case.program.number).as_str())) {
        outcome.programs += 1;
        compare(case, &reported, jdk, &mut outcome);
    }
    outcome
}

fn case(number: u64, jdk: &Jdk) -> Case {
    let program = schedule::generate::program(number, jdk.release >= 24);
    Case { emitted: emit(&program), races: races(&program), program }
}

fn write(directory: &Path, case: &Case) -> PathBuf {
    let path = directory.join(format!("P{}.java", case.program.number));
    fs::write(&path, &case.emitted.text).expect("a written source");
    path
}

/// A reported pair: class, line and kind of both accesses.
type Pair = [(String, u64, bool); 2];

/// The pairs that a JVM reported.
fn read(directory: &Path, problems: &mut Vec<String>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for entry in fs::read_dir(directory).expect("the directory of results").flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        for value in text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON")) {
            let side = |name: &str| {
                let side = &value["race"][name];
                let class = side["site"]["class"].as_str().unwrap_or_default().to_owned();
                (class, side["site"]["line"].as_u64().unwrap_or(0), side["access"] == "write")
            };
            if value["race"].is_object() {
                pairs.push([side("first"), side("second")]);
            }
            for count in ["failures", "methods_left_out", "classes_left_out"] {
                if value["summary"][count].as_u64().is_some_and(|count| count > 0) {
                    problems.push(format!("{}: {}", entry.path().display(), value["summary"]));
                }
            }
        }
    }
    pairs
}

/// Holds what was reported for a program against what races in it.
fn compare(case: &Case, reported: &[Pair], jdk: &Jdk, outcome: &mut Outcome) {
    let name = format!("P{}", case.program.number);
    let by_line: BTreeMap<u64, usize> =
        case.emitted.lines.iter().enumerate().map(|(step, &line)| (line as u64, step)).collect();
    let is_own = |class: &str| class.split(['$', '/']).next() == Some(name.as_str());
    let mut found = BTreeSet::new();
    for pair in reported.iter().filter(|pair| pair.iter().any(|(class, ..)| is_own(class))) {
        let side = |side: usize| {
            let (class, line, is_write) = &pair[side];
            by_line.get(line).filter(|_| is_own(class)).map(|&step| (step, *is_write))
        };
        // Elements that wait in footprints are not looked at in the order in which they were accessed.
        let known = side(0).zip(side(1)).and_then(|(there, here)| {
            let is_pair = |pair| pair == (there, here) || placement() != FASTTRACK && pair == (here, there);
            case.races.iter().find(|(_, first, second)| is_pair((*first, *second)))
        });
        match known {
            Some(&(location, ..)) => {
                found.insert(location);
            }
            None => outcome.problems.push(format!("{name} on {}: no race: {pair:?}", jdk.release)),
        }
    }
    let racy: BTreeSet<usize> = case.races.iter().map(|&(location, ..)| location).collect();
    for &location in racy.difference(&found) {
        let text = &case.program.locations[location].text;
        let of = case.races.iter().filter(|race| race.0 == location);
        let lines: Vec<_> =
            of.map(|(_, there, here)| (case.emitted.lines[there.0], case.emitted.lines[here.0])).collect();
        outcome.problems.push(format!("{name} on {}: missed {text}: {lines:?}", jdk.release));
    }
    outcome.racy += racy.len();
    let contended = (0..case.program.locations.len()).filter(|&at| is_contended(&case.program, at));
    outcome.ordered += contended.filter(|location| !racy.contains(location)).count();
}
