//! What a recorded trace is held to: it is well formed, reads see what was written last unless they race or the last writes do, and
//! happens-before, computed naively, gives its races.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

use deadheat_trace::format::{Reader, read_trace};
use deadheat_trace::{Event, Location, Op, SiteId, Trace, problems};

/// Problems of one trace that are told at most.
const MOST: usize = 5;

/// A trace, and the pairs of places that race in it.
pub(crate) struct Checked {
    pub(crate) trace: Trace,
    pub(crate) races: BTreeSet<(SiteId, SiteId)>,
    /// Reads that see what was written last, and reads that race with a write.
    pub(crate) explained: usize,
    pub(crate) problems: Vec<String>,
}

/// Reads a trace back.
pub(crate) fn check(path: &Path) -> Checked {
    let reader = Reader::open(path).unwrap_or_else(|error| panic!("{error}"));
    let (trace, error) = read_trace(&reader);
    let mut found: Vec<String> = error.iter().map(ToString::to_string).collect();
    found.extend(problems(&trace, MOST).into_iter().map(|problem| {
        format!("event {}: {}: {:?}", problem.event, problem.message, trace.events[problem.event])
    }));
    if !trace.tables.is_whole {
        found.push("the trace has no end".to_owned());
    }
    let mut order = Order::default();
    trace.events.iter().for_each(|event| order.event(event));
    let unexplained = order.unexplained.iter().filter(|(_, is_racy)| !is_racy);
    found.extend(unexplained.take(MOST).map(|(event, _)| {
        let (place, site) =
            (trace.tables.show_location(event.location()), trace.tables.show_site(event.site));
        format!("{event:?}: a read of {place} at {site} sees what was not written last, and does not race")
    }));
    Checked { trace, races: order.races, explained: order.explained, problems: found }
}

type Clock = Vec<u64>;

/// Happens-before by definition, with vector clocks, and all accesses of each location.
#[derive(Default)]
struct Order {
    threads: BTreeMap<usize, Clock>,
    /// What was released: locks, volatile locations, channels, ends and forks of threads.
    released: HashMap<(u8, u64, u32), Clock>,
    accesses: HashMap<Location, Vec<Access>>,
    last: HashMap<Location, u64>,
    /// Locations whose last write races with another one: which of them was the last is not known.
    contested: HashSet<Location>,
    races: BTreeSet<(SiteId, SiteId)>,
    explained: usize,
    /// Reads that see what was not written last, and whether they race with a write.
    unexplained: Vec<(Event, bool)>,
}

struct Access {
    thread: usize,
    time: u64,
    is_write: bool,
    site: SiteId,
    /// Of a read that sees what was not written last: its number among these.
    unexplained: Option<usize>,
}

const LOCK: u8 = 0;
const VOLATILE: u8 = 1;
const CHANNEL: u8 = 2;
const FORK: u8 = 3;
const END: u8 = 4;
const NOTIFY: u8 = 5;
const READERS: u8 = 6;

impl Order {
    fn event(&mut self, event: &Event) {
        let (object, thread) = (event.object, event.thread.index());
        match event.op {
            Op::Read | Op::Write => self.access(event),
            Op::VolatileRead | Op::UpdateRead => {
                let last = self.last.get(&event.location()).copied();
                if last.is_some_and(|last| last != event.value) {
                    self.unexplained.push((*event, false));
                }
                self.acquire(thread, (VOLATILE, object, event.slot));
            }
            Op::VolatileWrite => {
                self.last.insert(event.location(), event.value);
                self.release(thread, (VOLATILE, object, event.slot));
            }
            Op::Acquire | Op::Asked => {
                self.acquire(thread, (LOCK, object, 0));
                self.acquire(thread, (READERS, object, 0));
            }
            Op::AcquireShared => self.acquire(thread, (LOCK, object, 0)),
            Op::WaitEnd => {
                self.acquire(thread, (LOCK, object, 0));
                self.acquire(thread, (NOTIFY, event.value, 0));
            }
            Op::Release | Op::WaitBegin => self.release(thread, (LOCK, object, 0)),
            Op::ReleaseShared => self.release(thread, (READERS, object, 0)),
            Op::Notify => self.release(thread, (NOTIFY, event.value, 0)),
            Op::Fork => self.release(thread, (FORK, object, 0)),
            Op::Begin => self.acquire(thread, (FORK, thread as u64, 0)),
            Op::End => self.release(thread, (END, thread as u64, 0)),
            Op::Join => self.acquire(thread, (END, object, 0)),
            Op::Send => self.release(thread, (CHANNEL, object, 0)),
            Op::Receive => self.acquire(thread, (CHANNEL, object, 0)),
            _ => {}
        }
    }

    fn clock(&mut self, thread: usize) -> &mut Clock {
        let clock = self.threads.entry(thread).or_default();
        if clock.len() <= thread {
            clock.resize(thread + 1, 0);
            clock[thread] = 1;
        }
        clock
    }

    fn acquire(&mut self, thread: usize, what: (u8, u64, u32)) {
        if let Some(known) = self.released.get(&what).cloned() {
            join(self.clock(thread), &known);
        }
    }

    fn release(&mut self, thread: usize, what: (u8, u64, u32)) {
        let now = self.clock(thread).clone();
        join(self.released.entry(what).or_default(), &now);
        self.clock(thread)[thread] += 1;
    }

    fn access(&mut self, event: &Event) {
        let (thread, is_write) = (event.thread.index(), event.op == Op::Write);
        let clock = self.clock(thread).clone();
        let all = self.accesses.entry(event.location()).or_default();
        let mut races_with_write = false;
        for other in all.iter().filter(|other| other.thread != thread && (is_write || other.is_write)) {
            if clock.get(other.thread).is_none_or(|&known| known < other.time) {
                self.races.insert((other.site.min(event.site), other.site.max(event.site)));
                races_with_write |= other.is_write;
                if let Some(number) = other.unexplained {
                    self.unexplained[number].1 = true;
                }
            }
        }
        let mut unexplained = None;
        if is_write {
            self.last.insert(event.location(), event.value);
            match races_with_write {
                true => self.contested.insert(event.location()),
                false => self.contested.remove(&event.location()),
            };
        } else if let Some(&last) = self.last.get(&event.location()) {
            if last == event.value {
                self.explained += 1;
            } else if !races_with_write && !self.contested.contains(&event.location()) {
                // It may still race with a write that comes later in this order.
                unexplained = Some(self.unexplained.len());
                self.unexplained.push((*event, false));
            }
        }
        let site = event.site;
        let time = clock[thread];
        let is_same =
            |other: &Access| other.thread == thread && other.is_write == is_write && other.site == site;
        all.retain(|other| other.unexplained.is_some() || !is_same(other));
        all.push(Access { thread, time, is_write, site, unexplained });
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}
