//! Real jars: what the JVM linked and verified before, it links and verifies after.
//!
//! `DEADHEAT_JARS` names a directory with more jars, whose figures are printed.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use common::{Large, Tally, fresh, java, rewrite_all};
use deadheat_harness::{Compilation, Jars, Jdk, jdks, root, run};
use deadheat_program::input::{Options, open_class_path};

/// What cannot be linked, as the JVM says it.
fn failures(jdk: &Jdk, directory: &Path, beside: &[PathBuf]) -> Vec<String> {
    let driver = Compilation::new(jdk, [java("LoadAll.java")]).classes().expect("it compiles");
    let mut args = vec![directory.display().to_string()];
    args.extend(beside.iter().map(|path| path.display().to_string()));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let options = ["-Xverify:all", "-XX:+UseSerialGC"];
    let output = run(jdk, &[&driver], &options, "LoadAll", &args).expect("it runs");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    output.stdout.lines().map(str::to_owned).collect()
}

/// The classes of a jar as they are.
fn unpack(jar: &Path, to: &Path) {
    let input = open_class_path(&[jar], &Options::default()).expect("it opens");
    for entry in input.entries() {
        let file = to.join(format!("{}.class", entry.name));
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("it can be made");
        std::fs::write(file, input.read(entry).expect("it can be read")).expect("it can be written");
    }
}

/// Rewrites a jar; the figures, and what fails to link that did not before.
fn check(jar: &Path, beside: &[PathBuf]) -> (Tally, Vec<String>) {
    let jdk = jdks().last().expect("a JDK");
    let name = jar.file_stem().expect("a name").to_string_lossy().into_owned();
    let (old, new) = (fresh(&format!("jars/{name}/old")), fresh(&format!("jars/{name}/new")));
    unpack(jar, &old);
    let start = Instant::now();
    let tally = rewrite_all(jar, &new, &Large);
    eprintln!(
        "{name}: {} classes, {} kB, {} checks, {} refused, {} methods left out, {:?}",
        tally.classes,
        tally.bytes / 1000,
        tally.checks,
        tally.refused.len(),
        tally.methods_left_out.len(),
        start.elapsed()
    );
    let before = failures(jdk, &old, beside);
    let mut after = failures(jdk, &new, beside);
    eprintln!("{name}: {} classes do not link as they are", before.len());
    after.retain(|failure| !before.contains(failure));
    (tally, after)
}

fn check_all(jars: &[PathBuf]) {
    let (mut new_failures, mut reasons) = (Vec::new(), BTreeMap::new());
    for jar in jars {
        let (tally, failures) = check(jar, jars);
        new_failures.extend(failures);
        assert!(tally.refused.is_empty(), "{:?}", tally.refused);
        for (class, left_out) in tally.methods_left_out {
            eprintln!("  {class}.{}: {}", left_out.method, left_out.why);
            *reasons
                .entry(left_out.why.split(" would").next().unwrap_or_default().to_owned())
                .or_insert(0) += 1;
        }
    }
    eprintln!("left out: {reasons:?}");
    assert!(new_failures.is_empty(), "{} new failures:\n{}", new_failures.len(), new_failures.join("\n"));
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
    let wanted = ["guava-", "logback-core", "kotlin-stdlib", "commons-lang3", "netty-common", "HikariCP"];
    let is_wanted = |jar: &&PathBuf| wanted.iter().any(|name| jar.to_string_lossy().contains(name));
    check_all(&all.iter().filter(is_wanted).cloned().collect::<Vec<_>>());
}

#[test]
fn named_jars_link_as_before() {
    if let Some(directory) = std::env::var_os("DEADHEAT_JARS") {
        check_all(&jars_of(Path::new(&directory)));
    }
}
