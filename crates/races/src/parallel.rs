//! May happen in parallel (Chord 2.6): which threads may be running while another one executes an access.
//!
//! In the main thread, those that it, or a thread that it started, may have started before, without those
//! that it surely joined. Any two other threads may overlap, and so may two of one kind unless there is only one.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use deadheat_points_to::{InstanceId, PointsTo};
use deadheat_program::ir::InstId;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::facts::{Facts, Moment};
use crate::threads::{Graph, MAIN};

/// See the module's description.
pub(crate) struct Parallel<'g> {
    graph: &'g Graph,
    /// By instance: the threads that it starts, and those that they start.
    started: Vec<Bits>,
    /// By instance: its calls that start threads, with those.
    starting: Vec<Vec<(usize, Bits)>>,
    /// By instance: those that may run when the main thread enters it.
    at_entry: Vec<Option<Bits>>,
    facts: &'g FxHashMap<InstanceId, Rc<Facts>>,
    /// By instance and call: the thread that has ended when it returns.
    joined: FxHashMap<(InstanceId, InstId), usize>,
}

impl<'g> Parallel<'g> {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        graph: &'g Graph,
        facts: &'g FxHashMap<InstanceId, Rc<Facts>>,
    ) -> Parallel<'g> {
        let mut parallel = Parallel {
            graph,
            starting: Vec::new(),
            started: started(graph),
            at_entry: vec![None; graph.calls.len()],
            facts,
            joined: FxHashMap::default(),
        };
        parallel.find_starts();
        parallel.find_joins(points_to);
        parallel.enter_main();
        parallel
    }

    fn find_starts(&mut self) {
        self.starting = vec![Vec::new(); self.graph.calls.len()];
        #[allow(clippy::iter_over_hash_type, reason = "each goes to its own place")]
        for (instance, facts) in self.facts {
            let mut by_call: BTreeMap<usize, Bits> = BTreeMap::new();
            let mut add = |inst, threads: &Bits| {
                if let Some(index) = facts.index_of(inst).filter(|_| threads.iter().next().is_some()) {
                    by_call.entry(index).or_default().union(threads);
                }
            };
            for &(inst, callee) in &self.graph.calls[instance.index()] {
                add(inst, &self.started[callee.index()]);
            }
            for &(inst, thread) in &self.graph.spawns[instance.index()] {
                let mut threads = Bits::default();
                threads.insert(thread);
                for &root in &self.graph.threads[thread].roots {
                    threads.union(&self.started[root.index()]);
                }
                add(inst, &threads);
            }
            self.starting[instance.index()] = by_call.into_iter().collect();
        }
    }

    /// A join of a thread of which there is one, by a variable that can mean no other.
    fn find_joins(&mut self, points_to: &PointsTo<'_>) {
        let own = |thread: &crate::threads::Thread| {
            let roots = thread.roots.iter().flat_map(|&root| points_to.parameters(root).into_iter().next());
            roots.flatten().collect::<Vec<_>>()
        };
        let singles: Vec<(usize, Vec<_>)> = self
            .graph
            .threads
            .iter()
            .enumerate()
            .filter(|(number, thread)| *number != MAIN && thread.is_single)
            .map(|(number, thread)| (number, own(thread)))
            .collect();
        for instance in points_to.all_instances() {
            let Some(facts) = self.facts.get(&instance) else { continue };
            for call in &facts.calls {
                let Some(value) = call.joins else { continue };
                let objects = points_to.points_to(instance, value);
                let mut meant = singles.iter().filter(|(_, own)| !objects.is_empty() && *own == objects);
                if let (Some((thread, _)), None) = (meant.next(), meant.next()) {
                    self.joined.insert((instance, call.inst), *thread);
                }
            }
        }
    }

    fn enter_main(&mut self) {
        let roots = self.graph.threads[MAIN].roots.clone();
        let mut work: VecDeque<InstanceId> = roots.iter().copied().collect();
        for root in roots {
            self.at_entry[root.index()] = Some(Bits::default());
        }
        let mut waits = Bits::default();
        while let Some(caller) = work.pop_front() {
            waits.remove(caller.index());
            let facts = self.facts.get(&caller);
            let anywhere = match Some(caller) == self.graph.outside {
                true => self.before_use(caller),
                false => self.after(caller),
            };
            for &(inst, callee) in &self.graph.calls[caller.index()] {
                let running = facts.and_then(|facts| facts.call_at(inst));
                let running = running.map(|call| self.running(caller, &call.moment));
                let state = running.as_ref().unwrap_or(&anywhere);
                let known = &mut self.at_entry[callee.index()];
                let changed = match known {
                    Some(known) => known.union(state),
                    None => {
                        *known = Some(state.clone());
                        true
                    }
                };
                if changed && waits.insert(callee.index()) {
                    work.push_back(callee);
                }
            }
        }
    }

    /// The threads that may run while callers from outside make their objects: those that constructors start.
    fn before_use(&self, outside: InstanceId) -> Bits {
        let mut state = Bits::default();
        for (_, callee) in &self.graph.calls[outside.index()] {
            state.union(&self.started[callee.index()]);
        }
        state
    }

    /// The threads that may run anywhere in an instance: what the order of its calls is, is not known.
    fn after(&self, instance: InstanceId) -> Bits {
        let mut state = self.at_entry[instance.index()].clone().unwrap_or_default();
        state.union(&self.started[instance.index()]);
        state
    }

    /// The threads that may run while the main thread is at a place in an instance.
    fn running(&self, instance: InstanceId, moment: &Moment) -> Bits {
        let mut state = self.at_entry[instance.index()].clone().unwrap_or_default();
        let Some(facts) = self.facts.get(&instance) else { return self.after(instance) };
        for (index, started) in &self.starting[instance.index()] {
            if moment.maybe_before.contains(*index) {
                state.union(started);
            }
        }
        for index in moment.surely_before.iter() {
            let inst = facts.calls[index].inst;
            if let Some(&thread) = self.joined.get(&(instance, inst)) {
                state.remove(thread);
            }
        }
        state
    }

    /// Who runs a place, and who may run beside the main thread there.
    pub(crate) fn at(&self, instance: InstanceId, moment: &Moment, threads: &Bits) -> At {
        let beside_main = match threads.contains(MAIN) {
            true => self.running(instance, moment),
            false => Bits::default(),
        };
        At { threads: threads.clone(), beside_main }
    }

    /// Whether two threads that run two places may do so at once.
    pub(crate) fn may(&self, first: &At, second: &At) -> bool {
        let main = |at: &At, others: &Bits| {
            at.beside_main.iter().any(|thread| thread != MAIN && others.contains(thread))
        };
        let others = |first: &Bits, second: &Bits| {
            first.iter().filter(|&one| one != MAIN).any(|one| {
                second.iter().any(|two| two != MAIN && (one != two || !self.graph.threads[one].is_single))
            })
        };
        main(first, &second.threads)
            || main(second, &first.threads)
            || others(&first.threads, &second.threads)
    }
}

/// Who runs a place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct At {
    threads: Bits,
    beside_main: Bits,
}

/// By instance: the threads that it starts itself or by calls, and all that those start.
fn started(graph: &Graph) -> Vec<Bits> {
    let mut started: Vec<Bits> = vec![Bits::default(); graph.calls.len()];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); graph.calls.len()];
    for (caller, calls) in graph.calls.iter().enumerate() {
        calls.iter().for_each(|(_, callee)| callers[callee.index()].push(caller));
    }
    let mut work: VecDeque<usize> = VecDeque::new();
    for (instance, spawns) in graph.spawns.iter().enumerate() {
        for &(_, thread) in spawns {
            if !started[instance].insert(thread) {
                continue;
            }
            // What the new thread starts, whoever starts it has started.
            for root in &graph.threads[thread].roots {
                callers[root.index()].push(instance);
                work.push_back(root.index());
            }
        }
        if !spawns.is_empty() {
            work.push_back(instance);
        }
    }
    while let Some(callee) = work.pop_front() {
        let own = started[callee].clone();
        for &caller in &callers[callee] {
            if started[caller].union(&own) {
                work.push_back(caller);
            }
        }
    }
    started
}
