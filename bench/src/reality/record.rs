//! Runs a workload bare and under the recorder, and keeps what was recorded.
//!
//! Both runs must print `OK` and end with code 0. A recording is kept by a hash of everything that it
//! depends on: the recorder, the driver, the jars, the arguments, the JDK.

use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use deadheat_harness::{Compilation, Jdk, RunOutput, root, scratch};

use super::observed::Observed;
use super::workloads::Workload;
use crate::libraries;

/// Raised when the same inputs would give another recording.
const VERSION: u32 = 1;

/// What was recorded, and what it took.
#[derive(Debug)]
pub(crate) struct Recording {
    pub(crate) observed: Observed,
    /// Wall-clock seconds without and with the recorder, when it was recorded.
    pub(crate) seconds: (f64, f64),
    /// Everything that ran besides the JDK: the driver's classes, then the jars.
    pub(crate) class_path: Vec<PathBuf>,
}

/// Records a workload, or reads what was recorded before.
pub(crate) fn record(workload: &Workload, jdk: &Jdk) -> Result<Recording, String> {
    let class_path = class_path(workload, jdk)?;
    let recorder = Recorder::build(jdk)?;
    record_with(workload, jdk, class_path, &recorder).map_err(|error| format!("{}: {error}", workload.name))
}

fn record_with(
    workload: &Workload,
    jdk: &Jdk,
    class_path: Vec<PathBuf>,
    recorder: &Recorder,
) -> Result<Recording, String> {
    let key = key(workload, jdk, &class_path, recorder)?;
    let directory = scratch().join("reality").join(format!("{}-{key:016x}", workload.name));
    let (facts, times) = (directory.join("facts.txt"), directory.join("seconds.txt"));
    if !times.is_file() {
        make_directory(&directory)?;
        let bare = timed_run(workload, jdk, &class_path, &[])?;
        let options = [recorder.option(&facts), "-XX:-DontCompileHugeMethods".to_owned()];
        let recorded = timed_run(workload, jdk, &class_path, &options)?;
        // Written last: a recording with its times is complete.
        write(&times, &format!("{bare:.2} {recorded:.2}"))?;
    }
    let observed =
        Observed::parse(&read(&facts)?).map_err(|error| format!("{}: {error}", facts.display()))?;
    let seconds = read(&times)?;
    let mut seconds = seconds.split(' ').map(|word| word.parse().unwrap_or(f64::NAN));
    let mut next = || seconds.next().unwrap_or(f64::NAN);
    Ok(Recording { observed, seconds: (next(), next()), class_path })
}

/// The driver's classes, compiled, and the jars.
pub(crate) fn class_path(workload: &Workload, jdk: &Jdk) -> Result<Vec<PathBuf>, String> {
    let all = libraries::maven_jars(workload.pom, false)?;
    let name = |jar: &Path| jar.file_name().and_then(OsStr::to_str).unwrap_or_default().to_owned();
    for prefix in workload.jars {
        if !all.iter().any(|jar| name(jar).starts_with(prefix)) {
            return Err(format!("{}: no jar is named {prefix}…", workload.name));
        }
    }
    let is_wanted = |jar: &&PathBuf| workload.jars.iter().any(|prefix| name(jar).starts_with(prefix));
    let jars: Vec<PathBuf> = all.iter().filter(is_wanted).cloned().collect();
    let sources = match workload.sources {
        [] => &[workload.main],
        sources => sources,
    };
    let sources = sources.iter().chain(&["W"]).map(|name| format!("bench/workloads/java/{name}.java"));
    let mut compilation = Compilation::new(jdk, sources.map(|source| root().join(source)));
    compilation.class_path = jars.clone();
    Ok([compilation.classes()?].into_iter().chain(jars).collect())
}

/// Wall-clock seconds of a run that went well.
fn timed_run(workload: &Workload, jdk: &Jdk, path: &[PathBuf], options: &[String]) -> Result<f64, String> {
    let temporary = scratch().join("reality").join(format!("tmp-{}-{}", workload.name, std::process::id()));
    let _ = std::fs::remove_dir_all(&temporary);
    make_directory(&temporary)?;
    let fill = |text: &&str| {
        let text = text.replace("{tmp}", &temporary.display().to_string());
        text.replace("{root}", &root().display().to_string())
    };
    let fixed = format!("-Djava.io.tmpdir={}", temporary.display());
    let options: Vec<String> =
        workload.options.iter().map(fill).chain(options.iter().cloned()).chain([fixed]).collect();
    let arguments: Vec<String> = workload.arguments.iter().map(fill).collect();
    let path: Vec<&Path> = path.iter().map(PathBuf::as_path).collect();
    let start = Instant::now();
    let output =
        deadheat_harness::run(jdk, &path, &borrowed(&options), workload.main, &borrowed(&arguments))?;
    let seconds = start.elapsed().as_secs_f64();
    let _ = std::fs::remove_dir_all(&temporary);
    check(&output)?;
    Ok(seconds)
}

fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

fn check(output: &RunOutput) -> Result<(), String> {
    let is_ok = output.code == Some(0) && output.stdout.lines().any(|line| line.starts_with("OK "));
    if is_ok {
        return Ok(());
    }
    Err(format!("the run failed ({:?}):\n{}\n{}", output.code, output.stdout, output.stderr))
}

/// The recorder, compiled.
#[derive(Debug)]
pub(crate) struct Recorder {
    jar: PathBuf,
    /// The class path of the rewriter.
    classes: Vec<PathBuf>,
}

impl Recorder {
    /// Compiles the recorder unless that was done before.
    pub(crate) fn build(jdk: &Jdk) -> Result<Recorder, String> {
        let asm = libraries::maven_jars("recorder", false)?;
        let mut sources = Vec::new();
        files(&root().join("bench/recorder/java"), &mut sources)?;
        let mut compilation = Compilation::new(jdk, sources);
        compilation.class_path = asm.clone();
        let classes = compilation.classes()?;
        // Beside the classes and named after them: the jar is as old as they are.
        let jar = classes.with_extension("jar");
        if !jar.is_file() {
            pack(jdk, &classes, &jar)?;
        }
        Ok(Recorder { jar, classes: [classes].into_iter().chain(asm).collect() })
    }

    /// The option of a JVM that records to a file.
    pub(crate) fn option(&self, facts: &Path) -> String {
        let parts: Vec<String> = self.classes.iter().map(|path| path.display().to_string()).collect();
        format!("-javaagent:{}={}|{}", self.jar.display(), facts.display(), parts.join("|"))
    }
}

/// The part of the recorder that every class must find goes to the jar, the rewriter does not.
fn pack(jdk: &Jdk, classes: &Path, jar: &Path) -> Result<(), String> {
    let fresh = jar.with_extension(format!("{}.part", std::process::id()));
    let manifest = fresh.with_extension("mf");
    // Relative to the agent's own place.
    let own = jar.file_name().unwrap_or_default().to_string_lossy();
    write(&manifest, &format!("Premain-Class: deadheat.recorder.Agent\nBoot-Class-Path: {own}\n"))?;
    let mut command = Command::new(jdk.tool("jar"));
    command.arg("cfm").args([&fresh, &manifest]).arg("-C").arg(classes).arg("deadheat/recorder");
    let output = command.output().map_err(|error| format!("jar: {error}"))?;
    let _ = std::fs::remove_file(&manifest);
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    std::fs::rename(&fresh, jar).map_err(|error| format!("{}: {error}", jar.display()))
}

/// A hash of all that a recording depends on; jars are pinned, their sizes tell damage.
fn key(workload: &Workload, jdk: &Jdk, path: &[PathBuf], recorder: &Recorder) -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    (VERSION, jdk.release, &jdk.home, workload.main, workload.arguments, workload.options).hash(&mut hasher);
    for file in path.iter().chain(&recorder.classes) {
        let size = file.metadata().map_err(|error| format!("{}: {error}", file.display()))?.len();
        (file, if file.is_file() { size } else { 0 }).hash(&mut hasher);
    }
    let mut inputs = Vec::new();
    for input in workload.inputs {
        files(&root().join(input), &mut inputs)?;
    }
    for input in inputs {
        let text = std::fs::read(&input).map_err(|error| format!("{}: {error}", input.display()))?;
        (input, text).hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// All files below a path, sorted.
fn files(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        found.push(path.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries.iter().try_for_each(|entry| files(entry, found))
}

fn make_directory(path: &Path) -> Result<(), String> {
    std::fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
