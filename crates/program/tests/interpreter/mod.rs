//! An interpreter of the SSA form, to compare the program model with a real JVM.
//!
//! In: a [`Program`] with a JDK and the name of a main class. Out: what the program prints, with a
//! last line `EXC <class>` when an exception leaves `main`. It interprets the JDK's own bytecode:
//! `StringBuilder`, `HashMap`, `Double.toString` and the class initialisers behind them all go through
//! lowering, resolution and selection. Models replace native methods, and what would lead deep into
//! the virtual machine ([`natives`], [`dynamic`]).
//!
//! Checked on the way: every body passes `verify` and `verify_types`; a value is computed before it is
//! read and has the kind that the body says; only instructions that `can_throw` throw; a pad and its
//! phis know the block that an exception comes from; monitors are balanced in the end.
//!
//! Not supported, and reported as a failure, never skipped: threads, reflection, method and variable
//! handles as objects, `String.format`, stack traces, stack overflow, messages of the JVM's own
//! `NullPointerException` and `ClassCastException`.

mod arithmetic;
mod calls;
mod classes;
mod dynamic;
mod execute;
mod heap;
mod lambdas;
mod memory;
mod natives;
mod natives_class;
mod natives_unsafe;
mod strings;

use std::cell::RefCell;
use std::rc::Rc;

use deadheat_program::ir::{Body, InvokeKind};
use deadheat_program::symbols::{FieldRef, MethodRef};
use deadheat_program::types::Type;
use deadheat_program::verify::{verify, verify_types};
use deadheat_program::{ClassId, FieldId, MethodId, Name, Program};
use rustc_hash::FxHashMap;

use heap::{Heap, Reference, Slot};

/// More instructions than this are taken for an endless loop.
const STEP_LIMIT: u64 = 400_000_000;
/// Deeper than this is taken for an endless recursion.
const DEPTH_LIMIT: usize = 6_000;
/// What the deepest recursion needs.
const STACK_SIZE: usize = 1 << 30;

/// Why execution does not go on.
#[derive(Debug)]
enum Stop {
    /// A Java exception.
    Throw(Reference),
    /// The interpreter's own failure, which fails the test.
    Failed(String),
}

type Run<T> = Result<T, Stop>;

fn failed<T>(message: impl Into<String>) -> Run<T> {
    Err(Stop::Failed(message.into()))
}

/// A method that is not interpreted.
type Native = for<'p> fn(&mut Machine<'p>, &[Slot]) -> Run<Slot>;

/// What runs when a method is called.
#[derive(Clone)]
enum Target {
    Body(Rc<Body>),
    Native(Native),
}

/// Lowered and verified bodies, which the programs of one class path share.
#[derive(Default)]
pub(crate) struct Bodies {
    targets: RefCell<FxHashMap<MethodId, Target>>,
}

impl Bodies {
    fn target(&self, program: &Program, method: MethodId) -> Run<Target> {
        if let Some(target) = self.targets.borrow().get(&method) {
            return Ok(target.clone());
        }
        let target = match natives::find(program, method) {
            Some(native) => Target::Native(native),
            None => Target::Body(Rc::new(lower(program, method)?)),
        };
        self.targets.borrow_mut().insert(method, target.clone());
        Ok(target)
    }

    /// How many bodies of the application and of the JDK were interpreted.
    pub(crate) fn counts(&self, program: &Program) -> (usize, usize) {
        let targets = self.targets.borrow();
        let bodies = targets.iter().filter(|(_, target)| matches!(target, Target::Body(_)));
        let application = bodies.clone().filter(|(method, _)| program.is_application(method.class)).count();
        (application, bodies.count() - application)
    }
}

fn lower(program: &Program, method: MethodId) -> Run<Body> {
    let name = || program.display_method(method);
    let body = match program.lower(method) {
        Ok(Some(body)) => body,
        Ok(None) => return failed(format!("{} has no code and no model", name())),
        Err(error) => return failed(format!("{}: {error}", name())),
    };
    let violation = verify(program, &body).err().or_else(|| verify_types(program, &body).err());
    match violation {
        Some(violation) => failed(format!("{}: {violation:?}\n{}", name(), body.display(program))),
        None => Ok(body),
    }
}

/// How far a class's initialisation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Initialization {
    /// Begun, or done: there is one thread only.
    Begun,
    /// Its initialiser threw.
    Erroneous,
}

/// The state of one program's execution.
pub(crate) struct Machine<'p> {
    program: &'p Program,
    bodies: &'p Bodies,
    heap: Heap,
    output: Vec<u16>,
    /// The application method that printed each line.
    printers: Vec<Option<MethodId>>,
    steps: u64,
    /// The methods that run, innermost last.
    frames: Vec<MethodId>,
    /// Where exceptions were made.
    traces: FxHashMap<Reference, Vec<MethodId>>,
    initialized: FxHashMap<ClassId, Initialization>,
    statics: FxHashMap<FieldId, Slot>,
    layouts: FxHashMap<ClassId, Rc<classes::Layout>>,
    literals: FxHashMap<Name, Reference>,
    interned: FxHashMap<Vec<u16>, Reference>,
    /// `Class` objects; `None` is `void`.
    mirrors: FxHashMap<Option<Type>, Reference>,
    mirrored: FxHashMap<Reference, Option<Type>>,
    system_out: Option<Reference>,
    thread: Option<Reference>,
    resolved_methods: FxHashMap<(ClassId, InvokeKind, MethodRef), MethodId>,
    resolved_fields: FxHashMap<(ClassId, FieldRef), (FieldId, usize, Type)>,
    selected: FxHashMap<(ClassId, MethodId), MethodId>,
    assignable: FxHashMap<(Type, Type), bool>,
}

/// What a program did.
#[derive(Debug)]
pub(crate) struct Execution {
    /// What it printed.
    pub(crate) output: String,
    /// Where an exception that left `main` was made.
    pub(crate) trace: Vec<String>,
    /// Why the interpreter gave up, if it did.
    pub(crate) failure: Option<String>,
    /// For each line, the application method that printed it; then, after a failure, the one that failed.
    pub(crate) printers: Vec<Option<MethodId>>,
    /// How many instructions ran.
    pub(crate) steps: u64,
}

/// Runs `work` where there is room for deep recursion.
pub(crate) fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        match thread.expect("a thread starts").join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Runs `main` of a class.
pub(crate) fn run_main(program: &Program, bodies: &Bodies, class: &str) -> Execution {
    let mut machine = Machine::new(program, bodies);
    let mut trace = Vec::new();
    let mut failure = match machine.main(class) {
        Ok(()) => None,
        Err(Stop::Failed(message)) => {
            machine.note_printer();
            Some(message)
        }
        Err(Stop::Throw(exception)) => {
            let name = machine.class_display(exception);
            machine.print(&format!("EXC {name}\n"));
            let methods = machine.traces.get(&exception).into_iter().flatten().rev().take(12);
            trace = methods.map(|&method| program.display_method(method)).collect();
            None
        }
    };
    if failure.is_none() && machine.heap.held_monitors() > 0 {
        failure = Some(format!("{} monitors are held in the end", machine.heap.held_monitors()));
    }
    Execution {
        output: printed(&machine.output),
        trace,
        failure,
        printers: machine.printers,
        steps: machine.steps,
    }
}

/// Text as the JVM's encoder for UTF-8 prints it.
fn printed(units: &[u16]) -> String {
    char::decode_utf16(units.iter().copied()).map(|unit| unit.unwrap_or('?')).collect()
}

impl<'p> Machine<'p> {
    fn new(program: &'p Program, bodies: &'p Bodies) -> Machine<'p> {
        Machine {
            program,
            bodies,
            heap: Heap::default(),
            output: Vec::new(),
            printers: Vec::new(),
            steps: 0,
            frames: Vec::new(),
            traces: FxHashMap::default(),
            initialized: FxHashMap::default(),
            statics: FxHashMap::default(),
            layouts: FxHashMap::default(),
            literals: FxHashMap::default(),
            interned: FxHashMap::default(),
            mirrors: FxHashMap::default(),
            mirrored: FxHashMap::default(),
            system_out: None,
            thread: None,
            resolved_methods: FxHashMap::default(),
            resolved_fields: FxHashMap::default(),
            selected: FxHashMap::default(),
            assignable: FxHashMap::default(),
        }
    }

    fn main(&mut self, class: &str) -> Run<()> {
        // What the JVM's start-up does and library code relies on.
        self.call_static("java/lang/System", "setJavaLangAccess", "()V", &[])?;
        let strings = self.class_type("java/lang/String").array_of().unwrap_or_else(|| unreachable!());
        let arguments = self.new_array(strings, 0);
        self.call_static(class, "main", "([Ljava/lang/String;)V", &[Slot::Ref(arguments)])?;
        Ok(())
    }

    fn print(&mut self, text: &str) {
        self.output.extend(text.encode_utf16());
        if text == "\n" {
            self.note_printer();
        }
    }

    /// Notes the innermost application method.
    fn note_printer(&mut self) {
        let mut frames = self.frames.iter().rev();
        let innermost = frames.find(|method| self.program.is_application(method.class));
        self.printers.push(innermost.copied());
    }
}
