//! A trace in memory: all events in one order, and the tables.

use crate::event::Event;
use crate::tables::Tables;

/// The observed order is a legal one: of all orders that the recorder could have seen, one that agrees with the order of
/// synchronisation, with the program order of each thread and, as far as known, with the values read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// In the observed order.
    pub events: Vec<Event>,
    /// What the numbers stand for.
    pub tables: Tables,
}

impl Trace {
    /// The threads, by number: those of the tables and those that have events.
    pub fn threads(&self) -> usize {
        let seen = self.events.iter().map(|event| event.thread.index() + 1).max().unwrap_or(0);
        seen.max(self.tables.threads.len())
    }
}
