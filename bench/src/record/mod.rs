//! What it costs to record real programs (RDIT, table 5.4): bare, traced whole, and with a package left out, whose calls
//! are then BarrierPairs: not recorded, recorded with what they touch, with what is reachable once for each object, and for each call anew.
//!
//! The runs of a program follow each other, each in a JVM of its own, on one JDK; with `--repeat` the smallest processor
//! time counts. That of a recorded run has all of it: rewriting, the program, encoding and compressing in the background.

mod measure;

use std::time::Duration;

use deadheat_harness::{Jdk, jdks};

use crate::run::programs::{self, Program};
use crate::table;
use measure::{Mode, Recorded, measure};

const USAGE: &str = "\
usage: record [--jdk RELEASE] [--repeat N] [--time-limit SECONDS] [NAME…]
  --jdk         on this JDK; else the oldest
  --repeat      so often each; the smallest processor time counts
The time limit is on processor seconds of one run; the default is 600.";

/// Programs, and packages of theirs that are left out.
const PROGRAMS: [(&str, &str); 7] = [
    ("xalan", "org.apache.xml.**"),
    ("derby", "org.apache.derby.iapi.**"),
    ("h2", "org.h2.mvstore.**"),
    ("hsqldb", "org.hsqldb.lib.**"),
    ("lucene", "org.apache.lucene.util.**"),
    ("tomcat", "org.apache.tomcat.util.**"),
    ("ecj", "org.eclipse.jdt.internal.compiler.lookup.**"),
];

struct Settings {
    jdk: Option<u16>,
    repeat: u16,
    limit: Duration,
    names: Vec<String>,
}

impl Settings {
    fn parse(arguments: &[&str]) -> Result<Settings, String> {
        let mut found = Settings { jdk: None, repeat: 1, limit: Duration::from_secs(600), names: Vec::new() };
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            let mut number = || {
                let number = rest.next().and_then(|value| value.parse::<u16>().ok());
                number.ok_or_else(|| USAGE.to_owned())
            };
            match argument {
                "--jdk" => found.jdk = Some(number()?),
                "--repeat" => found.repeat = number()?.max(1),
                "--time-limit" => found.limit = Duration::from_secs(number()?.into()),
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                name => found.names.push(name.to_owned()),
            }
        }
        Ok(found)
    }
}

/// Runs the programs and prints the table.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let settings = Settings::parse(arguments)?;
    crate::deadheat::build_agent()?;
    let jdk = jdk(&settings)?;
    let is_wanted = |name: &str| settings.names.is_empty() || settings.names.iter().any(|it| it == name);
    let mut rows = Vec::new();
    for (name, excluded) in PROGRAMS.into_iter().filter(|(name, _)| is_wanted(name)) {
        for program in programs::named(&[name])? {
            eprintln!("{name} …");
            rows.push(row(&program, excluded, jdk, &settings)?);
        }
    }
    println!("JDK {}", jdk.release);
    table::print(&HEAD, &rows);
    Ok(())
}

fn jdk(settings: &Settings) -> Result<&'static Jdk, String> {
    let mut all = jdks().iter().filter(|jdk| settings.jdk.is_none_or(|release| release == jdk.release));
    let first = all.next().ok_or("there is no such JDK")?;
    Ok(all.fold(first, |one, other| if other.release < one.release { other } else { one }))
}

const HEAD: [&str; 15] = [
    "program",
    "bare CPU s",
    "traced",
    "ratio",
    "wall ratio",
    "events",
    "bytes each",
    "without",
    "no pairs",
    "touched",
    "once",
    "more",
    "always",
    "pairs' events",
    "result",
];

fn row(program: &Program, excluded: &str, jdk: &Jdk, settings: &Settings) -> Result<Vec<String>, String> {
    let best = |mode: Mode<'_>| -> Result<Recorded, String> {
        let mut best = measure(program, jdk, mode, settings.limit)?;
        for _ in 1..settings.repeat {
            let next = measure(program, jdk, mode, settings.limit)?;
            if next.run.cpu_seconds < best.run.cpu_seconds {
                best = next;
            }
        }
        Ok(best)
    };
    let bare = best(Mode::Bare)?;
    let all = best(Mode::Traced)?;
    let none = best(Mode::Without(excluded, "none"))?;
    let touched = best(Mode::Without(excluded, "touched"))?;
    let once = best(Mode::Without(excluded, "once"))?;
    let always = best(Mode::Without(excluded, "always"))?;
    let is_same = [&all, &none, &touched, &once, &always].iter().all(|run| run.keeps(&bare, program));
    let seconds = |recorded: &Recorded| format!("{:.1}", recorded.run.cpu_seconds);
    let more = 100.0 * (once.run.cpu_seconds / none.run.cpu_seconds - 1.0);
    Ok(vec![
        program.name().to_owned(),
        seconds(&bare),
        seconds(&all),
        format!("{:.1}", all.run.cpu_seconds / bare.run.cpu_seconds),
        format!("{:.1}", all.run.wall_seconds / bare.run.wall_seconds),
        all.events.to_string(),
        format!("{:.2}", all.bytes as f64 / all.events.max(1) as f64),
        excluded.to_owned(),
        seconds(&none),
        seconds(&touched),
        seconds(&once),
        format!("{more:+.0}%"),
        seconds(&always),
        once.pairs.to_string(),
        if is_same { "same" } else { "other" }.to_owned(),
    ])
}
