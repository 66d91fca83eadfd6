//! The list as JSON, by the schema in `docs/schema/findings.schema.json`; it can be read again.

use serde::{Deserialize, Serialize};

use crate::announced::Work;
use crate::finding::{Evidence, Finding};
use crate::merge::Findings;

/// What is counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Findings that count: neither suppressed nor removed with others.
    pub findings: usize,
    /// Of these: it happened.
    pub witnessed: usize,
    /// A schedule is known.
    pub predicted: usize,
    /// No common lock in a run.
    pub feasible: usize,
    /// Only `scan` says so, and takes it for likely.
    pub likely: usize,
    /// Only `scan` says so.
    pub possible: usize,
    /// Not counted, because the user says so.
    pub suppressed: usize,
    /// Not counted, because the fix of another one removes them.
    #[serde(rename = "removedWithOthers")]
    pub removed_with_others: usize,
    /// Of those that count: not in the baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<usize>,
}

impl Summary {
    /// Counts findings.
    pub fn of(findings: &[Finding]) -> Summary {
        let mut summary = Summary::default();
        for finding in findings {
            if finding.suppressed.is_some() {
                summary.suppressed += 1;
                continue;
            }
            if finding.removed_with.is_some() {
                summary.removed_with_others += 1;
                continue;
            }
            summary.findings += 1;
            match (finding.strength().0, finding.label()) {
                (Evidence::Witnessed, _) => summary.witnessed += 1,
                (Evidence::Predicted, _) => summary.predicted += 1,
                (Evidence::Feasible, _) => summary.feasible += 1,
                (Evidence::Possible, "likely") => summary.likely += 1,
                (Evidence::Possible, _) => summary.possible += 1,
            }
            if let Some(is_new) = finding.new {
                *summary.new.get_or_insert(0) += usize::from(is_new);
            }
        }
        summary
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    #[serde(rename = "$schema", default)]
    schema: String,
    version: u32,
    tool: String,
    summary: Summary,
    engines: Vec<Work>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
    findings: Vec<Finding>,
}

/// The version of the format.
pub const VERSION: u32 = 1;
const SCHEMA: &str = "findings.schema.json";

/// Whether a value looks like a list of findings.
pub fn is_findings(value: &serde_json::Value) -> bool {
    value["findings"].is_array() && value["tool"].is_string()
}

/// The list as JSON.
pub fn write(findings: &Findings) -> serde_json::Result<String> {
    let file = File {
        schema: SCHEMA.to_owned(),
        version: VERSION,
        tool: format!("deadheat {}", env!("CARGO_PKG_VERSION")),
        summary: Summary::of(&findings.findings),
        engines: findings.work.clone(),
        problems: findings.problems.clone(),
        findings: findings.findings.clone(),
    };
    Ok(serde_json::to_string_pretty(&file)? + "\n")
}

/// Reads a list again.
pub fn read(text: &str) -> Result<Findings, String> {
    let file: File = serde_json::from_str(text).map_err(|error| format!("no list of findings: {error}"))?;
    if file.version > VERSION {
        return Err(format!("version {} of the format; this command knows {VERSION}", file.version));
    }
    Ok(Findings { findings: file.findings, work: file.engines, problems: file.problems })
}
