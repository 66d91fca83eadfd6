//! The list as JUnit XML: each finding a failed test case, so that build servers show them with the tests.

use std::fmt::Write;

use crate::finding::{Finding, Kind};
use crate::json::Summary;
use crate::merge::Findings;
use crate::source::Sources;
use crate::text;

/// The list as XML. Findings for which `fails` does not hold are skipped test cases.
pub fn write(findings: &Findings, sources: &Sources, fails: &dyn Fn(&Finding) -> bool) -> String {
    let counted: Vec<&Finding> =
        findings.findings.iter().filter(|finding| finding.removed_with.is_none()).collect();
    let failures = counted.iter().filter(|finding| fails(finding)).count();
    let skipped = counted.len() - failures;
    let summary = Summary::of(&findings.findings);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let problems = &findings.problems;
    let tests = (counted.len() + problems.len()).max(1);
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{}\"", problems.len());
    let _ = writeln!(out, "<testsuites name=\"deadheat\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"deadheat\" {counts} skipped=\"{skipped}\">");
    for problem in problems {
        let _ = writeln!(out, "    <testcase classname=\"deadheat\" name=\"the check is complete\">");
        let _ = writeln!(out, "      <error>{}</error>\n    </testcase>", escaped(problem));
    }
    if counted.is_empty() && problems.is_empty() {
        let _ = writeln!(out, "    <testcase classname=\"deadheat\" name=\"no data races\"/>");
    }
    for finding in counted {
        test_case(finding, sources, fails(finding), &mut out);
    }
    let said = format!("{} findings, {} witnessed", summary.findings, summary.witnessed);
    let _ = writeln!(out, "    <system-out>{}</system-out>", escaped(&said));
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

fn test_case(finding: &Finding, sources: &Sources, fails: bool, out: &mut String) {
    let class = match finding.location.kind {
        Kind::Static | Kind::Field => finding.location.class.clone(),
        Kind::Elements | Kind::State => {
            finding.pairs.first().map_or("?".to_owned(), |it| it.first.class.clone())
        }
    };
    let name = format!("{} ({})", finding.title, finding.id);
    let first = finding.pairs.first().map(|pair| &pair.first);
    let file = first.and_then(|access| access.path.as_deref());
    let file = file.map_or(String::new(), |file| format!(" file=\"{}\"", escaped(file)));
    let _ =
        writeln!(out, "    <testcase classname=\"{}\" name=\"{}\"{file}>", escaped(&class), escaped(&name));
    if fails {
        let message = format!("data race, {}: {}", finding.label(), finding.title);
        let mut shown = String::new();
        text::finding(finding, sources, &text::Look::default(), &mut shown);
        let kind = finding.location.kind.rule();
        let _ = write!(out, "      <failure type=\"{kind}\" message=\"{}\">", escaped(&message));
        let _ = writeln!(out, "{}</failure>", escaped(&shown));
    } else {
        let reason = finding.suppressed.as_ref().map_or_else(
            || format!("{}: does not fail the build", finding.label()),
            |it| format!("suppressed at {}: {}", it.place, it.reason),
        );
        let _ = writeln!(out, "      <skipped message=\"{}\"/>", escaped(&reason));
    }
    let _ = writeln!(out, "    </testcase>");
}

/// Text that may stand in XML; what no XML may hold is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            letter if letter < ' ' || matches!(letter, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}
