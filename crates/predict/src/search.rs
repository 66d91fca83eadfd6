//! From a window to races: candidates by site, cheap checks first, then schedules, then the checker.
//!
//! Pairs are grouped by the sites of their accesses. A pair of sites that was found to race is not asked about again; of the others,
//! the pairs of events that are closest to each other are asked about first, and at most [`Options::tries`] in a window
//! get as far as a search for a schedule.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use deadheat_trace::{Event, Location, ObjectId, SiteId};
use rustc_hash::FxHashMap;

use crate::causally_precedes::CausallyPrecedes;
use crate::check::Checker;
use crate::maximal::{self, Verdict};
use crate::options::{Clock, Options};
use crate::prediction::{Analysis, PairKey, Prediction, Race, Step, key};
use crate::schedule::Schedule;
use crate::solver::cdcl::Cdcl;
use crate::sync_preserving;
use crate::window::{Window, numbered};

/// Pairs of two sites that are looked at in a window, at most; how many more there are is counted.
const MOST_PAIRS: usize = 2_000;

/// The size of a window in which a search in vain counts as one.
const USUAL_WINDOW: u64 = 10_000;

/// Pairs of accesses by their sites, closest first.
#[derive(Debug, Default)]
pub struct Candidates {
    pairs: BTreeMap<PairKey, Vec<(u32, u32)>>,
    skipped: BTreeMap<PairKey, u64>,
    fresh: u32,
}

impl Candidates {
    /// Of a window: conflicting accesses of different threads. Unless all are wanted, of the accesses of one site that a thread makes
    /// with the same locks, knowing the same of other threads, only the first.
    ///
    /// Pairs before the first fresh event were asked about in the window before.
    pub fn new(window: &Window<'_>, fresh: u32, wants_all: bool) -> Candidates {
        let mut candidates = Candidates { fresh, ..Candidates::default() };
        let mut by_location: FxHashMap<Location, Vec<u32>> = FxHashMap::default();
        for (index, event) in numbered(window.events).filter(|(_, event)| event.op.is_plain()) {
            by_location.entry(event.location()).or_default().push(index);
        }
        let mut locations: Vec<Vec<u32>> = by_location.into_values().collect();
        locations.sort_unstable();
        for accesses in locations.into_iter().filter(|it| it.last().is_some_and(|&last| last >= fresh)) {
            candidates.add_location(window, &accesses, wants_all);
        }
        candidates.pairs.retain(|_, pairs| !pairs.is_empty());
        for pairs in candidates.pairs.values_mut() {
            pairs.sort_by_key(|(first, second)| (second - first, *first));
        }
        candidates
    }

    /// Whether there is a pair that was not found yet and that cheap checks do not decide: then a window has to be looked at with
    /// more order as well.
    pub fn has_open(&self, window: &Window<'_>, prediction: &Prediction) -> bool {
        let is_open = |&(first, second): &(u32, u32)| {
            let sections = &window.sections;
            !window.keeps(first, second) && !sections.exclude(sections.held(first), sections.held(second))
        };
        let unknown = self.pairs.iter().filter(|(key, _)| !prediction.races.contains_key(*key));
        unknown.flat_map(|(_, pairs)| pairs).any(is_open)
    }

    fn add_location(&mut self, window: &Window<'_>, accesses: &[u32], wants_all: bool) {
        type Group = (usize, SiteId, bool);
        let mut groups: BTreeMap<Group, Vec<u32>> = BTreeMap::new();
        for &access in accesses {
            let event = window.event(access);
            let (thread, place) = window.threads.place(access);
            let group = groups.entry((thread, event.site, event.op.is_write())).or_default();
            let like = |earlier: &u32| {
                let (_, before) = window.threads.place(*earlier);
                window.sections.held(*earlier) == window.sections.held(access)
                    && window.must.span(thread, before) == window.must.span(thread, place)
            };
            if wants_all || !group.last().is_some_and(like) {
                group.push(access);
            }
        }
        let groups: Vec<(Group, Vec<u32>)> = groups.into_iter().collect();
        for (at, ((one, _, writes), firsts)) in groups.iter().enumerate() {
            for ((other, _, other_writes), seconds) in &groups[at + 1..] {
                if one != other && (*writes || *other_writes) {
                    self.add_pairs(window.events, firsts, seconds, wants_all);
                }
            }
        }
    }

    fn add_pairs(&mut self, events: &[Event], firsts: &[u32], seconds: &[u32], wants_all: bool) {
        let key = key(&events[firsts[0] as usize], &events[seconds[0] as usize]);
        let pairs = self.pairs.entry(key).or_default();
        let room = if wants_all { usize::MAX } else { MOST_PAIRS };
        for &first in firsts {
            // The closest ones on both sides.
            let middle = seconds.partition_point(|&second| second < first);
            let near = if wants_all {
                0..seconds.len()
            } else {
                middle.saturating_sub(8)..(middle + 8).min(seconds.len())
            };
            *self.skipped.entry(key).or_default() += (seconds.len() - near.len()) as u64;
            for &second in seconds[near].iter().filter(|&&second| first.max(second) >= self.fresh) {
                if pairs.len() < room {
                    pairs.push((first.min(second), first.max(second)));
                } else {
                    *self.skipped.entry(key).or_default() += 1;
                }
            }
        }
    }
}

/// One analysis of one window.
pub struct Search<'s, 'a> {
    /// The window; for RDIT with its edges.
    pub window: &'s Window<'a>,
    /// The number of the window's first event in the trace.
    pub base: u64,
    /// Pairs to ask about.
    pub candidates: &'s Candidates,
    /// Limits.
    pub options: &'s Options,
    /// When to stop.
    pub clock: &'s Clock,
}

impl<'s> Search<'s, '_> {
    /// Adds what the window shows to a prediction.
    pub fn run(&self, prediction: &mut Prediction) {
        let causal =
            (prediction.analysis == Analysis::CausallyPrecedes).then(|| CausallyPrecedes::new(self.window));
        // Most windows have no schedule to check.
        let checker = OnceCell::new();
        for (key, pairs) in &self.candidates.pairs {
            if prediction.races.contains_key(key) {
                continue;
            }
            prediction.counts.skipped += self.candidates.skipped.get(key).copied().unwrap_or(0);
            self.pairs(*key, pairs, causal.as_ref(), &checker, prediction);
        }
    }

    fn pairs(
        &self,
        key: PairKey,
        pairs: &[(u32, u32)],
        causal: Option<&CausallyPrecedes>,
        checker: &OnceCell<Checker<'s>>,
        prediction: &mut Prediction,
    ) {
        let mut tries = 0;
        let most = self.tries(prediction.in_vain.get(&key).copied().unwrap_or(0));
        for (at, &(first, second)) in pairs.iter().enumerate() {
            if tries >= most || self.clock.is_over() {
                prediction.counts.skipped += (pairs.len() - at) as u64;
                return;
            }
            prediction.counts.pairs += 1;
            if self.is_ordered(first, second, prediction) {
                continue;
            }
            if causal.is_some_and(|causal| causal.before(self.window, first, second)) {
                continue;
            }
            tries += 1;
            let Some(schedule) = self.witness((first, second), prediction) else {
                *prediction.in_vain.entry(key).or_default() += self.price();
                prediction.counts.unwitnessed += u64::from(causal.is_some());
                continue;
            };
            let checker = checker
                .get_or_init(|| Checker::new(self.window.events, self.window.start, self.window.untraced));
            if let Err(mistake) = checker.check(&schedule) {
                prediction.counts.rejected += 1;
                prediction.mistakes.push(mistake);
                continue;
            }
            prediction.races.insert(key, self.race(&schedule));
            return;
        }
    }

    /// What a search in vain counts: it takes as much longer as the window is larger.
    fn price(&self) -> u64 {
        (self.window.events.len() as u64 / USUAL_WINDOW).max(1)
    }

    /// How often a schedule is looked for in a window, for two sites for which that was in vain so often: what is ordered in the same way
    /// in a hundred windows most likely is in the next.
    fn tries(&self, in_vain: u64) -> usize {
        match self.options.patience {
            patience if in_vain >= patience => 0,
            patience if in_vain >= patience / 10 => self.options.tries.min(1),
            _ => self.options.tries,
        }
    }

    /// The cheap checks.
    fn is_ordered(&self, first: u32, second: u32, prediction: &mut Prediction) -> bool {
        let (window, counts) = (self.window, &mut prediction.counts);
        if window.keeps(first, second) {
            counts.ordered += 1;
            return true;
        }
        let sections = &window.sections;
        let is_locked = sections.exclude(sections.held(first), sections.held(second));
        counts.locked += u64::from(is_locked);
        is_locked
    }

    fn witness(&self, pair: (u32, u32), prediction: &mut Prediction) -> Option<Schedule> {
        let preserving = sync_preserving::schedule(self.window, pair.0, pair.1);
        if let Some(schedule) = preserving {
            prediction.counts.preserving += 1;
            return Some(schedule);
        }
        if prediction.analysis == Analysis::SyncPreserving {
            return None;
        }
        let verdict = maximal::schedule(self.window, pair, &mut Cdcl, self.options.most_conflicts);
        match verdict {
            Verdict::Race(schedule) => {
                prediction.counts.solved += 1;
                Some(schedule)
            }
            Verdict::Ordered => {
                prediction.counts.solved += 1;
                None
            }
            Verdict::Unknown => {
                prediction.counts.unknown += 1;
                None
            }
        }
    }

    fn locks(&self, event: u32) -> Vec<ObjectId> {
        let sections = &self.window.sections;
        sections.set(sections.held(event)).map(|section| section.lock).collect()
    }

    fn race(&self, schedule: &Schedule) -> Race {
        let step =
            |&event: &u32| Step { number: self.base + u64::from(event), event: *self.window.event(event) };
        Race {
            location: self.window.event(schedule.first).location(),
            accesses: [step(&schedule.first), step(&schedule.second)],
            locks: [schedule.first, schedule.second].map(|event| self.locks(event)),
            count: 1,
            schedule: Some(schedule.events.iter().map(step).collect()),
            is_behind_race: false,
        }
    }
}
