//! The list as one HTML page that needs nothing else: no server, no network.
//!
//! The page has an index of all findings (what the list, the search and the filters need), tables of texts, frames and
//! stacks, and the details of findings in chunks, which are unpacked when one is looked at: each is JSON, deflated and in
//! base64. Frames of a stack are told by their distance in the table from the one before, which is mostly 1. So a page with
//! 50,000 findings is small and opens at once: the list has only the rows that can be seen. Where there are very many
//! findings, details are cut (see [`Cut`]); the page says how many pairs it does not have.
//!
//! What was reported is only ever put into the page as text.

use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};

use crate::finding::{Access, Finding, Frame, Pair};
use crate::json::Summary;
use crate::merge::Findings;
use crate::source::Sources;
use crate::text::proof_text;

/// How many findings are unpacked together.
const CHUNK: usize = 256;
/// The order of the page's labels.
const LABELS: [&str; 6] = ["witnessed", "predicted", "feasible", "likely", "possible", "suppressed"];

/// How much of each finding is on the page.
#[derive(Debug, Clone, Copy)]
struct Cut {
    pairs: usize,
    frames: usize,
    around: u32,
}

impl Cut {
    fn of(count: usize) -> Cut {
        match count {
            0..3_000 => Cut { pairs: 12, frames: 60, around: 6 },
            3_000..10_000 => Cut { pairs: 3, frames: 24, around: 3 },
            _ => Cut { pairs: 1, frames: 12, around: 1 },
        }
    }
}

/// The whole page.
pub fn write(findings: &Findings, sources: &Sources) -> std::io::Result<String> {
    let list = &findings.findings;
    let cut = Cut::of(list.len());
    let mut data = script("index", &index(findings))?;
    let mut packer = Packer::default();
    packer.text("");
    for (number, part) in list.chunks(CHUNK).enumerate() {
        let chunk: Vec<Value> = part.iter().map(|it| packer.finding(it, sources, cut)).collect();
        data.push_str(&script(&format!("chunk-{number}"), &json!(chunk))?);
    }
    let tables = json!({ "strings": packer.strings, "frames": packer.frames, "stacks": packer.stacks });
    data.push_str(&script("tables", &tables)?);
    let mut page = String::new();
    for piece in include_str!("../page/page.html").split_inclusive("}}") {
        let (text, key) = piece.split_once("{{").unwrap_or((piece, ""));
        page.push_str(text);
        page.push_str(match key {
            "STYLE}}" => include_str!("../page/page.css"),
            "SCRIPT}}" => include_str!("../page/page.js"),
            "DATA}}" => &data,
            other => other,
        });
    }
    Ok(page)
}

/// A value as an element of the page.
fn script(id: &str, value: &Value) -> std::io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(value.to_string().as_bytes())?;
    let packed = base64(&encoder.finish()?);
    Ok(format!("<script type=\"text/plain\" id=\"{id}\">{packed}</script>\n"))
}

fn label(finding: &Finding) -> &'static str {
    if finding.suppressed.is_some() { "suppressed" } else { finding.label() }
}

fn index(findings: &Findings) -> Value {
    let list = &findings.findings;
    let mut packages: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in list {
        let next = packages.len();
        packages.entry(finding.package()).or_insert(next);
    }
    let mut names = vec![""; packages.len()];
    for (name, number) in &packages {
        names[*number] = name;
    }
    let number = |finding: &Finding| LABELS.iter().position(|it| *it == label(finding));
    let row = |it: &Finding| {
        json!([
            it.id,
            it.title,
            places(it),
            number(it),
            u8::from(it.new == Some(true)),
            packages.get(it.package())
        ])
    };
    json!({
        "chunk": CHUNK,
        "headline": headline(findings),
        "problems": findings.problems,
        "work": findings.work,
        "packages": names,
        "rows": list.iter().map(row).collect::<Vec<Value>>(),
    })
}

fn headline(findings: &Findings) -> String {
    let summary = Summary::of(&findings.findings);
    let races = if summary.findings == 1 { "data race" } else { "data races" };
    let mut text = match summary.findings {
        0 => "no data races".to_owned(),
        count => format!("{count} {races}, {} witnessed", summary.witnessed),
    };
    if summary.removed_with_others > 0 {
        text.push_str(&format!(", {} more that go away with these", summary.removed_with_others));
    }
    if !findings.problems.is_empty() {
        text.push_str("; the check is not complete");
    }
    text
}

/// The two accesses in a line.
fn places(finding: &Finding) -> String {
    let Some(pair) = finding.pairs.first() else { return String::new() };
    let short = |access: &Access| {
        let class = access.class.rsplit('.').next().unwrap_or_default();
        format!("{} in {class}.{} ({})", access.access.name(), access.method, access.place())
    };
    format!("{} · {}", short(&pair.first), short(&pair.second))
}

/// Texts, frames and stacks, each once.
#[derive(Default)]
struct Packer {
    strings: Vec<String>,
    numbers: BTreeMap<String, usize>,
    frames: Vec<(usize, usize, u32)>,
    frame_numbers: BTreeMap<(usize, usize, u32), usize>,
    /// The first frame, then how far the next one is.
    stacks: Vec<Vec<i64>>,
    stack_numbers: BTreeMap<Vec<usize>, usize>,
}

impl Packer {
    /// A text's number; the empty one is 0.
    fn text(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.strings.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.strings.len() - 1);
        self.strings.len() - 1
    }

    fn texts<'t>(&mut self, texts: impl IntoIterator<Item = &'t String>) -> Vec<usize> {
        texts.into_iter().map(|text| self.text(text)).collect()
    }

    fn frame(&mut self, frame: &Frame) -> usize {
        let file = self.text(frame.file.as_deref().unwrap_or_default());
        let key = (self.text(&frame.method), file, frame.line.unwrap_or(0));
        let next = self.frames.len();
        let number = *self.frame_numbers.entry(key).or_insert(next);
        if number == next {
            self.frames.push(key);
        }
        number
    }

    fn stack(&mut self, frames: &[Frame], most: usize) -> usize {
        let frames: Vec<usize> = frames.iter().take(most).map(|frame| self.frame(frame)).collect();
        let next = self.stacks.len();
        let number = *self.stack_numbers.entry(frames.clone()).or_insert(next);
        if number == next {
            let mut before = 0;
            let distance = |frame: usize| {
                let frame = i64::try_from(frame).unwrap_or(i64::MAX);
                frame - std::mem::replace(&mut before, frame)
            };
            self.stacks.push(frames.into_iter().map(distance).collect());
        }
        number
    }

    fn access(&mut self, access: &Access, sources: &Sources, cut: Cut) -> Value {
        let snippet = sources.snippet(access, cut.around);
        let from = snippet.first().map_or(0, |(number, _)| *number);
        let lines = without_indent(snippet.into_iter().map(|(_, text)| text.replace('\t', "    ")).collect());
        let stack = self.stack(&access.frames, cut.frames);
        json!([
            u8::from(access.access == crate::finding::AccessKind::Write),
            self.text(&access.class),
            self.text(&access.method),
            self.text(access.file.as_deref().unwrap_or_default()),
            access.line.unwrap_or(0),
            self.text(&access.thread),
            self.texts(&access.locks),
            stack,
            self.text(access.path.as_deref().unwrap_or_default()),
            [json!(from), json!(self.texts(&lines))],
            u8::from(access.exact || access.frames.is_empty()),
        ])
    }

    fn pair(&mut self, pair: &Pair, sources: &Sources, cut: Cut) -> Value {
        let schedule: Vec<String> = pair.evidence.iter().flat_map(|proof| proof.schedule.clone()).collect();
        json!([
            self.access(&pair.first, sources, cut),
            self.access(&pair.second, sources, cut),
            self.text(&pair.why),
            self.texts(&schedule),
        ])
    }

    fn finding(&mut self, finding: &Finding, sources: &Sources, cut: Cut) -> Value {
        let evidence: Vec<String> = finding.evidence.iter().map(proof_text).collect();
        let pairs: Vec<Value> =
            finding.pairs.iter().take(cut.pairs).map(|pair| self.pair(pair, sources, cut)).collect();
        let more = finding.pairs.len().saturating_sub(cut.pairs) + finding.more_pairs;
        let suppressed = finding.suppressed.as_ref().map(|it| [self.text(&it.place), self.text(&it.reason)]);
        json!([
            self.text(label(finding)),
            self.texts(&evidence),
            self.text(&finding.why),
            self.text(&finding.effect),
            self.text(&finding.suggestion.text),
            pairs,
            more,
            self.texts(&finding.removes),
            finding.removed_with.as_ref().map(|id| self.text(id)),
            suppressed,
            self.texts(&finding.location.made_at),
        ])
    }
}

/// Lines moved to the left together.
fn without_indent(lines: Vec<String>) -> Vec<String> {
    let used = lines.iter().filter(|line| !line.trim().is_empty());
    let indent = used.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines.into_iter().map(|line| line.get(indent..).unwrap_or_default().to_owned()).collect()
}

/// The standard alphabet, with padding.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits =
            group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = ALPHABET[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= group.len() { digit as char } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_usual_one() {
        for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
