//! One finding for each race that a program of the corpus announces, with the evidence of each engine that announces it; and
//! ids that stay when lines are inserted, locals get other names and the program runs again.
//!
//! A label of the corpus is one location; its finding is the one whose accesses are on the label's lines. Labels that share a
//! line are taken together: there must be as many findings as labels, and as many of each engine as it announces. A finding
//! on no label's lines is a mistake, unless the list of `scan`'s known differences has its line.
//! `DEADHEAT_MERGED` says which share of the programs is looked at: every 40th, if nothing is said; 1 is all.
//! `DEADHEAT_CORPUS` restricts the test to programs whose path contains its text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadheat_harness::corpus::{
    self, Claim, CorpusProgram, Difference, Engine, Expectation, Known, read_known,
};
use deadheat_harness::{Compilation, Compiled, Jdk, check_each, compile_each, root, scratch};
use serde_json::Value;

/// The engines that a check asks, and their names in a list of findings.
const ENGINES: [(Engine, &str); 3] =
    [(Engine::Scan, "scan"), (Engine::Run, "run"), (Engine::Predict, "predict")];

#[test]
fn each_announced_race_is_one_finding_with_the_evidence_of_each_engine() {
    let different = different();
    let problems = of_each_program(CorpusProgram::compilation, |compiled| problems(compiled, &different));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn ids_stay_when_lines_are_inserted_and_locals_have_other_names() {
    let problems = of_each_program(CorpusProgram::compilation, |compiled| {
        let program = &compiled.program;
        let classes = changed(program, compiled.jdk).classes().expect("it compiles");
        let [known, again] = [&compiled.classes, &classes].map(|classes| ids(compiled, classes));
        let name = program.path.display();
        (known != again).then(|| format!("{name}: {known:?} became {again:?}")).into_iter().collect()
    });
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// What is wrong with the programs of which all engines speak and that are looked at.
fn of_each_program(
    compilation: impl Fn(&CorpusProgram, &Jdk) -> Compilation,
    problems: impl Fn(&Compiled<CorpusProgram>) -> Vec<String> + Sync,
) -> Vec<String> {
    let share = std::env::var("DEADHEAT_MERGED").ok().and_then(|it| it.parse().ok()).unwrap_or(40);
    let only = std::env::var("DEADHEAT_CORPUS").unwrap_or_default();
    let is_meant = |program: &CorpusProgram| {
        let is_of_both = [Engine::Scan, Engine::Run].iter().all(|it| program.engines.contains(it));
        let is_race = |it: &Expectation| matches!(it.claim, Claim::Race { .. });
        is_of_both
            && program.expectations.iter().any(is_race)
            && program.path.display().to_string().contains(&only)
    };
    let programs = corpus::load().expect("the corpus").into_iter().filter(is_meant);
    let programs: Vec<CorpusProgram> = programs.step_by(share).collect();
    assert!(!programs.is_empty(), "no program is looked at");
    let compiled = compile_each(programs, |program| program.jdk, compilation);
    check_each(&compiled, problems).into_iter().flatten().collect()
}

/// What `scan` and `run` are known to report otherwise than announced.
fn different() -> BTreeSet<Difference> {
    let lists = ["races/tests/scan-known.txt", "agent/tests/run-known.txt"];
    let files = lists.map(|list| root().join("crates").join(list));
    files.iter().flat_map(|file| read_known(file, "")).map(|(difference, _)| difference).collect()
}

/// Labels that share lines: how many there are, and of how many of them each engine speaks.
#[derive(Debug, Default)]
struct Family {
    labels: BTreeSet<String>,
    lines: BTreeSet<u64>,
    engines: BTreeMap<Engine, BTreeSet<String>>,
}

fn families(program: &CorpusProgram) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for expectation in &program.expectations {
        let Claim::Race { label, .. } = &expectation.claim else { continue };
        let mut family = Family::default();
        family.labels.insert(label.clone());
        family.lines.insert(expectation.line as u64);
        for engine in announcing(expectation) {
            family.engines.entry(engine).or_default().insert(label.clone());
        }
        let is_joined =
            |it: &Family| it.labels.contains(label) || it.lines.contains(&(expectation.line as u64));
        let (joined, others): (Vec<Family>, Vec<Family>) = families.into_iter().partition(is_joined);
        families = others;
        for other in joined {
            family.labels.extend(other.labels);
            family.lines.extend(other.lines);
            for (engine, labels) in other.engines {
                family.engines.entry(engine).or_default().extend(labels);
            }
        }
        families.push(family);
    }
    families
}

/// The engines that are expected to report it, what they are known to get wrong included.
fn announcing(expectation: &Expectation) -> Vec<Engine> {
    match &expectation.known {
        Some((Known::FalsePositive, engines)) => engines.clone(),
        Some((Known::FalseNegative, missing)) => {
            expectation.engines.iter().copied().filter(|engine| !missing.contains(engine)).collect()
        }
        None => expectation.engines.clone(),
    }
}

fn problems(compiled: &Compiled<CorpusProgram>, different: &BTreeSet<Difference>) -> Vec<String> {
    let program = &compiled.program;
    let path = program.path.display().to_string();
    let findings = findings(&checked(compiled, &compiled.classes, &[]));
    let families: Vec<Family> = families(program).into_iter().filter(|it| !it.engines.is_empty()).collect();
    let mut problems: Vec<String> =
        families.iter().flat_map(|it| problems_of(it, program, &findings)).collect();
    for finding in &findings {
        let is_listed =
            |(file, line, _): &Difference| path.ends_with(&**file) && finding.lines.contains(&(*line as u64));
        if !families.iter().any(|it| finding.lines.is_subset(&it.lines)) && !different.iter().any(is_listed) {
            let title = &finding.title;
            problems.push(format!("{title} is on lines of no label, or of several: {finding:?}"));
        }
    }
    problems.into_iter().map(|problem| format!("{path}: {problem}")).collect()
}

fn problems_of(family: &Family, program: &CorpusProgram, findings: &[Finding]) -> Vec<String> {
    let found: Vec<&Finding> = findings.iter().filter(|it| it.lines.is_subset(&family.lines)).collect();
    let labels = &family.labels;
    let mut problems = Vec::new();
    if found.len() != labels.len() {
        problems.push(format!("{labels:?}: {} findings: {found:?} of {findings:?}", found.len()));
    }
    for (engine, name) in ENGINES.iter().filter(|(engine, _)| program.engines.contains(engine)) {
        let announced = family.engines.get(engine).map_or(0, BTreeSet::len);
        let by = found.iter().filter(|it| it.engines.contains(*name)).count();
        // What happened may be predicted as well, whether or not it is announced.
        let is_right = if *engine == Engine::Predict { by >= announced } else { by == announced };
        if !is_right {
            problems.push(format!("{labels:?}: {by} of {announced} announced by {name}: {found:?}"));
        }
    }
    problems
}

#[derive(Debug)]
struct Finding {
    title: String,
    lines: BTreeSet<u64>,
    engines: BTreeSet<String>,
}

/// What a check of the program finds in these classes.
fn checked(compiled: &Compiled<CorpusProgram>, classes: &Path, options: &[&str]) -> Value {
    let program = &compiled.program;
    // Both tests, and whoever else tests, check the same classes at the same time.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let directory = scratch().join("merging").join(format!("{}-{number}", std::process::id()));
    fs::create_dir_all(&directory).expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(["check", "--quiet", "--no-cache", "--json", "r.json"]).args(options);
    command.args(["--agent-options", "unseen=Unseen"]).current_dir(&directory);
    command.env("DEADHEAT_CACHE", &directory).env("JAVA_HOME", &compiled.jdk.home);
    let java = compiled.jdk.tool("java");
    command.arg("--").arg(java).arg("-cp").arg(classes).arg(&program.name).args(&program.args);
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let bytes = fs::read(directory.join("r.json"));
    let bytes = bytes.unwrap_or_else(|_| panic!("{}: {said}", program.path.display()));
    let _ = fs::remove_dir_all(&directory);
    serde_json::from_slice(&bytes).expect("JSON")
}

fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

fn findings(list: &Value) -> Vec<Finding> {
    let finding = |value: &Value| {
        let accesses = items(value, "pairs").flat_map(|pair| [&pair["first"], &pair["second"]]);
        let engines = items(value, "evidence").filter_map(|proof| proof["engine"].as_str());
        Finding {
            title: value["title"].as_str().unwrap_or_default().to_owned(),
            lines: accesses.filter_map(|it| it["line"].as_u64()).collect(),
            engines: engines.map(str::to_owned).collect(),
        }
    };
    items(list, "findings").map(finding).collect()
}

/// The ids of findings, and of the pairs that `scan` announces: which of its many alike pairs a run sees first is its own
/// affair.
fn ids(compiled: &Compiled<CorpusProgram>, classes: &Path) -> BTreeSet<String> {
    let list = checked(compiled, classes, &["--no-predict"]);
    let id = |value: &Value| value["id"].as_str().expect("an id").to_owned();
    let is_scanned = |pair: &&Value| items(pair, "evidence").any(|proof| proof["engine"] == "scan");
    let mut ids = BTreeSet::new();
    for finding in items(&list, "findings") {
        ids.insert(id(finding));
        ids.extend(items(finding, "pairs").filter(is_scanned).map(id));
    }
    ids
}

/// The program with an empty line behind each of its lines, and without the names of locals.
fn changed(program: &CorpusProgram, jdk: &Jdk) -> Compilation {
    let text = fs::read_to_string(&program.path).expect("the program");
    let area = program.path.parent().and_then(Path::file_name).expect("an area");
    let directory: PathBuf = scratch().join("merging-changed").join(area);
    fs::create_dir_all(&directory).expect("a directory");
    let file = directory.join(format!("{}.java", program.name));
    fs::write(&file, text.lines().map(|line| format!("{line}\n\n")).collect::<String>()).expect("a source");
    let mut compilation = program.compilation(jdk);
    compilation.sources[0] = file;
    compilation.options.push("-g:source,lines".to_owned());
    compilation
}
