//! What the placement of checks is worth: BigFoot's tables 1 and 2 (section 6), with our own placements.
//!
//! Each program runs bare and under the agent with each placement, in turns; the least processor time of all turns
//! counts. A run whose result is not the bare run's has no time. Overhead is what comes on top of the bare time; ratios
//! of overheads are to FastTrack's. Checks are counted in a run of their own, as counting takes time.
//!
//! Deviations from the paper: whole processes are measured, with the start of the JVM and the rewriting of classes, not
//! the tenth iteration in a warm JVM; processor time, not the clock; the minimum, not the mean. Placement is done when
//! classes are loaded, so that its cost is in these times, and is told on its own for programs that only start.

mod heap;
mod means;
mod measure;
mod programs;
mod sizes;
mod tables;
mod validate;

use std::time::Duration;

use deadheat_harness::{Jdk, jdks};
use deadheat_instrument::Techniques;

use heap::Heaps;
use measure::{Rounds, Row, Runner};
use programs::Benchmark;

const USAGE: &str = "\
usage: placement [--jdk RELEASE] [--placement LIST] [--without-each] [--heap] [--repeat N] [--no-counts]
                 [--long] [--validate] [--time-limit SECONDS] [NAME…]
  --jdk           only on this JDK
  --placement     only these, separated by commas: detectors, also without techniques (bigfoot-ranges);
                  the default is all detectors
  --without-each  the last of the placements also without each of its techniques alone
  --heap          the smallest heap for each placement, too (many runs)
  --repeat        turns, of which the least time counts; 3 if it is not said, with 0 no times are taken, only counts
  --no-counts     no runs that count checks
  --long          several times as much to do for each program, so that what is done once counts for less
  --validate      nothing but a small run with each placement, whose checks are held against its accesses;
                  accesses that a plan leaves out are not looked at
The time limit is on processor seconds of one run; the default is 600.";

struct Settings {
    jdk: Option<u16>,
    placements: Vec<String>,
    without_each: bool,
    heap: bool,
    counts: bool,
    long: bool,
    validate: bool,
    repeat: u16,
    limit: Duration,
    benchmarks: Vec<Benchmark>,
}

impl Settings {
    fn parse(arguments: &[&str]) -> Result<Settings, String> {
        let mut found = Settings {
            jdk: None,
            placements: Techniques::placements().map(str::to_owned).collect(),
            without_each: false,
            heap: false,
            counts: true,
            long: false,
            validate: false,
            repeat: 3,
            limit: Duration::from_secs(600),
            benchmarks: Vec::new(),
        };
        let mut names = Vec::new();
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or_else(|| USAGE.to_owned());
            match argument {
                "--jdk" => found.jdk = Some(number(value()?)?),
                "--placement" => found.placements = placements(value()?)?,
                "--without-each" => found.without_each = true,
                "--heap" => found.heap = true,
                "--long" => found.long = true,
                "--validate" => found.validate = true,
                "--no-counts" => found.counts = false,
                "--repeat" => found.repeat = number(value()?)?,
                "--time-limit" => found.limit = Duration::from_secs(number(value()?)?.into()),
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                name => names.push(name),
            }
        }
        found.benchmarks = programs::named(&names)?;
        Ok(found)
    }

    /// The placement that is taken apart, and what it is without each technique.
    fn apart(&self) -> Result<Option<(String, Vec<String>)>, String> {
        let Some(whole) = self.placements.last().filter(|_| self.without_each) else { return Ok(None) };
        let techniques: Techniques = whole.parse().map_err(|error| format!("{error}"))?;
        let parts = techniques.names().map(|name| format!("{whole}-{name}")).collect();
        Ok(Some((whole.clone(), parts)))
    }
}

fn number(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| USAGE.to_owned())
}

fn placements(list: &str) -> Result<Vec<String>, String> {
    let names = list.split(',').map(|name| match name.parse::<Techniques>() {
        Ok(_) => Ok(name.to_owned()),
        Err(error) => Err(error.to_string()),
    });
    names.collect()
}

/// Runs the programs and prints the tables of each JDK; an error if a program does not keep its result.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let settings = Settings::parse(arguments)?;
    let apart = settings.apart()?;
    crate::deadheat::build_agent()?;
    let is_wanted = |jdk: &&Jdk| settings.jdk.is_none_or(|release| release == jdk.release);
    let mut problems = Vec::new();
    for jdk in jdks().iter().filter(is_wanted) {
        if settings.validate {
            validate_all(&settings, jdk)?;
            continue;
        }
        let parts = apart.iter().flat_map(|(_, parts)| parts);
        let all: Vec<String> = settings.placements.iter().chain(parts).cloned().collect();
        let (rows, heaps) = measure_all(&settings, &all, jdk)?;
        println!("JDK {}", jdk.release);
        tables::print_times(&settings.placements, &rows);
        if let Some((whole, parts)) = &apart {
            tables::print_apart(whole, parts, &rows);
        }
        tables::print_start(&settings.placements, &rows);
        tables::print_heaps(&settings.placements, &heaps);
        tables::print_places(&all, &rows);
        problems.extend(rows.iter().flat_map(|row| row.problems(jdk.release)));
    }
    println!("\nraw results: {}", measure::directory().display());
    problems.iter().for_each(|problem| println!("{problem}"));
    match problems.len() {
        0 => Ok(()),
        count => Err(format!("{count} programs or placements do not keep their result")),
    }
}

fn validate_all(settings: &Settings, jdk: &Jdk) -> Result<(), String> {
    let mut problems = Vec::new();
    for benchmark in &settings.benchmarks {
        let runner = Runner::new(&benchmark.program, jdk)?;
        problems.extend(validate::print(&runner, &settings.placements, settings.limit).err());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn measure_all(
    settings: &Settings,
    placements: &[String],
    jdk: &Jdk,
) -> Result<(Vec<Row>, Vec<Heaps>), String> {
    let rounds = Rounds {
        placements,
        repeat: settings.repeat,
        is_counted: settings.counts && measure::counts(jdk)?,
        limit: settings.limit,
    };
    // What must be fetched and compiled is so before the first run.
    let mut runners: Vec<Runner<'_>> =
        settings.benchmarks.iter().map(|it| Runner::new(&it.program, jdk)).collect::<Result<_, _>>()?;
    if settings.long {
        runners = runners.iter().map(sizes::long).collect();
    }
    let (mut rows, mut heaps) = (Vec::new(), Vec::new());
    for (benchmark, runner) in settings.benchmarks.iter().zip(&runners) {
        if settings.repeat > 0 || rounds.is_counted {
            rows.push(runner.measure(&rounds, benchmark.is_start)?);
        }
        if settings.heap && !benchmark.is_start {
            heaps.push(heap::measure(runner, &settings.placements, settings.limit)?);
        }
    }
    Ok((rows, heaps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_placement_is_taken_apart() {
        let settings = Settings::parse(&["--placement", "fasttrack,slimstate", "--without-each", "crypt"])
            .expect("settings");
        let apart = settings.apart().expect("a detector");
        let parts = ["slimstate-compression", "slimstate-footprints"].map(str::to_owned).to_vec();
        assert_eq!(apart, Some(("slimstate".to_owned(), parts)));
        assert_eq!(settings.benchmarks.len(), 1);
    }

    #[test]
    fn unknown_names_are_errors() {
        for arguments in [&["--placement", "magic"][..], &["--heaps"], &["nobody"], &["--repeat"]] {
            assert!(Settings::parse(arguments).is_err(), "{arguments:?}");
        }
    }
}
