//! Random programs whose threads do their steps in an order that is known.
//!
//! ```text
//! seed ──generate──▶ program ──emit──▶ Java, and the line of each step
//!                       └──order──▶ the pairs of accesses that race
//! ```
//!
//! Nothing here is shared with the detector: what orders two steps is told by [`order`] from the definitions.

pub(crate) mod emit;
pub(crate) mod generate;
pub(crate) mod order;
mod parts;
pub(crate) mod program;
mod state;
pub(crate) mod things;
