//! Abstract threads: the main thread, and one for each method in a context that a call starts in another
//! thread. What a thread runs is what its roots reach by calls in the same thread.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::ops::RangeFrom;

use deadheat_models::{Bound, Called, Object, Part, Task, Times};
use deadheat_points_to::{EdgeKind, InstanceId, PointsTo};
use deadheat_program::MethodId;
use deadheat_program::ir::InstId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::called_back;
use crate::facts::Facts;
use crate::streams::{self, Streams};
use crate::turns::Scripts;

/// The main thread's number.
pub(crate) const MAIN: usize = 0;

/// A thread.
#[derive(Debug, Clone)]
pub(crate) struct Thread {
    pub(crate) roots: Vec<InstanceId>,
    /// Whether callers from outside are meant.
    pub(crate) is_outside: bool,
    /// Whether a framework is meant.
    pub(crate) is_script: bool,
    /// Whether several run the function of a stream at once.
    pub(crate) is_parallel: bool,
    /// Whether its object is the thread itself, which runs once.
    pub(crate) runs_itself: bool,
    /// Whether there is at most one at a time.
    pub(crate) is_single: bool,
    /// Whether it runs again and again.
    pub(crate) is_repeated: bool,
    /// Threads with the same number run one after the other.
    pub(crate) turn: Option<u32>,
    /// The calls that start it.
    pub(crate) starters: Vec<(InstanceId, InstId)>,
}

/// The calls of the program, by instance.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    /// Calls in the same thread.
    pub(crate) calls: Vec<Vec<(InstId, InstanceId)>>,
    /// Threads that a call starts.
    pub(crate) spawns: Vec<Vec<(InstId, usize)>>,
    callers: Vec<Vec<(InstanceId, InstId)>>,
    /// The threads that run it.
    runners: Vec<Bits>,
    /// Callers from outside: they make objects, and then use them in threads without number.
    pub(crate) outside: Option<InstanceId>,
    /// Opaque library code: it calls back as often as it likes.
    opaque: Option<InstanceId>,
    /// Its methods that stand for others, and what they call back.
    called_back: FxHashSet<(InstanceId, InstanceId)>,
    /// What frameworks do, each in a thread.
    pub(crate) scripts: Scripts,
    /// Static initialisers: the JVM runs them once.
    initialisers: FxHashSet<InstanceId>,
    /// By instance: the method, if it is a library's.
    library: Vec<Option<MethodId>>,
    /// By method of a library: whether it [`repeats`], once it was asked for.
    repeats: RefCell<FxHashMap<MethodId, bool>>,
    pub(crate) threads: Vec<Thread>,
}

impl Graph {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        facts: &FxHashMap<InstanceId, std::rc::Rc<Facts>>,
        streams: &Streams,
    ) -> Graph {
        let count = points_to.all_instances().count();
        let mut graph = Graph {
            calls: vec![Vec::new(); count],
            spawns: vec![Vec::new(); count],
            callers: vec![Vec::new(); count],
            runners: Vec::new(),
            outside: points_to.callers(),
            opaque: points_to.opaque_code(),
            called_back: FxHashSet::default(),
            scripts: points_to.all_instances().filter_map(|it| Some((it, points_to.script(it)?))).collect(),
            initialisers: FxHashSet::default(),
            library: points_to
                .all_instances()
                .map(|instance| points_to.method(instance).filter(|_| !facts.contains_key(&instance)))
                .collect(),
            repeats: RefCell::default(),
            threads: vec![Thread {
                roots: Vec::new(),
                is_outside: false,
                is_script: false,
                is_parallel: false,
                runs_itself: false,
                is_single: true,
                is_repeated: false,
                turn: None,
                starters: Vec::new(),
            }],
        };
        let jvm = points_to.jvm_code();
        let mut numbers: FxHashMap<InstanceId, usize> = FxHashMap::default();
        let mut started: Vec<Vec<(InstanceId, InstId)>> = vec![Vec::new()];
        let mut roots: FxHashSet<(usize, InstanceId)> = FxHashSet::default();
        let opaque = graph.opaque;
        for caller in points_to.all_instances() {
            // What a plugin made is passed through by the calls of others.
            let is_own =
                [jvm, opaque, graph.outside].contains(&Some(caller)) || graph.scripts.contains_key(&caller);
            if points_to.method(caller).is_none() && !is_own {
                continue;
            }
            for (inst, callee, kind) in points_to.calls(caller) {
                if kind == EdgeKind::Stage {
                    graph.calls[caller.index()].push((inst, callee));
                    graph.callers[callee.index()].push((caller, inst));
                }
                if kind == EdgeKind::Spawn || kind == EdgeKind::Stage && streams.is_parallel(caller) {
                    let next = graph.threads.len();
                    // All that callers from outside do is done by one kind of thread, but for scripts.
                    let is_outside = Some(caller) == graph.outside;
                    let script = graph.scripts.get(&callee).copied();
                    let key = if is_outside && script.is_none() { caller } else { callee };
                    let number = *numbers.entry(key).or_insert(next);
                    if number == next {
                        graph.threads.push(Thread {
                            roots: Vec::new(),
                            is_outside,
                            is_script: script.is_some(),
                            is_parallel: false,
                            runs_itself: true,
                            is_single: false,
                            is_repeated: false,
                            turn: script.and_then(|script| script.turn),
                            starters: Vec::new(),
                        });
                        started.push(Vec::new());
                    }
                    if roots.insert((number, callee)) {
                        graph.threads[number].roots.push(callee);
                    }
                    // The operation that ends a stream waits for its own function.
                    if kind == EdgeKind::Spawn || !joins_own(points_to, bound, caller) {
                        graph.spawns[caller.index()].push((inst, number));
                    }
                    started[number].push((caller, inst));
                    let called = script.map(|script| script.called);
                    let thread = &mut graph.threads[number];
                    thread.is_parallel |= kind == EdgeKind::Stage
                        || is_outside && called.is_none_or(|it| it == Called::Parallel);
                    thread.runs_itself &= runs_itself(points_to, bound, caller);
                    thread.is_repeated |=
                        called == Some(Called::Repeated) || is_repeated(points_to, bound, caller);
                } else if Some(caller) == jvm {
                    graph.threads[MAIN].roots.push(callee);
                } else if kind != EdgeKind::Stage {
                    graph.calls[caller.index()].push((inst, callee));
                    graph.callers[callee.index()].push((caller, inst));
                }
            }
        }
        // A class is initialised by whoever uses it first.
        for &(by, initialiser) in points_to.initialisations_by() {
            graph.initialisers.insert(initialiser);
            graph.calls[by.index()].push((InstId(0), initialiser));
        }
        graph.add_callbacks(points_to);
        graph.threads[MAIN].roots.extend(opaque);
        graph.threads[MAIN].roots.extend(graph.outside);
        for thread in &mut graph.threads {
            thread.is_single |= thread.is_script && !thread.is_parallel;
        }
        graph.find_runners();
        for (thread, started) in started.into_iter().enumerate().skip(1) {
            graph.threads[thread].is_single |= match started[..] {
                [(caller, inst)] if !graph.threads[thread].is_parallel => {
                    graph.runs_once(bound, facts, caller, inst, &mut Vec::new())
                }
                _ => false,
            };
            graph.threads[thread].starters = started;
        }
        graph
    }

    /// What code that nobody looks into calls back is called by its methods. One method of a part stands for all. Nothing is
    /// executed once there, so the opaque code remains a caller, too; it runs by itself only what nobody else does.
    fn add_callbacks(&mut self, points_to: &PointsTo<'_>) {
        let mut called: FxHashSet<InstanceId> = FxHashSet::default();
        for part in called_back::parts(points_to) {
            let Some((&first, others)) = part.methods.split_first() else { continue };
            let by = others.iter().map(|&method| (method, first));
            for (caller, callee) in by.chain(part.called.iter().map(|&callee| (first, callee))) {
                self.calls[caller.index()].push((InstId(0), callee));
                self.callers[callee.index()].push((caller, InstId(0)));
            }
            self.called_back.extend(part.called.iter().map(|&callee| (first, callee)));
            called.extend(part.called);
        }
        if let Some(opaque) = self.opaque {
            self.calls[opaque.index()].retain(|(_, callee)| !called.contains(callee));
        }
    }

    /// The instances that threads reach, but not by being called back.
    pub(crate) fn reached_openly(&self) -> Bits {
        let mut reached = Bits::default();
        let mut work: Vec<InstanceId> =
            self.threads.iter().flat_map(|thread| thread.roots.iter().copied()).collect();
        while let Some(instance) = work.pop() {
            if reached.insert(instance.index()) {
                let calls = self.calls[instance.index()].iter().map(|&(_, callee)| callee);
                work.extend(calls.filter(|&callee| !self.called_back.contains(&(instance, callee))));
            }
        }
        reached
    }

    /// The same calls, but whoever starts some threads does not do their work himself.
    pub(crate) fn without_help(&self, threads: &Bits) -> Graph {
        let mut graph = self.clone();
        for thread in threads.iter().map(|thread| &self.threads[thread]) {
            let roots: FxHashSet<InstanceId> = thread.roots.iter().copied().collect();
            let starters: FxHashSet<(InstanceId, InstId)> = thread.starters.iter().copied().collect();
            for by in thread.starters.iter().map(|&(by, _)| by).collect::<BTreeSet<_>>() {
                graph.calls[by.index()]
                    .retain(|&(at, callee)| !starters.contains(&(by, at)) || !roots.contains(&callee));
            }
            for root in &thread.roots {
                graph.callers[root.index()].retain(|caller| !starters.contains(caller));
            }
        }
        graph.find_runners();
        graph
    }

    /// Takes each of some threads for one, and finds out of which others there is one then.
    pub(crate) fn take_for_one(
        &mut self,
        bound: &Bound<'_>,
        facts: &FxHashMap<InstanceId, std::rc::Rc<Facts>>,
        threads: &Bits,
    ) {
        threads.iter().for_each(|thread| self.threads[thread].is_single = true);
        for thread in MAIN + 1..self.threads.len() {
            if let [(caller, inst)] = self.threads[thread].starters[..]
                && !self.threads[thread].is_parallel
                && !self.threads[thread].is_outside
            {
                self.threads[thread].is_single |= self.runs_once(bound, facts, caller, inst, &mut Vec::new());
            }
        }
    }

    /// The calls of an instance in the same thread.
    pub(crate) fn callers(&self, instance: InstanceId) -> &[(InstanceId, InstId)] {
        &self.callers[instance.index()]
    }

    /// Whether the JVM or a thread begins with an instance, or a class's first use runs it.
    pub(crate) fn is_root(&self, instance: InstanceId) -> bool {
        self.initialisers.contains(&instance)
            || self.threads.iter().any(|thread| thread.roots.contains(&instance))
    }

    /// Who runs what: all threads are followed along the calls at once.
    fn find_runners(&mut self) {
        self.runners = vec![Bits::default(); self.calls.len()];
        let (mut work, mut waits) = (VecDeque::new(), Bits::default());
        for (number, thread) in self.threads.iter().enumerate() {
            for root in &thread.roots {
                self.runners[root.index()].insert(number);
                work.extend(waits.insert(root.index()).then_some(*root));
            }
        }
        while let Some(instance) = work.pop_front() {
            waits.remove(instance.index());
            let threads = std::mem::take(&mut self.runners[instance.index()]);
            for &(_, callee) in self.calls[instance.index()].iter().filter(|&&(_, it)| it != instance) {
                if self.runners[callee.index()].union(&threads) {
                    work.extend(waits.insert(callee.index()).then_some(callee));
                }
            }
            self.runners[instance.index()] = threads;
        }
    }

    /// The instances that some threads run.
    pub(crate) fn reached_by(&self, threads: RangeFrom<usize>) -> Bits {
        let is_reached = |runners: &Bits| runners.iter().any(|thread| threads.contains(&thread));
        (0..self.runners.len()).filter(|&instance| is_reached(&self.runners[instance])).collect()
    }

    /// As [`repeats`], found out once.
    pub(crate) fn repeats(&self, bound: &Bound<'_>, method: MethodId) -> bool {
        *self.repeats.borrow_mut().entry(method).or_insert_with(|| repeats(bound, method))
    }

    /// Whether what starts a thread is called at most once, however many tasks it starts then.
    pub(crate) fn begins_once(
        &self,
        bound: &Bound<'_>,
        facts: &FxHashMap<InstanceId, std::rc::Rc<Facts>>,
        thread: usize,
    ) -> bool {
        let [(by, _)] = self.threads[thread].starters[..] else { return false };
        match self.callers[by.index()][..] {
            [(caller, inst)] => self.runs_once(bound, facts, caller, inst, &mut Vec::new()),
            _ => false,
        }
    }

    /// Whether an instruction of an instance is executed at most once.
    pub(crate) fn runs_once(
        &self,
        bound: &Bound<'_>,
        facts: &FxHashMap<InstanceId, std::rc::Rc<Facts>>,
        instance: InstanceId,
        inst: InstId,
        path: &mut Vec<InstanceId>,
    ) -> bool {
        if path.contains(&instance) || [self.outside, self.opaque].contains(&Some(instance)) {
            return false;
        }
        let repeats = match facts.get(&instance) {
            Some(facts) => facts.looping.contains(inst.index()),
            None => self.library[instance.index()].is_some_and(|method| self.repeats(bound, method)),
        };
        if repeats {
            return false;
        }
        path.push(instance);
        let is_root = self.threads[MAIN].roots.contains(&instance) || self.initialisers.contains(&instance);
        let once = match self.callers[instance.index()][..] {
            [] => {
                is_root
                    || self.threads.iter().any(|thread| {
                        thread.is_single && !thread.is_repeated && thread.roots.contains(&instance)
                    })
            }
            [(caller, inst)] => !is_root && self.runs_once(bound, facts, caller, inst, path),
            _ => false,
        };
        path.pop();
        once
    }

    /// The threads that may run an instance.
    pub(crate) fn threads_of(&self, instance: InstanceId) -> &Bits {
        &self.runners[instance.index()]
    }
}

/// Whether a library's method may do something more than once at a time: by its contract, or because it has
/// a loop. A task that is started again and again is not: see [`is_repeated`].
fn repeats(bound: &Bound<'_>, method: MethodId) -> bool {
    let contract = bound.contract(method).unwrap_or_default();
    match (&contract.callbacks, &contract.spawning) {
        (Some(callbacks), _) if callbacks.times.is_some_and(|times| times != Times::Once) => true,
        (_, Some(spawning)) => {
            // What holds several tasks may hold one twice.
            let is_each = |task: &Task| matches!(task.object, Object::Part(Part::Element, _));
            matches!(spawning.times, Some(Times::Parallel | Times::AsMode))
                || spawning.starts.iter().any(is_each)
        }
        (Some(_), None) => false,
        (None, None) => {
            let body = bound.program().lower(method);
            body.is_ok_and(|body| body.is_some_and(|body| !body.is_acyclic()))
        }
    }
}

/// Whether a contract starts a task again and again, one run after the other.
fn is_repeated(points_to: &PointsTo<'_>, bound: &Bound<'_>, instance: InstanceId) -> bool {
    let spawning = points_to.method(instance).and_then(|method| bound.contract(method)?.spawning);
    spawning.is_some_and(|spawning| spawning.times == Some(Times::Repeated))
}

/// Whether a contract starts the object that it is called on as a thread.
fn runs_itself(points_to: &PointsTo<'_>, bound: &Bound<'_>, instance: InstanceId) -> bool {
    let spawning = points_to.method(instance).and_then(|method| bound.contract(method)?.spawning);
    spawning.is_some_and(|spawning| spawning.starts_itself())
}

/// Whether a contract waits for what it starts on its own object.
fn joins_own(points_to: &PointsTo<'_>, bound: &Bound<'_>, instance: InstanceId) -> bool {
    let contract = points_to.method(instance).and_then(|method| bound.contract(method));
    contract.is_some_and(|contract| streams::joins_own(&contract))
}
