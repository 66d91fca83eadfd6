//! Our own program, which is built beside this one, in the same build directory.

use std::path::PathBuf;
use std::process::Command;

/// Builds it, optimised.
pub(crate) fn build() -> Result<(), String> {
    build_package("deadheat")
}

/// Builds the agent of `deadheat run`, optimised.
pub(crate) fn build_agent() -> Result<(), String> {
    build_package("deadheat-agent")
}

fn build_package(package: &str) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.current_dir(deadheat_harness::root()).args(["build", "--quiet", "--release", "--package", package]);
    match build.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{package} does not build")),
        Err(error) => Err(format!("cargo: {error}")),
    }
}

/// A run of it.
pub(crate) fn command() -> Result<Command, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(Command::new(this.with_file_name("deadheat")))
}

/// The agent's library.
pub(crate) fn agent() -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let name = format!("{}deadheat_agent{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    Ok(this.with_file_name(name))
}
