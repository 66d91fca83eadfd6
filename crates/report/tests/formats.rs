//! Each format as it is written, of one small list; and that all of a large list stays usable.

mod support;

use std::io::{Read, Write};

use deadheat_report::announced::{Announcements, Work};
use deadheat_report::baseline::Baseline;
use deadheat_report::finding::{AccessKind, Engine, Frame};
use deadheat_report::text::{COLUMNS, Look};
use deadheat_report::{Findings, NoCode, html, json, junit, merge, sarif, text};
use flate2::read::DeflateDecoder;
use serde_json::Value;
use support::{access, example, field, many, race, snapshot};

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

#[test]
fn long_names_go_on_in_the_next_line() {
    let package = format!("{}.a1.b2", "org.example.accounting.internal".repeat(4));
    let class = format!("{package}.{}Service$Cache$Entry", "Reconciliation".repeat(9));
    let mut ends = [AccessKind::Write, AccessKind::Read].map(|kind| access(kind, &class, "lookUp", 3));
    for end in &mut ends {
        end.file = Some(format!("{}.java", "Reconciliation".repeat(9)));
        end.thread = format!("a thread started at {class}.run");
        end.locks = vec![format!("{class}.lock"), "this".to_owned()];
        let frame = Frame { method: format!("{class}.lookUp"), file: end.file.clone(), line: Some(3) };
        end.frames = vec![frame.clone(), frame];
    }
    let [first, second] = ends;
    let mut announced = race(Engine::Run, field(&class, &"value".repeat(30)), first, second);
    announced.proof.tests = vec![format!("{class}Test.works")];
    let work = Work {
        engine: Engine::Run,
        summary: "x".repeat(300),
        filters: Vec::new(),
        gaps: vec![format!("/{}", "long/path".repeat(30))],
    };
    let mut findings = merge(Announcements { races: vec![announced], work: vec![work] }, &NoCode);
    findings.problems = vec!["y".repeat(200)];
    for look in [Look::default(), Look::whole(false)] {
        let mut shown = String::new();
        text::write(&findings, &example().1, &look, &mut shown);
        let long: Vec<&str> = shown.lines().filter(|line| line.chars().count() > COLUMNS).collect();
        assert!(long.is_empty(), "{long:#?}");
        let whole: String = shown.split_whitespace().collect();
        let title: String = findings.findings[0].title.split_whitespace().collect();
        assert!(whole.contains(&title), "nothing of the name is lost: {shown}");
        let mut coloured = String::new();
        text::write(&findings, &example().1, &Look { colours: true, ..look }, &mut coloured);
        assert_eq!(without_colours(&coloured), shown);
    }
}

/// What should have been done and was not must not be taken for a clean result, whatever the reader reads.
#[test]
fn every_format_says_that_a_check_is_not_complete() {
    let problem = "the tests did not end within 9 s: <what> they did & \"saw\" counts";
    for mut findings in [Findings::default(), example().0] {
        findings.problems = vec![problem.to_owned()];
        let sources = example().1;
        let mut shown = String::new();
        text::write(&findings, &sources, &Look::default(), &mut shown);
        let (head, _) = shown.split_once('\n').expect("a summary");
        assert!(head.contains("the check is not complete"), "{shown}");

        let read = json::read(&json::write(&findings).expect("JSON")).expect("a list");
        assert_eq!(read.problems, [problem]);

        let invocation = &sarif::write(&findings)["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        let said = invocation["toolExecutionNotifications"].as_array().expect("notifications");
        let errors: Vec<&Value> = said.iter().filter(|it| it["level"] == "error").collect();
        let [error] = errors[..] else { panic!("{said:?}") };
        assert_eq!(error["message"]["text"], problem);

        let xml = junit::write(&findings, &sources, &|_| true);
        assert_eq!(xml.matches("errors=\"1\"").count(), 2, "of all suites and of the one: {xml}");
        let case = "<testcase classname=\"deadheat\" name=\"the check is complete\">\n      <error";
        assert!(xml.contains(case) && xml.contains("&lt;what&gt; they did &amp; &quot;saw&quot;"), "{xml}");
        assert!(!xml.contains("no data races"), "{xml}");

        let page = html::write(&findings, &sources).expect("a page");
        assert!(unpacked(&page).iter().any(|value| value.to_string().contains("did not end within 9 s")));
    }
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
    let empty = junit::write(&Findings::default(), &sources, &|_| true);
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
