//! `run --placement full`: checks that scan finds no race for are left out, and no race is lost by that.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deadheat_harness::corpus::{self, CorpusProgram, Engine};
use deadheat_harness::{Compilation, Compiled, Jdk, check_each, compile_each, jdks, root, scratch};
use serde_json::Value;

/// Of the racy programs of the corpus, one in so many is run, unless `DEADHEAT_CORPUS` names some.
const ONE_IN: usize = 6;
/// The same of those that are race free in the run: a plan must not make a race of one.
const SILENT_ONE_IN: usize = 15;
/// Programs that are about plans.
const ALWAYS: &[&str] = &["KnownByQuietUse"];

fn directory(name: &str) -> PathBuf {
    let directory = scratch().join("plan").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    directory
}

fn deadheat(cache: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("DEADHEAT_CACHE", cache).args(arguments).output().expect("it starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path")
}

fn oldest() -> &'static Jdk {
    jdks().iter().min_by_key(|jdk| jdk.release).expect("a JDK")
}

fn bank() -> PathBuf {
    Compilation::new(oldest(), [root().join("examples/Bank.java")]).classes().expect("javac")
}

/// What a run saw, and how many checks it had.
fn races(directory: &Path, placement: &str, java: &[&str]) -> (BTreeSet<String>, u64) {
    let json = directory.join(format!("{placement}.json"));
    let options =
        ["run", "--placement", placement, "--json", path(&json), "--agent-options", "unseen=Unseen", "--"];
    let output = deadheat(directory, &[&options[..], java].concat());
    let text = std::fs::read_to_string(&json).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let place = |race: &Value| match race["kind"].as_str() {
        Some("element" | "object") => format!("{} {}", race["kind"], race["object"]),
        _ => format!("{} {} {}", race["kind"], race["owner"], race["name"]),
    };
    let summary = &found["jvms"][0];
    assert_eq!(summary["failures"], 0, "{}", stderr(&output));
    let places = found["races"].as_array().expect("races").iter().map(place).collect();
    (places, summary["checks"].as_u64().expect("a number"))
}

#[test]
fn races_are_found_at_the_same_places_with_fewer_checks() {
    let only = std::env::var("DEADHEAT_CORPUS").ok();
    let mut programs = corpus::load().expect("every program parses");
    programs.retain(|program| {
        program.engines.contains(&Engine::Run)
            && program.announced(Engine::Scan).len() >= program.announced(Engine::Run).len()
    });
    let (mut racy, mut silent) = (0, 0);
    programs.retain(|program| {
        let is_silent = program.announced(Engine::Run).is_empty();
        let (number, one_in) = if is_silent { (&mut silent, SILENT_ONE_IN) } else { (&mut racy, ONE_IN) };
        *number += 1;
        match &only {
            Some(only) => program.path.to_string_lossy().contains(only),
            None => *number % one_in == 0 || ALWAYS.contains(&program.name.as_str()),
        }
    });
    let programs = compile_each(programs, |program| program.jdk, CorpusProgram::compilation);
    assert!(!programs.is_empty(), "no program");
    let numbered: Vec<(usize, Compiled<CorpusProgram>)> = programs.into_iter().enumerate().collect();
    let results = check_each(&numbered, |(number, compiled)| {
        let directory = directory(&format!("corpus-{number}"));
        let java = compiled.jdk.tool("java");
        let mut command = vec![path(&java), "-cp", path(&compiled.classes), &compiled.program.name];
        command.extend(compiled.program.args.iter().map(String::as_str));
        let (expected, checks) = races(&directory, "bigfoot", &command);
        let (found, fewer) = races(&directory, "full", &command);
        let name = compiled.program.path.display();
        (found != expected || fewer > checks)
            .then(|| format!("{name}: {found:?} with {fewer} checks, not {expected:?} with {checks}"))
    });
    let problems: Vec<String> = results.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_plan_is_made_once_for_the_same_classes_and_anew_for_others() {
    let cache = directory("cache");
    let (classes, java) = (bank(), oldest().tool("java"));
    let plan = |cache: &Path, classes: &Path| {
        let output = deadheat(cache, &["plan", "-q", "--", path(&java), "-cp", path(classes), "Bank"]);
        assert!(output.status.success(), "{}", stderr(&output));
        PathBuf::from(String::from_utf8_lossy(&output.stdout).trim())
    };
    let first = plan(&cache, &classes);
    std::fs::write(&first, "kept").expect("a file that can be written");
    assert_eq!(plan(&cache, &classes), first);
    assert_eq!(std::fs::read_to_string(&first).expect("the plan"), "kept");
    let changed = directory("changed");
    let source = std::fs::read_to_string(root().join("examples/Bank.java")).expect("the example");
    std::fs::write(changed.join("Bank.java"), source.replace("100_000", "100_001")).expect("a file");
    let changed = Compilation::new(oldest(), [changed.join("Bank.java")]).classes().expect("javac");
    assert_ne!(plan(&cache, &changed), first);
}

#[test]
fn classes_that_are_not_those_of_the_plan_are_told() {
    let cache = directory("stale");
    let (classes, java) = (bank(), oldest().tool("java"));
    let command = [path(&java), "-cp", path(&classes), "Bank"];
    let output = deadheat(&cache, &[&["plan", "-q", "--"], &command[..]].concat());
    let plan = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let text = std::fs::read_to_string(&plan).expect("a plan");
    let (line, _) = text.split_once('\n').expect("a header");
    std::fs::write(&plan, format!("{line}\nclass Bank 0\n")).expect("a file that can be written");
    let run = [&["run", "--placement", "full", "--"], &command[..]].concat();
    let shown = stderr(&deadheat(&cache, &run));
    assert!(shown.contains("2 classes were not there when checks were planned"), "{shown}");
    assert!(shown.contains("static field Bank.transfers"), "{shown}");
    std::fs::write(&plan, "no plan").expect("a file that can be written");
    let output = deadheat(&cache, &run);
    assert!(stderr(&output).contains("no plan of this version"), "{}", stderr(&output));
}

#[test]
fn commands_that_cannot_be_planned_are_refused_with_what_to_do() {
    let cache = directory("refused");
    let java = oldest().tool("java");
    for (command, why) in [
        (&["mvn", "test"][..], "only of a java command"),
        (&[path(&java), "-m", "acme/Main"], "-m are not understood"),
        (&[path(&java), "-cp", path(&bank()), "Nobody"], "Nobody"),
    ] {
        let output = deadheat(&cache, &[&["run", "--placement", "full", "--"], command].concat());
        let shown = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{shown}");
        assert!(shown.contains(why) && shown.contains("full-plan"), "{shown}");
    }
}
