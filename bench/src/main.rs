//! Sweeps over real programs and benchmarks against peers; run through `cargo xtask sweep` and
//! `cargo xtask bench NAME`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "tables are what this program is for")]

mod child;
mod deadheat;
mod libraries;
mod lockset;
mod loops;
mod lowering;
mod placement;
mod points_to;
mod predict;
mod races;
mod reality;
mod record;
mod run;
mod sweep;
mod table;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["sweep"] => sweep::run(false),
        ["sweep", "--offline"] => sweep::run(true),
        ["lowering", ref rest @ ..] => lowering::run(rest),
        ["lockset", ref rest @ ..] => lockset::run(rest),
        ["loops", ref rest @ ..] => loops::run(rest),
        ["placement", ref rest @ ..] => placement::run(rest),
        ["points-to", ref rest @ ..] => points_to::run(rest),
        ["predict", ref rest @ ..] => predict::run(rest),
        ["races", ref rest @ ..] => races::run(rest),
        ["reality", ref names @ ..] => reality::run(names),
        ["record", ref rest @ ..] => record::run(rest),
        ["run", ref rest @ ..] => run::run(rest),
        // How `lowering` runs itself, so that each measurement has a process of its own.
        ["lower-once", jdk, threads, rounds] => lowering::once(jdk, threads, rounds),
        _ => Err("usage: deadheat-bench sweep [--offline] | lockset [...] | lowering [ROUNDS] | loops [...] | \
                  placement [...] | points-to [...] | predict [...] | races [...] | reality [...] | record [...] | \
                  run [...]"
            .to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("deadheat-bench: {message}");
            ExitCode::FAILURE
        }
    }
}
