//! `deadheat scan --explain`: why pairs of accesses are reported, or not.

use std::fmt::Write;

use anyhow::{Result, bail};
use deadheat_program::{ClassId, FieldId, Program};
use deadheat_races::{Asked, Confidence, End, ExplainedPair, Explanation, Filters, Race};
use serde_json::{Value, json};

use super::confidence::{because, confidence_text, name};
use super::words::{IN_ANOTHER, Words, brief, counted, fill};
use crate::names::{dotted, field_named, find};

/// What is asked.
#[derive(Debug, Clone)]
pub(super) enum Question {
    Field(FieldId),
    /// One line: all pairs with an access there. Two: those between them.
    Lines(Line, Option<Line>),
}

/// `FILE:LINE` or `CLASS:LINE`.
#[derive(Debug, Clone)]
pub(super) struct Line {
    name: String,
    line: u16,
}

impl Question {
    pub(super) fn parse(program: &Program, text: &str) -> Result<Question> {
        if !text.contains(':') {
            return Ok(Question::Field(field_named(program, text)?));
        }
        match text.split(',').collect::<Vec<_>>()[..] {
            [only] => Ok(Question::Lines(Line::parse(program, only)?, None)),
            [one, other] => {
                Ok(Question::Lines(Line::parse(program, one)?, Some(Line::parse(program, other)?)))
            }
            _ => bail!("--explain {text}: one or two lines, as in Bank.java:14,Bank.java:22"),
        }
    }

    /// Asks it.
    pub(super) fn ask<T>(&self, program: &Program, answer: impl FnOnce(Asked<'_>) -> T) -> T {
        match self {
            Question::Field(field) => answer(Asked::Field(*field)),
            Question::Lines(one, other) => {
                let is_one = |end: &End| one.is_at(program, end);
                let is_other = |end: &End| other.as_ref().is_some_and(|other| other.is_at(program, end));
                answer(Asked::Ends(&is_one, other.is_some().then_some(&is_other)))
            }
        }
    }
}

impl Line {
    fn parse(program: &Program, text: &str) -> Result<Line> {
        let parts = text.trim().rsplit_once(':').map(|(name, line)| (name, line.parse()));
        let Some((name, Ok(line))) = parts else {
            bail!("--explain {text}: a line is FILE:LINE or CLASS:LINE, as in Bank.java:14");
        };
        let line = Line { name: name.to_owned(), line };
        if program.application_classes().any(|class| line.is_class(program, class)) {
            return Ok(line);
        }
        let files = similar_files(program, name);
        match files.is_empty() {
            false => bail!("--explain: no class comes from {name}; did you mean {}?", files.join(" or ")),
            true if name.contains('/') || name.ends_with(".java") => {
                bail!("--explain: no class of the application comes from a file {name}")
            }
            true => match find(program, name)? {
                (_, Some(member)) => bail!("--explain: {name}: {member} is no class"),
                (class, None) => {
                    bail!("--explain: {} is no class of the application", dotted(program, class))
                }
            },
        }
    }

    fn is_at(&self, program: &Program, end: &End) -> bool {
        end.line == Some(self.line) && self.is_class(program, end.method.class)
    }

    /// Whether a class is meant, or comes from the file that is. Nested classes are meant with the outer one.
    fn is_class(&self, program: &Program, class: ClassId) -> bool {
        let whole = program.symbols().text(program.class_name(class));
        let (package, simple) = whole.rsplit_once('/').unwrap_or(("", &whole));
        let is_outer = |name: &str| {
            let is_nested = |rest: &str| rest.is_empty() || rest.starts_with('$');
            let dotted = whole.replace('/', ".");
            dotted.strip_prefix(name).is_some_and(is_nested)
                || simple.strip_prefix(name).is_some_and(is_nested)
        };
        if is_outer(&self.name) {
            return true;
        }
        let path = self.name.replace('\\', "/");
        let (directory, file) = path.rsplit_once('/').unwrap_or(("", &path));
        let is_file =
            program.class(class).ok().and_then(|class| class.source_file()).is_some_and(|own| own == file);
        is_file && (directory.ends_with(package) || package.ends_with(directory))
    }
}

/// Source files with nearly this name.
fn similar_files(program: &Program, name: &str) -> Vec<String> {
    let stem = |name: &str| {
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        file.split('.').next().unwrap_or_default().to_lowercase()
    };
    let mut files: Vec<String> = program
        .application_classes()
        .filter_map(|class| program.class(class).ok()?.source_file().map(|file| file.to_string()))
        .filter(|file| stem(file) == stem(name))
        .collect();
    files.sort();
    files.dedup();
    files.truncate(3);
    files
}

/// What removes a pair that is not reported.
fn reasons(pair: &ExplainedPair, filters: Filters) -> Vec<(&'static str, &'static str)> {
    let removed = pair.removed;
    let all = [
        (removed.escape && filters.escape, ("escape", "no other thread sees the object")),
        (removed.parallel && filters.parallel, ("parallel", "the threads do not run at the same time")),
        (removed.locks && filters.locks, ("locks", "both hold a common lock")),
        (removed.tasks && filters.tasks, ("tasks", "each task has its own object")),
        (removed.filtering && filters.filtering, ("filtering", "models say that several threads may do so")),
        (removed.call_locks && filters.call_locks, ("call-locks", "both calls hold a common lock")),
    ];
    all.into_iter().filter(|(is_reason, _)| *is_reason).map(|(_, reason)| reason).collect()
}

/// Why there is no access.
fn none(question: &Question, explanation: &Explanation) -> &'static str {
    match question {
        Question::Lines(..) if explanation.is_run => {
            "code runs there, but uses no field, array or library object that threads could race for"
        }
        _ => "none that can run, or only in a static initialiser",
    }
}

pub(super) fn write(
    words: &Words<'_, '_>,
    (asked, question): (&str, &Question),
    explanation: &Explanation,
    filters: Filters,
    out: &mut String,
) -> Result<()> {
    let pairs = &explanation.pairs;
    let reported = pairs.iter().filter(|pair| pair.is_race).count();
    let summary = [
        format!("{asked}: {}", counted(explanation.accesses.len(), "access", "accesses")),
        counted(pairs.len(), "pair that may be of one object", "pairs that may be of one object"),
        format!("{reported} reported"),
    ];
    fill(0, ", ", &summary, out);
    if explanation.accesses.is_empty() {
        writeln!(out, "no access that could race: {}", none(question, explanation))?;
    }
    let others = [
        (explanation.aliasing, "never of one object (aliasing)"),
        (explanation.ordering, "both volatile or atomic, which orders them"),
    ];
    for (count, reason) in others.into_iter().filter(|&(count, _)| count > 0) {
        writeln!(out, "{} not reported: {reason}", counted(count, "more pair", "more pairs"))?;
    }
    let (races, removed): (Vec<_>, Vec<_>) = pairs.iter().partition(|pair| pair.is_race);
    for pair in races.into_iter().chain(removed) {
        writeln!(out)?;
        writeln!(out, "{}", verdict(words, pair, filters))?;
        // Accesses of one line may be of several fields.
        if let Question::Lines(..) = question {
            writeln!(out, "  {}", brief(&words.target(pair.target, pair.object)))?;
        }
        let again = if pair.is_race { IN_ANOTHER } else { "the same again" };
        words.ends([&pair.first, &pair.second], &pair.sides, again, out);
        if let Some(object) = pair.object {
            words.chain(object, 2, out);
        }
    }
    Ok(())
}

/// How much speaks for a pair that is listed.
fn confidence(words: &Words<'_, '_>, pair: &ExplainedPair) -> Option<Confidence> {
    let is_it =
        |race: &&Race| race.target == pair.target && (race.first, race.second) == (pair.first, pair.second);
    words.scan.races.iter().find(is_it).map(|race| race.confidence)
}

/// Whether a pair is reported, and why not.
fn verdict(words: &Words<'_, '_>, pair: &ExplainedPair, filters: Filters) -> String {
    let reasons = reasons(pair, filters);
    match (pair.is_race, reasons.is_empty()) {
        (true, _) => match confidence(words, pair) {
            Some(confidence) => format!("reported as {}", confidence_text(confidence)),
            None => "reported".to_owned(),
        },
        (false, true) => {
            "not reported: removed in some contexts by one filter, in the others by another".to_owned()
        }
        (false, false) => {
            let reasons: Vec<String> =
                reasons.iter().map(|(filter, reason)| format!("{reason} ({filter})")).collect();
            format!("not reported: {}", reasons.join("; "))
        }
    }
}

pub(super) fn to_json(
    words: &Words<'_, '_>,
    asked: &str,
    explanation: &Explanation,
    filters: Filters,
) -> Value {
    let pair = |pair: &ExplainedPair| {
        let reasons = if pair.is_race { Vec::new() } else { reasons(pair, filters) };
        json!({
            "kind": words.kind(pair.target),
            "target": words.target(pair.target, pair.object),
            "object": pair.object.map(|object| words.object(object).to_string()),
            "first": words.end_to_json(&pair.first),
            "second": words.end_to_json(&pair.second),
            "reported": pair.is_race,
            "confidence": confidence(words, pair).filter(|_| pair.is_race).map(name),
            "because": confidence(words, pair).filter(|_| pair.is_race).map(because),
            "removedBy": reasons.iter().map(|(filter, _)| filter).collect::<Vec<_>>(),
            "sides": pair.sides.iter().map(|side| words.side_to_json(side)).collect::<Vec<_>>(),
        })
    };
    json!({
        "version": 1,
        "explain": asked,
        "accesses": explanation.accesses.len(),
        "pairs": explanation.pairs.iter().map(pair).collect::<Vec<_>>(),
        "aliasing": explanation.aliasing,
        "ordering": explanation.ordering,
    })
}
