//! What tasks are given: the elements of a loop, task objects, what lambdas captured (IteRace 3.1, for every way to
//! start tasks). Two tasks of a kind have each their own, so accesses of what is the task's own do not race
//! with those of another task.

use std::cell::RefCell;
use std::rc::Rc;

use deadheat_models::{Bound, Object, Spawning, Times, View};
use deadheat_points_to::{
    Dealing, Giving, InstanceId, Made, NewObjects, ObjectId, Placed, PointsTo, Roots, Tasks,
};
use deadheat_program::ir::{Body, Inst, InstId, Value};
use deadheat_program::{FieldId, MethodId};
use rustc_hash::FxHashMap;

use crate::MANY_METHODS;
use crate::bits::Bits;
use crate::candidates::Whose;
use crate::escape::Unseen;
use crate::idle::Idle;
use crate::indices::Indices;
use crate::makers::Makers;
use crate::owned::Owned;
use crate::pieces;
use crate::relayed::{self, Relayed};
use crate::streams::Streams;
use crate::threads::{Graph, MAIN};

/// New objects in the application's code.
pub(crate) struct News<'k, 'a> {
    pub(crate) points_to: &'k PointsTo<'a>,
    pub(crate) unseen: &'k Unseen,
    pub(crate) bodies: RefCell<FxHashMap<MethodId, Option<Rc<Body>>>>,
}

impl NewObjects for News<'_, '_> {
    fn is_passed(&self, caller: InstanceId, inst: InstId, argument: usize) -> bool {
        self.unseen.is_given(caller, inst, argument)
    }

    fn is_stored(&self, instance: InstanceId, value: Value) -> bool {
        let Some(method) = self.points_to.method(instance) else { return false };
        let lower = || self.points_to.body(instance).map(Rc::new);
        let body = self.bodies.borrow_mut().entry(method).or_insert_with(lower).clone();
        body.is_some_and(|body| {
            let stores = |inst: &InstId| matches!(body.inst(*inst), Inst::ArrayStore(.., of) if of == value);
            body.insts().filter(stores).all(|inst| self.unseen.is_first_store(instance, inst))
        })
    }

    fn is_returned(&self, instance: InstanceId) -> bool {
        self.unseen.gives_new(instance)
    }
}

/// What is a task's own.
pub(crate) struct Own {
    /// What is made by a task or given to it alone.
    pub(crate) given: Made,
    /// Elements at a task's own number.
    pub(crate) indices: Indices,
    makers: Makers,
    relayed: Relayed,
    loops: Loops,
}

/// By instance: the loop that runs it, if that runs once, and no other thread than the main one does; and whether not even
/// that does.
type Loops = FxHashMap<InstanceId, (usize, bool)>;

impl Own {
    /// Finds it out, given who makes what.
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        idle: &Idle<'_>,
        streams: &Streams,
        owned: &Owned,
        placed: &Placed<'_, '_>,
        (made, roots): (&Made, &Roots),
    ) -> Own {
        let (bound, graph) = (idle.bound, idle.graph);
        let mut makers = Makers::of(points_to, idle);
        let loops = only_loops(points_to, idle);
        let mut indices = Indices::of(points_to, bound, graph);
        let is_small = points_to.methods().len() <= MANY_METHODS;
        let relayed = || relayed::find(points_to, bound, idle.facts, placed, owned);
        let relayed = if is_small { relayed() } else { Relayed::default() };
        let given = |indices: &Indices| {
            let known = (indices, &makers, &relayed, &loops);
            let tasks = GivenTasks::of(points_to, bound, graph, streams, owned, known);
            made.with_tasks(points_to, roots, placed, &tasks)
        };
        let mut given_at_first = given(&indices);
        // Whether a number is a task's own is known when it is known whose the task is.
        if indices.add_made(points_to, (bound, graph), &makers.numbered, &given_at_first) {
            given_at_first = given(&indices);
        }
        let program = pieces::Program { points_to, bound, graph, facts: idle.facts };
        makers.pieces.follow_elements(&program, placed, owned);
        Own { given: given_at_first, indices, makers, relayed, loops }
    }

    /// Whether an access is of an element in a task's own range, or of what stands there.
    pub(crate) fn piece(&self, instance: InstanceId, inst: InstId, base: (Value, ObjectId)) -> Whose {
        let pieces = &self.makers.pieces;
        match (pieces.element(instance, inst), pieces.held(instance, inst, base.0, base.1)) {
            (Some(tree), _) => Whose::Piece(tree),
            (None, Some((tree, container))) => Whose::Placed(tree, container),
            (None, None) => Whose::Anybodys,
        }
    }
}

/// See the module's description.
pub(crate) struct GivenTasks<'k> {
    givings: FxHashMap<InstanceId, Giving>,
    tasks: Bits,
    /// Contracts whose tasks count as a part of those that start them.
    inner: Bits,
    owned: &'k Owned,
    indices: &'k Indices,
    makers: &'k Makers,
    relayed: &'k Relayed,
    loops: &'k Loops,
}

impl<'k> GivenTasks<'k> {
    /// As they were found before, but the tasks of some contracts count as a part of those that start them.
    pub(crate) fn with_inner(
        points_to: &PointsTo<'_>,
        (bound, graph): (&Bound<'_>, &Graph),
        streams: &Streams,
        owned: &'k Owned,
        own: &'k Own,
        inner: Bits,
    ) -> GivenTasks<'k> {
        let known = (&own.indices, &own.makers, &own.relayed, &own.loops);
        GivenTasks { inner, ..GivenTasks::of(points_to, bound, graph, streams, owned, known) }
    }

    fn of(
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        graph: &Graph,
        streams: &Streams,
        owned: &'k Owned,
        (indices, makers, relayed, loops): (&'k Indices, &'k Makers, &'k Relayed, &'k Loops),
    ) -> GivenTasks<'k> {
        let mut tasks = graph.reached_by(MAIN + 1..);
        // What plugins made is passed through by threads.
        for plugin in points_to.all_instances().filter(|&instance| points_to.method(instance).is_none()) {
            tasks.insert(plugin.index());
        }
        let mut givings = FxHashMap::default();
        let starters = graph.threads.iter().flat_map(|thread| &thread.starters).map(|&(by, _)| by);
        for instance in starters.chain(streams.parallel()) {
            let contract = points_to.method(instance).and_then(|method| bound.contract(method));
            let Some(contract) = contract.filter(|_| !givings.contains_key(&instance)) else { continue };
            let is_stage = streams.is_parallel(instance);
            let times = contract.spawning.as_ref().and_then(|spawning| spawning.times);
            let mut makes = contract.values.iter().flat_map(|values| &values.makes);
            let joins = contract.ordering.as_ref().is_some_and(|ordering| !ordering.joins.is_empty());
            let giving = Giving {
                shares_function: matches!(times, Some(Times::Parallel | Times::AsMode)),
                runs_itself_once: contract.spawning.as_ref().is_some_and(Spawning::starts_itself),
                is_exclusive: (is_stage || joins) && is_by_one(graph, instance),
                is_awaited: is_stage || joins,
                makes_stage: is_stage
                    && makes.any(|made| made.kind == View::Stage && made.of == Object::This),
            };
            givings.insert(instance, giving);
        }
        GivenTasks { givings, tasks, inner: Bits::default(), owned, indices, makers, relayed, loops }
    }
}

/// Finds the loops that run once, and what their tasks run; who waits for a loop helps it.
fn only_loops(points_to: &PointsTo<'_>, idle: &Idle<'_>) -> Loops {
    let all: Bits = (MAIN + 1..idle.graph.threads.len()).collect();
    let begins_once = |thread: &usize| idle.graph.begins_once(idle.bound, idle.facts, *thread);
    let once: Bits = all.iter().filter(begins_once).collect();
    let mut loops = Loops::default();
    if once.is_empty() {
        return loops;
    }
    let apart = idle.graph.without_help(&all);
    for instance in points_to.all_instances() {
        let threads = apart.threads_of(instance);
        let is_alone = !threads.contains(MAIN);
        let mut threads = threads.iter().filter(|&thread| thread != MAIN);
        if let (Some(only), None) = (threads.next(), threads.next())
            && once.contains(only)
        {
            loops.insert(instance, (only, is_alone));
        }
    }
    loops
}

/// Whether one thread alone runs an instance, and each thread that it starts is started by it alone.
pub(crate) fn is_by_one(graph: &Graph, instance: InstanceId) -> bool {
    let runners = graph.threads_of(instance);
    let mut all = runners.iter();
    let is_single = matches!((all.next(), all.next()), (Some(one), None) if graph.threads[one].is_single);
    let mut started = graph.threads.iter().filter(|it| it.starters.iter().any(|&(by, _)| by == instance));
    is_single && started.all(|thread| thread.starters.iter().all(|&(by, _)| graph.threads_of(by) == runners))
}

impl Tasks for GivenTasks<'_> {
    fn giving(&self, contract: InstanceId) -> Option<Giving> {
        self.givings.get(&contract).copied().filter(|_| !self.inner.contains(contract.index()))
    }

    fn runs_in_task(&self, instance: InstanceId) -> bool {
        self.tasks.contains(instance.index())
    }

    fn only_loop(&self, instance: InstanceId) -> Option<usize> {
        self.loops.get(&instance).filter(|(_, is_alone)| *is_alone).map(|&(only, _)| only)
    }

    fn loop_beside_main(&self, instance: InstanceId) -> Option<usize> {
        self.loops.get(&instance).map(|&(only, _)| only)
    }

    fn dealt(&self) -> Vec<Dealing> {
        let mut all = self.indices.all();
        all.extend(self.makers.dealings.iter().cloned());
        all
    }

    fn is_owned(&self, object: ObjectId, field: FieldId) -> bool {
        self.owned.owns(object, field) || self.relayed.contains(&(object, field))
    }
}
