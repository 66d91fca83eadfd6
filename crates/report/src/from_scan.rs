//! `deadheat scan --json` → what is announced. Fields that are missing are taken for empty: the file may be of another
//! release.

use serde_json::Value;

use crate::announced::{Announced, Announcements, FilterEffect, Work};
use crate::finding::{Access, AccessKind, Confidence, Engine, Evidence, Frame, Kind, Location, Proof};

/// What scan calls files and classes that it cannot read.
const UNREADABLE: &str = "unreadable inputs";
/// So many of them are named; more are counted.
const MOST_UNREADABLE: usize = 5;

/// Whether a value looks like the result of a scan.
pub fn is_scan(value: &Value) -> bool {
    value["races"].is_array() && value["candidates"].is_u64()
}

/// What a scan announces.
pub fn from_scan(value: &Value) -> Announcements {
    let races = value["races"].as_array().into_iter().flatten().filter_map(announced).collect();
    Announcements { races, work: vec![work(value)] }
}

fn announced(race: &Value) -> Option<Announced> {
    let place = race["target"].as_str()?.to_owned();
    let confidence = match race["confidence"].as_str() {
        Some("likely") => Confidence::Likely,
        _ => Confidence::Possible,
    };
    let proof = Proof {
        engine: Engine::Scan,
        kind: Evidence::Possible,
        confidence: Some(confidence),
        because: race["because"].as_str().map(str::to_owned),
        times: None,
        tests: Vec::new(),
        schedule: Vec::new(),
    };
    Some(Announced {
        location: location(race, &place)?,
        first: access(&race["first"], &race["sides"][0])?,
        second: access(&race["second"], &race["sides"][1])?,
        proof,
        why: None,
        published_by: race["publishedBy"].as_str().map(str::to_owned),
        place,
    })
}

fn location(race: &Value, place: &str) -> Option<Location> {
    let kind = match race["kind"].as_str()? {
        "static" => Kind::Static,
        "field" => Kind::Field,
        "elements" => Kind::Elements,
        _ => Kind::State,
    };
    if let Kind::Static | Kind::Field = kind {
        let (class, name) = place.strip_prefix("field ")?.rsplit_once('.')?;
        let (class, name) = (class.to_owned(), name.to_owned());
        return Some(Location { kind, class, name, made_at: Vec::new(), declared: None });
    }
    // `int[] [Shop.main(java.lang.String[]):3, …]`: the type, and the sites by which objects are told apart.
    let object = race["object"].as_str().unwrap_or("an object");
    let (class, sites) = object.split_once(" [").unwrap_or((object, ""));
    let made_at = sites.trim_end_matches(']');
    let made_at = if made_at.is_empty() { Vec::new() } else { vec![made_at.to_owned()] };
    Some(Location { kind, class: class.to_owned(), name: String::new(), made_at, declared: None })
}

/// An access with what leads to it, if the file has that.
fn access(end: &Value, side: &Value) -> Option<Access> {
    let (class, method) = split_method(end["method"].as_str()?);
    let mut frames: Vec<Frame> = side["path"].as_array().into_iter().flatten().filter_map(frame).collect();
    frames.reverse();
    let root = frames.iter().rev().find(|frame| !is_of_jdk(&frame.method)).map(|frame| frame.method.clone());
    let thread = match (side["thread"].as_str(), root) {
        (Some("main"), _) => "the main thread".to_owned(),
        (Some("caller"), _) => "a caller from outside".to_owned(),
        (Some("framework"), Some(root)) => format!("a framework's call of {root}"),
        (Some("framework"), None) => "a framework's thread".to_owned(),
        (Some("started"), Some(root)) => format!("a thread started at {root}"),
        _ => "a thread".to_owned(),
    };
    Some(Access {
        access: if end["write"].as_bool()? { AccessKind::Write } else { AccessKind::Read },
        class,
        method,
        file: end["file"].as_str().map(str::to_owned),
        path: None,
        line: line(end),
        code: None,
        thread,
        locks: strings(&side["locks"]),
        frames,
        exact: true,
    })
}

fn frame(frame: &Value) -> Option<Frame> {
    let (class, method) = split_method(frame["method"].as_str()?);
    let method = format!("{class}.{method}");
    Some(Frame { method, file: frame["file"].as_str().map(str::to_owned), line: line(frame) })
}

fn line(value: &Value) -> Option<u32> {
    value["line"].as_u64().and_then(|line| u32::try_from(line).ok())
}

pub(crate) fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// `a.b.C.run(int)` as `a.b.C` and `run`.
pub(crate) fn split_method(method: &str) -> (String, String) {
    let name = method.split('(').next().unwrap_or_default();
    let (class, method) = name.rsplit_once('.').unwrap_or(("", name));
    (class.to_owned(), method.to_owned())
}

/// Most threads begin in the JDK's code, which says little.
pub(crate) fn is_of_jdk(method: &str) -> bool {
    ["java.", "jdk.", "javax.", "sun."].iter().any(|prefix| method.starts_with(prefix))
}

/// A number as people read it: `24,153,104`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something whose name is in the plural; of one, the first noun loses it.
pub(crate) fn counted(count: u64, what: &str) -> String {
    const NOUNS: [(&str, &str); 6] = [
        ("inputs", "input"),
        ("methods", "method"),
        ("classes were", "class was"),
        ("classes", "class"),
        ("calls", "call"),
        ("pairs of accesses were", "pair of accesses was"),
    ];
    let noun = NOUNS.iter().find(|(many, _)| count == 1 && what.contains(many));
    let what = noun.map_or(what.to_owned(), |(many, one)| what.replacen(many, one, 1));
    format!("{} {what}", grouped(count))
}

fn work(value: &Value) -> Work {
    let number = |key: &str| value[key].as_u64().unwrap_or(0);
    let of = |key: &str, one: &str, many: &str| {
        let count = value["application"][key].as_u64().unwrap_or(0);
        format!("{} {}", grouped(count), if count == 1 { one } else { many })
    };
    let mut filters = vec![FilterEffect { name: "candidates".to_owned(), removed: number("candidates") }];
    for (key, name) in FILTERS {
        let removed = value["removed"][key].as_u64().unwrap_or(0);
        filters.push(FilterEffect { name: name.to_owned(), removed });
    }
    filters.push(FilterEffect { name: "left".to_owned(), removed: number("pairs") });
    let mut gaps: Vec<String> = Vec::new();
    let unreadable = strings(&value["unreadable"]);
    gaps.extend(unreadable.iter().take(MOST_UNREADABLE).map(|it| format!("cannot be read: {it}")));
    for (what, count) in value["gaps"].as_object().into_iter().flatten() {
        if what == UNREADABLE && (1..=MOST_UNREADABLE).contains(&unreadable.len()) {
            continue;
        }
        gaps.push(counted(count.as_u64().unwrap_or(0), what));
    }
    gaps.extend(strings(&value["fallbacks"]));
    gaps.extend(value["note"].as_str().map(str::to_owned));
    if value["complete"] == Value::Bool(false) {
        gaps.push(
            "objects could be told apart more finely: deadheat scan --rounds or --work gives it more"
                .to_owned(),
        );
    }
    Work {
        engine: Engine::Scan,
        summary: format!(
            "{} and {} of the program read; {} pairs of accesses left of {}",
            of("classes", "class", "classes"),
            of("methods", "method", "methods"),
            grouped(number("pairs")),
            grouped(number("candidates")),
        ),
        filters,
        gaps,
    }
}

/// The filters by their order.
const FILTERS: [(&str, &str); 7] = [
    ("aliasing", "never the same object"),
    ("escape", "no other thread sees the object"),
    ("parallel", "threads do not run at the same time"),
    ("locks", "a common lock"),
    ("tasks", "each task has an object of its own"),
    ("filtering", "models say that it is safe"),
    ("callLocks", "a common lock at the calls of libraries"),
];
