//! Running other programs, and saying what happens.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

/// What a command of ours says, as opposed to the programs it runs.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// A cargo of the same toolchain as this one, in the repository.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(crate::root()).args(arguments);
    command
}

/// Runs a command to its end; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    match status(command)? {
        status if status.success() => Ok(()),
        status => Err(format!("{} failed ({status})", describe(command))),
    }
}

/// Runs a command to its end.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus, String> {
    command.status().map_err(|error| format!("{}: {error}", describe(command)))
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// Runs the bench crate, optimised.
pub(crate) fn bench(name: &str, rest: &[&str]) -> Result<(), String> {
    crate::prerequisites::jdk()?;
    crate::prerequisites::maven()?;
    let mut command = cargo(&["run", "--quiet", "--release", "--package", "deadheat-bench", "--", name]);
    run(command.args(rest))
}

/// The build directory.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}
