//! `cargo xtask demo`: the first result after cloning.

use std::process::Command;

use crate::steps::{cargo, run, say, target};
use crate::{prerequisites, root};

pub(crate) fn run_demo() -> Result<(), String> {
    let jdk = prerequisites::jdk()?;
    say("Building deadheat (the first time takes about a minute) …");
    run(&mut cargo(&["build", "--quiet", "--release", "--package", "deadheat"]))?;
    let classes = target().join("demo");
    std::fs::create_dir_all(&classes).map_err(|error| format!("{}: {error}", classes.display()))?;
    let source = root().join("examples/Bank.java");
    run(Command::new(jdk.join("bin/javac")).arg("-g").arg("-d").arg(&classes).arg(&source))?;
    let deadheat = target().join("release/deadheat");
    let shown = |arguments: &[&str]| {
        say(&format!("\n$ deadheat {} target/demo\n", arguments.join(" ")));
        let mut command = Command::new(&deadheat);
        command.args(arguments).arg(&classes).arg("--jdk").arg(&jdk);
        run(&mut command)
    };
    shown(&["info"])?;
    shown(&["ir", "Bank.transfer"])?;
    say("\nThe program is examples/Bank.java; try `target/release/deadheat info` on your own jar.");
    Ok(())
}
