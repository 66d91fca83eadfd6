//! What the JVMs of a run wrote, merged.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use deadheat_report::tests_of;
use serde_json::{Value, json};

/// Frames of a stack that are shown.
const MOST_FRAMES: usize = 20;
/// What was left as it is, named by reason.
const MOST_NAMED: usize = 5;

/// See the module's description.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// By what makes a race the same: the place, and the two lines.
    pub(super) races: BTreeMap<String, Value>,
    /// How many JVMs wrote anything.
    pub(super) jvms: usize,
    /// Who called whom, by JVM.
    pub(super) audits: Vec<Value>,
    summaries: Vec<Value>,
    /// By the two lines: how often the races were seen.
    times: BTreeMap<[String; 2], u64>,
}

impl Results {
    /// Reads all files of a directory.
    pub(super) fn read(directory: &Path) -> Result<Results> {
        let mut results = Results::default();
        files(directory)?.iter().try_for_each(|file| results.take(file))?;
        Ok(results)
    }

    /// The same, JVM by JVM.
    pub(super) fn of_each(directory: &Path) -> Result<Vec<Results>> {
        let of = |file: &PathBuf| {
            let mut results = Results::default();
            results.take(file).map(|()| results)
        };
        files(directory)?.iter().map(of).collect()
    }

    /// Reads a JVM's file. A line that was cut off is what a killed JVM leaves.
    fn take(&mut self, file: &Path) -> Result<()> {
        let text = fs::read(file).with_context(|| file.display().to_string())?;
        self.jvms += 1;
        for line in String::from_utf8_lossy(&text).lines() {
            if let Ok(line) = serde_json::from_str::<Value>(line) {
                self.add(&line);
            }
        }
        Ok(())
    }

    /// Where the JVM ran, if it came to its end.
    pub(super) fn directory(&self) -> Option<PathBuf> {
        self.summaries.first()?["directory"].as_str().map(PathBuf::from)
    }

    fn add(&mut self, line: &Value) {
        if let Some(race) = line.get("race") {
            let mut race = race.clone();
            race["tests"] = json!(tests_of(&race));
            let known = self.races.entry(key(&race)).or_insert_with(|| race.clone());
            known["tests"] = tests([known, &race]);
        } else if line.get("calls").is_some() {
            self.audits.push(line.clone());
        } else if let Some(summary) = line.get("summary") {
            for repeat in summary["repeats"].as_array().into_iter().flatten() {
                let pair = pair(&repeat["sites"][0], &repeat["sites"][1]);
                *self.times.entry(pair).or_default() += repeat["times"].as_u64().unwrap_or(0);
            }
            self.summaries.push(summary.clone());
        }
    }

    pub(super) fn json(&self) -> Value {
        let races = self.races.values().map(|race| {
            let mut race = race.clone();
            race["times"] = json!(self.times_of(&race));
            race
        });
        let unfinished = self.jvms.saturating_sub(self.summaries.len());
        json!({ "races": races.collect::<Vec<_>>(), "jvms": self.summaries, "unfinished": unfinished })
    }

    /// How often a race was seen; what killed JVMs saw again is not counted.
    fn times_of(&self, race: &Value) -> u64 {
        let pair = pair(&race["first"]["site"], &race["second"]["site"]);
        self.times.get(&pair).copied().unwrap_or(0).max(1)
    }

    pub(super) fn describe(&self, text: &mut String) -> Result<()> {
        for (number, race) in self.races.values().enumerate() {
            writeln!(text, "race {} of {}: {}", number + 1, self.races.len(), place(race))?;
            describe(race, text)?;
            let times = self.times_of(race);
            if times > 1 {
                writeln!(text, "  seen {times} times")?;
            }
            let tests: Vec<&str> = race["tests"].as_array().into_iter().flatten().map(part).collect();
            if !tests.is_empty() {
                let word = if tests.len() == 1 { "test" } else { "tests" };
                writeln!(text, "  seen in {word} {}", tests.join(", "))?;
            }
            writeln!(text)?;
        }
        self.summarise(text)
    }

    fn summarise(&self, text: &mut String) -> Result<()> {
        let total = |key: &str| -> u64 { self.summaries.iter().filter_map(|it| it[key].as_u64()).sum() };
        let count = self.races.len();
        let jvms = if self.jvms > 1 { format!(" in {} JVMs", self.jvms) } else { String::new() };
        writeln!(text, "deadheat: {count} {} seen{jvms}", if count == 1 { "race" } else { "races" })?;
        writeln!(text, "  {} classes looked at, with {} checks", total("classes"), total("checks"))?;
        let rules = self.summaries.iter().filter_map(|it| it["rules"].as_object()).flatten();
        let accesses: u64 = rules.filter_map(|(_, times)| times.as_u64()).sum();
        writeln!(text, "  {accesses} accesses compared with those of other threads")?;
        for (key, what) in [("classes_left_out", "classes"), ("methods_left_out", "methods")] {
            if total(key) > 0 {
                writeln!(text, "  {} {what} left as they are: their accesses are not seen", total(key))?;
            }
        }
        if total("unplanned") > 0 {
            let classes = total("unplanned");
            writeln!(
                text,
                "  {classes} classes were not there when checks were planned: races with them may be missed"
            )?;
        }
        let named = self.summaries.iter().filter_map(|it| it["left_out"].as_object()).flatten();
        for (what, why) in named.take(MOST_NAMED) {
            writeln!(text, "    {}: {}", what.replace('/', "."), why.as_str().unwrap_or("?"))?;
        }
        if total("failures") > 0 {
            let failures = total("failures");
            writeln!(text, "  {failures} failures inside of Deadheat: the result is not complete")?;
        }
        if self.jvms > self.summaries.len() {
            let cut = self.jvms - self.summaries.len();
            writeln!(text, "  {cut} of the JVMs did not come to their end: what they saw until then counts")?;
        }
        Ok(())
    }
}

/// What several runs saw, in their order, as one; each as `Results::json` gives it.
pub(crate) fn joined(runs: &[Value]) -> Value {
    let mut races: BTreeMap<String, Value> = BTreeMap::new();
    for race in runs.iter().flat_map(|run| run["races"].as_array().into_iter().flatten()) {
        let known = races.entry(key(race)).or_insert(Value::Null);
        if known.is_null() {
            *known = race.clone();
        } else {
            known["times"] =
                json!(known["times"].as_u64().unwrap_or(1) + race["times"].as_u64().unwrap_or(1));
            known["tests"] = tests([known, race]);
        }
    }
    let jvms = runs.iter().flat_map(|run| run["jvms"].as_array().into_iter().flatten());
    let unfinished: u64 = runs.iter().filter_map(|run| run["unfinished"].as_u64()).sum();
    json!({
        "races": races.values().collect::<Vec<_>>(),
        "jvms": jvms.collect::<Vec<_>>(),
        "unfinished": unfinished,
    })
}

/// The files of a directory, in their order.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    let mut files: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.sort();
    Ok(files)
}

/// The tests in which the same race was seen, in whichever JVM.
fn tests(races: [&Value; 2]) -> Value {
    let tests = races.iter().flat_map(|race| race["tests"].as_array().into_iter().flatten());
    json!(tests.filter_map(Value::as_str).collect::<BTreeSet<_>>())
}

fn key(race: &Value) -> String {
    let pair = pair(&race["first"]["site"], &race["second"]["site"]);
    format!("{} {} {} {}", race["owner"], race["name"], pair[0], pair[1])
}

fn pair(first: &Value, second: &Value) -> [String; 2] {
    let mut sites = [site(first), site(second)];
    sites.sort();
    sites
}

fn site(site: &Value) -> String {
    let text = |key: &str| site[key].as_str().unwrap_or("?");
    match (site.is_null(), site["line"].as_u64()) {
        (true, _) => "a place that was lost".to_owned(),
        (false, Some(line)) => format!("{}.{}:{line}", text("class"), text("method")),
        (false, None) => format!("{}.{}", text("class"), text("method")),
    }
}

fn part(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

/// What the two accesses are about.
fn place(race: &Value) -> String {
    let (owner, name, identity) = (part(&race["owner"]), part(&race["name"]), part(&race["identity"]));
    let object = part(&race["object"]);
    match part(&race["kind"]) {
        "element" => {
            format!("{} (array @{identity})", object.replacen("[]", &format!("[{}]", race["index"]), 1))
        }
        "static" => format!("static field {owner}.{name}"),
        "object" => format!("{object}@{identity}, which two threads must not use at once"),
        _ => format!("field {owner}.{name} (of {object}@{identity})"),
    }
}

fn describe(race: &Value, text: &mut String) -> Result<()> {
    for side in ["first", "second"] {
        let access = &race[side];
        let (kind, thread) = (part(&access["access"]), part(&access["thread"]));
        let then = if side == "second" { "then " } else { "" };
        writeln!(text, "  {then}{kind} in {} by thread {thread:?}", site(&access["site"]))?;
        let lines = |key: &str| access[key].as_array().into_iter().flatten().map(part);
        let locks: Vec<&str> = lines("locks").collect();
        let held = if locks.is_empty() { "no lock".to_owned() } else { locks.join(", ") };
        writeln!(text, "    holding {held}")?;
        if access["is_exact"] == json!(false) && lines("stack").next().is_some() {
            writeln!(text, "    as the thread first came there:")?;
        }
        for frame in lines("stack").take(MOST_FRAMES) {
            writeln!(text, "    at {frame}")?;
        }
        if lines("stack").count() > MOST_FRAMES {
            writeln!(text, "    … {} more", lines("stack").count() - MOST_FRAMES)?;
        }
    }
    if race["evidence"] == "feasible" {
        writeln!(
            text,
            "  feasible, not witnessed: no lock is common to them, and nothing orders them but which thread took a lock first"
        )?;
        return Ok(());
    }
    let order = &race["order"];
    let (at, known) = (order["first_at"].as_u64().unwrap_or(0), order["second_knows"].as_u64().unwrap_or(0));
    writeln!(
        text,
        "  nothing orders them: the first was at step {at} of its thread, of which the second thread had seen {}",
        if known == 0 { "nothing".to_owned() } else { format!("steps up to {known}") }
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files are read in the order of process numbers, whichever test ran first.
    #[test]
    fn each_jvm_names_the_test_that_its_own_stacks_tell() {
        let race = |test: &str, stack: &str| {
            let sides =
                json!({ "site": { "class": "shop.Stock", "method": "take", "line": 9 }, "stack": [stack] });
            json!({ "race": { "owner": "shop.Stock", "name": "count", "first": sides, "second": sides, "tests": [test, "shop.Other.runs"] } })
        };
        let seen = [
            race("shop.StockTest.takes", "shop.StockTest.lambda$takes$0(S.java:3)"),
            race("shop.DepotTest.comes", "shop.DepotTest.lambda$comes$0(D.java:3)"),
        ];
        for order in [[0, 1], [1, 0]] {
            let mut results = Results::default();
            order.iter().for_each(|&index| results.add(&seen[index]));
            let named: Vec<&Value> = results.races.values().map(|race| &race["tests"]).collect();
            assert_eq!(named, [&json!(["shop.DepotTest.comes", "shop.StockTest.takes"])]);
        }
    }
}
