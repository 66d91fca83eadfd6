//! Findings that the user does not want to hear of again, each with a reason.
//!
//! In `deadheat.toml`, by id, or by the field or class, with `*` for any text:
//!
//! ```toml
//! [[suppress]]
//! location = "com.acme.Statistics.*"
//! reason = "approximate on purpose"
//! ```
//!
//! In the source, with `// deadheat:ignore REASON` behind one of the accesses, or behind or above the declaration of the
//! field; or with `@SuppressWarnings("deadheat") // REASON` above the declaration. Without a reason it does not count,
//! and that is said.

use std::rc::Rc;

use toml::de::{DeTable, DeValue};

use crate::finding::{Finding, Kind, Suppression};
use crate::source::{SourceFile, Sources};

/// An entry of `deadheat.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    id: Option<String>,
    location: Option<String>,
    reason: String,
    place: String,
}

/// The `[[suppress]]` entries of a configuration's text; `file` is the name that errors give.
pub fn rules(text: &str, file: &str) -> Result<Vec<Rule>, String> {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let parsed = DeTable::parse(text).map_err(|error| {
        format!("{file}:{}: {}", error.span().map_or(1, |span| line(span.start)), error.message())
    })?;
    let Some(entries) = parsed.get_ref().get("suppress") else { return Ok(Vec::new()) };
    let DeValue::Array(list) = entries.get_ref() else {
        return Err(format!(
            "{file}:{}: suppress: write [[suppress]] above each entry",
            line(entries.span().start)
        ));
    };
    list.iter().map(|entry| rule(entry.get_ref(), &format!("{file}:{}", line(entry.span().start)))).collect()
}

fn rule(entry: &DeValue<'_>, place: &str) -> Result<Rule, String> {
    let DeValue::Table(table) = entry else { return Err(format!("{place}: suppress: a table is expected")) };
    let mut rule = Rule { id: None, location: None, reason: String::new(), place: place.to_owned() };
    for (key, value) in table {
        let DeValue::String(value) = value.get_ref() else {
            return Err(format!("{place}: suppress.{}: a text is expected", key.get_ref()));
        };
        match key.get_ref().as_ref() {
            "id" => rule.id = Some(value.to_string()),
            "location" => rule.location = Some(value.to_string()),
            "reason" => rule.reason = value.trim().to_owned(),
            other => return Err(format!("{place}: suppress.{other}: there is id, location and reason")),
        }
    }
    match (&rule.id, &rule.location) {
        (None, None) => Err(format!("{place}: suppress: say what, with id or location")),
        _ if rule.reason.is_empty() => Err(format!("{place}: suppress: say why, with reason")),
        _ => Ok(rule),
    }
}

impl Rule {
    fn is_about(&self, finding: &Finding) -> bool {
        let location = match finding.location.kind {
            Kind::Static | Kind::Field => format!("{}.{}", finding.location.class, finding.location.name),
            Kind::Elements | Kind::State => finding.title.clone(),
        };
        let is_id =
            |id: &String| *id == finding.id || finding.pairs.first().is_some_and(|pair| pair.id == *id);
        self.id.as_ref().is_none_or(is_id)
            && self.location.as_ref().is_none_or(|pattern| matches(pattern, &location))
    }
}

/// Whether a text fits a pattern in which `*` is any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            (0..=text.len()).any(|at| text.is_char_boundary(at) && matches(rest, &text[at..]))
        }),
    }
}

/// Marks what is suppressed; what is wrong with suppressions comes back.
pub fn apply(findings: &mut [Finding], rules: &[Rule], sources: &Sources) -> Vec<String> {
    let mut notes = Vec::new();
    let mut used = vec![false; rules.len()];
    for finding in findings.iter_mut() {
        let rule = rules.iter().position(|rule| rule.is_about(finding));
        finding.suppressed = match rule {
            Some(index) => {
                used[index] = true;
                let Rule { place, reason, .. } = rules[index].clone();
                Some(Suppression { place, reason })
            }
            None => in_source(finding, sources, &mut notes),
        };
    }
    for (rule, _) in rules.iter().zip(&used).filter(|(_, used)| !**used) {
        notes.push(format!("{}: this suppression is about no finding", rule.place));
    }
    notes.sort();
    notes.dedup();
    notes
}

const MARK: &str = "deadheat:ignore";
const ANNOTATION: &str = "@SuppressWarnings(\"deadheat\")";

/// What the source says of a finding: at its accesses, or at the field.
fn in_source(finding: &Finding, sources: &Sources, notes: &mut Vec<String>) -> Option<Suppression> {
    let accesses = finding.pairs.iter().flat_map(|pair| pair.accesses());
    for access in accesses {
        let (Some(file), Some(line)) = (sources.of(access), access.line) else { continue };
        if let Some(found) = mark_at(&file, (line as usize).saturating_sub(1), notes) {
            return Some(found);
        }
    }
    if let Kind::Static | Kind::Field = finding.location.kind {
        let file = declaring_file(finding, sources)?;
        let declared = declaration(&file.lines, &finding.location.name)?;
        let above = declared.checked_sub(1).filter(|&line| {
            let text = file.lines[line].trim_start();
            text.starts_with("//") || text.starts_with('@')
        });
        return [Some(declared), above].into_iter().flatten().find_map(|line| mark_at(&file, line, notes));
    }
    None
}

/// The file of the class that declares the field, by its name or by an access in that class.
fn declaring_file(finding: &Finding, sources: &Sources) -> Option<Rc<SourceFile>> {
    let class = &finding.location.class;
    let mut accesses = finding.pairs.iter().flat_map(|pair| pair.accesses());
    let named = accesses.find(|access| access.class == *class).and_then(|access| access.file.clone());
    let outer = class.rsplit('.').next()?.split('$').next()?;
    sources.file(class, &named.unwrap_or_else(|| format!("{outer}.java")))
}

/// The line that declares a field: its name, with something before it, and `;`, `=` or `,` behind it.
fn declaration(lines: &[String], name: &str) -> Option<usize> {
    const NOT_BEFORE: [&str; 4] = ["return", "throw", "assert", "case"];
    lines.iter().position(|line| {
        line.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&line[..at], line[at + name.len()..].trim_start());
            let word = before.split_whitespace().last();
            let is_typed = before.ends_with(char::is_whitespace)
                && word.is_some_and(|word| {
                    !NOT_BEFORE.contains(&word)
                        && word.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '>' | ']' | '_'))
                });
            let ends =
                behind.starts_with([';', ',']) || (behind.starts_with('=') && !behind.starts_with("=="));
            is_typed && ends
        })
    })
}

fn mark_at(file: &SourceFile, line: usize, notes: &mut Vec<String>) -> Option<Suppression> {
    let text = file.lines.get(line)?;
    let place = format!("{}:{}", file.path, line + 1);
    let (mark, at) = [MARK, ANNOTATION].iter().find_map(|mark| Some((*mark, text.find(mark)?)))?;
    let rest = &text[at + mark.len()..];
    let reason = if mark == MARK { rest } else { rest.split_once("//").map_or("", |(_, reason)| reason) };
    let reason = reason.trim().trim_start_matches(':').trim_end_matches("*/").trim();
    if reason.is_empty() {
        notes.push(format!("{place}: a suppression without a reason does not count"));
        return None;
    }
    Some(Suppression { place, reason: reason.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_told_from_uses() {
        let lines = [
            "  return count;",
            "  this.count = 1;",
            "  if (count == 3) {",
            "  private int count;",
            "  int other, count = 3;",
        ];
        let lines: Vec<String> = lines.map(str::to_owned).to_vec();
        assert_eq!(declaration(&lines, "count"), Some(3));
        assert_eq!(declaration(&lines[4..], "count"), None, "after a comma the type is further away");
        assert_eq!(declaration(&lines, "missing"), None);
    }

    #[test]
    fn entries_need_a_subject_and_a_reason() {
        let good = "[[suppress]]\nlocation = \"a.*.count\"\nreason = \"on purpose\"\n";
        assert_eq!(rules(good, "deadheat.toml").expect("a rule").len(), 1);
        for (text, expected) in [
            ("[[suppress]]\nlocation = \"a\"\n", "deadheat.toml:1: suppress: say why"),
            ("\n[[suppress]]\nreason = \"x\"\n", "deadheat.toml:2: suppress: say what"),
            ("[[suppress]]\nfield = \"x\"\n", "suppress.field"),
            ("[suppress]\nid = \"x\"\n", "[[suppress]]"),
            ("[[suppress]\n", "deadheat.toml:1:"),
        ] {
            let error = rules(text, "deadheat.toml").expect_err(text);
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn stars_stand_for_any_text() {
        assert!(matches("com.acme.*", "com.acme.Bank.total"));
        assert!(matches("*.total", "com.acme.Bank.total"));
        assert!(matches("com.*.total", "com.acme.Bank.total"));
        assert!(!matches("com.*.count", "com.acme.Bank.total"));
    }
}
