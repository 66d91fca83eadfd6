//! The `deadheat` command: flags, progress, exit codes; everything else is in the other crates.
//!
//! Exit codes: 0 for success, 1 when races were found, 2 for failure (bad arguments included); `run` has those of the
//! program that it runs.

mod analysis;
mod callgraph;
mod check;
mod findings;
mod info;
mod ir;
mod limit;
mod manual;
mod names;
mod observed;
mod open;
mod output;
mod points_to;
mod predict;
mod progress;
mod record;
mod run;
mod scan;
mod trace;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Finds data races in JVM programs.
#[derive(Debug, Parser)]
#[command(name = "deadheat", version, propagate_version = true)]
#[command(after_help = "Exit codes: 0 success, 1 races were found, 2 failure; run: those of the program.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Scan a project or program, run and record its tests, and show all races that were found as one list.
    #[command(after_help = "Examples:
  deadheat check                                         the Maven or Gradle project here: built, scanned, tests run
  deadheat check app.jar                                 a program: scanned, and run
  deadheat check build/classes -- java -cp build/classes com.acme.Main
  deadheat check --html races.html --sarif races.sarif   for people, and for code scanning
  deadheat check --write-baseline deadheat.baseline      what is there today is known …
  deadheat check --baseline deadheat.baseline            … and only what is new fails the build

Exit codes: 0 nothing that --fail-on names was found, 1 something was, 2 the check failed or is not complete.")]
    Check(check::CheckArguments),
    /// Tell everything about one finding of the last check.
    #[command(after_help = "Examples:
  deadheat explain DH-3f29c41d05b2
  deadheat explain DH-3f --from races.json")]
    Explain(findings::ExplainArguments),
    /// Compare two lists of findings.
    #[command(after_help = "Examples:
  deadheat check --json old.json; git pull; deadheat check --json new.json
  deadheat diff old.json new.json

Exit codes: 0 nothing is new, 1 something is, 2 failure.")]
    Diff(findings::DiffArguments),
    /// Merge what scan, run and predict wrote into one list of findings.
    #[command(after_help = "Examples:
  deadheat scan --json app.jar > scan.json
  deadheat run --json run.json -- java -jar app.jar
  deadheat report scan.json run.json --classes app.jar --html races.html

Exit codes: as those of check.")]
    Report(findings::ReportArguments),
    /// Find possible races in a whole program, without running it.
    #[command(after_help = "Examples:
  deadheat scan app.jar                                  the places that may race, the likeliest first
  deadheat scan app.jar --by object --all                the same by the objects that race, all of them
  deadheat scan library.jar --library --api 'com.acme.*' a library, used by several threads at once
  deadheat scan app.jar --explain com.acme.Bank.total    why accesses of a field race, or why not
  deadheat scan app.jar --explain Bank.java:14,Bank.java:22   the same for two lines

Exit codes: 0 no possible race, 1 possible races were found, 2 failure. With --explain, 1 if one of the pairs \
asked about is reported.")]
    Scan {
        /// Class directories, jars, wars or 'dir/*'.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        scan: scan::ScanArguments,
        #[command(flatten)]
        analysis: analysis::AnalysisArguments,
        #[command(flatten)]
        common: Common,
    },
    /// Run a program and find the races that happen.
    #[command(after_help = "Examples:
  deadheat run -- java -jar app.jar                      the races of this run, each with where it happened
  deadheat run --include 'com.acme.**' -- java -cp build/classes com.acme.Main
  deadheat run -- mvn test                               all JVMs that Maven starts

Exit codes: the program's own; 1 if that is 0 and a race was seen; 2 if it could not be started.")]
    Run(run::RunArguments),
    /// Run a program and write down what its threads do, for deadheat predict.
    #[command(after_help = "Examples:
  deadheat record -- java -jar app.jar                   writes deadheat.trace
  deadheat record -o app.trace --exclude 'org.acme.log.**' -- java -jar app.jar
  deadheat record -- mvn test                            a trace of each JVM that Maven starts

Exit codes: the program's own; 2 if it could not be started.")]
    Record(record::RecordArguments),
    /// Find out which accesses of a program cannot race, for an agent that is started by hand.
    #[command(after_help = "Examples:
  deadheat plan -- java -jar app.jar                     prints the file: the agent takes it as placement=full,plan=FILE

deadheat run --placement full does this by itself. A plan is made once for the same classes; DEADHEAT_CACHE names the
directory where plans are kept.")]
    Plan(run::PlanArguments),
    /// Find the races of every schedule that a recorded run allows.
    #[command(after_help = "Examples:
  deadheat predict app.trace                             races with the schedules that show them
  deadheat predict app.trace --analysis hb,cp,sp,mc,rdit all analyses side by side
  deadheat predict app.trace --analysis hb               happens-before alone, at the speed of the disk

Analyses: hb happens-before; cp causally-precedes; sp sync-preserving; mc maximal causality; rdit maximal causality that
knows what calls into untraced code may order (docs/predict.md).

Exit codes: 0 no race, 1 races were predicted, 2 failure.")]
    Predict(predict::PredictArguments),
    /// Show, check, cut and convert recorded traces.
    #[command(after_help = "Exit codes: 0 success, 1 verify found problems, 2 failure.")]
    Trace(trace::TraceArguments),
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
    /// Show who calls whom: statistics, the calls of one method, or all calls of the application.
    Callgraph {
        /// Class directories, jars, wars or 'dir/*'.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Show the callers and callees of this method.
        #[arg(long, value_name = "CLASS.METHOD")]
        of: Option<String>,
        /// Show the method's neighbourhood as a graph for Graphviz.
        #[arg(long, requires = "of")]
        dot: bool,
        /// List every call of the application's methods.
        #[arg(long, conflicts_with = "of")]
        list: bool,
        /// Write the application's reachable methods to this file, one a line.
        #[arg(long, value_name = "FILE")]
        methods: Option<PathBuf>,
        #[command(flatten)]
        analysis: analysis::AnalysisArguments,
        #[command(flatten)]
        common: Common,
    },
    /// Show which objects a variable or field may refer to.
    PointsTo {
        /// A local variable, parameter or value of a method (com.example.Bank.pay:account or
        /// com.example.Bank.pay:v12, as deadheat ir names it), or a field (com.example.Bank.accounts).
        #[arg(value_name = "VARIABLE")]
        variable: String,
        /// Class directories, jars, wars or 'dir/*'.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        analysis: analysis::AnalysisArguments,
        #[command(flatten)]
        common: Common,
    },
    /// Print the completions of a shell.
    #[command(after_help = "Examples:
  deadheat completions bash > ~/.local/share/bash-completion/completions/deadheat
  deadheat completions zsh > ~/.zfunc/_deadheat")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write manual pages.
    #[command(after_help = "Examples:
  deadheat man ~/.local/share/man/man1; man deadheat-check")]
    Man {
        /// Where they are written.
        #[arg(value_name = "DIRECTORY")]
        directory: PathBuf,
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
        Command::Run(run) => return run_program(|text| run::run(&run, text)),
        Command::Record(record) => return run_program(|text| record::record(&record, text)),
        Command::Check(arguments) => return finish(check::run(&arguments, &mut text), &text),
        Command::Report(arguments) => return finish(findings::report(&arguments, &mut text), &text),
        Command::Explain(arguments) => findings::explain(&arguments, &mut text).map(|()| false),
        Command::Diff(arguments) => findings::difference(&arguments, &mut text),
        Command::Completions { shell } => manual::completions(shell, &mut text).map(|()| false),
        Command::Man { directory } => manual::man_pages(&directory, &mut text).map(|()| false),
        Command::Scan { paths, scan, analysis, common } => {
            scan::run(&paths, &scan, &analysis, &common, &mut text)
        }
        Command::Plan(arguments) => run::plan(&arguments, &mut text).map(|()| false),
        Command::Predict(arguments) => predict::run(&arguments, &mut text),
        Command::Trace(arguments) => trace::run(&arguments, &mut text),
        Command::Info { paths, common } => info::run(&paths, &common, &mut text).map(|()| false),
        Command::Ir { target, paths, common } => ir::run(&target, &paths, &common, &mut text).map(|()| false),
        Command::Callgraph { paths, of, dot, list, methods, analysis, common } => {
            let show = callgraph::Show { of: of.as_deref(), dot, list, methods: methods.as_deref() };
            callgraph::run(&paths, &show, &analysis, &common, &mut text).map(|()| false)
        }
        Command::PointsTo { variable, paths, analysis, common } => {
            points_to::run(&variable, &paths, &analysis, &common, &mut text).map(|()| false)
        }
    };
    finish(result.map(u8::from), &text)
}

/// Shows what was found, also when something failed, and tells the exit code.
fn finish(result: anyhow::Result<u8>, text: &str) -> ExitCode {
    match print(text).and(result) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let _ = writeln!(io::stderr(), "deadheat: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The program has standard output for itself: what we say goes to standard error.
fn run_program(run: impl FnOnce(&mut String) -> anyhow::Result<u8>) -> ExitCode {
    let mut text = String::new();
    let result = run(&mut text);
    let _ = io::stderr().write_all(text.as_bytes());
    match result {
        Ok(code) => ExitCode::from(code),
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
