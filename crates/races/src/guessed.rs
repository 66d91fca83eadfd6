//! Code that is only reached by guesses: a reflective call whose target is not known is taken to call whatever fits. That
//! loses nothing, but what nothing else calls is seldom what such a call means.

use std::collections::BTreeSet;

use deadheat_models::{Bound, Meaning};
use deadheat_points_to::{InstanceId, PointsTo};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::threads::Graph;

/// A reflective call of more methods than this is a guess.
const TARGETS: usize = 10;

/// The instances that threads reach without guesses.
pub(crate) fn reached_surely(points_to: &PointsTo<'_>, bound: &Bound<'_>, graph: &Graph) -> Bits {
    let mut reflective: FxHashMap<_, bool> = FxHashMap::default();
    let mut is_guess = |caller: InstanceId| {
        let Some(method) = points_to.method(caller) else { return false };
        let is_reflective = *reflective.entry(method).or_insert_with(|| {
            let meaning = bound.contract(method).and_then(|contract| contract.meaning);
            matches!(
                meaning,
                Some(Meaning::NewInstance | Meaning::Construct | Meaning::Invoke | Meaning::InvokeHandle)
            )
        });
        let called =
            || graph.calls[caller.index()].iter().filter_map(|&(_, callee)| points_to.method(callee));
        is_reflective && called().collect::<BTreeSet<_>>().len() > TARGETS
    };
    let mut reached = Bits::default();
    let mut work: Vec<InstanceId> =
        graph.threads.iter().flat_map(|thread| thread.roots.iter().copied()).collect();
    while let Some(instance) = work.pop() {
        if reached.insert(instance.index()) && !is_guess(instance) {
            work.extend(graph.calls[instance.index()].iter().map(|&(_, callee)| callee));
        }
    }
    reached
}
