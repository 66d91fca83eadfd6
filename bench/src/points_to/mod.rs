//! Call graphs and points-to sets of real programs, next to WALA, Tai-e, Qilin and Soot's Spark.
//!
//! Every tool gets the same jars, the same JDK and the same main method, and runs in a process of its own, one
//! after the other. The peers read the JDK as one jar, extracted once from its image (`JdkJar.java`), because
//! not all of them know images; that extraction is not measured. What is counted as a method and as an edge
//! stands in `bench/pta-peers/java/Report.java`, and what a sensitivity is for each peer in its runner there.
//!
//! Processor time and peak memory are those of the whole process. The peers report theirs at the end of the
//! analysis, before they count, with everything that their JVM did until then (starting, compiling,
//! collecting garbage); Deadheat's are read from outside at its end, printing included. A run that meets the
//! time limit or the heap limit is `unfinished`, and its figures are what it had used by then.
//!
//! What makes counts differ, and must be said with them: WALA's summaries stand for native methods and its
//! `customary` scope leaves out much of the JDK; Tai-e adds implicit entry points (threads, class loaders),
//! Qilin has none here; Tai-e and WALA infer some reflective calls with `--reflection default`. Qilin is not
//! run unless asked for: it is made for Java 8's library, and no run of it on a newer one was seen to end.

mod programs;
mod record;
mod tables;
mod tools;

use std::path::PathBuf;
use std::time::Duration;

use deadheat_harness::Jdk;

use crate::child;

use programs::BenchProgram;
use record::Record;
use tools::Tool;

const USAGE: &str = "\
usage: points-to [--programs NAMES] [--tools NAMES] [--sensitivities NAMES] [--time-limit SECONDS]
                 [--heap SIZE] [--scope whole|customary] [--reflection none|default] [--offline]
NAMES are separated by commas.
  programs       h2 derby lucene weka xalan (default), xalan-process
  tools          deadheat wala tai-e soot-spark (default), qilin
  sensitivities  ci (default), 1obj, 2obj, types (an object is its class)
The time limit is on processor seconds; the default is 600.";

/// What to run, and within which limits.
struct Settings {
    programs: Vec<&'static BenchProgram>,
    tools: Vec<Tool>,
    sensitivities: Vec<String>,
    limit: Duration,
    /// As in -Xmx.
    heap: String,
    scope: String,
    reflection: String,
    offline: bool,
}

/// Where the runs happen and leave their output.
struct Place {
    jdk: &'static Jdk,
    jdk_jar: PathBuf,
    directory: PathBuf,
}

pub(crate) fn run(rest: &[&str]) -> Result<(), String> {
    let settings = settings(rest)?;
    let place = place()?;
    let jars = crate::libraries::fetch(settings.offline)?;
    let sizes = settings.programs.iter().map(|program| program.size(&jars, place.jdk));
    let sizes = sizes.collect::<Result<Vec<_>, String>>()?;
    println!(
        "JDK {}, library scope {}, reflection {}, limits {} processor seconds and {} of heap",
        place.jdk.release,
        settings.scope,
        settings.reflection,
        settings.limit.as_secs(),
        settings.heap
    );
    settings.tools.iter().try_for_each(|tool| tool.prepare(&settings, &place))?;
    let mut records = Vec::new();
    for program in &settings.programs {
        let first = records.len();
        for sensitivity in &settings.sensitivities {
            for tool in settings.tools.iter().filter(|tool| tool.knows(sensitivity)) {
                eprintln!("{} {sensitivity} {} …", tool.name(), program.name);
                records.push(measure(&settings, &place, &jars, *tool, program, sensitivity)?);
                // After every run, so that an interrupted benchmark loses nothing.
                record::write(&place.directory.join("results.json"), &records)?;
            }
        }
        tables::print_program(program, &records[first..]);
    }
    tables::print_growth(&settings.programs, &sizes, &records);
    println!("\nraw results: {}", place.directory.join("results.json").display());
    Ok(())
}

fn measure(
    settings: &Settings,
    place: &Place,
    jars: &[PathBuf],
    tool: Tool,
    program: &BenchProgram,
    sensitivity: &str,
) -> Result<Record, String> {
    let output = place.directory.join(format!("{}-{sensitivity}-{}", program.name, tool.name()));
    let methods = output.with_extension("methods");
    let class_path = program.class_path(jars)?;
    let run = tools::Run { settings, place, program, class_path, sensitivity, methods };
    let measured = child::run(&mut tool.command(&run)?, settings.limit, &output)?;
    Ok(record::of_run(tool, program.name, sensitivity, measured))
}

fn place() -> Result<Place, String> {
    let jdk = deadheat_harness::jdk_for(17).ok_or("no JDK of 17 or newer is installed")?;
    let directory = deadheat_harness::scratch().join("points-to");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let jdk_jar = tools::jdk_jar(jdk, &directory)?;
    Ok(Place { jdk, jdk_jar, directory })
}

fn settings(rest: &[&str]) -> Result<Settings, String> {
    let mut settings = Settings {
        programs: programs::PROGRAMS.iter().filter(|program| program.by_default).collect(),
        tools: tools::DEFAULT.to_vec(),
        sensitivities: vec!["ci".to_owned()],
        limit: Duration::from_secs(600),
        heap: "10g".to_owned(),
        scope: "whole".to_owned(),
        reflection: "none".to_owned(),
        offline: false,
    };
    let mut words = rest.iter();
    while let Some(&word) = words.next() {
        if word == "--offline" {
            settings.offline = true;
            continue;
        }
        let value = *words.next().ok_or(USAGE)?;
        let names = || value.split(',');
        match word {
            "--programs" => settings.programs = names().map(programs::find).collect::<Result<_, _>>()?,
            "--tools" => settings.tools = names().map(tools::find).collect::<Result<_, _>>()?,
            "--sensitivities" => settings.sensitivities = names().map(str::to_owned).collect(),
            "--time-limit" => {
                let seconds = value.parse().map_err(|_| format!("{value} is no number"))?;
                settings.limit = Duration::from_secs(seconds);
            }
            "--heap" => settings.heap = value.to_owned(),
            "--scope" => settings.scope = one_of(value, &["whole", "customary"])?,
            "--reflection" => settings.reflection = one_of(value, &["none", "default"])?,
            _ => return Err(USAGE.to_owned()),
        }
    }
    for sensitivity in &settings.sensitivities {
        one_of(sensitivity, &["types", "ci", "1obj", "2obj"])?;
    }
    Ok(settings)
}

fn one_of(value: &str, known: &[&str]) -> Result<String, String> {
    let found = known.iter().find(|known| **known == value);
    found
        .map(|value| (*value).to_owned())
        .ok_or_else(|| format!("{value}: one of {} is meant\n{USAGE}", known.join(" ")))
}
