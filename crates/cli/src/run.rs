//! `deadheat run -- java …`: starts a program under the agent, and shows the races that it had.
//!
//! The command is run as it is, with the agent in front of its arguments if it is `java` itself, else in the
//! environment, where every JVM finds it that the command starts. Each JVM writes a file of its own; what they saw is
//! merged here. The program keeps its standard streams; what we say goes to standard error, after it.

mod audit;
mod java;
mod plan;
mod results;
mod watch;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use deadheat_instrument::{Detector, Technique, Techniques};
use deadheat_report::text::fitted;

use crate::observed::Observed;
use crate::output::writable;
use results::Results;

pub(crate) use java::{JavaProgram, is_java};
pub(crate) use plan::{cache, write as write_whole};
pub(crate) use results::joined;
pub(crate) use watch::{Watch, watch};

/// What `run` is told.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// Look only at these packages and classes: com.example.** (with the packages below), com.example.*, or a class.
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    include: Vec<String>,
    /// Do not look at these; what they do to synchronise is still seen.
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    exclude: Vec<String>,
    /// What to do when a race is seen: go on, throw an exception there, or end the JVM.
    #[arg(long, value_enum, default_value_t = OnRace::Report)]
    on_race: OnRace,
    /// What counts as a race: fasttrack (the accesses were not ordered in this run), or lockset (nor would they be if
    /// locks were taken in another order: feasible races, docs/lockset.md); choi and eraser are for comparison.
    /// Behind a minus, what to leave out: lockset-cache; with +tree, accesses that show nothing new are left out.
    #[arg(long, value_name = "RULE", default_value = "fasttrack")]
    detector: String,
    /// How accesses are checked: fasttrack (each one), redcard, slimstate, slimcard or bigfoot, each with
    /// fewer or cheaper checks, or choi or full, with none where scan finds no race (docs/placement.md). Behind a
    /// minus, what to leave out: bigfoot-ranges.
    #[arg(long, value_name = "HOW", default_value = "fasttrack")]
    placement: String,
    /// The exit code: 1 when the program ended with 0 and a race was seen (races), or always the program's (program).
    #[arg(long, value_enum, default_value_t = ExitCodeOf::Races)]
    exit_code: ExitCodeOf,
    /// Write down who calls whom, hold it against the call graph of scan, and tell what that does not have. With a
    /// file, it is written there for `deadheat scan --observed FILE`. The program runs more slowly.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    audit_scan: Option<Option<PathBuf>>,
    /// Further options of the agent, for tests.
    #[arg(long, value_name = "OPTIONS", hide = true)]
    agent_options: Option<String>,
    /// Write what was seen to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Say nothing when no race was seen.
    #[arg(long, short)]
    quiet: bool,
    /// The program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum OnRace {
    Report,
    Throw,
    Halt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExitCodeOf {
    Races,
    Program,
}

/// What `plan` is told.
#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
    /// The java command that is to be run.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Tells where the plan of a command is.
pub(crate) fn plan(arguments: &PlanArguments, text: &mut String) -> Result<()> {
    let file = plan::plan_of(&arguments.command, arguments.quiet)?;
    Ok(writeln!(text, "{}", file.display())?)
}

/// Runs the program; gives the exit code and what is to be said.
pub(crate) fn run(arguments: &RunArguments, text: &mut String) -> Result<u8> {
    let directory = tempdir()?;
    let outcome = run_in(arguments, &directory, text);
    // What is left there is of no use to anyone; that it cannot be removed is not worth a word.
    let _ = fs::remove_dir_all(&directory);
    outcome
}

fn run_in(arguments: &RunArguments, directory: &Path, text: &mut String) -> Result<u8> {
    let files = [arguments.json.as_deref(), arguments.audit_scan.as_ref().and_then(|it| it.as_deref())];
    files.into_iter().flatten().try_for_each(writable)?;
    let option = agent_option(arguments, directory)?;
    let plan = plan_option(arguments)?;
    let status = start(&arguments.command, &option, &plan)?;
    let results = Results::read(directory)?;
    if let Some(file) = &arguments.json {
        let json = serde_json::to_string_pretty(&results.json())?;
        fs::write(file, json + "\n").with_context(|| format!("{} cannot be written", file.display()))?;
    }
    if !(results.races.is_empty() && (arguments.quiet || results.jvms == 0)) {
        let mut said = String::new();
        results.describe(&mut said)?;
        text.push_str(&fitted(&said));
    }
    if let Some(file) = &arguments.audit_scan {
        audit(&results, file.as_deref(), arguments.quiet, text)?;
    }
    if results.jvms == 0 {
        writeln!(text, "deadheat: nothing was watched: this command started no JVM with the agent")?;
    }
    Ok(match code_of(status) {
        0 if arguments.exit_code == ExitCodeOf::Program => 0,
        // That there are no races is not known then.
        0 if results.jvms == 0 => 2,
        0 if !results.races.is_empty() => 1,
        code => code,
    })
}

/// What scan's call graph lacks, JVM by JVM. What cannot be compared is said, and no failure of the run.
fn audit(results: &Results, file: Option<&Path>, is_quiet: bool, text: &mut String) -> Result<()> {
    if let Some(file) = file {
        Observed::write(&results.audits, file)?;
    }
    for jvm in &results.audits {
        if let Err(error) = audit::audit(&Observed::parse(jvm), None, is_quiet, text) {
            writeln!(text, "audit: {error:#}")?;
        }
    }
    Ok(())
}

/// The program's own code; as a shell has it if a signal ended it.
pub(crate) fn code_of(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return 128u8.wrapping_add(signal as u8);
        }
    }
    status.code().map_or(2, |code| code as u8)
}

/// Starts the program, and waits for its end.
pub(crate) fn start(command: &[OsString], option: &str, plan: &str) -> Result<ExitStatus> {
    let mut child = under_agent(command, option, plan)?;
    child.status().with_context(|| format!("{} cannot be started", Path::new(&command[0]).display()))
}

/// The program under the agent. The plan is for this one alone, not for the JVMs that it starts.
fn under_agent(command: &[OsString], option: &str, plan: &str) -> Result<Command> {
    let Some((program, rest)) = command.split_first() else { bail!("there is no command to run") };
    let mut child = Command::new(program);
    let agent = format!("-agentpath:{option}");
    let quoted = if agent.contains(char::is_whitespace) { format!("\"{agent}\"") } else { agent.clone() };
    if is_java(program) {
        // The agent itself sees to the JVMs that this one starts; here it would make the JVM say that it found it.
        child.arg(agent + plan).env("DEADHEAT_CHILDREN", quoted);
    } else {
        let before = std::env::var("JAVA_TOOL_OPTIONS").unwrap_or_default();
        child.env("JAVA_TOOL_OPTIONS", format!("{before} {quoted}").trim());
    }
    child.args(rest);
    Ok(child)
}

/// The agent's path and options, as the JVM takes them.
fn agent_option(arguments: &RunArguments, directory: &Path) -> Result<String> {
    let mut option = format!("{}=out={}", find_agent()?.display(), directory.display());
    for (key, list) in [("include", &arguments.include), ("exclude", &arguments.exclude)] {
        if !list.is_empty() {
            write!(option, ",{key}={}", list.join(":"))?;
        }
    }
    // The agent would say it too, but only when the JVM runs.
    arguments.placement.parse::<Techniques>().context("--placement")?;
    write!(option, ",placement={}", arguments.placement)?;
    arguments.detector.parse::<Detector>().context("--detector")?;
    if arguments.detector != "fasttrack" {
        write!(option, ",detector={}", arguments.detector)?;
    }
    match arguments.on_race {
        OnRace::Report => {}
        OnRace::Throw => option.push_str(",on-race=throw"),
        OnRace::Halt => option.push_str(",on-race=halt"),
    }
    if arguments.audit_scan.is_some() {
        option.push_str(",audit");
    }
    if let Some(further) = &arguments.agent_options {
        write!(option, ",{further}")?;
    }
    Ok(option)
}

/// The agent's option for the plan of checks, if the placement has one.
fn plan_option(arguments: &RunArguments) -> Result<String> {
    let placement = &arguments.placement;
    if !placement.parse::<Techniques>().context("--placement")?.has(Technique::Plan) {
        return Ok(String::new());
    }
    let plan = plan::plan_of(&arguments.command, arguments.quiet).with_context(|| {
        format!("--placement {placement}: checks cannot be planned ({placement}-plan does without)")
    })?;
    Ok(format!(",plan={}", plan.display()))
}

/// The agent's library, which is built and installed beside the command.
pub(crate) fn find_agent() -> Result<PathBuf> {
    let name = format!("{}deadheat_agent{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let exe = std::env::current_exe().context("where this command is, is not known")?;
    let beside = exe.parent().unwrap_or(Path::new("."));
    let places = [beside.join(&name), beside.join("deps").join(&name), beside.join("../lib").join(&name)];
    // Builds leave it in one place or the other.
    let made = |place: &&PathBuf| place.metadata().and_then(|data| data.modified()).ok();
    match places.iter().filter(|place| place.is_file()).max_by_key(made) {
        Some(place) => Ok(place.clone()),
        None => bail!("{name} is not beside {}: build or install the whole of Deadheat", exe.display()),
    }
}

pub(crate) fn tempdir() -> Result<PathBuf> {
    let directory = std::env::temp_dir().join(format!("deadheat-{}", std::process::id()));
    fs::create_dir_all(&directory).with_context(|| format!("{} cannot be made", directory.display()))?;
    Ok(directory)
}
