//! Each format as it is written, of one small list; and that all of a large list stays usable.

mod support;

use std::io::{Read, Write};

use deadheat_report::baseline::Baseline;
use deadheat_report::text::{COLUMNS, Look};
use deadheat_report::{html, json, junit, sarif, text};
use flate2::read::DeflateDecoder;
use serde_json::Value;
use support::{example, many, snapshot};

#[test]
fn text_for_a_terminal() {
    let (findings, sources) = example();
    let mut shown = String::new();
    text::write(&findings, &sources, &Look { possible: true, ..Look::default() }, &mut shown);
    snapshot("findings.txt", &shown);
    let long: Vec<&str> = shown.lines().filter(|line| line.chars().count() > COLUMNS).collect();
    assert!(long.is_empty(), "{long:?}");
    let mut coloured = String::new();
    text::write(
        &findings,
        &sources,
        &Look { colours: true, possible: true, ..Look::default() },
        &mut coloured,
    );
    assert!(coloured.contains("\x1b[1;31mwitnessed\x1b[0m"));
    assert_eq!(without_colours(&coloured), shown);
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').expect("a colour ends").1);
    }
    plain
}

#[test]
fn all_of_one_finding() {
    let (findings, sources) = example();
    let mut shown = String::new();
    for finding in &findings.findings {
        text::finding(finding, &sources, &Look::whole(false), &mut shown);
    }
    snapshot("explained.txt", &shown);
}

#[test]
fn json_can_be_read_again() {
    let (findings, _) = example();
    let written = json::write(&findings).expect("JSON");
    snapshot("findings.json", &written.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    assert_eq!(json::read(&written).expect("a list"), findings);
    assert!(json::read("{}").is_err());
    assert!(
        json::read(&written.replace("\"version\": 1", "\"version\": 9")).expect_err("newer").contains('9')
    );
}

#[test]
fn sarif_for_code_scanning() {
    let (findings, _) = example();
    let written = serde_json::to_string_pretty(&sarif::write(&findings)).expect("JSON");
    snapshot("findings.sarif", &(written.replace(env!("CARGO_PKG_VERSION"), "VERSION") + "\n"));
}

#[test]
fn junit_for_build_servers() {
    let (findings, sources) = example();
    let written = junit::write(&findings, &sources, &|finding| finding.label() != "possible");
    snapshot("findings.xml", &written);
    let empty = junit::write(&deadheat_report::Findings::default(), &sources, &|_| true);
    assert!(empty.contains("failures=\"0\"") && empty.contains("no data races"), "{empty}");
}

#[test]
fn a_baseline_has_a_line_for_each_finding() {
    let (findings, _) = example();
    snapshot("deadheat.baseline", &Baseline::write(&findings.findings));
}

/// What a page holds, unpacked.
fn unpacked(page: &str) -> Vec<Value> {
    let scripts = page.split("<script type=\"text/plain\"").skip(1);
    let texts = scripts.filter_map(|part| Some(part.split_once('>')?.1.split_once('<')?.0));
    let value = |text: &str| {
        let mut json = String::new();
        DeflateDecoder::new(&bytes(text)[..]).read_to_string(&mut json).expect("deflated");
        serde_json::from_str(&json).expect("JSON")
    };
    texts.map(value).collect()
}

/// Base64, the slow way.
fn bytes(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let (mut bits, mut count, mut out) = (0u32, 0, Vec::new());
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        (bits, count) = (bits << 6 | u32::from(digit(letter)), count + 6);
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

#[test]
fn the_page_holds_all_findings_and_asks_for_nothing_else() {
    let (findings, sources) = example();
    let page = html::write(&findings, &sources).expect("a page");
    let values = unpacked(&page);
    let shown: Vec<String> =
        values.iter().map(|value| serde_json::to_string_pretty(value).expect("JSON") + "\n").collect();
    snapshot("page-data.json", &shown.concat());
    let skeleton = page.split("<script type=\"text/plain\"").next().expect("a head");
    for outside in ["http://", "https://", "<link rel=\"stylesheet\"", "src=\""] {
        assert!(!skeleton.contains(outside), "{outside}");
    }
    assert!(!page.contains("{{"), "a part of the page was not filled in");
}

#[test]
fn fifty_thousand_findings_are_a_page_of_less_than_ten_megabytes() {
    let findings = many(50_000);
    assert_eq!(findings.findings.len(), 50_000);
    let ids: std::collections::BTreeSet<&str> = findings.findings.iter().map(|it| &*it.id).collect();
    assert_eq!(ids.len(), 50_000, "ids are told apart");
    let (_, sources) = example();
    let page = html::write(&findings, &sources).expect("a page");
    let _ = writeln!(std::io::stderr(), "50,000 findings: {} bytes", page.len());
    assert!(page.len() < 10_000_000, "{} bytes", page.len());
    let mut shown = String::new();
    text::write(&findings, &sources, &Look::default(), &mut shown);
    assert!(shown.len() < 200_000, "{} bytes for a terminal", shown.len());
    assert!(shown.contains("more findings: --all shows them"));
}
