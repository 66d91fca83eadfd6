//! What threads did in one run of a program: the events, their file format, import and export.
//!
//! ```text
//! recorder ──▶ chunks on disk ──Reader──▶ Merge (streaming, all threads in one order) ──▶ analyses
//!                                            └──▶ Trace (in memory) ──▶ TraceBuilder, RAPID's text, Writer
//! ```
//!
//! The model is RDIT's (Rajagopalan 2016, 4.4.1): reads and writes with values, locks, threads, and a pair of events
//! around each call into code that is not traced (a BarrierPair, 4.2). Deviations:
//!
//! 1. What the JDK orders by other means than locks and threads (queues, latches, class initialisation, interrupts) is a
//!    *channel*: a receive happens after every send on that channel before it. TREE's SND and RCV (3.2) are such events.
//! 2. Volatile variables have reads and writes of their own, which never race.
//! 3. Addresses of a BarrierPair are objects, not single fields.
//!
//! docs/trace-format.md is the reference of the file format.
//!
//! Architecture Invariant: this crate depends on no other of ours, and no input makes it panic.

mod builder;
mod error;
mod event;
pub mod format;
pub mod rapid;
mod tables;
mod trace;
mod visible;
mod well_formed;

pub use builder::TraceBuilder;
pub use error::{Error, ErrorKind, Result};
pub use event::{
    Event, FieldId, Location, MethodId, ObjectId, Op, ReachId, SiteId, Slot, StackId, ThreadId, Tick,
};
pub use tables::{
    DIRECTORY, Field, LEFT_OUT, REPEATED, Record, SETS, Site, TOUCHED, TOUCHED_ANEW, Tables, Thread,
};
pub use trace::Trace;
pub use visible::{Touched, Visible};
pub use well_formed::{Problem, WellFormed, problems};
