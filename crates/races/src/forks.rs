//! Trees of tasks: a task makes others of its class, starts them, and waits for them before it ends.
//!
//! In: the bodies of the application, and what contracts say of starting and waiting. Out: by class, the [`Tree`] that
//! its tasks make, if all of this holds:
//! 1. a task object is a new object in a body of the application that never leaves the body, but for contracts that start
//!    it or wait for it, alone or in a list of the body's own (`bundles`), and for methods of its class; and none of those lets `this` go anywhere else. So whoever starts a
//!    task, or calls its methods, is known, and no task is called while another thread runs it;
//! 2. when a method of the class returns, every task has ended that it started (*structured*). When it throws, some may run
//!    on: so whoever catches an exception of such a call, or of a wait, knows nothing afterwards;
//! 3. one call outside of the class starts the first task of a tree.
//!
//! By 2, whoever waits for the first task has waited for all of them. By 1 and 2, where nothing is pending in a body, no
//! task runs that its object, or one below it, started.

use std::collections::BTreeSet;
use std::rc::Rc;

use deadheat_models::Bound;
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType, SiteKind};
use deadheat_program::ir::{BlockId, Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::{ClassId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::bundles::{Bundles, is_used};
use crate::facts::Call;
use crate::parallel::FactsOf;
use crate::tasks::Joined;
use crate::threads::{Graph, MAIN};

/// See the module's description.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The methods that run on tasks.
    pub(crate) codes: Vec<InstanceId>,
    /// All threads that run tasks.
    pub(crate) threads: Bits,
    /// Where tasks make tasks.
    pub(crate) inner: Vec<(InstanceId, InstId)>,
    /// Where the first one is made.
    pub(crate) outer: (InstanceId, InstId),
    /// The call that starts or runs it.
    pub(crate) start: InstId,
    /// Whether that call waits for its end.
    pub(crate) is_awaited: bool,
    /// The threads that begin with the first one.
    pub(crate) first: Bits,
    /// By method on tasks: the instructions before which tasks were started that may still run.
    busy: FxHashMap<InstanceId, Bits>,
    /// Methods on tasks that may be called when such tasks run.
    entered_busy: FxHashSet<InstanceId>,
}

impl Tree {
    /// Whether no task that a task started, or one of those, may run when the task executes an instruction.
    pub(crate) fn is_quiet(&self, instance: InstanceId, inst: InstId) -> bool {
        self.is_entered_quietly(instance)
            && self.busy.get(&instance).is_some_and(|busy| !busy.contains(inst.index()))
    }

    /// The same, whenever a method begins.
    pub(crate) fn is_entered_quietly(&self, instance: InstanceId) -> bool {
        !self.entered_busy.contains(&instance)
    }

    /// Whether a call starts the first task and waits for it, each time.
    pub(crate) fn is_run_by(&self, instance: InstanceId, inst: InstId) -> bool {
        self.is_awaited && (instance, inst) == (self.outer.0, self.start)
    }
}

/// The trees of a program.
pub(crate) fn find(points_to: &PointsTo<'_>, bound: &Bound<'_>, graph: &Graph, facts: &FactsOf) -> Vec<Tree> {
    let mut classes: BTreeSet<ClassId> = BTreeSet::new();
    for thread in graph.threads.iter().skip(MAIN + 1) {
        for object in own(points_to, &thread.roots) {
            if let RuntimeType::Class(class) = *points_to.object_type(object)
                && points_to.program().is_application(class)
            {
                classes.insert(class);
            }
        }
    }
    let trees =
        classes.into_iter().filter_map(|class| Finder::new((points_to, bound), graph, facts, class)?.tree());
    trees.collect()
}

/// The objects with whose methods a thread begins.
fn own(points_to: &PointsTo<'_>, roots: &[InstanceId]) -> Vec<ObjectId> {
    roots.iter().flat_map(|&root| points_to.parameters(root).into_iter().next()).flatten().collect()
}

struct Finder<'f, 'a> {
    points_to: &'f PointsTo<'a>,
    bound: &'f Bound<'f>,
    graph: &'f Graph,
    facts: &'f FactsOf,
    objects: FxHashSet<ObjectId>,
    /// Methods of the application on tasks, with constructors apart.
    codes: Vec<InstanceId>,
    constructors: FxHashSet<InstanceId>,
    bodies: FxHashMap<MethodId, Option<Rc<Body>>>,
}

/// What a call has to do with tasks.
struct Step {
    /// New tasks that it starts.
    starts: Vec<Value>,
    /// Those for which it waits.
    joins: Vec<Value>,
    /// Whether it may throw while tasks run that it started, or for which it waits.
    is_involved: bool,
    /// Methods that it calls on the same task.
    same: Vec<InstanceId>,
}

impl<'f, 'a> Finder<'f, 'a> {
    fn new(
        (points_to, bound): (&'f PointsTo<'a>, &'f Bound<'f>),
        graph: &'f Graph,
        facts: &'f FactsOf,
        class: ClassId,
    ) -> Option<Finder<'f, 'a>> {
        let is_meant = |object: &ObjectId| *points_to.object_type(*object) == RuntimeType::Class(class);
        let objects: FxHashSet<ObjectId> = points_to.objects().filter(is_meant).collect();
        let places: Option<FxHashSet<(MethodId, InstId)>> = objects
            .iter()
            .map(|&object| {
                let &site = points_to.sites(object).first()?;
                let is_new = matches!(points_to.site_kind(site), SiteKind::Alloc(..));
                points_to.site_place(site).filter(|_| is_new)
            })
            .collect();
        // A tree needs a place inside and one outside.
        let program = points_to.program();
        let is_inside =
            |(method, _): &(MethodId, InstId)| program.superclasses(class).contains(&method.class);
        places.filter(|places| places.len() > 1 && places.iter().any(is_inside))?;
        let (codes, constructors) = (Vec::new(), FxHashSet::default());
        let bodies = FxHashMap::default();
        Some(Finder { points_to, bound, graph, facts, objects, codes, constructors, bodies })
    }

    fn is_task(&self, instance: InstanceId, value: Value) -> bool {
        self.points_to.points_to(instance, value).iter().any(|object| self.objects.contains(object))
    }

    fn body(&mut self, instance: InstanceId) -> Option<Rc<Body>> {
        let method = self.points_to.method(instance)?;
        let lower = || self.points_to.body(instance).map(Rc::new);
        self.bodies.entry(method).or_insert_with(lower).clone()
    }

    fn tree(mut self) -> Option<Tree> {
        let threads = self.threads()?;
        self.find_codes()?;
        let mut made: Vec<(InstanceId, InstId)> = Vec::new();
        for instance in self.points_to.all_instances().filter(|it| self.facts.contains_key(it)) {
            made.extend(self.made_in(instance)?);
        }
        let (inner, outer): (Vec<_>, Vec<_>) = made.into_iter().partition(|(by, _)| self.codes.contains(by));
        let &[outer] = &outer[..] else { return None };
        if self.reach(outer.0) {
            return None;
        }
        let (start, is_awaited) = self.started(outer)?;
        self.is_known_caller()?;
        let mut busy = FxHashMap::default();
        let mut calls: Vec<(InstanceId, InstanceId, bool)> = Vec::new();
        for &code in &self.codes.clone() {
            busy.insert(code, self.follow(code, &mut calls)?);
        }
        let first = self.points_to.points_to(outer.0, outer.1);
        let first = threads.iter().filter(|&it| own(self.points_to, &self.graph.threads[it].roots) == first);
        Some(Tree {
            first: first.collect(),
            codes: self.codes,
            threads,
            inner,
            outer,
            start,
            is_awaited,
            busy,
            entered_busy: entered_busy(&calls),
        })
    }

    /// The threads that run tasks, and nothing else.
    fn threads(&self) -> Option<Bits> {
        let mut threads = Bits::default();
        for (number, thread) in self.graph.threads.iter().enumerate().skip(MAIN + 1) {
            let own = own(self.points_to, &thread.roots);
            match own.iter().filter(|object| self.objects.contains(object)).count() {
                0 => {}
                some if some == own.len() => {
                    threads.insert(number);
                }
                _ => return None,
            }
        }
        Some(threads)
    }

    /// The methods of the application that run on tasks: none runs on other objects, too.
    fn find_codes(&mut self) -> Option<()> {
        let program = self.points_to.program();
        for instance in self.points_to.all_instances().filter(|it| self.facts.contains_key(it)) {
            let Some(method) = self.points_to.method(instance) else { continue };
            if program.method(method).is_ok_and(|method| method.flags.is_static()) {
                continue;
            }
            let this = self.points_to.parameters(instance).into_iter().next().unwrap_or_default();
            let tasks = this.iter().filter(|object| self.objects.contains(object)).count();
            match (tasks, program.is_constructor(method)) {
                (0, _) => {}
                (_, true) => {
                    self.constructors.insert(instance);
                }
                (some, false) if some == this.len() => self.codes.push(instance),
                _ => return None,
            }
        }
        Some(())
    }

    /// The tasks that a body makes, if it has no other ones, and lets none go.
    fn made_in(&mut self, instance: InstanceId) -> Option<Vec<(InstanceId, InstId)>> {
        let mut made = Vec::new();
        let Some(body) = self.body(instance) else { return Some(made) };
        let is_on_task = self.codes.contains(&instance) || self.constructors.contains(&instance);
        for value in body.insts().filter(|&value| self.is_task(instance, value)) {
            match body.inst(value) {
                Inst::New(_) => made.push((instance, value)),
                Inst::Param(0) if is_on_task => {}
                Inst::Invoke(..) if self.origin(instance, &body, value) != value => {}
                _ if !is_used(&body, value) => continue,
                _ => return None,
            }
            body.insts().all(|inst| self.keeps(instance, &body, inst, value)).then_some(())?;
        }
        Some(made)
    }

    /// The task that a call gives back after it has started it.
    fn origin(&self, instance: InstanceId, body: &Body, value: Value) -> Value {
        let call = matches!(body.inst(value), Inst::Invoke(..)).then(|| self.facts.get(&instance));
        let call = call.flatten().and_then(|facts| facts.call_at(value));
        match call.filter(|call| call.tasks.starts == 1).and_then(|call| call.tasks.handle.as_ref()) {
            Some(&(task, _)) if task != value && self.is_task(instance, value) => {
                self.origin(instance, body, task)
            }
            _ => value,
        }
    }

    fn bundles<'b>(&'b self, body: &'b Body) -> Bundles<'b> {
        Bundles { bound: self.bound, body }
    }

    /// Whether an instruction does not let a task go.
    fn keeps(&self, instance: InstanceId, body: &Body, inst: InstId, task: Value) -> bool {
        let mut uses = 0;
        body.for_each_operand(inst, |operand| uses += usize::from(operand == task));
        match body.inst(inst) {
            _ if uses == 0 => true,
            Inst::GetField(..) | Inst::MonitorEnter(_) | Inst::MonitorExit(_) => true,
            Inst::PutField(_, _, value) => value != task,
            _ if matches!(body.inst(task), Inst::New(_)) && self.bundles(body).takes(inst, task) => true,
            Inst::Invoke(kind, _, list) => {
                let is_receiver = kind != InvokeKind::Static && body.list(list).first() == Some(&task);
                let is_new = matches!(body.inst(self.origin(instance, body, task)), Inst::New(_));
                let call = self.facts.get(&instance).and_then(|facts| facts.call_at(inst));
                let has_contract =
                    call.is_some_and(|call| call.tasks.starts > 0 || !call.tasks.joins.is_empty());
                let is_ours = |&(_, callee): &(InstId, InstanceId)| {
                    let this = || self.points_to.parameters(callee).into_iter().next();
                    !self.facts.contains_key(&callee)
                        || self.codes.contains(&callee)
                        || self.constructors.contains(&callee)
                        // It has no use for the task.
                        || this().is_none_or(|this| this.is_empty())
                };
                let is_completed = call.is_some_and(|call| call.tasks.completes.is_some());
                let mut callees = self.callees(instance, inst);
                uses == 1
                    && !is_completed
                    && (has_contract && is_new || is_receiver && callees.all(|it| is_ours(&it)))
            }
            _ => false,
        }
    }

    fn callees(&self, instance: InstanceId, inst: InstId) -> impl Iterator<Item = (InstId, InstanceId)> + '_ {
        self.graph.calls[instance.index()].iter().copied().filter(move |(at, _)| *at == inst)
    }

    /// Whether methods on tasks are called by bodies that have the task, and by the library for the task itself.
    fn is_known_caller(&self) -> Option<()> {
        for &code in &self.codes {
            for &(by, _) in self.graph.callers(code) {
                let this = self.points_to.parameters(by).into_iter().next().unwrap_or_default();
                let is_on_task = !this.is_empty() && this.iter().all(|object| self.objects.contains(object));
                (self.facts.contains_key(&by) || is_on_task).then_some(())?;
            }
        }
        Some(())
    }

    /// The only call that starts or runs a task outside, and whether it waits for its end.
    fn started(&mut self, (instance, task): (InstanceId, InstId)) -> Option<(InstId, bool)> {
        let body = self.body(instance)?;
        let facts = self.facts.get(&instance)?;
        let mut found: Vec<(InstId, bool)> = Vec::new();
        for call in &facts.calls {
            let Inst::Invoke(_, _, list) = body.inst(call.inst) else { continue };
            if !body.list(list).contains(&task) {
                continue;
            }
            let step = self.step(instance, &body, call);
            let is_run = self.runs(instance, call.inst);
            if is_run || step.starts.contains(&task) {
                found.push((call.inst, is_run || step.joins.contains(&task)));
            }
        }
        match found[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether a call runs a method on a task, itself or by the library.
    fn runs(&self, instance: InstanceId, inst: InstId) -> bool {
        let mut seen: FxHashSet<InstanceId> = FxHashSet::default();
        let mut work: Vec<InstanceId> = self.callees(instance, inst).map(|(_, callee)| callee).collect();
        while let Some(callee) = work.pop() {
            if self.codes.contains(&callee) {
                return true;
            }
            if seen.insert(callee) && !self.facts.contains_key(&callee) {
                work.extend(self.graph.calls[callee.index()].iter().map(|&(_, callee)| callee));
            }
        }
        false
    }

    /// What a call has to do with tasks.
    fn step(&self, instance: InstanceId, body: &Body, call: &Call) -> Step {
        let mut step = Step { starts: Vec::new(), joins: Vec::new(), is_involved: false, same: Vec::new() };
        let Inst::Invoke(kind, _, list) = body.inst(call.inst) else { return step };
        let arguments = body.list(list);
        let tasks = arguments.iter().filter(|&&value| self.is_task(instance, value));
        let tasks: Vec<Value> = tasks.map(|&value| self.origin(instance, body, value)).collect();
        if call.tasks.starts > 0 {
            step.starts = tasks.clone();
        }
        for joined in call.tasks.joins.iter().filter(|_| !call.tasks.needs_outcome) {
            if let Joined::Handle((value, _)) = joined {
                let task = self.origin(instance, body, *value);
                step.joins.extend(tasks.contains(&task).then_some(task));
            }
        }
        let bundled = self.bundles(body).run_by(call.inst);
        step.starts.extend(&bundled);
        step.joins.extend(&bundled);
        step.is_involved = !step.starts.is_empty() || !step.joins.is_empty();
        let is_same = kind != InvokeKind::Static
            && arguments.first().is_some_and(|&this| matches!(body.inst(this), Inst::Param(0)));
        for (_, callee) in self.callees(instance, call.inst).filter(|(_, it)| self.codes.contains(it)) {
            step.is_involved = true;
            if is_same && self.codes.contains(&instance) {
                step.same.push(callee);
            }
        }
        // Tasks that are run here, by the library.
        step.is_involved |= !tasks.is_empty() && self.runs(instance, call.inst);
        step
    }

    /// Whether methods on tasks, or threads that they start, run some code.
    fn reach(&self, code: InstanceId) -> bool {
        let mut seen = Bits::default();
        let mut work: Vec<InstanceId> = self.codes.clone();
        while let Some(instance) = work.pop() {
            if instance == code {
                return true;
            }
            if seen.insert(instance.index()) {
                work.extend(self.graph.calls[instance.index()].iter().map(|&(_, callee)| callee));
                let started = self.graph.spawns[instance.index()].iter();
                work.extend(started.flat_map(|&(_, thread)| &self.graph.threads[thread].roots));
            }
        }
        false
    }

    /// Follows which tasks are pending in a method on tasks; gives the instructions before which some may be. None if
    /// some may be when it returns.
    fn follow(
        &mut self,
        instance: InstanceId,
        calls: &mut Vec<(InstanceId, InstanceId, bool)>,
    ) -> Option<Bits> {
        let body = self.body(instance)?;
        let facts = self.facts.get(&instance)?.clone();
        // What stands for tasks of which nothing is known.
        let lost = body.insts().map(|inst| inst.index() + 1).max().unwrap_or(0);
        let mut steps: FxHashMap<InstId, Step> = FxHashMap::default();
        for call in &facts.calls {
            let step = self.step(instance, &body, call);
            if step.is_involved {
                steps.insert(call.inst, step);
            }
        }
        let mut states: Vec<Option<Bits>> = vec![None; body.block_count()];
        states[BlockId::ENTRY.index()] = Some(Bits::default());
        let mut work = vec![BlockId::ENTRY];
        let mut busy = Bits::default();
        let mut called: BTreeSet<(InstanceId, bool)> = BTreeSet::new();
        while let Some(block) = work.pop() {
            let Some(mut state) = states[block.index()].clone() else { continue };
            let mut thrown = state.clone();
            for inst in body.block_insts(block) {
                if !state.is_empty() {
                    busy.insert(inst.index());
                }
                // Another task takes the name of one that is pending.
                if state.contains(inst.index()) {
                    state.insert(lost);
                }
                if let Some(step) = steps.get(&inst) {
                    called.extend(step.same.iter().map(|&callee| (callee, !state.is_empty())));
                    self.is_allowed(instance, &body, inst, step, &state).then_some(())?;
                    state.extend(step.starts.iter().map(|task| task.index()));
                    step.joins.iter().for_each(|task| state.remove(task.index()));
                    thrown.insert(lost);
                }
                if matches!(body.inst(inst), Inst::Return(_)) && !state.is_empty() {
                    return None;
                }
                thrown.union(&state);
            }
            let next = body.succs(block).iter().map(|&next| (next, &state));
            for (next, state) in next.chain(body.pads(block).iter().map(|&pad| (pad, &thrown))) {
                let known = &mut states[next.index()];
                let is_new = known.is_none();
                if known.get_or_insert_default().union(state) || is_new {
                    work.push(next);
                }
            }
        }
        calls.extend(called.into_iter().map(|(callee, is_busy)| (instance, callee, is_busy)));
        Some(busy)
    }

    /// Whether a call does not start or run a task that is pending.
    fn is_allowed(&self, instance: InstanceId, body: &Body, inst: InstId, step: &Step, state: &Bits) -> bool {
        let Inst::Invoke(_, _, list) = body.inst(inst) else { return true };
        let is_only_wait = step.starts.is_empty() && !step.joins.is_empty();
        let is_pending = |&task: &Value| state.contains(self.origin(instance, body, task).index());
        is_only_wait || !body.list(list).iter().chain(&step.starts).any(is_pending)
    }
}

/// The methods that are called on the same task, directly or not, when something is pending.
fn entered_busy(calls: &[(InstanceId, InstanceId, bool)]) -> FxHashSet<InstanceId> {
    let mut found: FxHashSet<InstanceId> =
        calls.iter().filter(|(.., is_busy)| *is_busy).map(|&(_, callee, _)| callee).collect();
    loop {
        let more: Vec<InstanceId> = calls
            .iter()
            .filter(|(caller, callee, _)| found.contains(caller) && !found.contains(callee))
            .map(|&(_, callee, _)| callee)
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}
