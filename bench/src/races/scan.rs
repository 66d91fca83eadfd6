//! One run of `deadheat scan`, and what it printed.
//!
//! A key that a version of the command does not print is missing in the tables, not an error.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::programs::{ClassPath, RaceProgram, Used};
use crate::child::{self, Measured};
use crate::deadheat;

/// What is asked, beside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// All filters, k on demand.
    Full,
    /// One filter is switched off.
    Without(&'static str),
    /// One round with the same k for all of the program.
    FixedK(u8),
}

/// The filters that can be switched off.
pub(super) const SWITCHES: [&str; 4] = ["escape", "parallel", "locks", "tasks"];

/// One run.
pub(super) struct Scanned {
    pub(super) program: &'static RaceProgram,
    pub(super) variant: Variant,
    /// What went wrong, if something did.
    pub(super) failure: Option<String>,
    pub(super) measured: Measured,
    report: Map<String, Value>,
}

/// A line of a source file.
pub(super) type SourceLine = (String, u64);

impl Variant {
    pub(super) fn name(self) -> String {
        match self {
            Variant::Full => "full".to_owned(),
            Variant::Without(filter) => format!("without-{filter}"),
            Variant::FixedK(k) => format!("k{k}"),
        }
    }

    fn arguments(self) -> Vec<String> {
        let words: &[&str] = match self {
            Variant::Full => &[],
            Variant::Without(filter) => &["--without", filter],
            Variant::FixedK(k) => &["--rounds", "1", "-k", &k.to_string()],
        };
        words.iter().map(|&word| word.to_owned()).collect()
    }
}

/// Scans a program in a process of its own.
pub(super) fn scan(
    program: &'static RaceProgram,
    class_path: &ClassPath,
    variant: Variant,
    libraries: &str,
    limit: Duration,
    directory: &Path,
) -> Result<Scanned, String> {
    let mut command = deadheat::command()?;
    command.args(["scan", "--json", "--quiet", "--libraries", libraries]);
    match program.used {
        Used::Main(class) => {
            command.args(["--main", class]);
        }
        Used::Library(patterns) => {
            command.arg("--library");
            command.args(patterns.iter().flat_map(|pattern| ["--api", pattern]));
        }
    }
    command.args(variant.arguments()).arg("--jdk").arg(&class_path.jdk.home);
    command.args(&class_path.own).args(&class_path.others);
    let output = directory.join(format!("{}-{}", program.name, variant.name()));
    let measured = child::run(&mut command, limit, &output)?;
    let report = serde_json::from_str::<Map<String, Value>>(&measured.stdout);
    // 0 and 1 say whether there are races.
    let failure = match (measured.status.map(|status| status.code()), &report) {
        (None, _) => Some("time limit".to_owned()),
        (Some(Some(0 | 1)), Ok(_)) => None,
        (Some(Some(0 | 1)), Err(error)) => Some(error.to_string()),
        _ => Some(measured.stderr.lines().next().unwrap_or("it said nothing").to_owned()),
    };
    Ok(Scanned { program, variant, failure, measured, report: report.unwrap_or_default() })
}

impl Scanned {
    fn races(&self) -> &[Value] {
        self.report.get("races").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The number of reported pairs, of which not all may be listed.
    pub(super) fn pairs(&self) -> Option<u64> {
        self.report.get("pairs").and_then(Value::as_u64).filter(|_| self.failure.is_none())
    }

    /// The places that race, as the command names them; those that race only because another race publishes their objects
    /// are not among them.
    pub(super) fn targets(&self) -> BTreeSet<&str> {
        let own = self.races().iter().filter(|race| race.get("publishedBy").is_none());
        own.filter_map(|race| race.get("target")?.as_str()).collect()
    }

    /// The likely races, each with its place.
    pub(super) fn likely(&self) -> impl Iterator<Item = (&str, &Value)> {
        let likely = self.races().iter().filter(|race| race["confidence"] == "likely");
        likely.filter_map(|race| Some((race.get("target")?.as_str()?, race)))
    }

    /// The lines of all accesses that race, with the names of their files.
    pub(super) fn lines(&self) -> BTreeSet<SourceLine> {
        let ends = self.races().iter().flat_map(|race| [race.get("first"), race.get("second")]);
        let line = |end: &Value| Some((end.get("file")?.as_str()?.to_owned(), end.get("line")?.as_u64()?));
        ends.flatten().filter_map(line).collect()
    }

    pub(super) fn count(&self, name: &str) -> Option<u64> {
        self.report.get(name)?.as_u64()
    }

    /// Whether no further round would change anything.
    pub(super) fn is_complete(&self) -> Option<bool> {
        self.report.get("complete")?.as_bool()
    }

    /// The share of the candidates that a filter removed, in percent.
    pub(super) fn removed(&self, filter: &str) -> Option<f64> {
        let detailed = || self.report.get("filters")?.get(filter)?.get("removed")?.as_u64();
        let plain = || self.report.get("removed")?.get(filter)?.as_u64();
        let removed = detailed().or_else(plain)?;
        let candidates = self.count("candidates").filter(|&count| count > 0)?;
        Some(removed as f64 * 100.0 / candidates as f64)
    }

    /// How many allocation sites have each k.
    pub(super) fn sites_by_k(&self) -> Option<BTreeMap<u64, u64>> {
        let profile = self.report.get("k")?.as_object()?;
        let entry = |(k, count): (&String, &Value)| Some((k.parse().ok()?, count.as_u64()?));
        Some(profile.iter().filter_map(entry).collect())
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "program": self.program.name,
            "variant": self.variant.name(),
            "failure": self.failure,
            "pairs": self.pairs(),
            "places": self.targets().len(),
            "likely_places": self.likely().map(|(place, _)| place).collect::<BTreeSet<_>>().len(),
            "wall_seconds": self.measured.wall_seconds,
            "cpu_seconds": self.measured.cpu_seconds,
            "peak_kilobytes": self.measured.peak_kilobytes,
            // All but the races, which lie beside this file.
            "report": self.report.iter().filter(|(key, _)| *key != "races").collect::<BTreeMap<_, _>>(),
        })
    }
}
