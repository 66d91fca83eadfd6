//! Which events a pair of accesses needs, and which may help: all others are left out of the constraints.
//!
//! *Needed* is what precedes one of the accesses in every schedule. What *may help* is the least set that has it and is
//! closed under: what precedes in every schedule; for a read, each write that it may read from; for a lock that
//! two threads take, the ends of their sections. Events that are behind one of the accesses cannot happen before both.

use std::collections::BTreeMap;

use deadheat_trace::{ObjectId, Op, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::window::Window;

/// See the module's description; how many events of each thread.
#[derive(Debug)]
pub(super) struct Relevant {
    /// Must happen.
    pub(super) needed: Vec<u32>,
    /// May happen.
    pub(super) useful: Vec<u32>,
}

impl Relevant {
    pub(super) fn is_needed(&self, window: &Window<'_>, event: u32) -> bool {
        let (thread, place) = window.threads.place(event);
        place < self.needed[thread]
    }

    pub(super) fn is_useful(&self, window: &Window<'_>, event: u32) -> bool {
        let (thread, place) = window.threads.place(event);
        place < self.useful[thread]
    }
}

/// None if one access precedes the other in every schedule.
pub(super) fn relevant(window: &Window<'_>, (first, second): (u32, u32)) -> Option<Relevant> {
    if window.keeps(first, second) || window.keeps(second, first) {
        return None;
    }
    let count = window.threads.count();
    let mut needed = vec![0; count];
    for access in [first, second] {
        for (other, need) in needed.iter_mut().enumerate() {
            *need = (*need).max(window.known(access, other));
        }
    }
    let caps = (0..count).map(|thread| cap(window, thread, [first, second])).collect();
    let mut closure = Closure {
        window,
        caps,
        useful: vec![0; count],
        waiting: BTreeMap::new(),
        locks: FxHashMap::default(),
        looked_up: FxHashSet::default(),
    };
    for (thread, &count) in needed.iter().enumerate() {
        closure.want(thread, count);
    }
    let useful = closure.close();
    Some(Relevant { needed, useful })
}

/// How many events of a thread are behind none of the accesses.
fn cap(window: &Window<'_>, thread: usize, accesses: [u32; 2]) -> u32 {
    let events = window.threads.events(thread);
    let is_free = |event: u32| accesses.iter().all(|&it| it != event && !window.forces(it, event));
    u32::try_from(events.partition_point(|&event| is_free(event))).unwrap_or(u32::MAX)
}

/// Writes that a read may read from: of each thread the last one that precedes it in every schedule, and those that
/// neither precede nor follow it; only those with the read's value.
pub(super) fn candidates(window: &Window<'_>, read: u32) -> Vec<u32> {
    let event = window.event(read);
    let source = window.sources.of(read);
    if source.is_some_and(|source| source.is_blind) {
        return source.and_then(|source| source.write).into_iter().collect();
    }
    let Some(writes) = window.writes.get(&event.location()) else { return Vec::new() };
    let mut last_before: FxHashMap<ThreadId, u32> = FxHashMap::default();
    let mut candidates = Vec::new();
    for &write in writes {
        if window.forces(write, read) {
            last_before.insert(window.event(write).thread, write);
        } else if !window.forces(read, write) && window.event(write).value == event.value {
            candidates.push(write);
        }
    }
    let same = |write: &u32| window.event(*write).value == event.value;
    candidates.extend(last_before.into_values().filter(same));
    let observed = source.and_then(|source| source.write);
    candidates.retain(|&write| Some(write) == observed || !window.is_separated(Some(write), read));
    candidates.sort_unstable();
    candidates
}

struct Closure<'w, 'a> {
    window: &'w Window<'a>,
    caps: Vec<u32>,
    useful: Vec<u32>,
    waiting: BTreeMap<usize, u32>,
    /// Locks that are taken: by whom, and which sections.
    locks: FxHashMap<ObjectId, (FxHashSet<ThreadId>, Vec<u32>)>,
    /// Values whose writers were asked for.
    looked_up: FxHashSet<(u64, u32, u64)>,
}

impl Closure<'_, '_> {
    fn want(&mut self, thread: usize, count: u32) {
        let count = count.min(self.caps[thread]);
        if count > self.useful[thread] {
            let waiting = self.waiting.entry(thread).or_default();
            *waiting = count.max(*waiting);
        }
    }

    fn want_event(&mut self, event: u32) {
        let (thread, place) = self.window.threads.place(event);
        if place < self.caps[thread] {
            self.want(thread, place + 1);
        }
    }

    fn close(mut self) -> Vec<u32> {
        for (number, section) in (0u32..).zip(&self.window.sections.all) {
            if section.acquire.is_none() {
                self.section(number);
            }
        }
        while let Some((thread, count)) = self.waiting.pop_first() {
            while self.useful[thread] < count {
                let event = self.window.threads.events(thread)[self.useful[thread] as usize];
                self.useful[thread] += 1;
                self.take(event);
            }
        }
        self.useful
    }

    fn take(&mut self, event: u32) {
        for source in self.window.forced.sources(event) {
            self.want_event(source);
        }
        let what = *self.window.event(event);
        match what.op {
            op if op.is_read() => {
                // The candidates of another read of this value are the same but for those that precede it.
                let is_blind = self.window.sources.of(event).is_some_and(|source| source.is_blind);
                if is_blind || self.looked_up.insert((what.object, what.slot, what.value)) {
                    let all = self.window.writes.get(&what.location()).into_iter().flatten();
                    let same = all.filter(|&&write| is_blind || self.window.event(write).value == what.value);
                    let same: Vec<u32> = same.copied().collect();
                    let writes = if is_blind { candidates(self.window, event) } else { same };
                    writes.into_iter().for_each(|write| self.want_event(write));
                }
                if op == Op::UpdateRead {
                    let (thread, place) = self.window.threads.place(event);
                    let has_write = self.window.threads.events(thread).len() as u64 > u64::from(place) + 1;
                    self.want(thread, place + 1 + u32::from(has_write));
                }
            }
            Op::Acquire | Op::WaitEnd | Op::AcquireShared => {
                if let Some(&section) = self.window.sections.of_event.get(&event) {
                    self.section(section);
                }
            }
            _ => {}
        }
    }

    /// If two threads take a lock, all its sections must be able to end.
    fn section(&mut self, number: u32) {
        let section = &self.window.sections.all[number as usize];
        let (threads, sections) = self.locks.entry(section.lock).or_default();
        let was_contended = threads.len() > 1;
        threads.insert(section.thread);
        sections.push(number);
        if threads.len() < 2 {
            return;
        }
        let fresh: Vec<u32> = if was_contended { vec![number] } else { sections.clone() };
        for number in fresh {
            if let Some(release) = self.window.sections.all[number as usize].release {
                self.want_event(release);
            }
        }
    }
}
