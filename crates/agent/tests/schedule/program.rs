//! A program as a list of steps in the order in which they are done.

use super::things::{Call, Thing};

/// A program with its schedule.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// It is called `P` and this number.
    pub(crate) number: u64,
    /// Its threads; the first is the main thread.
    pub(crate) tasks: Vec<Task>,
    /// The types of the fields that its cells declare, see [`CELLS`].
    pub(crate) fields: Vec<Type>,
    /// What its threads read and write.
    pub(crate) locations: Vec<Location>,
    /// What its threads synchronise with, monitors aside.
    pub(crate) things: Vec<Thing>,
    pub(crate) steps: Vec<Step>,
}

/// Objects with fields and monitors: `o0` and so on. All are of class `Cell` but the last, which is of a subclass.
pub(crate) const CELLS: usize = 3;
/// Monitors: those of the cells, of the class, and of an object without fields.
pub(crate) const MONITORS: usize = CELLS + 2;

/// How a thread comes to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    Main,
    Thread,
    /// A virtual thread.
    Virtual,
    /// A task of an executor that has no other.
    Executor,
    /// A `CompletableFuture` that runs on such an executor.
    Future,
}

/// A variable, as Java text that names it.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    pub(crate) text: String,
    pub(crate) of: Type,
}

/// A type, a value of it, and whether it can be added to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
    pub(crate) is_number: bool,
}

const fn number(name: &'static str, value: &'static str) -> Type {
    Type { name, value, is_number: true }
}

/// The types of variables.
pub(crate) const TYPES: [Type; 9] = [
    number("int", "7"),
    number("long", "7L"),
    number("double", "0.5"),
    number("float", "0.5f"),
    number("byte", "7"),
    number("char", "'c'"),
    Type { name: "boolean", value: "true", is_number: false },
    Type { name: "Object", value: "\"new\"", is_number: false },
    Type { name: "String[]", value: "new String[0]", is_number: false },
];

/// A step of a thread.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) thread: usize,
    pub(crate) action: Action,
}

/// What is done in a step.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    /// An access of a location.
    Access(usize, Access),
    /// A monitor is entered, and will be left in a certain way.
    Enter {
        monitor: usize,
        by: By,
        end: End,
    },
    /// The monitor that was entered last is left.
    Leave {
        monitor: usize,
    },
    /// The thread begins to wait, and leaves the monitor.
    Wait {
        monitor: usize,
    },
    /// It was notified and has the monitor again.
    Wake {
        monitor: usize,
    },
    Notify {
        monitor: usize,
        all: bool,
    },
    /// A thread or task is started.
    Start(usize),
    /// The end of a thread or task is waited for, which has come.
    Join(usize),
    /// Another thread, which is not parked, gets a permit.
    Unpark(usize),
    /// Takes the permit.
    Park,
    /// A call on, or an access of, what synchronises.
    Use {
        thing: usize,
        call: Call,
    },
}

/// What a step does to a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
    /// A read, then a write.
    Update,
}

/// How a monitor is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Block,
    /// By a synchronized method, which only cells and the class have.
    Method,
}

/// How a monitor is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Normal,
    Exception,
}
