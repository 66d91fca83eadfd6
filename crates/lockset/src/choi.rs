//! Choi et al.'s detector as the paper has it, each part with a switch: ownership (section 7), the locks that stand for
//! waiting for a thread's end (2.3), caches (4), fields told apart (8.3), tries (3.2).
//!
//! Deviations: a location that gets a second thread leaves all caches at once, as the paper says it should; each element of
//! an array is a location; locks that are held for reading. Starts of threads order nothing but by ownership.

use deadheat_trace::{Event, Location, ObjectId, Op, Slot, ThreadId, Trace};
use rustc_hash::FxHashMap;

use crate::LocksetRace;
use crate::cache::Caches;
use crate::locks::{Held, Hold, LockSet, change};
use crate::trie::{Access, Trie};

/// Which parts are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "switches in any combination")]
pub struct ChoiOptions {
    /// What a location's first thread does is not looked at until there is another.
    pub ownership: bool,
    /// A thread and those who waited for its end have a lock in common.
    pub joins: bool,
    /// Caches are asked first.
    pub cache: bool,
    /// Fields of an object are told apart.
    pub fields: bool,
}

impl Default for ChoiOptions {
    fn default() -> ChoiOptions {
        ChoiOptions { ownership: true, joins: true, cache: true, fields: true }
    }
}

/// The detector, fed event by event.
#[derive(Debug)]
pub struct Choi {
    options: ChoiOptions,
    held: Held,
    caches: Caches,
    owners: FxHashMap<Location, Option<ThreadId>>,
    tries: FxHashMap<Location, Trie>,
    races: Vec<LocksetRace>,
    begun: FxHashMap<ThreadId, ()>,
}

/// The races of a trace.
pub fn choi(trace: &Trace, options: ChoiOptions) -> Vec<LocksetRace> {
    let mut detector = Choi::new(options);
    for (index, event) in trace.events.iter().enumerate() {
        detector.step(index, event);
    }
    detector.races
}

/// The lock that a thread has from its beginning to its end.
fn join_lock(thread: ThreadId) -> Hold {
    Hold { lock: ObjectId(u64::MAX - u64::from(thread.0)), is_shared: false }
}

impl Choi {
    /// Nothing has happened.
    pub fn new(options: ChoiOptions) -> Choi {
        Choi {
            options,
            held: Held::default(),
            caches: Caches::default(),
            owners: FxHashMap::default(),
            tries: FxHashMap::default(),
            races: Vec::new(),
            begun: FxHashMap::default(),
        }
    }

    /// The races so far.
    pub fn races(&self) -> &[LocksetRace] {
        &self.races
    }

    /// Accesses that a cache had.
    pub fn hits(&self) -> u64 {
        self.caches.hits
    }

    /// Locations that have a trie, and the nodes of all tries.
    pub fn nodes(&self) -> (usize, usize) {
        (self.tries.len(), self.tries.values().map(Trie::nodes).sum())
    }

    /// The history of a location.
    pub fn trie(&self, location: Location) -> Option<&Trie> {
        self.tries.get(&location)
    }

    /// The event happens.
    pub fn step(&mut self, index: usize, event: &Event) {
        self.begin(event.thread);
        if let Some((hold, true)) = change(event)
            && !self.held.of(event.thread).holds().contains(&hold)
        {
            self.caches.taken(event.thread, hold);
        }
        if let Some(gone) = self.held.step(event) {
            self.caches.given_back(event.thread, gone);
        }
        match event.op {
            Op::Join if self.options.joins => {
                self.take(event.thread, join_lock(event.other()));
            }
            Op::Read | Op::Write => self.access(index, event),
            _ => {}
        }
    }

    fn begin(&mut self, thread: ThreadId) {
        if self.options.joins && self.begun.insert(thread, ()).is_none() {
            self.take(thread, join_lock(thread));
        }
    }

    fn take(&mut self, thread: ThreadId, hold: Hold) {
        if !self.held.of(thread).holds().contains(&hold) {
            self.held.of(thread).insert(hold);
            self.caches.taken(thread, hold);
        }
    }

    fn access(&mut self, index: usize, event: &Event) {
        let location = self.location(event);
        let is_write = event.op == Op::Write;
        if self.options.cache && self.caches.has(event.thread, location, is_write) {
            return;
        }
        if self.options.ownership && self.is_owned(event.thread, location) {
            return;
        }
        let locks: &LockSet = self.held.of(event.thread);
        let access = Access { thread: event.thread, locks, is_write };
        if let Some((earlier_locks, earlier_thread)) = self.tries.entry(location).or_default().access(access)
        {
            self.races.push(LocksetRace {
                location,
                event: index,
                site: event.site,
                earlier_locks,
                earlier_thread,
                earlier_site: None,
            });
        }
    }

    /// Whether the location has had no other thread; the second one makes it shared, and counts.
    fn is_owned(&mut self, thread: ThreadId, location: Location) -> bool {
        match self.owners.get(&location) {
            None => {
                self.owners.insert(location, Some(thread));
                true
            }
            Some(&Some(owner)) if owner == thread => true,
            Some(&Some(_)) => {
                self.owners.insert(location, None);
                self.caches.evict(location);
                false
            }
            Some(None) => false,
        }
    }

    /// Static fields are told apart anyway.
    fn location(&self, event: &Event) -> Location {
        let location = event.location();
        let is_merged = !self.options.fields && location.object.0 != 0 && location.slot.as_field().is_some();
        if is_merged { Location { slot: Slot(0), ..location } } else { location }
    }
}
