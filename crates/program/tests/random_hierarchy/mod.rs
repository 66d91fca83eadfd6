//! Random classes and interfaces, as class files, with a driver that makes every call there is.
//!
//! `DEADHEAT_SEED` and `DEADHEAT_HIERARCHIES` choose which and how many.

mod class_writer;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use deadheat_harness::{Compilation, Random, jdks, run, scratch};
use deadheat_program::classfile::Flags;
use deadheat_program::ir::{Inst, InvokeKind};
use deadheat_program::{MethodId, Program};

use class_writer::{ClassWriter, Code};

/// A class or interface on its way to a file.
#[derive(Debug, Clone)]
struct Type {
    name: String,
    is_interface: bool,
    superclass: Option<usize>,
    interfaces: Vec<usize>,
    /// Name and flags; all have the descriptor `()V`.
    methods: Vec<(&'static str, u16)>,
}

/// `s` stands in classes only, the others in interfaces as well. Private and static methods of classes are
/// all named `s`: a class that has one beside an interface method of the same name gets a method from
/// HotSpot that throws, and inherits that before the default methods that JVMS 5.4.6 selects.
const NAMES: [&str; 3] = ["m", "n", CLASSES_ONLY];
const CLASSES_ONLY: &str = "s";
const PACKAGES: [&str; 2] = ["p", "q"];

fn generate(random: &mut Random) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    for index in 0..9 {
        let is_interface = random.chance(45);
        let package = random.pick(&PACKAGES);
        let earlier =
            |wanted: bool| (0..types.len()).filter(|&i| types[i].is_interface == wanted).collect::<Vec<_>>();
        let (classes, interfaces) = (earlier(false), earlier(true));
        let superclass =
            (!is_interface && !classes.is_empty() && random.chance(75)).then(|| *random.pick(&classes));
        let mut supers: Vec<usize> = interfaces.into_iter().filter(|_| random.chance(35)).collect();
        supers.truncate(3);
        let mut methods = Vec::new();
        for name in NAMES {
            if random.chance(55) && !(is_interface && name == CLASSES_ONLY) {
                methods.push((name, method_flags(is_interface, name, random)));
            }
        }
        let name = format!("{package}/T{index}");
        types.push(Type { name, is_interface, superclass, interfaces: supers, methods });
    }
    types
}

fn method_flags(is_interface: bool, name: &str, random: &mut Random) -> u16 {
    if is_interface {
        return *random.pick(&[
            Flags::PUBLIC | Flags::ABSTRACT,
            Flags::PUBLIC | Flags::ABSTRACT,
            Flags::PUBLIC,
            Flags::PUBLIC,
            Flags::PUBLIC | Flags::STATIC,
            Flags::PRIVATE,
        ]);
    }
    let flags = [
        Flags::PUBLIC,
        Flags::PUBLIC,
        Flags::PROTECTED,
        0,
        0,
        Flags::PUBLIC | Flags::ABSTRACT,
        Flags::ABSTRACT,
        Flags::PRIVATE,
        Flags::PUBLIC | Flags::STATIC,
        Flags::STATIC,
    ];
    let usable = if name == CLASSES_ONLY { &flags[..] } else { &flags[..7] };
    *random.pick(usable)
}

fn write(ty: &Type, types: &[Type]) -> Vec<u8> {
    let mut writer = ClassWriter::default();
    let superclass = ty.superclass.map_or("java/lang/Object", |index| &types[index].name);
    let interfaces: Vec<&str> = ty.interfaces.iter().map(|&index| types[index].name.as_str()).collect();
    // Not marked abstract, so that the driver can make one; the JVM minds only when an abstract method runs.
    let flags =
        Flags::PUBLIC | if ty.is_interface { Flags::INTERFACE | Flags::ABSTRACT } else { Flags::SUPER };
    if !ty.is_interface {
        let mut code = Code::new(&mut writer);
        code.aload_0();
        code.invoke(InvokeKind::Special, superclass, "<init>", false);
        code.ret();
        let code = code.finish();
        writer.method(Flags::PUBLIC, "<init>", Some(code));
    }
    for &(name, flags) in &ty.methods {
        let code = (flags & Flags::ABSTRACT == 0).then(|| {
            let mut code = Code::new(&mut writer);
            code.say(&format!("{}.{name}", ty.name));
            code.ret();
            code.finish()
        });
        writer.method(flags, name, code);
    }
    writer.finish(flags, &ty.name, superclass, &interfaces)
}

/// A call that the driver makes.
struct Call {
    kind: InvokeKind,
    owner: usize,
    name: &'static str,
    receiver: Option<usize>,
    /// What the reference says the owner is, which may be a lie.
    claims_interface: bool,
}

/// All that the verifier lets through: receivers of a subclass, or anything for an interface.
fn calls(types: &[Type], random: &mut Random) -> Vec<Call> {
    let mut calls = Vec::new();
    let classes: Vec<usize> = (0..types.len()).filter(|&index| !types[index].is_interface).collect();
    for owner in 0..types.len() {
        for name in NAMES {
            let is_interface = types[owner].is_interface;
            let lie = random.chance(3);
            calls.push(Call {
                kind: InvokeKind::Static,
                owner,
                name,
                receiver: None,
                claims_interface: is_interface != lie,
            });
            let kind = if is_interface { InvokeKind::Interface } else { InvokeKind::Virtual };
            for &receiver in &classes {
                if is_interface || ancestors(types, receiver).contains(&owner) {
                    calls.push(Call {
                        kind,
                        owner,
                        name,
                        receiver: Some(receiver),
                        claims_interface: is_interface,
                    });
                }
            }
        }
    }
    calls
}

fn ancestors(types: &[Type], class: usize) -> BTreeSet<usize> {
    std::iter::successors(Some(class), |&index| types[index].superclass).collect()
}

fn write_driver(name: &str, types: &[Type], calls: &[Call]) -> Vec<u8> {
    let mut writer = ClassWriter::default();
    for (number, call) in calls.iter().enumerate() {
        let mut code = Code::new(&mut writer);
        if let Some(receiver) = call.receiver {
            code.new_object(&types[receiver].name);
        }
        code.invoke(call.kind, &types[call.owner].name, call.name, call.claims_interface);
        code.ret();
        let code = code.finish();
        writer.method(Flags::PUBLIC | Flags::STATIC, &format!("call{number:05}"), Some(code));
    }
    writer.finish(Flags::PUBLIC | Flags::SUPER, name, "java/lang/Object", &[])
}

#[test]
fn random_hierarchies_dispatch_as_in_the_jvm() {
    let number =
        |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seed, count) = (number("DEADHEAT_SEED", 1), number("DEADHEAT_HIERARCHIES", 12));
    assert!(!jdks().is_empty(), "no JDK of 17 or newer is installed");
    let mut compared = 0;
    for hierarchy in seed..seed + count {
        for jdk in jdks() {
            compared += compare(hierarchy, jdk);
        }
    }
    assert!(compared as u64 > count * 50, "only {compared} calls");
}

fn compare(seed: u64, jdk: &deadheat_harness::Jdk) -> usize {
    let mut random = Random::new(seed);
    let types = generate(&mut random);
    let calls = calls(&types, &mut random);
    let directory = scratch().join(format!("hierarchies/{seed}-{}", jdk.release));
    let save = |name: &str, bytes: Vec<u8>| {
        let file = directory.join(format!("{name}.class"));
        fs::create_dir_all(file.parent().expect("a parent")).expect("a directory");
        fs::write(file, bytes).expect("a class file");
    };
    types.iter().for_each(|ty| save(&ty.name, write(ty, &types)));
    let driver = format!("{}/Driver", random.pick(&PACKAGES));
    save(&driver, write_driver(&driver, &types, &calls));
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dispatch_java/Where.java");
    let support = Compilation::new(jdk, [java]).classes().expect("javac");
    let output = run(
        jdk,
        &[&directory, &support],
        &["-XX:TieredStopAtLevel=1"],
        "Where",
        &[&driver.replace('/', ".")],
    );
    let output = output.expect("java starts");
    assert_eq!(output.code, Some(0), "seed {seed}: {output:?}");
    let program = super::open(&directory, jdk);
    let class = program.find_class(&driver).expect("the driver");
    let mut expected = String::new();
    for (number, method) in program.methods(class).expect("a readable class").enumerate() {
        expected.push_str(&format!("call{number:05}\n  {}\n", answer(&program, method)));
    }
    let lines = expected.lines().zip(output.stdout.lines()).enumerate();
    for (line, (ours, theirs)) in lines {
        let call = &calls[line / 2];
        // Two defaults: JVMS 6.5 wants IncompatibleClassChangeError, as newer JVMs throw it.
        let known = jdk.release < 25
            && call.kind == InvokeKind::Interface
            && ours.ends_with("IncompatibleClassChangeError")
            && theirs.ends_with("AbstractMethodError");
        if ours != theirs && !known {
            let owner = &types[call.owner].name;
            panic!(
                "seed {seed}, JDK {}: {:?} {owner}.{} on {:?} from {driver}: JVM {theirs}, ours {ours}\n{types:#?}",
                jdk.release,
                call.kind,
                call.name,
                call.receiver.map(|index| &types[index].name),
            );
        }
    }
    assert_eq!(expected.lines().count(), output.stdout.lines().count());
    calls.len()
}

/// What the driver's call runs, by the hierarchy.
fn answer(program: &Program, driver: MethodId) -> String {
    let body = program.lower(driver).expect("it lowers").expect("it has code");
    let is_call = |inst: &_| match body.inst(*inst) {
        Inst::Invoke(_, method, _) => {
            program.symbols().text(program.symbols().method_data(method).name) != "<init>"
        }
        _ => false,
    };
    let call = body.insts().find(is_call).expect("a call");
    let Inst::Invoke(kind, reference, list) = body.inst(call) else { unreachable!() };
    let receiver = body.list(list).first().and_then(|&receiver| match body.inst(receiver) {
        Inst::New(class) => program.find(class),
        _ => None,
    });
    let target = program.dispatch(driver.class, kind, reference, receiver);
    match target {
        Ok(target) => {
            let name = program.method(target).expect("a method").name;
            let class = program.symbols().text(program.class_name(target.class));
            format!("{class}.{}", program.symbols().text(name))
        }
        Err(error) => super::error_name(error).to_owned(),
    }
}
