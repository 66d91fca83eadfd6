//! Holds the checks of the benchmarks against their accesses (`deadheat_harness::validation`), at small sizes: the log has a
//! line for each access, and is read while it is written.

use std::fs::{self, File};
use std::io::BufReader;
use std::process::Command;
use std::time::Duration;

use deadheat_harness::validation::{Validation, validate};

use super::measure::{Runner, directory};
use super::sizes;

/// Validates a program's checks with each placement, and prints what was found; an error if something is wrong.
pub(super) fn print(runner: &Runner<'_>, placements: &[String], limit: Duration) -> Result<(), String> {
    let mut wrong = 0;
    for placement in placements {
        let found = run(runner, placement, limit)?;
        println!(
            "{runner}, {placement}: {} accesses, {} checks, {} synchronisations; {} not covered, {} not legitimate",
            found.accesses, found.checks, found.synchronisations, found.uncovered, found.illegitimate
        );
        found.problems.iter().for_each(|problem| println!("  {problem}"));
        wrong += found.uncovered + found.illegitimate;
        if found.accesses == 0 {
            return Err(format!("{runner}: no access was logged"));
        }
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{runner}: {wrong} accesses or checks are wrong")) }
}

fn run(runner: &Runner<'_>, placement: &str, limit: Duration) -> Result<Validation, String> {
    let pipe = directory().join(format!("{}-{placement}.log", runner.name()));
    let _ = fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status().map_err(|error| format!("mkfifo: {error}"))?;
    if !made.success() {
        return Err(format!("{}: no pipe", pipe.display()));
    }
    let further = format!(",validate,log={}", pipe.display());
    let found = std::thread::scope(|scope| {
        let reads = scope.spawn(|| validate(BufReader::new(File::open(&pipe)?)));
        let ran = sizes::small(runner).placed(placement, &further, &[], limit);
        // Whoever waits for a writer that never came has one now.
        let _ = fs::OpenOptions::new().write(true).read(true).open(&pipe);
        let found = reads.join().map_err(|_| "the log could not be read".to_owned())?;
        ran.and_then(|_| found.map_err(|error| error.to_string()))
    });
    let _ = fs::remove_file(&pipe);
    found
}
