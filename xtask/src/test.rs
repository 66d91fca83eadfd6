//! `cargo xtask test`: everything that CI runs, with one closing line.

use crate::steps::{bench, cargo, run, say};
use crate::{prerequisites, tidy};

type Step<'a> = &'a dyn Fn() -> Result<(), String>;

pub(crate) fn run_tests(offline: bool) -> Result<(), String> {
    prerequisites::jdk()?;
    prerequisites::newest_jdk();
    if !offline {
        prerequisites::chromium();
        prerequisites::z3();
    }
    let sweep: &[&str] = if offline { &["--offline"] } else { &[] };
    let steps: [(&str, Step<'_>); 6] = [
        ("formatting", &|| run(&mut cargo(&["fmt", "--all", "--check"]))),
        ("clippy", &|| {
            let arguments = ["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"];
            run(&mut cargo(&arguments))
        }),
        ("tidy", &tidy::run),
        ("unit, corpus and integration tests", &|| {
            let mut tests = cargo(&["test", "--workspace", "--quiet", "--no-fail-fast"]);
            if offline {
                tests.env("DEADHEAT_OFFLINE", "1");
            }
            run(&mut tests)
        }),
        ("corpus and random programs with placed checks", &|| {
            // What is listed of lock sets and of TREE is so where each access has its check.
            let skipped = ["--skip", "lock_sets", "--skip", "with_tree"];
            let tests = [&["--test", "corpus", "--test", "oracle", "--"], &skipped[..]].concat();
            let arguments = [&["test", "--quiet", "-p", "deadheat-agent"][..], &tests].concat();
            run(cargo(&arguments).env("DEADHEAT_PLACEMENT", "bigfoot"))
        }),
        ("sweep over JDKs and libraries", &|| bench("sweep", sweep)),
    ];
    let mut failed = Vec::new();
    for (name, step) in steps {
        say(&format!("\n== {name}"));
        if let Err(message) = step() {
            say(&format!("{name}: {message}"));
            failed.push(name);
        }
    }
    say(&format!("\n{} passed, {} failed", steps.len() - failed.len(), failed.len()));
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}
