//! `predict` and `trace` as a user sees them: output, exit codes, damaged files.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use deadheat_harness::scratch;
use deadheat_trace::TraceBuilder;
use deadheat_trace::format::write_trace;

fn deadheat(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(arguments).output().expect("deadheat starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn file(name: &str, bytes: &[u8]) -> String {
    let directory: PathBuf = scratch().join("predict");
    fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join(name);
    fs::write(&path, bytes).expect("a file");
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// Two threads whose race the observed order of a lock hides.
fn hidden_race() -> Vec<u8> {
    let mut b = TraceBuilder::new();
    b.fork("main", "worker").begin("worker");
    b.acquire("main", "lock").at("Main.run:5").write("main", "x", 1).release("main", "lock");
    b.acquire("worker", "lock").write("worker", "y", 1).release("worker", "lock");
    b.at("Worker.run:9").write("worker", "x", 2).end("worker");
    write_trace(&b.build(), Vec::new(), true).expect("a trace")
}

#[test]
fn a_race_comes_with_its_schedule_and_exit_code_1() {
    let trace = file("hidden.trace", &hidden_race());
    let output = deadheat(&["predict", &trace, "--analysis", "hb,cp,sp,mc,rdit"]);
    let text = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("race 1 of 1: static field x"), "{text}");
    assert!(text.contains("» write x = 1 (Main.run:5)"), "{text}");
    assert!(text.contains("predicted by cp, mc, rdit"), "{text}");
    let output = deadheat(&["predict", &trace, "--analysis", "hb", "--quiet"]);
    assert_eq!(output.status.code(), Some(0));
    let output = deadheat(&["predict", &trace, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["analyses"][0]["races"].as_array().map(Vec::len), Some(1), "{json:#}");
}

#[test]
fn damage_is_told_and_what_was_before_is_analysed() {
    let mut bytes = hidden_race();
    let at = bytes.len() - 10;
    bytes[at] ^= 1;
    let trace = file("damaged.trace", &bytes);
    let output = deadheat(&["predict", &trace]);
    let said = text(&output.stdout);
    assert!(said.contains("the trace is damaged") && said.contains("checksum"), "{said}");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
    let output = deadheat(&["trace", "verify", &trace]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    let output = deadheat(&["predict", &file("no.trace", b"no trace at all, but long enough")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("this is no trace"), "{}", text(&output.stderr));
    let output = deadheat(&["predict", &trace, "--analysis", "magic"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn traces_are_shown_cut_and_converted() {
    let trace = file("whole.trace", &hidden_race());
    let output = deadheat(&["trace", "verify", &trace]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&deadheat(&["trace", "info", &trace]).stdout).contains("10 events of 2 threads"));
    let dump = text(&deadheat(&["trace", "dump", &trace, "--from", "3", "--to", "4"]).stdout);
    assert_eq!(dump, "3 main: write x = 1 (Main.run:5)\n");
    let [std, again, part] = ["whole.std", "again.trace", "part.trace"].map(|name| file(name, b""));
    assert_eq!(deadheat(&["trace", "export", &trace, &std]).status.code(), Some(0));
    assert_eq!(deadheat(&["trace", "import", &std, &again]).status.code(), Some(0));
    assert_eq!(deadheat(&["predict", &again]).status.code(), Some(1));
    assert_eq!(deadheat(&["trace", "slice", &trace, &part, "--to", "5"]).status.code(), Some(0));
    assert_eq!(deadheat(&["predict", &part]).status.code(), Some(0));
    assert_eq!(deadheat(&["trace", "slice", &trace, &trace]).status.code(), Some(2), "not onto itself");
}
