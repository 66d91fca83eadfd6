//! Programs of the corpus, many to a JVM, one after the other (`RunAll.java`), each in a class loader of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use deadheat_harness::corpus::{self, CorpusProgram, Engine};
use deadheat_harness::{Compilation, Compiled, Jdk, RunOutput, compile_each, jdks, root};

use super::{agent, placement};

/// Programs of one JVM.
const BATCH: usize = 40;

/// Some programs, and the JDK to run them with.
pub(crate) type Batch<'a> = (&'a Jdk, Vec<&'a Compiled<CorpusProgram>>);

/// The corpus as far as `run` is held to it; `only` is a part of the path.
pub(crate) fn programs(only: &str) -> Vec<Compiled<CorpusProgram>> {
    let mut programs = corpus::load().expect("every program parses");
    programs.retain(|program| {
        program.engines.iter().any(|it| matches!(it, Engine::Run | Engine::Lockset))
            && program.path.to_string_lossy().contains(only)
    });
    let programs = compile_each(programs, |program| program.jdk, CorpusProgram::compilation);
    assert!(!programs.is_empty(), "no program");
    programs
}

/// The classes of `RunAll`.
pub(crate) fn driver() -> PathBuf {
    let driver = root().join("tests/harness/java/RunAll.java");
    let oldest = jdks().iter().min_by_key(|jdk| jdk.release).expect("a JDK");
    Compilation::new(oldest, [driver]).classes().expect("the driver compiles")
}

/// The programs that can run on a JDK, in batches.
pub(crate) fn batches<'a>(jdk: &'a Jdk, programs: &'a [Compiled<CorpusProgram>]) -> Vec<Batch<'a>> {
    let meant = programs.iter().filter(|compiled| compiled.program.jdk <= jdk.release);
    // A class file that a newer JDK's compiler made does not run on an older one.
    let meant: Vec<_> = meant.filter(|compiled| compiled.jdk.release <= jdk.release).collect();
    // One that ends its JVM has one of its own.
    let (alone, together): (Vec<_>, Vec<_>) = meant.into_iter().partition(|it| ends_its_jvm(&it.program));
    let together = together.chunks(BATCH).map(|batch| (jdk, batch.to_vec()));
    together.chain(alone.chunks(1).map(|batch| (jdk, batch.to_vec()))).collect()
}

pub(crate) fn ends_its_jvm(program: &CorpusProgram) -> bool {
    let text = fs::read_to_string(&program.path).unwrap_or_default();
    ["System.exit(", ".halt(", "addShutdownHook("].iter().any(|call| text.contains(call))
}

/// The path of a program in the corpus.
pub(crate) fn short(program: &CorpusProgram) -> String {
    program.path.strip_prefix(corpus::directory()).unwrap_or(&program.path).to_string_lossy().into_owned()
}

/// A program as a line for `RunAll`.
pub(crate) fn line(compiled: &Compiled<CorpusProgram>) -> String {
    let mut parts = vec![short(&compiled.program), compiled.classes.display().to_string()];
    parts.push(compiled.program.name.clone());
    parts.extend(compiled.program.args.iter().cloned());
    parts.join("\t") + "\n"
}

/// Runs programs, told as lines, with the detector that the environment chooses.
pub(crate) fn run_all(
    jdk: &Jdk,
    driver: &Path,
    lines: &str,
    times: usize,
    (directory, options): (&Path, &str),
) -> RunOutput {
    run_as(jdk, driver, lines, times, (directory, &format!("{}{options}", placement())))
}

/// Runs programs, told as lines, with the agent; results go to a directory that is made anew.
pub(crate) fn run_as(
    jdk: &Jdk,
    driver: &Path,
    lines: &str,
    times: usize,
    (directory, options): (&Path, &str),
) -> RunOutput {
    let _ = fs::remove_dir_all(directory);
    fs::create_dir_all(directory).expect("a directory");
    let list = directory.with_extension("list");
    fs::write(&list, lines).expect("a list");
    let (to, list) = (directory.display().to_string(), list.display().to_string());
    let agent = format!("-agentpath:{}=out={to},unseen=Unseen:RunAll{options}", agent().display());
    let args = [to.as_str(), &times.to_string(), &list];
    deadheat_harness::run(jdk, &[driver], &[&agent, "-Xverify:all"], "RunAll", &args).expect("java starts")
}

/// Which program a class is of.
pub(crate) fn owners(batch: &[&Compiled<CorpusProgram>]) -> BTreeMap<String, String> {
    let mut owners = BTreeMap::new();
    for compiled in batch {
        let mut waiting = vec![compiled.classes.clone()];
        while let Some(directory) = waiting.pop() {
            for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    waiting.push(path);
                } else if let Ok(name) = path.strip_prefix(&compiled.classes) {
                    let name = name.with_extension("").to_string_lossy().replace('/', ".");
                    owners.insert(name, short(&compiled.program));
                }
            }
        }
    }
    owners
}
