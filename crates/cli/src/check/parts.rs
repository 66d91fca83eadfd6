//! What is run, and kept, apart: the modules of a Maven project, else the whole of what is checked.
//!
//! A part whose result is kept from before does not run again. What JVMs did is sorted by the directories that they ran in.
//! What a JVM found that is in no module's directory belongs to nobody: it counts, but then nothing is kept, since it would be missing
//! the next time.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::Value;

use super::Check;
use super::cache::Slot;
use super::modules::{modules, without_tests_of};

/// An engine whose results are kept.
pub(super) struct Engine {
    pub(super) name: &'static str,
    pub(super) is_result: fn(&Value) -> bool,
    /// Several results as one.
    pub(super) join: fn(&[Value]) -> Value,
    /// Whether a result says nothing that anybody would miss.
    pub(super) is_empty: fn(&Value) -> bool,
}

/// See the module's description.
pub(super) struct Parts<'e> {
    engine: &'e Engine,
    all: Vec<Part>,
}

struct Part {
    /// None: whatever runs belongs to it.
    directory: Option<PathBuf>,
    slot: Slot,
    known: Option<Value>,
}

impl Part {
    fn has(&self, directory: Option<&Path>) -> bool {
        self.directory.is_none() || self.directory.as_deref() == directory
    }
}

impl<'e> Parts<'e> {
    /// The parts of what is checked, with what is kept of them.
    pub(super) fn of(check: &Check<'_>, engine: &'e Engine) -> Result<Parts<'e>> {
        let subject = &check.subject;
        let text = |word: &OsString| word.display().to_string();
        let words: Vec<String> = subject.command.iter().map(text).chain(check.run_options()).collect();
        // Only of tests it is known that they do the same again.
        let is_kept = subject.is_tests && !check.arguments.no_cache;
        let part = |directory: Option<PathBuf>, inputs: &[PathBuf]| -> Result<Part> {
            let slot = Slot::of(engine.name, inputs, &words, is_kept)?;
            let known = slot.load(engine.is_result);
            Ok(Part { directory, slot, known })
        };
        let found =
            subject.poms().filter(|_| is_kept).map(|(root, poms)| modules(root, &poms)).unwrap_or_default();
        let all = if found.len() > 1 {
            found.iter().map(|it| part(Some(it.directory.clone()), &it.inputs)).collect::<Result<_>>()?
        } else {
            vec![part(None, &[subject.classes.clone(), subject.other_inputs()].concat())?]
        };
        Ok(Parts { engine, all })
    }

    /// What is kept, if that is all.
    pub(super) fn known(&self) -> Option<Value> {
        let known: Option<Vec<Value>> = self.all.iter().map(|part| part.known.clone()).collect();
        known.map(|known| (self.engine.join)(&known))
    }

    /// How many parts there are, and the directories of those that need not run.
    pub(super) fn unchanged(&self) -> (usize, Vec<&Path>) {
        let unchanged = self.all.iter().filter(|part| part.known.is_some());
        (self.all.len(), unchanged.filter_map(|part| part.directory.as_deref()).collect())
    }

    /// What runs the tests of the parts of which nothing is kept.
    pub(super) fn command(&self, command: &[OsString]) -> Result<Vec<OsString>> {
        let (_, unchanged) = self.unchanged();
        let words = if unchanged.is_empty() { Vec::new() } else { without_tests_of(&unchanged)? };
        Ok([command.to_vec(), words].concat())
    }

    /// All that is known with what the JVMs found, each with the directory that it ran in; keeps it by its parts if it is whole.
    pub(super) fn take(self, found: Vec<(Option<PathBuf>, Value)>, is_whole: bool) -> Result<Value> {
        let Engine { join, is_empty, .. } = self.engine;
        let is_nobodys = |directory: Option<&Path>| !self.all.iter().any(|part| part.has(directory));
        let others =
            found.iter().filter(|(directory, found)| is_nobodys(directory.as_deref()) && !is_empty(found));
        let others: Vec<Value> = others.map(|(_, found)| found.clone()).collect();
        let mut results = Vec::new();
        for part in self.all {
            let own = found.iter().filter(|(directory, _)| part.has(directory.as_deref()));
            let own: Vec<Value> = own.map(|(_, found)| found.clone()).collect();
            // A module may have no tests; of a whole project, nothing is not worth keeping.
            let is_kept = is_whole && others.is_empty() && (part.directory.is_some() || !own.is_empty());
            let result = part.known.unwrap_or_else(|| join(&own));
            if is_kept {
                part.slot.store(&result)?;
            }
            results.push(result);
        }
        results.extend(others);
        Ok(join(&results))
    }
}
