//! Reading and lowering every method of java.base, next to ASM's Analyzer and SootUp's bodies.
//!
//! The work is done on one thread; processor time is measured, so that a loaded machine does not decide.
//! Three figures each: `once` is a whole process that does the work one time, as a command-line tool does,
//! with everything that a JVM does on other threads; `first` and `best` are rounds of the working thread
//! alone, before and after the JIT has warmed up. Deadheat's rounds include opening the JDK's image and
//! reading from it; the peers' rounds start with the class files in memory. Peak memory is that of the
//! process that runs once.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use deadheat_harness::{Compilation, Jdk};
use deadheat_program::{ClassId, Program, ProgramOptions};
use rayon::prelude::*;

use crate::{libraries, table};

const ROUNDS: usize = 8;
/// How Linux counts in /proc/self/stat.
const TICKS_PER_SECOND: f64 = 100.0;

pub(crate) fn run(rest: &[&str]) -> Result<(), String> {
    let rounds: usize = match rest {
        [] => ROUNDS,
        [rounds] => rounds.parse().map_err(|_| format!("{rounds} is no number"))?,
        _ => return Err("usage: lowering [ROUNDS]".to_owned()),
    };
    let jdk = deadheat_harness::jdk_for(17).ok_or("no JDK of 17 or newer is installed")?;
    println!("java.base of JDK {}, one thread, processor seconds", jdk.release);
    let ours = Measured { once: measure_ours(jdk, 1, 1)?.once, ..measure_ours(jdk, rounds, 1)? };
    let mut rows = vec![row("Deadheat: SSA", &ours, &ours)];
    let peers = [
        ("ASM: tree, Analyzer with BasicInterpreter", "asm-basic", rounds),
        ("ASM: tree, Analyzer with SourceInterpreter", "asm-source", rounds),
        ("ASM: tree, Analyzer with SimpleVerifier", "asm-verifier", rounds),
        ("SootUp: Jimple bodies", "sootup", 1),
    ];
    for (name, peer, rounds) in peers {
        let once = measure_peer(jdk, peer, 1)?;
        let measured = if rounds == 1 {
            once
        } else {
            Measured { rounds: measure_peer(jdk, peer, rounds)?.rounds, ..once }
        };
        rows.push(row(name, &measured, &ours));
    }
    table::print(&["", "methods", "once", "÷ ours", "first", "÷ ours", "best", "÷ ours", "peak MB"], &rows);
    let two = measure_ours(jdk, rounds, 2)?;
    let wall = |measured: &Measured| measured.wall.iter().copied().fold(f64::MAX, f64::min);
    println!(
        "\nDeadheat, best wall-clock seconds: {:.3} on one thread, {:.3} on two ({:.2} times as fast)",
        wall(&ours),
        wall(&two),
        wall(&ours) / wall(&two)
    );
    Ok(())
}

/// What a process printed of its rounds.
struct Measured {
    /// Processor seconds of the whole process.
    once: f64,
    /// Processor seconds of the working thread, round by round.
    rounds: Vec<f64>,
    wall: Vec<f64>,
    methods: usize,
    peak_kilobytes: usize,
}

impl Measured {
    fn first(&self) -> f64 {
        self.rounds.first().copied().unwrap_or(f64::NAN)
    }

    fn best(&self) -> f64 {
        self.rounds.iter().copied().fold(f64::MAX, f64::min)
    }
}

fn row(name: &str, measured: &Measured, ours: &Measured) -> Vec<String> {
    vec![
        name.to_owned(),
        measured.methods.to_string(),
        format!("{:.2}", measured.once),
        format!("{:.1}", measured.once / ours.once),
        format!("{:.2}", measured.first()),
        format!("{:.1}", measured.first() / ours.first()),
        format!("{:.2}", measured.best()),
        format!("{:.1}", measured.best() / ours.best()),
        (measured.peak_kilobytes / 1024).to_string(),
    ]
}

fn measure_ours(jdk: &Jdk, rounds: usize, threads: usize) -> Result<Measured, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(this);
    command.arg("lower-once").arg(&jdk.home).arg(threads.to_string()).arg(rounds.to_string());
    read(&mut command)
}

fn measure_peer(jdk: &Jdk, peer: &str, rounds: usize) -> Result<Measured, String> {
    let jars = libraries::maven_jars("peers", false)?;
    let source = deadheat_harness::root().join("bench/peers/java/Peers.java");
    let mut compilation = Compilation::new(jdk, [source]);
    compilation.class_path = jars.clone();
    let classes = compilation.classes()?;
    let class_path = std::env::join_paths(jars.into_iter().chain([classes])).map_err(|e| e.to_string())?;
    let mut command = Command::new(jdk.tool("java"));
    command.args(["-XX:+UseSerialGC", "-cp"]).arg(class_path);
    command.args(["Peers", peer, &rounds.to_string()]).arg(deadheat_harness::scratch());
    read(&mut command)
}

fn read(command: &mut Command) -> Result<Measured, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut measured =
        Measured { once: 0.0, rounds: Vec::new(), wall: Vec::new(), methods: 0, peak_kilobytes: 0 };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["round", cpu, methods, ref wall @ ..] => {
                measured.rounds.push(cpu.parse().unwrap_or(f64::NAN));
                measured.methods = methods.parse().unwrap_or(0);
                measured.wall.extend(wall.iter().filter_map(|wall| wall.parse::<f64>().ok()));
            }
            ["ticks", user, system] => {
                let ticks = |text: &str| text.parse().unwrap_or(f64::NAN);
                measured.once = (ticks(user) + ticks(system)) / TICKS_PER_SECOND;
            }
            ["VmHWM:", kilobytes, ..] => measured.peak_kilobytes = kilobytes.parse().unwrap_or(0),
            _ => {}
        }
    }
    Ok(measured)
}

/// The measured work itself: rounds of opening the JDK and lowering all of java.base.
pub(crate) fn once(jdk: &str, threads: &str, rounds: &str) -> Result<(), String> {
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is no number"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number(threads)?);
    let pool = pool.build().map_err(|error| error.to_string())?;
    for _ in 0..number(rounds)? {
        let (wall, cpu) = (Instant::now(), thread_seconds());
        let options = ProgramOptions { jdk: Some(Path::new(jdk).to_owned()), ..Default::default() };
        let program = Program::open(&options).map_err(|error| error.to_string())?;
        let input = program.jdk_input();
        let is_base = |entry: &&deadheat_program::input::ClassEntry| input.module(entry) == Some("java.base");
        let names =
            input.entries().iter().filter(is_base).filter_map(|entry| program.find_class(&entry.name));
        let classes: Vec<ClassId> = names.collect();
        let methods: usize = match number(threads)? {
            1 => classes.iter().map(|&class| lower_class(&program, class)).sum(),
            _ => pool.install(|| classes.par_iter().map(|&class| lower_class(&program, class)).sum()),
        };
        println!("round {} {methods} {}", thread_seconds() - cpu, wall.elapsed().as_secs_f64());
    }
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold blanks, user and system time are fields 12 and 13.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    if let [user, system] = fields.get(11..13).unwrap_or_default() {
        println!("ticks {user} {system}");
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().filter(|line| line.starts_with("VmHWM")).for_each(|line| println!("{line}"));
    Ok(())
}

fn lower_class(program: &Program, class: ClassId) -> usize {
    let methods = program.methods(class).into_iter().flatten();
    methods.filter(|&method| matches!(program.lower(method), Ok(Some(_)))).count()
}

/// Processor time of this thread.
fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e9
}
