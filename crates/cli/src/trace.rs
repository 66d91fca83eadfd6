//! `deadheat trace info|dump|slice|verify|import|export`: what can be done with a recorded trace besides predicting.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use deadheat_trace::format::{Merge, Reader, Ticks, Writer, write_trace};
use deadheat_trace::{Event, Op, WellFormed, rapid};

use crate::predict::what;

/// What `trace` is told.
#[derive(Debug, Args)]
pub(crate) struct TraceArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// What is in a trace: threads, events by kind, size, what is missing.
    Info {
        /// The trace.
        trace: PathBuf,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// The events as text, one a line, in the order in which analyses see them.
    Dump {
        /// The trace.
        trace: PathBuf,
        #[command(flatten)]
        range: Range,
    },
    /// A part of a trace as a trace of its own.
    Slice {
        /// The trace.
        trace: PathBuf,
        /// The new trace.
        out: PathBuf,
        #[command(flatten)]
        range: Range,
    },
    /// Whether a trace is whole and well-formed.
    Verify {
        /// The trace.
        trace: PathBuf,
    },
    /// Make a trace of a text in RAPID's STD format.
    Import {
        /// The text.
        text: PathBuf,
        /// The new trace.
        out: PathBuf,
    },
    /// Write a trace as a text in RAPID's STD format.
    Export {
        /// The trace.
        trace: PathBuf,
        /// The new text.
        out: PathBuf,
    },
}

#[derive(Debug, Args)]
struct Range {
    /// The first event, from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// Behind the last event.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    to: u64,
    /// Only this thread, by name.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
}

/// Problems that are listed.
const MOST_PROBLEMS: usize = 20;

/// True if `verify` found problems.
pub(crate) fn run(arguments: &TraceArguments, text: &mut String) -> Result<bool> {
    match &arguments.command {
        Command::Info { trace, json } => info(trace, *json, text).map(|()| false),
        Command::Dump { trace, range } => dump(trace, range, text).map(|()| false),
        Command::Slice { trace, out, range } => slice(trace, out, range, text).map(|()| false),
        Command::Verify { trace } => verify(trace, text),
        Command::Import { text: from, out } => import(from, out, text).map(|()| false),
        Command::Export { trace, out } => export(trace, out, text).map(|()| false),
    }
}

/// Gives all events of a trace, with their numbers.
fn each(reader: &Reader, mut give: impl FnMut(u64, &Event) -> Result<bool>) -> Result<u64> {
    let mut merge = Merge::by_values(reader);
    let (mut block, mut number) = (Vec::new(), 0);
    while merge.next_block(&mut block) {
        for event in &block {
            if !give(number, event)? {
                return Ok(merge.left_out);
            }
            number += 1;
        }
    }
    match merge.error {
        Some(error) => Err(error.into()),
        None => Ok(merge.left_out),
    }
}

fn info(path: &Path, as_json: bool, text: &mut String) -> Result<()> {
    let reader = Reader::open(path)?;
    let (mut kinds, mut threads) = (BTreeMap::<u8, u64>::new(), BTreeMap::<u32, u64>::new());
    let left_out = each(&reader, |_, event| {
        *kinds.entry(event.op as u8).or_default() += 1;
        *threads.entry(event.thread.0).or_default() += 1;
        Ok(true)
    })?;
    let (tables, events) = (&reader.tables, threads.values().sum::<u64>());
    let word = |kind: u8| Op::from_code(kind).map_or("?", Op::word);
    if as_json {
        let kinds: BTreeMap<&str, u64> = kinds.iter().map(|(&kind, &count)| (word(kind), count)).collect();
        let name = |thread: u32| tables.show_thread(deadheat_trace::ThreadId(thread));
        let threads: Vec<_> = threads
            .iter()
            .map(|(&thread, events)| json!({ "name": name(thread), "events": events }))
            .collect();
        let value = json!({
            "events": events, "bytes": reader.length, "kinds": kinds, "threads": threads, "left_out": left_out,
            "whole": reader.is_whole(), "info": tables.info,
            "damage": reader.damage.as_ref().map(|damage| damage.error.to_string()),
        });
        writeln!(text, "{}", serde_json::to_string_pretty(&value)?)?;
        return Ok(());
    }
    let each_event = reader.length as f64 / (events.max(1)) as f64;
    writeln!(
        text,
        "{}: {events} events of {} threads, {each_event:.2} bytes an event",
        path.display(),
        threads.len()
    )?;
    for (key, value) in &tables.info {
        writeln!(text, "  {key}: {value}")?;
    }
    for (&kind, count) in &kinds {
        writeln!(text, "  {count:>12} {}", word(kind))?;
    }
    let (sites, fields, sets) = (tables.sites.len(), tables.fields.len(), tables.reach.len());
    writeln!(
        text,
        "  {sites} sites, {fields} fields, {sets} reachable sets, {} stacks",
        tables.stacks.len()
    )?;
    for (&thread, count) in &threads {
        writeln!(text, "  {count:>12} events of {}", tables.show_thread(deadheat_trace::ThreadId(thread)))?;
    }
    for problem in file_problems(&reader, left_out) {
        writeln!(text, "  {problem}")?;
    }
    if reader.is_whole() && left_out > 0 {
        writeln!(text, "  threads ran on while the JVM ended: {left_out} events of that time are left out")?;
    }
    Ok(())
}

fn file_problems(reader: &Reader, left_out: u64) -> Vec<String> {
    let mut problems = Vec::new();
    problems.extend(
        reader.damage.as_ref().map(|it| format!("damaged, {} bytes are lost: {}", it.lost, it.error)),
    );
    if !reader.is_whole() {
        problems
            .push(format!("not whole: the recorder did not come to its end; {left_out} events are left out"));
    }
    problems
}

impl Range {
    /// Which events; the thread's name is looked up once.
    fn holds<'a>(&'a self, reader: &Reader) -> Result<impl Fn(u64, &Event) -> bool + use<'a>> {
        let named = |name: &String| reader.tables.threads.iter().position(|thread| thread.name == *name);
        let wanted =
            self.thread.as_ref().map(|name| named(name).with_context(|| format!("no thread {name:?}")));
        let wanted = wanted.transpose()?;
        Ok(move |number: u64, event: &Event| {
            (self.from..self.to).contains(&number)
                && wanted.is_none_or(|thread| event.thread.index() == thread)
        })
    }
}

fn dump(path: &Path, range: &Range, text: &mut String) -> Result<()> {
    let reader = Reader::open(path)?;
    let holds = range.holds(&reader)?;
    each(&reader, |number, event| {
        if holds(number, event) {
            let thread = reader.tables.show_thread(event.thread);
            writeln!(text, "{number} {thread}: {}", what(event, &reader.tables))?;
            // What was written is no longer needed.
            if text.len() > 1 << 20 {
                crate::print(text)?;
                text.clear();
            }
        }
        Ok(number < range.to)
    })?;
    Ok(())
}

fn slice(path: &Path, out: &Path, range: &Range, text: &mut String) -> Result<()> {
    let reader = Reader::open(path)?;
    let holds = range.holds(&reader)?;
    let mut writer = Writer::new(create(path, out)?, true)?;
    writer.records(&reader.tables.records())?;
    let (mut ticks, mut count) = (Ticks::default(), 0u64);
    each(&reader, |number, event| {
        if holds(number, event) {
            writer.event(event, ticks.of(event))?;
            count += 1;
        }
        Ok(number < range.to)
    })?;
    writer.finish()?;
    writeln!(text, "{}: {count} events", out.display())?;
    Ok(())
}

/// Opens a file for writing that is not the one that is read.
fn create(from: &Path, out: &Path) -> Result<BufWriter<File>> {
    if fs::canonicalize(from).ok() == fs::canonicalize(out).ok() {
        bail!("{}: would overwrite what is read", out.display());
    }
    Ok(BufWriter::new(File::create(out).with_context(|| out.display().to_string())?))
}

fn verify(path: &Path, text: &mut String) -> Result<bool> {
    let reader = Reader::open(path)?;
    let mut check = WellFormed::new(&reader.tables);
    let (mut found, mut events) = (0u64, 0u64);
    let mut listed = String::new();
    let result = each(&reader, |number, event| {
        events += 1;
        if let Some(problem) = check.event(event) {
            found += 1;
            if found <= MOST_PROBLEMS as u64 {
                writeln!(listed, "  event {number} ({}): {problem}", what(event, &reader.tables))?;
            }
        }
        Ok(true)
    });
    let left_out = result?;
    let problems = file_problems(&reader, left_out);
    let is_fine = found == 0 && problems.is_empty();
    let verdict = if is_fine { "whole and well-formed" } else { "not as it should be" };
    writeln!(text, "{}: {events} events, {verdict}", path.display())?;
    problems.iter().try_for_each(|problem| writeln!(text, "  {problem}"))?;
    text.push_str(&listed);
    if found > MOST_PROBLEMS as u64 {
        writeln!(text, "  … {} more", found - MOST_PROBLEMS as u64)?;
    }
    Ok(!is_fine)
}

fn import(from: &Path, out: &Path, text: &mut String) -> Result<()> {
    let source = fs::read_to_string(from).with_context(|| from.display().to_string())?;
    let trace = rapid::import(&source).map_err(|error| error.in_file(from))?;
    write_trace(&trace, create(from, out)?, true)?;
    writeln!(text, "{}: {} events", out.display(), trace.events.len())?;
    Ok(())
}

fn export(path: &Path, out: &Path, text: &mut String) -> Result<()> {
    let reader = Reader::open(path)?;
    let mut file = create(path, out)?;
    let mut export = rapid::Export::default();
    each(&reader, |_, event| {
        export.event(event);
        if export.text.len() > 1 << 20 {
            file.write_all(export.text.as_bytes())?;
            export.text.clear();
        }
        Ok(true)
    })?;
    file.write_all(export.text.as_bytes())?;
    file.flush()?;
    let losses = export.losses;
    writeln!(
        text,
        "{}: written; {} events as locks, {} left out",
        out.display(),
        losses.as_locks,
        losses.left_out
    )?;
    Ok(())
}
