//! What `record --barriers touched` tells of untraced code, held against what that code does.
//!
//! 1. In one recording that has both, every object that untraced code touches was told before, by its kind, and anew behind each
//!    callback: on small programs, and on the corpus with some of its classes excluded. What RDIT predicts on the rest of those is announced.
//! 2. A recording of what untraced code touches is what that recording would be without the rest.
//! 3. Nothing that untraced code does is missing there: it is what a recording has in which everything is traced.
//!
//! The small programs do the same each time (`touching/java`). That the first test would notice what is missing is shown by taking out what was
//! told, one by one.

mod common;
mod touching;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use common::agent;
use common::batches::{Batch, batches, driver, line, owners, programs, run_as};
use common::predictions::{predicted, unannounced};
use deadheat_harness::corpus::CorpusProgram;
use deadheat_harness::{Compilation, Compiled, Jdk, check_each, jdks, scratch};
use deadheat_trace::format::{Reader, read_trace};
use deadheat_trace::{Event, ObjectId, Op, Trace};
use touching::shape::{Shape, shape, view, without_calls};
use touching::{Audit, audit};

const PROGRAMS: [&str; 3] = ["Parts", "Calls", "Threads"];

fn read(path: &Path) -> Trace {
    let reader = Reader::open(path).unwrap_or_else(|error| panic!("{error}"));
    let (trace, error) = read_trace(&reader);
    assert_eq!(error, None);
    assert!(trace.tables.is_whole, "{} has no end", path.display());
    trace
}

fn compiled(jdk: &Jdk, program: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/touching/java");
    let source = directory.join(format!("{program}.java"));
    Compilation::new(jdk, [source]).classes().unwrap_or_else(|error| panic!("{error}"))
}

/// Recordings by their names; who makes one has the lock.
static RECORDED: Mutex<BTreeMap<String, Trace>> = Mutex::new(BTreeMap::new());

/// Records a program, once for each kind of options.
fn record(jdk: &Jdk, program: &str, (kind, options): (&str, &str)) -> Trace {
    let mut recorded = RECORDED.lock().unwrap_or_else(PoisonError::into_inner);
    let name = format!("{program}-{}-{kind}", jdk.release);
    let trace = recorded.entry(name).or_insert_with(|| record_now(jdk, program, (kind, options)));
    trace.clone()
}

fn record_now(jdk: &Jdk, program: &str, (kind, options): (&str, &str)) -> Trace {
    let directory = scratch().join("touched").join(format!("{program}-{}-{kind}", jdk.release));
    fs::create_dir_all(&directory).expect("a directory");
    let trace = directory.with_extension("trace");
    let _ = fs::remove_file(&trace);
    let (out, to) = (directory.display(), trace.display());
    let agent = format!("-agentpath:{}=out={out},trace={to}{options}", agent().display());
    let classes = compiled(jdk, program);
    let output = deadheat_harness::run(jdk, &[&classes], &[&agent, "-Xverify:all"], program, &[]);
    let output = output.expect("java starts");
    assert_eq!(output.code, Some(0), "{program}: {}", output.stderr);
    assert!(!output.stderr.contains("deadheat:"), "{program}: {}", output.stderr);
    assert!(!output.stderr.contains("Exception"), "{program}: {}", output.stderr);
    read(&trace)
}

fn excluded(program: &str, barriers: &str) -> String {
    format!(",exclude={program}$Missing,barriers={barriers}")
}

fn audited(jdk: &Jdk, program: &str) -> Trace {
    record(jdk, program, ("audited", &excluded(program, "audited")))
}

fn audit_of(program: &str, trace: &Trace) -> Audit {
    audit(trace, &|class| !class.starts_with(&format!("{program}$Missing")))
}

#[test]
fn small_programs_are_told_what_they_touch_and_nothing_else() {
    for jdk in jdks() {
        for program in PROGRAMS {
            let trace = audited(jdk, program);
            let Audit { untold, untouched, hidden, told, touches, calls, .. } = &audit_of(program, &trace);
            assert!(untold.is_empty(), "{program} on {}: {untold:#?}", jdk.release);
            assert!(untouched.is_empty(), "{program} on {}: told, not touched {untouched:#?}", jdk.release);
            assert!(hidden.is_empty(), "{program} on {}: not visible {hidden:#?}", jdk.release);
            assert!(*calls > 10 && *told > 15 && touches > told, "{program}: {calls} {told} {touches}");
        }
        let all: Vec<Audit> =
            PROGRAMS.iter().map(|program| audit_of(program, &audited(jdk, program))).collect();
        let sum = |of: fn(&Audit) -> usize| all.iter().map(of).sum::<usize>();
        assert!(sum(|it| it.only_read) > 20 && sum(|it| it.statics) > 5, "{all:?}");
        assert_eq!(sum(|it| it.anything), 1, "one call of native code");
        assert!(sum(|it| it.callbacks) > 5 && sum(|it| it.renewed) > 5, "{all:?}");
    }
}

#[test]
fn what_is_not_told_is_noticed() {
    for program in PROGRAMS {
        let trace = audited(&jdks()[0], program);
        let is_anything = |event: &Event| trace.tables.reach[event.reach().index()] == [ObjectId::ANYTHING];
        let told = trace.events.iter().enumerate().filter(|(_, event)| event.op == Op::Reach);
        let told = told.filter(|(_, event)| !is_anything(event));
        for (at, _) in told {
            let mut less = trace.clone();
            less.events.remove(at);
            assert!(!audit_of(program, &less).untold.is_empty(), "{program}: {at} {:?}", trace.events[at]);
        }
    }
}

/// The first event in which two recordings differ.
fn difference(one: &Shape, other: &Shape) -> Option<String> {
    let (threads, others) = (one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    if threads != others {
        return Some(format!("{threads:?} and {others:?}"));
    }
    one.iter().zip(other.values()).find_map(|((thread, lines), others)| {
        let at = (0..lines.len().max(others.len())).find(|&at| lines.get(at) != others.get(at))?;
        let from = at.saturating_sub(4);
        let around = |lines: &[String]| lines.iter().skip(from).take(8).cloned().collect::<Vec<_>>();
        Some(format!("{thread}, event {at}: {:#?}\nand\n{:#?}", around(lines), around(others)))
    })
}

#[test]
fn a_recording_of_what_is_touched_is_what_is_visible_of_one_with_everything() {
    for jdk in jdks() {
        for program in PROGRAMS {
            let touched = record(jdk, program, ("touched", &excluded(program, "touched")));
            let expected = shape(&view(&audited(jdk, program)));
            assert!(expected.values().flatten().any(|line| line.starts_with("told")), "{expected:#?}");
            let found = difference(&expected, &shape(&touched));
            assert!(found.is_none(), "{program} on {}: {}", jdk.release, found.unwrap_or_default());
        }
    }
}

#[test]
fn untraced_code_is_watched_as_traced_code_is() {
    for jdk in jdks() {
        for program in PROGRAMS {
            let all = record(jdk, program, ("all", ""));
            let (all, audited) = (without_calls(&all), without_calls(&audited(jdk, program)));
            assert!(all.events.len() > 100, "{} events", all.events.len());
            let found = difference(&shape(&all), &shape(&audited));
            assert!(found.is_none(), "{program} on {}: {}", jdk.release, found.unwrap_or_default());
        }
    }
}

#[test]
fn the_corpus_is_told_what_it_touches() {
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let programs = programs(&only);
    let driver = driver();
    let all: Vec<(usize, Batch<'_>)> = batches(&jdks()[0], &programs).into_iter().enumerate().collect();
    let results = check_each(&all, |(number, batch)| corpus(*number, batch, &driver));
    let problems: Vec<String> = results.iter().flat_map(|(problems, _)| problems.clone()).collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let told: usize = results.iter().map(|(_, told)| told).sum();
    assert!(told > 10 * programs.len(), "only {told} were told");
}

fn corpus(number: usize, (jdk, batch): &Batch<'_>, driver: &Path) -> (Vec<String>, usize) {
    let directory = scratch().join("touched-corpus").join(number.to_string());
    let trace = directory.with_extension("trace");
    let _ = fs::remove_file(&trace);
    let lines: String = batch.iter().map(|compiled| line(compiled)).collect();
    let excluded = some_classes(batch);
    let options = format!(",trace={},exclude={},barriers=audited", trace.display(), excluded.join(":"));
    run_as(jdk, driver, &lines, 1, (&directory, &options));
    let is_excluded = |class: &str, pattern: &String| {
        class.strip_prefix(pattern.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    };
    let is_traced = |class: &str| !excluded.iter().any(|pattern| is_excluded(class, pattern));
    let trace = read(&trace);
    let found = audit(&trace, &is_traced);
    // What a call of the JDK may write is told before it does so, or does not: that is no problem.
    let problems = [("not told", &found.untold), ("not visible", &found.hidden)];
    let problems = problems.into_iter().flat_map(|(what, list)| {
        list.iter().take(5).map(move |it| format!("batch {number} on {}: {what}: {it}", jdk.release))
    });
    (problems.chain(predicted_of(&trace, batch)).collect(), found.told)
}

/// What RDIT predicts on what is visible of a trace, and nobody announces.
fn predicted_of(trace: &Trace, batch: &[&Compiled<CorpusProgram>]) -> Vec<String> {
    let owners = owners(batch);
    let sites = predicted(&view(trace)).into_iter().flat_map(|(one, other)| [one, other]);
    let sites = sites.filter_map(|site| trace.tables.sites.get(site.index()));
    let lines = sites.filter_map(|site| Some((owners.get(&site.class)?.as_str(), site.line as usize)));
    unannounced(lines.collect(), batch)
}

/// Every second class of some programs.
fn some_classes(batch: &[&Compiled<CorpusProgram>]) -> Vec<String> {
    let number = |class: &str| class.bytes().fold(0u32, |sum, byte| sum * 31 % 1009 + u32::from(byte));
    owners(batch).into_keys().filter(|class| number(class) % 2 == 0).collect()
}
