//! What untraced code can reach: the set D of a BarrierPair (RDIT 4.2, 4.4.3).
//!
//! Each object's references are known once, from a heap record, and kept up to date by the writes in the trace, as in
//! RDIT's optimisation; the set of a call is what its listed objects lead to at that moment. Deviations:
//!
//! 1. RDIT drops what a field referred to before. Here a reference that was overwritten still counts, since untraced code may
//!    have kept it: more order, fewer reports, none that is false.
//! 2. A call that reaches more than [`MOST_REACHED`] objects is taken to reach everything.
//!
//! Missed: references that untraced code stores in objects that the call does not reach, as in RDIT.

use deadheat_trace::{Event, ObjectId, Tables};
use rustc_hash::{FxHashMap, FxHashSet};

/// A call that reaches more is taken to reach everything.
pub(crate) const MOST_REACHED: usize = 20_000;

/// References between objects, as far as the trace tells.
#[derive(Debug, Clone, Default)]
pub(crate) struct Heap {
    written: FxHashMap<ObjectId, Vec<ObjectId>>,
}

impl Heap {
    /// Learns from a write of a reference.
    pub(crate) fn write(&mut self, event: &Event, tables: &Tables) {
        let (location, value) = (event.location(), ObjectId(event.value));
        if value.0 == 0 || tables.reach.is_empty() || !tables.holds_references(location) {
            return;
        }
        let children = self.written.entry(location.owner()).or_default();
        // Most writes repeat one of the last.
        if !children.iter().rev().take(8).any(|&child| child == value) {
            children.push(value);
        }
    }

    /// What a `MethodBegin` can reach, sorted; none: anything.
    pub(crate) fn reach_of(&self, event: &Event, tables: &Tables) -> Option<Vec<ObjectId>> {
        let listed = tables.reach.get(event.reach().index())?;
        let mut seen: FxHashSet<ObjectId> = listed.iter().copied().filter(|object| object.0 != 0).collect();
        let mut waiting: Vec<ObjectId> = listed.iter().copied().filter(|object| object.0 != 0).collect();
        while let Some(object) = waiting.pop() {
            let recorded = tables.heap.get(&object).into_iter().flat_map(|(_, children)| children);
            let recorded = recorded.map(|(_, child)| *child);
            let written = self.written.get(&object).into_iter().flatten().copied();
            waiting.extend(recorded.chain(written).filter(|child| child.0 != 0 && seen.insert(*child)));
            if seen.len() > MOST_REACHED {
                return None;
            }
        }
        let mut all: Vec<ObjectId> = seen.into_iter().collect();
        all.sort_unstable();
        Some(all)
    }
}
