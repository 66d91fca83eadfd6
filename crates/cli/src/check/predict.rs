//! What another schedule of the same run would show: the program is run once more and recorded, and its traces are analysed.
//!
//! Both are processes of their own, which can be ended when the time is over; a trace is analysed as far as it was written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use deadheat_report::{from_predictions, is_predict};
use serde_json::Value;

use super::cache::Slot;
use super::{Check, log_file, shown};
use crate::limit::wait_at_most;
use crate::progress::Spinner;

/// With less time left, it is not worth to begin.
const LEAST: Duration = Duration::from_secs(2);

impl Check<'_> {
    /// Whether the program is recorded, too.
    pub(super) fn predicts(&self) -> bool {
        !self.arguments.no_run && !self.arguments.no_predict
    }

    /// Records the program, or its tests, and predicts.
    pub(super) fn predict(&mut self) -> Result<()> {
        if !self.predicts() || self.subject.command.is_empty() {
            return Ok(());
        }
        let slot = self.slot_of_runs("predict")?;
        let is_result = |value: &Value| value.as_array().is_some_and(|all| all.iter().all(is_predict));
        if let Some(Value::Array(found)) = slot.load(is_result) {
            self.announced.add(from_predictions(&found));
            return Ok(());
        }
        if self.left() < LEAST {
            self.notes.push("not recorded: no time was left for predictions (--time gives more)".to_owned());
            return Ok(());
        }
        let directory = std::env::temp_dir().join(format!("deadheat-traces-{}", std::process::id()));
        fs::create_dir_all(&directory).with_context(|| format!("{} cannot be made", directory.display()))?;
        let outcome = self.predict_in(&directory, &slot);
        // Traces are large, and what they told is kept.
        let _ = fs::remove_dir_all(&directory);
        outcome
    }

    fn predict_in(&mut self, directory: &Path, slot: &Slot) -> Result<()> {
        let is_whole = self.record(directory)?;
        let mut found = Vec::new();
        for trace in traces(directory)? {
            let left = self.left().max(LEAST);
            // The analysis ends by itself a little earlier than it would be ended.
            let time = left.as_secs().saturating_sub(1).max(1);
            let words =
                ["predict", "--json", "--quiet", "--time", &time.to_string(), &trace.display().to_string()];
            match self.ask("prediction", &words.map(str::to_owned), left)? {
                Ok(value) => found.push(value),
                Err(problem) => self.notes.push(problem),
            }
        }
        if !found.is_empty() {
            self.announced.add(from_predictions(&found));
        }
        if is_whole && !found.is_empty() {
            slot.store(&Value::Array(found))?;
        }
        Ok(())
    }

    /// Runs the program once more; whether it came to a good end. What it prints was seen before.
    fn record(&mut self, directory: &Path) -> Result<bool> {
        let log = log_file("record")?;
        let file = File::create(&log)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["record", "--quiet", "--output"]).arg(directory.join("trace")).args(self.run_options());
        command.arg("--").args(&self.subject.command);
        command.stdout(file.try_clone()?).stderr(file).stdin(Stdio::null());
        if let Some((_, project)) = self.subject.project.as_ref().filter(|_| self.subject.is_tests) {
            command.current_dir(project);
        }
        let child = command.spawn().context("the program cannot be recorded")?;
        let (limit, words) = (self.left() / 2, shown(&self.subject.command));
        let mut spinner = Spinner::new(self.arguments.quiet);
        let status = wait_at_most(child, limit, &mut |at| {
            spinner.say(|| format!("recording {words}: {} s", at.as_secs()))
        })?;
        let _ = fs::remove_file(&log);
        Ok(status.is_some_and(|status| status.success()))
    }

    /// Where results of running these classes are kept. Only of tests it is known that they do the same again.
    pub(super) fn slot_of_runs(&self, engine: &str) -> Result<Slot> {
        let text = |word: &OsString| word.display().to_string();
        let words: Vec<String> = self.subject.command.iter().map(text).chain(self.run_options()).collect();
        let kept = [self.subject.classes.clone(), self.subject.other_inputs()].concat();
        Slot::of(engine, &kept, &words, self.subject.is_tests && !self.arguments.no_cache)
    }
}

/// The files that JVMs wrote, in a fixed order.
fn traces(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory)?.collect::<std::io::Result<Vec<_>>>()?;
    let mut traces: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    traces.sort();
    Ok(traces)
}
