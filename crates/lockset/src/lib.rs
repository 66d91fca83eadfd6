//! Lockset races of one recorded run, after the fact (Choi et al., PLDI 2002, sections 1 and 2.6), and TREE, which leaves out
//! events that cannot show a new race (Rajagopalan 2016, chapter 3). Twins of what the runtime does while a program runs.
//!
//! ```text
//! trace ──▶ tree (optional) ──▶ order (all but locks) ──▶ locks held ──▶ ordered  ──▶ races
//!                                                                   └──▶ choi: ownership, cache, trie ──▶ races
//!                                                                   └──▶ eraser ──▶ races
//! ```
//!
//! A race here is *feasible*: no lock excludes the two accesses from each other and nothing but the order in which locks
//! were taken separates them. That a schedule leads to both is likely and not proved; `predict` proves it.
//!
//! Architecture Invariant: this crate reads traces, never classes.

mod cache;
mod choi;
mod eraser;
mod locks;
mod order;
mod ordered;
pub mod tree;
mod trie;

pub use choi::{Choi, ChoiOptions, choi};
pub use eraser::eraser;
pub use locks::{Hold, LockSet};
pub use order::{Epoch, HardOrder};
pub use ordered::ordered;
pub use trie::{Threads, Trie, TrieNode};

use deadheat_trace::{Location, SiteId, ThreadId};

/// A race: the access that was made when it was seen, and what is known of the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocksetRace {
    /// Where.
    pub location: Location,
    /// The access that was made last: its place in the trace.
    pub event: usize,
    /// Its code place.
    pub site: SiteId,
    /// The locks that the earlier one held.
    pub earlier_locks: LockSet,
    /// The thread of the earlier one, if that is known.
    pub earlier_thread: Option<ThreadId>,
    /// The code place of the earlier one, if that is known.
    pub earlier_site: Option<SiteId>,
}

/// The locations of races, each once, in order.
pub fn locations(races: &[LocksetRace]) -> Vec<Location> {
    let mut all: Vec<Location> = races.iter().map(|race| race.location).collect();
    all.sort();
    all.dedup();
    all
}
