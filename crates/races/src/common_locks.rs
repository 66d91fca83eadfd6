//! Locks that may be one, held on every way to an access: the lockset of Choi et al. and Chord's chapter 2, with what is
//! held on all ways instead of some.
//!
//! In: the calls of the program, and what its bodies lock. Out: by instance, the abstract objects of which one may be
//! locked whenever it begins. A lock that may be several objects counts as each of them, so two accesses that share one
//! may still hold two locks: this removes nothing, it only makes a race doubtful (`confidence`).

use std::collections::VecDeque;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, PointsTo};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::facts::{Facts, Moment};
use crate::may_locks;
use crate::threads::{Graph, MAIN};

/// See the module's description.
#[derive(Debug)]
pub(crate) struct CommonLocks {
    in_main: Vec<Option<Bits>>,
    in_others: Vec<Option<Bits>>,
}

impl CommonLocks {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        graph: &Graph,
        facts: &FxHashMap<InstanceId, Rc<Facts>>,
    ) -> CommonLocks {
        let roots = |threads: std::ops::Range<usize>| {
            let threads = graph.threads[threads].iter();
            threads.flat_map(|thread| thread.roots.iter().copied()).collect()
        };
        CommonLocks {
            in_main: at_entry(points_to, graph, facts, roots(MAIN..MAIN + 1)),
            in_others: at_entry(points_to, graph, facts, roots(MAIN + 1..graph.threads.len())),
        }
    }

    /// The objects of which one may be locked at a moment of an instance.
    pub(crate) fn at(
        &self,
        points_to: &PointsTo<'_>,
        instance: InstanceId,
        moment: &Moment,
        in_main: bool,
    ) -> Bits {
        let at_entry = if in_main { &self.in_main } else { &self.in_others };
        let mut locks = at_entry[instance.index()].clone().unwrap_or_default();
        locks.union(&may_locks::objects(points_to, instance, &moment.held));
        locks
    }
}

fn at_entry(
    points_to: &PointsTo<'_>,
    graph: &Graph,
    facts: &FxHashMap<InstanceId, Rc<Facts>>,
    roots: Vec<InstanceId>,
) -> Vec<Option<Bits>> {
    let mut known: Vec<Option<Bits>> = vec![None; graph.calls.len()];
    let mut work = VecDeque::new();
    for root in roots {
        known[root.index()] = Some(Bits::default());
        work.push_back(root);
    }
    while let Some(caller) = work.pop_front() {
        let Some(own) = known[caller.index()].clone() else { continue };
        for &(inst, callee) in &graph.calls[caller.index()] {
            let call = facts.get(&caller).and_then(|facts| facts.call_at(inst));
            let mut passed = own.clone();
            if let Some(call) = call {
                passed.union(&may_locks::objects(points_to, caller, &call.moment.held));
            }
            let changed = match &mut known[callee.index()] {
                Some(known) => known.intersect(&passed),
                unknown => {
                    *unknown = Some(passed);
                    true
                }
            };
            if changed {
                work.push_back(callee);
            }
        }
    }
    known
}
