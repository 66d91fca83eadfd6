//! Thread escape (Chord 2.5): which objects another thread may see, and when.
//!
//! An object escapes at some time when a static field holds it, when it is handed to a new thread, or when an
//! object that escapes holds it. Before, nobody else sees it: that is followed through bodies (`flow`) and from
//! callers to callees, in contexts.

use std::rc::Rc;

use deadheat_models::Bound;
use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::MethodId;
use deadheat_program::ir::InstId;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::candidates::Way;
use crate::facts::{Access, Facts, Place};
use crate::flow::{Entry, Outcome};
use crate::owned::Owned;
use crate::summaries::Summaries;
use crate::threads::{Graph, MAIN};
use crate::views::Views;

/// By object: those that it holds.
pub(crate) fn held(points_to: &PointsTo<'_>) -> Vec<Vec<ObjectId>> {
    let mut held: Vec<Vec<ObjectId>> = vec![Vec::new(); points_to.objects().len()];
    for (object, _, holds) in points_to.heap() {
        held[object.index()].extend(holds);
    }
    held
}

/// The objects that escape at some time.
pub(crate) fn escaping(
    points_to: &PointsTo<'_>,
    graph: &Graph,
    held: &[Vec<ObjectId>],
    views: &Views,
) -> Bits {
    let mut work = points_to.statics();
    work.extend(handed(points_to, graph));
    let mut escaping = Bits::default();
    while let Some(object) = work.pop() {
        if escaping.insert(object.index()) {
            work.extend(&held[object.index()]);
            // Who has a view has what it is a view of, even if it holds a part of that only.
            work.extend(views.owners(object));
        }
    }
    escaping
}

/// The objects that are handed to new threads.
pub(crate) fn handed(points_to: &PointsTo<'_>, graph: &Graph) -> Vec<ObjectId> {
    let roots = graph.threads.iter().skip(MAIN + 1).flat_map(|thread| &thread.roots);
    roots.flat_map(|&root| points_to.parameters(root).into_iter().flatten()).collect()
}

/// What is known of the application's methods in their contexts.
pub(crate) struct Unseen {
    /// By instance.
    outcomes: Vec<Option<Rc<Outcome>>>,
}

impl Unseen {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        graph: &Graph,
        facts: &FxHashMap<InstanceId, Rc<Facts>>,
    ) -> Unseen {
        let mut methods: Vec<MethodId> = Vec::new();
        let own: Vec<InstanceId> =
            points_to.all_instances().filter(|instance| facts.contains_key(instance)).collect();
        methods.extend(own.iter().filter_map(|&instance| points_to.method(instance)));
        methods.sort();
        methods.dedup();
        let mut search = Search {
            summaries: Summaries::of(points_to, bound, &methods),
            known: FxHashMap::default(),
            entries: vec![Entry::ALL; graph.calls.len()],
            outcomes: vec![None; graph.calls.len()],
        };
        search.enter(points_to, graph, facts, own);
        Unseen { outcomes: search.outcomes }
    }

    fn outcome(&self, instance: InstanceId) -> Option<&Outcome> {
        self.outcomes[instance.index()].as_deref()
    }

    /// Whether nobody else sees the object of an access: it is unseen itself, or what owns it is.
    pub(crate) fn is_access(
        &self,
        points_to: &PointsTo<'_>,
        owned: &Owned,
        instance: InstanceId,
        (access, way): (&Access, Way),
    ) -> bool {
        let (Some(outcome), Some(base)) = (self.outcome(instance), &access.base) else { return false };
        let is_set = |mask: u32| base.argument < 32 && mask >> base.argument & 1 == 1;
        let (is_unseen, is_root_unseen) = match (access.place, way) {
            (Place::Field(_) | Place::Static(_) | Place::Elements, _) if !access.is_call => (
                outcome.unseen.binary_search(&access.inst).is_ok(),
                outcome.unseen_roots.binary_search(&access.inst).is_ok(),
            ),
            (Place::AskedComponents(..), _) | (_, Way::Wrapper) => (false, false),
            // A view that was made here is seen as soon as what it is a view of. Else that may be seen, whoever sees
            // the view.
            (_, Way::View) => {
                (access.owner.is_some() && is_set(outcome.arguments(access.inst).unseen), false)
            }
            _ => {
                (is_set(outcome.arguments(access.inst).unseen), is_set(outcome.unseen_roots_of(access.inst)))
            }
        };
        is_unseen || is_root_unseen && base.loads.iter().all(|load| owned.is_alone(points_to, instance, load))
    }

    /// Whether an argument of a call is new, and nothing holds it.
    pub(crate) fn is_given(&self, instance: InstanceId, inst: InstId, argument: usize) -> bool {
        let given = self.outcome(instance).map_or(0, |outcome| outcome.arguments(inst).given);
        argument < 32 && given >> argument & 1 == 1
    }

    /// Whether what a method gives back is new, and nothing holds it.
    pub(crate) fn gives_new(&self, instance: InstanceId) -> bool {
        self.outcome(instance).is_some_and(|outcome| outcome.summary.gives_new())
    }

    /// Whether what is stored is new, and nothing else holds it.
    pub(crate) fn is_first_store(&self, instance: InstanceId, inst: InstId) -> bool {
        self.outcome(instance).is_some_and(|outcome| outcome.first_stores.binary_search(&inst).is_ok())
    }
}

struct Search<'s, 'a> {
    summaries: Summaries<'s, 'a>,
    known: FxHashMap<(MethodId, Entry), Rc<Outcome>>,
    entries: Vec<Entry>,
    outcomes: Vec<Option<Rc<Outcome>>>,
}

impl Search<'_, '_> {
    /// From callers to callees: what all callers know of an argument, the callee does.
    fn enter(
        &mut self,
        points_to: &PointsTo<'_>,
        graph: &Graph,
        facts: &FxHashMap<InstanceId, Rc<Facts>>,
        own: Vec<InstanceId>,
    ) {
        for root in graph.threads.iter().flat_map(|thread| &thread.roots) {
            self.entries[root.index()] = least(points_to, *root);
        }
        for caller in points_to.all_instances().filter(|caller| !facts.contains_key(caller)) {
            let script = graph.scripts.get(&caller);
            for &(inst, callee) in &graph.calls[caller.index()] {
                let passed = match script {
                    Some(script) if script.entry == inst => Entry::NEW_ARGUMENTS,
                    _ => Entry::NOTHING,
                };
                let known = &mut self.entries[callee.index()];
                *known = known.meet(passed.join(least(points_to, callee)));
            }
        }
        let mut waits = Bits::default();
        let mut work = own;
        work.iter().for_each(|instance| {
            waits.insert(instance.index());
        });
        work.reverse();
        while let Some(caller) = work.pop() {
            waits.remove(caller.index());
            let (Some(method), Some(facts)) = (points_to.method(caller), facts.get(&caller)) else {
                continue;
            };
            let entry = self.entries[caller.index()];
            let outcome = match self.known.get(&(method, entry)) {
                Some(known) => known.clone(),
                None => {
                    let outcome = Rc::new(self.summaries.outcome(method, entry));
                    self.known.insert((method, entry), outcome.clone());
                    outcome
                }
            };
            for &(inst, callee) in &graph.calls[caller.index()] {
                let passed = match (facts.call_at(inst), points_to.method(callee)) {
                    (Some(call), Some(method)) if crate::summaries::fits(points_to, call.name, method) => {
                        outcome.arguments(inst)
                    }
                    _ => Entry::NOTHING,
                };
                let passed = passed.join(least(points_to, callee));
                let known = &mut self.entries[callee.index()];
                let meet = known.meet(passed);
                if meet != *known {
                    *known = meet;
                    if waits.insert(callee.index()) {
                        work.push(callee);
                    }
                }
            }
            self.outcomes[caller.index()] = Some(outcome);
        }
    }
}

/// What is known whoever calls: the verifier lets nobody use an object before its constructor has begun.
fn least(points_to: &PointsTo<'_>, instance: InstanceId) -> Entry {
    let program = points_to.program();
    let is_constructor = points_to.method(instance).is_some_and(|method| program.is_constructor(method));
    if is_constructor { Entry::NEW_RECEIVER } else { Entry::NOTHING }
}
