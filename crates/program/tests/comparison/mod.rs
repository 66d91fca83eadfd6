//! Runs programs on a JVM and in the interpreter, and compares what they print.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use deadheat_harness::{Compilation, Jdk, run};
use deadheat_program::ir::Body;
use deadheat_program::{Program, ProgramOptions};

use crate::interpreter::{self, Bodies, Execution};

/// Programs that are on one class path.
#[derive(Debug)]
pub(crate) struct Suite {
    /// For messages.
    pub(crate) name: String,
    /// Runs the programs, and is read by the interpreter.
    pub(crate) jdk: Jdk,
    /// The compiled programs.
    pub(crate) classes: PathBuf,
    /// Their main classes.
    pub(crate) mains: Vec<String>,
    /// What they were made of, to show where a difference comes from.
    pub(crate) sources: Vec<PathBuf>,
    /// For the JVM.
    pub(crate) options: Vec<&'static str>,
}

/// What a comparison went through.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Totals {
    pub(crate) programs: usize,
    pub(crate) lines: usize,
    pub(crate) application_bodies: usize,
    pub(crate) jdk_bodies: usize,
    pub(crate) steps: u64,
}

/// The directory of the Java sources.
pub(crate) fn java_directory() -> PathBuf {
    deadheat_harness::root().join("crates/program/tests/java")
}

/// What each program prints on the JVM.
fn run_on_jvm(suite: &Suite) -> BTreeMap<String, String> {
    let runner = java_directory().join("runner/Runner.java");
    let mut compilation = Compilation::new(&suite.jdk, [runner]);
    compilation.options = vec!["--release".to_owned(), "8".to_owned(), "-nowarn".to_owned()];
    let runner = compilation.classes().expect("the runner compiles");
    let mut options = vec![
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xshare:auto",
        "-Dstdout.encoding=UTF-8",
        "-Dsun.stdout.encoding=UTF-8",
        "-Dfile.encoding=UTF-8",
    ];
    options.extend(&suite.options);
    let mains: Vec<&str> = suite.mains.iter().map(String::as_str).collect();
    let class_path: [&Path; 2] = [&runner, &suite.classes];
    let output = run(&suite.jdk, &class_path, &options, "Runner", &mains).expect("java starts");
    assert_eq!(output.code, Some(0), "{}: {}", suite.name, output.stderr);
    let mut outputs = BTreeMap::new();
    for part in output.stdout.split("=== ").skip(1) {
        let (name, text) = part.split_once('\n').expect("a line with the program's name");
        outputs.insert(name.to_owned(), text.to_owned());
    }
    outputs
}

/// Runs all programs both ways; the differences are returned as text.
pub(crate) fn compare(suite: &Suite) -> (Totals, Vec<String>) {
    let expected = run_on_jvm(suite);
    let options = ProgramOptions {
        class_path: vec![suite.classes.clone()],
        jdk: Some(suite.jdk.home.clone()),
        ..ProgramOptions::default()
    };
    let program = Program::open(&options).expect("the class path opens");
    interpreter::with_deep_stack(|| {
        let bodies = Bodies::default();
        let mut totals = Totals::default();
        let mut differences = Vec::new();
        for main in &suite.mains {
            let execution = interpreter::run_main(&program, &bodies, main);
            totals.programs += 1;
            totals.steps += execution.steps;
            totals.lines += execution.output.lines().count();
            let expected = expected.get(main).map_or("", String::as_str);
            if let Some(difference) = difference(suite, &program, expected, &execution) {
                differences.push(format!("{}, {main}: {difference}", suite.name));
            }
        }
        (totals.application_bodies, totals.jdk_bodies) = bodies.counts(&program);
        (totals, differences)
    })
}

/// Where the outputs differ first, with the body that printed the line.
fn difference(suite: &Suite, program: &Program, expected: &str, execution: &Execution) -> Option<String> {
    let (mut ours, mut theirs) = (execution.output.split('\n'), expected.split('\n'));
    let mut text = String::new();
    let mut line = 0;
    loop {
        let (our, their) = (ours.next(), theirs.next());
        if our.is_none() && their.is_none() || our != their {
            let is_same = our == their;
            if is_same && execution.failure.is_none() {
                return None;
            }
            let _ = writeln!(text, "line {}", line + 1);
            let _ = writeln!(text, "  JVM:         {}", their.unwrap_or("(nothing)"));
            let _ = writeln!(text, "  interpreter: {}", our.unwrap_or("(nothing)"));
            break;
        }
        line += 1;
    }
    if let Some(failure) = &execution.failure {
        let _ = writeln!(text, "  the interpreter failed: {failure}");
    }
    if !execution.trace.is_empty() {
        let _ = writeln!(text, "  the exception was made in {}", execution.trace.join("\n    called by "));
    }
    let printer = execution.printers.get(line).or(execution.printers.last()).copied().flatten();
    if let Some(method) = printer
        && let Ok(Some(body)) = program.lower(method)
    {
        let _ = writeln!(text, "{}:\n{}", program.display_method(method), body.display(program));
        text.push_str(&source(suite, program, &body));
    }
    Some(text)
}

/// The lines that a body was compiled from, when they are known.
fn source(suite: &Suite, program: &Program, body: &Body) -> String {
    let lines: Vec<usize> = body.insts().filter_map(|inst| body.line(inst)).map(usize::from).collect();
    let name = program.class(body.method.class).ok().and_then(|class| class.source_file());
    let is_it = |path: &&PathBuf| path.file_name().map(|file| file.to_string_lossy().into_owned()) == name;
    let (Some(&first), Some(&last), Some(path)) =
        (lines.iter().min(), lines.iter().max(), suite.sources.iter().find(is_it))
    else {
        return String::new();
    };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let shown = text.lines().enumerate().skip(first - 1).take((last - first + 1).min(80));
    shown.map(|(index, line)| format!("{}:{}: {line}\n", path.display(), index + 1)).collect()
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.programs += other.programs;
        self.lines += other.lines;
        self.application_bodies += other.application_bodies;
        self.jdk_bodies += other.jdk_bodies;
        self.steps += other.steps;
    }
}
