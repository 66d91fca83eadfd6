//! Which calls throw what other threads threw: those that wait for tasks, and give what they gave. Whoever waits for the
//! tasks of his own nest (`nested.rs`) gets nothing of others by that. The tasks that a library makes for itself throw
//! what the threads throw that begin with such objects.

use deadheat_models::{Bound, Contract};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, SiteKind, Waits};
use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::streams::Streams;
use crate::threads::{Graph, MAIN};

/// Finds the contracts that may throw what other threads threw.
pub(crate) fn waits(points_to: &PointsTo<'_>, bound: &Bound<'_>, graph: &Graph, streams: &Streams) -> Waits {
    let mut waits = Waits::default();
    let mut of_library = Vec::new();
    for instance in points_to.all_instances() {
        let contract = points_to.method(instance).and_then(|method| bound.contract(method));
        if !contract.is_some_and(|contract| hears_of_others(&contract)) {
            continue;
        }
        if streams.is_sequential(instance) {
            waits.ends.push(instance);
        } else if waits_for_librarys(points_to, instance) {
            of_library.push(instance);
        } else {
            waits.always.insert(instance);
        }
    }
    let begun = begun_by_library(points_to, graph);
    let runs = |instance: InstanceId| graph.threads_of(instance).iter().any(|it| begun.contains(it));
    if waits.always.iter().any(|&instance| runs(instance)) {
        waits.always.extend(of_library);
        return waits;
    }
    let mut thrown: FxHashSet<ObjectId> = FxHashSet::default();
    if !of_library.is_empty() {
        thrown.extend(points_to.thrown_by(None));
        let runners = points_to.all_instances().filter(|&instance| runs(instance));
        thrown.extend(runners.flat_map(|instance| points_to.thrown_by(Some(instance))));
    }
    let mut thrown: Vec<ObjectId> = thrown.into_iter().collect();
    thrown.sort();
    waits.within = (of_library, thrown);
    waits
}

/// Whether a contract waits for others, and does not only tell whether they have ended.
fn hears_of_others(contract: &Contract) -> bool {
    let throws = contract.values.as_ref().is_some_and(|values| !values.throws.is_empty());
    contract
        .ordering
        .as_ref()
        .is_some_and(|ordering| !ordering.joins.is_empty() && (ordering.when.is_none() || throws))
}

/// Whether a library made an object, by code of its own.
fn is_librarys(points_to: &PointsTo<'_>, object: ObjectId) -> bool {
    let site = points_to.sites(object).first().copied();
    site.is_some_and(|site| matches!(points_to.site_kind(site), SiteKind::Alloc(..)))
        && points_to.made_at(object).is_some_and(|(by, _)| !points_to.program().is_application(by.class))
}

/// Whether a contract is only called on what libraries made.
fn waits_for_librarys(points_to: &PointsTo<'_>, contract: InstanceId) -> bool {
    let mut handles = points_to.parameters(contract).into_iter().flatten();
    handles.all(|handle| is_librarys(points_to, handle))
}

/// The threads that begin with an object that a library made.
fn begun_by_library(points_to: &PointsTo<'_>, graph: &Graph) -> Bits {
    let begins = |root: &InstanceId| {
        let own = points_to.parameters(*root).into_iter().next().unwrap_or_default();
        own.into_iter().any(|object| is_librarys(points_to, object))
    };
    let all = MAIN + 1..graph.threads.len();
    all.filter(|&thread| graph.threads[thread].roots.iter().any(begins)).collect()
}

/// The same for threads that count as one with those that start them, given the calls and threads in a nest, and which
/// threads are in nests: a contract that nobody else runs waits for the nest's own threads, if only the nest runs what it
/// waits for.
pub(crate) fn waits_of_nests(
    waits: &Waits,
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    graph: &Graph,
    is_inside: impl Fn(usize) -> bool,
) -> Waits {
    let runs_inside = |instance: InstanceId| {
        let threads = graph.threads_of(instance);
        !threads.is_empty() && threads.iter().all(&is_inside)
    };
    let mut others: FxHashSet<ObjectId> = FxHashSet::default();
    for instance in points_to.all_instances() {
        let contract = points_to.method(instance).and_then(|method| bound.contract(method));
        let works = |it: Contract| it.spawning.is_some() || it.ordering.is_some_and(|it| !it.ends.is_empty());
        let mut started = graph.spawns[instance.index()].iter();
        if contract.is_some_and(works)
            && !(runs_inside(instance) && started.all(|&(_, thread)| is_inside(thread)))
        {
            others.extend(points_to.parameters(instance).into_iter().flatten());
            others.extend(points_to.results(instance));
        }
    }
    let is_own = |instance: &InstanceId| {
        let mut handles = points_to.parameters(*instance).into_iter().flatten();
        runs_inside(*instance) && !handles.any(|handle| others.contains(&handle))
    };
    let (own, foreign) = waits.always.iter().partition(|it| is_own(it));
    Waits { always: foreign, for_foreign: own, ..waits.clone() }
}
