//! Methods that only an object's constructors run on it: all in one thread, the one that makes the object.

use std::rc::Rc;

use deadheat_points_to::{InstanceId, PointsTo};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::facts::Facts;
use crate::paths::{Path, Root};
use crate::threads::Graph;

/// The instances that run on an object that is being constructed, by one of its constructors or by what those
/// call on it.
pub(crate) fn constructing(
    points_to: &PointsTo<'_>,
    graph: &Graph,
    facts: &FxHashMap<InstanceId, Rc<Facts>>,
) -> Bits {
    let program = points_to.program();
    let mut found = Bits::default();
    let mut constructors = Bits::default();
    for instance in points_to.all_instances().filter(|instance| facts.contains_key(instance)) {
        found.insert(instance.index());
        if points_to.method(instance).is_some_and(|method| program.is_constructor(method)) {
            constructors.insert(instance.index());
        }
    }
    for root in graph.threads.iter().flat_map(|thread| &thread.roots) {
        found.remove(root.index());
    }
    found.union(&constructors);
    // All callers must be constructing, and pass their own object on.
    let mut changed = true;
    while changed {
        changed = false;
        for instance in points_to.all_instances() {
            if !found.contains(instance.index()) || constructors.contains(instance.index()) {
                continue;
            }
            let callers = graph.callers(instance);
            let is_meant = |&(caller, inst): &(InstanceId, _)| {
                let call = facts.get(&caller).and_then(|facts| facts.call_at(inst));
                let this = call.and_then(|call| call.arguments.first());
                found.contains(caller.index())
                    && this.is_some_and(|this| this.path == Path::new(Root::Param(0)))
            };
            if callers.is_empty() || !callers.iter().all(is_meant) {
                found.remove(instance.index());
                changed = true;
            }
        }
    }
    found
}
