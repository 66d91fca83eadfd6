//! The same for each program of a corpus: compiled in one go, checked on all processors.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::java::{Compilation, Jdk, compile_all, jdk_for};

/// A program and its classes.
#[derive(Debug)]
pub struct Compiled<P> {
    /// The program.
    pub program: P,
    /// The JDK that it was compiled with.
    pub jdk: &'static Jdk,
    /// Where its classes are.
    pub classes: PathBuf,
}

/// Compiles the programs that an installed JDK has what they need for. Panics when one does not compile.
pub fn compile_each<P>(
    programs: Vec<P>,
    release: impl Fn(&P) -> u16,
    compilation: impl Fn(&P, &Jdk) -> Compilation,
) -> Vec<Compiled<P>> {
    let with_jdk = |program: P| jdk_for(release(&program)).map(|jdk| (program, jdk));
    let programs: Vec<(P, &'static Jdk)> = programs.into_iter().filter_map(with_jdk).collect();
    let compilations: Vec<_> = programs.iter().map(|(program, jdk)| compilation(program, jdk)).collect();
    let classes = compile_all(&compilations).into_iter();
    let classes = classes.map(|classes| classes.unwrap_or_else(|error| panic!("{error}")));
    programs
        .into_iter()
        .zip(classes)
        .map(|((program, jdk), classes)| Compiled { program, jdk, classes })
        .collect()
}

/// Checks each of several things, on as many threads as there are processors; the results are in no order.
pub fn check_each<P: Sync, T: Send>(all: &[P], check: impl Fn(&P) -> T + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = check(one);
            results.lock().expect("no panic").push(result);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    results.into_inner().expect("no panic")
}
