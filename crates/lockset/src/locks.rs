//! Sets of locks, each held alone or for reading.
//!
//! What is held for reading excludes only those who hold it alone. So two sets protect from each other if they have a lock
//! that not both hold for reading, and one set is within another if that excludes at least as much.

use deadheat_trace::{Event, ObjectId, Op, ThreadId};
use rustc_hash::FxHashMap;

/// A lock and how it is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hold {
    /// The lock.
    pub lock: ObjectId,
    /// Whether it is held for reading.
    pub is_shared: bool,
}

/// Locks that a thread holds, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LockSet(Vec<Hold>);

impl LockSet {
    /// The locks, in order.
    pub fn holds(&self) -> &[Hold] {
        &self.0
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the other excludes all that this one excludes.
    pub fn is_within(&self, other: &LockSet) -> bool {
        self.0.iter().all(|hold| other.0.iter().any(|its| its.excludes_as(hold)))
    }

    /// Whether the holders of the two exclude each other.
    pub fn protects_from(&self, other: &LockSet) -> bool {
        self.0.iter().any(|hold| other.protects_from_hold(hold))
    }

    /// Whether who holds these excludes who holds that lock so.
    pub fn protects_from_hold(&self, hold: &Hold) -> bool {
        self.0.iter().any(|its| its.lock == hold.lock && !(its.is_shared && hold.is_shared))
    }

    /// With one more.
    pub fn insert(&mut self, hold: Hold) {
        if let Err(at) = self.0.binary_search(&hold) {
            self.0.insert(at, hold);
        }
    }

    /// Without one; tells whether it was there.
    pub fn remove(&mut self, hold: Hold) -> bool {
        let found = self.0.binary_search(&hold);
        found.map(|at| self.0.remove(at)).is_ok()
    }

    /// What both hold, each no stronger than both do.
    pub fn common(&self, other: &LockSet) -> LockSet {
        let mut both = LockSet::default();
        for hold in &self.0 {
            if let Some(its) = other.0.iter().find(|its| its.lock == hold.lock) {
                both.insert(Hold { lock: hold.lock, is_shared: hold.is_shared || its.is_shared });
            }
        }
        both
    }
}

impl Hold {
    fn excludes_as(&self, other: &Hold) -> bool {
        self.lock == other.lock && (self.is_shared == other.is_shared || other.is_shared)
    }
}

/// What an event does with locks: the hold, and whether it begins.
pub(crate) fn change(event: &Event) -> Option<(Hold, bool)> {
    let hold = |is_shared| Hold { lock: event.lock(), is_shared };
    match event.op {
        Op::Acquire | Op::WaitEnd => Some((hold(false), true)),
        Op::Release | Op::WaitBegin => Some((hold(false), false)),
        Op::AcquireShared => Some((hold(true), true)),
        Op::ReleaseShared => Some((hold(true), false)),
        _ => None,
    }
}

/// What each thread holds.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// By thread and hold: how often. A lock for reading may be taken again.
    times: FxHashMap<(ThreadId, Hold), u32>,
    sets: Vec<LockSet>,
}

impl Held {
    /// The event happens; gives the hold that ended by it.
    pub(crate) fn step(&mut self, event: &Event) -> Option<Hold> {
        let (hold, begins) = change(event)?;
        let times = self.times.entry((event.thread, hold)).or_default();
        if begins {
            *times += 1;
            self.of(event.thread).insert(hold);
            return None;
        }
        *times = times.saturating_sub(1);
        let is_last = *times == 0;
        (is_last && self.of(event.thread).remove(hold)).then_some(hold)
    }

    /// What a thread holds.
    pub(crate) fn of(&mut self, thread: ThreadId) -> &mut LockSet {
        if self.sets.len() <= thread.index() {
            self.sets.resize_with(thread.index() + 1, LockSet::default);
        }
        &mut self.sets[thread.index()]
    }
}
