//! Recorded traces against the corpus: each is well formed, reads see what was written last unless they race,
//! happens-before on the trace gives the lines that the programs announce for `run`, and what RDIT predicts is a race that the
//! programs announce for some engine, on every JDK.
//!
//! `record-known.txt` lists what is known to differ besides `run-known.txt`, each with a reason. `DEADHEAT_CORPUS` restricts
//! the test to programs whose path contains its text.

mod common;
mod traced;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use common::batches::{Batch, batches, driver, line, owners, programs, run_as, short};
use common::predictions::{predicted, unannounced};
use deadheat_harness::corpus::{self, Difference, Engine};
use deadheat_harness::{check_each, jdks, scratch};
use deadheat_trace::SiteId;
use traced::check;

#[test]
fn happens_before_on_the_traces_of_the_corpus_gives_what_run_reports() {
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let programs = programs(&only);
    let driver = driver();
    let batches: Vec<Batch<'_>> = jdks().iter().flat_map(|jdk| batches(jdk, &programs)).collect();
    let numbered: Vec<(usize, Batch<'_>)> = batches.into_iter().enumerate().collect();
    let results = check_each(&numbered, |(number, batch)| run_batch(*number, batch, &driver));
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let lists = ["run-known.txt", "record-known.txt"];
    let known: BTreeMap<Difference, String> =
        lists.iter().flat_map(|list| corpus::read_known(&directory.join(list), &only)).collect();
    let mut problems = Vec::new();
    let (mut found, mut explained) = (BTreeSet::new(), 0);
    for (differences, reads, trouble) in results {
        found.extend(differences);
        explained += reads;
        problems.extend(trouble);
    }
    for (path, line, is_extra) in found.iter().filter(|difference| !known.contains_key(*difference)) {
        problems.push(format!("{path}:{line} {}", if *is_extra { "extra" } else { "missing" }));
    }
    for (path, line, _) in known.keys().filter(|difference| !found.contains(*difference)) {
        problems.push(format!("{path}:{line} is as announced, but is listed"));
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    assert!(explained > 100 * programs.len(), "only {explained} reads see what was written");
}

/// Programs with values that are written where nothing is recorded, and where that is.
const WRITTEN_UNSEEN: &[(&str, &str)] = &[
    ("ArrayAsListSet", "a view of an array writes its element, inside of the JDK"),
    ("CleanerCleans", "the thread of a cleaner is the JDK's own"),
];

/// Records some programs in one JVM: what differs, how many reads are explained, what is wrong.
fn run_batch(
    number: usize,
    (jdk, batch): &Batch<'_>,
    driver: &Path,
) -> (BTreeSet<Difference>, usize, Vec<String>) {
    let directory = scratch().join("record-corpus").join(number.to_string());
    let trace = directory.with_extension("trace");
    let _ = fs::remove_file(&trace);
    let lines: String = batch.iter().map(|compiled| line(compiled)).collect();
    let options = format!(",trace={}", trace.display());
    let output = run_as(jdk, driver, &lines, 1, (&directory, &options));
    let place = format!("batch {number} on {}", jdk.release);
    let mut problems: Vec<String> = output
        .stderr
        .lines()
        .filter(|said| said.starts_with("deadheat:"))
        .map(|said| format!("{place}: {said}"))
        .collect();
    problems.extend(output.stdout.lines().filter(|said| said.contains(" failed: ")).map(str::to_owned));
    let checked = check(&trace);
    let is_known = |problem: &&String| !WRITTEN_UNSEEN.iter().any(|(name, _)| problem.contains(name));
    problems.extend(checked.problems.iter().filter(is_known).map(|problem| format!("{place}: {problem}")));
    let owners = owners(batch);
    let lines = |pairs: BTreeSet<(SiteId, SiteId)>| {
        let sites = pairs.into_iter().flat_map(|(one, other)| [one, other]);
        let sites = sites.filter_map(|site| checked.trace.tables.sites.get(site.index()));
        let lines = sites.filter_map(|site| Some((owners.get(&site.class)?.as_str(), site.line as usize)));
        lines.collect::<BTreeSet<(&str, usize)>>()
    };
    let reported = lines(checked.races.clone());
    let unannounced = unannounced(lines(predicted(&checked.trace)), batch);
    problems.extend(unannounced.into_iter().map(|problem| format!("{place}: {problem}")));
    let mut differences = BTreeSet::new();
    for compiled in batch {
        let name = short(&compiled.program);
        let announced = compiled.program.announced(Engine::Run);
        let here = reported.iter().filter(|(program, _)| **program == name).map(|&(_, line)| line);
        let here: BTreeSet<usize> = here.collect();
        let missing = announced.iter().copied().filter(|line| !here.contains(line));
        let extra = here.iter().copied().filter(|line| !announced.contains(line));
        differences.extend(missing.map(|line| (name.clone(), line, false)));
        differences.extend(extra.map(|line| (name.clone(), line, true)));
    }
    (differences, checked.explained, problems)
}
