//! A run as `deadheat check` needs it: for a limited time, its output where it is wanted, and what was seen as JSON.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use serde_json::Value;

use super::results::Results;
use super::{agent_option, tempdir, under_agent};
use crate::limit::wait_at_most;
use crate::{Arguments, Command};

/// What is to be run.
#[derive(Debug)]
pub(crate) struct Watch<'w> {
    pub(crate) command: &'w [OsString],
    pub(crate) directory: Option<&'w Path>,
    /// Options of `deadheat run`.
    pub(crate) options: Vec<String>,
    /// Where its output goes; else where ours goes.
    pub(crate) log: Option<PathBuf>,
    pub(crate) limit: Duration,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Watched {
    /// None if the time was over.
    pub(crate) status: Option<ExitStatus>,
    /// By JVM: where it ran, if it came to its end, and what it saw, as `deadheat run --json` writes it.
    pub(crate) jvms: Vec<(Option<PathBuf>, Value)>,
}

/// Runs a command under the agent.
pub(crate) fn watch(watch: &Watch<'_>, tick: &mut dyn FnMut(Duration)) -> Result<Watched> {
    let directory = tempdir()?;
    let outcome = watch_in(watch, &directory, tick);
    let _ = fs::remove_dir_all(&directory);
    outcome
}

fn watch_in(watch: &Watch<'_>, directory: &Path, tick: &mut dyn FnMut(Duration)) -> Result<Watched> {
    // By the command's own words, so that its defaults are `run`'s.
    let words = ["deadheat", "run"].iter().map(OsString::from);
    let words = words.chain(watch.options.iter().map(OsString::from)).chain([OsString::from("--")]);
    let parsed = Arguments::try_parse_from(words.chain(watch.command.iter().cloned()))?;
    let Command::Run(arguments) = parsed.command else { bail!("no command of run's") };
    let mut child = under_agent(&arguments.command, &agent_option(&arguments, directory)?, "")?;
    if let Some(directory) = watch.directory {
        child.current_dir(directory);
    }
    if let Some(log) = &watch.log {
        let file = File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
        child.stdout(file.try_clone()?).stderr(file).stdin(Stdio::null());
    }
    let name = Path::new(&watch.command[0]).display();
    let started = child.spawn().with_context(|| format!("{name} cannot be started"))?;
    let status = wait_at_most(started, watch.limit, tick)?;
    let jvms = Results::of_each(directory)?;
    Ok(Watched { status, jvms: jvms.iter().map(|jvm| (jvm.directory(), jvm.json())).collect() })
}
