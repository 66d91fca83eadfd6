//! Soundness against reality: what real programs did, held against what a static call graph says they can do.
//!
//! Each workload runs once bare and once under the recorder (`bench/recorder`), which notes each call,
//! allocation and stored value that its classes make. [`compare::compare`] then asks a [`compare::StaticGraph`] for each fact.
//! Until there is a better graph it is the class hierarchy, which has to allow everything that happened.
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
mod observed;
mod record;
mod self_check;
#[cfg(test)]
mod tests;
mod workloads;

use by_hierarchy::ByHierarchy;
use compare::{Report, compare};
use record::{Recording, record};
use workloads::{WORKLOADS, Workload};

use crate::table;

/// Runs and compares the workloads that are named, or all.
pub(crate) fn run(names: &[&str]) -> Result<(), String> {
    let jdk = deadheat_harness::jdk_for(17).ok_or("no JDK of 17 or newer is installed")?;
    deadheat_harness::jdks().iter().try_for_each(self_check::check)?;
    let (mut recorded, mut compared, mut details) = (Vec::new(), Vec::new(), Vec::new());
    for workload in chosen(names)? {
        eprintln!("{} …", workload.name);
        let recording = record(workload, jdk)?;
        recorded.push(recording_row(workload, &recording));
        let report = compare(&recording.observed, &ByHierarchy::open(&recording.class_path, jdk)?);
        compared.push(report.row(workload.name));
        let lines = report.details();
        if !lines.is_empty() {
            details.push(format!("\n{}", workload.name));
            details.extend(lines);
        }
    }
    println!("recorded on JDK {}: facts, and wall-clock seconds without and with the recorder", jdk.release);
    table::print(&RECORDING_HEAD, &recorded);
    println!("\nfound in the class hierarchy");
    table::print(&Report::HEAD, &compared);
    details.iter().for_each(|line| println!("{line}"));
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
