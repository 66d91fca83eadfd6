//! May happen in parallel (Chord 2.6): which threads may be running while another one executes an access.
//!
//! A thread of which there is one follows those that only it, or a thread that it started, starts: such a
//! thread may run if it may have been started before and has not surely ended (`ends`). The main thread
//! follows all others. Two threads that no other relation orders may overlap, unless the main thread starts
//! each of them when the other has ended, or they belong to what a framework calls one after the other (`turns`);
//! and so may two of one kind unless there is only one.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use deadheat_models::Bound;
use deadheat_points_to::{InstanceId, PointsTo};
use deadheat_program::ir::InstId;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::ends::{self, Ends};
use crate::facts::{Facts, Moment};
use crate::forks::Tree;
use crate::messages::{Messages, Told};
use crate::threads::{Graph, MAIN};
use crate::turns::{self, Turns};

/// The facts of the application's instances.
pub(crate) type FactsOf = FxHashMap<InstanceId, Rc<Facts>>;

/// See the module's description.
pub(crate) struct Parallel<'g> {
    graph: &'g Graph,
    /// By instance: the threads that it starts, and those that they start.
    started: Vec<Bits>,
    /// By instance: its calls that start threads, with those.
    starting: Vec<Vec<(usize, Bits)>>,
    facts: &'g FactsOf,
    ends: Ends,
    messages: Messages,
    /// The threads that follow others, the main thread first.
    followers: Vec<Follower>,
    /// By thread: those with which it may overlap, as far as the main thread's starts tell.
    overlapping: Vec<Bits>,
    turns: Turns,
}

/// A thread of which there is one, and those that only it and they start.
struct Follower {
    thread: usize,
    follows: Bits,
    /// By instance: those of them that may run when the thread enters it.
    at_entry: FxHashMap<InstanceId, Bits>,
}

impl At {
    /// Who runs it.
    pub(crate) fn threads(&self) -> &Bits {
        &self.threads
    }
}

impl<'g> Parallel<'g> {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        graph: &'g Graph,
        facts: &'g FactsOf,
        singles: &Bits,
    ) -> Parallel<'g> {
        let mut parallel = Parallel {
            graph,
            starting: Vec::new(),
            started: started(graph),
            facts,
            ends: ends::find(points_to, bound, graph, facts, singles),
            messages: Messages::of(points_to, bound, graph, facts, singles),
            followers: Vec::new(),
            overlapping: Vec::new(),
            turns: Turns::default(),
        };
        parallel.find_starts();
        for thread in 0..graph.threads.len() {
            let is_one = graph.threads[thread].is_single && !graph.threads[thread].is_repeated;
            if thread == MAIN || is_one {
                let mut follows = followed(graph, thread);
                if thread == MAIN {
                    follows = (MAIN + 1..graph.threads.len()).collect();
                }
                if thread == MAIN || follows.iter().next().is_some() {
                    // What the JVM starts runs from the beginning.
                    let begin = match points_to.jvm_code().filter(|_| thread == MAIN) {
                        Some(jvm) => parallel.spawned(jvm),
                        None => Bits::default(),
                    };
                    let at_entry = parallel.enter(thread, &follows, begin);
                    parallel.followers.push(Follower { thread, follows, at_entry });
                }
            }
        }
        parallel.overlapping = parallel.overlapping();
        let left = |follower: &'_ Follower| {
            let mut left = Bits::default();
            for &root in &graph.threads[follower.thread].roots {
                let entry = follower.at_entry.get(&root).cloned().unwrap_or_default();
                left.union(&parallel.at_end(root, &entry));
            }
            left
        };
        let followers = parallel.followers.iter();
        parallel.turns =
            Turns::of(graph, followers.map(|follower| (follower.thread, &follower.follows, left(follower))));
        parallel
    }

    /// The threads that an instance starts itself, and those that they start.
    fn spawned(&self, instance: InstanceId) -> Bits {
        let mut threads = Bits::default();
        for &(_, thread) in &self.graph.spawns[instance.index()] {
            threads.insert(thread);
            for &root in &self.graph.threads[thread].roots {
                threads.union(&self.started[root.index()]);
            }
        }
        threads
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

    /// By instance: those that may run when a thread enters it.
    fn enter(&self, thread: usize, follows: &Bits, begin: Bits) -> FxHashMap<InstanceId, Bits> {
        let mut at_entry: FxHashMap<InstanceId, Bits> = FxHashMap::default();
        let roots = &self.graph.threads[thread].roots;
        let mut work: VecDeque<InstanceId> = roots.iter().copied().collect();
        for &root in roots {
            at_entry.insert(root, begin.clone());
        }
        let mut waits = Bits::default();
        while let Some(caller) = work.pop_front() {
            waits.remove(caller.index());
            let Some(mut entry) = at_entry.get(&caller).cloned() else { continue };
            let is_script = self.graph.scripts.contains_key(&caller);
            let facts = self.facts.get(&caller);
            let anywhere = match Some(caller) == self.graph.outside {
                true => self.before_use(caller),
                false => self.after(caller, &entry),
            };
            let calls = match is_script {
                true => Cow::Owned(turns::calls(self.graph, caller)),
                false => Cow::Borrowed(&self.graph.calls[caller.index()]),
            };
            for &(inst, callee) in &*calls {
                let running = facts.and_then(|facts| facts.call_at(inst));
                let running = running.map(|call| self.running(caller, &entry, &call.moment));
                let mut state = match is_script {
                    true => {
                        let next = self.at_end(callee, &entry);
                        std::mem::replace(&mut entry, next)
                    }
                    false => running.unwrap_or_else(|| anywhere.clone()),
                };
                state.intersect(follows);
                let known = at_entry.entry(callee);
                let is_new = matches!(known, std::collections::hash_map::Entry::Vacant(_));
                if (known.or_default().union(&state) || is_new) && waits.insert(callee.index()) {
                    work.push_back(callee);
                }
            }
        }
        at_entry
    }

    /// The threads that may run while callers from outside make their objects: those that constructors start.
    fn before_use(&self, outside: InstanceId) -> Bits {
        let mut state = Bits::default();
        for (_, callee) in &self.graph.calls[outside.index()] {
            state.union(&self.started[callee.index()]);
        }
        state
    }

    /// The threads that may run when an instance has ended.
    fn at_end(&self, instance: InstanceId, entry: &Bits) -> Bits {
        if self.graph.scripts.contains_key(&instance) {
            let calls = turns::calls(self.graph, instance);
            return calls.iter().fold(entry.clone(), |state, &(_, callee)| self.at_end(callee, &state));
        }
        match self.facts.get(&instance).and_then(|facts| facts.end.as_ref()) {
            Some(end) => self.running(instance, entry, end),
            None => self.after(instance, entry),
        }
    }

    /// The threads that may run anywhere in an instance: what the order of its calls is, is not known.
    fn after(&self, instance: InstanceId, entry: &Bits) -> Bits {
        let mut state = entry.clone();
        state.union(&self.started[instance.index()]);
        state
    }

    /// The threads that may run while a thread is at a place in an instance.
    fn running(&self, instance: InstanceId, entry: &Bits, moment: &Moment) -> Bits {
        let mut state = entry.clone();
        let Some(facts) = self.facts.get(&instance) else { return self.after(instance, entry) };
        for (index, started) in &self.starting[instance.index()] {
            if moment.maybe_before.contains(*index) {
                state.union(started);
            }
        }
        for index in moment.surely_before.iter() {
            let inst = facts.calls[index].inst;
            if let Some((needs_outcome, ended)) = self.ends.by_call.get(&(instance, inst))
                && (!needs_outcome || moment.succeeded.contains(index))
            {
                // What may be started afterwards has not ended.
                let mut later = Bits::default();
                for (start, started) in &self.starting[instance.index()] {
                    if moment.maybe_before.contains(*start)
                        && facts.calls[*start].moment.maybe_before.contains(index)
                    {
                        later.union(started);
                    }
                }
                let ended = ended.iter().filter(|&thread| !later.contains(thread));
                ended.for_each(|thread| state.remove(thread));
            }
        }
        for index in moment.gathered.iter() {
            if let Some(ended) = self.ends.by_loop.get(&(instance, index)) {
                ended.iter().for_each(|thread| state.remove(thread));
            }
        }
        state
    }

    /// Who runs a place, and who may run beside each thread that follows others.
    pub(crate) fn at(&self, instance: InstanceId, moment: &Moment, threads: &Bits) -> At {
        let mut beside = Vec::new();
        for follower in &self.followers {
            if let Some(entry) =
                follower.at_entry.get(&instance).filter(|_| threads.contains(follower.thread))
            {
                let mut running = self.running(instance, entry, moment);
                running.intersect(&follower.follows);
                beside.push((follower.thread, running));
            }
        }
        let told = self.messages.at(self.graph, instance, moment, threads);
        At { threads: threads.clone(), beside, told }
    }

    /// What only the main thread runs, before it starts any thread: some others may run beside it.
    pub(crate) fn at_beginning(&self, beside: &Bits) -> At {
        let threads: Bits = [MAIN].into_iter().collect();
        At { threads, beside: vec![(MAIN, beside.clone())], told: Told::default() }
    }

    /// The threads that an instance starts itself or by calls, and all that those start.
    pub(crate) fn started(&self, instance: InstanceId) -> &Bits {
        &self.started[instance.index()]
    }

    /// The calls of an instance that start threads, by their numbers, with those.
    pub(crate) fn starts(&self, instance: InstanceId) -> impl Iterator<Item = (usize, &Bits)> + '_ {
        self.starting[instance.index()].iter().map(|(call, started)| (*call, started))
    }

    /// Whether two threads that run two places may do so at once.
    pub(crate) fn may(&self, first: &At, second: &At) -> bool {
        self.may_if(first, second, |_, _| true)
    }

    /// Whether two threads of which something is true may do so.
    pub(crate) fn may_if(&self, first: &At, second: &At, is_meant: impl Fn(usize, usize) -> bool) -> bool {
        first.threads.iter().any(|one| {
            let others = second.threads.iter().filter(|&two| is_meant(one, two));
            others.into_iter().any(|two| match (one == two, self.ends.are_ordered(one, two)) {
                (_, true) => false,
                _ if self.turns.are_ordered(one, two) => false,
                (true, _) => !self.graph.threads[one].is_single,
                _ if first.told.is_before(one, &second.told) || second.told.is_before(two, &first.told) => {
                    false
                }
                _ => {
                    let beside = self.beside(first, one, two).or_else(|| self.beside(second, two, one));
                    beside.unwrap_or_else(|| self.overlapping[one].contains(two))
                }
            })
        })
    }

    /// Whether another thread may run beside one that follows it.
    fn beside(&self, at: &At, thread: usize, other: usize) -> Option<bool> {
        let follower = self.followers.iter().find(|follower| follower.thread == thread)?;
        let (_, running) = at.beside.iter().find(|(follower, _)| *follower == thread)?;
        follower.follows.contains(other).then(|| running.contains(other))
    }

    /// Whether one thread alone runs an instance, and enters it when none of some threads runs that only it starts.
    pub(crate) fn is_entered_without(&self, instance: InstanceId, threads: &Bits) -> bool {
        let runners = self.graph.threads_of(instance);
        let follower = self.followers.iter().find(|follower| runners.iter().eq([follower.thread]));
        follower.is_some_and(|follower| {
            let entry = follower.at_entry.get(&instance);
            let is_known = follower.follows.has_all(threads);
            is_known && entry.is_some_and(|entry| !threads.iter().any(|thread| entry.contains(thread)))
        })
    }

    /// The trees of tasks.
    pub(crate) fn trees(&self) -> &[Tree] {
        &self.ends.trees
    }

    /// The threads that a call starts, and those that they start.
    pub(crate) fn started_by(&self, instance: InstanceId, inst: InstId) -> Bits {
        let index = self.facts.get(&instance).and_then(|facts| facts.index_of(inst));
        let mut starts = self.starting[instance.index()].iter();
        let found = starts.find(|(start, _)| Some(*start) == index);
        found.map(|(_, started)| started.clone()).unwrap_or_default()
    }

    /// The threads that have ended when a call has returned, and those of its own for which it waits each time.
    pub(crate) fn ended_by(&self, instance: InstanceId, inst: InstId) -> (Option<&Bits>, Option<&Bits>) {
        let ended = self.ends.by_call.get(&(instance, inst));
        let ended = ended.filter(|(needs_outcome, _)| !needs_outcome).map(|(_, ended)| ended);
        (ended, self.ends.own.get(&(instance, inst)))
    }

    /// By thread: those that it may overlap with. Of two that overlap, the one runs when the other is
    /// started; where a thread that follows others alone starts it, it is known which of those run then.
    fn overlapping(&self) -> Vec<Bits> {
        let count = self.graph.threads.len();
        let everybody: Bits = (0..count).collect();
        let at_start: Vec<Bits> = (0..count)
            .map(|thread| {
                let mut running = Bits::default();
                // A task of a tree begins after the first one, and runs beside others of the tree.
                let tree = self.ends.trees.iter().find(|tree| tree.threads.contains(thread));
                let starters = match tree {
                    Some(tree) => Cow::Owned(vec![(tree.outer.0, tree.start)]),
                    None => Cow::Borrowed(&self.graph.threads[thread].starters),
                };
                running.union(&tree.map(|tree| tree.threads.clone()).unwrap_or_default());
                for &(by, inst) in starters.iter() {
                    let is_only = |it: &&Follower| self.graph.threads_of(by).iter().eq([it.thread]);
                    let follower = self.followers.iter().find(is_only);
                    match follower.and_then(|it| Some((it, it.at_entry.get(&by)?))) {
                        Some((follower, entry)) => {
                            let call = self.facts.get(&by).and_then(|facts| facts.call_at(inst));
                            running.union(&match call {
                                Some(call) => self.running(by, entry, &call.moment),
                                None => self.after(by, entry),
                            });
                            let others = everybody.iter().filter(|&it| !follower.follows.contains(it));
                            others.for_each(|other| {
                                running.insert(other);
                            });
                        }
                        None => running = everybody.clone(),
                    }
                }
                running
            })
            .collect();
        (0..count)
            .map(|one| {
                let overlaps = |&two: &usize| at_start[one].contains(two) || at_start[two].contains(one);
                (0..count).filter(overlaps).collect()
            })
            .collect()
    }
}

/// Who runs a place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct At {
    threads: Bits,
    /// By thread that follows others: those that may run.
    beside: Vec<(usize, Bits)>,
    told: Told,
}

/// The threads that only one thread, and those threads themselves, start.
pub(crate) fn followed(graph: &Graph, thread: usize) -> Bits {
    let mut follows: Bits = (MAIN + 1..graph.threads.len())
        .filter(|&other| other != thread && !graph.threads[other].starters.is_empty())
        .collect();
    loop {
        let is_lost = |&other: &usize| {
            graph.threads[other].starters.iter().any(|&(by, _)| {
                let mut by = graph.threads_of(by).iter().peekable();
                by.peek().is_none() || by.any(|runner| runner != thread && !follows.contains(runner))
            })
        };
        let lost: Vec<usize> = follows.iter().filter(is_lost).collect();
        if lost.is_empty() {
            return follows;
        }
        lost.into_iter().for_each(|other| follows.remove(other));
    }
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
