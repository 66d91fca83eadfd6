//! Locks that may be one, held on the ways to an access: the lockset of Choi et al. and Chord's chapter 2, on all ways and
//! on some.
//!
//! In: the calls of the program, and what its bodies lock. Out: by instance, the abstract objects of which one may be
//! locked whenever it begins, and those of which one may be locked some time. A lock that may be several objects counts as
//! each of them, so two accesses that share one may still hold two locks: this removes nothing, it only makes a race
//! doubtful (`confidence`).

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
    /// Objects that are locked have small numbers.
    numbers: FxHashMap<usize, usize>,
    in_main: AtEntry,
    in_others: AtEntry,
}

/// What may be locked when instances begin, in the main thread or in others.
#[derive(Debug, Default)]
struct AtEntry {
    /// On every way; none if it is not reached.
    always: Vec<Option<Bits>>,
    /// On some way.
    sometimes: Vec<Bits>,
}

/// The numbers of objects of which one may be locked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct MayHold {
    /// On every way.
    pub(crate) always: Bits,
    /// On some way.
    pub(crate) sometimes: Bits,
}

impl CommonLocks {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        graph: &Graph,
        facts: &FxHashMap<InstanceId, Rc<Facts>>,
    ) -> CommonLocks {
        let roots = |threads: std::ops::Range<usize>| -> Vec<InstanceId> {
            let threads = graph.threads[threads].iter();
            threads.flat_map(|thread| thread.roots.iter().copied()).collect()
        };
        let mut locks = CommonLocks {
            numbers: FxHashMap::default(),
            in_main: AtEntry::default(),
            in_others: AtEntry::default(),
        };
        // By caller and instruction, where something is locked.
        let mut at_calls: FxHashMap<(InstanceId, usize), Bits> = FxHashMap::default();
        for caller in points_to.all_instances() {
            for call in facts.get(&caller).iter().flat_map(|facts| &facts.calls) {
                let held = locks.number(points_to, caller, &call.moment);
                if !held.is_empty() {
                    at_calls.insert((caller, call.inst.index()), held);
                }
            }
            for access in facts.get(&caller).iter().flat_map(|facts| &facts.accesses) {
                locks.number(points_to, caller, &access.moment);
            }
        }
        locks.in_main = at_entry(graph, &at_calls, &roots(MAIN..MAIN + 1));
        locks.in_others = at_entry(graph, &at_calls, &roots(MAIN + 1..graph.threads.len()));
        locks
    }

    /// What a moment of a body locks, by numbers, which are given as needed.
    fn number(&mut self, points_to: &PointsTo<'_>, instance: InstanceId, moment: &Moment) -> Bits {
        let objects = may_locks::objects(points_to, instance, &moment.held);
        let number = |object| {
            let next = self.numbers.len();
            *self.numbers.entry(object).or_insert(next)
        };
        objects.iter().map(number).collect()
    }

    /// What may be locked at a moment of an instance.
    pub(crate) fn at(
        &self,
        points_to: &PointsTo<'_>,
        instance: InstanceId,
        moment: &Moment,
        in_main: bool,
    ) -> MayHold {
        let at_entry = if in_main { &self.in_main } else { &self.in_others };
        let mut hold = MayHold {
            always: at_entry.always[instance.index()].clone().unwrap_or_default(),
            sometimes: at_entry.sometimes[instance.index()].clone(),
        };
        let own = may_locks::objects(points_to, instance, &moment.held);
        let own: Bits = own.iter().filter_map(|object| self.numbers.get(&object).copied()).collect();
        hold.always.union(&own);
        hold.sometimes.union(&own);
        hold
    }
}

fn at_entry(graph: &Graph, at_calls: &FxHashMap<(InstanceId, usize), Bits>, roots: &[InstanceId]) -> AtEntry {
    let count = graph.calls.len();
    let mut known = AtEntry { always: vec![None; count], sometimes: vec![Bits::default(); count] };
    let (mut work, mut waits) = (VecDeque::new(), Bits::default());
    for &root in roots {
        known.always[root.index()] = Some(Bits::default());
        work.extend(waits.insert(root.index()).then_some(root));
    }
    while let Some(caller) = work.pop_front() {
        waits.remove(caller.index());
        let Some(always) = known.always[caller.index()].clone() else { continue };
        let sometimes = known.sometimes[caller.index()].clone();
        for &(inst, callee) in &graph.calls[caller.index()] {
            let (mut always, mut sometimes) = (always.clone(), sometimes.clone());
            if let Some(held) = at_calls.get(&(caller, inst.index())) {
                always.union(held);
                sometimes.union(held);
            }
            let mut changed = known.sometimes[callee.index()].union(&sometimes);
            changed |= match &mut known.always[callee.index()] {
                Some(known) => known.intersect(&always),
                unknown => {
                    *unknown = Some(always);
                    true
                }
            };
            work.extend((changed && waits.insert(callee.index())).then_some(callee));
        }
    }
    known
}
