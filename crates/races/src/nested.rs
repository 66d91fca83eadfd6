//! Tasks that start tasks: what one of a loop's tasks makes, or is given, and hands on only to tasks that it starts
//! itself, belongs to it with all of those.
//!
//! A task with what it starts, and with what that starts, is a *nest*, as far as nobody else starts such threads. Two
//! questions are asked of two accesses in nests. Are they in two nests? They do not race if each nest has its own
//! object: the threads inside of a nest count as one thread, and it is followed what that made or was given
//! (`points-to/made.rs`). Are they in one nest? Then there is one of the task that began it: who runs beside whom, and
//! whose the elements of inner loops are, is found out as if there were no other. Locks and handles are
//! those of the whole program, because another nest may replace what is found in the heap.

use deadheat_models::Bound;
use deadheat_points_to::{InstanceId, Made, Placed, PointsTo, Roots, Waits};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::candidates::Whose;
use crate::facts::Moment;
use crate::given::{GivenTasks, Own};
use crate::owned::Owned;
use crate::parallel::{At, FactsOf, Parallel, followed};
use crate::rethrown::waits_of_nests;
use crate::streams::Streams;
use crate::threads::{Graph, MAIN};

/// The nests of a program.
pub(crate) struct Nests {
    /// As if there were one nest of each kind; nobody but its own threads runs its code.
    graph: Graph,
    /// By thread: the one that begins the nest.
    begun_by: FxHashMap<usize, usize>,
}

/// What is known of nests.
pub(crate) struct Nested<'n> {
    pub(crate) nests: &'n Nests,
    /// Who runs beside whom in one nest.
    pub(crate) parallel: &'n Parallel<'n>,
    /// What is a task's own in one nest.
    pub(crate) own: Own,
    /// What is a nest's own.
    pub(crate) whole: Made,
}

/// An access in a nest, of what is the nest's own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Within {
    at: At,
    whose: Whose,
}

impl Nests {
    /// Finds the nests, if there are any with more than one thread that may run several times.
    pub(crate) fn of(bound: &Bound<'_>, graph: &Graph, facts: &FactsOf) -> Option<Nests> {
        let all: Bits = (MAIN + 1..graph.threads.len()).collect();
        if !all.iter().any(|thread| may_begin(graph, thread)) {
            return None;
        }
        let apart = graph.without_help(&all);
        let mut nests: Vec<(usize, Bits)> = Vec::new();
        for first in all.iter().filter(|&thread| may_begin(graph, thread)) {
            let mut members = followed(&apart, first);
            members.insert(first);
            // One that is started inside of itself is several.
            let is_inside = |by: InstanceId| apart.threads_of(by).iter().any(|it| members.contains(it));
            if !graph.threads[first].starters.iter().any(|&(by, _)| is_inside(by)) {
                nests.push((first, members));
            }
        }
        if nests.iter().all(|(_, members)| members.len() == 1) {
            return None;
        }
        let mut begun_by: FxHashMap<usize, usize> = FxHashMap::default();
        let mut outermost = Bits::default();
        for (first, members) in &nests {
            let is_inner = |(other, members): &(usize, Bits)| other != first && members.contains(*first);
            if !nests.iter().any(is_inner) {
                outermost.insert(*first);
                begun_by.extend(members.iter().map(|member| (member, *first)));
            }
        }
        let mut graph = graph.without_help(&outermost);
        graph.take_for_one(bound, facts, &outermost);
        Some(Nests { graph, begun_by })
    }

    /// The calls and threads in one nest.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What is a nest's own.
    pub(crate) fn whole(
        &self,
        points_to: &PointsTo<'_>,
        (bound, graph): (&Bound<'_>, &Graph),
        streams: &Streams,
        (owned, own): (&Owned, &Own),
        (placed, waits): (&Placed<'_, '_>, &Waits),
    ) -> Made {
        let is_inside = |thread: usize| self.begun_by.contains_key(&thread);
        let waits = waits_of_nests(waits, points_to, bound, &self.graph, is_inside);
        let mut roots = Roots { waits, ..Roots::default() };
        for (number, thread) in self.graph.threads.iter().enumerate() {
            let is_inner = self.begun_by.get(&number).is_some_and(|&first| first != number);
            let all = if is_inner { &mut roots.inner } else { &mut roots.threads };
            all.extend(thread.roots.iter().copied());
        }
        let inside = points_to.all_instances().filter(|&it| {
            let threads = self.graph.threads_of(it);
            !threads.is_empty() && threads.iter().all(|thread| self.begun_by.contains_key(&thread))
        });
        let inside: Bits = inside.map(InstanceId::index).collect();
        let tasks = GivenTasks::with_inner(points_to, (bound, graph), streams, owned, own, inside);
        let made = Made::of(points_to, &roots);
        made.with_tasks(points_to, &roots, placed, &tasks)
    }

    /// Whether threads that run an instance do so in nests only.
    fn are_inside(&self, instance: InstanceId, threads: &Bits) -> bool {
        threads.iter().all(|thread| {
            let is_help = || !self.graph.threads_of(instance).contains(thread);
            self.begun_by.contains_key(&thread) || is_help()
        })
    }
}

impl Nested<'_> {
    /// An access by some threads of what is a nest's own, if they are in nests.
    pub(crate) fn within(
        &self,
        instance: InstanceId,
        (moment, whose): (&Moment, Whose),
        threads: &Bits,
    ) -> Option<Within> {
        if !self.nests.are_inside(instance, threads) {
            return None;
        }
        let mut threads = self.nests.graph.threads_of(instance).clone();
        let others: Vec<usize> = threads.iter().filter(|it| !self.nests.begun_by.contains_key(it)).collect();
        others.into_iter().for_each(|other| threads.remove(other));
        Some(Within { at: self.parallel.at(instance, moment, &threads), whose })
    }

    /// Whether two accesses in one nest may race.
    pub(crate) fn may(&self, one: &Within, other: &Within) -> bool {
        let are_own = Whose::are_own(one.whose, other.whose);
        self.parallel.may_if(&one.at, &other.at, |one, other| {
            let begun_by = &self.nests.begun_by;
            begun_by.get(&one) == begun_by.get(&other) && !(are_own && one == other)
        })
    }
}

/// Whether a nest may begin with a thread: each run of a task is another one.
fn may_begin(graph: &Graph, thread: usize) -> bool {
    let thread = &graph.threads[thread];
    !thread.is_single
        && !thread.is_repeated
        && !thread.is_outside
        && !thread.is_script
        && !thread.starters.is_empty()
}
