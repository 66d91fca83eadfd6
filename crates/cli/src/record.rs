//! `deadheat record -- java …`: runs a program under the agent and writes a trace of what its threads did.
//!
//! As with `run`, the command is started as it is. Each JVM writes a trace of its own: the first one the file that was
//! asked for, those that it starts a file beside it, with the number of the process in its name. What we say goes to
//! standard error, when the program has ended. A JVM that was killed says nothing; its trace is read back to tell what is in it.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use deadheat_trace::format::Reader;
use serde_json::Value;

use crate::output::writable;
use crate::run::{code_of, find_agent, start, tempdir};

/// What `record` is told.
#[derive(Debug, Args)]
pub(crate) struct RecordArguments {
    /// Where the trace goes.
    #[arg(long, short, value_name = "FILE", default_value = "deadheat.trace")]
    output: PathBuf,
    /// Trace only these packages and classes: com.example.** (with the packages below), com.example.*, or a class.
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    include: Vec<String>,
    /// Do not trace these. Calls into them are BarrierPairs: which objects they touch is recorded, not what they do.
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    exclude: Vec<String>,
    /// Static fields that code which is not traced may use without being handed them: com.example.Main.field. They
    /// count as reachable by every BarrierPair.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    globals: Vec<String>,
    /// Do not trace methods that synchronise; calls of them are BarrierPairs. To see what an analysis makes of it.
    #[arg(long)]
    exclude_synchronised: bool,
    /// How BarrierPairs are recorded: with what calls really touch (touched), or with what they can reach, as RDIT does: once
    /// for each object (once) or for each call anew (always), by which fewer races are found; or no BarrierPairs at all
    /// (none), which makes predictions unsure where code is not traced.
    #[arg(long, value_enum, default_value_t = Barriers::Touched)]
    barriers: Barriers,
    /// Leave out accesses that repeat others of the same thread, at the same place, with nothing but accesses between (TREE):
    /// a smaller trace, for predict --analysis hb only.
    #[arg(long)]
    tree: bool,
    /// Say nothing when the trace is whole.
    #[arg(long, short)]
    quiet: bool,
    /// Further options of the agent, for tests.
    #[arg(long, value_name = "OPTIONS", hide = true)]
    agent_options: Option<String>,
    /// The program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Barriers {
    Touched,
    Once,
    Always,
    None,
}

/// Runs the program; gives the exit code and what is to be said.
pub(crate) fn record(arguments: &RecordArguments, text: &mut String) -> Result<u8> {
    let directory = tempdir()?;
    let outcome = record_in(arguments, &directory, text);
    // What is left there is of no use to anyone; that it cannot be removed is not worth a word.
    let _ = fs::remove_dir_all(&directory);
    outcome
}

fn record_in(arguments: &RecordArguments, directory: &Path, text: &mut String) -> Result<u8> {
    let output = std::path::absolute(&arguments.output)?;
    writable(&output)?;
    // A file that is there would be taken for the trace of a JVM that started this one.
    if output.is_file() {
        fs::remove_file(&output).with_context(|| format!("{} cannot be replaced", output.display()))?;
    }
    let status = start(&arguments.command, &agent_option(arguments, directory, &output)?, "")?;
    let recordings = read(directory)?;
    let is_whole = |recording: &Value| recording["problem"].is_null();
    if !(arguments.quiet && !recordings.is_empty() && recordings.iter().all(is_whole)) {
        recordings.iter().try_for_each(|recording| describe(recording, arguments.tree, text))?;
    }
    let is_there = !recordings.is_empty() || output.is_file();
    if recordings.is_empty() {
        describe_cut(&output, arguments.tree, text)?;
    }
    Ok(match code_of(status) {
        // There is nothing to predict from, though all went well.
        0 if !is_there => 2,
        code => code,
    })
}

/// The agent's path and options, as the JVM takes them.
fn agent_option(arguments: &RecordArguments, directory: &Path, output: &Path) -> Result<String> {
    let (agent, out) = (find_agent()?, directory.display());
    let mut option = format!("{}=out={out},trace={}", agent.display(), output.display());
    let lists =
        [("include", &arguments.include), ("exclude", &arguments.exclude), ("globals", &arguments.globals)];
    for (key, list) in lists {
        if !list.is_empty() {
            write!(option, ",{key}={}", list.join(":"))?;
        }
    }
    match arguments.barriers {
        Barriers::Once => option.push_str(",barriers=once"),
        Barriers::Always => option.push_str(",barriers=always"),
        Barriers::Touched => {}
        Barriers::None => option.push_str(",barriers=none"),
    }
    if arguments.exclude_synchronised {
        option.push_str(",without-synchronised");
    }
    if arguments.tree {
        option.push_str(",tree");
    }
    if let Some(further) = &arguments.agent_options {
        write!(option, ",{further}")?;
    }
    Ok(option)
}

/// What the JVMs say of their traces, with what else they say of themselves, the first file first.
fn read(directory: &Path) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(directory)? {
        let text = fs::read_to_string(entry?.path()).unwrap_or_default();
        let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let find = |key: &str| lines.iter().map(|line| &line[key]).find(|value| !value.is_null());
        let Some(recording) = find("recording") else { continue };
        let mut recording = recording.clone();
        recording["summary"] = find("summary").cloned().unwrap_or_default();
        all.push(recording);
    }
    let file = |recording: &Value| recording["file"].as_str().unwrap_or_default().to_owned();
    all.sort_by_key(|recording| (file(recording).len(), file(recording)));
    Ok(all)
}

/// Kinds of events that are counted together.
const KINDS: &[(&str, &[&str])] = &[
    ("reads", &["read"]),
    ("writes", &["write"]),
    ("volatile accesses", &["volatile-read", "volatile-write", "update-read"]),
    (
        "of locks",
        &["acquire", "release", "acquire-shared", "release-shared", "wait-begin", "wait-end", "notify"],
    ),
    ("of threads", &["fork", "join", "begin", "end"]),
    ("of channels", &["send", "receive"]),
    ("of BarrierPairs", &["method-begin", "method-end", "callback-begin", "callback-end"]),
];

fn describe(recording: &Value, is_filtered: bool, text: &mut String) -> Result<()> {
    let file = recording["file"].as_str().unwrap_or_default();
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let events = &recording["events"];
    let counts = KINDS.iter().map(|&(name, words)| {
        let count: u64 = words.iter().map(|&word| number(&events[word])).sum();
        (name, count)
    });
    let counts: Vec<(&str, u64)> = counts.collect();
    let all: u64 = counts.iter().map(|&(_, count)| count).sum();
    let bytes = number(&recording["bytes"]);
    let each = bytes as f64 / all.max(1) as f64;
    writeln!(text, "deadheat: {all} events of {} threads in {file}", number(&recording["threads"]))?;
    let counts = counts.iter().filter(|&&(_, count)| count > 0);
    let counts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    writeln!(text, "  {}", counts.join(", "))?;
    writeln!(text, "  {bytes} bytes, {each:.2} an event")?;
    if let Some(problem) = recording["problem"].as_str() {
        let dropped = number(&recording["dropped"]);
        writeln!(text, "  the trace is not whole: {problem}; {dropped} events are missing at its end")?;
    }
    for (what, times) in recording["gaps"].as_object().into_iter().flatten() {
        writeln!(text, "  {what}: {times}")?;
    }
    let summary = &recording["summary"];
    for (key, what) in [
        ("classes_left_out", "classes were not traced"),
        ("methods_left_out", "methods were not traced"),
        ("failures", "failures inside of Deadheat"),
    ] {
        if number(&summary[key]) > 0 {
            writeln!(text, "  {} {what}", number(&summary[key]))?;
        }
    }
    for (what, why) in summary["left_out"].as_object().into_iter().flatten().take(5) {
        writeln!(text, "    {what}: {}", why.as_str().unwrap_or_default())?;
    }
    say_next(file, is_filtered, text)
}

fn say_next(file: &str, is_filtered: bool, text: &mut String) -> Result<()> {
    let how = if is_filtered { "--analysis hb " } else { "" };
    Ok(writeln!(text, "  next: deadheat predict {how}{file}")?)
}

/// The JVM did not come to its end, or there was none: says what is in the file.
fn describe_cut(output: &Path, is_filtered: bool, text: &mut String) -> Result<()> {
    if !output.is_file() {
        return Ok(writeln!(
            text,
            "deadheat: nothing was recorded: this command started no JVM with the agent"
        )?);
    }
    let file = output.display();
    match Reader::open(output) {
        Ok(reader) => {
            let events = reader.events();
            writeln!(text, "deadheat: the JVM was killed: {file} has {events} events until then")?;
            say_next(&file.to_string(), is_filtered, text)
        }
        Err(error) => Ok(writeln!(text, "deadheat: the JVM was killed, and {file} cannot be read: {error}")?),
    }
}
