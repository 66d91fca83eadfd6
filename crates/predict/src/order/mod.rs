//! Orders between the events of a window: those that no schedule changes, and those of locks.

pub mod barrier;
mod calls;
pub(crate) mod forced;
pub mod hard;
pub mod must;
mod sweep;
mod trimmed;
