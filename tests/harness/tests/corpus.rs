//! Every program of the corpus is well annotated, compiles, and runs to its end on real JVMs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadheat_harness::corpus::{self, CorpusProgram};
use deadheat_harness::{Jdk, compile_all, jdk_for, jdks, run};

#[test]
fn corpus_is_well_annotated_and_covers_what_it_should() {
    let programs = corpus::load().expect("every program parses");
    assert!(programs.len() >= 80, "{} programs", programs.len());
    let racy = programs.iter().filter(|program| !program.expectations.is_empty()).count();
    assert!(racy >= 30 && programs.len() - racy >= 30, "{racy} of {} are racy", programs.len());
    let mut names = BTreeMap::new();
    for program in &programs {
        let other = names.insert(program.name.clone(), program.path.clone());
        assert_eq!(other, None, "two programs are named {}", program.name);
    }
}

/// Every program with every JDK that it runs on.
fn compile_everything(programs: &[CorpusProgram]) -> Vec<(&CorpusProgram, &'static Jdk, PathBuf)> {
    let pairs: Vec<(&CorpusProgram, &'static Jdk)> = jdks()
        .iter()
        .flat_map(|jdk| programs.iter().map(move |program| (program, jdk)))
        .filter(|(program, jdk)| program.jdk <= jdk.release)
        .collect();
    let compilations: Vec<_> = pairs.iter().map(|(program, jdk)| program.compilation(jdk)).collect();
    let with_classes = |((program, jdk), result): ((_, _), Result<PathBuf, String>)| {
        let program: &CorpusProgram = program;
        let classes = result.unwrap_or_else(|message| panic!("{}: {message}", program.path.display()));
        (program, jdk, classes)
    };
    pairs.into_iter().zip(compile_all(&compilations)).map(with_classes).collect()
}

fn for_each_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

#[test]
fn every_program_compiles_and_runs_to_its_end() {
    assert!(jdk_for(17).is_some(), "no JDK of 17 or newer is installed");
    let programs = corpus::load().expect("every program parses");
    let compiled = compile_everything(&programs);
    let failures = Mutex::new(Vec::new());
    for_each_parallel(&compiled, |(program, jdk, classes)| {
        let args: Vec<&str> = program.args.iter().map(String::as_str).collect();
        let options = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];
        let output = run(jdk, &[classes], &options, &program.name, &args).expect("java starts");
        if output.code != Some(0) {
            let what = format!("{} on JDK {}: {output:?}", program.path.display(), jdk.release);
            failures.lock().expect("no panic").push(what);
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
