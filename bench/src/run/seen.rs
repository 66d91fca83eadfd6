//! What the agent wrote about one JVM.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The place, the two accesses.
    pub(crate) races: BTreeSet<String>,
    /// The places alone.
    pub(crate) places: BTreeSet<String>,
    pub(crate) classes: u64,
    pub(crate) classes_left_out: u64,
    pub(crate) methods_left_out: u64,
    /// What was left out, and why.
    pub(crate) left_out: BTreeMap<String, String>,
    pub(crate) failures: u64,
    /// Whether the JVM came to its end.
    pub(crate) is_complete: bool,
    pub(crate) statistics: Statistics,
}

/// What the agent counts if it is asked to; a number that it does not know is None.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Statistics {
    /// Accesses of the program, checked or not.
    pub(crate) accesses: Option<u64>,
    /// Checks that were made for them.
    pub(crate) checks: Option<u64>,
    /// Shadow locations that arrays had, and footprints that were committed.
    pub(crate) locations: Option<u64>,
    pub(crate) commits: Option<u64>,
    /// Accesses that a filter left out.
    pub(crate) left_out: Option<u64>,
    /// The time that the placement took, and for how many methods.
    pub(crate) placement_micros: Option<u64>,
    pub(crate) placed_methods: Option<u64>,
}

impl Statistics {
    fn add(&mut self, values: &Value) {
        let add = |sum: &mut Option<u64>, key: &str| {
            if let Some(value) = values[key].as_u64() {
                *sum = Some(sum.unwrap_or(0) + value);
            }
        };
        add(&mut self.accesses, "accesses");
        add(&mut self.checks, "checks");
        add(&mut self.locations, "shadow locations of arrays");
        add(&mut self.commits, "footprints committed");
        add(&mut self.left_out, "left_out");
        add(&mut self.placement_micros, "placement_micros");
        add(&mut self.placed_methods, "placed_methods");
    }
}

impl Seen {
    /// Reads the files of a directory.
    pub(crate) fn read(directory: &Path) -> Result<Seen, String> {
        let mut seen = Seen::default();
        let entries =
            std::fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let text =
                std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).for_each(|line| seen.add(&line));
        }
        Ok(seen)
    }

    fn add(&mut self, line: &Value) {
        if let Some(race) = line.get("race") {
            self.races.insert(describe(race));
            self.places.insert(place(race));
        }
        if let Some(summary) = line.get("summary") {
            let number = |key: &str| summary[key].as_u64().unwrap_or(0);
            self.is_complete = true;
            self.classes += number("classes");
            self.classes_left_out += number("classes_left_out");
            self.methods_left_out += number("methods_left_out");
            self.failures += number("failures");
            self.statistics.add(&summary["statistics"]);
            self.statistics.add(&summary["arrays"]);
            for (what, why) in summary["left_out"].as_object().into_iter().flatten() {
                self.left_out.insert(what.clone(), why.as_str().unwrap_or_default().to_owned());
            }
        }
    }
}

/// The same for both orders of the two accesses.
fn describe(race: &Value) -> String {
    let access = |side: &str| {
        let site = &race[side]["site"];
        let line = site["line"].as_u64().unwrap_or(0);
        format!("{} {}.{}:{line}", text(&race[side]["access"]), text(&site["class"]), text(&site["method"]))
    };
    let mut accesses = [access("first"), access("second")];
    accesses.sort();
    format!("{}: {}", place(race), accesses.join(" / "))
}

fn place(race: &Value) -> String {
    match race["kind"].as_str() {
        Some("element") => format!("element of {}", text(&race["object"])),
        Some("object") => format!("{} as a whole", text(&race["owner"])),
        _ => format!("{}.{}", text(&race["owner"]), text(&race["name"])),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or("?").to_owned()
}
