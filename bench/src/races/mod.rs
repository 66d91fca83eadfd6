//! `deadheat scan` on real programs: time, memory, what each filter removes, what is left; next to SpotBugs.
//!
//! Every scan and every peer runs in a process of its own, one after the other; processor time and peak memory
//! are those of the whole process. The tables follow those of Chord's thesis (2.2 to 2.4, 4.2, 4.3 and 4.5), whose
//! figures for its own versions of the programs stand beside ours. A pair is a pair of instructions and a place.
//!
//! Peers: of static race detectors for Java, SpotBugs is what can be fetched as a jar and runs on class files;
//! what it does is said in `spotbugs.rs`. Infer with RacerD is published as binaries of its own, neither on Maven
//! Central nor on PyPI (the `infer` there is another program). Error Prone's GuardedBy checks annotations in
//! sources, and these programs have none. ThreadSafe is commercial; Chord and its successors are not on Maven
//! Central, and read no class files of today's Java.

mod draw;
mod programs;
mod scan;
mod spotbugs;
mod tables;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use programs::RaceProgram;
use scan::{SWITCHES, Scanned, Variant};
use spotbugs::Spotted;

const USAGE: &str = "\
usage: races [--programs NAMES] [--libraries modelled|whole] [--ks NUMBERS] [--no-ablation] [--peers]
             [--draw COUNT] [--seed NUMBER] [--time-limit SECONDS] [--heap SIZE] [--offline]
NAMES and NUMBERS are separated by commas.
  --ks           also one round with each of these k for everything, to compare with k on demand
  --no-ablation  leave out the runs with one filter switched off
  --peers        also run SpotBugs, and compare its findings
  --draw         also print so many likely places of each program, drawn by the seed (1), to be judged
The time limit is on processor seconds of one run; the default is 600. The heap (2g) is that of the peers.";

struct Settings {
    programs: Vec<&'static RaceProgram>,
    libraries: String,
    ks: Vec<u8>,
    ablation: bool,
    peers: bool,
    draw: usize,
    seed: u64,
    limit: Duration,
    heap: String,
    offline: bool,
}

pub(crate) fn run(rest: &[&str]) -> Result<(), String> {
    let settings = settings(rest)?;
    let directory = deadheat_harness::scratch().join("races");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let fetched = match settings.programs.iter().any(|program| program.is_fetched()) {
        true => crate::libraries::maven_jars("races", settings.offline)?,
        false => Vec::new(),
    };
    // Fetched and built before the first long run, so that nothing fails after it.
    let spotbugs = if settings.peers { spotbugs::fetch(settings.offline)? } else { Vec::new() };
    crate::deadheat::build()?;
    let scans = scans(&settings, &fetched, &directory)?;
    tables::print_costs(&scans);
    tables::print_pairs(&scans);
    tables::print_sites(&scans);
    if settings.ablation {
        tables::print_without(&scans);
    }
    if !settings.ks.is_empty() {
        tables::print_fixed(&scans, &settings.ks);
    }
    if settings.draw > 0 {
        let full: Vec<&Scanned> = scans.iter().filter(|scan| scan.variant == Variant::Full).collect();
        draw::print(&full, settings.draw, settings.seed);
    }
    if settings.peers {
        let peers = peers(&settings, &spotbugs, &fetched, &directory)?;
        tables::print_peers(&scans, &peers);
    }
    println!("\nraw results: {}", directory.display());
    Ok(())
}

fn scans(settings: &Settings, fetched: &[PathBuf], directory: &Path) -> Result<Vec<Scanned>, String> {
    let ablation = SWITCHES.map(Variant::Without).into_iter().filter(|_| settings.ablation);
    let fixed = settings.ks.iter().map(|&k| Variant::FixedK(k));
    let variants: Vec<Variant> = [Variant::Full].into_iter().chain(ablation).chain(fixed).collect();
    let mut scans = Vec::new();
    for program in &settings.programs {
        let class_path = program.class_path(fetched)?;
        for &variant in &variants {
            eprintln!("{} {} …", program.name, variant.name());
            let (libraries, limit) = (&settings.libraries, settings.limit);
            scans.push(scan::scan(program, &class_path, variant, libraries, limit, directory)?);
            // After every run, so that an interrupted benchmark loses nothing.
            write(&directory.join("results.json"), &scans)?;
        }
    }
    Ok(scans)
}

fn peers(
    settings: &Settings,
    jars: &[PathBuf],
    fetched: &[PathBuf],
    directory: &Path,
) -> Result<Vec<(&'static RaceProgram, Spotted)>, String> {
    let peer = |program: &&'static RaceProgram| {
        eprintln!("{} SpotBugs …", program.name);
        let output = directory.join(format!("{}-spotbugs", program.name));
        let class_path = program.class_path(fetched)?;
        let spotted = spotbugs::run(jars, &class_path, &settings.heap, settings.limit, &output)?;
        Ok((*program, spotted))
    };
    settings.programs.iter().map(peer).collect()
}

fn write(path: &Path, scans: &[Scanned]) -> Result<(), String> {
    let values = Value::Array(scans.iter().map(Scanned::to_json).collect());
    let text = serde_json::to_string_pretty(&values).map_err(|error| error.to_string())?;
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn settings(rest: &[&str]) -> Result<Settings, String> {
    let mut settings = Settings {
        programs: programs::PROGRAMS.iter().collect(),
        libraries: "modelled".to_owned(),
        ks: Vec::new(),
        ablation: true,
        peers: false,
        draw: 0,
        seed: 1,
        limit: Duration::from_secs(600),
        heap: "2g".to_owned(),
        offline: false,
    };
    let mut words = rest.iter();
    while let Some(&word) = words.next() {
        match word {
            "--no-ablation" => settings.ablation = false,
            "--peers" => settings.peers = true,
            "--offline" => settings.offline = true,
            _ => settings.set(word, words.next().ok_or(USAGE)?)?,
        }
    }
    Ok(settings)
}

impl Settings {
    fn set(&mut self, word: &str, value: &str) -> Result<(), String> {
        let wrong = |_| format!("{value} is no number");
        match (word, value) {
            ("--programs", _) => {
                self.programs = value.split(',').map(programs::find).collect::<Result<_, _>>()?;
            }
            ("--libraries", "modelled" | "whole") => self.libraries = value.to_owned(),
            ("--ks", _) => {
                self.ks = value.split(',').map(str::parse).collect::<Result<_, _>>().map_err(wrong)?;
            }
            ("--draw", _) => self.draw = value.parse().map_err(wrong)?,
            ("--seed", _) => self.seed = value.parse().map_err(wrong)?,
            ("--time-limit", _) => self.limit = Duration::from_secs(value.parse().map_err(wrong)?),
            ("--heap", _) => self.heap = value.to_owned(),
            _ => return Err(USAGE.to_owned()),
        }
        Ok(())
    }
}
