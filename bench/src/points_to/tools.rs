//! The tools, and the command that runs each of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_harness::{Compilation, Jdk};

use super::programs::BenchProgram;
use super::{Place, Settings};
use crate::{deadheat, libraries};

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

    /// Builds or fetches what the tool needs, so that nothing fails after the first long run.
    pub(super) fn prepare(self, settings: &Settings, place: &Place) -> Result<(), String> {
        match self.peer() {
            Some(peer) => peer.class_path(settings, place).map(drop),
            None => deadheat::build(),
        }
    }

    pub(super) fn command(self, run: &Run<'_>) -> Result<Command, String> {
        match self.peer() {
            Some(peer) => peer.command(run),
            None => ours(run),
        }
    }

    fn peer(self) -> Option<Peer> {
        let (pom, runner) = match self {
            Tool::Deadheat => return None,
            Tool::Wala => ("wala", "WalaRunner"),
            Tool::TaiE => ("tai-e", "TaieRunner"),
            Tool::SootSpark => ("soot", "SootRunner"),
            Tool::Qilin => ("qilin", "QilinRunner"),
        };
        Some(Peer { pom, runner })
    }
}

/// Deadheat's own run. It must print a record as in `record.rs`.
fn ours(run: &Run<'_>) -> Result<Command, String> {
    let mut command = deadheat::command()?;
    command.args(["callgraph", "--json", "--quiet", "--main", run.program.main]);
    let k = match run.sensitivity {
        "1obj" => "1",
        "2obj" => "2",
        _ => "0",
    };
    // The peers' terms: the same k everywhere, and code wherever there is some.
    command.args(["-k", k, "--library-k", k, "--no-containers"]);
    let is_whole = run.settings.scope == "whole";
    command.args(["--libraries", if is_whole { "whole" } else { "modelled" }]);
    command.args(["--reflection", if run.settings.reflection == "none" { "off" } else { "on" }]);
    command.arg("--jdk").arg(&run.place.jdk.home).arg("--methods").arg(&run.methods).args(&run.class_path);
    Ok(command)
}

/// A peer on its runner in `bench/pta-peers/java`, with the jars of its own pom.
struct Peer {
    pom: &'static str,
    runner: &'static str,
}

impl Peer {
    fn class_path(&self, settings: &Settings, place: &Place) -> Result<Vec<PathBuf>, String> {
        let mut jars = libraries::maven_jars(&format!("pta-peers/{}", self.pom), settings.offline)?;
        if jars.is_empty() {
            return Err(format!("the jars of bench/pta-peers/{}/pom.xml were not fetched before", self.pom));
        }
        let sources = ["Report.java", &format!("{}.java", self.runner)].map(source);
        let mut compilation = Compilation::new(place.jdk, sources);
        compilation.class_path = jars.clone();
        jars.push(compilation.classes()?);
        Ok(jars)
    }

    fn command(&self, run: &Run<'_>) -> Result<Command, String> {
        let join = |paths: &[PathBuf]| std::env::join_paths(paths).map_err(|error| error.to_string());
        let mut command = Command::new(run.place.jdk.tool("java"));
        command.current_dir(&run.place.directory);
        command.arg(format!("-Xmx{}", run.settings.heap)).arg("-XX:+ExitOnOutOfMemoryError");
        command.arg("-cp").arg(join(&self.class_path(run.settings, run.place)?)?).arg(self.runner);
        command.args(["--program", run.program.name, "--main", run.program.main]);
        command.args(["--sensitivity", run.sensitivity, "--scope", &run.settings.scope]);
        command.args(["--reflection", &run.settings.reflection]);
        command.arg("--class-path").arg(join(&run.class_path)?);
        command.arg("--jdk-jar").arg(&run.place.jdk_jar).arg("--methods").arg(&run.methods);
        Ok(command)
    }
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
