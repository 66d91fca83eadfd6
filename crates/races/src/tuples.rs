//! Chord's race tuples (thesis, table 2.1): two accesses of a field, each by an abstract thread in a context,
//! with the analyses that keep them.

use deadheat_models::Bound;
use deadheat_points_to::{InstanceId, PointsTo, SiteId};
use deadheat_program::FieldId;

use crate::bits::Bits;
use crate::candidates::{Known, Way};
use crate::facts::Place;
use crate::may_locks::MayLocks;
use crate::search::Search;
use crate::{End, Filters, locks, prepare};

/// An access by a thread in a context: the thesis's (t, c, e).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// The context of the thread's first method; none for the main thread.
    pub thread: Vec<SiteId>,
    /// The context of the accessing method.
    pub context: Vec<SiteId>,
    /// The access.
    pub end: End,
}

/// A tuple, and whether each analysis alone keeps it.
#[derive(Debug, Clone)]
pub struct Tuple {
    /// One access.
    pub first: Executed,
    /// The other.
    pub second: Executed,
    /// They may be about the same object.
    pub aliasing: bool,
    /// Both objects may be seen by other threads then.
    pub escaping: bool,
    /// The threads may run at the same time.
    pub parallel: bool,
    /// No lock excludes them (chapter 3).
    pub unlocked: bool,
    /// They hold no lock on one abstract object, and are made by different abstract threads (chapter 2).
    pub unlocked_may: bool,
}

/// All tuples of the fields that are meant. Two executions of one instruction come in both orders.
pub fn tuples(points_to: &PointsTo<'_>, bound: &Bound<'_>, is_meant: impl Fn(FieldId) -> bool) -> Vec<Tuple> {
    prepare(points_to, bound, Filters::default(), |prepared| {
        prepared.search_marked(|search| all(search, &is_meant))
    })
    .0
}

struct Run {
    thread: usize,
    instance: InstanceId,
    access: usize,
    end: End,
    field: FieldId,
}

fn all(search: &Search<'_, '_, '_>, is_meant: &dyn Fn(FieldId) -> bool) -> Vec<Tuple> {
    let known = search.known;
    let may = MayLocks::of(known.points_to, known.graph, known.facts);
    let mut runs: Vec<Run> = Vec::new();
    for instance in known.points_to.all_instances() {
        let (Some(facts), Some(method)) = (known.facts.get(&instance), known.points_to.method(instance))
        else {
            continue;
        };
        for (number, access) in facts.accesses.iter().enumerate() {
            let Place::Field(field) = access.place else { continue };
            let end = End { method, inst: access.inst, line: access.line, is_write: access.is_write };
            for thread in known.graph.threads_of(instance).iter().filter(|_| is_meant(field)) {
                runs.push(Run { thread, instance, access: number, end, field });
            }
        }
    }
    let mut tuples = Vec::new();
    for first in &runs {
        for second in &runs {
            let is_pair = first.field == second.field && (first.end.is_write || second.end.is_write);
            if is_pair && (first.end.method, first.end.inst) <= (second.end.method, second.end.inst) {
                tuples.push(tuple(search, &may, first, second));
            }
        }
    }
    tuples
}

fn tuple(search: &Search<'_, '_, '_>, may: &MayLocks, first: &Run, second: &Run) -> Tuple {
    let known = search.known;
    let [one, other] = [first, second].map(|run| {
        let access = &known.facts[&run.instance].accesses[run.access];
        let base = access
            .base
            .as_ref()
            .map_or(Vec::new(), |base| known.points_to.points_to(run.instance, base.value));
        let mut thread = Bits::default();
        thread.insert(run.thread);
        let guards =
            known.guards(run.instance, access, Way::Itself, known.locks.at(run.thread, run.instance));
        let is_new =
            known.unseen.is_access(known.points_to, &known.owned, run.instance, (access, Way::Itself));
        let escapes = !is_new && base.iter().any(|object| search.escaping.contains(object.index()));
        let at = known.parallel.at(run.instance, &access.moment, &thread);
        let held = may.held(known.points_to, run.instance, &access.moment.held);
        (base, escapes, at, guards, held)
    });
    let has_common = one.4.iter().any(|object| other.4.contains(object));
    Tuple {
        first: executed(known, first),
        second: executed(known, second),
        aliasing: one.0.iter().any(|object| other.0.contains(object)),
        escaping: one.1 && other.1,
        parallel: known.parallel.may(&one.2, &other.2),
        unlocked: !locks::exclude(&one.3, &other.3, false),
        unlocked_may: !has_common && first.thread != second.thread,
    }
}

fn executed(known: &Known<'_, '_>, run: &Run) -> Executed {
    let root = known.graph.threads[run.thread].roots.first().copied();
    let context = |instance| known.points_to.context(instance).0;
    let thread = match run.thread {
        crate::threads::MAIN => Vec::new(),
        _ => root.map(context).unwrap_or_default(),
    };
    Executed { thread, context: context(run.instance), end: run.end }
}
