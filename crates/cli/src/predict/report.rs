//! What `predict` found, as text and as JSON.
//!
//! Races are the same if field and both source lines are: several instructions of one line are told once. Each race says which
//! analyses predict it; a summary puts them side by side.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use serde_json::{Value, json};

use deadheat_predict::{Prediction, Race, Step};
use deadheat_trace::format::Reader;
use deadheat_trace::{Error, ObjectId, SiteId, Tables, ThreadId};

use super::schedule;

/// Frames of a stack that are shown.
const MOST_FRAMES: usize = 20;
/// What the recorder could not see, named.
const MOST_GAPS: usize = 5;

/// See the module's description.
pub(super) struct Report<'a> {
    pub(super) reader: &'a Reader,
    pub(super) predictions: &'a [Prediction],
    pub(super) left_out: u64,
    pub(super) error: Option<&'a Error>,
}

/// Place, and the two lines.
type Key = (String, String, String);

struct Entry<'a> {
    race: &'a Race,
    analyses: Vec<&'static str>,
    pairs: u64,
}

impl<'a> Report<'a> {
    fn tables(&self) -> &'a Tables {
        &self.reader.tables
    }

    fn entries(&self) -> BTreeMap<Key, Entry<'a>> {
        let mut entries: BTreeMap<Key, Entry<'a>> = BTreeMap::new();
        for prediction in self.predictions {
            for race in prediction.races.values() {
                let new = Entry { race, analyses: Vec::new(), pairs: 0 };
                let entry = entries.entry(self.key(race)).or_insert(new);
                // A race with a schedule says more.
                if entry.race.schedule.is_none() && race.schedule.is_some() {
                    entry.race = race;
                }
                if !entry.analyses.contains(&prediction.analysis.name()) {
                    entry.analyses.push(prediction.analysis.name());
                }
                entry.pairs = entry.pairs.max(race.count);
            }
        }
        entries
    }

    fn key(&self, race: &Race) -> Key {
        let place =
            match (race.location.slot.as_field(), self.tables().fields.get(race.location.slot.0 as usize)) {
                (Some(_), Some(field)) => format!("{}.{}", field.class, field.name),
                _ => "element".to_owned(),
            };
        let mut sites = race.accesses.map(|step| self.tables().show_site(step.event.site));
        sites.sort();
        let [first, second] = sites;
        (place, first, second)
    }

    pub(super) fn describe(&self, all_steps: bool, text: &mut String) -> Result<()> {
        let entries = self.entries();
        let count = entries.len();
        for (number, entry) in entries.values().enumerate() {
            let place = self.tables().show_location(entry.race.location);
            writeln!(text, "race {} of {count}: {place}", number + 1)?;
            for (at, step) in entry.race.accesses.iter().enumerate() {
                self.access(step, at, text)?;
            }
            schedule::describe(entry.race, self.tables(), all_steps, text)?;
            if entry.race.is_behind_race {
                writeln!(text, "  behind another race: seen in this run, other schedules may not have it")?;
            }
            if self.predictions.len() > 1 {
                writeln!(text, "  predicted by {}", entry.analyses.join(", "))?;
            }
            if entry.pairs > 1 {
                writeln!(text, "  seen {} times", entry.pairs)?;
            }
            writeln!(text)?;
        }
        self.summarise(count, text)
    }

    fn access(&self, step: &Step, at: usize, text: &mut String) -> Result<()> {
        let (event, tables) = (&step.event, self.tables());
        let kind = if event.op.is_write() { "write" } else { "read" };
        let and = if at > 0 { "and " } else { "" };
        let (site, thread) = (tables.show_site(event.site), tables.show_thread(event.thread));
        writeln!(text, "  {and}{kind} in {site} by thread {thread:?}")?;
        let stack = self.stack(event.thread, event.site);
        for frame in stack.iter().take(MOST_FRAMES) {
            writeln!(text, "    at {}", tables.show_site(*frame))?;
        }
        if stack.len() > MOST_FRAMES {
            writeln!(text, "    … {} more", stack.len() - MOST_FRAMES)?;
        }
        Ok(())
    }

    fn stack(&self, thread: ThreadId, site: SiteId) -> &'a [SiteId] {
        let stack = self.tables().first_stacks.get(&(thread, site));
        stack.and_then(|stack| self.tables().stacks.get(stack.index())).map_or(&[], Vec::as_slice)
    }

    fn summarise(&self, count: usize, text: &mut String) -> Result<()> {
        writeln!(text, "deadheat: {count} {} predicted", if count == 1 { "race" } else { "races" })?;
        for prediction in self.predictions {
            self.summary(prediction, text)?;
        }
        if self.tables().reach.is_empty() && self.predictions.iter().any(|it| it.analysis.name() == "rdit") {
            writeln!(text, "  the trace has no calls into untraced code: rdit is mc")?;
        }
        for problem in self.problems() {
            writeln!(text, "  {problem}")?;
        }
        for (what, times) in self.tables().gaps.iter().take(MOST_GAPS) {
            writeln!(text, "  not seen by the recorder: {what} ({times} times)")?;
        }
        Ok(())
    }

    fn summary(&self, prediction: &Prediction, text: &mut String) -> Result<()> {
        let counts = &prediction.counts;
        let (name, races, time) =
            (prediction.analysis.name(), prediction.races.len(), prediction.time.as_secs_f64());
        write!(text, "  {name:<4} {races} pairs of sites, {} events in {time:.1} s", counts.events)?;
        if counts.windows > 0 {
            write!(text, ", {} windows, {} pairs asked", counts.windows, counts.pairs)?;
            write!(text, " ({} ordered, {} locked", counts.ordered, counts.locked)?;
            write!(text, ", {} with the locks in order, {} solved)", counts.preserving, counts.solved)?;
        }
        writeln!(text)?;
        for (times, what) in [
            (
                counts.skipped,
                "pairs were not asked about: too many of two sites that race nowhere, or the time was up",
            ),
            (counts.unknown, "pairs were given up: the solver's limit"),
            (counts.unwitnessed, "pairs are unordered, but no schedule brings them together"),
            (counts.rejected, "schedules were rejected by the checker: mistakes of Deadheat, not reported"),
        ] {
            if times > 0 {
                writeln!(text, "       {times} {what}")?;
            }
        }
        if let Some(mistake) = prediction.mistakes.first() {
            writeln!(text, "       the first one: {mistake}")?;
        }
        Ok(())
    }

    /// What is wrong with the trace.
    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if let Some(damage) = &self.reader.damage {
            let (error, lost) = (&damage.error, damage.lost);
            problems.push(format!("the trace is damaged, its last {lost} bytes are not used: {error}"));
        } else if !self.reader.is_whole() {
            problems
                .push("the recorder did not come to its end: what it wrote until then is used".to_owned());
        }
        if self.left_out > 0 && !self.reader.is_whole() {
            let left_out = self.left_out;
            problems.push(format!(
                "{left_out} events are left out: other threads' events of that time are missing"
            ));
        }
        problems.extend(self.error.map(|error| format!("reading stopped early: {error}")));
        problems
    }

    pub(super) fn json(&self) -> Value {
        let analyses: Vec<Value> = self.predictions.iter().map(|it| self.prediction(it)).collect();
        json!({
            "directory": self.reader.tables.info.get(deadheat_trace::DIRECTORY),
            "events": self.reader.events(),
            "problems": self.problems(),
            "analyses": analyses,
        })
    }

    fn prediction(&self, prediction: &Prediction) -> Value {
        let counts = &prediction.counts;
        let races: Vec<Value> = prediction.races.values().map(|race| self.race(race)).collect();
        json!({
            "analysis": prediction.analysis.name(),
            "races": races,
            "counts": {
                "events": counts.events, "windows": counts.windows, "pairs": counts.pairs,
                "ordered": counts.ordered, "locked": counts.locked, "sync_preserving": counts.preserving,
                "solved": counts.solved, "unknown": counts.unknown, "skipped": counts.skipped,
                "rejected": counts.rejected, "unwitnessed": counts.unwitnessed,
            },
            "seconds": prediction.time.as_secs_f64(),
        })
    }

    /// An access in the form that `run` has.
    fn step(&self, step: &Step, locks: &[ObjectId]) -> Value {
        let (event, tables) = (&step.event, self.tables());
        let stack = self.stack(event.thread, event.site);
        let stack = if stack.is_empty() { std::slice::from_ref(&event.site) } else { stack };
        let stack: Vec<String> = stack.iter().map(|site| frame(tables, *site)).collect();
        let locks: Vec<String> = locks.iter().map(|lock| tables.show_object(*lock)).collect();
        let site = tables.sites.get(event.site.index()).cloned().unwrap_or_default();
        json!({
            "event": step.number, "thread": tables.show_thread(event.thread),
            "site": { "class": site.class, "method": site.method, "line": site.line },
            "access": if event.op.is_write() { "write" } else { "read" }, "stack": stack, "locks": locks,
        })
    }

    /// What races, in the words that `run` has: a field with its owner, an element of an array, or a library's object.
    fn place(&self, race: &Race) -> Value {
        let (tables, object) = (self.tables(), race.location.object);
        let class = tables.objects.get(&object).cloned().unwrap_or_default();
        let place = |kind: &str, owner: &str, name: &str, of: &str| json!({ "kind": kind, "owner": owner, "name": name, "object": of, "identity": object.to_string() });
        match race.location.slot.as_field().and_then(|field| tables.fields.get(field.index())) {
            Some(field) if field.name.is_empty() => place("state", "", "", &field.class),
            Some(field) if field.is_static => place("static", &field.class, &field.name, ""),
            Some(field) => place("field", &field.class, &field.name, &class),
            None => place("element", "", "", &class),
        }
    }

    fn race(&self, race: &Race) -> Value {
        let tables = self.tables();
        let steps = |steps: &Vec<Step>| -> Vec<Value> {
            let one = |step: &Step| {
                let thread = tables.show_thread(step.event.thread);
                json!({ "event": step.number, "thread": thread, "what": schedule::what(&step.event, tables) })
            };
            steps.iter().map(one).collect()
        };
        let [first, second] = [0, 1].map(|at| self.step(&race.accesses[at], &race.locks[at]));
        let mut about = json!({
            "evidence": "predicted", "location": tables.show_location(race.location),
            "first": first, "second": second, "times": race.count,
            "behind_race": race.is_behind_race, "schedule": race.schedule.as_ref().map(steps),
        });
        if let (Some(about), Value::Object(place)) = (about.as_object_mut(), self.place(race)) {
            about.extend(place);
        }
        about
    }
}

/// As a JVM shows it.
fn frame(tables: &Tables, site: SiteId) -> String {
    match tables.sites.get(site.index()) {
        Some(at) if !at.file.is_empty() => format!("{}.{}({}:{})", at.class, at.method, at.file, at.line),
        _ => tables.show_site(site),
    }
}
