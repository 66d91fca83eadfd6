//! One run of `deadheat scan` on a program or a seed, and what it printed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use deadheat_harness::Jdk;
use serde_json::{Map, Value, json};

use super::programs::{LoopProgram, Seed};
use super::switches::Configuration;
use crate::child::{self, Measured};

/// What is the same for all runs.
pub(super) struct Setting {
    pub(super) binary: PathBuf,
    pub(super) jdk: &'static Jdk,
    pub(super) limit: Duration,
    /// Where the raw results go.
    pub(super) directory: PathBuf,
}

/// One run.
pub(super) struct Scanned {
    pub(super) program: &'static LoopProgram,
    pub(super) configuration: Configuration,
    pub(super) failure: Option<String>,
    pub(super) measured: Measured,
    report: Map<String, Value>,
}

/// How a seeded race was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// Both ends are on marked lines.
    AtLines,
    /// Both ends are in a library, called from marked lines; or, where there are too many races for call paths, the
    /// object was made by the seed.
    Inside,
    Missed,
}

impl Setting {
    pub(super) fn command(&self) -> Command {
        Command::new(&self.binary)
    }

    /// Scans a class with a main method in a process of its own.
    pub(super) fn scan(
        &self,
        program: &'static LoopProgram,
        class: &str,
        class_path: &[PathBuf],
        configuration: Configuration,
        options: &[String],
    ) -> Result<Scanned, String> {
        let mut command = self.command();
        command.args(["scan", "--json", "--quiet", "--main", class]).args(options);
        command.arg("--jdk").arg(&self.jdk.home).args(class_path);
        let output = self.directory.join(format!("{}-{class}-{}", program.name, configuration.name()));
        // Names of classes have dots, and what follows the last one would be taken for an extension.
        let output = PathBuf::from(format!("{}.json", output.display()));
        let measured = child::run(&mut command, self.limit, &output)?;
        let report = serde_json::from_str::<Map<String, Value>>(&measured.stdout);
        // 0 and 1 say whether there are races.
        let failure = match (measured.status.map(|status| status.code()), &report) {
            (None, _) => Some("time limit".to_owned()),
            (Some(Some(0 | 1)), Ok(_)) => None,
            (Some(Some(0 | 1)), Err(error)) => Some(error.to_string()),
            _ => Some(first_line(&measured.stderr)),
        };
        Ok(Scanned { program, configuration, failure, measured, report: report.unwrap_or_default() })
    }
}

fn first_line(text: &str) -> String {
    text.lines().find(|line| !line.is_empty()).unwrap_or("it said nothing").to_owned()
}

impl Scanned {
    /// The number of reported pairs.
    pub(super) fn pairs(&self) -> Option<u64> {
        self.count("pairs").filter(|_| self.failure.is_none())
    }

    pub(super) fn count(&self, name: &str) -> Option<u64> {
        self.report.get(name)?.as_u64()
    }

    /// A size of the program's own classes and its jars.
    pub(super) fn application(&self, name: &str) -> Option<u64> {
        self.report.get("application")?.get(name)?.as_u64()
    }

    /// Whether no further round would change anything.
    pub(super) fn is_complete(&self) -> bool {
        self.report.get("complete").and_then(Value::as_bool).unwrap_or(true)
    }

    fn races(&self) -> &[Value] {
        self.report.get("races").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The places of the listed pairs that are likely, which are those that a user is shown.
    pub(super) fn likely_targets(&self) -> impl Iterator<Item = &str> {
        let likely = self.races().iter().filter(|race| is_likely(race));
        likely.filter_map(|race| race.get("target")?.as_str())
    }

    /// The place of each listed pair.
    pub(super) fn targets(&self) -> impl Iterator<Item = &str> {
        self.races().iter().filter_map(|race| race.get("target")?.as_str())
    }

    /// Whether a seed's race is among the reported.
    pub(super) fn finding(&self, seed: &Seed) -> Finding {
        let ends = |race: &Value| {
            ["first", "second"].iter().all(|end| race.get(end).is_some_and(|end| seed.marks(end)))
        };
        if self.races().iter().any(ends) {
            Finding::AtLines
        } else if self.races().iter().any(|race| seed.calls(race)) {
            Finding::Inside
        } else {
            Finding::Missed
        }
    }

    /// Whether a seed's race is among the likely ones.
    pub(super) fn is_likely(&self, seed: &Seed) -> bool {
        let ends = |race: &&Value| {
            ["first", "second"].iter().all(|end| race.get(end).is_some_and(|end| seed.marks(end)))
        };
        self.races().iter().filter(ends).any(is_likely)
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "program": self.program.name,
            "configuration": self.configuration.name(),
            "failure": self.failure,
            "pairs": self.pairs(),
            "wall_seconds": self.measured.wall_seconds,
            "cpu_seconds": self.measured.cpu_seconds,
            "peak_kilobytes": self.measured.peak_kilobytes,
        })
    }
}

fn is_likely(race: &Value) -> bool {
    race.get("confidence").and_then(Value::as_str) == Some("likely")
}

impl Seed {
    /// Whether a line of a report is one of its marked lines.
    fn marks(&self, place: &Value) -> bool {
        let file = place.get("file").and_then(Value::as_str).map(Path::new);
        let is_own = file.and_then(Path::file_stem).is_some_and(|stem| stem == self.class.as_str());
        is_own && place.get("line").and_then(Value::as_u64).is_some_and(|line| self.lines.contains(&line))
    }

    /// Whether both sides of a race are called from its marked lines.
    fn calls(&self, race: &Value) -> bool {
        let passes = |side: &Value| {
            let path = side.get("path").and_then(Value::as_array);
            path.is_some_and(|path| path.iter().any(|step| self.marks(step)))
        };
        match race.get("sides").and_then(Value::as_array) {
            Some(sides) => sides.iter().all(passes),
            None => {
                let object = race.get("object").and_then(Value::as_str).unwrap_or_default();
                object.contains(&format!(".{}.", self.class))
            }
        }
    }
}
