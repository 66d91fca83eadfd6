//! Where checks are placed in code that no compiler of Java makes: `tests/placement/*.jasm`, which say below each method what
//! its checks are, in the order of the code. A program is for `bigfoot` unless it says `#@ placement: choi`.

mod common;

#[allow(dead_code, reason = "main methods are not run here")]
#[path = "../../program/tests/assembler/mod.rs"]
mod assembler;

use std::fs;

use common::with_settings;
use deadheat_harness::root;
use deadheat_instrument::{describe, rewrite};

/// The checks of a method, by its name.
type Checks = Vec<(String, Vec<String>)>;

fn announced(text: &str) -> Checks {
    let mut all: Checks = Vec::new();
    for line in text.lines() {
        if let Some(method) = line.strip_prefix(".method ") {
            let name = method.split(' ').next().unwrap_or_default();
            all.push((name.to_owned(), Vec::new()));
        } else if let (Some(check), Some((_, checks))) = (line.strip_prefix("#~ "), all.last_mut()) {
            checks.push(check.to_owned());
        }
    }
    all
}

#[test]
fn loops_with_several_entries_keep_nothing_waiting() {
    let mut methods = 0;
    for entry in fs::read_dir(root().join("tests/placement")).expect("programs").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|it| it != "jasm") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let text = fs::read_to_string(&path).expect("a source file");
        let bytes = assembler::assemble(&name, &text);
        let placement =
            text.lines().find_map(|line| line.strip_prefix("#@ placement: ")).unwrap_or("bigfoot");
        let how = (placement, "fasttrack");
        let placed = with_settings(how, |settings| describe(&bytes, settings)).expect("a class");
        for (method, expected) in announced(&text) {
            let is_meant = |(name, _): &&(String, _)| name.split('(').next() == Some(&method);
            let found: Vec<String> = placed.iter().find(is_meant).map_or_else(Vec::new, |(_, checks)| {
                checks.iter().filter(|check| !check.is_on_throw).map(|check| check.text.clone()).collect()
            });
            assert_eq!(found, expected, "{name}.{method}");
            methods += 1;
        }
        let rewritten = with_settings(how, |settings| rewrite(&bytes, settings)).expect("a class");
        assert!(rewritten.left_out.is_empty(), "{:?}", rewritten.left_out);
    }
    assert!(methods >= 3, "programs were looked at");
}
