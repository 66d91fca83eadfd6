//! Abstract threads: the main thread, and one for each method in a context that a call starts in another
//! thread. What a thread runs is what its roots reach by calls in the same thread.

use deadheat_points_to::{EdgeKind, InstanceId, PointsTo};
use deadheat_program::ir::InstId;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::facts::Facts;

/// The main thread's number.
pub(crate) const MAIN: usize = 0;

/// A thread.
#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) roots: Vec<InstanceId>,
    /// Whether there is at most one at run time.
    pub(crate) is_single: bool,
    /// The instances that it runs.
    pub(crate) reach: Bits,
}

/// The calls of the program, by instance.
#[derive(Debug)]
pub(crate) struct Graph {
    /// Calls in the same thread.
    pub(crate) calls: Vec<Vec<(InstId, InstanceId)>>,
    /// Threads that a call starts.
    pub(crate) spawns: Vec<Vec<(InstId, usize)>>,
    callers: Vec<Vec<(InstanceId, InstId)>>,
    pub(crate) threads: Vec<Thread>,
}

impl Graph {
    pub(crate) fn of(points_to: &PointsTo<'_>, facts: &FxHashMap<InstanceId, std::rc::Rc<Facts>>) -> Graph {
        let count = points_to.all_instances().count();
        let mut graph = Graph {
            calls: vec![Vec::new(); count],
            spawns: vec![Vec::new(); count],
            callers: vec![Vec::new(); count],
            threads: vec![Thread { roots: Vec::new(), is_single: true, reach: Bits::default() }],
        };
        let jvm = points_to.jvm_code();
        let mut numbers: FxHashMap<InstanceId, usize> = FxHashMap::default();
        let mut started: Vec<Vec<(InstanceId, InstId)>> = vec![Vec::new()];
        for caller in points_to.all_instances() {
            for (inst, callee, kind) in points_to.calls(caller) {
                if kind == EdgeKind::Spawn {
                    let next = graph.threads.len();
                    let number = *numbers.entry(callee).or_insert(next);
                    if number == next {
                        let reach = Bits::default();
                        graph.threads.push(Thread { roots: vec![callee], is_single: false, reach });
                        started.push(Vec::new());
                    }
                    graph.spawns[caller.index()].push((inst, number));
                    started[number].push((caller, inst));
                } else if Some(caller) == jvm {
                    graph.threads[MAIN].roots.push(callee);
                } else {
                    graph.calls[caller.index()].push((inst, callee));
                    graph.callers[callee.index()].push((caller, inst));
                }
            }
        }
        // A class is initialised by whoever uses it first.
        for &(by, initialiser) in points_to.initialisations_by() {
            graph.calls[by.index()].push((InstId(0), initialiser));
        }
        if let Some(opaque) = points_to.opaque_code() {
            graph.threads[MAIN].roots.push(opaque);
        }
        for thread in 0..graph.threads.len() {
            graph.threads[thread].reach = graph.reach(&graph.threads[thread].roots);
        }
        for (thread, started) in started.iter().enumerate().skip(1) {
            graph.threads[thread].is_single = match started[..] {
                [(caller, inst)] => graph.runs_once(facts, caller, inst, &mut Vec::new()),
                _ => false,
            };
        }
        graph
    }

    fn reach(&self, roots: &[InstanceId]) -> Bits {
        let mut reach = Bits::default();
        let mut work = roots.to_vec();
        while let Some(instance) = work.pop() {
            if reach.insert(instance.index()) {
                work.extend(self.calls[instance.index()].iter().map(|&(_, callee)| callee));
            }
        }
        reach
    }

    /// Whether an instruction of an instance is executed at most once.
    fn runs_once(
        &self,
        facts: &FxHashMap<InstanceId, std::rc::Rc<Facts>>,
        instance: InstanceId,
        inst: InstId,
        path: &mut Vec<InstanceId>,
    ) -> bool {
        if path.contains(&instance) {
            return false;
        }
        // Contracts do what they do once; of libraries' code nothing is known.
        let in_loop =
            facts.get(&instance).and_then(|facts| facts.call_at(inst)).is_some_and(|call| call.is_in_loop);
        if in_loop {
            return false;
        }
        path.push(instance);
        let is_root = self.threads[MAIN].roots.contains(&instance);
        let once = match self.callers[instance.index()][..] {
            [] => {
                is_root
                    || self.threads.iter().any(|thread| thread.is_single && thread.roots.contains(&instance))
            }
            [(caller, inst)] => !is_root && self.runs_once(facts, caller, inst, path),
            _ => false,
        };
        path.pop();
        once
    }

    /// The threads that may run an instance.
    pub(crate) fn threads_of(&self, instance: InstanceId) -> Bits {
        let mut threads = Bits::default();
        for (number, thread) in self.threads.iter().enumerate() {
            if thread.reach.contains(instance.index()) {
                threads.insert(number);
            }
        }
        threads
    }
}
