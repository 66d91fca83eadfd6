//! What every analysis returns: pairs of accesses by site and location, with the schedule where there is one.

use std::collections::BTreeMap;
use std::time::Duration;

use deadheat_trace::{Event, Location, ObjectId, SiteId, ThreadId};

/// Which analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Analysis {
    /// Happens-before, streaming.
    HappensBefore,
    /// Causally-precedes.
    CausallyPrecedes,
    /// Sync-preserving.
    SyncPreserving,
    /// Maximal causality; untraced calls are ignored.
    Maximal,
    /// Maximal causality with BarrierPairs.
    Rdit,
}

impl Analysis {
    /// All of them, from the weakest.
    pub const ALL: [Analysis; 5] = [
        Analysis::HappensBefore,
        Analysis::CausallyPrecedes,
        Analysis::SyncPreserving,
        Analysis::Maximal,
        Analysis::Rdit,
    ];

    /// As options and reports name it.
    pub fn name(self) -> &'static str {
        match self {
            Analysis::HappensBefore => "hb",
            Analysis::CausallyPrecedes => "cp",
            Analysis::SyncPreserving => "sp",
            Analysis::Maximal => "mc",
            Analysis::Rdit => "rdit",
        }
    }

    /// The analysis of a name.
    pub fn from_name(name: &str) -> Option<Analysis> {
        Analysis::ALL.into_iter().find(|analysis| analysis.name() == name)
    }
}

/// One access of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// Where in the code.
    pub site: SiteId,
    /// Whether it writes.
    pub is_write: bool,
}

impl Access {
    /// Of an event.
    pub fn of(event: &Event) -> Access {
        Access { site: event.site, is_write: event.op.is_write() }
    }
}

/// What makes two races the same: both accesses by site and kind, the smaller first.
pub type PairKey = [Access; 2];

/// The key of two events.
pub fn key(first: &Event, second: &Event) -> PairKey {
    let mut key = [Access::of(first), Access::of(second)];
    key.sort_unstable();
    key
}

/// An event of a schedule, with its number in the whole trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The number.
    pub number: u64,
    /// What happens.
    pub event: Event,
}

/// A race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    /// The location of the first such pair.
    pub location: Location,
    /// Its accesses, in the observed order, with their numbers in the trace.
    pub accesses: [Step; 2],
    /// The locks that each of them holds, in the order in which they were taken; empty where there is no schedule.
    pub locks: [Vec<ObjectId>; 2],
    /// How many pairs of events were found to race; pairs of a key that has been found are not asked again.
    pub count: u64,
    /// What happens before both; none where the analysis makes no schedules.
    pub schedule: Option<Vec<Step>>,
    /// It is behind a read whose value comes from a race itself: seen in this run, but other schedules may not have it.
    pub is_behind_race: bool,
}

impl Race {
    /// The threads of both accesses.
    pub fn threads(&self) -> [ThreadId; 2] {
        [self.accesses[0].event.thread, self.accesses[1].event.thread]
    }
}

/// What an analysis did, and what it did not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Events that were looked at.
    pub events: u64,
    /// Windows.
    pub windows: u64,
    /// Pairs that were asked about.
    pub pairs: u64,
    /// Of these: ordered by threads or channels in every schedule.
    pub ordered: u64,
    /// Kept apart by a lock.
    pub locked: u64,
    /// A schedule with the observed order of locks was found.
    pub preserving: u64,
    /// Decided by the solver.
    pub solved: u64,
    /// The solver's budget was spent, or the constraints were too many.
    pub unknown: u64,
    /// Not asked, because too many of the same two sites, or because the time was up.
    pub skipped: u64,
    /// Schedules that the checker did not accept: mistakes of ours.
    pub rejected: u64,
    /// Pairs that causally-precedes leaves unordered and no schedule has: deadlocks, or behind another race.
    pub unwitnessed: u64,
}

/// The result of one analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prediction {
    /// By which.
    pub analysis: Analysis,
    /// The races.
    pub races: BTreeMap<PairKey, Race>,
    /// What was done.
    pub counts: Counts,
    /// Searches for a schedule that were in vain, by the sites.
    pub in_vain: BTreeMap<PairKey, u64>,
    /// How long it took.
    pub time: Duration,
    /// What went wrong with rejected schedules, the first few.
    pub mistakes: Vec<String>,
}

impl Prediction {
    /// Nothing found yet.
    pub fn new(analysis: Analysis) -> Prediction {
        let (races, in_vain, counts) = (BTreeMap::new(), BTreeMap::new(), Counts::default());
        Prediction { analysis, races, counts, in_vain, time: Duration::ZERO, mistakes: Vec::new() }
    }
}
