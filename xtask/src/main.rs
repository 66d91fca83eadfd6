//! The project's own commands, run as `cargo xtask COMMAND`.
//!
//! Only the standard library is used, so that the first command after cloning starts at once.

mod demo;
mod prerequisites;
mod steps;
mod test;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask COMMAND

  demo             build deadheat, compile examples/Bank.java, show what deadheat sees in it
  test [--offline] everything CI runs: formatting, clippy, tidy, unit, corpus and integration tests, and
                   the sweep over JDKs and libraries (--offline leaves out libraries not fetched yet)
  tidy             the project's own rules on its sources
  sweep [...]      lower and verify every method of the installed JDKs and the libraries; prints a table
  bench NAME       a benchmark: `lowering` compares with ASM and SootUp, `points-to` with WALA, Tai-e and
                   Soot, `races` scans real programs, `loops` parallel loops with seeded races;
                   `reality` holds the call graph against what programs did, `run` runs programs under the agent,
                   `placement` compares placements of its checks, `predict` measures analyses of traces
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["demo"] => demo::run_demo(),
        ["test"] => test::run_tests(false),
        ["test", "--offline"] => test::run_tests(true),
        ["tidy"] => tidy::run(),
        ["sweep", ref rest @ ..] => steps::bench("sweep", rest),
        ["bench", name, ref rest @ ..] => steps::bench(name, rest),
        [] | ["help" | "--help" | "-h"] => {
            steps::say(USAGE);
            return ExitCode::SUCCESS;
        }
        _ => Err(format!("unknown command\n\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            steps::say(&format!("xtask: {message}"));
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
