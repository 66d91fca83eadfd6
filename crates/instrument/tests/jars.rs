//! Real jars: what the JVM linked and verified before, it links and verifies after.
//!
//! `DEADHEAT_JARS` names a directory with more jars, such as `target/deadheat-tests/maven/workloads`, where
//! `cargo xtask bench run` has its programs.

#![allow(clippy::print_stderr, reason = "the share that is rewritten is to be read")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use common::{Large, Tally, fresh, java, rewrite_all};
use deadheat_harness::{Compilation, Jars, check_each, jdks, root, run};

/// A class that cannot be linked: where it was looked for, its name, and what the JVM says: an exception and its message.
type Failure = [String; 3];

/// What cannot be linked of what a list names.
fn failures(list: &Path, beside: &[PathBuf]) -> Vec<Failure> {
    let jdk = jdks().last().expect("a JDK");
    let driver = Compilation::new(jdk, [java("LoadAll.java")]).classes().expect("it compiles");
    let mut args = vec![list.display().to_string()];
    args.extend(beside.iter().map(|path| path.display().to_string()));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let options = ["-Xverify:all", "-XX:+UseSerialGC"];
    let output = run(jdk, &[&driver], &options, "LoadAll", &args).expect("it runs");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    eprintln!("linked: {}", output.stderr.trim());
    let words = output.stdout.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    words.filter_map(|words| words.try_into().ok()).collect()
}

/// A jar, rewritten.
struct Written {
    jar: PathBuf,
    directory: PathBuf,
    tally: Tally,
}

fn write(jar: &Path, placement: &str) -> Written {
    let name = jar.file_stem().expect("a name").to_string_lossy().into_owned();
    let directory = fresh(&format!("jars-{placement}/{name}"));
    let start = Instant::now();
    let tally = rewrite_all(jar, &directory, &Large, placement.parse().expect("a placement"));
    eprintln!(
        "{name}: {} of {} classes, {} of {} methods, {} kB, {} checks, {:?}",
        tally.classes - tally.refused.len(),
        tally.classes,
        tally.methods - tally.methods_left_out.len() as u64,
        tally.methods,
        tally.bytes / 1000,
        tally.checks,
        start.elapsed()
    );
    Written { jar: jar.to_owned(), directory, tally }
}

/// Tells how much was rewritten, and why the rest was not. No class is refused.
fn report(written: &[Written]) {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (class, left_out) in written.iter().flat_map(|written| &written.tally.methods_left_out) {
        eprintln!("  {class}.{}: {}", left_out.method, left_out.why);
        let reason = left_out.why.split(" would").next().unwrap_or_default();
        *reasons.entry(reason.to_owned()).or_default() += 1;
    }
    let sum = |figure: fn(&Tally) -> u64| written.iter().map(|it| figure(&it.tally)).sum::<u64>();
    let (methods, left_out) = (sum(|it| it.methods), sum(|it| it.methods_left_out.len() as u64));
    eprintln!(
        "{} jars, {} classes, all rewritten; {:.3} % of {methods} methods; left out: {reasons:?}",
        written.len(),
        sum(|it| it.classes as u64),
        100.0 - 100.0 * left_out as f64 / methods as f64
    );
    let refused: Vec<_> = written.iter().flat_map(|written| &written.tally.refused).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

fn check_all(jars: &[PathBuf], name: &str, placement: &str) {
    let written = check_each(jars, |jar| write(jar, placement));
    report(&written);
    let lists = fresh(&format!("jars-{name}-{placement}"));
    let lines = |lines: Vec<String>, name: &str| {
        let list = lists.join(name);
        std::fs::write(&list, lines.join("\n")).expect("it can be written");
        list
    };
    let all = written.iter().map(|it| it.directory.display().to_string()).collect();
    let failed = failures(&lines(all, "all.txt"), jars);
    // What fails to link as it is, for what it needs is not there, is no failure.
    let jar_of = |directory: &str| {
        let found = written.iter().find(|written| written.directory.display().to_string() == directory);
        found.map_or(String::new(), |written| written.jar.display().to_string())
    };
    let again = failed.iter().map(|[place, class, _]| format!("{}\t{class}", jar_of(place))).collect();
    // Of several classes that are missing, another one may be missed first.
    let kind = |why: &str| why.split(' ').next().unwrap_or_default().to_owned();
    let before = failures(&lines(again, "failed.txt"), jars);
    let before: BTreeSet<Failure> =
        before.into_iter().map(|[place, class, why]| [place, class, kind(&why)]).collect();
    let is_new =
        |[place, class, why]: &&Failure| !before.contains(&[jar_of(place), class.clone(), kind(why)]);
    let new: Vec<_> = failed.iter().filter(is_new).map(|failure| failure.join(" ")).collect();
    assert!(new.is_empty(), "{} new failures:\n{}", new.len(), new.join("\n"));
}

fn jars_of(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut jars: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "jar")).collect();
    jars.sort();
    jars
}

#[test]
fn libraries_link_as_before() {
    let pom = root().join("crates/models/tests/libraries/pom.xml");
    let fetched = Jars::new(pom, "dependency:copy", "models");
    if !fetched.are_fetched().expect("a pom") {
        if std::env::var_os("DEADHEAT_OFFLINE").is_some() {
            return;
        }
        fetched.fetch().unwrap_or_else(|error| panic!("{error} (DEADHEAT_OFFLINE=1 goes on without)"));
    }
    let all = jars_of(fetched.directory());
    assert!(all.len() > 20, "{} jars", all.len());
    for placement in ["fasttrack", "bigfoot", "choi"] {
        check_all(&all, "libraries", placement);
    }
}

#[test]
fn named_jars_link_as_before() {
    if let Some(directory) = std::env::var_os("DEADHEAT_JARS") {
        for placement in ["fasttrack", "bigfoot", "choi"] {
            check_all(&jars_of(Path::new(&directory)), "named", placement);
        }
    }
}
