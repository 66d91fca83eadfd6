//! Damaged class files: no panic, no hang, bounded memory, and errors that say where.
//!
//! Real classes are cut, flipped, overwritten with interesting numbers and spliced; each is parsed, its
//! annotations are read, every method lowered, and every body that comes out verified. The work runs in a child
//! process with a limit on its memory, so that an allocation that follows a hostile length fails the test.
//!
//! `DEADHEAT_MUTATIONS` and `DEADHEAT_SEED` choose how many and which.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

use deadheat_harness::Random;
use deadheat_program::classfile::Class;
use deadheat_program::{ErrorKind, Program, ProgramOptions, verify};

/// Address space of the child, in KiB.
const MEMORY: u32 = 2_000_000;
const INSIDE: &str = "DEADHEAT_MUTATIONS_INSIDE";

#[test]
fn mutated_classes_are_survived_in_bounded_memory() {
    if std::env::var_os(INSIDE).is_some() {
        return mutate();
    }
    let test = std::env::current_exe().expect("this test");
    let script = format!("ulimit -v {MEMORY}; exec \"$0\" --exact \"$1\" --nocapture");
    let name = "mutated_classes_are_survived_in_bounded_memory";
    let mut child = Command::new("sh");
    let output = child.args(["-c", &script]).arg(&test).arg(name).env(INSIDE, "1").output().expect("sh");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("mutations survived"), "{said}");
}

#[allow(clippy::print_stdout, reason = "the parent process looks for it")]
fn mutate() {
    let number = |name: &str, default| match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name}={value} is no number")),
        Err(_) => default,
    };
    let count = number("DEADHEAT_MUTATIONS", 100_000);
    let seed = number("DEADHEAT_SEED", 1);
    let samples = samples();
    assert!(samples.len() >= 100, "only {} classes to damage", samples.len());
    std::panic::set_hook(Box::new(|_| {}));
    let threads = 2;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let samples = &samples;
            scope.spawn(move || {
                for index in (thread..count).step_by(threads as usize) {
                    one(samples, seed, index);
                }
            });
        }
    });
    println!("{count} mutations survived");
}

/// A class file to damage, and where in it bytecode stands.
struct Sample {
    bytes: Vec<u8>,
    code: Vec<Range<usize>>,
}

impl Sample {
    fn new(bytes: Vec<u8>) -> Option<Sample> {
        let (program, id) = Program::of_class(bytes.clone()).ok()?;
        let class = program.class(id).ok()?;
        let codes = class.methods.iter().filter_map(|method| class.code(method).ok()?);
        let place = |code: &[u8]| {
            let start = bytes.windows(code.len()).position(|window| window == code)?;
            Some(start..start + code.len())
        };
        let code = codes.filter_map(|code| place(code.bytes)).collect();
        Some(Sample { bytes, code })
    }
}

/// Classes of the oldest JDK here, small ones of many kinds.
fn samples() -> Vec<Sample> {
    let jdk = deadheat_harness::jdk_for(17).expect("a JDK of 17 or newer");
    let options = ProgramOptions { jdk: Some(jdk.home.clone()), ..Default::default() };
    let program = Program::open(&options).expect("a JDK");
    let input = program.jdk_input();
    let packages =
        ["java/util/concurrent/", "java/lang/invoke/", "sun/security/ssl/", "java/time/", "javax/swing/"];
    let wanted = input.entries().iter().filter(|entry| packages.iter().any(|p| entry.name.starts_with(p)));
    let bytes = wanted.step_by(7).filter_map(|entry| input.read(entry).ok());
    bytes.filter(|bytes| (300..8_000).contains(&bytes.len())).filter_map(Sample::new).collect()
}

fn one(samples: &[Sample], seed: u64, index: u64) {
    let mut random = Random::new(seed << 40 ^ index);
    let sample = random.pick(samples);
    let mut bytes = sample.bytes.clone();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match pick_any(&mut random, &sample.code).filter(|_| random.chance(50)) {
            Some(code) => damage_code(&mut bytes, code, &mut random),
            None => damage(&mut bytes, at, samples, &mut random),
        }
    }
    let result = catch_unwind(AssertUnwindSafe(|| check(&bytes)));
    let problem = match result {
        Ok(Ok(())) => return,
        Ok(Err(problem)) => problem,
        Err(panic) => match panic.downcast_ref::<String>() {
            Some(message) => format!("panic: {message}"),
            None => "panic".to_owned(),
        },
    };
    let file = std::env::temp_dir().join(format!("deadheat-mutation-{seed}-{index}.class"));
    let _ = std::fs::write(&file, &bytes);
    // A panic would only end this thread; the parent has to know.
    let _ = std::io::Write::write_all(
        &mut std::io::stderr(),
        format!("seed {seed} mutation {index} ({}): {problem}\n", file.display()).as_bytes(),
    );
    std::process::exit(1);
}

/// Reads everything of a class; an error is welcome if it tells where.
fn check(bytes: &[u8]) -> Result<(), String> {
    let (program, class) = match Program::of_class(bytes) {
        Ok(opened) => opened,
        Err(error) => return tells_where(&error),
    };
    check_annotations(program.class(class).map_err(|error| error.to_string())?)?;
    let methods = program.methods(class).map_err(|error| error.to_string())?;
    for method in methods {
        match program.lower(method) {
            Ok(Some(body)) => {
                verify::verify(&program, &body)
                    .map_err(|violation| format!("a body was made that is wrong: {violation}"))?;
                let _ = body.display(&program).to_string();
            }
            Ok(None) => {}
            Err(error) => {
                tells_where(&error)?;
                if error.place.method.is_none() || error.place.class.is_none() {
                    return Err(format!("no class or method: {error}"));
                }
            }
        }
    }
    Ok(())
}

fn check_annotations(class: &Class) -> Result<(), String> {
    let of_fields = class.fields.iter().map(|field| class.field_annotations(field).map(|_| ()));
    let of_methods = class.methods.iter().map(|method| class.method_annotations(method).map(|_| ()));
    let of_parameters = class.methods.iter().map(|method| class.parameter_annotations(method).map(|_| ()));
    let all = of_fields.chain(of_methods).chain(of_parameters).chain([class.annotations().map(|_| ())]);
    all.filter_map(Result::err).try_for_each(|error| tells_where(&error))
}

fn tells_where(error: &deadheat_program::Error) -> Result<(), String> {
    if error.kind == ErrorKind::Bug {
        return Err(error.to_string());
    }
    if error.place.offset.is_none() && error.place.pc.is_none() && error.kind != ErrorKind::Limit {
        return Err(format!("no offset: {error}"));
    }
    Ok(())
}

/// One damage to bytecode, of the kind that leaves the rest of the file as it is.
fn damage_code(bytes: &mut [u8], code: &Range<usize>, random: &mut Random) {
    let at = code.start + random.below(code.len());
    let with: Vec<u8> = match random.below(4) {
        // Opcodes with effects on control flow and the stack, `ret` and `jsr` among them.
        0 => vec![*random.pick(&[0xa8, 0xa9, 0xaa, 0xab, 0xc4, 0xa7, 0xbf, 0xb1, 0x99, 0x5c, 0x5e, 0xc8])],
        1 => vec![random.below(0xca) as u8],
        2 => (random.below(64) as i16 - 32).to_be_bytes().to_vec(),
        _ => {
            let from = code.start + random.below(code.len());
            bytes.get(from..from + random.below(8)).unwrap_or_default().to_vec()
        }
    };
    if let Some(rest) = bytes.get_mut(at..) {
        overwrite(rest, 0, &with);
    }
}

/// One damage anywhere.
fn damage(bytes: &mut Vec<u8>, at: usize, samples: &[Sample], random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    match random.below(10) {
        0..=2 => bytes[at] ^= 1 << random.below(8),
        3 => bytes[at] = random.next() as u8,
        4 => {
            let number = *random.pick(&[0u16, 1, 2, 0x7f, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff]);
            overwrite(bytes, at, &number.to_be_bytes());
        }
        5 => {
            let number = *random.pick(&[0u32, 1, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]);
            overwrite(bytes, at, &number.to_be_bytes());
        }
        6 => bytes.truncate(at),
        7 => {
            let length = random.below(16).min(bytes.len() - at);
            bytes.drain(at..at + length);
        }
        8 => {
            let piece: Vec<u8> = (0..random.below(16)).map(|_| random.next() as u8).collect();
            bytes.splice(at..at, piece);
        }
        _ => {
            let other = &random.pick(samples).bytes;
            let from = random.below(other.len());
            let length = random.below(64).min(other.len() - from);
            let piece = other[from..from + length].to_vec();
            overwrite(bytes, at, &piece);
        }
    }
}

fn overwrite(bytes: &mut [u8], at: usize, with: &[u8]) {
    bytes[at..].iter_mut().zip(with).for_each(|(byte, new)| *byte = *new);
}

fn pick_any<'a, T>(random: &mut Random, items: &'a [T]) -> Option<&'a T> {
    if items.is_empty() { None } else { Some(random.pick(items)) }
}
