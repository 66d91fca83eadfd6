//! What another schedule of the same run would show: the program is run once more and recorded, and its traces are analysed.
//!
//! Both are processes of their own, which can be ended when the time is over; a trace is analysed as far as it was written.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use deadheat_report::{from_predictions, is_predict};
use serde_json::Value;

use super::parts::{Engine, Parts};
use super::{Check, log_file, shown};
use crate::limit::wait_at_most;
use crate::progress::Spinner;

/// With less time left, it is not worth to begin.
const LEAST: Duration = Duration::from_secs(2);

/// Predictions, as they are kept: those of several JVMs.
const PREDICT: Engine = Engine {
    name: "predict",
    is_result: |value| value.as_array().is_some_and(|all| all.iter().all(is_predict)),
    join: |values| values.iter().flat_map(|value| value.as_array().cloned().unwrap_or_default()).collect(),
    is_empty: |value| {
        let analyses = value
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|one| one["analyses"].as_array().into_iter().flatten());
        analyses.flat_map(|analysis| analysis["races"].as_array().into_iter().flatten()).next().is_none()
    },
};

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
        let parts = Parts::of(self, &PREDICT)?;
        if let Some(found) = parts.known() {
            self.announce(&found);
            return Ok(());
        }
        if self.left() < LEAST {
            self.notes.push("not recorded: no time was left for predictions (--time gives more)".to_owned());
            return Ok(());
        }
        let directory = std::env::temp_dir().join(format!("deadheat-traces-{}", std::process::id()));
        fs::create_dir_all(&directory).with_context(|| format!("{} cannot be made", directory.display()))?;
        let outcome = self.predict_in(&directory, parts);
        // Traces are large, and what they told is kept.
        let _ = fs::remove_dir_all(&directory);
        outcome
    }

    fn announce(&mut self, found: &Value) {
        if let Some(found) = found.as_array().filter(|found| !found.is_empty()) {
            self.announced.add(from_predictions(found));
        }
    }

    fn predict_in(&mut self, directory: &Path, parts: Parts<'_>) -> Result<()> {
        let mut is_whole = self.record(directory, &parts)?;
        let mut found = Vec::new();
        for trace in traces(directory)? {
            let left = self.left().max(LEAST);
            // The analysis ends by itself a little earlier than it would be ended.
            let time = left.as_secs().saturating_sub(1).max(1);
            let words =
                ["predict", "--json", "--quiet", "--time", &time.to_string(), &trace.display().to_string()];
            match self.ask("prediction", &words.map(str::to_owned), left)? {
                Ok(value) => {
                    let place = value["directory"].as_str().map(PathBuf::from);
                    found.push((place, Value::Array(vec![value])));
                }
                Err(problem) => {
                    is_whole = false;
                    self.notes.push(problem);
                }
            }
        }
        self.announce(&parts.take(found, is_whole)?);
        Ok(())
    }

    /// Runs the program once more; whether it came to a good end. What it prints was seen before.
    fn record(&mut self, directory: &Path, parts: &Parts<'_>) -> Result<bool> {
        let log = log_file("record")?;
        let file = File::create(&log)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["record", "--quiet", "--output"]).arg(directory.join("trace")).args(self.run_options());
        command.arg("--").args(parts.command(&self.subject.command)?);
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
}

/// The files that JVMs wrote, in a fixed order.
fn traces(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory)?.collect::<std::io::Result<Vec<_>>>()?;
    let mut traces: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    traces.sort();
    Ok(traces)
}
