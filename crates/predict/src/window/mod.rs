//! A window: events that are reordered together, with what analyses ask about them.
//!
//! RDIT 5.2.1 cuts traces into windows of 10,000 events; here windows of that size overlap by half. All before a window has happened; what is carried over is the
//! [`State`](crate::state::State). Races of accesses that no window has both
//! are not seen, but by happens-before, which needs none.

mod sections;
mod source;
mod threads;

pub use sections::{Held, Section, Sections};
pub use source::{Source, Sources};
pub use threads::Threads;

use deadheat_trace::{Event, Location, Tables};
use rustc_hash::FxHashMap;

use crate::order::barrier::Untraced;
use crate::order::forced::{Parts, forced};
use crate::order::hard;
use crate::order::must::Must;
use crate::state::State;

/// See the module's description.
#[derive(Debug)]
pub struct Window<'a> {
    /// In the observed order.
    pub events: &'a [Event],
    /// What was true before them.
    pub start: &'a State,
    /// What their numbers stand for.
    pub tables: &'a Tables,
    /// Who does what.
    pub threads: Threads,
    /// Critical sections.
    pub sections: Sections,
    /// Where each read has its value from.
    pub sources: Sources,
    /// Writes of each location, volatile ones as well.
    pub writes: FxHashMap<Location, Vec<u32>>,
    /// Order that no schedule changes: threads, channels, untraced code.
    pub must: Must,
    /// The same with what follows from values and locks, for events that happen.
    pub forced: Must,
    /// What untraced code means; none if that is not asked.
    pub untraced: Option<&'a Untraced>,
}

impl<'a> Window<'a> {
    /// Prepares a window, with what untraced code means or without.
    pub fn new(
        events: &'a [Event],
        start: &'a State,
        tables: &'a Tables,
        untraced: Option<&'a Untraced>,
    ) -> Window<'a> {
        let threads = Threads::new(events);
        let mut edges = hard::edges(events);
        edges.extend(untraced.into_iter().flat_map(|untraced| &untraced.edges));
        let must = Must::new(&threads, &edges);
        let (sections, sources) = (Sections::new(events, start), Sources::new(events, start));
        let parts = Parts { events, start, threads: &threads, sections: &sections, sources: &sources };
        let forced = forced(parts, &edges);
        let mut writes: FxHashMap<Location, Vec<u32>> = FxHashMap::default();
        for (index, event) in numbered(events) {
            if event.op.is_write() {
                writes.entry(event.location()).or_default().push(index);
            }
        }
        Window { events, start, tables, threads, sections, sources, writes, must, forced, untraced }
    }

    /// The event of a number.
    pub fn event(&self, index: u32) -> &Event {
        &self.events[index as usize]
    }

    /// Whether untraced code may have written the location of a read between a write and that read.
    pub fn is_separated(&self, write: Option<u32>, read: u32) -> bool {
        let owner = self.event(read).location().owner();
        self.untraced.is_some_and(|untraced| untraced.separates(owner, write, read))
    }

    /// Whether `first` precedes `second` in every schedule in which that happens.
    pub fn forces(&self, first: u32, second: u32) -> bool {
        self.forced.before(&self.threads, first, second)
    }

    /// How many events of a thread precede an access in every schedule in which that is next.
    pub fn known(&self, access: u32, other: usize) -> u32 {
        let (thread, place) = self.threads.place(access);
        if thread == other {
            return place;
        }
        // What precedes it has happened: by its thread, or by the hard order.
        let before = place.checked_sub(1).map(|before| self.forced.known(thread, before, other));
        let sources = self.must.sources(access).map(|source| {
            let (from, at) = self.threads.place(source);
            if from == other { at + 1 } else { self.forced.known(from, at, other) }
        });
        before.into_iter().chain(sources).max().unwrap_or(0)
    }

    /// Whether `first` has happened in every schedule in which the access is next.
    pub fn keeps(&self, first: u32, access: u32) -> bool {
        let (thread, place) = self.threads.place(first);
        self.known(access, thread) > place
    }

    /// Whether `first` precedes `second` by the hard order.
    pub fn before(&self, first: u32, second: u32) -> bool {
        self.must.before(&self.threads, first, second)
    }
}

/// Events with their numbers.
pub(crate) fn numbered(events: &[Event]) -> impl Iterator<Item = (u32, &Event)> {
    (0u32..).zip(events)
}
