//! The `deadheat` command: flags, progress, exit codes; everything else is in the other crates.
//!
//! Exit codes: 0 for success, 2 for failure (bad arguments included); 1 is kept for races found.

mod info;
mod ir;
mod open;
mod progress;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Finds data races in JVM programs.
#[derive(Debug, Parser)]
#[command(name = "deadheat", version, propagate_version = true)]
#[command(after_help = "Exit codes: 0 success, 2 failure.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show what a program consists of: classes, methods, entry points, and what cannot be seen.
    Info {
        /// Class directories, jars, wars, class files, project directories, or 'dir/*'; a JDK's home
        /// directory shows the JDK itself.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        common: Common,
    },
    /// Show the SSA form of a class or method, with bytecode offsets and source lines.
    Ir {
        /// The class, or class and method: com.example.Account or com.example.Account.deposit.
        #[arg(value_name = "CLASS[.METHOD]")]
        target: String,
        /// Where the class is; not needed for classes of the JDK.
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Debug, Args)]
struct Common {
    /// The JDK to read: its home directory, lib/modules or rt.jar, or 'none'. Else the one of JAVA_HOME,
    /// else the one whose java is on the PATH.
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
    /// The configuration: models of your own libraries. Else the nearest deadheat.toml, here or above.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // clap prints help and version to standard output, mistakes to standard error.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let mut text = String::new();
    let result = match arguments.command {
        Command::Info { paths, common } => info::run(&paths, &common, &mut text),
        Command::Ir { target, paths, common } => ir::run(&target, &paths, &common, &mut text),
    };
    // What was found is shown also when something failed.
    match print(&text).and(result) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "deadheat: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Writes to standard output; a reader that has seen enough (`| head`) is no failure.
fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}
