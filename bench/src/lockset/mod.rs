//! `cargo xtask bench lockset`: Choi et al.'s tables 2 and 3, and TREE's table 5.1 and figures 5.2 and 5.3.
//!
//! Each program runs bare and with each variant in turns, so that what else the machine does meets all alike; seconds are of
//! the processor, the least of some runs. Variants are named by their options of `deadheat run`: what Choi et al. call
//! Full is `--detector lockset --placement full`, and behind it with the paper's own placement, which moves no checks.

mod measure;
mod plot;
mod tables;

use std::time::Duration;

use deadheat_harness::{Jdk, jdks};

use crate::run::programs::{self, Program};
use measure::{Row, Variant, measure};

const USAGE: &str =
    "bench lockset [--table 2|3|tree|sweep] [--jdk RELEASE] [--repeat N] [--time-limit SECONDS] [NAME…]";

/// By name, with the main class.
const KERNELS: [(&str, &str); 11] = [
    ("mtrt", "Mtrt"),
    ("tsp", "Tsp"),
    ("sor", "Sor"),
    ("elevator", "Elevator"),
    ("hedc", "Hedc"),
    ("philo", "Philo"),
    ("moldyn", "MolDyn"),
    ("montecarlo", "MonteCarlo"),
    ("raytracer", "RayTracer"),
    ("crypt", "Crypt"),
    ("redundant", "Redundant"),
];

/// Programs of `bench run` that are not too long.
const REAL: [&str; 5] = ["h2", "xalan", "pool2", "cache", "hikari"];

/// By table: the variants, each as a label, a placement and a detector.
const CHOI_2: &[Variant] = &[
    Variant::new("Full", "full", "lockset"),
    Variant::new("NoStatic", "full-plan", "lockset"),
    // Without the former the latter is of no use, so the paper's has neither.
    Variant::new("NoDominators", "full-elimination-peeling", "lockset"),
    Variant::new("NoPeeling", "full-peeling", "lockset"),
    Variant::new("NoCache", "full", "lockset-cache"),
    Variant::new("Choi", "choi", "lockset"),
    Variant::new("Choi NoPeeling", "choi-peeling", "lockset"),
    Variant::new("each access", "fasttrack", "lockset"),
    Variant::new("FastTrack", "fasttrack", "fasttrack"),
];
const CHOI_3: &[Variant] = &[
    Variant::new("lockset", "fasttrack", "lockset"),
    Variant::new("Full", "fasttrack", "choi"),
    Variant::new("FieldsMerged", "fasttrack", "choi-fields"),
    Variant::new("NoOwnership", "fasttrack", "choi-ownership"),
    Variant::new("Eraser", "fasttrack", "eraser"),
    Variant::new("FastTrack", "fasttrack", "fasttrack"),
];
const TREE: &[Variant] = &[
    Variant::new("FastTrack", "fasttrack", "fasttrack"),
    Variant::new("FastTrack+TREE", "fasttrack", "fasttrack+tree"),
    Variant::new("lockset", "fasttrack", "lockset"),
    Variant::new("lockset+TREE", "fasttrack", "lockset+tree"),
];

struct Settings {
    tables: Vec<&'static str>,
    jdk: Option<u16>,
    repeat: u16,
    limit: Duration,
    names: Vec<String>,
}

impl Settings {
    fn parse(arguments: &[&str]) -> Result<Settings, String> {
        let mut found = Settings {
            tables: Vec::new(),
            jdk: None,
            repeat: 3,
            limit: Duration::from_secs(300),
            names: Vec::new(),
        };
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or_else(|| USAGE.to_owned());
            match argument {
                "--table" => {
                    let name = value()?;
                    let known = ["2", "3", "tree", "sweep"].into_iter().find(|it| *it == name);
                    found.tables.push(known.ok_or(USAGE)?);
                }
                "--jdk" => found.jdk = Some(value()?.parse().map_err(|_| USAGE.to_owned())?),
                "--repeat" => found.repeat = value()?.parse().map_err(|_| USAGE.to_owned())?,
                "--time-limit" => {
                    found.limit = Duration::from_secs(value()?.parse().map_err(|_| USAGE.to_owned())?);
                }
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                name => found.names.push(name.to_owned()),
            }
        }
        if found.tables.is_empty() {
            found.tables = vec!["2", "3", "tree", "sweep"];
        }
        Ok(found)
    }

    fn programs(&self) -> Result<Vec<Program>, String> {
        let mut all: Vec<Program> = KERNELS.iter().map(|(name, main)| Program::kernel(name, main)).collect();
        all.extend(programs::named(&REAL)?);
        let is_known = |name: &&String| all.iter().any(|program| program.name() == name.as_str());
        if let Some(unknown) = self.names.iter().find(|name| !is_known(name)) {
            return Err(format!("no program is called {unknown}"));
        }
        all.retain(|program| self.names.is_empty() || self.names.iter().any(|it| it == program.name()));
        Ok(all)
    }
}

/// Runs the programs and prints the tables.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let settings = Settings::parse(arguments)?;
    let programs = settings.programs()?;
    crate::deadheat::build()?;
    crate::deadheat::build_agent()?;
    let release = settings.jdk.or_else(|| jdks().first().map(|jdk| jdk.release));
    let jdk = jdks().iter().find(|jdk| Some(jdk.release) == release).ok_or("no such JDK")?;
    println!("JDK {}", jdk.release);
    for &table in &settings.tables {
        match table {
            "2" => tables::slowdowns(&rows(&settings, &programs, jdk, CHOI_2)?),
            "3" => tables::places(&rows(&settings, &programs, jdk, CHOI_3)?),
            "tree" => tables::tree(&rows(&settings, &programs, jdk, TREE)?),
            _ => plot::sweeps(jdk, settings.repeat, settings.limit)?,
        }
    }
    Ok(())
}

fn rows(
    settings: &Settings,
    programs: &[Program],
    jdk: &Jdk,
    variants: &'static [Variant],
) -> Result<Vec<Row>, String> {
    programs.iter().map(|it| measure(it, &[], jdk, variants, (settings.repeat, settings.limit))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_programs_are_chosen_by_name() {
        let settings = Settings::parse(&["--table", "3", "--repeat", "1", "tsp"]).expect("settings");
        assert_eq!(settings.tables, ["3"]);
        assert_eq!(settings.programs().expect("programs").len(), 1);
        for arguments in [&["--table", "4"][..], &["--repeat"], &["--magic"]] {
            assert!(Settings::parse(arguments).is_err(), "{arguments:?}");
        }
    }
}
