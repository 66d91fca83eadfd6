//! The hierarchy's answers are the JVM's: which method runs for a call.
//!
//! Two ways. `Calls.java` has one call per method, and the method that runs says so with its stack frame;
//! here the same call is followed through the SSA form: resolution, selection, bridges, lambdas. Then
//! random hierarchies, written as class files because no compiler would accept most of them: package-private
//! overriding across packages, defaults that conflict, statics in the way, missing methods; the JVM's error
//! has to be ours.

mod random_hierarchy;

use std::path::Path;

use deadheat_harness::{Compilation, Jdk, jdks, run};
use deadheat_program::classfile::{Flags, HandleKind, HandleMember, MethodHandle};
use deadheat_program::dynamic::Meaning;
use deadheat_program::hierarchy::LinkResult;
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::symbols::MethodRef;
use deadheat_program::{ClassId, LinkError, MethodId, Program, ProgramOptions};

fn open(classes: &Path, jdk: &Jdk) -> Program {
    let options = ProgramOptions {
        class_path: vec![classes.to_owned()],
        jdk: Some(jdk.home.clone()),
        ..Default::default()
    };
    Program::open(&options).expect("the program opens")
}

/// The name of the error that the JVM throws.
fn error_name(error: LinkError) -> &'static str {
    match error {
        LinkError::Missing(_) => "java.lang.NoClassDefFoundError",
        LinkError::ClassCircularity => "java.lang.ClassCircularityError",
        LinkError::NoSuchField => "java.lang.NoSuchFieldError",
        LinkError::NoSuchMethod => "java.lang.NoSuchMethodError",
        LinkError::IncompatibleClassChange => "java.lang.IncompatibleClassChangeError",
        LinkError::AbstractMethod => "java.lang.AbstractMethodError",
        LinkError::IllegalAccess => "java.lang.IllegalAccessError",
    }
}

#[test]
fn calls_of_all_kinds_run_what_the_jvm_runs() {
    assert!(!jdks().is_empty(), "no JDK of 17 or newer is installed");
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dispatch_java");
    for jdk in jdks() {
        let compilation = Compilation::new(jdk, [java.join("Where.java"), java.join("Calls.java")]);
        let classes = compilation.classes().expect("javac");
        let output = run(jdk, &[&classes], &[], "Where", &["Calls"]).expect("java starts");
        assert_eq!(output.code, Some(0), "{output:?}");
        let program = open(&classes, jdk);
        let class = program.find_class("Calls").expect("the class");
        let mut calls: Vec<(String, MethodId)> = program
            .methods(class)
            .expect("a readable class")
            .map(|id| (program.symbols().text(program.method(id).expect("a method").name).into_owned(), id))
            .filter(|(name, _)| name.starts_with("call"))
            .collect();
        calls.sort();
        let mut expected = String::new();
        for (name, method) in calls {
            let target = Follower { program: &program }.follow(method, None);
            let target = target.map_or_else(|error| error_name(error).to_owned(), |id| frame(&program, id));
            expected.push_str(&format!("{name}\n  {target}\n"));
        }
        assert!(expected.lines().count() > 60, "{expected}");
        assert_eq!(expected, output.stdout, "JDK {}", jdk.release);
    }
}

/// A method as a stack frame shows it.
fn frame(program: &Program, id: MethodId) -> String {
    let symbols = program.symbols();
    let method = program.method(id).expect("a method");
    let class = symbols.text(program.class_name(id.class)).replace('/', ".");
    let descriptor = symbols.text(symbols.descriptor_data(method.descriptor).text);
    format!("{class}.{}{descriptor}", symbols.text(method.name))
}

/// Follows calls until a method says where it is.
struct Follower<'a> {
    program: &'a Program,
}

impl Follower<'_> {
    /// `receiver` is the class of the object that the method runs on.
    fn follow(&self, method: MethodId, receiver: Option<ClassId>) -> LinkResult<MethodId> {
        let body = self.program.lower(method).expect("it lowers").expect("it has code");
        if body.insts().any(|inst| self.says_where(&body, inst)) {
            return Ok(method);
        }
        let calls = body.insts().filter(|&inst| matches!(body.inst(inst), Inst::Invoke(..)));
        let constructs = |&inst: &InstId| match body.inst(inst) {
            Inst::Invoke(_, method, _) => self.name(method) == "<init>" || self.name(method) == "valueOf",
            _ => false,
        };
        let (constructors, calls): (Vec<InstId>, Vec<InstId>) = calls.partition(constructs);
        let call = calls.last().or(constructors.last()).expect("a call");
        let Inst::Invoke(kind, reference, list) = body.inst(*call) else { unreachable!() };
        let arguments = body.list(list).to_vec();
        self.call(&body, kind, reference, &arguments, receiver)
    }

    fn call(
        &self,
        body: &Body,
        kind: InvokeKind,
        reference: MethodRef,
        arguments: &[Value],
        receiver: Option<ClassId>,
    ) -> LinkResult<MethodId> {
        let instance = kind != InvokeKind::Static;
        if instance && let Inst::InvokeDynamic(site, captured) = body.inst(strip(body, arguments[0])) {
            let Meaning::Lambda(lambda) = &body.dynamic(site).meaning else { panic!("no lambda") };
            let captured = body.list(captured).iter().chain(&arguments[1..]).copied().collect();
            return self.handle(body, lambda.implementation, captured, receiver);
        }
        let class = if instance { self.class_of(body, arguments[0], receiver) } else { None };
        self.enter(self.program.dispatch(body.method.class, kind, reference, class)?, class)
    }

    /// What calling a lambda's implementation runs.
    fn handle(
        &self,
        body: &Body,
        handle: MethodHandle,
        arguments: Vec<Value>,
        receiver: Option<ClassId>,
    ) -> LinkResult<MethodId> {
        let HandleMember::Method(method) = handle.member else { panic!("a field") };
        let kind = match handle.kind {
            HandleKind::InvokeStatic => InvokeKind::Static,
            HandleKind::InvokeInterface => InvokeKind::Interface,
            HandleKind::NewInvokeSpecial => {
                let resolved = self.program.resolve_method(body.method.class, InvokeKind::Special, method)?;
                return self.enter(resolved, None);
            }
            _ => InvokeKind::Virtual,
        };
        self.call(body, kind, method, &arguments, receiver)
    }

    /// Bridges and methods named `via…` lead on.
    fn enter(&self, target: MethodId, receiver: Option<ClassId>) -> LinkResult<MethodId> {
        let method = self.program.method(target).expect("a method");
        let name = self.program.symbols().text(method.name);
        if method.flags.has(Flags::BRIDGE) || name.starts_with("via") {
            return self.follow(target, receiver);
        }
        Ok(target)
    }

    fn name(&self, method: MethodRef) -> String {
        let symbols = self.program.symbols();
        symbols.text(symbols.method_data(method).name).into_owned()
    }

    fn says_where(&self, body: &Body, inst: InstId) -> bool {
        matches!(body.inst(inst), Inst::Invoke(_, method, _) if self.name(method) == "here")
    }

    /// The class of a value, where the programs make it plain.
    fn class_of(&self, body: &Body, value: Value, receiver: Option<ClassId>) -> Option<ClassId> {
        match body.inst(strip(body, value)) {
            Inst::New(class) => self.program.find(class),
            Inst::Param(0) => receiver,
            // `cond ? null : new T()`.
            Inst::Phi(list) => body.list(list).iter().find_map(|&value| self.class_of(body, value, receiver)),
            Inst::GetStatic(field) => {
                let data = self.program.symbols().field_data(field);
                assert_eq!(self.program.symbols().text(data.name), "LOW", "the one static that is used");
                self.program.find_class("Calls$Level$1")
            }
            _ => None,
        }
    }
}

fn strip(body: &Body, value: Value) -> Value {
    match body.inst(value) {
        Inst::CheckCast(_, inner) => strip(body, inner),
        _ => value,
    }
}

#[test]
fn signature_polymorphic_methods_are_found_by_name_alone() {
    let jdk = jdks().first().expect("a JDK of 17 or newer");
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dispatch_java/Handles.java");
    let classes = Compilation::new(jdk, [java]).classes().expect("javac");
    let program = open(&classes, jdk);
    let class = program.find_class("Handles").expect("the class");
    let mut found = Vec::new();
    for method in program.methods(class).expect("a readable class") {
        let body = program.lower(method).expect("it lowers").expect("it has code");
        for inst in body.insts() {
            if let Inst::Invoke(InvokeKind::Virtual, reference, _) = body.inst(inst) {
                let target =
                    program.resolve_method(class, InvokeKind::Virtual, reference).expect("it resolves");
                found.push((frame(&program, target), program.is_signature_polymorphic(target)));
            }
        }
    }
    let handle = "java.lang.invoke.MethodHandle";
    let objects = "([Ljava/lang/Object;)";
    let expected = [
        (format!("{handle}.invokeExact{objects}Ljava/lang/Object;"), true),
        (format!("{handle}.invoke{objects}Ljava/lang/Object;"), true),
        (format!("java.lang.invoke.VarHandle.compareAndSet{objects}Z"), true),
        (format!("{handle}.invokeWithArguments{objects}Ljava/lang/Object;"), false),
    ];
    assert_eq!(found, expected);
}
