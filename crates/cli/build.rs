//! Compiles what runs inside of Maven (`runtime/maven`), so that it can be embedded.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    if let Err(message) = compile() {
        println!("cargo::error={message}");
    }
}

fn compile() -> Result<(), String> {
    let variable = |name| env::var(name).map(PathBuf::from).map_err(|error| error.to_string());
    let sources = variable("CARGO_MANIFEST_DIR")?.join("../../runtime/maven");
    println!("cargo::rerun-if-changed={}", sources.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let javac =
        env::var_os("JAVA_HOME").map_or_else(|| "javac".into(), |home| Path::new(&home).join("bin/javac"));
    let mut command = Command::new(&javac);
    command.args([
        "-nowarn",
        "-source",
        "17",
        "-target",
        "17",
        "-proc:none",
        "-Xlint:-options",
        "-implicit:none",
    ]);
    command.arg("-sourcepath").arg(sources.join("api")).arg("-d").arg(variable("OUT_DIR")?);
    let output = command.arg(sources.join("deadheat/UnchangedModules.java")).output().map_err(|error| {
        format!("{}: {error}: a JDK of 17 or newer is needed; set JAVA_HOME to one", javac.display())
    })?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).replace('\n', " | ")),
    }
}
