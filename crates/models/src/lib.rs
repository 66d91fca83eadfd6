//! What Deadheat knows of the JDK and of libraries: one source for every engine.
//!
//! ```text
//! data/*.toml ─┐
//!              ├─ syntax ──▶ Models (names, as written) ──bind──▶ Bound (class and method numbers)
//! deadheat.toml┘                                                   ▲ Program
//! ```
//!
//! A model file describes classes; a class entry says how thread-safe its objects are and gives its
//! methods *contracts*: which threads a call starts and waits for, which locks it takes, which
//! happens-before edges it makes, what it reads and writes, what it stores and returns, what it calls
//! back. What annotations say of the application's own methods and classes is there, too (`marks`). The engines read the same contracts: static as rules, dynamic as hooks, predictive as events.
//! docs/models.md is the format's reference.
//!
//! Thread-safety follows IteRace (Radoi and Dig, TOSEM 2015, 3.2 and 4.3): thread-safe, transitively
//! thread-safe, instantiates only safe objects, circulates unsafe objects. Deviations:
//!
//! 1. Claims are made of classes and method patterns, not by regular expressions, so that a typo is an
//!    error: every name is looked up in the program.
//! 2. A claim that code is safe is not inherited by the application's own classes: whoever implements
//!    `ConcurrentMap` still has to prove it. What a contract says of locks, threads, order and effects is.
//! 3. What is said of a library does not count when the library itself is under test.
//!
//! Architecture Invariant: nothing else in Deadheat names a class of the JDK to decide what it does.
//! No input makes this crate panic; every error names file, line and column, and all are reported.

mod bind;
mod check;
mod config;
mod contract;
mod error;
mod marks;
mod models;
mod names;
mod object;
mod pattern;
mod shipped;
mod suggest;
mod survey;
mod syntax;
mod words;

pub use bind::{Bound, ClassFacts};
pub use config::Config;
pub use contract::{
    AtomicAccess, Callbacks, Contract, DataAccess, LockUse, Made, Message, MethodSafety, Ordering, Position,
    RunsOn, Slot, Spawning, Store, Task, Threads, Values,
};
pub use error::{Error, ErrorKind, Place};
pub use marks::{AnnotationModel, Mark, SubclassModel};
pub use models::{Claims, ClassModel, MethodModel, Models};
pub use names::find_class;
pub use object::Object;
pub use pattern::{ClassPattern, MethodPattern};
pub use shipped::TEST_SUPPORT;
pub use survey::Survey;
pub use words::{
    AtomicKind, Called, Circulates, Fence, Instantiates, Lifetime, Meaning, MemoryOrder, Mode, Numbers, Part,
    Ranges, Safety, Times, View, When,
};
