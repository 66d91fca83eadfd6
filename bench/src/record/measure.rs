//! One run of a program, recorded or not.

use std::time::Duration;

use deadheat_harness::{Jdk, scratch};
use serde_json::Value;

use crate::child::Measured;
use crate::run::measure::{difference, make, run};
use crate::run::programs::Program;

/// How a program runs.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode<'a> {
    Bare,
    Traced,
    /// Without a package, and how the calls into it are recorded.
    Without(&'a str, &'a str),
}

/// A run, and what is in its trace.
pub(super) struct Recorded {
    pub(super) run: Measured,
    pub(super) events: u64,
    pub(super) bytes: u64,
    /// Events of BarrierPairs.
    pub(super) pairs: u64,
    is_whole: bool,
}

pub(super) fn measure(
    program: &Program,
    jdk: &Jdk,
    mode: Mode<'_>,
    limit: Duration,
) -> Result<Recorded, String> {
    let directory = scratch().join("record").join(program.name());
    let _ = std::fs::remove_dir_all(&directory);
    make(&directory.join("results"))?;
    let (results, trace) = (directory.join("results"), directory.join("run.trace"));
    let mut option = format!(
        "-agentpath:{}=out={},trace={}",
        crate::deadheat::agent()?.display(),
        results.display(),
        trace.display()
    );
    let options = match mode {
        Mode::Bare => Vec::new(),
        Mode::Traced => vec![option],
        Mode::Without(packages, barriers) => {
            option.push_str(&format!(",exclude={packages},barriers={barriers}"));
            vec![option]
        }
    };
    let run = run(jdk, &options, &program.arguments(jdk)?, limit, &directory.join("run"))?;
    let recording = read(&results)?;
    let _ = std::fs::remove_file(&trace);
    let count = |kind: &str| recording["events"][kind].as_u64().unwrap_or(0);
    let all = recording["events"].as_object().into_iter().flatten();
    Ok(Recorded {
        run,
        events: all.map(|(_, count)| count.as_u64().unwrap_or(0)).sum(),
        bytes: recording["bytes"].as_u64().unwrap_or(0),
        pairs: count("method-begin") + count("method-end"),
        is_whole: recording.is_null() || recording["problem"].is_null(),
    })
}

/// What the program's first JVM says of its trace.
fn read(results: &std::path::Path) -> Result<Value, String> {
    let entries = std::fs::read_dir(results).map_err(|error| format!("{}: {error}", results.display()))?;
    for entry in entries.flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        let values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        if let Some(mut found) = values.into_iter().find(|value| !value["recording"].is_null()) {
            return Ok(found["recording"].take());
        }
    }
    Ok(Value::Null)
}

impl Recorded {
    /// Whether the program did what it does bare, and the trace is whole.
    pub(super) fn keeps(&self, bare: &Recorded, program: &Program) -> bool {
        self.is_whole && difference(&bare.run, &self.run, None, program.varies).is_none()
    }
}
