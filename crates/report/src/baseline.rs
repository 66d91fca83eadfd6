//! The baseline: a file with what is known already, so that a build fails only on what is new.
//!
//! A line for each finding: its id, the ids of its pairs, and what it is, for people who read the change. A finding is
//! known if the baseline has its id, or one of its pairs: a scan and a run may group arrays and library objects in
//! different ways.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::finding::Finding;

/// What is known already.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    ids: BTreeSet<String>,
}

/// The first line of the file.
const HEADER: &str =
    "# deadheat baseline 1: findings that are known; deadheat check --write-baseline writes it anew";

impl Baseline {
    /// Reads a baseline's text.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let mut lines = text.lines();
        match lines.next() {
            Some(first) if first.starts_with("# deadheat baseline 1") => {}
            Some(first) if first.starts_with("# deadheat baseline") => {
                return Err("the baseline is of a newer release".to_owned());
            }
            _ => return Err("no baseline: its first line is not '# deadheat baseline 1'".to_owned()),
        }
        let mut ids = BTreeSet::new();
        for line in lines {
            let words = line.split('#').next().unwrap_or_default().split_whitespace();
            ids.extend(words.map(str::to_owned));
        }
        Ok(Baseline { ids })
    }

    /// The baseline's text that has all these findings.
    pub fn write(findings: &[Finding]) -> String {
        let mut lines: Vec<String> = findings
            .iter()
            .filter(|finding| finding.suppressed.is_none())
            .map(|finding| {
                let mut pairs: Vec<&str> = finding.pairs.iter().map(|pair| &*pair.id).collect();
                pairs.sort_unstable();
                pairs.dedup();
                format!("{} {} # {}", finding.id, pairs.join(" "), without_lines(&finding.title))
            })
            .collect();
        lines.sort();
        let mut text = format!("{HEADER}\n");
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Whether a finding is in it.
    pub fn knows(&self, finding: &Finding) -> bool {
        self.ids.contains(&finding.id) || finding.pairs.iter().any(|pair| self.ids.contains(&pair.id))
    }

    /// Says of each finding whether it is new.
    pub fn mark(&self, findings: &mut [Finding]) {
        for finding in findings {
            finding.new = Some(!self.knows(finding));
        }
    }
}

/// A title in which lines are left out, so that the file changes only if findings do.
fn without_lines(title: &str) -> String {
    let mut parts = title.split(':');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == part.len() {
            text.push(':');
        }
        text.push_str(rest);
    }
    text
}
