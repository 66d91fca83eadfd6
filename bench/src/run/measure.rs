//! One program on one JDK, bare and under the agent.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use deadheat_harness::{Jdk, root, scratch};

use super::programs::Program;
use super::seen::Seen;
use crate::child::{self, Measured};

/// Both runs, and what the agent saw.
pub(crate) struct Pair {
    pub(crate) name: &'static str,
    pub(crate) release: u16,
    pub(crate) bare: Measured,
    pub(crate) agent: Measured,
    pub(crate) seen: Seen,
    varies: &'static [&'static str],
}

/// Where the runs leave what they print, and what the agent writes.
pub(crate) fn directory() -> PathBuf {
    scratch().join("run")
}

/// Runs a program twice.
pub(crate) fn measure(program: &Program, jdk: &Jdk, limit: Duration) -> Result<Pair, String> {
    let arguments = program.arguments(jdk)?;
    let directory = directory().join(format!("{}-{}", program.name(), jdk.release));
    let results = directory.join("results");
    // What an older run saw must not be taken for this one's.
    let _ = std::fs::remove_dir_all(&directory);
    make(&results)?;
    let bare = run(jdk, &[], &arguments, limit, &directory.join("bare"))?;
    let option = format!("-agentpath:{}=out={}", crate::deadheat::agent()?.display(), results.display());
    let agent = run(jdk, &[option], &arguments, limit, &directory.join("agent"))?;
    Ok(Pair {
        name: program.name(),
        release: jdk.release,
        bare,
        agent,
        seen: Seen::read(&results)?,
        varies: program.varies,
    })
}

/// Runs a JVM with some options besides the program's own; `output` names where it leaves what it prints.
pub(crate) fn run(
    jdk: &Jdk,
    options: &[String],
    arguments: &[String],
    limit: Duration,
    output: &Path,
) -> Result<Measured, String> {
    let temporary = output.with_extension("tmp");
    make(&temporary)?;
    let mut command = Command::new(jdk.tool("java"));
    // Programs leave files in the directory where they run.
    command.current_dir(&temporary).args(options);
    command.arg(format!("-Djava.io.tmpdir={}", temporary.display()));
    command.args(arguments.iter().map(|argument| {
        let argument = argument.replace("{tmp}", &temporary.display().to_string());
        argument.replace("{root}", &root().display().to_string())
    }));
    let measured = child::run(&mut command, limit, output);
    let _ = std::fs::remove_dir_all(&temporary);
    measured
}

pub(crate) fn make(directory: &Path) -> Result<(), String> {
    std::fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))
}

impl Pair {
    /// What is different under the agent.
    pub(crate) fn difference(&self) -> Option<&'static str> {
        difference(&self.bare, &self.agent, Some(&self.seen), self.varies)
    }
}

/// Why a run did not keep the result of a bare one; lines with one of the parts in `varies` are not compared.
pub(crate) fn difference(
    bare: &Measured,
    agent: &Measured,
    seen: Option<&Seen>,
    varies: &[&str],
) -> Option<&'static str> {
    // Also where the number behind it varies.
    let is_ok = |run: &Measured| run.stdout.lines().any(|line| line.contains("OK "));
    if bare.status.is_none() || !is_ok(bare) {
        Some("fails bare")
    } else if agent.status.is_none() {
        Some("time limit")
    } else if agent.status != bare.status {
        Some("other code")
    } else if lines(&agent.stdout, varies) != lines(&bare.stdout, varies) || !is_ok(agent) {
        Some("other output")
    } else if seen.is_some_and(|seen| !seen.is_complete) {
        Some("no summary")
    } else if seen.is_some_and(|seen| seen.failures > 0) {
        Some("failures")
    } else {
        None
    }
}

/// The lines that do not vary from run to run, in an order that does not, either.
fn lines<'a>(stdout: &'a str, varies: &[&str]) -> Vec<&'a str> {
    let varies = |line: &&str| varies.iter().any(|part| line.contains(part));
    let mut lines: Vec<&str> = stdout.lines().filter(|line| !varies(line)).collect();
    lines.sort_unstable();
    lines
}
