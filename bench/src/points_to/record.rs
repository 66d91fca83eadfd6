//! The result of one run: the line of JSON that a tool printed, and what was seen from outside.
//!
//! A tool's line is a flat object with the counts `methods`, `application_methods`, `call_edges` and
//! `method_edges`, its `version` and `notes`, and, for the peers, `wall_seconds`,
//! `cpu_seconds` and `peak_kilobytes` at the end of the analysis.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::tools::Tool;
use crate::child::Measured;

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Finished,
    /// At which limit.
    Unfinished(&'static str),
    /// What it said.
    Failed(String),
}

/// One run.
pub(super) struct Record {
    pub(super) tool: Tool,
    pub(super) program: &'static str,
    pub(super) sensitivity: String,
    pub(super) outcome: Outcome,
    /// What the tool printed.
    printed: Map<String, Value>,
    outside: Measured,
}

/// A JVM's exit code with -XX:+ExitOnOutOfMemoryError.
const OUT_OF_MEMORY: i32 = 3;

pub(super) fn of_run(tool: Tool, program: &'static str, sensitivity: &str, outside: Measured) -> Record {
    let line = outside.stdout.lines().rev().find(|line| line.starts_with('{'));
    let printed = line.and_then(|line| serde_json::from_str::<Map<String, Value>>(line).ok());
    let outcome = match outside.status {
        None => Outcome::Unfinished("time"),
        Some(status) if status.success() && printed.is_some() => Outcome::Finished,
        Some(status) if status.code() == Some(OUT_OF_MEMORY) => Outcome::Unfinished("memory"),
        Some(status) => Outcome::Failed(format!("{status}: {}", complaint(&outside.stderr))),
    };
    let printed = printed.unwrap_or_default();
    Record { tool, program, sensitivity: sensitivity.to_owned(), outcome, printed, outside }
}

/// The line that most likely says what went wrong.
fn complaint(stderr: &str) -> &str {
    let telling = stderr.lines().find(|line| line.contains("Exception") || line.contains("Error"));
    telling.or_else(|| stderr.lines().find(|line| !line.trim().is_empty())).unwrap_or("it said nothing")
}

impl Record {
    pub(super) fn count(&self, name: &str) -> Option<u64> {
        self.printed.get(name)?.as_u64()
    }

    /// The tool's version, and what it says of its settings.
    pub(super) fn notes(&self) -> String {
        let texts = ["version", "notes"].into_iter().filter_map(|name| self.printed.get(name)?.as_str());
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn cpu_seconds(&self) -> f64 {
        self.inside("cpu_seconds").unwrap_or(self.outside.cpu_seconds)
    }

    pub(super) fn wall_seconds(&self) -> f64 {
        self.inside("wall_seconds").unwrap_or(self.outside.wall_seconds)
    }

    pub(super) fn peak_kilobytes(&self) -> f64 {
        self.inside("peak_kilobytes").unwrap_or(self.outside.peak_kilobytes as f64)
    }

    /// A peer's own figure, which leaves its counting out; Deadheat gets no such discount.
    fn inside(&self, name: &str) -> Option<f64> {
        let peer = self.outcome == Outcome::Finished && self.tool != Tool::Deadheat;
        self.printed.get(name).filter(|_| peer)?.as_f64()
    }

    fn to_json(&self) -> Value {
        let (outcome, detail) = match &self.outcome {
            Outcome::Finished => ("finished", ""),
            Outcome::Unfinished(limit) => ("unfinished", *limit),
            Outcome::Failed(message) => ("failed", message.as_str()),
        };
        json!({
            "tool": self.tool.name(),
            "program": self.program,
            "sensitivity": self.sensitivity,
            "outcome": outcome,
            "detail": detail,
            "printed": self.printed,
            "whole_process": {
                "wall_seconds": self.outside.wall_seconds,
                "cpu_seconds": self.outside.cpu_seconds,
                "peak_kilobytes": self.outside.peak_kilobytes,
            },
        })
    }
}

pub(super) fn write(path: &Path, records: &[Record]) -> Result<(), String> {
    let values = Value::Array(records.iter().map(Record::to_json).collect());
    let text = serde_json::to_string_pretty(&values).map_err(|error| error.to_string())?;
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
