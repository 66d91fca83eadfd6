//! `deadheat run --json` → what is announced; and the form of a race, which `predict` has, too.
//!
//! A race says by its key `evidence` what it is worth: without, it was *witnessed*; `feasible` is what a lockset detector
//! says, `predicted` comes with a `schedule`. [`proof`] is the one place that decides it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::announced::{Announced, Announcements, Work};
use crate::finding::{Access, AccessKind, Engine, Evidence, Frame, Kind, Location, Proof};
use crate::from_scan::{counted, strings};

/// Whether a value looks like the result of a run.
pub fn is_run(value: &Value) -> bool {
    value["races"].is_array() && value["jvms"].is_array()
}

/// What a run announces.
pub fn from_run(value: &Value) -> Announcements {
    let races: Vec<Announced> =
        value["races"].as_array().into_iter().flatten().filter_map(announced).collect();
    let work = work(value, &races);
    Announcements { races, work: vec![work] }
}

/// What a race of a run is worth.
fn proof(race: &Value) -> Proof {
    let (engine, kind) = match race["evidence"].as_str() {
        Some("predicted") => (Engine::Predict, Evidence::Predicted),
        Some("feasible") => (Engine::Lockset, Evidence::Feasible),
        _ => (Engine::Run, Evidence::Witnessed),
    };
    Proof {
        engine,
        kind,
        confidence: None,
        because: None,
        times: race["times"].as_u64().filter(|_| kind == Evidence::Witnessed),
        tests: tests(race),
        schedule: race["schedule"].as_array().into_iter().flatten().map(step).collect(),
    }
}

/// The tests in which one JVM saw a race: of those that were running, the ones that the accesses stand in, if these tell. Of the
/// same race in several JVMs each has to be asked by its own stacks.
pub fn tests_of(race: &Value) -> BTreeSet<String> {
    let running: BTreeSet<String> = strings(&race["tests"]).into_iter().collect();
    let both: BTreeSet<String> = tests_in_stacks(race).intersection(&running).cloned().collect();
    if both.is_empty() { running } else { both }
}

/// The tests that are told; a trace knows only stacks.
fn tests(race: &Value) -> Vec<String> {
    match strings(&race["tests"]) {
        told if told.is_empty() => tests_in_stacks(race).into_iter().collect(),
        told => told,
    }
}

fn tests_in_stacks(race: &Value) -> BTreeSet<String> {
    let stacks = ["first", "second"].map(|side| strings(&race[side]["stack"]));
    stacks.iter().filter_map(|stack| test_of(stack)).collect()
}

/// A step of a schedule.
fn step(step: &Value) -> String {
    format!("{:?}: {}", text(&step["thread"]), text(&step["what"]))
}

pub(crate) fn announced(race: &Value) -> Option<Announced> {
    let location = location(race)?;
    let place = match location.kind {
        Kind::Static | Kind::Field => format!("field {}.{}", location.class, location.name),
        Kind::Elements => format!("elements of {}", location.class),
        Kind::State => format!("calls on {}", location.class),
    };
    let itself = format!("{}@{}", text(&race["object"]), text(&race["identity"]));
    let proof = proof(race);
    let why = (proof.kind == Evidence::Witnessed).then(|| why(&race["order"]));
    let first = access(&race["first"], &itself)?;
    let second = access(&race["second"], &itself)?;
    Some(Announced { location, first, second, proof, why, published_by: None, place })
}

fn why(order: &Value) -> String {
    let at = order["first_at"].as_u64().unwrap_or(0);
    let known = order["second_knows"].as_u64().unwrap_or(0);
    let known = if known == 0 { "nothing".to_owned() } else { format!("no more than its first {known}") };
    format!(
        "the first access was in step {at} of its thread, and of those steps the other thread had seen {known}: no \
         lock, volatile field, start or join led from one to the other"
    )
}

fn location(race: &Value) -> Option<Location> {
    let kind = match race["kind"].as_str()? {
        "static" => Kind::Static,
        "element" | "elements" => Kind::Elements,
        "object" | "state" => Kind::State,
        _ => Kind::Field,
    };
    let (class, name) = match kind {
        Kind::Static | Kind::Field => (text(&race["owner"]), text(&race["name"])),
        Kind::Elements | Kind::State => (text(&race["object"]), ""),
    };
    let (class, name) = (class.replace('/', "."), name.to_owned());
    Some(Location { kind, class, name, made_at: Vec::new(), declared: None })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// An access. Locks are told by class and identity; that of the object itself is `this`, as in `scan`.
fn access(side: &Value, itself: &str) -> Option<Access> {
    let site = &side["site"];
    let frames: Vec<Frame> = strings(&side["stack"]).iter().map(|frame| parse_frame(frame)).collect();
    let locks = strings(&side["locks"]).iter().map(|lock| lock_name(lock, itself)).collect();
    Some(Access {
        access: if text(&side["access"]) == "write" { AccessKind::Write } else { AccessKind::Read },
        class: text(&site["class"]).replace('/', "."),
        method: text(&site["method"]).to_owned(),
        file: frames.first().and_then(|frame| frame.file.clone()),
        path: None,
        line: site["line"].as_u64().and_then(|line| u32::try_from(line).ok()),
        code: None,
        thread: format!("{:?}", text(&side["thread"])),
        locks,
        frames,
        exact: side["is_exact"] != Value::Bool(false),
    })
}

fn lock_name(lock: &str, itself: &str) -> String {
    match lock.split_once('@') {
        _ if lock == itself => "this".to_owned(),
        Some((class, _)) => format!("a {class}"),
        None => lock.to_owned(),
    }
}

/// `java.base/java.lang.Thread.run(Thread.java:840)`.
fn parse_frame(frame: &str) -> Frame {
    let (method, place) = frame.split_once('(').unwrap_or((frame, ""));
    let method = method.rsplit('/').next().unwrap_or(method).to_owned();
    let place = place.trim_end_matches(')');
    let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
    let file = file.contains('.').then(|| file.to_owned());
    Frame { method, file, line: line.parse().ok() }
}

/// The test that a stack stands in: the outermost method of a test class that the framework calls, which is by reflection, or
/// a lambda of such a method, which a thread of its own may run. What a test calls in its own class is no test.
fn test_of(stack: &[String]) -> Option<String> {
    let frames: Vec<String> = stack.iter().map(|frame| parse_frame(frame).method).collect();
    let is_called = |index: usize| {
        let by = frames.get(index + 1).map_or("", String::as_str);
        let reflective = ["jdk.internal.reflect.", "java.lang.reflect.", "java.lang.invoke."];
        reflective.iter().any(|package| by.starts_with(package)) || frames[index].contains(".lambda$")
    };
    let mut outermost = (0..frames.len()).rev().filter(|&index| is_called(index));
    outermost.find_map(|index| test_method(&frames[index]))
}

/// A method of a class that Surefire and Gradle take for tests by its name. A lambda is part of the method that has it.
fn test_method(method: &str) -> Option<String> {
    let (class, method) = method.rsplit_once('.')?;
    let outer = class.rsplit('.').next()?.split('$').next()?;
    let is_test = outer.starts_with("Test")
        || ["Test", "Tests", "TestCase", "IT"].iter().any(|end| outer.ends_with(end));
    let is_framework = ["org.junit.", "junit.", "org.testng."].iter().any(|it| class.starts_with(it));
    let method = method.strip_prefix("lambda$").map_or(method, |rest| rest.split('$').next().unwrap_or(rest));
    let is_method = !matches!(method, "<init>" | "<clinit>" | "new" | "static" | "null");
    (is_test && is_method && !is_framework).then(|| format!("{class}.{method}"))
}

fn work(value: &Value, races: &[Announced]) -> Work {
    let jvms: Vec<&Value> = value["jvms"].as_array().into_iter().flatten().collect();
    let total = |key: &str| -> u64 { jvms.iter().filter_map(|it| it[key].as_u64()).sum() };
    let mut gaps = Vec::new();
    for (key, what) in [
        ("classes_left_out", "classes left as they are: their accesses are not seen"),
        ("methods_left_out", "methods left as they are: their accesses are not seen"),
        ("unplanned", "classes were not there when checks were planned"),
        ("failures", "failures inside of Deadheat: the result is not complete"),
    ] {
        if total(key) > 0 {
            gaps.push(counted(total(key), what));
        }
    }
    let unfinished = value["unfinished"].as_u64().unwrap_or(0);
    if unfinished > 0 {
        let of = if unfinished == 1 { "1 JVM".to_owned() } else { format!("{unfinished} JVMs") };
        gaps.push(format!("{of} did not come to an end: what was seen until then counts"));
    }
    let engine = races.first().map_or(Engine::Run, |race| race.proof.engine);
    let (count, classes) = (jvms.len() as u64 + unfinished, total("classes"));
    let summary = format!(
        "{count} {} watched, {} looked at; {} {} seen",
        if count == 1 { "JVM" } else { "JVMs" },
        counted(classes, "classes"),
        races.len(),
        if races.len() == 1 { "race" } else { "races" }
    );
    Work { engine, summary, filters: Vec::new(), gaps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_the_methods_that_frameworks_call() {
        let reflection = "java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)";
        let junit = "org.junit.jupiter.engine.descriptor.TestMethodTestDescriptor.execute(TestMethodTestDescriptor.java:1)";
        let cases: [(&[&str], Option<&str>); 6] = [
            (
                &[
                    "shop.StockTest.helper(S.java:4)",
                    "shop.StockTest.works(S.java:9)",
                    reflection,
                    junit,
                    reflection,
                ],
                Some("shop.StockTest.works"),
            ),
            (
                &[
                    "shop.StockTest.lambda$twice$0(S.java:23)",
                    "java.base/java.lang.Thread.run(Thread.java:840)",
                ],
                Some("shop.StockTest.twice"),
            ),
            (&["shop.StockIT$Nested.works(S.java:9)", reflection], Some("shop.StockIT$Nested.works")),
            (&["shop.Stock.take(Stock.java:14)", reflection], None),
            (
                &[
                    "shop.TestPool$Factory.destroy(S.java:3)",
                    "java.base/java.lang.Thread.run(Thread.java:840)",
                ],
                None,
            ),
            (&["shop.StockTest.lambda$new$0(S.java:23)"], None),
        ];
        for (stack, expected) in cases {
            let stack: Vec<String> = stack.iter().map(|frame| (*frame).to_owned()).collect();
            assert_eq!(test_of(&stack).as_deref(), expected, "{stack:?}");
        }
    }

    #[test]
    fn of_the_tests_that_ran_those_count_that_the_accesses_stand_in() {
        let race = |tests: &[&str], stack: &str| serde_json::json!({ "tests": tests, "first": { "stack": [stack] }, "second": { "stack": [] } });
        let worker = "shop.Worker.run(Worker.java:3)";
        let lambda = "shop.StockTest.lambda$twice$0(S.java:23)";
        let of = |tests: &[&str], stack: &str| tests_of(&race(tests, stack)).into_iter().collect::<Vec<_>>();
        assert_eq!(of(&["shop.A.one", "shop.StockTest.twice"], lambda), ["shop.StockTest.twice"]);
        assert_eq!(of(&["shop.Checks.one"], worker), ["shop.Checks.one"]);
        assert_eq!(of(&["shop.Checks.one", "shop.B.two"], worker), ["shop.B.two", "shop.Checks.one"]);
        assert_eq!(tests(&race(&[], lambda)), ["shop.StockTest.twice"]);
        let of_two_jvms = ["shop.DepotTest.other", "shop.StockTest.twice"];
        assert_eq!(tests(&race(&of_two_jvms, lambda)), of_two_jvms);
    }

    #[test]
    fn frames_are_understood() {
        let frame = parse_frame("java.base/java.lang.Thread.run(Thread.java:840)");
        assert_eq!(
            (&*frame.method, frame.file.as_deref(), frame.line),
            ("java.lang.Thread.run", Some("Thread.java"), Some(840))
        );
        let native = parse_frame("java.lang.Thread.run(Native Method)");
        assert_eq!((native.file, native.line), (None, None));
    }
}
