//! The analysis against what the programs of `tests/points-to` say about themselves.
//!
//! `expect-known.txt` lists the assertions that are known to fail, each with a reason; it is an error if
//! another one fails, and if a listed one holds. `DEADHEAT_EXPECT` restricts the test to programs whose path
//! contains its text.

#![allow(unreachable_pub, reason = "modules of a test")]

mod assertions;
mod names;

use std::collections::BTreeMap;
use std::path::Path;

use deadheat_harness::expect::{self, ExpectProgram};
use deadheat_harness::{Compiled, check_each, compile_each};
use deadheat_models::Models;
use deadheat_points_to::{NoElements, Options, solve};
use deadheat_program::{Program, ProgramOptions};

use crate::names::Code;

/// Where an assertion stands, and for which k: `area/Name.java:LINE`, k.
type Place = (String, u16, u8);

/// By program, line and text: the values of k.
type Problems = BTreeMap<(String, u16, String), Vec<String>>;

#[derive(Default)]
struct Outcome {
    checked: usize,
    failures: BTreeMap<Place, Vec<String>>,
}

#[test]
fn what_programs_expect_holds_but_for_what_is_listed() {
    let only = std::env::var("DEADHEAT_EXPECT").unwrap_or_default();
    let mut programs = expect::load().expect("every program parses");
    programs.retain(|program| program.path.to_string_lossy().contains(&only));
    let programs = compile_each(programs, |program| program.jdk, ExpectProgram::compilation);
    let models = Models::shipped();
    let mut outcome = Outcome::default();
    for own in check_each(&programs, |compiled| check(models, compiled)) {
        outcome.checked += own.checked;
        outcome.failures.extend(own.failures);
    }
    let known = read_known(&only);
    let mut problems = Problems::new();
    let mut add = |(program, line, k): &Place, what: String| {
        problems.entry((program.clone(), *line, what)).or_default().push(k.to_string());
    };
    for (place, failures) in outcome.failures.iter().filter(|(place, _)| !known.contains_key(*place)) {
        failures.iter().for_each(|failure| add(place, failure.clone()));
    }
    for (place, reason) in known.iter().filter(|(place, _)| !outcome.failures.contains_key(*place)) {
        add(place, format!("holds, but is listed as: {reason}"));
    }
    let problems: Vec<String> = problems
        .into_iter()
        .map(|((program, line, what), ks)| format!("{program}:{line} k={}: {what}", ks.join(",")))
        .collect();
    assert!(outcome.checked > 0, "no assertion");
    let failed: usize = outcome.failures.values().map(Vec::len).sum();
    assert!(
        problems.is_empty(),
        "{} assertions, {failed} fail, {} problems:\n{}",
        outcome.checked,
        problems.len(),
        problems.join("\n")
    );
}

/// One program, for each k that it asks for.
fn check(models: &Models, compiled: &Compiled<ExpectProgram>) -> Outcome {
    let Compiled { program: source, jdk, classes } = compiled;
    let path = source.path.strip_prefix(expect::directory()).unwrap_or(&source.path);
    let path = path.to_string_lossy().into_owned();
    let services = source.service_directory().unwrap_or_else(|error| panic!("{path}: {error}"));
    let options = ProgramOptions {
        class_path: std::iter::once(classes.to_owned()).chain(services).collect(),
        jdk: Some(jdk.home.clone()),
        ..ProgramOptions::default()
    };
    let program = Program::open(&options).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (bound, errors) = models.bind(&program, jdk.release);
    assert!(errors.is_empty(), "{path}: {errors:?}");
    let code = Code::new(&program, source);
    let assertions = assertions::find(&code);
    let entry = assertions::main_method(&code, &source.name).unwrap_or_else(|| panic!("{path}: no main"));
    let mut outcome = Outcome::default();
    for &k in &source.ks {
        let options = Options { k: k as u8, ..Options::default() };
        let result = solve(&bound, options, &[entry], &mut NoElements, &mut |_| {});
        for assertion in assertions.iter().filter(|assertion| assertion.is_for(k as u8)) {
            outcome.checked += 1;
            if let Some(failure) = assertions::failure(&code, &result, assertion) {
                let place = (path.clone(), assertion.line, k as u8);
                outcome.failures.entry(place).or_default().push(failure);
            }
        }
    }
    outcome
}

/// The list of known failures: `area/Name.java:LINE k=0,1: reason`, one a line.
fn read_known(only: &str) -> BTreeMap<Place, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expect-known.txt");
    let text = std::fs::read_to_string(&path).expect("expect-known.txt");
    let mut known = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parsed = parse_known(line).unwrap_or_else(|| panic!("expect-known.txt: {line}"));
        known.extend(parsed);
    }
    known.retain(|(program, ..), _| format!("points-to/{program}").contains(only));
    known
}

fn parse_known(line: &str) -> Option<Vec<(Place, String)>> {
    let (place, rest) = line.split_once(" k=")?;
    let (ks, reason) = rest.split_once(": ")?;
    let (program, number) = place.rsplit_once(':')?;
    let number: u16 = number.parse().ok()?;
    let one = |k: &str| Some(((program.to_owned(), number, k.parse().ok()?), reason.to_owned()));
    ks.split(',').map(one).collect()
}
