//! Where each read of a window has its value from, in the observed order.
//!
//! A read whose value is not that of the last write before it is *blind*: the write that it saw is not in the trace. In a
//! schedule it must come behind the same observed write, so that what was not seen is as it was.

use deadheat_trace::{Event, Location};
use rustc_hash::FxHashMap;

use crate::state::State;

/// The last write before a read, and whether it explains the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The write; none: before the window.
    pub write: Option<u32>,
    /// The value is another one.
    pub is_blind: bool,
}

/// See the module's description.
#[derive(Debug, Default)]
pub struct Sources {
    of_read: FxHashMap<u32, Source>,
    initial: FxHashMap<Location, u64>,
}

impl Sources {
    /// Of these events.
    pub fn new(events: &[Event], start: &State) -> Sources {
        let mut sources = Sources::default();
        let mut last: FxHashMap<Location, (u32, u64)> = FxHashMap::default();
        for (index, event) in super::numbered(events) {
            let location = event.location();
            if event.op.is_write() {
                last.insert(location, (index, event.value));
            } else if event.op.is_read() {
                let source = match last.get(&location) {
                    Some(&(write, value)) => Source { write: Some(write), is_blind: value != event.value },
                    None => sources.first(location, event.value, start),
                };
                sources.of_read.insert(index, source);
            }
        }
        sources
    }

    /// A read before all writes; what it sees is the value before the window if that is not known.
    fn first(&mut self, location: Location, value: u64, start: &State) -> Source {
        let known = start.values.get(&location).copied();
        let initial = *self.initial.entry(location).or_insert(known.unwrap_or(value));
        Source { write: None, is_blind: initial != value }
    }

    /// Of a read.
    pub fn of(&self, read: u32) -> Option<Source> {
        self.of_read.get(&read).copied()
    }

    /// The value of a location before the window, if known.
    pub fn initial(&self, location: Location, start: &State) -> Option<u64> {
        start.values.get(&location).or_else(|| self.initial.get(&location)).copied()
    }
}
