//! The program model against real JVMs: every program must print the same when its SSA form is
//! interpreted.
//!
//! Programs are written by hand (`java`, for each JDK as it compiles by default and for release 8;
//! `assembly`, for what javac never emits) or made at random from a seed. Longer runs, or one program:
//!
//! ```text
//! DEADHEAT_RANDOM_SEED=1000 DEADHEAT_RANDOM_COUNT=500 cargo test --test differential random
//! DEADHEAT_PROGRAM=Lambdas cargo test --test differential written
//! ```
//!
//! The sources of random programs are kept below `deadheat-tests/random` in the build directory.

mod assembler;
mod comparison;
mod generator;
mod interpreter;

use std::path::{Path, PathBuf};

use comparison::{Suite, Totals, compare, java_directory};
use deadheat_harness::{Compilation, Jdk, jdks};

/// A written program: its source and the Java release that it needs.
struct Written {
    source: PathBuf,
    needs: u16,
}

/// The Java files of a directory, in order.
fn java_files(directory: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(directory).expect("a directory of programs");
    let paths = files.map(|entry| entry.expect("an entry").path());
    let mut sources: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "java")).collect();
    sources.sort();
    sources
}

/// All programs of `tests/java`; a first line `// needs: 21` says that a newer release than 8 is needed.
fn written() -> Vec<Written> {
    let sources = java_files(&java_directory());
    let only = std::env::var("DEADHEAT_PROGRAM").unwrap_or_default();
    let wanted = sources.into_iter().filter(|path| path.display().to_string().contains(&only));
    let read = |source: PathBuf| {
        let text = std::fs::read_to_string(&source).expect("a readable source");
        let first = text.lines().next().unwrap_or_default();
        let needs = first.strip_prefix("// needs: ").map_or(8, |release| release.parse().expect("a number"));
        Written { source, needs }
    };
    wanted.map(read).collect()
}

fn suite(jdk: &Jdk, release: Option<u16>) -> Suite {
    let target = release.unwrap_or(jdk.release);
    let programs: Vec<Written> = written().into_iter().filter(|program| program.needs <= target).collect();
    let mut compilation = Compilation::new(jdk, programs.iter().map(|program| program.source.clone()));
    for package in ["near", "far"] {
        compilation.sources.extend(java_files(&java_directory().join("packages").join(package)));
    }
    compilation.options = vec!["-nowarn".to_owned()];
    if let Some(release) = release {
        compilation.options.extend(["--release".to_owned(), release.to_string()]);
    }
    let main =
        |program: &Written| program.source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Suite {
        name: format!("JDK {}, release {target}", jdk.release),
        jdk: jdk.clone(),
        classes: compilation.classes().expect("the programs compile"),
        mains: programs.iter().map(main).collect(),
        sources: compilation.sources,
        options: Vec::new(),
    }
}

/// Compares in parallel and fails with all differences.
fn check(suites: Vec<Suite>) -> Totals {
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = suites.iter().map(|suite| scope.spawn(move || compare(suite))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut totals = Totals::default();
    let mut differences = Vec::new();
    for (counts, found) in results {
        totals += counts;
        differences.extend(found);
    }
    let count = differences.len();
    assert!(differences.is_empty(), "{count} programs differ\n{}", differences.join("\n"));
    totals
}

#[test]
fn written_programs_print_what_the_jvm_prints() {
    let suites = jdks().iter().flat_map(|jdk| [suite(jdk, None), suite(jdk, Some(8))]).collect();
    let totals = check(suites);
    assert!(totals.programs > 0, "{totals:?}");
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// How many methods a random program has.
const METHODS: usize = 30;
/// How many random programs are compiled and run together.
const BATCH: u64 = 10;

/// Random programs, `DEADHEAT_RANDOM_COUNT` of them from `DEADHEAT_RANDOM_SEED` on.
#[test]
fn random_programs_print_what_the_jvm_prints() {
    let (first, count) = (setting("DEADHEAT_RANDOM_SEED", 1), setting("DEADHEAT_RANDOM_COUNT", 40));
    let directory = deadheat_harness::scratch().join("random");
    std::fs::create_dir_all(&directory).expect("a scratch directory");
    let batches: Vec<u64> = (first..first + count).step_by(BATCH as usize).collect();
    for group in batches.chunks(4) {
        let suites: Vec<Suite> = std::thread::scope(|scope| {
            let start = |&batch: &u64| {
                let seeds = batch..(batch + BATCH).min(first + count);
                let directory = &directory;
                scope.spawn(move || random_suite(directory, seeds))
            };
            let threads: Vec<_> = group.iter().map(start).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        check(suites);
    }
}

/// The batches take turns with JDKs and releases.
fn random_suite(directory: &Path, seeds: std::ops::Range<u64>) -> Suite {
    let turn = (seeds.start / BATCH) as usize;
    let jdk = &jdks()[turn % jdks().len()];
    let is_modern = (turn / 2).is_multiple_of(2);
    let mut sources = Vec::new();
    for seed in seeds.clone() {
        let source = directory.join(format!("R{seed}.java"));
        std::fs::write(&source, generator::generate(seed, METHODS, is_modern)).expect("a written source");
        sources.push(source);
    }
    let mut compilation = Compilation::new(jdk, sources);
    compilation.options = vec!["-nowarn".to_owned()];
    if !is_modern {
        compilation.options.extend(["--release".to_owned(), "8".to_owned()]);
    }
    Suite {
        name: format!("seeds {seeds:?} in {}, JDK {}", directory.display(), jdk.release),
        jdk: jdk.clone(),
        classes: compilation.classes().expect("random programs compile"),
        mains: seeds.map(|seed| format!("R{seed}")).collect(),
        sources: compilation.sources,
        options: Vec::new(),
    }
}

/// Assembled classes on one class path.
fn assembled(name: &str, jdk: &Jdk, classes: &[(String, Vec<u8>)]) -> Suite {
    let directory = deadheat_harness::scratch().join(format!("assembled-{name}-{}", jdk.release));
    std::fs::create_dir_all(&directory).expect("a scratch directory");
    for (class, bytes) in classes {
        std::fs::write(directory.join(format!("{class}.class")), bytes).expect("a written class");
    }
    Suite {
        name: format!("assembled, JDK {}", jdk.release),
        jdk: jdk.clone(),
        classes: directory,
        mains: classes.iter().map(|(class, _)| class.clone()).collect(),
        sources: Vec::new(),
        options: vec!["-Xverify:all"],
    }
}

#[test]
fn assembled_programs_print_what_the_jvm_prints() {
    let directory = deadheat_harness::root().join("crates/program/tests/assembly");
    let mut classes = Vec::new();
    for name in ["Shapes", "Special", "SpecialBase", "SpecialMiddle", "Subroutines"] {
        let text = std::fs::read_to_string(directory.join(format!("{name}.jasm"))).expect("assembly");
        classes.push((name.to_owned(), assembler::assemble(name, &text)));
    }
    let totals = check(jdks().iter().map(|jdk| assembled("written", jdk, &classes)).collect());
    assert!(totals.lines > 100, "{totals:?}");
}

/// Random bytecode: a class for each seed, with subroutines and handlers anywhere.
#[test]
fn random_bytecode_prints_what_the_jvm_prints() {
    let (first, count) = (setting("DEADHEAT_RANDOM_SEED", 1), setting("DEADHEAT_RANDOM_COUNT", 60));
    let seeds: Vec<u64> = (first..first + count).collect();
    for (index, group) in seeds.chunks(60).enumerate() {
        let jdk = &jdks()[index % jdks().len()];
        let assemble = |&seed: &u64| {
            let name = format!("B{seed}");
            let text = generator::generate_assembly(seed, METHODS);
            let path = deadheat_harness::scratch().join(format!("random/{name}.jasm"));
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a scratch directory");
            std::fs::write(path, &text).expect("a written source");
            let bytes = assembler::assemble(&name, &text);
            (name, bytes)
        };
        let classes: Vec<_> = group.iter().map(assemble).collect();
        let halves = classes.chunks(classes.len().div_ceil(2)).enumerate();
        check(halves.map(|(half, classes)| assembled(&format!("random{half}"), jdk, classes)).collect());
    }
}
