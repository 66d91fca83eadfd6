//! `cargo xtask demo`: the first result after cloning.

use std::process::Command;

use crate::steps::{cargo, run, say, target};
use crate::{prerequisites, root};

pub(crate) fn run_demo() -> Result<(), String> {
    let jdk = prerequisites::jdk()?;
    say("Building deadheat (the first time takes two minutes on two cores) …");
    run(&mut cargo(&[
        "build",
        "--quiet",
        "--profile",
        "demo",
        "--package",
        "deadheat",
        "--package",
        "deadheat-agent",
    ]))?;
    let classes = target().join("demo-classes");
    std::fs::create_dir_all(&classes).map_err(|error| format!("{}: {error}", classes.display()))?;
    let source = root().join("examples/Bank.java");
    run(Command::new(jdk.join("bin/javac")).arg("-g").arg("-d").arg(&classes).arg(&source))?;
    let deadheat = target().join("demo/deadheat");
    say("\n$ deadheat check target/demo-classes --html target/demo-classes/races.html\n");
    let page = classes.join("races.html");
    let mut command = Command::new(&deadheat);
    command.arg("check").arg(&classes).arg("--jdk").arg(&jdk).arg("--html").arg(&page);
    command.args(["--no-cache", "--quiet", "--fail-on", "never", "--source", "examples"]).current_dir(root());
    // What is run is the JDK's that was found, which need not be on the PATH.
    command.args(["--", &jdk.join("bin/java").display().to_string(), "-cp"]).arg(&classes).arg("Bank");
    run(&mut command)?;
    say("\nThe program is examples/Bank.java, the page target/demo-classes/races.html.\n\
         For your own, build it to be fast: cargo build --release; then, in a Maven or Gradle project,\n\
         target/release/deadheat check (docs/first-steps.md).");
    Ok(())
}
