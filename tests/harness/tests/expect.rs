//! Every program of the points-to corpus compiles with every JDK that it may be analysed with, and runs to
//! its end.

use std::path::{Path, PathBuf};

use deadheat_harness::expect::{self, ExpectProgram};
use deadheat_harness::{Jdk, compile_all, jdk_for, jdks, run};

#[test]
fn every_program_compiles_and_runs_to_its_end() {
    assert!(jdk_for(17).is_some(), "no JDK of 17 or newer is installed");
    let programs = expect::load().expect("every program parses");
    let pairs: Vec<(&ExpectProgram, &Jdk)> = jdks()
        .iter()
        .flat_map(|jdk| programs.iter().map(move |program| (program, jdk)))
        .filter(|(program, jdk)| program.jdk <= jdk.release)
        .collect();
    let compilations: Vec<_> = pairs.iter().map(|(program, jdk)| program.compilation(jdk)).collect();
    let with_classes = |((program, jdk), classes)| (program, jdk, classes);
    let compiled: Vec<Compiled<'_>> =
        pairs.into_iter().zip(compile_all(&compilations)).map(with_classes).collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let parts = compiled.chunks(compiled.len().div_ceil(threads).max(1));
        let failures_of = |part: &[Compiled<'_>]| part.iter().filter_map(failure).collect::<Vec<_>>();
        let running: Vec<_> = parts.map(|part| scope.spawn(move || failures_of(part))).collect();
        running.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

type Compiled<'a> = (&'a ExpectProgram, &'a Jdk, Result<PathBuf, String>);

fn failure((program, jdk, classes): &Compiled<'_>) -> Option<String> {
    let outcome = classes.clone().and_then(|classes| run_one(program, jdk, &classes));
    outcome.err().map(|what| format!("{} on JDK {}: {what}", program.path.display(), jdk.release))
}

/// Runs a program, on the oldest JDK that it is for.
fn run_one(program: &ExpectProgram, jdk: &Jdk, classes: &Path) -> Result<(), String> {
    if jdk_for(program.jdk) != Some(jdk) {
        return Ok(());
    }
    let services = program.service_directory()?;
    let class_path: Vec<&Path> = std::iter::once(classes).chain(services.as_deref()).collect();
    let options = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];
    let output = run(jdk, &class_path, &options, &program.name, &[])?;
    if output.code == Some(0) { Ok(()) } else { Err(format!("{output:?}")) }
}
