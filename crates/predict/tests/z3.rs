//! The solver against Z3: the constraints of pairs in random traces, as difference logic, have the same answers.
//!
//! Z3 is looked for as `$Z3` and on the path. Where there is none the test says so and does nothing; `cargo xtask test` installs it.

mod common;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::{Random, random_trace};
use deadheat_predict::State;
use deadheat_predict::maximal;
use deadheat_predict::solver::cdcl::Cdcl;
use deadheat_predict::solver::{Answer, Literal, Problem, Solver};
use deadheat_predict::window::Window;
use deadheat_trace::Trace;

/// Traces whose pairs are asked about; `DEADHEAT_RANDOM_COUNT` has another number.
const TRACES: u64 = 400;
/// Pairs of one trace.
const PAIRS: usize = 12;

fn z3() -> Option<PathBuf> {
    let named = std::env::var_os("Z3").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path =
        || std::env::split_paths(&path).map(|directory| directory.join("z3")).find(|file| file.is_file());
    named.or_else(on_path)
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Solves, and keeps what was asked and answered.
#[derive(Default)]
struct Asked(Vec<(Problem, bool)>);

impl Solver for Asked {
    fn solve(&mut self, problem: &Problem, most_conflicts: u64) -> Answer {
        let answer = Cdcl.solve(problem, most_conflicts);
        assert_ne!(answer, Answer::Unknown, "there is no limit");
        if !problem.conditional.is_empty() {
            self.0.push((problem.clone(), answer != Answer::Unsatisfiable));
        }
        answer
    }
}

/// Pairs of plain accesses of one location, by two threads, one of them a write.
fn pairs(trace: &Trace) -> Vec<(u32, u32)> {
    let accesses: Vec<(u32, _)> =
        (0u32..).zip(&trace.events).filter(|(_, event)| event.op.is_plain()).collect();
    let mut all = Vec::new();
    for (at, (first, one)) in accesses.iter().enumerate() {
        for (second, other) in &accesses[at + 1..] {
            let is_meant = one.thread != other.thread && one.location() == other.location();
            if is_meant && (one.op.is_write() || other.op.is_write()) {
                all.push((*first, *second));
            }
        }
    }
    all
}

/// A problem in SMT-LIB's difference logic.
fn text(problem: &Problem, out: &mut String) {
    out.push_str("(push 1)\n");
    for node in 0..problem.nodes {
        let _ = writeln!(out, "(declare-const n{node} Int)");
    }
    for variable in 0..problem.variables {
        let _ = writeln!(out, "(declare-const v{variable} Bool)");
    }
    for (from, to) in &problem.edges {
        let _ = writeln!(out, "(assert (< n{from} n{to}))");
    }
    for (variable, from, to) in &problem.conditional {
        let _ = writeln!(out, "(assert (=> v{variable} (< n{from} n{to})))");
    }
    for clause in &problem.clauses {
        let literal = |it: &Literal| match it.is_positive {
            true => format!(" v{}", it.variable),
            false => format!(" (not v{})", it.variable),
        };
        let literals: String = clause.iter().map(literal).collect();
        let _ = writeln!(out, "(assert (or false{literals}))");
    }
    out.push_str("(check-sat)\n(pop 1)\n");
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that does nothing says so")]
fn pairs_of_random_traces_have_the_same_answers() {
    let Some(z3) = z3() else {
        eprintln!("no z3 here: the solver is not compared with it (install z3, or set Z3)");
        return;
    };
    let mut random = Random(number("DEADHEAT_RANDOM_SEED", 0x5eed_0003));
    let mut asked = Asked::default();
    for _ in 0..number("DEADHEAT_RANDOM_COUNT", TRACES) {
        let length = 20 + random.below(100);
        let trace = random_trace(&mut random, length);
        let start = State::default();
        let window = Window::new(&trace.events, &start, &trace.tables, None);
        let mut pairs = pairs(&trace);
        pairs.retain(|&(first, second)| !window.keeps(first, second));
        for _ in 0..PAIRS.min(pairs.len()) {
            let pair = pairs.swap_remove(random.below(pairs.len()));
            let _ = maximal::schedule(&window, pair, &mut asked, u64::MAX);
        }
    }
    let mut script = "(set-logic QF_IDL)\n".to_owned();
    asked.0.iter().for_each(|(problem, _)| text(problem, &mut script));
    let mut child =
        Command::new(z3).arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Z3 starts");
    let mut to = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || to.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("Z3 ends");
    writer.join().expect("no panic").expect("Z3 reads all");
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), asked.0.len(), "{answers:?}");
    let mut counts = [0; 2];
    for ((problem, is_satisfiable), answer) in asked.0.iter().zip(answers) {
        assert_eq!(answer, if *is_satisfiable { "sat" } else { "unsat" }, "{problem:?}");
        counts[usize::from(*is_satisfiable)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "too few were asked: {counts:?}");
}
