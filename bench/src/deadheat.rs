//! Our own program, which is built beside this one, in the same build directory.

use std::process::Command;

/// Builds it, optimised.
pub(crate) fn build() -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.current_dir(deadheat_harness::root()).args([
        "build",
        "--quiet",
        "--release",
        "--package",
        "deadheat",
    ]);
    match build.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("deadheat does not build".to_owned()),
        Err(error) => Err(format!("cargo: {error}")),
    }
}

/// A run of it.
pub(crate) fn command() -> Result<Command, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(Command::new(this.with_file_name("deadheat")))
}
