//! Soundness against reality: what real programs did, held against what a static call graph says they can do.
//!
//! Each workload runs once bare and once under the recorder (`bench/recorder`), which notes each call,
//! allocation and stored value that its classes make. [`compare::compare`] then asks a [`compare::StaticGraph`] for each fact.
//! That is the analysis' own (`points_to_graph.rs`): once from `main` alone, and once with what the run's
//! reflective calls did, fed back. The class hierarchy, which has to allow everything that happened, checks the recorder.
//!
//! What the recordings do not say, or say loosely:
//!
//! 1. Native methods have no entry and no calls; nor has code of the JDK, but at its borders with the program.
//! 2. A thread that waits in the JDK may be lent to another's task (`ForkJoinTask.join`): the task is then
//!    entered via the JDK from the call that waits. It happened so; whoever submitted the task is not named.
//! 3. A class loader of the program that the JVM asks while it links a call is entered via that call.
//! 4. A call of a lambda object counts as a call of whatever it enters first, also when a reference to a method
//!    of the JDK is in between.
//! 5. A constructor that throws straight into the JDK leaves its last call behind: what the JDK enters next,
//!    before it returns, is taken for that call's.
//! 6. Programs with threads do not do the same twice: facts differ from recording to recording, by up to a few
//!    percent, hence recordings are kept.

mod by_hierarchy;
mod compare;
mod lookup;
mod observed;
mod points_to_graph;
pub(crate) mod record;
mod self_check;
#[cfg(test)]
mod tests;
pub(crate) mod workloads;

use by_hierarchy::ByHierarchy;
use compare::{Report, compare};
use points_to_graph::{Settings, judge};
use record::{Recording, record};
use workloads::{WORKLOADS, Workload};

use crate::table;

const USAGE: &str = "\
usage: reality [--graph points-to|hierarchy] [--k K] [--no-feedback] [--brief] [WORKLOAD…]
  --graph        which graph is judged: the analysis (default), or all that the class hierarchy allows
  --k            how many allocation sites tell objects apart: 0 (default), 1, …
  --no-feedback  leave out the second run, which is told what reflective calls did
  --brief        only the tables";

/// What to judge.
struct Arguments<'a> {
    by_hierarchy: bool,
    k: u8,
    feedback: bool,
    brief: bool,
    names: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    fn parse(arguments: &[&'a str]) -> Result<Arguments<'a>, String> {
        let mut found =
            Arguments { by_hierarchy: false, k: 0, feedback: true, brief: false, names: Vec::new() };
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or_else(|| USAGE.to_owned());
            match argument {
                "--graph" => match value()? {
                    "points-to" => {}
                    "hierarchy" => found.by_hierarchy = true,
                    _ => return Err(USAGE.to_owned()),
                },
                "--k" => found.k = value()?.parse().map_err(|_| USAGE.to_owned())?,
                "--no-feedback" => found.feedback = false,
                "--brief" => found.brief = true,
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                name => found.names.push(name),
            }
        }
        Ok(found)
    }
}

/// A table of reports, and what is missing.
#[derive(Default)]
struct Judgement {
    rows: Vec<Vec<String>>,
    details: Vec<String>,
}

impl Judgement {
    fn add(&mut self, workload: &str, report: &Report, more: &[String]) {
        let mut row = report.row(workload);
        row.extend_from_slice(more);
        self.rows.push(row);
        let lines = report.details();
        if !lines.is_empty() {
            self.details.push(format!("\n{workload}"));
            self.details.extend(lines);
        }
    }

    fn print(&self, title: &str, more: &[&str], brief: bool) {
        if self.rows.is_empty() {
            return;
        }
        println!("\n{title}");
        let head: Vec<&str> = Report::HEAD.iter().chain(more).copied().collect();
        table::print(&head, &self.rows);
        if !brief {
            self.details.iter().for_each(|line| println!("{line}"));
        }
    }
}

/// Runs and compares the workloads that are named, or all.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let arguments = Arguments::parse(arguments)?;
    let jdk = deadheat_harness::jdk_for(17).ok_or("no JDK of 17 or newer is installed")?;
    deadheat_harness::jdks().iter().try_for_each(self_check::check)?;
    let mut recorded = Vec::new();
    let [mut plain, mut fed_back] = [Judgement::default(), Judgement::default()];
    for workload in chosen(&arguments.names)? {
        eprintln!("{} …", workload.name);
        let recording = record(workload, jdk)?;
        recorded.push(recording_row(workload, &recording));
        if arguments.by_hierarchy {
            let report = compare(&recording.observed, &ByHierarchy::open(&recording.class_path, jdk)?);
            plain.add(workload.name, &report, &[]);
            continue;
        }
        let judged = |judgement: &mut Judgement, feedback| {
            let settings = Settings { k: arguments.k, feedback };
            judge(&recording, workload.main, jdk, settings).map(|judged| {
                let more = [judged.methods.to_string(), format!("{:.1}", judged.seconds)];
                judgement.add(workload.name, &judged.report, &more);
            })
        };
        judged(&mut plain, false)?;
        if arguments.feedback {
            judged(&mut fed_back, true)?;
        }
    }
    println!("recorded on JDK {}: facts, and wall-clock seconds without and with the recorder", jdk.release);
    table::print(&RECORDING_HEAD, &recorded);
    if arguments.by_hierarchy {
        plain.print("found in the class hierarchy", &[], arguments.brief);
        return Ok(());
    }
    let more = ["reachable", "seconds"];
    plain.print(&format!("found by points-to, k = {}", arguments.k), &more, arguments.brief);
    fed_back.print("the same, told what reflective calls did", &more, arguments.brief);
    Ok(())
}

fn chosen(names: &[&str]) -> Result<Vec<&'static Workload>, String> {
    let known: Vec<&str> = WORKLOADS.iter().map(|workload| workload.name).collect();
    match names.iter().find(|name| !known.contains(name)) {
        Some(name) => Err(format!("{name} is no workload; there are {}", known.join(", "))),
        None => Ok(WORKLOADS.iter().filter(|w| names.is_empty() || names.contains(&w.name)).collect()),
    }
}

const RECORDING_HEAD: [&str; 14] = [
    "workload",
    "calls",
    "via JDK",
    "roots",
    "clinit",
    "to JDK",
    "allocations",
    "fields",
    "elements",
    "reflective",
    "untouched",
    "bare s",
    "recorded s",
    "÷",
];

fn recording_row(workload: &Workload, recording: &Recording) -> Vec<String> {
    let observed = &recording.observed;
    let counts = [
        observed.calls.len(),
        observed.via_library.len(),
        observed.roots.len(),
        observed.initialisers.len(),
        observed.to_library.len(),
        observed.allocations.len(),
        observed.fields.len(),
        observed.elements.len(),
        observed.reflected.len(),
        observed.untouched.len(),
    ];
    let (bare, recorded) = recording.seconds;
    let mut row = vec![workload.name.to_owned()];
    row.extend(counts.map(|count| count.to_string()));
    row.extend([format!("{bare:.1}"), format!("{recorded:.1}"), format!("{:.1}", recorded / bare)]);
    row
}
