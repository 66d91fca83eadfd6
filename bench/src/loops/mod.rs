//! `deadheat scan` on parallel loops: the suite of IteRace (Radoi and Dig, Effective Techniques for Static Race
//! Detection in Java Parallel Loops) as far as it can be had, with seeded races, and the effect of each technique.
//!
//! Every program is compiled, run once to see that it works, and scanned from its main class with all its libraries.
//! What is reported there is judged in `bench/loops/expected.toml`. Each seed is scanned as a program of its own; it
//! is found if both ends of a reported pair are on its marked lines. Every scan has a process of its own, one after
//! the other; processor time and peak memory are those of the whole process.

mod expected;
mod programs;
mod scan;
mod switches;
mod tables;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use programs::LoopProgram;
use scan::{Scanned, Setting};
use switches::{Abilities, Configuration};
use tables::Sown;

const USAGE: &str = "\
usage: loops [NAME...] [--no-seeds] [--no-switches] [--binary FILE] [--time-limit SECONDS] [--offline]
  --no-seeds     leave out the seeded races
  --no-switches  leave out the runs with techniques switched off
  --binary       another build of the command than the one of these sources
The time limit is on processor seconds of one run; the default is 600.";

struct Settings {
    programs: Vec<&'static LoopProgram>,
    seeds: bool,
    switches: bool,
    binary: Option<PathBuf>,
    limit: Duration,
    offline: bool,
}

/// A program with its classes.
type Ready = (&'static LoopProgram, Vec<PathBuf>);

pub(crate) fn run(rest: &[&str]) -> Result<(), String> {
    let settings = settings(rest)?;
    let directory = deadheat_harness::scratch().join("loops");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let judged = expected::read()?;
    let jdk = deadheat_harness::jdk_for(17).ok_or("no JDK of 17 or newer is installed")?;
    let ready = ready(&settings, jdk)?;
    let setting = Setting { binary: binary(&settings)?, jdk, limit: settings.limit, directory };
    let abilities = Abilities::probe(setting.command())?;

    let full = scans(&setting, &ready, &abilities, &[abilities.full()])?;
    tables::print_suite(&full);
    tables::print_results(&full, &judged);
    if settings.seeds {
        tables::print_seeds(&seeds(&setting, &ready, &abilities)?);
    }
    if settings.switches {
        let others = abilities.others.iter().map(|&word| Configuration::Without(word));
        let mut configurations: Vec<Configuration> =
            abilities.combinations().into_iter().chain(others).collect();
        configurations.retain(|configuration| *configuration != abilities.full());
        let mut all = scans(&setting, &ready, &abilities, &configurations)?;
        all.extend(full);
        tables::print_combinations(&all, &settings.programs, &abilities);
        tables::print_others(&all, &settings.programs, &abilities);
    }
    println!("\nraw results: {}", setting.directory.display());
    Ok(())
}

/// Compiles and runs all programs before the first scan, so that nothing fails after it.
fn ready(settings: &Settings, jdk: &deadheat_harness::Jdk) -> Result<Vec<Ready>, String> {
    let fetched = crate::libraries::maven_jars("loops", settings.offline)?;
    let ready = |&program: &&'static LoopProgram| {
        let class_path = program.class_path(jdk, &fetched)?;
        program.run(jdk, &class_path)?;
        Ok((program, class_path))
    };
    settings.programs.iter().map(ready).collect()
}

fn binary(settings: &Settings) -> Result<PathBuf, String> {
    if let Some(binary) = &settings.binary {
        return Ok(binary.clone());
    }
    crate::deadheat::build()?;
    Ok(crate::deadheat::command()?.get_program().into())
}

fn scans(
    setting: &Setting,
    ready: &[Ready],
    abilities: &Abilities,
    configurations: &[Configuration],
) -> Result<Vec<Scanned>, String> {
    let mut scans = Vec::new();
    for (program, class_path) in ready {
        for configuration in configurations {
            eprintln!("{} {} …", program.name, configuration.name());
            let options = abilities.options(configuration, program.libraries);
            let class = program.main_class();
            scans.push(setting.scan(program, &class, class_path, configuration.clone(), &options)?);
            // After every run, so that an interrupted benchmark loses nothing.
            let name = if configurations.len() == 1 { "results.json" } else { "switches.json" };
            write(&setting.directory.join(name), &scans)?;
        }
    }
    Ok(scans)
}

fn seeds(setting: &Setting, ready: &[Ready], abilities: &Abilities) -> Result<Vec<Sown>, String> {
    let mut sown = Vec::new();
    for (program, class_path) in ready {
        for seed in program.seeds()? {
            eprintln!("{} {} …", program.name, seed.class);
            let options = abilities.options(&abilities.full(), program.libraries);
            let class = program.class(&seed.class);
            let scan = setting.scan(program, &class, class_path, abilities.full(), &options)?;
            let finding = scan.failure.is_none().then(|| scan.finding(&seed));
            let is_likely = scan.is_likely(&seed);
            sown.push((*program, seed, finding, is_likely));
        }
    }
    Ok(sown)
}

fn write(path: &std::path::Path, scans: &[Scanned]) -> Result<(), String> {
    let values = Value::Array(scans.iter().map(Scanned::to_json).collect());
    let text = serde_json::to_string_pretty(&values).map_err(|error| error.to_string())?;
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn settings(rest: &[&str]) -> Result<Settings, String> {
    let mut settings = Settings {
        programs: Vec::new(),
        seeds: true,
        switches: true,
        binary: None,
        limit: Duration::from_secs(600),
        offline: false,
    };
    let mut words = rest.iter();
    while let Some(&word) = words.next() {
        match word {
            "--no-seeds" => settings.seeds = false,
            "--no-switches" => settings.switches = false,
            "--offline" => settings.offline = true,
            "--binary" => settings.binary = Some(words.next().ok_or(USAGE)?.into()),
            "--time-limit" => {
                let seconds = words.next().and_then(|seconds| seconds.parse().ok());
                settings.limit = Duration::from_secs(seconds.ok_or(USAGE)?);
            }
            _ if word.starts_with('-') => return Err(USAGE.to_owned()),
            name => settings.programs.push(programs::find(name)?),
        }
    }
    if settings.programs.is_empty() {
        settings.programs = programs::PROGRAMS.iter().collect();
    }
    Ok(settings)
}
