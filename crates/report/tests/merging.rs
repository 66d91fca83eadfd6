//! Findings from what engines announce: one for each location, the same in whatever order, with ids that stay.

mod support;

use std::collections::BTreeSet;

use deadheat_report::announced::{Announced, Announcements};
use deadheat_report::baseline::Baseline;
use deadheat_report::finding::{Access, AccessKind, Engine, Evidence, Finding, Kind, Location, Severity};
use deadheat_report::source::Sources;
use deadheat_report::suppress::{self, rules};
use deadheat_report::{Code, Findings, NoCode, diff, json, merge};
use support::{access, announced, field, fresh, race};

use AccessKind::{Read, Write};

fn merged(races: Vec<Announced>) -> Vec<Finding> {
    merge(Announcements { races, work: Vec::new() }, &NoCode).findings
}

fn count_race(engine: Engine, line: u32) -> Announced {
    let class = "com.acme.Counter";
    race(
        engine,
        field(class, "count"),
        access(Write, class, "add", line),
        access(Read, class, "get", line + 9),
    )
}

#[test]
fn engines_that_announce_the_same_race_are_one_finding() {
    let engines = [Engine::Scan, Engine::Lockset, Engine::Predict, Engine::Run];
    let findings = merged(engines.map(|engine| count_race(engine, 7)).to_vec());
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(finding.pairs.len(), 1);
    let evidence: Vec<_> = finding.evidence.iter().map(|proof| (proof.engine, proof.kind)).collect();
    assert_eq!(
        evidence,
        [
            (Engine::Run, Evidence::Witnessed),
            (Engine::Predict, Evidence::Predicted),
            (Engine::Lockset, Evidence::Feasible),
            (Engine::Scan, Evidence::Possible)
        ]
    );
    assert_eq!((finding.severity, finding.label()), (Severity::High, "witnessed"));
    let alone = |engine| merged(vec![count_race(engine, 7)])[0].clone();
    for (engine, label) in engines.into_iter().zip(["likely", "feasible", "predicted", "witnessed"]) {
        assert_eq!((alone(engine).label(), &alone(engine).id), (label, &finding.id), "{engine:?}");
    }
}

#[test]
fn the_order_of_announcements_does_not_matter() {
    let forward = merge(announced(), &NoCode);
    let mut backward = announced();
    backward.races.reverse();
    let backward = merge(backward, &NoCode);
    let ids = |list: &Findings| {
        list.findings.iter().map(|it| (it.id.clone(), it.title.clone())).collect::<Vec<_>>()
    };
    assert_eq!(ids(&forward), ids(&backward));
}

#[test]
fn ids_do_not_depend_on_lines_or_on_the_numbers_of_lambdas() {
    let pair = |line: u32, lambda: u32| {
        let class = "com.acme.Counter";
        let in_lambda = access(Write, class, &format!("lambda$start${lambda}"), line);
        let races =
            vec![race(Engine::Run, field(class, "count"), in_lambda, access(Read, class, "get", line + 3))];
        let finding = merged(races).remove(0);
        (finding.id, finding.pairs[0].id.clone())
    };
    assert_eq!(pair(10, 0), pair(48, 3));
    let other = merged(vec![race(
        Engine::Run,
        field("com.acme.Counter", "total"),
        access(Write, "com.acme.Counter", "add", 1),
        access(Read, "com.acme.Counter", "get", 2),
    )]);
    assert_ne!(other[0].id, pair(10, 0).0);
}

fn array(engine: Engine, made: Option<&str>, line: u32) -> Announced {
    let location = Location {
        kind: Kind::Elements,
        class: "int[]".to_owned(),
        name: String::new(),
        made_at: made.map(str::to_owned).into_iter().collect(),
        declared: None,
    };
    let (first, second) = (access(Write, "a.B", "fill", line), access(Read, "a.B", "sum", 9));
    let place = format!("elements of int[] {made:?}");
    Announced { place, ..race(engine, location, first, second) }
}

#[test]
fn what_a_run_sees_of_an_array_joins_what_scan_says_of_it() {
    let findings = merged(vec![array(Engine::Scan, Some("a.B.main():3"), 5), array(Engine::Run, None, 5)]);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(finding.evidence.len(), 2);
    // Another line is another access: nothing says that it is the same array.
    let findings = merged(vec![array(Engine::Scan, Some("a.B.main():3"), 5), array(Engine::Run, None, 6)]);
    assert_eq!(findings.len(), 2);
}

#[test]
fn arrays_that_a_run_cannot_tell_apart_are_one_finding() {
    let findings = merged(vec![
        array(Engine::Scan, Some("a.B.main():3"), 5),
        array(Engine::Scan, Some("a.B.main():4"), 5),
        array(Engine::Run, None, 5),
    ]);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(finding.location.made_at, ["a.B.main():3", "a.B.main():4"]);
}

/// An array race as a prediction has it: traces do not know the types of arrays.
fn predicted(line: u32) -> Announced {
    let mut race = array(Engine::Predict, None, line);
    race.location.class.clear();
    race
}

#[test]
fn a_prediction_without_a_type_joins_the_array_of_the_same_accesses() {
    let scanned = array(Engine::Scan, Some("a.B.main():3"), 5);
    for others in [vec![scanned.clone()], vec![array(Engine::Run, None, 5)]] {
        let findings = merged([vec![predicted(5)], others].concat());
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!((finding.evidence.len(), &*finding.location.class), (2, "int[]"));
    }
    // Two types in one line: it may be either.
    let mut other = array(Engine::Scan, Some("a.B.main():4"), 5);
    other.location.class = "long[]".to_owned();
    let titles = |findings: Vec<Finding>| findings.into_iter().map(|it| it.title).collect::<BTreeSet<_>>();
    let found = titles(merged(vec![scanned, other, predicted(5)]));
    assert_eq!(found.len(), 3);
    assert!(found.contains("elements of an array"), "{found:?}");
}

/// Classes whose names begin with another one's are of that kind.
struct ByName;

impl Code for ByName {
    fn ordinal(&self, _: &Location, _: &Access) -> Option<usize> {
        None
    }

    fn field_type(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn is_kind_of(&self, class: &str, of: &str) -> bool {
        class.starts_with(of)
    }

    fn is_made_when_missing(&self, _: &Location, access: &Access) -> bool {
        access.method == "get"
    }
}

#[test]
fn what_is_made_when_it_is_asked_for_is_to_be_made_once() {
    let advice = |kind, method: &str, lock: Option<&str>| {
        let class = "com.acme.Registry";
        let mut write = access(Write, class, method, 4);
        write.locks = lock.map(str::to_owned).into_iter().collect();
        let mut location = field(class, "instance");
        location.kind = kind;
        let races = vec![race(Engine::Scan, location, write, access(Read, class, "get", 3))];
        let finding = merge(Announcements { races, work: Vec::new() }, &ByName).findings.remove(0);
        (finding.suggestion.kind, finding.suggestion.text, finding.effect)
    };
    let (kind, text, effect) = advice(Kind::Static, "get", None);
    assert_eq!(kind, "publish");
    assert!(text.contains("static final") && effect.contains("more than once"), "{text}; {effect}");
    let (kind, text, _) = advice(Kind::Field, "get", None);
    assert!(kind == "publish" && text.contains("in the constructor"), "{kind}: {text}");
    // Made under a lock, and looked at without.
    let (kind, text, effect) = advice(Kind::Static, "get", Some("Registry.class"));
    assert!(kind == "publish" && text.contains("volatile") && !text.contains("again"), "{kind}: {text}");
    assert!(!effect.contains("more than once"), "{effect}");
    // A setter asks for nothing.
    let (kind, text, _) = advice(Kind::Static, "set", None);
    assert_eq!(kind, "volatile", "{text}");
}

#[test]
fn an_object_of_which_scan_knows_an_interface_is_what_a_run_sees() {
    let state = |engine, class: &str, made: Option<&str>| {
        let mut race = array(engine, made, 5);
        race.location.kind = Kind::State;
        race.location.class = class.to_owned();
        race
    };
    let scanned = state(Engine::Scan, "java.util.Iterator", Some("a.B.main():3"));
    let count = |class: &str| {
        let races = vec![scanned.clone(), state(Engine::Run, class, None)];
        merge(Announcements { races, work: Vec::new() }, &ByName).findings.len()
    };
    assert_eq!((count("java.util.IteratorOfList"), count("java.util.HashMap")), (1, 2));
}

#[test]
fn ids_are_told_apart_where_hashes_are_not() {
    let findings = merged(vec![
        array(Engine::Scan, Some("a.B.main():3"), 5),
        array(Engine::Scan, Some("a.B.main():4"), 6),
    ]);
    let ids: BTreeSet<&str> = findings.iter().map(|finding| &*finding.id).collect();
    assert_eq!(ids.len(), 2);
    assert!(ids.iter().any(|id| id.ends_with("-2")), "{ids:?}");
}

#[test]
fn fields_that_race_in_the_same_methods_are_one_cause() {
    let at = |name: &str, line| {
        let class = "com.acme.Point";
        race(
            Engine::Scan,
            field(class, name),
            access(Write, class, "set", line),
            access(Read, class, "get", line + 9),
        )
    };
    let findings = merged(vec![at("x", 3), at("y", 4), count_race(Engine::Scan, 7)]);
    assert_eq!(findings.len(), 3);
    let counted: Vec<&Finding> = findings.iter().filter(|finding| finding.is_counted()).collect();
    assert_eq!(counted.len(), 2, "{findings:#?}");
    let point = counted.iter().find(|finding| finding.location.class == "com.acme.Point").expect("a point");
    assert_eq!((&*point.location.name, point.removes.len()), ("x", 1));
}

#[test]
fn what_an_unsafe_publication_causes_goes_away_with_it() {
    let class = "com.acme.Holder";
    let publication = race(
        Engine::Scan,
        field(class, "instance"),
        access(Write, class, "set", 3),
        access(Read, class, "get", 9),
    );
    let mut inside = race(
        Engine::Scan,
        field("com.acme.Config", "size"),
        access(Write, "com.acme.Config", "<init>", 5),
        access(Read, "com.acme.Config", "size", 8),
    );
    inside.published_by = Some("field com.acme.Holder.instance".to_owned());
    let findings = merged(vec![inside, publication]);
    let [first, second] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(first.location.name, "instance");
    assert_eq!(second.removed_with.as_ref(), Some(&first.id));
    assert_eq!(first.removes, std::slice::from_ref(&second.id));
}

#[test]
fn suggestions_fit_the_accesses() {
    let class = "com.acme.Counter";
    let with = |locks: &[&str], method: &str, kind, line| {
        let mut access = access(kind, class, method, line);
        access.locks = locks.iter().map(|lock| (*lock).to_owned()).collect();
        access
    };
    let uneven = merged(vec![
        race(Engine::Scan, field(class, "n"), with(&["this"], "add", Write, 3), with(&[], "get", Read, 9)),
        race(Engine::Scan, field(class, "n"), with(&["this"], "sub", Write, 5), with(&[], "get", Read, 9)),
    ]);
    assert_eq!(uneven[0].suggestion.kind, "lock");
    assert!(uneven[0].suggestion.text.contains("2 of 3 accesses"), "{}", uneven[0].suggestion.text);
    let update = merged(vec![
        race(Engine::Scan, field(class, "n"), with(&[], "add", Write, 3), with(&[], "add", Write, 3)),
        race(Engine::Scan, field(class, "n"), with(&[], "add", Read, 3), with(&[], "add", Write, 3)),
    ]);
    assert_eq!(update[0].suggestion.kind, "atomic");
    assert_eq!(merged(vec![count_race(Engine::Scan, 3)])[0].suggestion.kind, "volatile");
    let mut map = count_race(Engine::Run, 3);
    map.location = Location { kind: Kind::State, class: "java.util.HashMap".to_owned(), ..map.location };
    assert!(merged(vec![map])[0].suggestion.text.contains("ConcurrentHashMap"));
}

#[test]
fn a_baseline_knows_what_is_in_it() {
    let known = merged(vec![count_race(Engine::Scan, 7), array(Engine::Scan, Some("a.B.main():3"), 5)]);
    let baseline = Baseline::parse(&Baseline::write(&known)).expect("a baseline");
    // The run alone does not know where the array is made: its pair is the same.
    let mut later = merged(vec![
        count_race(Engine::Run, 70),
        array(Engine::Run, None, 50),
        race(Engine::Run, field("a.B", "news"), access(Write, "a.B", "x", 1), access(Read, "a.B", "y", 2)),
    ]);
    baseline.mark(&mut later);
    let new: Vec<&str> =
        later.iter().filter(|it| it.new == Some(true)).map(|it| &*it.location.name).collect();
    assert_eq!(new, ["news"]);
    assert!(Baseline::parse("DH-1\n").is_err());
}

#[test]
fn two_lists_are_compared() {
    let list = |races| Findings { findings: merged(races), ..Findings::default() };
    let old = list(vec![count_race(Engine::Scan, 7), array(Engine::Scan, Some("a.B.main():3"), 5)]);
    let news =
        race(Engine::Run, field("a.B", "news"), access(Write, "a.B", "x", 1), access(Read, "a.B", "y", 2));
    let new = list(vec![count_race(Engine::Run, 9), news]);
    let difference = diff::compare(&old, &new).expect("two lists");
    let mut shown = String::new();
    difference.describe(&mut shown);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "1 new, 1 gone, 1 with other evidence");
    assert!(lines[1].starts_with('+') && lines[1].contains("a.B.news"), "{shown}");
    assert!(lines[2].starts_with('-') && lines[2].contains("int[]"), "{shown}");
    assert!(lines[3].contains("likely → witnessed"), "{shown}");
}

#[test]
fn suppressions_need_reasons() {
    let directory = fresh("suppress");
    let java = |name: &str, text: &str| std::fs::write(directory.join(name), text).expect("a source");
    java("Counter.java", "class Counter {\n  // deadheat:ignore only for statistics\n  int count;\n}\n");
    java(
        "Marked.java",
        "class Marked {\n  @SuppressWarnings(\"deadheat\") // written once\n  int x;\n  int y;\n  void set() { y = 1; } // deadheat:ignore\n}\n",
    );
    let sources = Sources::below(std::slice::from_ref(&directory), &directory);
    let one = |class: &str, name: &str, line| {
        race(
            Engine::Run,
            field(class, name),
            access(Write, class, "set", line),
            access(Read, class, "get", 99),
        )
    };
    let races = vec![
        one("Counter", "count", 90),
        one("Marked", "x", 91),
        one("Marked", "y", 5),
        one("Other", "z", 1),
    ];
    let mut findings: Vec<Finding> = races.into_iter().flat_map(|race| merged(vec![race])).collect();
    let text = "[[suppress]]\nlocation = \"Other.*\"\nreason = \"gone soon\"\n[[suppress]]\nid = \"DH-0\"\nreason = \"old\"\n";
    let rules = rules(text, "deadheat.toml").expect("rules");
    let notes = suppress::apply(&mut findings, &rules, &sources);
    let reasons: Vec<_> = findings.iter().map(|it| it.suppressed.as_ref().map(|it| &*it.reason)).collect();
    assert_eq!(reasons, [Some("only for statistics"), Some("written once"), None, Some("gone soon")]);
    assert_eq!(
        notes,
        [
            "Marked.java:5: a suppression without a reason does not count",
            "deadheat.toml:4: this suppression is about no finding"
        ]
    );
    let summary = json::Summary::of(&findings);
    assert_eq!((summary.findings, summary.suppressed), (1, 3));
}
