//! `deadheat run` on real programs: each runs bare and under the agent, one after the other, on every JDK that is there.
//!
//! A program keeps its result if it ends with the same code, writes the same lines to standard output, and says `OK`;
//! order does not count, nor do lines that differ between two bare runs (`programs.rs` names them). The agent is given
//! to the JVM as `deadheat run` does it, but without the command in between, so that processor time and peak memory are
//! those of the JVM alone. Races are counted as the command counts them: by the place and the two lines.
//!
//! Peers: none runs beside. RoadRunner and its descendants, and the OpenJDK's ThreadSanitizer, which needs a JDK of its
//! own, were not found on Maven Central. vmlens is there, but it is for blocks that a test names and that it runs again in
//! every order, not for whole programs.

pub(crate) mod measure;
pub(crate) mod programs;
pub(crate) mod seen;

use std::time::Duration;

use deadheat_harness::{Jdk, jdks};

use crate::table;
use measure::{Pair, measure};
use programs::Program;

const USAGE: &str = "\
usage: run [--jdk RELEASE] [--races] [--time-limit SECONDS] [NAME…]
  --jdk         only on this JDK
  --races       list the races, too
The time limit is on processor seconds of one run; the default is 600.";

struct Settings {
    jdk: Option<u16>,
    races: bool,
    limit: Duration,
    programs: Vec<Program>,
}

impl Settings {
    fn parse(arguments: &[&str]) -> Result<Settings, String> {
        let mut found =
            Settings { jdk: None, races: false, limit: Duration::from_secs(600), programs: Vec::new() };
        let mut names = Vec::new();
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            let mut number = || {
                let number = rest.next().and_then(|value| value.parse::<u16>().ok());
                number.ok_or_else(|| USAGE.to_owned())
            };
            match argument {
                "--jdk" => found.jdk = Some(number()?),
                "--races" => found.races = true,
                "--time-limit" => found.limit = Duration::from_secs(number()?.into()),
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                name => names.push(name),
            }
        }
        found.programs = programs::named(&names)?;
        Ok(found)
    }
}

/// Runs the programs and prints the table; an error if a program does not keep its result.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let settings = Settings::parse(arguments)?;
    crate::deadheat::build_agent()?;
    let is_wanted = |jdk: &&Jdk| settings.jdk.is_none_or(|release| release == jdk.release);
    let jdks: Vec<&Jdk> = jdks().iter().filter(is_wanted).collect();
    let mut pairs = Vec::new();
    for program in &settings.programs {
        for jdk in &jdks {
            eprintln!("{} on {} …", program.name(), jdk.release);
            pairs.push(measure(program, jdk, settings.limit)?);
        }
    }
    table::print(&HEAD, &pairs.iter().map(row).collect::<Vec<_>>());
    println!("\nraw results: {}", measure::directory().display());
    if settings.races {
        pairs.iter().for_each(print_races);
    }
    match pairs.iter().filter(|pair| pair.difference().is_some()).count() {
        0 => Ok(()),
        count => Err(format!("{count} runs differ under the agent")),
    }
}

const HEAD: [&str; 13] = [
    "program",
    "JDK",
    "CPU s",
    "with agent",
    "ratio",
    "peak MB",
    "with agent",
    "ratio",
    "result",
    "classes",
    "left out",
    "races",
    "failures",
];

fn row(pair: &Pair) -> Vec<String> {
    let (bare, agent) = (&pair.bare, &pair.agent);
    let megabytes = |kilobytes: u64| (kilobytes / 1000).to_string();
    let seen = &pair.seen;
    vec![
        pair.name.to_owned(),
        pair.release.to_string(),
        format!("{:.1}", bare.cpu_seconds),
        format!("{:.1}", agent.cpu_seconds),
        format!("{:.1}", agent.cpu_seconds / bare.cpu_seconds),
        megabytes(bare.peak_kilobytes),
        megabytes(agent.peak_kilobytes),
        format!("{:.1}", agent.peak_kilobytes as f64 / bare.peak_kilobytes as f64),
        pair.difference().unwrap_or("same").to_owned(),
        seen.classes.to_string(),
        format!("{} + {}", seen.classes_left_out, seen.methods_left_out),
        seen.races.len().to_string(),
        seen.failures.to_string(),
    ]
}

fn print_races(pair: &Pair) {
    println!("\n{} on {}", pair.name, pair.release);
    for (what, reason) in &pair.seen.left_out {
        println!("  left out: {what}: {reason}");
    }
    for race in &pair.seen.races {
        println!("  {race}");
    }
}
