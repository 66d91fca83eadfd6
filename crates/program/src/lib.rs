//! The program model: from jars, directories and JDK images to classes, hierarchy and typed SSA.
//!
//! ```text
//! paths ──input──▶ named bytes ──classfile──▶ classes ──hierarchy──▶ what a reference means
//!                                               └──lower──▶ bodies ──▶ dominators, loops, typing
//! ```
//!
//! [`Program::open`] lists, [`Program::class`] loads, [`Program::lower`] lowers, [`verify::verify`]
//! checks. Everything is lazy, takes `&self`, and can run on many threads.
//!
//! Architecture Invariant: no input makes this crate panic, hang or use unbounded memory.

mod assigned;
pub mod classfile;
pub mod dominators;
pub mod dynamic;
mod error;
pub mod hierarchy;
pub mod input;
pub mod ir;
pub mod loops;
mod lower;
mod members;
pub mod mutf8;
mod program;
pub mod summary;
pub mod symbols;
pub mod types;
pub mod typing;
pub mod verify;

pub use error::{Error, ErrorKind, Place, Result};
pub use hierarchy::LinkError;
pub use lower::LowerOptions;
pub use program::{ClassId, FieldId, MethodId, Program, ProgramOptions};
pub use symbols::{Name, Symbols};
