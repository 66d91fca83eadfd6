//! The list as SARIF 2.1.0, for code scanning: a result for each finding, with the second access and further pairs as related
//! locations, a code flow with a thread flow for each of the two threads, and fingerprints that survive edits.
//!
//! Findings that are removed with others are told with those. What is suppressed is a result with a suppression, as the
//! standard has it.

use serde_json::{Value, json};

use crate::finding::{Access, Evidence, Finding, Frame, Kind};
use crate::merge::Findings;
use crate::text::{proof_text, some_of};

/// The list as SARIF.
pub fn write(findings: &Findings) -> Value {
    let shown: Vec<&Finding> =
        findings.findings.iter().filter(|finding| finding.removed_with.is_none()).collect();
    let results: Vec<Value> = shown.iter().map(|finding| result(finding)).collect();
    let notifications: Vec<Value> = findings
        .work
        .iter()
        .flat_map(|work| work.gaps.iter().map(move |gap| format!("{}: not seen: {gap}", work.engine.name())))
        .map(|text| json!({ "level": "note", "message": { "text": text } }))
        .chain(findings.problems.iter().map(|text| json!({ "level": "error", "message": { "text": text } })))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Deadheat",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Kind::ALL.map(rule),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { "SRCROOT": { "description": { "text": "The directory that was checked." } } },
            "invocations": [{
                "executionSuccessful": findings.problems.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    })
}

fn rule(kind: Kind) -> Value {
    let (name, short) = match kind {
        Kind::Static => ("StaticFieldRace", "Two threads access a static field and nothing orders them."),
        Kind::Field => ("FieldRace", "Two threads access a field of an object and nothing orders them."),
        Kind::Elements => ("ArrayRace", "Two threads access an element of an array and nothing orders them."),
        Kind::State => {
            ("LibraryObjectRace", "Two threads use a library's object that is not made for several threads.")
        }
    };
    json!({
        "id": kind.rule(),
        "name": name,
        "shortDescription": { "text": short },
        "fullDescription": { "text": format!("{short} At least one of them writes: what is read may be old or torn, and updates may be lost.") },
        "help": {
            "text": "Guard all accesses with one lock, or use a volatile field, an atomic variable or a concurrent collection.",
            "markdown": "Guard **all** accesses with one lock, or use a `volatile` field, an atomic variable or a concurrent collection.",
        },
        "defaultConfiguration": { "level": "warning" },
        "properties": { "tags": ["concurrency", "data-race", "correctness"], "precision": "high" },
    })
}

fn result(finding: &Finding) -> Value {
    let level = match (finding.strength().0, finding.label()) {
        (Evidence::Witnessed | Evidence::Predicted, _) => "error",
        (_, "possible") => "note",
        _ => "warning",
    };
    let index = Kind::ALL.iter().position(|kind| *kind == finding.location.kind);
    let mut result = json!({
        "ruleId": finding.location.kind.rule(),
        "ruleIndex": index,
        "level": level,
        "message": message(finding),
        "locations": finding.pairs.first().map(|pair| location(&pair.first, None)).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related(finding),
        "codeFlows": finding.pairs.first().map(code_flow).into_iter().collect::<Vec<_>>(),
        "partialFingerprints": { "deadheatFinding/v1": finding.id },
        "fingerprints": { "deadheat/v1": finding.id },
        "rank": rank(finding),
        "properties": {
            "evidence": finding.evidence.iter().map(proof_text).collect::<Vec<_>>(),
            "strongest": finding.label(),
            "tests": finding.tests(),
            "suggestion": finding.suggestion.text,
            "effect": finding.effect,
        },
    });
    if let Some(is_new) = finding.new {
        result["baselineState"] = json!(if is_new { "new" } else { "unchanged" });
    }
    if let Some(suppression) = &finding.suppressed {
        let kind = if suppression.place.contains(".toml:") { "external" } else { "inSource" };
        result["suppressions"] = json!([{ "kind": kind, "justification": suppression.reason }]);
    }
    result
}

fn rank(finding: &Finding) -> f64 {
    match (finding.strength().0, finding.label()) {
        (Evidence::Witnessed, _) => 100.0,
        (Evidence::Predicted, _) => 90.0,
        (Evidence::Feasible, _) => 60.0,
        (_, "likely") => 50.0,
        _ => 10.0,
    }
}

fn message(finding: &Finding) -> Value {
    let mut text = format!("Data race on {} ({}{}).", finding.title, finding.label(), in_tests(finding));
    if let Some(pair) = finding.pairs.first() {
        let [first, second] = pair.accesses();
        text.push_str(&format!(
            " The {} in {}.{} and the [{} in {}.{} ({})](1) are not ordered: {}.",
            first.access.name(),
            first.class,
            first.method,
            second.access.name(),
            second.class,
            second.method,
            escaped(&second.place()),
            escaped(&pair.why),
        ));
    }
    text.push_str(&format!(
        " Risk: {}. Fix: {}.",
        escaped(&finding.effect),
        escaped(&finding.suggestion.text)
    ));
    if !finding.removes.is_empty() {
        text.push_str(&format!(" The same fix removes {}.", some_of(&finding.removes, 6)));
    }
    json!({ "text": text })
}

/// Where it was seen, if tests were run.
fn in_tests(finding: &Finding) -> String {
    match &finding.tests()[..] {
        [] => String::new(),
        [test] => format!(" in test {test}"),
        [first, others @ ..] => format!(" in tests {first} and {} more", others.len()),
    }
}

/// Brackets mean links in messages.
fn escaped(text: &str) -> String {
    text.replace('[', "\\[").replace(']', "\\]")
}

/// The second access of the best pair, by which the message links to it, then those of further pairs.
fn related(finding: &Finding) -> Vec<Value> {
    let mut all = Vec::new();
    for (index, pair) in finding.pairs.iter().enumerate() {
        let further = if index == 0 { &pair.accesses()[1..] } else { &pair.accesses()[..] };
        for access in further {
            let text = format!("{} by {}", access.access.name(), access.thread);
            let mut place = location(access, Some(&text));
            place["id"] = json!(all.len() + 1);
            all.push(place);
        }
    }
    all
}

fn physical(class: &str, file: Option<&str>, path: Option<&str>, line: Option<u32>) -> Value {
    let package =
        class.rsplit_once('.').map_or(String::new(), |(package, _)| package.replace('.', "/") + "/");
    let name = file.map_or_else(|| format!("{}.java", outer(class)), str::to_owned);
    let uri = path.map_or_else(|| format!("{package}{name}"), |path| path.replace('\\', "/"));
    let mut place = json!({ "artifactLocation": { "uri": encoded(&uri) } });
    if !uri.starts_with('/') {
        place["artifactLocation"]["uriBaseId"] = json!("SRCROOT");
    }
    if let Some(line) = line.filter(|line| *line > 0) {
        place["region"] = json!({ "startLine": line });
    }
    place
}

fn outer(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class).split('$').next().unwrap_or(class)
}

/// A path as a URI.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn location(access: &Access, message: Option<&str>) -> Value {
    let mut place = physical(&access.class, access.file.as_deref(), access.path.as_deref(), access.line);
    if let (Some(code), true) = (&access.code, place["region"].is_object()) {
        place["region"]["snippet"] = json!({ "text": code });
    }
    let name = format!("{}.{}", access.class, access.method);
    let mut location = json!({
        "physicalLocation": place,
        "logicalLocations": [{ "fullyQualifiedName": name, "kind": "function" }],
    });
    if let Some(message) = message {
        location["message"] = json!({ "text": message });
    }
    location
}

/// Two threads, each with the calls that lead to its access.
fn code_flow(pair: &crate::finding::Pair) -> Value {
    let flows: Vec<Value> = pair.accesses().iter().map(|access| thread_flow(access)).collect();
    json!({ "message": { "text": pair.why }, "threadFlows": flows })
}

fn thread_flow(access: &Access) -> Value {
    let calls = access.frames.iter().skip(1).rev().map(|frame| json!({ "location": frame_location(frame) }));
    let mut steps: Vec<Value> = calls.collect();
    let locks = if access.locks.is_empty() { "no lock".to_owned() } else { access.locks.join(" and ") };
    let text = format!("{} by {}, holding {locks}", access.access.name(), access.thread);
    steps.push(json!({ "location": location(access, Some(&text)), "importance": "essential" }));
    json!({ "id": access.thread, "message": { "text": text }, "locations": steps })
}

fn frame_location(frame: &Frame) -> Value {
    let class = frame.method.rsplit_once('.').map_or("", |(class, _)| class);
    json!({
        "physicalLocation": physical(class, frame.file.as_deref(), None, frame.line),
        "logicalLocations": [{ "fullyQualifiedName": frame.method, "kind": "function" }],
        "message": { "text": format!("calls from {}", frame.method) },
    })
}
