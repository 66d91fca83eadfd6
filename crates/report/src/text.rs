//! The list for a terminal: the summary first, then each finding with both accesses, their code, why it is a race and what
//! would remove it. No line is longer than 100 columns: names that are longer go on in the next line.

use std::fmt::Write;

use crate::finding::{Access, Evidence, Finding, Pair, Proof};
use crate::json::Summary;
use crate::merge::Findings;
use crate::source::Sources;

/// The last steps of a schedule that are shown.
const MOST_STEPS: usize = 12;
/// The width of a line.
pub const COLUMNS: usize = 100;

/// How the list is shown.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Whether there are colours.
    pub colours: bool,
    /// Whether findings that are no more than possible are shown.
    pub possible: bool,
    /// How many findings are shown.
    pub most: usize,
    /// How many frames of a stack are shown.
    pub frames: usize,
    /// How many pairs of a finding are shown.
    pub pairs: usize,
    /// How many lines of the source stand around an access.
    pub around: u32,
}

impl Default for Look {
    fn default() -> Look {
        Look { colours: false, possible: false, most: 50, frames: 6, pairs: 1, around: 1 }
    }
}

#[derive(Clone, Copy)]
enum Ink {
    Bold,
    Dim,
    Red,
    Yellow,
    Blue,
    Green,
}

impl Look {
    /// One finding, with everything that is known.
    pub fn whole(colours: bool) -> Look {
        Look { colours, possible: true, most: usize::MAX, frames: usize::MAX, pairs: usize::MAX, around: 2 }
    }

    fn ink(&self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Bold => "1",
            Ink::Dim => "2",
            Ink::Red => "1;31",
            Ink::Yellow => "33",
            Ink::Blue => "34",
            Ink::Green => "32",
        };
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The list, with the summary first.
pub fn write(findings: &Findings, sources: &Sources, look: &Look, out: &mut String) {
    summary(findings, look, out);
    let is_shown =
        |finding: &&Finding| finding.is_counted() && (look.possible || finding.label() != "possible");
    let shown: Vec<&Finding> = findings.findings.iter().filter(is_shown).collect();
    for one in shown.iter().take(look.most) {
        out.push('\n');
        finding(one, sources, look, out);
    }
    let more = shown.len().saturating_sub(look.most);
    if more > 0 {
        let _ = writeln!(out, "\n{more} more findings: --all shows them, --html FILE lets you search them");
    }
    if let Some(first) = shown.first() {
        let _ = writeln!(out, "\nnext: deadheat explain {} tells all that is known of a finding", first.id);
    }
}

/// What was found, on one screen.
fn summary(findings: &Findings, look: &Look, out: &mut String) {
    let summary = Summary::of(&findings.findings);
    let counts = [
        (summary.witnessed, "witnessed"),
        (summary.predicted, "predicted"),
        (summary.feasible, "feasible"),
        (summary.likely, "likely"),
        (summary.possible, "possible"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let counts: Vec<String> = counts.collect();
    let races = if summary.findings == 1 { "data race" } else { "data races" };
    let head = match (counts.is_empty(), findings.problems.is_empty()) {
        (true, true) => "no data races found".to_owned(),
        (true, false) => "no data races found, but the check is not complete".to_owned(),
        (false, true) => format!("{} {races}: {}", summary.findings, counts.join(", ")),
        (false, false) => {
            format!("{} {races}: {}; the check is not complete", summary.findings, counts.join(", "))
        }
    };
    let _ = writeln!(out, "{}", look.ink(Ink::Bold, &head));
    if let Some(new) = summary.new {
        let _ = writeln!(out, "  {new} of them new, the others are in the baseline");
    }
    if summary.suppressed > 0 {
        let _ = writeln!(out, "  {} suppressed, each with a reason", summary.suppressed);
    }
    if summary.removed_with_others > 0 {
        fill(2, &format!("{} more that go away with these", summary.removed_with_others), out);
    }
    for work in &findings.work {
        let begin = out.len();
        fill(11, &work.summary, out);
        out.replace_range(begin..begin + 11, &format!("  {:<8} ", work.engine.name()));
        for gap in &work.gaps {
            fill(11, &format!("not seen: {gap}"), out);
        }
    }
    if summary.possible > 0 && !look.possible {
        let _ = writeln!(out, "  --possible lists those that are no more than possible, too");
    }
}

/// One finding.
pub fn finding(finding: &Finding, sources: &Sources, look: &Look, out: &mut String) {
    let label = finding.label();
    let ink = match finding.strength().0 {
        Evidence::Witnessed | Evidence::Predicted => Ink::Red,
        _ if label == "possible" => Ink::Blue,
        _ => Ink::Yellow,
    };
    head(finding, look, ink, out);
    for proof in &finding.evidence {
        fill(2, &proof_text(proof), out);
    }
    if let Some(suppressed) = &finding.suppressed {
        fill(2, &format!("suppressed at {}: {}", suppressed.place, suppressed.reason), out);
    }
    for pair in finding.pairs.iter().take(look.pairs) {
        show_pair(pair, sources, look, out);
    }
    fill(2, &format!("risk: {}", finding.effect), out);
    let mut fix = String::new();
    fill(2, &format!("fix: {}", finding.suggestion.text), &mut fix);
    out.push_str(&fix.replacen("fix:", &look.ink(Ink::Green, "fix:"), 1));
    let more = finding.pairs.len().saturating_sub(look.pairs) + finding.more_pairs;
    if more > 0 {
        let pairs = if more == 1 { "pair of accesses races" } else { "pairs of accesses race" };
        let _ = writeln!(out, "  {more} more {pairs} on it (deadheat explain {})", finding.id);
    }
    if !finding.removes.is_empty() {
        fill(
            2,
            &format!("the same fix removes {}", some_of(&finding.removes, look.pairs.saturating_mul(6))),
            out,
        );
    }
    if let Some(other) = &finding.removed_with {
        fill(2, &format!("goes away with {other}"), out);
    }
}

/// What races, with the id at the right.
fn head(finding: &Finding, look: &Look, ink: Ink, out: &mut String) {
    let new = if finding.new == Some(true) { " new" } else { "" };
    let label = format!("{}{new}: ", finding.label());
    let lines = wrapped(0, &format!("{label}{}", finding.title));
    let gap = match &lines[..] {
        [only] => COLUMNS.saturating_sub(width(only) + width(&finding.id)),
        _ => 0,
    };
    for (number, line) in lines.iter().enumerate() {
        let _ = match line.strip_prefix(&label).filter(|_| number == 0) {
            Some(title) => {
                write!(out, "{}{new}: {}", look.ink(ink, finding.label()), look.ink(Ink::Bold, title))
            }
            None => write!(out, "\n{}", look.ink(Ink::Bold, line)),
        };
    }
    let id = look.ink(Ink::Dim, &finding.id);
    let _ = match gap {
        0..2 => writeln!(out, "\n{}{id}", " ".repeat(COLUMNS.saturating_sub(width(&finding.id)))),
        _ => writeln!(out, "{}{id}", " ".repeat(gap)),
    };
}

/// What an engine says, in a line.
pub fn proof_text(proof: &Proof) -> String {
    let mut text = match proof.kind {
        Evidence::Witnessed => match proof.times {
            Some(times) if times > 1 => format!("{}: it happened, {times} times", proof.engine.name()),
            _ => format!("{}: it happened", proof.engine.name()),
        },
        Evidence::Predicted => format!("{}: another schedule of the same run has it", proof.engine.name()),
        Evidence::Feasible => format!("{}: no lock guards all accesses of the run", proof.engine.name()),
        Evidence::Possible => {
            let likely = proof.confidence == Some(crate::finding::Confidence::Likely);
            format!("{}: {}", proof.engine.name(), if likely { "likely" } else { "possible" })
        }
    };
    if let Some(because) = &proof.because {
        let _ = write!(text, ", {because}");
    }
    if !proof.tests.is_empty() {
        let _ = write!(
            text,
            "; in {} {}",
            if proof.tests.len() == 1 { "test" } else { "tests" },
            proof.tests.join(", ")
        );
    }
    text
}

fn show_pair(pair: &Pair, sources: &Sources, look: &Look, out: &mut String) {
    for access in pair.accesses() {
        show_access(access, sources, look, out);
    }
    fill(2, &format!("nothing orders them: {}", pair.why), out);
    // What happened needs no schedule to be believed.
    if pair.strength().0 == Evidence::Predicted {
        show_schedule(pair, out);
    }
}

/// The end of the schedule; all of it is on the page and in JSON.
fn show_schedule(pair: &Pair, out: &mut String) {
    let schedule: Vec<&String> = pair.evidence.iter().flat_map(|proof| &proof.schedule).collect();
    let before = schedule.len().saturating_sub(MOST_STEPS);
    fill(2, "a schedule that brings both together:", out);
    if before > 0 {
        fill(4, "…", out);
    }
    for step in &schedule[before..] {
        fill(4, step, out);
    }
    fill(4, "then both accesses are next", out);
}

fn show_access(access: &Access, sources: &Sources, look: &Look, out: &mut String) {
    let (class, method) = (&access.class, &access.method);
    let head = format!("{} in {class}.{method} ({})", access.access.name(), access.place());
    fill(2, &head, out);
    let locks = if access.locks.is_empty() { "no lock".to_owned() } else { access.locks.join(" and ") };
    fill(4, &format!("by {}, holding {locks}", access.thread), out);
    let snippet = sources.snippet(access, look.around);
    let indent = snippet.iter().filter(|(_, text)| !text.trim().is_empty());
    let indent = indent.map(|(_, text)| text.len() - text.trim_start().len()).min().unwrap_or(0);
    for (number, text) in &snippet {
        let is_it = Some(*number) == access.line;
        let text = text.get(indent..).unwrap_or_default().replace('\t', "    ");
        let line = format!("    {} {number:>5} | {text}", if is_it { '>' } else { ' ' });
        let line = cut(line.trim_end());
        let _ =
            writeln!(out, "{}", if is_it { look.ink(Ink::Bold, &line) } else { look.ink(Ink::Dim, &line) });
    }
    if access.frames.len() > 1 {
        let frames: Vec<String> = access.frames.iter().take(look.frames).map(frame_text).collect();
        let left = access.frames.len().saturating_sub(look.frames);
        let more = if left > 0 { format!(" < … {left} more") } else { String::new() };
        let first = if access.exact { "" } else { "as the thread first came there: " };
        fill(4, &format!("{first}{}{more}", frames.join(" < ")), out);
    }
}

/// Ids, as many as are wanted.
pub(crate) fn some_of(ids: &[String], most: usize) -> String {
    let more = ids.len().saturating_sub(most);
    let shown = ids[..ids.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// A line of the source that fits.
fn cut(line: &str) -> String {
    match width(line) > COLUMNS {
        true => line.chars().take(COLUMNS - 1).chain(['…']).collect(),
        false => line.to_owned(),
    }
}

fn frame_text(frame: &crate::finding::Frame) -> String {
    let mut parts = frame.method.rsplitn(3, '.');
    let (method, class) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let line = frame.line.map_or(String::new(), |line| format!(":{line}"));
    if class.is_empty() { format!("{method}{line}") } else { format!("{class}.{method}{line}") }
}

/// A text whose lines fit: those that are too long go on further in.
pub fn fitted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let words = line.trim_start();
        match width(line) > COLUMNS {
            true => fill((line.len() - words.len()).min(COLUMNS / 2), words, &mut out),
            false => out.extend([line, "\n"]),
        }
    }
    out
}

/// Writes words, on as many lines as they need; those that follow stand further in.
fn fill(indent: usize, text: &str, out: &mut String) {
    for line in wrapped(indent, text) {
        let _ = writeln!(out, "{line}");
    }
}

/// Words on lines that fit; those after the first stand further in.
fn wrapped(indent: usize, text: &str) -> Vec<String> {
    let (mut lines, mut line, mut is_begun) = (Vec::new(), " ".repeat(indent), false);
    for word in text.split([' ', '\n']).flat_map(|word| pieces(word, COLUMNS - indent - 2)) {
        if is_begun && width(&line) + 1 + width(word) > COLUMNS {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(indent + 2);
            is_begun = false;
        }
        if is_begun {
            line.push(' ');
        }
        line.push_str(word);
        is_begun = true;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// A word in parts of at most so many columns, cut behind a point, slash or dollar if there is one in the part's second half.
fn pieces(word: &str, most: usize) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), word);
    while width(rest) > most {
        let end = rest.char_indices().nth(most).map_or(rest.len(), |(at, _)| at);
        let joint = rest[..end].rfind(['.', '/', '$', ',', '-', '_']).map(|at| at + 1);
        let cut = joint.filter(|&joint| joint > end / 2).unwrap_or(end);
        pieces.push(&rest[..cut]);
        rest = &rest[cut..];
    }
    pieces.push(rest);
    pieces
}

fn width(text: &str) -> usize {
    text.chars().count()
}
