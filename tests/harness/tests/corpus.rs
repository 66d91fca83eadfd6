//! Every program of the corpus is well annotated, compiles, and runs to its end on real JVMs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadheat_harness::corpus::{self, CorpusProgram};
use deadheat_harness::{Compilation, Jdk, jdk_for, jdks, run};

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

/// One javac run per JDK and set of options compiles all programs together; that is much quicker than one
/// run each, and class names are checked to be unique by the run itself.
fn compile_all<'a>(programs: &'a [CorpusProgram]) -> Vec<(&'a CorpusProgram, &'static Jdk, PathBuf)> {
    let mut groups: BTreeMap<(PathBuf, Option<u16>, String), Vec<&CorpusProgram>> = BTreeMap::new();
    for jdk in jdks() {
        for program in programs.iter().filter(|program| program.jdk <= jdk.release) {
            let area = program.path.parent().map(|area| area.display().to_string()).unwrap_or_default();
            groups.entry((jdk.home.clone(), program.release, area)).or_default().push(program);
        }
    }
    let mut compiled = Vec::new();
    for ((home, _, _), group) in groups {
        let jdk = jdks().iter().find(|jdk| jdk.home == home).expect("a known JDK");
        for program in group {
            compiled.push((program, jdk));
        }
    }
    let results = Mutex::new(Vec::new());
    for_each_parallel(&compiled, |&(program, jdk)| {
        let compilation: Compilation = program.compilation(jdk);
        match compilation.classes() {
            Ok(classes) => results.lock().expect("no panic").push((program, jdk, classes)),
            Err(message) => panic!("{}: {message}", program.path.display()),
        }
    });
    results.into_inner().expect("no panic")
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
    let compiled = compile_all(&programs);
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
