//! Random traces of tiny programs, and all their schedules by definition.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use deadheat_trace::{Event, Op, SETS, TOUCHED_ANEW, Trace, TraceBuilder};

/// xorshift; the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

#[derive(Default, Clone)]
struct Worker {
    held: Vec<String>,
    waiting: Option<(String, u64)>,
    started: bool,
    ended: bool,
    /// It waits for ever: nobody can join it.
    is_stuck: bool,
}

/// Runs a random program with a random schedule. Sites are unique, so pairs of sites are pairs of events.
pub(crate) fn random_trace(random: &mut Random, length: usize) -> Trace {
    let mut b = TraceBuilder::new();
    let count = 2 + random.below(2);
    let names: Vec<String> = (0..count).map(|it| format!("t{it}")).collect();
    let mut workers = vec![Worker::default(); count];
    let forked = random.below(3) == 0;
    for (at, worker) in workers.iter_mut().enumerate() {
        worker.started = at == 0 || !forked;
        b.thread(&names[at]);
    }
    let mut memory: BTreeMap<String, u64> = BTreeMap::new();
    let kinds = [8, 14, 21][random.below(3)];
    while b.events().len() < length {
        let at = random.below(count);
        if !workers[at].started || workers[at].ended {
            if workers.iter().all(|it| !it.started || it.ended) {
                break;
            }
            continue;
        }
        step(random, &mut b, &names, &mut workers, at, &mut memory, kinds);
    }
    // Locks are given back, so that more can be asked.
    for at in 0..count {
        for lock in workers[at].held.clone() {
            b.release(&names[at], &lock);
        }
    }
    b.build()
}

fn step(
    random: &mut Random,
    b: &mut TraceBuilder,
    names: &[String],
    workers: &mut [Worker],
    at: usize,
    memory: &mut BTreeMap<String, u64>,
    kinds: usize,
) {
    let me = names[at].as_str();
    if let Some((lock, notification)) = workers[at].waiting.clone() {
        if notification > 0 && is_free(workers, at, &lock) {
            b.woken(me, &lock, notification);
            workers[at].waiting = None;
            workers[at].held.push(lock);
        } else if workers.iter().all(|it| it.ended || it.waiting.is_some() || !it.started) {
            workers[at].waiting = None;
            workers[at].ended = true;
            workers[at].is_stuck = true;
        }
        return;
    }
    let location = ["x", "y", "o.f"][random.below(3)];
    let lock = ["l", "m", "o"][random.below(3)].to_owned();
    match random.below(kinds) {
        0..=2 => {
            let value = *memory.entry(location.to_owned()).or_insert(0);
            b.read(me, location, value);
        }
        3..=5 => {
            let value = random.below(3) as u64;
            memory.insert(location.to_owned(), value);
            b.write(me, location, value);
        }
        6 | 8 if !workers[at].held.contains(&lock) && is_free(workers, at, &lock) => {
            b.acquire(me, &lock);
            workers[at].held.push(lock);
        }
        7 | 9 => {
            if let Some(lock) = workers[at].held.pop() {
                b.release(me, &lock);
            }
        }
        10 => {
            let value = *memory.entry("v".to_owned()).or_insert(0);
            b.access(me, Op::VolatileRead, "v", value);
        }
        11 => {
            let value = random.below(3) as u64;
            memory.insert("v".to_owned(), value);
            b.access(me, Op::VolatileWrite, "v", value);
        }
        12 => {
            let value = *memory.entry("v".to_owned()).or_insert(0);
            b.access(me, Op::UpdateRead, "v", value);
            memory.insert("v".to_owned(), value + 1);
            b.access(me, Op::VolatileWrite, "v", value + 1);
        }
        13 => {
            if let Some(other) = (0..workers.len()).find(|&other| !workers[other].started) {
                b.fork(me, &names[other]);
                workers[other].started = true;
            }
        }
        14 => drop(b.on(me, Op::Send, "c")),
        15 => drop(b.on(me, Op::Receive, "c")),
        16 if !workers[at].held.contains(&lock) && is_free(workers, at, &lock) => {
            b.on(me, Op::AcquireShared, &lock);
            let read = *memory.entry("x".to_owned()).or_insert(0);
            b.read(me, "x", read);
            b.on(me, Op::ReleaseShared, &lock);
        }
        20 if !workers[at].held.contains(&lock) => drop(b.on(me, Op::Asked, &lock)),
        17 => {
            if let Some(lock) = workers[at].held.pop() {
                b.on(me, Op::WaitBegin, &lock);
                workers[at].waiting = Some((lock, 0));
            }
        }
        18 => {
            if let Some(lock) = workers[at].held.last().cloned() {
                let notification = b.notify(me, &lock);
                let wakes = workers.iter_mut().filter_map(|it| it.waiting.as_mut());
                for waiting in wakes.filter(|it| it.0 == lock && it.1 == 0).take(1) {
                    waiting.1 = notification;
                }
            }
        }
        19 => {
            let ended = (0..workers.len())
                .find(|&other| other != at && workers[other].ended && !workers[other].is_stuck);
            if let Some(other) = ended {
                b.join(me, &names[other]);
            } else if workers[at].held.is_empty() && random.below(3) == 0 && at > 0 {
                b.end(me);
                workers[at].ended = true;
            }
        }
        _ => {}
    }
}

fn is_free(workers: &[Worker], at: usize, lock: &str) -> bool {
    !workers.iter().enumerate().any(|(other, it)| other != at && it.held.iter().any(|held| held == lock))
}

/// What else than a receive may depend on a send.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Channels {
    /// Somebody may have looked without being seen: what was before a send is not behind it.
    Watched,
    /// Nothing.
    Unwatched,
}

/// Every pair of events that some feasible reordering brings next to each other, by trying all of them.
pub(crate) fn all_races(trace: &Trace, channels: Channels) -> BTreeSet<(usize, usize)> {
    let (races, seen) = (BTreeSet::new(), HashSet::new());
    let mut all = AllSchedules { events: &trace.events, channels, races, seen };
    let threads = trace.threads();
    let own: Vec<Vec<usize>> = (0..threads)
        .map(|thread| {
            (0..trace.events.len()).filter(|&it| trace.events[it].thread.index() == thread).collect()
        })
        .collect();
    all.explore(&own, &mut vec![0; threads], &mut Vec::new());
    all.races
}

struct AllSchedules<'a> {
    events: &'a [Event],
    channels: Channels,
    races: BTreeSet<(usize, usize)>,
    seen: HashSet<(Vec<usize>, Writers)>,
}

/// The last write of each location.
type Writers = Vec<(u64, u32, usize)>;

impl AllSchedules<'_> {
    fn explore(&mut self, own: &[Vec<usize>], done: &mut Vec<usize>, path: &mut Vec<usize>) {
        let writers = self.writers(path);
        if !self.seen.insert((done.clone(), writers)) {
            return;
        }
        let next: Vec<usize> =
            (0..own.len()).filter_map(|thread| own[thread].get(done[thread]).copied()).collect();
        for &one in &next {
            for &other in &next {
                let both = one < other && self.events[one].conflicts(&self.events[other]);
                if both && self.may_begin(one, path) && self.may_begin(other, path) {
                    self.races.insert((one, other));
                }
            }
        }
        for event in next {
            if self.may_begin(event, path) && self.may_happen(event, path) {
                let thread = self.events[event].thread.index();
                done[thread] += 1;
                path.push(event);
                self.explore(own, done, path);
                path.pop();
                done[thread] -= 1;
            }
        }
    }

    /// The last write of each location, and pending updates, which are all that the future depends on besides the positions.
    fn writers(&self, path: &[usize]) -> Writers {
        let mut last: BTreeMap<(u64, u32), usize> = BTreeMap::new();
        for &event in path.iter().filter(|&&event| self.events[event].op.is_write()) {
            last.insert((self.events[event].object, self.events[event].slot), event);
        }
        last.into_iter().map(|((object, slot), event)| (object, slot, event)).collect()
    }

    /// The thread exists: a fork in the trace before the event has happened.
    fn may_begin(&self, event: usize, path: &[usize]) -> bool {
        let thread = self.events[event].thread;
        (0..event).all(|it| {
            !(self.events[it].op == Op::Fork && self.events[it].other() == thread) || path.contains(&it)
        })
    }

    fn may_happen(&self, at: usize, path: &[usize]) -> bool {
        let event = &self.events[at];
        let is_later_send = |&it: &usize| it > at && self.events[it].op == Op::Send;
        if self.channels == Channels::Watched && path.iter().any(is_later_send) {
            return false;
        }
        let earlier_all =
            |is: &dyn Fn(usize) -> bool| (0..at).filter(|&it| is(it)).all(|it| path.contains(&it));
        match event.op {
            // It was taken, or free, and is again.
            Op::Asked => {
                let observed: Vec<usize> = (0..at).collect();
                self.lock_is_free(event, path, true) == self.lock_is_free(event, &observed, true)
            }
            Op::Join => earlier_all(&|it| self.events[it].thread == event.other()),
            Op::Receive => {
                earlier_all(&|it| self.events[it].op == Op::Send && self.events[it].object == event.object)
            }
            Op::Acquire => self.lock_is_free(event, path, true),
            Op::AcquireShared => self.lock_is_free(event, path, false),
            Op::WaitEnd => {
                let woken = (0..self.events.len()).find(|&it| {
                    self.events[it].op == Op::Notify
                        && self.events[it].value == event.value
                        && event.value > 0
                });
                self.lock_is_free(event, path, true) && woken.is_none_or(|it| path.contains(&it))
            }
            Op::Notify => {
                // Whom it wakes in the trace waits already.
                let ends = (at..self.events.len())
                    .filter(|&it| self.events[it].op == Op::WaitEnd && self.events[it].value == event.value);
                ends.into_iter().all(|end| {
                    let begin = (0..end).rev().find(|&it| {
                        self.events[it].thread == self.events[end].thread
                            && self.events[it].op == Op::WaitBegin
                    });
                    begin.is_none_or(|begin| path.contains(&begin))
                })
            }
            op if op.is_read() => self.value(event, path) == Some(event.value),
            op if op.is_write() => !self.is_updating(event, path),
            _ => true,
        }
    }

    /// What a location had before the trace is known if it is read before it is written.
    fn value(&self, event: &Event, path: &[usize]) -> Option<u64> {
        let is_same =
            |it: usize| self.events[it].op.is_access() && self.events[it].location() == event.location();
        let last = path.iter().rev().find(|&&it| is_same(it) && self.events[it].op.is_write());
        let first = (0..self.events.len()).find(|&it| is_same(it)).filter(|&it| self.events[it].op.is_read());
        last.copied().or(first).map(|it| self.events[it].value)
    }

    /// Another thread is between the read and the write of an atomic update of the location.
    fn is_updating(&self, event: &Event, path: &[usize]) -> bool {
        path.iter().enumerate().any(|(at, &it)| {
            let read = &self.events[it];
            read.op == Op::UpdateRead
                && read.location() == event.location()
                && read.thread != event.thread
                && !path[at + 1..].iter().any(|&later| self.events[later].thread == read.thread)
        })
    }

    fn lock_is_free(&self, event: &Event, path: &[usize], exclusively: bool) -> bool {
        let mut exclusive: BTreeSet<u32> = BTreeSet::new();
        let mut shared: BTreeSet<u32> = BTreeSet::new();
        for other in path.iter().map(|&it| &self.events[it]).filter(|other| other.object == event.object) {
            match other.op {
                Op::Acquire | Op::WaitEnd => drop(exclusive.insert(other.thread.0)),
                Op::Release | Op::WaitBegin => drop(exclusive.remove(&other.thread.0)),
                Op::AcquireShared => drop(shared.insert(other.thread.0)),
                Op::ReleaseShared => drop(shared.remove(&other.thread.0)),
                _ => {}
            }
        }
        exclusive.remove(&event.thread.0);
        shared.remove(&event.thread.0);
        exclusive.is_empty() && (!exclusively || shared.is_empty())
    }
}

/// Takes parts of threads out, as if they were methods that are not traced: what they did is replaced by BarrierPairs with
/// the objects that they touched. They call back into traced code, with events for that or without, call each other, and have some
/// objects only after a while.
pub(crate) fn remove_methods(random: &mut Random, full: &Trace, told: Told) -> Trace {
    let mut own: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, event) in full.events.iter().enumerate() {
        own.entry(event.thread.0).or_default().push(at);
    }
    let plans = vec![Plan::default(); full.events.len()];
    let mut removal = Removal { random, full, told, part: full.tables.clone(), plans };
    if told == Told::Touched {
        removal.part.reach.insert(0, Vec::new());
        removal.part.info.insert(SETS.to_owned(), TOUCHED_ANEW.to_owned());
    }
    own.values().for_each(|own| removal.traced(own, 3));
    let mut part = Trace { events: Vec::new(), tables: removal.part };
    for (event, plan) in full.events.iter().zip(removal.plans) {
        let site = deadheat_trace::SiteId(0);
        let put = |&(op, object): &(Op, u64)| Event { object, ..Event::new(event.thread, site, op) };
        part.events.extend(plan.before.iter().map(put));
        part.events.extend((!plan.is_hidden).then_some(*event));
        part.events.extend(plan.after.iter().map(put));
    }
    part
}

/// What is told of methods that are taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// What they can reach.
    Reachable,
    /// What they touch, anew behind each callback, and what they only read apart.
    Touched,
}

/// What becomes of an event: what is put before and behind it.
#[derive(Default, Clone)]
struct Plan {
    before: Vec<(Op, u64)>,
    after: Vec<(Op, u64)>,
    is_hidden: bool,
}

type Objects = BTreeSet<deadheat_trace::ObjectId>;

struct Removal<'a> {
    random: &'a mut Random,
    full: &'a Trace,
    told: Told,
    part: deadheat_trace::Tables,
    plans: Vec<Plan>,
}

impl Removal<'_> {
    fn set(&mut self, objects: &Objects) -> u64 {
        self.part.reach.push(objects.iter().copied().collect());
        self.part.reach.len() as u64 - 1
    }

    /// A part of a range from a place, if it is one that a method could have.
    fn piece<'r>(&mut self, own: &'r [usize], at: usize, most: usize) -> Option<&'r [usize]> {
        let piece = &own[at..(at + 1 + self.random.below(most)).min(own.len())];
        is_balanced(self.full, piece).then_some(piece)
    }

    /// Events of traced code, in which methods are taken out.
    fn traced(&mut self, own: &[usize], depth: usize) {
        let mut at = 0;
        while at < own.len() {
            at += match self.piece(own, at, 6) {
                Some(piece) if depth > 0 && self.random.below(3) == 0 => {
                    self.untraced(piece, depth - 1);
                    piece.len()
                }
                _ => 1,
            };
        }
    }

    /// Events of a method that is taken out; gives what it could reach in the end.
    fn untraced(&mut self, own: &[usize], depth: usize) -> Objects {
        let (first, last) = (own[0], own[own.len() - 1]);
        let knows_all = self.told == Told::Reachable && self.random.below(2) == 0;
        let mut told: Objects = match knows_all {
            true => own.iter().filter_map(|&at| object_of(self.full, at)).collect(),
            false => Objects::new(),
        };
        let set = self.set(&told);
        self.plans[first].before.push((Op::MethodBegin, set));
        let mut at = 0;
        while at < own.len() {
            let kind = self.random.below(8);
            let piece = self.piece(own, at, 3).filter(|_| depth > 0);
            at += match (kind, piece) {
                (0 | 1, Some(piece)) => {
                    self.callback(piece, depth - 1, &mut told);
                    piece.len()
                }
                (2, Some(piece)) => {
                    told.extend(self.untraced(piece, depth - 1));
                    piece.len()
                }
                (3, _) if self.full.events[own[at]].op.is_plain() => 1,
                _ => {
                    self.hide(own[at], &mut told);
                    1
                }
            };
        }
        self.plans[last].after.push((Op::MethodEnd, 0));
        told
    }

    /// Untraced code may hand objects to traced code, or get them from there.
    fn callback(&mut self, own: &[usize], depth: usize, told: &mut Objects) {
        let (first, last) = (own[0], own[own.len() - 1]);
        let next = self.full.events[..].iter().enumerate().skip(last + 1);
        let next = next.filter(|(_, event)| event.thread == self.full.events[last].thread).map(|(at, _)| at);
        let next: Option<_> = next.take(1).find_map(|at| object_of(self.full, at));
        let mut sets = [Objects::new(), Objects::new()];
        sets[self.random.below(2)].extend(next.filter(|_| self.told == Told::Reachable));
        let handed = self.set(&sets[0]);
        self.plans[first].before.push((Op::CallbackBegin, handed));
        self.traced(own, depth);
        let got = self.set(&sets[1]);
        self.plans[last].after.push((Op::CallbackEnd, got));
        if self.told == Told::Touched {
            told.clear();
        }
        told.extend(sets.into_iter().flatten());
    }

    /// An event of untraced code: its object is told before, or, if it waits for others, behind it.
    fn hide(&mut self, at: usize, told: &mut Objects) {
        self.plans[at].is_hidden = true;
        let only_reads = self.told == Told::Touched && self.full.events[at].op.only_reads();
        let object = object_of(self.full, at).map(|it| if only_reads { it.only_read() } else { it });
        let Some(object) = object.filter(|object| told.insert(*object)) else { return };
        let set = self.set(&Objects::from([object]));
        let waits = matches!(self.full.events[at].op, Op::Acquire | Op::Receive | Op::Join);
        let plan = &mut self.plans[at];
        let list = if waits && self.random.below(2) == 0 { &mut plan.after } else { &mut plan.before };
        list.push((Op::Reach, set));
    }
}

/// What a method gives back it has taken, also to wait, and it does whole updates.
fn is_balanced(full: &Trace, range: &[usize]) -> bool {
    let mut depth: BTreeMap<u64, i32> = BTreeMap::new();
    let mut is_whole = true;
    for &at in range {
        let event = &full.events[at];
        let change = match event.op {
            Op::Acquire | Op::WaitEnd | Op::AcquireShared => 1,
            Op::Release | Op::WaitBegin | Op::ReleaseShared => -1,
            Op::End => return false,
            _ => 0,
        };
        let depth = depth.entry(event.object).or_default();
        if matches!(
            event.op,
            Op::Acquire | Op::Release | Op::WaitBegin | Op::WaitEnd | Op::AcquireShared | Op::ReleaseShared
        ) {
            *depth += change;
            is_whole &= *depth >= 0;
        }
    }
    let updates = range.last().is_some_and(|&at| full.events[at].op == Op::UpdateRead)
        || range.first().is_some_and(|&at| {
            let before = full.events[..at].iter().rev().find(|it| it.thread == full.events[at].thread);
            before.is_some_and(|it| it.op == Op::UpdateRead)
        });
    is_whole && !updates && depth.values().all(|&depth| depth == 0)
}

fn object_of(full: &Trace, at: usize) -> Option<deadheat_trace::ObjectId> {
    let event = &full.events[at];
    Some(match event.op {
        op if op.is_access() => event.location().owner(),
        Op::Fork | Op::Join => full.tables.threads[event.other().index()].object,
        Op::Begin | Op::End => full.tables.threads[event.thread.index()].object,
        Op::Branch => return None,
        Op::Send | Op::Receive => deadheat_trace::ObjectId::channel(event.object),
        _ => event.lock(),
    })
}
