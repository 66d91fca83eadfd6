//! Races by their definitions, from the trace alone: each event's locks are counted from the start of the trace, order is a
//! relation between all pairs of events, and all pairs of accesses are looked at. Shares no code with what it checks.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_trace::{Event, Location, Op, SiteId, ThreadId, Trace};

/// By event: whether another one surely comes before it.
pub(crate) struct Before(Vec<Vec<bool>>);

/// A pair of code places, the smaller first.
pub(crate) type Places = (SiteId, SiteId);

impl Before {
    /// Direct edges, closed over all events in between.
    pub(crate) fn new(trace: &Trace) -> Before {
        let events = &trace.events;
        let mut before = vec![vec![false; events.len()]; events.len()];
        for later in 0..events.len() {
            for earlier in 0..later {
                if is_edge(events, earlier, later) {
                    let (earliest, latest) = before.split_at_mut(later);
                    latest[0][earlier] = true;
                    for (own, its) in latest[0].iter_mut().zip(&earliest[earlier]).take(earlier) {
                        *own |= its;
                    }
                }
            }
        }
        Before(before)
    }

    fn separates(&self, one: usize, two: usize) -> bool {
        self.0[one.max(two)][one.min(two)]
    }
}

fn is_edge(events: &[Event], earlier: usize, later: usize) -> bool {
    let (one, two) = (&events[earlier], &events[later]);
    let is_last = |thread: ThreadId| !events[earlier + 1..later].iter().any(|it| it.thread == thread);
    if one.thread == two.thread {
        return true;
    }
    match (one.op, two.op) {
        (Op::Fork, _) if one.other() == two.thread => true,
        (_, Op::Join) => one.thread == two.other() && is_last(one.thread),
        (Op::Send, Op::Receive) => one.object == two.object,
        (Op::VolatileWrite, Op::VolatileRead | Op::UpdateRead) => one.location() == two.location(),
        (Op::Notify, Op::WaitEnd) => one.lock() == two.lock(),
        _ => false,
    }
}

/// The locks of an event: by lock, whether only for reading.
pub(crate) fn locks_at(trace: &Trace, at: usize) -> BTreeMap<u64, bool> {
    let thread = trace.events[at].thread;
    let mut counts: BTreeMap<(u64, bool), i32> = BTreeMap::new();
    for event in trace.events[..at].iter().filter(|event| event.thread == thread) {
        let (is_shared, by) = match event.op {
            Op::Acquire | Op::WaitEnd => (false, 1),
            Op::Release | Op::WaitBegin => (false, -1),
            Op::AcquireShared => (true, 1),
            Op::ReleaseShared => (true, -1),
            _ => continue,
        };
        *counts.entry((event.object, is_shared)).or_default() += by;
    }
    let mut locks = BTreeMap::new();
    for ((lock, is_shared), count) in counts {
        if count > 0 {
            *locks.entry(lock).or_insert(true) &= is_shared;
        }
    }
    locks
}

fn excludes(one: &BTreeMap<u64, bool>, two: &BTreeMap<u64, bool>) -> bool {
    one.iter().any(|(lock, &is_shared)| two.get(lock).is_some_and(|&other| !(is_shared && other)))
}

/// All racing pairs by locks and order, as places in the trace.
pub(crate) fn ordered_pairs(trace: &Trace) -> Vec<(usize, usize)> {
    let before = Before::new(trace);
    pairs(trace, |_| BTreeSet::new(), |one, two| before.separates(one, two))
}

/// All racing pairs by locks alone, those of waiting for threads among them.
pub(crate) fn choi_pairs(trace: &Trace) -> Vec<(usize, usize)> {
    let joined = |at: usize| {
        let thread = trace.events[at].thread;
        let own = trace.events[..at].iter().filter(|it| it.thread == thread && it.op == Op::Join);
        own.map(|it| it.other()).chain([thread]).collect::<BTreeSet<ThreadId>>()
    };
    pairs(trace, joined, |_, _| false)
}

fn pairs(
    trace: &Trace,
    joined: impl Fn(usize) -> BTreeSet<ThreadId>,
    is_ordered: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let accesses: Vec<usize> = (0..trace.events.len()).filter(|&at| trace.events[at].op.is_plain()).collect();
    let locks: BTreeMap<usize, _> =
        accesses.iter().map(|&at| (at, (locks_at(trace, at), joined(at)))).collect();
    let mut found = Vec::new();
    for (number, &two) in accesses.iter().enumerate() {
        for &one in &accesses[..number] {
            let (own, other) = (&locks[&one], &locks[&two]);
            let is_free = !excludes(&own.0, &other.0) && own.1.is_disjoint(&other.1);
            if trace.events[one].conflicts(&trace.events[two]) && is_free && !is_ordered(one, two) {
                found.push((one, two));
            }
        }
    }
    found
}

/// The trace without accesses of a location before its second thread's first.
pub(crate) fn shared_only(trace: &Trace) -> Trace {
    let mut first: BTreeMap<Location, ThreadId> = BTreeMap::new();
    let mut shared: BTreeSet<Location> = BTreeSet::new();
    let mut events = Vec::new();
    for event in &trace.events {
        if event.op.is_plain() {
            let owner = *first.entry(event.location()).or_insert(event.thread);
            if owner != event.thread {
                shared.insert(event.location());
            }
            if !shared.contains(&event.location()) {
                // What the thread does there is no access any more, but still an event of it.
                events.push(Event { op: Op::Branch, ..*event });
                continue;
            }
        }
        events.push(*event);
    }
    Trace { events, tables: trace.tables.clone() }
}

pub(crate) fn locations_of(trace: &Trace, pairs: &[(usize, usize)]) -> BTreeSet<Location> {
    pairs.iter().map(|&(one, _)| trace.events[one].location()).collect()
}

pub(crate) fn places_of(trace: &Trace, pairs: &[(usize, usize)]) -> BTreeSet<Places> {
    let sites = |(one, two): &(usize, usize)| (trace.events[*one].site, trace.events[*two].site);
    pairs.iter().map(sites).map(|(one, two)| (one.min(two), one.max(two))).collect()
}
