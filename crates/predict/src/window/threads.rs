//! The threads of a window, by dense numbers, and the place of each event in its thread.

use deadheat_trace::{Event, ThreadId};
use rustc_hash::FxHashMap;

/// See the module's description.
#[derive(Debug, Default)]
pub struct Threads {
    places: Vec<(u32, u32)>,
    events: Vec<Vec<u32>>,
    numbers: FxHashMap<ThreadId, usize>,
}

impl Threads {
    /// Of these events.
    pub fn new(events: &[Event]) -> Threads {
        let mut threads = Threads { places: Vec::with_capacity(events.len()), ..Threads::default() };
        for (index, event) in super::numbered(events) {
            let next = threads.events.len();
            let thread = *threads.numbers.entry(event.thread).or_insert(next);
            if thread == next {
                threads.events.push(Vec::new());
            }
            let place = u32::try_from(threads.events[thread].len()).unwrap_or(u32::MAX);
            threads.places.push((u32::try_from(thread).unwrap_or(u32::MAX), place));
            threads.events[thread].push(index);
        }
        threads
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.events.len()
    }

    /// An event's thread and place in it.
    pub fn place(&self, event: u32) -> (usize, u32) {
        let (thread, place) = self.places[event as usize];
        (thread as usize, place)
    }

    /// The events of a thread.
    pub fn events(&self, thread: usize) -> &[u32] {
        &self.events[thread]
    }

    /// The dense number of a thread that has events.
    pub fn number(&self, thread: ThreadId) -> Option<usize> {
        self.numbers.get(&thread).copied()
    }
}
