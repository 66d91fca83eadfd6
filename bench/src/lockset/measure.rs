//! One program, bare and with each variant, in turns.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use deadheat_harness::{Jdk, scratch};
use deadheat_instrument::{Technique, Techniques};

use crate::child::Measured;
use crate::run::measure::{difference, make, run};
use crate::run::programs::Program;
use crate::run::seen::Seen;

/// Options of a run, and what the table calls it.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) label: &'static str,
    placement: &'static str,
    detector: &'static str,
}

impl Variant {
    pub(super) const fn new(label: &'static str, placement: &'static str, detector: &'static str) -> Variant {
        Variant { label, placement, detector }
    }
}

/// The runs with one variant.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) label: &'static str,
    /// The least processor seconds; none if no run kept the result.
    pub(super) seconds: Option<f64>,
    pub(super) kilobytes: u64,
    /// Fields, elements and objects that raced in some run.
    pub(super) places: BTreeSet<String>,
    /// Accesses that a filter left out, and those that went on.
    pub(super) left_out: u64,
    pub(super) compared: u64,
    pub(super) problem: Option<&'static str>,
}

/// All runs of a program.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) bare: f64,
    pub(super) outcomes: Vec<Outcome>,
}

impl Row {
    pub(super) fn of(&self, label: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.label == label)
    }
}

/// Where runs leave what they print.
pub(super) fn directory() -> PathBuf {
    scratch().join("lockset")
}

/// Runs a program with further arguments so often.
pub(super) fn measure(
    program: &Program,
    further: &[String],
    jdk: &Jdk,
    variants: &'static [Variant],
    (repeat, limit): (u16, Duration),
) -> Result<Row, String> {
    let directory = directory().join(format!("{}-{}", program.name(), jdk.release));
    make(&directory)?;
    let mut arguments = program.arguments(jdk)?;
    arguments.extend(further.iter().cloned());
    let mut outcomes: Vec<Outcome> = variants.iter().map(Outcome::new).collect();
    let mut least = f64::INFINITY;
    for round in 0..repeat.max(1) {
        let bare = run(jdk, &[], &arguments, limit, &directory.join("bare"))?;
        least = least.min(bare.cpu_seconds);
        for (variant, outcome) in variants.iter().zip(&mut outcomes) {
            let (measured, seen, compared) = under(variant, &arguments, jdk, limit, &directory)?;
            let problem = difference(&bare, &measured, Some(&seen), program.varies);
            let (name, seconds) = (program.name(), measured.cpu_seconds);
            eprintln!("{name} {further:?} {round} {}: {seconds:.2} s {problem:?}", variant.label);
            outcome.add(&measured, seen, compared, problem);
        }
    }
    let name = [program.name()].into_iter().chain(further.iter().map(String::as_str)).collect::<Vec<_>>();
    Ok(Row { name: name.join(" "), bare: least, outcomes })
}

fn under(
    variant: &Variant,
    arguments: &[String],
    jdk: &Jdk,
    limit: Duration,
    directory: &Path,
) -> Result<(Measured, Seen, u64), String> {
    let results = directory.join(format!("{}-results", variant.label));
    let _ = std::fs::remove_dir_all(&results);
    make(&results)?;
    let plan = plan(variant.placement, arguments, jdk)?;
    let agent = format!(
        "-agentpath:{}=out={},placement={},detector={}{plan}",
        crate::deadheat::agent()?.display(),
        results.display(),
        variant.placement,
        variant.detector
    );
    let measured = run(jdk, &[agent], arguments, limit, &directory.join(variant.label))?;
    Ok((measured, Seen::read(&results)?, compared(&results)))
}

/// The agent's option for the plan of a placement that has one; it is made before anything is measured.
fn plan(placement: &str, arguments: &[String], jdk: &Jdk) -> Result<String, String> {
    let techniques: Techniques = placement.parse().map_err(|error| format!("{error}"))?;
    if !techniques.has(Technique::Plan) {
        return Ok(String::new());
    }
    let mut command = crate::deadheat::command()?;
    command.args(["plan", "--quiet", "--"]).arg(jdk.home.join("bin/java")).args(arguments);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(format!(",plan={}", String::from_utf8_lossy(&output.stdout).trim()))
}

/// Accesses that were compared with those of other threads.
fn compared(results: &Path) -> u64 {
    let files = std::fs::read_dir(results).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let texts = files.map(|path| std::fs::read_to_string(path).unwrap_or_default());
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let values = lines.filter_map(|line| serde_json::from_str::<serde_json::Value>(&line).ok());
    let rules = |value: serde_json::Value| -> u64 {
        let all = value["summary"]["rules"].as_object().cloned().unwrap_or_default();
        all.values().filter_map(serde_json::Value::as_u64).sum()
    };
    values.map(rules).sum()
}

impl Outcome {
    fn new(variant: &Variant) -> Outcome {
        Outcome {
            label: variant.label,
            seconds: None,
            kilobytes: 0,
            places: BTreeSet::new(),
            left_out: 0,
            compared: 0,
            problem: None,
        }
    }

    fn add(&mut self, measured: &Measured, seen: Seen, compared: u64, problem: Option<&'static str>) {
        if problem.is_none() {
            self.seconds = Some(self.seconds.unwrap_or(f64::INFINITY).min(measured.cpu_seconds));
            self.left_out = seen.statistics.left_out.unwrap_or(0);
            self.compared = compared;
        }
        self.kilobytes = self.kilobytes.max(measured.peak_kilobytes);
        self.places.extend(seen.places);
        self.problem = self.problem.or(problem);
    }
}
