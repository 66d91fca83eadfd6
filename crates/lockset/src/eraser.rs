//! Eraser's rule, for comparison (Choi et al., sections 8.3 and 9): all accesses of a location, from the second thread's
//! first on, are to have one lock in common. Reports what is accessed in turn under locks of which each two have one in
//! common but not all, and what is handed over without a lock.

use deadheat_trace::{Location, Op, ThreadId, Trace};
use rustc_hash::FxHashMap;

use crate::LocksetRace;
use crate::locks::{Held, LockSet};

#[derive(Debug)]
struct State {
    owner: Option<ThreadId>,
    common: Option<LockSet>,
    is_written: bool,
}

/// The races of a trace: an access for each that found the locations' common locks empty.
pub fn eraser(trace: &Trace) -> Vec<LocksetRace> {
    let mut held = Held::default();
    let mut states: FxHashMap<Location, State> = FxHashMap::default();
    let mut races = Vec::new();
    for (index, event) in trace.events.iter().enumerate() {
        held.step(event);
        if !event.op.is_plain() {
            continue;
        }
        let state = states.entry(event.location()).or_insert(State {
            owner: Some(event.thread),
            common: None,
            is_written: false,
        });
        if state.owner == Some(event.thread) {
            continue;
        }
        state.owner = None;
        let locks = held.of(event.thread);
        let common = state.common.as_ref().map_or_else(|| locks.clone(), |common| common.common(locks));
        state.is_written |= event.op == Op::Write;
        if state.common.is_some() && state.is_written && common.is_empty() {
            races.push(LocksetRace {
                location: event.location(),
                event: index,
                site: event.site,
                earlier_locks: state.common.clone().unwrap_or_default(),
                earlier_thread: None,
                earlier_site: None,
            });
        }
        state.common = Some(common);
    }
    races
}
