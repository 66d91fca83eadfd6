//! The lockset analysis of Chord's chapter 2, which is not sound: two accesses are taken to exclude each other
//! if they may hold a lock on the same abstract object, or if one abstract thread makes both. An option, to
//! compare with the sound analysis of `locks`.

use std::collections::VecDeque;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, PointsTo};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::facts::{Facts, Held};
use crate::locks::Guarded;
use crate::paths::{Path, Root};
use crate::threads::Graph;

/// By instance: the objects on which a lock may be held when it begins.
#[derive(Debug)]
pub(crate) struct MayLocks(Vec<Bits>);

impl MayLocks {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        graph: &Graph,
        facts: &FxHashMap<InstanceId, Rc<Facts>>,
    ) -> MayLocks {
        let mut known = MayLocks(vec![Bits::default(); graph.calls.len()]);
        let mut work: VecDeque<InstanceId> = points_to.all_instances().collect();
        while let Some(caller) = work.pop_front() {
            for &(inst, callee) in &graph.calls[caller.index()] {
                let call = facts.get(&caller).and_then(|facts| facts.call_at(inst));
                let held = call.map_or(&[][..], |call| &call.moment.held);
                let objects = known.held(points_to, caller, held);
                if known.0[callee.index()].union(&objects) {
                    work.push_back(callee);
                }
            }
        }
        known
    }

    /// The same as guards.
    pub(crate) fn guards(
        &self,
        points_to: &PointsTo<'_>,
        instance: InstanceId,
        held: &[Held],
    ) -> Vec<Guarded> {
        let held = self.held(points_to, instance, held);
        let objects = points_to.objects().filter(|object| held.contains(object.index()));
        objects.map(Guarded::object).collect()
    }

    /// The objects on which a lock may be held.
    pub(crate) fn held(&self, points_to: &PointsTo<'_>, instance: InstanceId, held: &[Held]) -> Bits {
        let mut all = self.0[instance.index()].clone();
        all.union(&objects(points_to, instance, held));
        all
    }
}

/// The objects that the locks of a body may be.
pub(crate) fn objects(points_to: &PointsTo<'_>, instance: InstanceId, held: &[Held]) -> Bits {
    let mut objects = Bits::default();
    for held in held.iter().filter(|held| !held.is_thread) {
        let locked = match (held.value, &held.lock) {
            (Some(value), _) => points_to.points_to(instance, value),
            (None, Path { root: Root::Param(index), fields }) if fields.is_empty() => {
                points_to.parameters(instance).into_iter().nth(usize::from(*index)).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        locked.into_iter().for_each(|object| {
            objects.insert(object.index());
        });
    }
    objects
}
