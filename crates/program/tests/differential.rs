//! The program model against real JVMs: every program must print the same when its SSA form is
//! interpreted.

mod comparison;
mod interpreter;

use std::path::PathBuf;

use comparison::{Suite, Totals, compare, java_directory};
use deadheat_harness::{Compilation, Jdk, jdks};

/// A written program: its source and the Java release that it needs.
struct Written {
    source: PathBuf,
    needs: u16,
}

/// All programs of `tests/java`; a first line `// needs: 21` says that a newer release than 8 is needed.
fn written() -> Vec<Written> {
    let files = std::fs::read_dir(java_directory()).expect("the directory of the programs");
    let paths = files.map(|entry| entry.expect("an entry").path());
    let mut sources: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
    sources.sort();
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
    compilation.options = vec!["-nowarn".to_owned()];
    if let Some(release) = release {
        compilation.options.extend(["--release".to_owned(), release.to_string()]);
    }
    let main = |program: &Written| program.source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Suite {
        name: format!("JDK {}, release {target}", jdk.release),
        jdk: jdk.clone(),
        classes: compilation.classes().expect("the programs compile"),
        mains: programs.iter().map(main).collect(),
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
