//! What the tests of reports share: a small list with all kinds of evidence, a large one, snapshots.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_report::announced::{Announced, Announcements, FilterEffect, Work};
use deadheat_report::finding::{
    Access, AccessKind, Confidence, Engine, Evidence, Frame, Kind, Location, Proof,
};
use deadheat_report::source::Sources;
use deadheat_report::{Findings, NoCode, from_run, from_scan, merge};
use serde_json::Value;

pub(crate) fn data(name: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    serde_json::from_slice(&fs::read(file).expect("it is there")).expect("JSON")
}

/// What three files announce: possible, feasible, predicted and witnessed races of every kind of location.
pub(crate) fn announced() -> Announcements {
    let mut announced = from_scan(&data("scan.json"));
    announced.add(from_run(&data("run.json")));
    announced.add(from_run(&data("further.json")));
    announced
}

/// The list of these, with the sources of the example.
pub(crate) fn example() -> (Findings, Sources) {
    let mut findings = merge(announced(), &NoCode);
    let root = deadheat_harness::root();
    let sources = Sources::below(&[root.join("examples")], &root);
    sources.annotate(&mut findings.findings);
    (findings, sources)
}

/// Compares with a file in `tests/snapshots`; `DEADHEAT_BLESS=1` writes it.
pub(crate) fn snapshot(name: &str, actual: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("DEADHEAT_BLESS").is_some() {
        fs::write(&file, actual).expect("the snapshot is written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(expected, actual, "{name}; DEADHEAT_BLESS=1 accepts the new text");
}

pub(crate) fn fresh(name: &str) -> PathBuf {
    let directory = deadheat_harness::scratch().join("report").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

pub(crate) fn field(class: &str, name: &str) -> Location {
    let (class, name) = (class.to_owned(), name.to_owned());
    Location { kind: Kind::Field, class, name, made_at: Vec::new(), declared: None }
}

pub(crate) fn access(kind: AccessKind, class: &str, method: &str, line: u32) -> Access {
    let file = format!("{}.java", class.rsplit('.').next().expect("a name"));
    Access {
        access: kind,
        class: class.to_owned(),
        method: method.to_owned(),
        file: Some(file),
        path: None,
        line: Some(line),
        code: None,
        thread: "a thread".to_owned(),
        locks: Vec::new(),
        frames: Vec::new(),
        exact: true,
    }
}

pub(crate) fn proof(engine: Engine) -> Proof {
    let (kind, confidence) = match engine {
        Engine::Scan => (Evidence::Possible, Some(Confidence::Likely)),
        Engine::Run => (Evidence::Witnessed, None),
        Engine::Lockset => (Evidence::Feasible, None),
        Engine::Predict => (Evidence::Predicted, None),
    };
    Proof { engine, kind, confidence, because: None, times: None, tests: Vec::new(), schedule: Vec::new() }
}

pub(crate) fn race(engine: Engine, location: Location, first: Access, second: Access) -> Announced {
    let place = format!("field {}.{}", location.class, location.name);
    Announced { location, first, second, proof: proof(engine), why: None, published_by: None, place }
}

/// So many findings as a large server may have: a few hundred packages, stacks of a dozen frames.
pub(crate) fn many(count: usize) -> Findings {
    const NOUNS: [&str; 12] = [
        "Session",
        "Cache",
        "Index",
        "Registry",
        "Transaction",
        "Page",
        "Cursor",
        "Pool",
        "Channel",
        "Buffer",
        "Lock",
        "Plan",
    ];
    let word = |number: usize| NOUNS[number * 7 % NOUNS.len()];
    let class = |number: usize| {
        format!(
            "com.acme.m{}.p{}.{}{}{}",
            number % 9,
            number % 41,
            word(number),
            word(number / 5),
            number / 12 % 4000
        )
    };
    let races = (0..count).map(|number| {
        let class = class(number);
        let mut ends = [0, 1].map(|side| {
            let kind = if side == 0 || number % 3 == 0 { AccessKind::Write } else { AccessKind::Read };
            let mut end =
                access(kind, &class, if side == 0 { "update" } else { "lookup" }, (number % 900) as u32 + 1);
            end.thread = format!("\"worker-{}\"", (number + side) % 16);
            end.locks = if number % 4 == side { vec!["this".to_owned()] } else { Vec::new() };
            let frame = |depth: usize| {
                let method =
                    format!("com.acme.m{}.Handler{}.call{depth}", number % 9, (number / 64 + depth) % 700);
                Frame {
                    method,
                    file: Some(format!("Handler{}.java", number % 700)),
                    line: Some(depth as u32 * 17 + 3),
                }
            };
            end.frames = (0..12).map(frame).collect();
            end
        });
        let [first, second] =
            std::mem::replace(&mut ends, [0, 1].map(|_| access(AccessKind::Read, "A", "b", 1)));
        let engine = [Engine::Scan, Engine::Scan, Engine::Scan, Engine::Run][number % 4];
        let mut announced = race(engine, field(&class, &format!("state{}", number / 48_000)), first, second);
        announced.location.name = format!("state{number}");
        announced.place = format!("field {class}.state{number}");
        if number % 3 == 0 && engine == Engine::Scan {
            announced.proof.confidence = Some(Confidence::Possible);
        }
        announced
    });
    let filters = [("candidates", 900_000), ("a common lock", 850_000), ("left", 50_000)];
    let filters = filters.map(|(name, removed)| FilterEffect { name: name.to_owned(), removed }).to_vec();
    let work =
        Work { engine: Engine::Scan, summary: "a large program".to_owned(), filters, gaps: Vec::new() };
    merge(Announcements { races: races.collect(), work: vec![work] }, &NoCode)
}
