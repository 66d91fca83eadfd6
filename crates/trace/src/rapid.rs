//! RAPID's STD text format: one event a line, `thread|operation(operand)|place`.
//!
//! Operations are `r`, `w`, `acq`, `rel`, `fork`, `join`, `begin`, `end` and `branch`. There are no values: on import each write gets
//! a value of its own and a read that of the last write before it, so that "reads the same value" becomes "reads from the
//! same write", which is what RAPID's analyses mean. Places are numbers or any other text; locks that are taken again by
//! the thread that has them are taken once (RAPID's traces of Java programs have them).
//!
//! On export, volatile accesses, channels, waits and untraced calls have no word in that format. Volatile accesses are written as critical
//! sections of a lock of their own around an access, waits as release and acquire, channels as a lock around nothing,
//! which orders more than a channel does; notifications, branches and untraced calls are left out. All are counted.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::builder::TraceBuilder;
use crate::error::{Error, Result};
use crate::event::{Event, Location, Op};
use crate::trace::Trace;

/// What an export could not say in this format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Losses {
    /// Events that are written as locks: volatile accesses, channels, waits, shared locks.
    pub as_locks: u64,
    /// Events that are left out: untraced calls, notifications, branches.
    pub left_out: u64,
}

/// Reads a text.
///
/// # Errors
///
/// A line that is none of this format, with its number.
pub fn import(text: &str) -> Result<Trace> {
    let mut import = Import::default();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            import.line(line).map_err(|error| error.on_line(index + 1))?;
        }
    }
    Ok(import.builder.build())
}

#[derive(Default)]
struct Import {
    builder: TraceBuilder,
    writes: u64,
    last: FxHashMap<Location, u64>,
    depth: FxHashMap<(String, String), u32>,
}

impl Import {
    fn line(&mut self, line: &str) -> Result<()> {
        let mut parts = line.split('|');
        let (Some(thread), Some(action)) = (parts.next(), parts.next()) else {
            return Err(Error::malformed("not of the form thread|operation(operand)|place"));
        };
        let place = parts.next().unwrap_or("0");
        let (word, operand) = match action.split_once('(').map(|(word, rest)| (word, rest.strip_suffix(')')))
        {
            Some((word, Some(operand))) => (word, operand),
            Some((_, None)) => {
                return Err(Error::malformed(format!("`{action}` lacks its closing parenthesis")));
            }
            None => (action, ""),
        };
        if thread.is_empty() || (operand.is_empty() && !matches!(word, "begin" | "end" | "branch")) {
            return Err(Error::malformed(format!("`{line}` lacks a thread or an operand")));
        }
        self.event(thread, word, operand, place)
    }

    fn event(&mut self, thread: &str, word: &str, operand: &str, place: &str) -> Result<()> {
        let builder = &mut self.builder;
        match word {
            "r" => {
                let location = builder.location(operand);
                let value = self.last.get(&location).copied().unwrap_or(0);
                builder.at(place).read(thread, operand, value);
            }
            "w" => {
                self.writes += 1;
                let location = builder.location(operand);
                self.last.insert(location, self.writes);
                builder.at(place).write(thread, operand, self.writes);
            }
            "acq" | "rel" => self.lock(thread, word, operand, place),
            "fork" => drop(builder.at(place).fork(thread, operand)),
            "join" => drop(builder.at(place).join(thread, operand)),
            "begin" => drop(builder.at(place).begin(thread)),
            "end" => drop(builder.at(place).end(thread)),
            "branch" => drop(builder.at(place).event(thread, Op::Branch, 0)),
            _ => return Err(Error::malformed(format!("`{word}` is no operation of this format"))),
        }
        Ok(())
    }

    fn lock(&mut self, thread: &str, word: &str, lock: &str, place: &str) {
        let depth = self.depth.entry((thread.to_owned(), lock.to_owned())).or_default();
        let builder = self.builder.at(place);
        if word == "acq" {
            *depth += 1;
            if *depth == 1 {
                builder.acquire(thread, lock);
            }
        } else {
            *depth = depth.saturating_sub(1);
            if *depth == 0 {
                builder.release(thread, lock);
            }
        }
    }
}

/// Writes the text of a trace.
pub fn export(trace: &Trace) -> (String, Losses) {
    let mut export = Export::default();
    for event in &trace.events {
        export.event(event);
    }
    (export.text, export.losses)
}

/// Writes line by line, for traces that do not fit into memory.
#[derive(Debug, Default)]
pub struct Export {
    /// What was written so far; callers may take it away.
    pub text: String,
    /// What could not be said.
    pub losses: Losses,
}

impl Export {
    /// Appends the lines of one event.
    pub fn event(&mut self, event: &Event) {
        let variable = || format!("{}.{}", event.object, event.slot);
        match event.op {
            Op::Read => self.line(event, "r", &variable()),
            Op::Write => self.line(event, "w", &variable()),
            Op::VolatileRead | Op::VolatileWrite | Op::UpdateRead => {
                self.losses.as_locks += 1;
                let lock = format!("volatile {}", variable());
                self.line(event, "acq", &lock);
                self.line(event, if event.op.is_read() { "r" } else { "w" }, &variable());
                self.line(event, "rel", &lock);
            }
            Op::Acquire => self.line(event, "acq", &event.object.to_string()),
            Op::Release => self.line(event, "rel", &event.object.to_string()),
            Op::AcquireShared | Op::WaitEnd => self.as_lock(event, "acq"),
            Op::ReleaseShared | Op::WaitBegin => self.as_lock(event, "rel"),
            Op::Send | Op::Receive => {
                self.losses.as_locks += 1;
                let lock = format!("channel {}", event.object);
                self.line(event, "acq", &lock);
                self.line(event, "rel", &lock);
            }
            Op::Fork => self.line(event, "fork", &format!("T{}", event.object)),
            Op::Join => self.line(event, "join", &format!("T{}", event.object)),
            Op::Begin => self.line(event, "begin", ""),
            Op::End => self.line(event, "end", ""),
            _ => self.losses.left_out += 1,
        }
    }

    fn as_lock(&mut self, event: &Event, word: &str) {
        self.losses.as_locks += 1;
        self.line(event, word, &event.object.to_string());
    }

    fn line(&mut self, event: &Event, word: &str, operand: &str) {
        // Writing to a string does not fail.
        let _ = match operand {
            "" => writeln!(self.text, "T{}|{word}|{}", event.thread, event.site),
            _ => writeln!(self.text, "T{}|{word}({operand})|{}", event.thread, event.site),
        };
    }
}
