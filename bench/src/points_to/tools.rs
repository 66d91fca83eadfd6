//! The tools, and the command that runs each of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_harness::{Compilation, Jdk};

use super::programs::BenchProgram;
use super::{Place, Settings};
use crate::libraries;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Deadheat,
    Wala,
    TaiE,
    SootSpark,
    Qilin,
}

pub(super) const DEFAULT: &[Tool] = &[Tool::Deadheat, Tool::Wala, Tool::TaiE, Tool::SootSpark];
const ALL: &[Tool] = &[Tool::Deadheat, Tool::Wala, Tool::TaiE, Tool::SootSpark, Tool::Qilin];

/// What a tool is asked to do.
pub(super) struct Run<'a> {
    pub(super) settings: &'a Settings,
    pub(super) place: &'a Place,
    pub(super) program: &'a BenchProgram,
    pub(super) class_path: Vec<PathBuf>,
    pub(super) sensitivity: &'a str,
    /// Where to list the reached methods of the application.
    pub(super) methods: PathBuf,
}

pub(super) fn find(name: &str) -> Result<Tool, String> {
    ALL.iter().copied().find(|tool| tool.name() == name).ok_or_else(|| format!("{name} is no known tool"))
}

impl Tool {
    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::Deadheat => "deadheat",
            Tool::Wala => "wala",
            Tool::TaiE => "tai-e",
            Tool::SootSpark => "soot-spark",
            Tool::Qilin => "qilin",
        }
    }

    pub(super) fn knows(self, sensitivity: &str) -> bool {
        match self {
            Tool::Wala => true,
            Tool::SootSpark => sensitivity == "ci",
            Tool::Deadheat | Tool::TaiE | Tool::Qilin => sensitivity != "types",
        }
    }

    pub(super) fn command(self, run: &Run<'_>) -> Result<Command, String> {
        match self {
            Tool::Deadheat => deadheat(run),
            Tool::Wala => peer(run, "wala", "WalaRunner"),
            Tool::TaiE => peer(run, "tai-e", "TaieRunner"),
            Tool::SootSpark => peer(run, "soot", "SootRunner"),
            Tool::Qilin => peer(run, "qilin", "QilinRunner"),
        }
    }
}

/// Deadheat's own command, built beside this program. It must print a record as in `record.rs`.
fn deadheat(run: &Run<'_>) -> Result<Command, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.current_dir(deadheat_harness::root()).args([
        "build",
        "--quiet",
        "--release",
        "--package",
        "deadheat",
    ]);
    let built = build.status().map_err(|error| format!("cargo: {error}"))?;
    if !built.success() {
        return Err("deadheat does not build".to_owned());
    }
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(this.with_file_name("deadheat"));
    command.args(["callgraph", "--json", "--quiet", "--main", run.program.main]);
    command.args(["--sensitivity", run.sensitivity, "--reflection", &run.settings.reflection]);
    command.arg("--jdk").arg(&run.place.jdk.home).arg("--methods").arg(&run.methods).args(&run.class_path);
    Ok(command)
}

/// A peer on its runner in `bench/pta-peers/java`, with the jars of its own pom.
fn peer(run: &Run<'_>, name: &str, runner: &str) -> Result<Command, String> {
    let jars = libraries::maven_jars(&format!("pta-peers/{name}"), run.settings.offline)?;
    let sources = ["Report.java", &format!("{runner}.java")].map(source);
    let mut compilation = Compilation::new(run.place.jdk, sources);
    compilation.class_path = jars.clone();
    let classes = compilation.classes()?;
    let join = |paths: Vec<PathBuf>| std::env::join_paths(paths).map_err(|error| error.to_string());
    let mut command = Command::new(run.place.jdk.tool("java"));
    command.current_dir(&run.place.directory);
    command.arg(format!("-Xmx{}", run.settings.heap)).arg("-XX:+ExitOnOutOfMemoryError");
    command.arg("-cp").arg(join(jars.into_iter().chain([classes]).collect())?).arg(runner);
    command.args(["--program", run.program.name, "--main", run.program.main]);
    command.args(["--sensitivity", run.sensitivity, "--scope", &run.settings.scope]);
    command.args(["--reflection", &run.settings.reflection]);
    command.arg("--class-path").arg(join(run.class_path.clone())?);
    command.arg("--jdk-jar").arg(&run.place.jdk_jar).arg("--methods").arg(&run.methods);
    Ok(command)
}

/// The JDK as a jar, where Tai-e looks for one from `directory`; written unless that was done before.
pub(super) fn jdk_jar(jdk: &Jdk, directory: &Path) -> Result<PathBuf, String> {
    // Tai-e asks for the release that the program is for, and gets whatever JDK serves as 17 here.
    let to = directory.join("java-benchmarks/JREs/jre1.17");
    let jar = to.join(format!("jdk-{}.jar", jdk.release));
    if !jar.is_file() {
        std::fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
        let classes = Compilation::new(jdk, [source("JdkJar.java")]).classes()?;
        let mut command = Command::new(jdk.tool("java"));
        let status = command.arg("-cp").arg(classes).arg("JdkJar").arg(&jar).status();
        if !status.map_err(|error| error.to_string())?.success() {
            return Err("the JDK's classes cannot be extracted".to_owned());
        }
    }
    Ok(jar)
}

fn source(name: &str) -> PathBuf {
    deadheat_harness::root().join("bench/pta-peers/java").join(name)
}
