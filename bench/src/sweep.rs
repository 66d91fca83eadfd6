//! Lowers and verifies every method of every installed JDK and of many libraries.
//!
//! One line per input. A method that does not lower, or whose body breaks a rule of the verifier, is a
//! failure and is named. Left out, and counted: class files that are not where their name says, which the
//! JVM would not load either (Jython keeps compiled Python so). `undecided` counts type checks that a class
//! from outside of the input, such as an optional dependency, keeps from being decided.

use std::path::{Path, PathBuf};
use std::time::Instant;

use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{Const, Inst};
use deadheat_program::loops::Loops;
use deadheat_program::{ClassId, ErrorKind, Program, ProgramOptions, verify};
use rayon::prelude::*;

use crate::{libraries, table};

/// A library's classes are checked against this many, so that an empty jar is no success.
const LEAST_LIBRARIES: usize = 20;

pub(crate) fn run(offline: bool) -> Result<(), String> {
    let jdks = deadheat_harness::jdks();
    let oldest = jdks.first().ok_or("no JDK of 17 or newer is installed")?;
    let jars = libraries::fetch(offline)?;
    if !offline && jars.len() < LEAST_LIBRARIES {
        return Err(format!("only {} libraries, {LEAST_LIBRARIES} wanted", jars.len()));
    }
    let mut rows = Vec::new();
    let mut failures = Vec::new();
    for jdk in jdks {
        sweep(&format!("JDK {}", jdk.release), &[], &jdk.home, &mut rows, &mut failures)?;
    }
    for jar in &jars {
        let name = jar.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        sweep(&name, std::slice::from_ref(jar), &oldest.home, &mut rows, &mut failures)?;
    }
    let head = [
        "input",
        "classes",
        "misplaced",
        "methods",
        "lowered",
        "verified",
        "typed",
        "undecided",
        "loops",
        "irreducible",
        "jsr",
        "failed",
        "s",
    ];
    table::print(&head, &rows);
    failures.iter().take(50).for_each(|failure| println!("{failure}"));
    match failures.len() {
        0 => Ok(()),
        count => Err(format!("{count} failures")),
    }
}

/// What one class gave.
#[derive(Default)]
struct Counts {
    classes: usize,
    misplaced: usize,
    methods: usize,
    lowered: usize,
    verified: usize,
    typed: usize,
    undecided: usize,
    loops: usize,
    /// Methods with `jsr`.
    subroutines: usize,
    irreducible: usize,
    failures: Vec<String>,
}

fn sweep(
    name: &str,
    class_path: &[PathBuf],
    jdk: &Path,
    rows: &mut Vec<Vec<String>>,
    failures: &mut Vec<String>,
) -> Result<(), String> {
    let start = Instant::now();
    let options =
        ProgramOptions { class_path: class_path.to_vec(), jdk: Some(jdk.to_owned()), ..Default::default() };
    let program = Program::open(&options).map_err(|error| error.to_string())?;
    let classes: Vec<ClassId> = match class_path {
        [] => program.classes().collect(),
        _ => program.application_classes().collect(),
    };
    let mut total =
        classes.par_iter().map(|&class| one_class(&program, class)).reduce(Counts::default, merge);
    total.failures.extend(program.application_input().problems.iter().map(ToString::to_string));
    if total.classes == 0 {
        total.failures.push(format!("{name} has no classes"));
    }
    let seconds = start.elapsed().as_secs_f64();
    let failed = total.failures.len();
    let counts = [
        total.classes,
        total.misplaced,
        total.methods,
        total.lowered,
        total.verified,
        total.typed,
        total.undecided,
        total.loops,
        total.irreducible,
        total.subroutines,
        failed,
    ];
    let cells = counts.map(|count| count.to_string());
    rows.push([name.to_owned()].into_iter().chain(cells).chain([format!("{seconds:.1}")]).collect());
    failures.append(&mut total.failures);
    Ok(())
}

fn one_class(program: &Program, class: ClassId) -> Counts {
    let mut counts = Counts { classes: 1, ..Counts::default() };
    let methods = match program.methods(class) {
        Ok(methods) => methods,
        Err(error) if error.kind == ErrorKind::Misplaced => {
            return Counts { misplaced: 1, ..Counts::default() };
        }
        Err(error) => {
            counts.failures.push(error.to_string());
            return counts;
        }
    };
    for method in methods {
        if !program.method(method).is_ok_and(|method| method.has_code()) {
            continue;
        }
        counts.methods += 1;
        let body = match program.lower(method) {
            Ok(Some(body)) => body,
            Ok(None) => continue,
            Err(error) => {
                counts.failures.push(error.to_string());
                continue;
            }
        };
        counts.lowered += 1;
        let is_address = |inst| matches!(body.inst(inst), Inst::Const(Const::ReturnAddress(_)));
        counts.subroutines += usize::from(body.insts().any(is_address));
        let place = || {
            let location = program.location(class).unwrap_or_default();
            format!("{location} {}", program.display_method(method))
        };
        match verify::verify(program, &body) {
            Ok(()) => counts.verified += 1,
            Err(violation) => counts.failures.push(format!("{}: {violation}", place())),
        }
        match verify::verify_types(program, &body) {
            Ok(undecided) => {
                counts.typed += 1;
                counts.undecided += undecided;
            }
            Err(violation) => counts.failures.push(format!("{}: {violation}", place())),
        }
        let dominators = DominatorTree::dominators(&body);
        let loops = Loops::find(&body, &dominators);
        counts.loops += loops.len();
        counts.irreducible += usize::from(!loops.irreducible.is_empty());
        DominatorTree::post_dominators(&body);
    }
    counts
}

fn merge(mut a: Counts, b: Counts) -> Counts {
    a.classes += b.classes;
    a.misplaced += b.misplaced;
    a.methods += b.methods;
    a.lowered += b.lowered;
    a.verified += b.verified;
    a.typed += b.typed;
    a.undecided += b.undecided;
    a.loops += b.loops;
    a.irreducible += b.irreducible;
    a.subroutines += b.subroutines;
    a.failures.extend(b.failures);
    a
}
