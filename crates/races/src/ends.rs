//! Which threads and tasks have surely ended where, and which follow each other.
//!
//! A task belongs to a call if only that call starts it. Whoever waits for its handle waits for it, if the
//! handle is surely the same object: the same path in the same method, or an abstract object that stands for
//! one object, and the task is started once. A handle that somebody completes by hand tells nothing. A task
//! that begins after others orders them, and who waits for it waits for them. Who waits for the first task of a tree
//! (`forks`) waits for the tree.
//!
//! When a pool has ended, its tasks have; the tasks of a pool with one thread follow each other. Both need a
//! pool that is one object.

use deadheat_models::{Bound, Object, RunsOn, Threads};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType, SiteKind};
use deadheat_program::ir::{Inst, InstId, InvokeKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::facts::Call;
use crate::forks::{self, Tree};
use crate::gather::Gather;
use crate::parallel::FactsOf;
use crate::streams;
use crate::tasks::{Joined, Named, Tasks};
use crate::threads::{Graph, MAIN};

/// See the module's description.
#[derive(Default)]
pub(crate) struct Ends {
    /// By instance and call: the threads that have ended when it has returned, or when it has returned with
    /// the outcome on which its contract depends.
    pub(crate) by_call: FxHashMap<(InstanceId, InstId), (bool, Bits)>,
    /// By instance and call: the threads that it starts and waits for, each time.
    pub(crate) own: FxHashMap<(InstanceId, InstId), Bits>,
    /// By instance and loop that waits for all of its threads: those.
    pub(crate) by_loop: FxHashMap<(InstanceId, usize), Bits>,
    /// By thread: those that have ended before it begins.
    pub(crate) before: Vec<Bits>,
    /// By thread: the pool with one thread that runs it.
    confined: Vec<Option<ObjectId>>,
    pub(crate) trees: Vec<Tree>,
}

impl Ends {
    /// Whether two threads, or two of one kind, follow each other.
    pub(crate) fn are_ordered(&self, one: usize, two: usize) -> bool {
        let is_before = |one: usize, two: usize| self.before[two].contains(one);
        is_before(one, two)
            || is_before(two, one)
            || self.confined[one].is_some() && self.confined[one] == self.confined[two]
    }
}

/// How often what stands for several handles may be one of those itself.
const DEPTH: usize = 4;

/// A call that starts threads which nobody else starts, or whose result stands for several handles.
struct Started<'f> {
    instance: InstanceId,
    inst: InstId,
    tasks: &'f Tasks,
    /// Those that have ended when the handle says so.
    threads: Bits,
}

struct Finder<'e, 'f> {
    points_to: &'e PointsTo<'e>,
    bound: &'e Bound<'e>,
    graph: &'e Graph,
    facts: &'f FactsOf,
    singles: &'e Bits,
    /// Objects that somebody completes by hand.
    completed: FxHashSet<ObjectId>,
    /// By thread: the pools that run it, if all are known.
    pools: Vec<Option<Vec<ObjectId>>>,
    started: Vec<Started<'f>>,
    /// Task objects, each with a thread that only runs it.
    runs: Vec<(ObjectId, usize)>,
    /// By thread: the objects whose methods it runs.
    own: Vec<Vec<ObjectId>>,
    trees: &'e [Tree],
}

/// Finds the ends of threads.
pub(crate) fn find(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    graph: &Graph,
    facts: &FactsOf,
    singles: &Bits,
) -> Ends {
    let trees = forks::find(points_to, bound, graph, facts);
    let mut finder = Finder {
        points_to,
        bound,
        graph,
        facts,
        singles,
        completed: FxHashSet::default(),
        pools: Vec::new(),
        started: Vec::new(),
        runs: Vec::new(),
        own: Vec::new(),
        trees: &trees,
    };
    finder.own = (0..graph.threads.len()).map(|thread| finder.own(thread)).collect();
    finder.runs = finder.find_runs();
    finder.pools = (0..graph.threads.len()).map(|thread| finder.pools_of(thread)).collect();
    finder.find_started();
    let ends = finder.find_ends();
    Ends { trees, ..ends }
}

impl<'f> Finder<'_, 'f> {
    fn find_started(&mut self) {
        for instance in self.points_to.all_instances() {
            let Some(facts) = self.facts.get(&instance) else { continue };
            for call in &facts.calls {
                if let Some(value) = call.tasks.completes {
                    self.completed.extend(self.points_to.points_to(instance, value));
                }
                if call.tasks.handle.is_some() {
                    let threads = self.threads_by(instance, call.inst, &call.tasks);
                    let inst = call.inst;
                    self.started.push(Started { instance, inst, tasks: &call.tasks, threads });
                }
            }
        }
    }

    /// The threads that only this call starts, and that its handle stands for.
    fn threads_by(&self, instance: InstanceId, inst: InstId, tasks: &Tasks) -> Bits {
        let Some((handle, _)) = tasks.handle else { return Bits::default() };
        let handles = self.points_to.points_to(instance, handle);
        self.inside(instance, inst, |thread, is_direct| {
            let is_own = !handles.is_empty() && self.own[thread] == handles && !self.has_more(thread);
            is_own || is_direct && tasks.starts == 1
        })
    }

    /// Whether only the thread of an instance starts another one: to wait for a thread that has not been
    /// started is to wait for nothing.
    fn is_started_by(&self, instance: InstanceId, thread: usize) -> bool {
        let waits = self.graph.threads_of(instance);
        let starters = &self.graph.threads[thread].starters;
        waits.iter().count() == 1 && starters.iter().all(|&(by, _)| self.graph.threads_of(by) == waits)
    }

    /// Whether a thread begins with a task that ends for others by itself.
    fn ends(&self, thread: usize) -> bool {
        self.graph.threads[thread].roots.iter().any(|&root| {
            let contract = self.points_to.method(root).and_then(|method| self.bound.contract(method));
            contract.and_then(|contract| contract.ordering).is_some_and(|ordering| !ordering.ends.is_empty())
        })
    }

    /// Whether a task's own object goes on when others take it for ended: a task class of the application
    /// may add to it.
    fn has_more(&self, thread: usize) -> bool {
        let program = self.points_to.program();
        let is_own = |&object: &ObjectId| matches!(*self.points_to.object_type(object), RuntimeType::Class(class) if program.is_application(class));
        self.ends(thread) && self.own[thread].iter().any(is_own)
    }

    /// Whether an object is made by a call, as its contract says.
    fn is_made_by(&self, instance: InstanceId, inst: InstId, object: ObjectId) -> bool {
        let site = self.points_to.sites(object).first().copied();
        site.is_some_and(|site| {
            matches!(self.points_to.site_kind(site), SiteKind::Call(..))
                && self.points_to.site_place(site).map(Some)
                    == Some(self.points_to.method(instance).map(|method| (method, inst)))
        })
    }

    /// The threads that only this call starts, of those that are meant; directly, or by what it calls.
    fn inside(&self, instance: InstanceId, inst: InstId, is_meant: impl Fn(usize, bool) -> bool) -> Bits {
        let direct: Vec<InstanceId> = self.callees(instance, inst).collect();
        let mut inside: FxHashSet<InstanceId> = FxHashSet::default();
        let mut order = Vec::new();
        let mut work = direct.clone();
        while let Some(callee) = work.pop() {
            if !self.facts.contains_key(&callee) && inside.insert(callee) {
                order.push(callee);
                work.extend(self.graph.calls[callee.index()].iter().map(|&(_, callee)| callee));
            }
        }
        let mut found = Bits::default();
        for callee in order {
            for &(_, thread) in &self.graph.spawns[callee.index()] {
                if is_meant(thread, direct.contains(&callee))
                    && self.is_only_from(thread, &inside, (instance, inst))
                {
                    found.insert(thread);
                }
            }
        }
        found
    }

    fn callees(&self, instance: InstanceId, inst: InstId) -> impl Iterator<Item = InstanceId> {
        let calls = self.graph.calls[instance.index()].iter();
        calls.filter(move |(at, _)| *at == inst).map(|&(_, callee)| callee)
    }

    /// The objects whose methods a thread runs.
    fn own(&self, thread: usize) -> Vec<ObjectId> {
        let roots = self.graph.threads[thread].roots.iter();
        let own = roots.flat_map(|&root| self.points_to.parameters(root).into_iter().next());
        own.flatten().collect()
    }

    /// Whether a thread is only started inside of one call.
    fn is_only_from(
        &self,
        thread: usize,
        inside: &FxHashSet<InstanceId>,
        call: (InstanceId, InstId),
    ) -> bool {
        let mut seen: FxHashSet<InstanceId> = FxHashSet::default();
        let mut work: Vec<InstanceId> =
            self.graph.threads[thread].starters.iter().map(|&(by, _)| by).collect();
        while let Some(instance) = work.pop() {
            if !inside.contains(&instance) || self.graph.is_root(instance) {
                return false;
            }
            if seen.insert(instance) {
                let callers = self.graph.callers(instance);
                work.extend(callers.iter().filter(|&&caller| caller != call).map(|&(caller, _)| caller));
            }
        }
        !seen.is_empty()
    }

    /// The threads that have surely ended when the task of a handle has.
    fn meant(&self, instance: InstanceId, handle: &Named) -> Bits {
        self.meant_within(instance, handle, DEPTH)
    }

    fn meant_within(&self, instance: InstanceId, (value, path): &Named, depth: usize) -> Bits {
        let mut found = Bits::default();
        let objects = self.points_to.points_to(instance, *value);
        if objects.iter().any(|object| self.completed.contains(object)) {
            return found;
        }
        for started in &self.started {
            let Some((handle, own)) = &started.tasks.handle else { continue };
            let is_same = started.instance == instance && own == path;
            let is_meant = is_same || {
                let is_one = matches!(objects[..], [only] if self.singles.contains(only.index()));
                is_one && self.points_to.points_to(started.instance, *handle) == objects
            };
            if is_meant && started.tasks.starts == 0 && depth > 0 {
                for handle in &started.tasks.after {
                    found.union(&self.meant_within(started.instance, handle, depth - 1));
                }
            }
            if is_meant {
                // Who has the result of the call has started the task.
                let is_result = *handle == started.inst;
                let single = started.threads.iter().filter(|&thread| {
                    self.graph.threads[thread].is_single
                        && (is_result || self.is_started_by(instance, thread))
                });
                single.for_each(|thread| {
                    found.insert(thread);
                });
            }
        }
        if let [only] = objects[..]
            && self.singles.contains(only.index())
        {
            let run = self.runs.iter().filter(|(object, _)| *object == only);
            run.for_each(|&(_, thread)| {
                found.insert(thread);
            });
            for (thread, own) in self.own.iter().enumerate().skip(MAIN + 1) {
                if self.graph.threads[thread].is_single
                    && *own == [only]
                    && !self.has_more(thread)
                    && (self.ends(thread) || self.is_started_by(instance, thread))
                {
                    found.insert(thread);
                }
            }
        }
        found
    }

    /// The threads that do nothing of the application's but to run a task object, with that.
    fn find_runs(&self) -> Vec<(ObjectId, usize)> {
        let mut runs = Vec::new();
        for (number, thread) in self.graph.threads.iter().enumerate().skip(MAIN + 1) {
            let mut tasks: Vec<ObjectId> = Vec::new();
            let mut seen = Bits::default();
            let mut work = thread.roots.clone();
            let mut is_pure = thread.is_single;
            while let Some(instance) = work.pop().filter(|_| is_pure) {
                let task = self.points_to.method(instance).and_then(|method| self.bound.contract(method));
                if task.and_then(|task| task.ordering).is_some_and(|task| task.ends == [Object::This]) {
                    tasks.extend(self.points_to.parameters(instance).into_iter().next().unwrap_or_default());
                } else if seen.insert(instance.index()) {
                    is_pure = !self.facts.contains_key(&instance);
                    work.extend(self.graph.calls[instance.index()].iter().map(|&(_, callee)| callee));
                }
            }
            tasks.sort();
            tasks.dedup();
            if let ([task], true) = (&tasks[..], is_pure)
                && !matches!(*self.points_to.object_type(*task), RuntimeType::Class(class) if self.points_to.program().is_application(class))
            {
                runs.push((*task, number));
            }
        }
        runs
    }

    /// The pools whose threads run a thread's task.
    fn pools_of(&self, thread: usize) -> Option<Vec<ObjectId>> {
        let mut pools = Vec::new();
        for &(by, _) in &self.graph.threads[thread].starters {
            let spawning = self.bound.contract(self.points_to.method(by)?)?.spawning?;
            if spawning.on != Some(RunsOn::Pool(Object::This)) {
                return None;
            }
            pools.extend(self.points_to.parameters(by).into_iter().next()?);
        }
        pools.sort();
        pools.dedup();
        (!pools.is_empty()).then_some(pools)
    }

    /// The threads that run the tasks of a pool, and of no other.
    fn tasks_of(&self, instance: InstanceId, pool: Value) -> Bits {
        let pools = self.only_pool(instance, pool);
        let mut found = Bits::default();
        for (thread, own) in self.pools.iter().enumerate().skip(MAIN + 1) {
            if own.as_ref().is_some_and(|own| own.iter().all(|pool| pools.contains(pool))) {
                found.insert(thread);
            }
        }
        found
    }

    /// The pool, if it is one object, with what it wraps.
    fn only_pool(&self, instance: InstanceId, value: Value) -> Vec<ObjectId> {
        match self.points_to.points_to(instance, value)[..] {
            [only] if self.singles.contains(only.index()) => vec![only],
            _ => Vec::new(),
        }
    }

    fn has_one_thread(&self, pool: ObjectId) -> bool {
        let is_one = |contract: Option<deadheat_models::Contract>| {
            let threads = contract.and_then(|contract| contract.spawning?.threads);
            threads == Some(Threads::Exactly(1))
        };
        let site = self.points_to.made_at(pool);
        if site.is_some_and(|(method, _)| is_one(self.bound.contract(method))) {
            return true;
        }
        let RuntimeType::Class(class) = *self.points_to.object_type(pool) else { return false };
        let program = self.points_to.program();
        let Ok(mut methods) = program.methods(class) else { return false };
        methods.all(|method| !program.is_constructor(method) || is_one(self.bound.contract(method)))
    }

    fn find_ends(&self) -> Ends {
        let count = self.graph.threads.len();
        let mut ends = Ends { before: vec![Bits::default(); count], ..Ends::default() };
        for started in &self.started {
            let mut before = Bits::default();
            for handle in &started.tasks.after {
                before.union(&self.meant(started.instance, handle));
            }
            for &pool in &started.tasks.after_pools {
                let mut others = self.tasks_of(started.instance, pool);
                started.threads.iter().for_each(|thread| others.remove(thread));
                before.union(&others);
            }
            for thread in started.threads.iter() {
                ends.before[thread].union(&before);
            }
        }
        close(&mut ends.before);
        ends.confined = self.pools.iter().map(|pools| self.confined(pools.as_deref())).collect();
        for instance in self.points_to.all_instances() {
            let Some(facts) = self.facts.get(&instance) else { continue };
            let runs_tree = |inst: InstId| self.trees.iter().any(|tree| tree.is_run_by(instance, inst));
            let is_meant = |call: &&Call| !call.tasks.joins.is_empty() || runs_tree(call.inst);
            for call in facts.calls.iter().filter(is_meant) {
                let own = self.own_of(instance, call.inst, &call.tasks);
                let ended = self.ended_by(instance, call.inst, &call.tasks, &own);
                ends.own.insert((instance, call.inst), own);
                let mut all = ended.clone();
                ended.iter().for_each(|thread| {
                    all.union(&ends.before[thread]);
                });
                ends.by_call.insert((instance, call.inst), (call.tasks.needs_outcome, all));
            }
            for (number, gather) in facts.gathers.iter().enumerate() {
                let ended = self.gathered(instance, gather);
                ends.by_loop.insert((instance, number), ended);
            }
        }
        ends
    }

    /// The threads for which a loop waits, if all of them are of one run of the method.
    fn gathered(&self, instance: InstanceId, gather: &Gather) -> Bits {
        let call = self.facts.get(&instance).and_then(|facts| facts.call_at(gather.start));
        let Some((call, (handle, _))) = call.and_then(|call| Some((call, call.tasks.handle.as_ref()?)))
        else {
            return Bits::default();
        };
        let objects = self.points_to.points_to(instance, *handle);
        let is_once = self.graph.runs_once(self.bound, self.facts, instance, gather.keeper, &mut Vec::new());
        match is_once && !objects.iter().any(|object| self.completed.contains(object)) {
            true => self.threads_by(instance, gather.start, &call.tasks),
            false => Bits::default(),
        }
    }

    fn confined(&self, pools: Option<&[ObjectId]>) -> Option<ObjectId> {
        let &[pool] = pools? else { return None };
        (self.singles.contains(pool.index()) && self.has_one_thread(pool)).then_some(pool)
    }

    /// The threads that a call starts and waits for, however many there are.
    fn own_of(&self, instance: InstanceId, inst: InstId, tasks: &Tasks) -> Bits {
        let mut own = Bits::default();
        for tree in self.trees.iter().filter(|tree| tree.is_run_by(instance, inst)) {
            own.union(&tree.threads);
        }
        for joined in &tasks.joins {
            if let Joined::Handle((stream, _)) = joined {
                own.union(&self.stages(instance, *stream));
            }
            match joined {
                Joined::Handle(handle) if tasks.handle.as_ref().is_some_and(|(_, own)| *own == handle.1) => {
                    own.union(&self.threads_by(instance, inst, tasks));
                }
                Joined::ElementsOfResult if tasks.is_of_elements => {
                    own.union(&self.inside(instance, inst, |thread, is_direct| {
                        is_direct || self.own[thread].iter().all(|&own| self.is_made_by(instance, inst, own))
                    }));
                }
                _ => {}
            }
        }
        own
    }

    /// The threads that run the functions of a stream's stages, as far as those are made one by one in a body: they
    /// run while the stream is asked for its result.
    fn stages(&self, instance: InstanceId, stream: Value) -> Bits {
        let mut found = Bits::default();
        let is_stage = |callee: InstanceId| {
            let contract = self.points_to.method(callee).and_then(|method| self.bound.contract(method));
            contract.is_some_and(|contract| streams::is_next_stage(&contract))
        };
        let is_call = |value: Value| self.callees(instance, value).next().is_some();
        let Some(body) = self.points_to.body(instance).filter(|_| is_call(stream)) else { return found };
        // A stage that something else uses may run there.
        let is_used_once = |value: Value| {
            let mut uses = 0;
            for inst in body.insts() {
                body.for_each_operand(inst, |operand| uses += usize::from(operand == value));
            }
            uses == 1
        };
        let mut next = Some(stream);
        while let Some(value) = next.filter(|&value| is_used_once(value)) {
            next = match body.inst(value) {
                Inst::CheckCast(_, inner) => Some(inner),
                Inst::Invoke(kind, _, list)
                    if kind != InvokeKind::Static && self.callees(instance, value).all(is_stage) =>
                {
                    let inside: FxHashSet<InstanceId> = self.callees(instance, value).collect();
                    for callee in self.callees(instance, value) {
                        let started = self.graph.spawns[callee.index()].iter().map(|&(_, thread)| thread);
                        let only = started.filter(|&it| self.is_only_from(it, &inside, (instance, value)));
                        only.for_each(|thread| {
                            found.insert(thread);
                        });
                    }
                    body.list(list).first().copied()
                }
                _ => None,
            };
        }
        found
    }

    /// The threads that have ended when a call has returned.
    fn ended_by(&self, instance: InstanceId, inst: InstId, tasks: &Tasks, own: &Bits) -> Bits {
        let mut ended = Bits::default();
        for joined in &tasks.joins {
            match joined {
                Joined::Handle(handle) => ended.union(&self.meant(instance, handle)),
                Joined::ElementsOfResult => false,
                Joined::TasksOf(pool) => ended.union(&self.tasks_of(instance, *pool)),
            };
        }
        // If the call is made once, all has ended that it starts and waits for, however many there are.
        if self.graph.runs_once(self.bound, self.facts, instance, inst, &mut Vec::new()) {
            ended.union(own);
        }
        for tree in self.trees {
            if !tree.first.is_empty() && ended.has_all(&tree.first) {
                ended.union(&tree.threads);
            }
        }
        ended
    }
}

/// Adds what comes before what comes before.
fn close(before: &mut [Bits]) {
    loop {
        let mut grew = false;
        for thread in 0..before.len() {
            for earlier in before[thread].clone().iter() {
                let more = before[earlier].clone();
                grew |= before[thread].union(&more);
            }
        }
        if !grew {
            return;
        }
    }
}
