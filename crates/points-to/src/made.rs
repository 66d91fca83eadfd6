//! Who made an object: whether a pointer holds only what the running thread made itself, or what is its own because
//! nobody else was given it.
//!
//! A thread's objects are those that it made since it began. What a static field holds may be anybody's, and so
//! may what a new thread is given. What a field holds was made by the thread that made the object, if every
//! store is of an own object into an own object; so a structure that one thread builds is its own, however deep,
//! and whoever else may find it. Foreignness is handed on along the pointers of the solution until nothing
//! changes.
//!
//! Of the tasks of a loop, or of threads that run the same code, more is known (IteRace's two threads): two tasks are
//! given different elements, if an element stands in one place only; and what an element alone holds is its
//! task's, too. IteRace analyses such code twice, for two threads α and β, and tells their objects apart by
//! labels. But what the one does, the other does; so the code is analysed once, and what is not own is the other's.

use std::rc::Rc;

use deadheat_models::Meaning;
use deadheat_program::FieldId;
use deadheat_program::ir::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::caught::{Arrivals, Callers, Caught, Waits, handed_to, is_thrown, taken};
use crate::dealt::{Dealing, Dealt};
use crate::graph::EdgeKind;
use crate::ids::{FieldKey, InstanceId, NodeId, ObjectId};
use crate::placed::{Placed, Source, is_place, sources};
use crate::plugins::Special;
use crate::result::{PointsTo, Solution};
use crate::set::{Set, has_bit};
use crate::solver::{CallEdge, Instance};
use crate::template::{NONE, Start, Template, Use, Var};
use crate::types::RuntimeType;
use crate::world::{ELEMENT, THROWN};

/// See the module's description.
#[derive(Debug)]
pub struct Made {
    /// By pointer that stands for itself, or takes what is thrown: what it holds that is not the running thread's.
    foreign: Vec<Set>,
    caught: Caught,
}

/// The code with which threads begin.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    /// What new threads run.
    pub threads: FxHashSet<InstanceId>,
    /// What threads run that count as a part of those that start them.
    pub inner: FxHashSet<InstanceId>,
    /// Where exceptions of other threads arrive.
    pub waits: Waits,
}

/// What is known of tasks.
pub trait Tasks {
    /// How a contract gives objects to tasks; none if it starts none, and does not work on a parallel stream.
    fn giving(&self, contract: InstanceId) -> Option<Giving>;

    /// Whether an instance runs in other threads than the main one.
    fn runs_in_task(&self, instance: InstanceId) -> bool;

    /// The loop that runs an instance, if nothing else does and the program has one run of the loop.
    fn only_loop(&self, instance: InstanceId) -> Option<usize>;

    /// The same, if the main thread may run it, too.
    fn loop_beside_main(&self, instance: InstanceId) -> Option<usize>;

    /// Elements that are dealt out to tasks, one round after the other.
    fn dealt(&self) -> Vec<Dealing>;

    /// Whether an object that a field holds was stored to that field of no other object.
    fn is_owned(&self, object: ObjectId, field: FieldId) -> bool;
}

/// How a contract gives objects to tasks.
#[derive(Debug, Clone, Copy)]
pub struct Giving {
    /// Whether several tasks run the same function object.
    pub shares_function: bool,
    /// Whether what it is called on runs once, whoever calls.
    pub runs_itself_once: bool,
    /// Whether the next time is after all tasks have ended.
    pub is_exclusive: bool,
    /// Whether who calls it waits for the tasks, and so does not give the same elements to others meanwhile.
    pub is_awaited: bool,
    /// Whether it makes the next stage of a stream.
    pub makes_stage: bool,
}

impl Made {
    /// Follows what was made, given what new threads run.
    pub fn of(points_to: &PointsTo<'_>, roots: &Roots) -> Made {
        let mut search = Search::new(points_to, roots, None);
        search.begin();
        search.run();
        Made { foreign: search.foreign, caught: search.caught }
    }

    /// Follows what is a task's own, be it made or given.
    pub fn with_tasks(
        &self,
        points_to: &PointsTo<'_>,
        roots: &Roots,
        placed: &Placed<'_, '_>,
        tasks: &dyn Tasks,
    ) -> Made {
        let given = Given {
            tasks,
            placed,
            made: self,
            sealed: FxHashSet::default(),
            readers: FxHashMap::default(),
            stages: FxHashMap::default(),
            copied: Set::default(),
            slots: FxHashSet::default(),
        };
        let mut search = Search::new(points_to, roots, Some(given));
        search.begin();
        search.begin_loads();
        search.run();
        Made { foreign: search.foreign, caught: search.caught }
    }

    /// Whether an object in a value is the running thread's own.
    pub fn is_own(
        &self,
        points_to: &PointsTo<'_>,
        instance: InstanceId,
        value: Value,
        object: ObjectId,
    ) -> bool {
        let template = &points_to.solution.instances[instance.index()].template;
        template.var_of(value).is_some_and(|var| self.is_own_in(points_to, instance, var, object))
    }

    /// Whether what an instance is called on, if it is this object, is the running thread's own.
    pub fn is_own_receiver(&self, points_to: &PointsTo<'_>, instance: InstanceId, object: ObjectId) -> bool {
        let params = &points_to.solution.instances[instance.index()].template.params;
        let this = params.first().filter(|&&this| this != NONE);
        this.is_some_and(|&this| self.is_own_in(points_to, instance, this, object))
    }

    fn is_own_in(&self, points_to: &PointsTo<'_>, instance: InstanceId, var: Var, object: ObjectId) -> bool {
        let first = points_to.solution.instances[instance.index()].first_node;
        let node = NodeId(first.0 + var);
        let root = points_to.solution.graph.root(node);
        points_to.solution.graph.set(root).contains(object.0)
            && !self.is_foreign(&points_to.solution, node, object.0)
    }

    /// Whether an object that a pointer may hold is foreign.
    fn is_foreign(&self, solution: &Solution, node: NodeId, object: u32) -> bool {
        self.foreign[solution.graph.root(node).index()].contains(object)
            || self.caught.contains(node) && self.foreign[node.index()].contains(object)
    }
}

struct Search<'s, 'a> {
    points_to: &'s PointsTo<'a>,
    solution: &'s Solution,
    roots: &'s Roots,
    /// A mask of the objects that have state of their own.
    harmful: Vec<u64>,
    foreign: Vec<Set>,
    /// By pointer: how many of its objects may be foreign; `None` before it was asked.
    most: Vec<Option<u32>>,
    /// By pointer: what was not handed on yet.
    news: Vec<Set>,
    work: Vec<NodeId>,
    caught: Caught,
    callers: Callers,
    arrivals: Arrivals,
    given: Option<Given<'s>>,
}

/// What the search for a task's own objects knows besides.
struct Given<'s> {
    tasks: &'s dyn Tasks,
    placed: &'s Placed<'s, 's>,
    /// What was made.
    made: &'s Made,
    /// Pointers to elements that a parallel loop deals out: marked on purpose only.
    sealed: FxHashSet<NodeId>,
    /// By stream: the pointers to its elements.
    readers: FxHashMap<ObjectId, Vec<NodeId>>,
    /// By operation: the variables whose objects are elements of the stream that it makes.
    stages: FxHashMap<InstanceId, Vec<Var>>,
    /// Objects that loops deal out which may stand elsewhere, too.
    copied: Set,
    /// What task objects hold that was dealt out to them alone.
    slots: FxHashSet<(ObjectId, FieldKey, u32)>,
}

impl<'s, 'a> Search<'s, 'a> {
    fn new(points_to: &'s PointsTo<'a>, roots: &'s Roots, given: Option<Given<'s>>) -> Self {
        let solution = &points_to.solution;
        let mut harmful = vec![0; points_to.objects().len().div_ceil(64)];
        for object in points_to.objects().filter(|&object| !is_harmless(points_to, object)) {
            harmful[object.index() / 64] |= 1 << (object.index() % 64);
        }
        let pointers = solution.graph.len();
        Search {
            points_to,
            solution,
            roots,
            harmful,
            foreign: std::iter::repeat_with(Set::default).take(pointers).collect(),
            most: vec![None; pointers],
            news: std::iter::repeat_with(Set::default).take(pointers).collect(),
            work: Vec::new(),
            caught: Caught::of(solution),
            callers: Callers::default(),
            arrivals: Arrivals::default(),
            given,
        }
    }

    /// What static fields hold, what plugins gave, what threads are given and give back.
    fn begin(&mut self) {
        let solution = self.solution;
        #[allow(clippy::iter_over_hash_type, reason = "marks, in any order")]
        for (_, &node) in solution.statics.iter().filter(|&(&key, _)| key != THROWN) {
            self.mark_all(node);
        }
        let pot = solution.statics.get(&THROWN).map(|&pot| solution.graph.root(pot));
        for &(node, object) in &solution.given {
            match object {
                // What the JVM throws is new.
                Some(_) if Some(solution.graph.root(node)) == pot => {}
                Some(object) => self.mark(node, &Set::from_iter([object.0])),
                None => self.mark_all(node),
            }
        }
        self.begin_loops();
        let mut roots = self.roots.threads.clone();
        for edge in &solution.edges {
            let call = &solution.instances[edge.caller.index()].template.calls[edge.call as usize];
            let is_elsewhere = match call.kind {
                EdgeKind::Call | EdgeKind::Callback => false,
                EdgeKind::Spawn => !self.is_inner(edge),
                // Unless the stream is parallel, its stages run in the thread that asks for the result.
                EdgeKind::Stage => {
                    self.points_to.run_by(edge).iter().any(|(callee, _)| self.roots.threads.contains(callee))
                }
            };
            if !is_elsewhere {
                continue;
            }
            let giving = self.given.as_ref().and_then(|given| given.tasks.giving(edge.caller));
            match giving {
                Some(giving) => {
                    self.give(edge, giving);
                    for (root, _) in self.points_to.run_by(edge) {
                        roots.remove(&root);
                    }
                }
                None => self.mark_parameters(edge.callee),
            }
            // What a function gives back is an element of the next stage.
            if giving.is_none() || call.kind == EdgeKind::Spawn {
                self.mark_var(edge.caller, call.result);
            }
            self.mark_var(edge.caller, call.raised);
        }
        #[allow(clippy::iter_over_hash_type, reason = "marks, in any order")]
        for &root in &roots {
            self.mark_parameters(root);
        }
        for instance in self.points_to.all_instances() {
            self.mark_constants(instance);
        }
        #[allow(clippy::iter_over_hash_type, reason = "marks, in any order")]
        for &contract in &self.roots.waits.always {
            self.arrive(contract);
        }
        let (within, objects) = &self.roots.waits.within;
        let objects: Set = objects.iter().map(|object| object.0).collect();
        let within = Arrivals::default().add(solution, &self.callers, &self.roots.waits, within);
        self.mark_arrived(within, &objects);
    }

    /// A contract throws what other threads threw.
    fn arrive(&mut self, contract: InstanceId) {
        let arrived = self.arrivals.add(self.solution, &self.callers, &self.roots.waits, &[contract]);
        let solution = self.solution;
        let pot = solution.statics.get(&THROWN).map(|&pot| solution.graph.root(pot));
        if let Some(pot) = pot {
            self.mark_arrived(arrived, solution.graph.set(pot));
        }
    }

    fn mark_arrived(&mut self, mut arrived: Vec<InstanceId>, objects: &Set) {
        // Nobody knows who runs opaque code.
        if self.points_to.opaque_code().is_some_and(|opaque| arrived.contains(&opaque)) {
            arrived = self.points_to.all_instances().collect();
        }
        for instance in arrived {
            let Instance { template, first_node, .. } = &self.solution.instances[instance.index()];
            for var in taken(template) {
                self.mark(NodeId(first_node.0 + var), objects);
            }
        }
    }

    /// Whether an edge starts only threads that count as a part of those that start them.
    fn is_inner(&self, edge: &CallEdge) -> bool {
        let inner = &self.roots.inner;
        let run = if inner.is_empty() { Vec::new() } else { self.points_to.run_by(edge) };
        !run.is_empty() && run.iter().all(|(callee, _)| inner.contains(callee))
    }

    /// A task is given what is its own, or else what may be anybody's.
    fn give(&mut self, edge: &CallEdge, giving: Giving) {
        let Instance { template, .. } = &self.solution.instances[edge.caller.index()];
        let args = template.args(&template.calls[edge.call as usize]);
        // Whoever compares or sorts has an element several times.
        let elements = args.iter().filter(|&&arg| is_element(template, arg)).count();
        let is_compared = giving.makes_stage && elements > 1;
        let params = self.solution.instances[edge.callee.index()].template.params.clone();
        for (index, (&arg, &param)) in args.iter().zip(&params).enumerate() {
            let is_own =
                arg != NONE && !is_compared && self.is_given(edge.caller, template, arg, index, giving);
            if !is_own {
                self.mark_var(edge.callee, param);
            }
        }
    }

    /// Whether an argument for a task is given to that task alone, as far as it is not marked otherwise.
    fn is_given(
        &self,
        contract: InstanceId,
        template: &Template,
        arg: Var,
        index: usize,
        giving: Giving,
    ) -> bool {
        let Some(given) = &self.given else { return false };
        sources(template, arg).iter().all(|source| match *source {
            Source::Loaded(base, key) => {
                giving.is_awaited && key == ELEMENT && template.params.contains(&base)
            }
            // What a function gave back goes on to the next one; but functions are everybody's.
            Source::Returned(_) if giving.shares_function => index > 0,
            // A container is asked for its elements.
            Source::Returned(call) => {
                giving.is_awaited && is_element(template, template.calls[call as usize].result)
            }
            Source::Param(0) if giving.runs_itself_once => true,
            Source::Param(parameter) => {
                !giving.shares_function && given.placed.is_passed(contract, parameter)
            }
            Source::Made | Source::Other => false,
        })
    }

    /// Loops deal out the elements of streams and collections, each once. If no two loops do so at a time, it does not
    /// matter whose the elements were before.
    fn begin_loops(&mut self) {
        let (solution, points_to) = (self.solution, self.points_to);
        let Some(mut given) = self.given.take() else { return };
        let mut dealing = Vec::new();
        for instance in points_to.all_instances() {
            let Some(giving) = given.tasks.giving(instance) else { continue };
            let template = &solution.instances[instance.index()].template;
            let mut loads: Vec<(Var, Var)> = Vec::new();
            for &base in template.params.iter().filter(|&&base| base != NONE) {
                for what in template.uses(base) {
                    if let &Use::Load(ELEMENT, to) = what {
                        loads.push((base, to));
                    }
                }
            }
            if giving.makes_stage {
                let made = (0..template.vars).filter(|&var| var == template.result);
                let stores = made.flat_map(|var| template.uses(var)).filter_map(|what| match *what {
                    Use::Store(ELEMENT, from) => Some(from),
                    _ => None,
                });
                given.stages.insert(instance, stores.collect());
            }
            dealing.push((instance, giving, loads));
        }
        let mut staged = Set::default();
        for (instance, ..) in dealing.iter().filter(|(_, giving, _)| giving.makes_stage) {
            points_to.results(*instance).into_iter().for_each(|stream| {
                staged.insert(stream.0);
            });
        }
        let mut repeated: Vec<(NodeId, u32)> = Vec::new();
        for (instance, giving, loads) in dealing {
            let first = solution.instances[instance.index()].first_node.0;
            for (base, to) in loads {
                let node = NodeId(first + to);
                let is_alone = solution.graph.root(node) == node && solution.graph.members(node).is_empty();
                if is_alone && giving.is_exclusive {
                    given.sealed.insert(node);
                }
                for object in self.taken(instance, to) {
                    match given.placed.is_taken_once(instance, base, to, ObjectId(object)) {
                        None => repeated.push((node, object)),
                        Some(false) => {
                            given.copied.insert(object);
                        }
                        Some(true) => {}
                    }
                }
                for container in self.objects(NodeId(first + base)) {
                    if staged.contains(container) {
                        given.readers.entry(ObjectId(container)).or_default().push(node);
                        continue;
                    }
                    let held = solution.fields.get(&(ObjectId(container), ELEMENT));
                    for object in held.into_iter().flat_map(|&held| self.objects(held)) {
                        let (container, element) = (ObjectId(container), ObjectId(object));
                        if !given.placed.is_once(container, ELEMENT, element) {
                            repeated.push((node, object));
                        } else if !given.placed.is_placed(container, ELEMENT, element) {
                            given.copied.insert(object);
                        }
                    }
                }
            }
        }
        let dealt = Dealt::of(points_to, given.placed, &given.tasks.dealt(), |it| staged.contains(it.0));
        let is_alone =
            |&node: &NodeId| solution.graph.root(node) == node && solution.graph.members(node).is_empty();
        given.sealed.extend(dealt.pointers.into_iter().filter(is_alone));
        dealt.copied.into_iter().for_each(|object| {
            given.copied.insert(object);
        });
        repeated.extend(dealt.repeated);
        given.slots = dealt.slots;
        self.given = Some(given);
        for (node, object) in repeated {
            self.mark_on_purpose(node, &Set::from_iter([object]));
        }
    }

    /// What the calls by which a contract takes the elements of a container give.
    fn taken(&self, contract: InstanceId, element: Var) -> Vec<u32> {
        let calls = &self.solution.instances[contract.index()].template.calls;
        let edges = self.solution.edges_of(contract).iter();
        let edges = edges.filter(|edge| calls[edge.call as usize].result == element);
        let taken = edges.flat_map(|edge| self.points_to.results(edge.callee));
        let mut taken: Vec<u32> = taken.map(|object| object.0).collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    /// What a task loads from an object that was given is own only if nothing else holds it; what it loads from one that
    /// it made, if it stored that itself.
    fn begin_loads(&mut self) {
        let (solution, points_to) = (self.solution, self.points_to);
        let mut known: FxHashMap<(u32, FieldKey), Rc<Set>> = FxHashMap::default();
        let stored = self.stored_by_others();
        let filled = self.filled_by_loops();
        for instance in points_to.all_instances() {
            if self.given.as_ref().is_none_or(|given| !given.tasks.runs_in_task(instance)) {
                continue;
            }
            let only_loop = self.given.as_ref().and_then(|given| given.tasks.loop_beside_main(instance));
            let Instance { template, first_node, .. } = &solution.instances[instance.index()];
            for base in 0..template.vars {
                for what in template.uses(base) {
                    let &Use::Load(field, to) = what else { continue };
                    let base = NodeId(first_node.0 + base);
                    for holder in self.objects(base) {
                        if !self.may_grow(NodeId(first_node.0 + to)) {
                            break;
                        }
                        let Some(&held) = solution.fields.get(&(ObjectId(holder), field)) else { continue };
                        let Some(given) = &self.given else { return };
                        let is_filled =
                            || only_loop.is_some() && filled.get(&(holder, field)) == Some(&only_loop);
                        let foreign = if !given.made.is_foreign(solution, base, holder) {
                            let Some(stored) = stored.get(&(holder, field)) else { continue };
                            stored
                        } else if is_filled() {
                            continue;
                        } else {
                            let shared = known.entry((holder, field));
                            let shared = shared.or_insert_with(|| {
                                let id = points_to.world.field_id(field);
                                let is_placed = is_place(&points_to.world, field);
                                let is_own = |object: u32| match id {
                                    _ if given.slots.contains(&(ObjectId(holder), field, object)) => true,
                                    _ if given.copied.contains(object)
                                        || !points_to.is_applications(object) =>
                                    {
                                        false
                                    }
                                    Some(id) if !is_placed => given.tasks.is_owned(ObjectId(object), id),
                                    _ => {
                                        is_placed
                                            && given.placed.is_placed(
                                                ObjectId(holder),
                                                field,
                                                ObjectId(object),
                                            )
                                    }
                                };
                                let held = self.objects(held).into_iter();
                                Rc::new(held.filter(|&object| !is_own(object)).collect())
                            });
                            &shared.clone()
                        };
                        self.mark(NodeId(first_node.0 + to), foreign);
                    }
                }
            }
        }
    }

    /// By field of an object: the loop whose tasks alone store anything there. Then what a task finds in an object of
    /// its own it put there itself.
    fn filled_by_loops(&self) -> FxHashMap<(u32, FieldKey), Option<usize>> {
        let mut filled: FxHashMap<(u32, FieldKey), Option<usize>> = FxHashMap::default();
        let Some(given) = &self.given else { return filled };
        for instance in self.points_to.all_instances() {
            let only_loop = given.tasks.only_loop(instance);
            let Instance { template, first_node, .. } = &self.solution.instances[instance.index()];
            for base in 0..template.vars {
                for what in template.uses(base) {
                    let &Use::Store(field, _) = what else { continue };
                    for holder in self.objects(NodeId(first_node.0 + base)) {
                        let by = filled.entry((holder, field)).or_insert(only_loop);
                        *by = by.filter(|_| *by == only_loop);
                    }
                }
            }
        }
        filled
    }

    /// What is stored in objects by threads that did not make them.
    fn stored_by_others(&self) -> FxHashMap<(u32, FieldKey), Set> {
        let mut stored: FxHashMap<(u32, FieldKey), Set> = FxHashMap::default();
        for instance in self.points_to.all_instances() {
            let Some(given) = &self.given else { break };
            let Instance { template, first_node, .. } = &self.solution.instances[instance.index()];
            let node = |var: Var| NodeId(first_node.0 + var);
            for base in 0..template.vars {
                for what in template.uses(base) {
                    let &Use::Store(field, from) = what else { continue };
                    let root = self.solution.graph.root(node(base));
                    let own = given.made.caught.contains(node(base)).then_some(node(base));
                    for slot in [Some(root), own.filter(|&own| own != root)].into_iter().flatten() {
                        given.made.foreign[slot.index()].for_each(|holder| {
                            let all = stored.entry((holder, field)).or_default();
                            self.set(node(from)).for_each(|object| {
                                all.insert(object);
                            });
                        });
                    }
                }
            }
        }
        stored
    }

    /// Some objects that a pointer may hold are foreign.
    fn mark(&mut self, node: NodeId, objects: &Set) {
        if self.given.as_ref().is_some_and(|given| given.sealed.contains(&node)) {
            return;
        }
        self.mark_on_purpose(node, objects);
    }

    fn mark_on_purpose(&mut self, node: NodeId, objects: &Set) {
        if !self.may_grow(node) {
            return;
        }
        let held = self.set(node);
        let node = self.caught.slot(self.solution, node);
        let (foreign, news) = (&mut self.foreign[node.index()], &mut self.news[node.index()]);
        let was_idle = news.is_empty();
        foreign.absorb_common(objects, held, &self.harmful, news);
        if was_idle && !news.is_empty() {
            self.work.push(node);
        }
    }

    /// Whether further objects of a pointer may become foreign.
    fn may_grow(&mut self, node: NodeId) -> bool {
        let held = self.set(node);
        let node = self.caught.slot(self.solution, node);
        let most = *self.most[node.index()].get_or_insert_with(|| {
            let mut count = 0;
            held.for_each(|object| count += u32::from(has_bit(&self.harmful, object)));
            count
        });
        self.foreign[node.index()].len() < most as usize
    }

    fn mark_all(&mut self, node: NodeId) {
        self.mark(node, self.set(node));
    }

    fn mark_var(&mut self, instance: InstanceId, var: Var) {
        if var != NONE {
            self.mark_all(NodeId(self.solution.instances[instance.index()].first_node.0 + var));
        }
    }

    fn mark_parameters(&mut self, instance: InstanceId) {
        let solution = self.solution;
        for &var in &solution.instances[instance.index()].template.params {
            self.mark_var(instance, var);
        }
    }

    /// What is the same for all; and what a call without arguments is said to make, which need not be new.
    fn mark_constants(&mut self, instance: InstanceId) {
        let Instance { template, first_node, .. } = &self.solution.instances[instance.index()];
        let has_arguments = template.params.iter().any(|&var| var != NONE);
        let is_waiting = self.roots.waits.contains(instance);
        let is_contract = self.points_to.is_contract(&self.solution.instances[instance.index()]);
        for start in &template.starts {
            let var = match *start {
                // A contract makes what it throws, unless another thread threw it; others get what it is told to throw.
                Start::Constant(var, _) if is_contract && !is_waiting && is_thrown(template, var) => continue,
                Start::StoreStatic(THROWN, var) if is_contract && template.params.contains(&var) => {
                    let pot = self.solution.statics.get(&THROWN).copied();
                    let thrown = self.set(NodeId(first_node.0 + var));
                    pot.into_iter().for_each(|pot| self.mark(pot, thrown));
                    continue;
                }
                Start::Constant(var, _) => var,
                Start::AllocHere(var, _) if !has_arguments => var,
                _ => continue,
            };
            self.mark_all(NodeId(first_node.0 + var));
        }
    }

    fn run(&mut self) {
        let solution = self.solution;
        while let Some(node) = self.work.pop() {
            let news = std::mem::take(&mut self.news[node.index()]);
            if self.caught.contains(node) {
                self.hand_on_caught(node, &news);
                continue;
            }
            let mut edge = solution.graph.first_edge(node);
            while let Some((to, _, next)) = solution.graph.edge(edge) {
                self.mark(to, &news);
                edge = next;
            }
            self.hand_on(node, &news);
            for &member in solution.graph.members(node) {
                self.hand_on(member, &news);
            }
        }
    }

    /// A handler's variable holds foreign objects: its edges are those of the pot.
    fn hand_on_caught(&mut self, node: NodeId, news: &Set) {
        let solution = self.solution;
        let Some(owner) = solution.graph.owner(node) else { return };
        let var = node.0 - solution.instances[owner.index()].first_node.0;
        let mut to = Vec::new();
        handed_to(solution, &self.callers, owner, var, |node| to.push(node));
        for node in to {
            self.mark(node, news);
        }
        self.hand_on(node, news);
    }

    /// A variable holds foreign objects.
    fn hand_on(&mut self, node: NodeId, news: &Set) {
        let solution = self.solution;
        for &to in solution.passed_on.get(&node).into_iter().flatten() {
            self.mark(to, news);
        }
        let Some(owner) = solution.graph.owner(node) else { return };
        let Instance { first_node, template, .. } = &solution.instances[owner.index()];
        let var = node.0 - first_node.0;
        let node_of = |var: Var| NodeId(first_node.0 + var);
        for what in template.uses(var) {
            match *what {
                Use::Copy(to, _) => self.mark(node_of(to), news),
                Use::Load(field, to) if self.may_grow(node_of(to)) => {
                    for held in self.fields(news, field) {
                        self.mark(node_of(to), self.set(held));
                    }
                }
                Use::Load(..) => {}
                Use::Store(field, from) => {
                    // What others do with their own objects does not concern the tasks that are given them later.
                    if self.given.as_ref().is_some_and(|given| !given.tasks.runs_in_task(owner)) {
                        continue;
                    }
                    let stored = self.set(node_of(from));
                    if !stored.is_empty() {
                        for held in self.fields(news, field) {
                            self.mark(held, stored);
                        }
                    }
                }
                Use::Call(call) => {
                    for edge in solution.edges_at(owner, call) {
                        let callee = &solution.instances[edge.callee.index()];
                        if let Some(&this) = callee.template.params.first().filter(|&&this| this != NONE) {
                            self.mark(NodeId(callee.first_node.0 + this), news);
                        }
                    }
                }
            }
        }
        if self.roots.waits.for_foreign.contains(&owner) && template.params.contains(&var) {
            self.arrive(owner);
        }
        // What a contract or plugin says that a call makes may be a view or copy of what it is given.
        if template.params.contains(&var) {
            for start in &template.starts {
                match *start {
                    Start::AllocHere(made, _) => self.mark_var(owner, made),
                    Start::Special(Special::Meaning(Meaning::Clone)) => {
                        self.mark_copies(owner, template.result)
                    }
                    _ => {}
                }
            }
        }
        self.deal_out(owner, var, news);
    }

    /// A copy of a foreign array is the thread's own, but not what it holds.
    fn mark_copies(&mut self, owner: InstanceId, result: Var) {
        if result == NONE {
            return;
        }
        let node = NodeId(self.solution.instances[owner.index()].first_node.0 + result);
        let is_array = |&it: &u32| matches!(*self.points_to.object_type(ObjectId(it)), RuntimeType::Array(_));
        let (arrays, others): (Vec<u32>, Vec<u32>) = self.objects(node).into_iter().partition(is_array);
        self.mark(node, &others.into_iter().collect());
        for held in self.fields(&arrays.into_iter().collect(), ELEMENT) {
            self.mark_all(held);
        }
    }

    /// Elements of a stage are elements of what reads the stage.
    fn deal_out(&mut self, owner: InstanceId, var: Var, news: &Set) {
        let Some(given) = &self.given else { return };
        if !given.stages.get(&owner).is_some_and(|stored| stored.contains(&var)) {
            return;
        }
        let streams = self.points_to.results(owner);
        let readers = streams.iter().filter_map(|stream| given.readers.get(stream)).flatten();
        for reader in readers.copied().collect::<Vec<_>>() {
            self.mark_on_purpose(reader, news);
        }
    }

    fn set(&self, node: NodeId) -> &'s Set {
        self.solution.graph.set(self.solution.graph.root(node))
    }

    fn objects(&self, node: NodeId) -> Vec<u32> {
        self.set(node).to_vec()
    }

    /// The pointers of a field of objects.
    fn fields(&self, objects: &Set, field: FieldKey) -> Vec<NodeId> {
        let mut found = Vec::new();
        objects.for_each(|object| found.extend(self.solution.fields.get(&(ObjectId(object), field))));
        found
    }
}

/// Whether a variable of a contract holds elements of what it is about.
fn is_element(template: &Template, var: Var) -> bool {
    var != NONE
        && sources(template, var)
            .iter()
            .any(|source| matches!(source, Source::Loaded(base, ELEMENT) if template.params.contains(base)))
}

/// Whether an object has no state that a race could be about, and leads to none: strings, classes, boxes, arrays
/// without elements.
fn is_harmless(points_to: &PointsTo<'_>, object: ObjectId) -> bool {
    let world = &points_to.world;
    match *points_to.object_type(object) {
        RuntimeType::Class(class) => {
            let known = &world.well_known;
            [known.string, known.class].contains(&Some(class)) || known.boxes.contains(&class)
        }
        RuntimeType::Array(_) => {
            let site = points_to.sites(object).first().copied();
            site.is_some_and(|site| world.site(site).is_empty)
        }
        _ => false,
    }
}
