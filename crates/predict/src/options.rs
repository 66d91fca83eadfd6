//! What a user can choose, and when to stop.

use std::time::{Duration, Instant};

use crate::prediction::Analysis;

/// How to analyse.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which analyses.
    pub analyses: Vec<Analysis>,
    /// Events of a window.
    pub window: usize,
    /// Pairs of two sites that get as far as a search for a schedule, in a window.
    pub tries: usize,
    /// Searches for a schedule in vain after which two sites are not asked about any more, in the whole trace; after a tenth of them, one
    /// pair in a window is.
    pub patience: u64,
    /// Conflicts after which the solver gives a pair up.
    pub most_conflicts: u64,
    /// Ask about every pair of events, not only about those of sites that are not yet known to race: for tests.
    pub wants_all: bool,
    /// When to stop asking.
    pub time: Option<Duration>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            analyses: vec![Analysis::Rdit],
            window: 10_000,
            tries: 10,
            patience: 1_000,
            most_conflicts: 10_000,
            wants_all: false,
            time: None,
        }
    }
}

/// Tells when the time is up.
#[derive(Debug)]
pub struct Clock {
    end: Option<Instant>,
}

impl Clock {
    /// Starts now.
    pub fn start(time: Option<Duration>) -> Clock {
        Clock { end: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}
