//! One finding for each race that a program of the corpus announces, with the evidence of each engine that announces it.
//!
//! A label of the corpus is one location; its finding is the one whose accesses are on the label's lines. Programs with several
//! labels on one line say nothing here, and neither do those that the engines' own tests list as different.
//! `DEADHEAT_MERGED` says which share of the programs is looked at: every 30th, if nothing is said; 1 is all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_harness::corpus::{self, Claim, CorpusProgram, Engine, read_known};
use deadheat_harness::{Compiled, check_each, compile_each, root, scratch};
use serde_json::Value;

#[test]
fn each_announced_race_is_one_finding_with_the_evidence_of_each_engine() {
    let share = std::env::var("DEADHEAT_MERGED").ok().and_then(|it| it.parse().ok()).unwrap_or(30);
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let different = different();
    let is_meant = |program: &CorpusProgram| {
        let path = program.path.display().to_string();
        let both = [Engine::Scan, Engine::Run].iter().all(|it| program.engines.contains(it));
        both && !labels(program).is_empty()
            && path.contains(&only)
            && !different.iter().any(|it| path.ends_with(it))
    };
    let programs = corpus::load().expect("the corpus").into_iter().filter(is_meant);
    let programs: Vec<CorpusProgram> = programs.step_by(share).collect();
    assert!(!programs.is_empty(), "no program is looked at");
    let compiled = compile_each(programs, |program| program.jdk, CorpusProgram::compilation);
    let results = check_each(&compiled, problems);
    let problems: Vec<String> = results.into_iter().flatten().collect();
    assert!(
        problems.is_empty(),
        "{} programs, {} problems:\n{}",
        compiled.len(),
        problems.len(),
        problems.join("\n")
    );
}

/// Programs in which an engine is known to differ from what is announced.
fn different() -> BTreeSet<String> {
    let lists = ["races/tests/scan-known.txt", "races/tests/scan-possible.txt", "agent/tests/run-known.txt"];
    let files = lists.map(|list| root().join("crates").join(list));
    files.iter().flat_map(|file| read_known(file, "")).map(|((path, ..), _)| path).collect()
}

/// By label: by engine, the lines. Labels that share a line with another one are left out.
fn labels(program: &CorpusProgram) -> BTreeMap<String, BTreeMap<Engine, BTreeSet<u64>>> {
    let mut labels: BTreeMap<String, BTreeMap<Engine, BTreeSet<u64>>> = BTreeMap::new();
    let mut by_line: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    for expectation in &program.expectations {
        let Claim::Race { label, .. } = &expectation.claim else { continue };
        if expectation.known.is_some() {
            // What an engine is known to get wrong is tested with that engine.
            return BTreeMap::new();
        }
        by_line.entry(expectation.line as u64).or_default().insert(label);
        for engine in &expectation.engines {
            let lines = labels.entry(label.clone()).or_default().entry(*engine).or_default();
            lines.insert(expectation.line as u64);
        }
    }
    let is_shared = |label: &str| by_line.values().any(|labels| labels.len() > 1 && labels.contains(label));
    labels.retain(|label, _| !is_shared(label));
    labels
}

fn problems(compiled: &Compiled<CorpusProgram>) -> Vec<String> {
    let program = &compiled.program;
    let findings = checked(compiled);
    let mut problems = Vec::new();
    for (label, engines) in labels(program) {
        let all: BTreeSet<u64> = engines.values().flatten().copied().collect();
        let found: Vec<&Finding> = findings.iter().filter(|finding| finding.lines.is_subset(&all)).collect();
        let name = format!("{} race({label})", program.path.display());
        let [finding] = found[..] else {
            problems.push(format!("{name}: {} findings of {findings:?}", found.len()));
            continue;
        };
        for (engine, word) in [(Engine::Scan, "scan"), (Engine::Run, "run")] {
            if engines.contains_key(&engine) != finding.engines.contains(word) {
                problems.push(format!("{name}: by {:?}, announced {engines:?}", finding.engines));
            }
        }
    }
    problems
}

#[derive(Debug)]
struct Finding {
    lines: BTreeSet<u64>,
    engines: BTreeSet<String>,
}

/// What a check of the program finds.
fn checked(compiled: &Compiled<CorpusProgram>) -> Vec<Finding> {
    let program = &compiled.program;
    let directory = scratch().join("merging").join(&program.name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(["check", "--quiet", "--no-cache", "--json", "r.json"]).current_dir(&directory);
    command.args(["--agent-options", "unseen=Unseen"]);
    command.env("DEADHEAT_CACHE", &directory).env("JAVA_HOME", &compiled.jdk.home);
    let java = compiled.jdk.tool("java");
    command.arg("--").arg(java).arg("-cp").arg(&compiled.classes).arg(&program.name).args(&program.args);
    let output = command.output().expect("it starts");
    let file = directory.join("r.json");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let bytes = fs::read(&file).unwrap_or_else(|_| panic!("{}: {said}", program.path.display()));
    let value: Value = serde_json::from_slice(&bytes).expect("JSON");
    value["findings"].as_array().into_iter().flatten().map(|it| finding(it, &program.path)).collect()
}

fn finding(value: &Value, path: &Path) -> Finding {
    let pairs = value["pairs"].as_array().into_iter().flatten();
    let lines = pairs.flat_map(|pair| [&pair["first"], &pair["second"]]).filter_map(|it| it["line"].as_u64());
    let proofs = value["evidence"].as_array().into_iter().flatten();
    let engines = proofs.filter_map(|proof| proof["engine"].as_str()).map(str::to_owned).collect();
    assert!(value["morePairs"].is_null(), "{}: too many pairs to say", path.display());
    Finding { lines: lines.collect(), engines }
}
