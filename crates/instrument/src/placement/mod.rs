//! Which accesses get a check, where, and together with which others.
//!
//! ```text
//! SSA ──paths──▶ what is accessed ──contexts──▶ facts at points ──checks──▶ one check for many facts
//!        └─linear, aliases           └─bits, throws, neighbours, standing
//! ```
//!
//! Pure analysis of one method: what is known of other classes comes in as [`Knowledge`], what comes out is written into
//! the code by [`crate::placed`].

mod aliases;
pub(crate) mod bits;
mod checks;
mod contexts;
mod linear;
mod neighbours;
mod paths;
mod standing;
mod throws;
mod words;

pub(crate) use checks::{Check, Part, Target, gather};
pub(crate) use contexts::{Placed, Point, place};
pub(crate) use linear::Linear;
pub(crate) use neighbours::join;
pub(crate) use paths::{Access, Knowledge, Path, PathId, Paths, object};
pub(crate) use standing::Standing;
pub(crate) use words::Words;
