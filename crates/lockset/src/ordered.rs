//! The rule of `run --detector lockset`: two accesses of a location by two threads, one of them a write, race if no lock
//! excludes one from the other and nothing else than locks orders them.
//!
//! The naive model keeps all accesses. Here p stands for q, which is weaker-than with order in the place of threads, if
//! whatever comes later and races with q races with p: p's locks are within q's, p writes or q reads, and q comes before p
//! by what is no lock, or both are of one epoch. For whoever does not know q then does not know p either.
//!
//! What cannot be missed: a location with a race has one reported, at the latest at the last access that makes one.

use deadheat_trace::{Location, Op, SiteId, Trace};
use rustc_hash::FxHashMap;

use crate::LocksetRace;
use crate::locks::{Held, LockSet};
use crate::order::{Epoch, HardOrder};

#[derive(Debug)]
struct Access {
    epoch: Epoch,
    locks: LockSet,
    is_write: bool,
    site: SiteId,
}

/// The races of a trace.
pub fn ordered(trace: &Trace) -> Vec<LocksetRace> {
    let (mut order, mut held) = (HardOrder::default(), Held::default());
    let mut histories: FxHashMap<Location, Vec<Access>> = FxHashMap::default();
    let mut races = Vec::new();
    for (index, event) in trace.events.iter().enumerate() {
        order.step(event);
        held.step(event);
        if !event.op.is_plain() {
            continue;
        }
        let now = Access {
            epoch: order.epoch(event.thread),
            locks: held.of(event.thread).clone(),
            is_write: event.op == Op::Write,
            site: event.site,
        };
        let history = histories.entry(event.location()).or_default();
        if history.iter().any(|access| access.covers(&now)) {
            continue;
        }
        let race = |access: &&Access| access.races_with(&now, &order);
        races.extend(history.iter().filter(race).map(|access| LocksetRace {
            location: event.location(),
            event: index,
            site: event.site,
            earlier_locks: access.locks.clone(),
            earlier_thread: Some(access.epoch.thread),
            earlier_site: Some(access.site),
        }));
        history.retain(|access| !access.is_covered_by(&now, &order));
        history.push(now);
    }
    races
}

impl Access {
    /// Whether this one stands for one that is made now.
    fn covers(&self, now: &Access) -> bool {
        self.epoch == now.epoch && (self.is_write || !now.is_write) && self.locks.is_within(&now.locks)
    }

    /// Whether one that is made now stands for this one.
    fn is_covered_by(&self, now: &Access, order: &HardOrder) -> bool {
        (now.is_write || !self.is_write)
            && order.knows(now.epoch.thread, self.epoch)
            && now.locks.is_within(&self.locks)
    }

    fn races_with(&self, now: &Access, order: &HardOrder) -> bool {
        (self.is_write || now.is_write)
            && !order.knows(now.epoch.thread, self.epoch)
            && !self.locks.protects_from(&now.locks)
    }
}
