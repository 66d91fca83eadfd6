//! Calls that take locks, by whom they run: what is called a `Lock` may be a read lock, or the application's own.
//!
//! A contract speaks for what a call names. A lock that may be the shared part of another counts as shared. A
//! method of the application that implements `lock` is read like any other: what it takes, it leaves held.

use deadheat_models::{Bound, Contract};
use deadheat_points_to::PointsTo;
use deadheat_program::MethodId;
use deadheat_program::ir::InstId;

/// What a contract says of a call, given the methods that the call may run.
pub(crate) fn as_run(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    method: MethodId,
    inst: InstId,
    contract: &mut Contract,
) {
    let Some(ordering) = contract.ordering.as_mut().filter(|ordering| !ordering.acquires.is_empty()) else {
        return;
    };
    for &instance in points_to.instances(method) {
        for (callee, _) in points_to.callees(instance, inst) {
            let Some(callee) = points_to.method(callee) else { continue };
            if points_to.program().is_application(callee.class) {
                ordering.acquires.clear();
            }
            let run = bound.contract(callee).and_then(|contract| contract.ordering);
            let is_shared = run.is_some_and(|run| run.acquires.iter().any(|lock| lock.shared));
            ordering.acquires.iter_mut().for_each(|lock| lock.shared |= is_shared);
        }
    }
}
