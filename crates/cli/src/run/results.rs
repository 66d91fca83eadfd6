//! What the JVMs of a run wrote, merged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// See the module's description.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// By what makes a race the same: the place, and the two lines.
    pub(super) races: BTreeMap<String, Value>,
    /// How many JVMs wrote anything.
    pub(super) jvms: usize,
    summaries: Vec<Value>,
}

impl Results {
    /// Reads all files of a directory. A line that was cut off is what a killed JVM leaves.
    pub(super) fn read(directory: &Path) -> Result<Results> {
        let mut results = Results::default();
        let entries = fs::read_dir(directory).with_context(|| directory.display().to_string())?;
        let mut files: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            results.jvms += 1;
            for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
                if let Some(race) = line.get("race") {
                    results.races.entry(key(race)).or_insert_with(|| race.clone());
                } else if let Some(summary) = line.get("summary") {
                    results.summaries.push(summary.clone());
                }
            }
        }
        Ok(results)
    }

    pub(super) fn json(&self) -> Value {
        json!({ "races": self.races.values().collect::<Vec<_>>(), "jvms": self.summaries })
    }

    pub(super) fn describe(&self, text: &mut String) -> Result<()> {
        for race in self.races.values() {
            describe(race, text)?;
        }
        let total = |key: &str| -> u64 { self.summaries.iter().filter_map(|it| it[key].as_u64()).sum() };
        let count = self.races.len();
        writeln!(text, "deadheat: {count} {} seen", if count == 1 { "race" } else { "races" })?;
        writeln!(text, "  {} classes looked at, {} checks put in", total("classes"), total("checks"))?;
        for (key, what) in [("classes_left_out", "classes"), ("methods_left_out", "methods")] {
            if total(key) > 0 {
                writeln!(text, "  {} {what} left as they are", total(key))?;
            }
        }
        if total("failures") > 0 {
            writeln!(
                text,
                "  {} failures inside of Deadheat: the result is not complete",
                total("failures")
            )?;
        }
        if self.jvms > self.summaries.len() {
            writeln!(text, "  {} JVMs did not come to their end", self.jvms - self.summaries.len())?;
        }
        Ok(())
    }
}

fn key(race: &Value) -> String {
    let mut sites = [site(&race["first"]["site"]), site(&race["second"]["site"])];
    sites.sort();
    format!("{} {} {} {}", race["owner"], race["name"], sites[0], sites[1])
}

fn site(site: &Value) -> String {
    let text = |key: &str| site[key].as_str().unwrap_or("?");
    match site["line"].as_u64() {
        Some(line) => format!("{}.{}:{line}", text("class"), text("method")),
        None => format!("{}.{}", text("class"), text("method")),
    }
}

fn describe(race: &Value, text: &mut String) -> Result<()> {
    let part = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    match race["kind"].as_str() {
        Some("element") => writeln!(
            text,
            "element {} of {}@{}",
            race["index"],
            part(&race["object"]).replace("[]", &format!("[{}]", "")),
            part(&race["identity"])
        )?,
        Some("static") => writeln!(text, "{}.{}, static", part(&race["owner"]), part(&race["name"]))?,
        _ => writeln!(
            text,
            "{}.{} of {}@{}",
            part(&race["owner"]),
            part(&race["name"]),
            part(&race["object"]),
            part(&race["identity"])
        )?,
    }
    for (side, then) in [("first", ""), ("second", "then ")] {
        let access = &race[side];
        let (kind, thread) = (part(&access["access"]), part(&access["thread"]));
        writeln!(text, "  {then}{kind} in {} by thread {thread:?}", site(&access["site"]))?;
        let lines = |key: &str| access[key].as_array().cloned().unwrap_or_default();
        for lock in lines("locks") {
            writeln!(text, "    holding {}", part(&lock))?;
        }
        for frame in lines("stack") {
            writeln!(text, "    at {}", part(&frame))?;
        }
    }
    writeln!(text, "  not ordered: thread {}", part(&race["order"]))?;
    writeln!(text)?;
    Ok(())
}
