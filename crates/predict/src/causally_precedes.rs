//! Causally-precedes (Smaragdakis, Evans, Sadowski, Yi, Flanagan: Sound Predictive Race Detection in Polynomial Time, POPL
//! 2012), in a window.
//!
//! The least relation with: (a) the end of a section before the begin of a later section of the same lock, if the two
//! have conflicting accesses; (b) the same, if they have events that are so ordered; (c) closed under composition with happens-before on
//! both sides. Threads, channels and volatile variables order as in happens-before.
//!
//! Two conflicting accesses that it leaves unordered mean that there is a race or a deadlock; the theorem is about the
//! first such pair only, and not about that pair. So each is reported only if a schedule is found for it, and the others are counted.
//!
//! Naive model: sets of pairs, closed until nothing changes. Here a clock for each event says how much of each thread
//! causally precedes it; rule (b) needs only the begin of one section and the end of the other, and of each thread's sections only the
//! last. The pass is repeated until no edge is new.

use deadheat_trace::{Location, ObjectId, Op, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::window::{Section, Window, numbered};

/// See the module's description.
#[derive(Debug)]
pub struct CausallyPrecedes {
    /// For each event, how many events of each thread causally precede it.
    clocks: Vec<Box<[u32]>>,
}

impl CausallyPrecedes {
    /// Of a window.
    pub fn new(window: &Window<'_>) -> CausallyPrecedes {
        let mut edges = conflicting_sections(window);
        loop {
            let clocks = Sweep::new(window, &edges).run();
            let before = edges.len();
            add_ordered_sections(window, &clocks, &mut edges);
            if edges.len() == before {
                return CausallyPrecedes { clocks };
            }
        }
    }

    /// Whether `first` causally precedes `second`, or does so in its thread.
    pub fn before(&self, window: &Window<'_>, first: u32, second: u32) -> bool {
        let ((one, at), (other, place)) = (window.threads.place(first), window.threads.place(second));
        if one == other { at < place } else { self.clocks[second as usize][one] > at }
    }
}

/// Ends and begins of sections.
type Edges = FxHashSet<(u32, u32)>;

/// Rule (a).
fn conflicting_sections(window: &Window<'_>) -> Edges {
    let mut edges = Edges::default();
    /// The last section of each thread that accessed a location under a lock.
    type Last = FxHashMap<(ObjectId, Location), Vec<(ThreadId, bool, u32)>>;
    let mut last = Last::default();
    for (index, event) in numbered(window.events) {
        if !event.op.is_plain() {
            continue;
        }
        let is_write = event.op.is_write();
        for section in window.sections.set(window.sections.held(index)) {
            let seen = last.entry((section.lock, event.location())).or_default();
            for &(thread, wrote, end) in seen.iter() {
                if thread != section.thread && (wrote || is_write) {
                    edges.extend(section.acquire.filter(|&begin| begin > end).map(|begin| (end, begin)));
                }
            }
            if let Some(end) = section.release {
                seen.retain(|&(thread, wrote, _)| thread != section.thread || wrote != is_write);
                seen.push((section.thread, is_write, end));
            }
        }
    }
    edges
}

/// Rule (b).
fn add_ordered_sections(window: &Window<'_>, clocks: &[Box<[u32]>], edges: &mut Edges) {
    let mut locks: Vec<_> = window.sections.by_lock.iter().collect();
    locks.sort_unstable_by_key(|(lock, _)| **lock);
    for (_, numbers) in locks {
        let mut before: FxHashMap<ThreadId, Vec<&Section>> = FxHashMap::default();
        for section in numbers.iter().map(|&number| &window.sections.all[number as usize]) {
            if let (Some(begin), Some(end)) = (section.acquire, section.release) {
                let mut others: Vec<(&ThreadId, &Vec<&Section>)> = before.iter().collect();
                others.sort_unstable_by_key(|(thread, _)| **thread);
                for (&thread, sections) in others.into_iter().filter(|(thread, _)| **thread != section.thread)
                {
                    let Some(number) = window.threads.number(thread) else { continue };
                    let known = clocks[end as usize][number];
                    let began = |it: &&&Section| {
                        it.acquire
                            .is_none_or(|acquire| window.threads.place(acquire).1 < known && acquire < begin)
                    };
                    let latest = sections.iter().rev().filter(|it| it.excludes(section)).find(began);
                    let ends = latest.and_then(|it| it.release).filter(|&end| end < begin);
                    edges.extend(ends.filter(|_| known > 0).map(|end| (end, begin)));
                }
            }
            before.entry(section.thread).or_default().push(section);
        }
    }
}

/// One pass in the observed order, with two clocks for each thread.
struct Sweep<'w, 'a> {
    window: &'w Window<'a>,
    into: FxHashMap<u32, Vec<u32>>,
    /// Happens-before and causally-precedes, of each thread now.
    now: Vec<[Vec<u32>; 2]>,
    /// The same where a lock was given back last, or a volatile variable written.
    locks: FxHashMap<(ObjectId, bool), [Vec<u32>; 2]>,
    volatiles: FxHashMap<Location, Vec<u32>>,
    /// Where later events look: hard edges and ends of sections.
    kept: FxHashMap<u32, Vec<u32>>,
    clocks: Vec<Box<[u32]>>,
}

const HB: usize = 0;
const CP: usize = 1;

impl<'w, 'a> Sweep<'w, 'a> {
    fn new(window: &'w Window<'a>, edges: &Edges) -> Sweep<'w, 'a> {
        let count = window.threads.count();
        let mut into: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut kept = FxHashMap::default();
        let mut all: Vec<(u32, u32)> = edges.iter().copied().collect();
        all.sort_unstable();
        for (from, to) in all {
            into.entry(to).or_default().push(from);
            kept.insert(from, Vec::new());
        }
        for &(_, from) in window.must.edges() {
            kept.insert(from, Vec::new());
        }
        let now = vec![[vec![0; count], vec![0; count]]; count];
        let (locks, volatiles) = (FxHashMap::default(), FxHashMap::default());
        Sweep { window, into, now, locks, volatiles, kept, clocks: Vec::new() }
    }

    fn run(mut self) -> Vec<Box<[u32]>> {
        for (index, event) in numbered(self.window.events) {
            let (thread, place) = self.window.threads.place(index);
            for source in self.window.must.sources(index) {
                self.join_hard(thread, self.kept[&source].clone());
            }
            for source in self.into.get(&index).cloned().unwrap_or_default() {
                self.join_hard(thread, self.kept[&source].clone());
            }
            let lock = event.lock();
            match event.op {
                Op::Acquire | Op::WaitEnd => {
                    self.join_lock(thread, (lock, false));
                    self.join_lock(thread, (lock, true));
                }
                Op::AcquireShared => self.join_lock(thread, (lock, false)),
                Op::VolatileRead | Op::UpdateRead => {
                    if let Some(clock) = self.volatiles.get(&event.location()).cloned() {
                        self.join_hard(thread, clock);
                    }
                }
                _ => {}
            }
            self.clocks.push(self.now[thread][CP].clone().into());
            self.now[thread][HB][thread] = place + 1;
            self.give(index, thread);
        }
        self.clocks
    }

    fn give(&mut self, index: u32, thread: usize) {
        let event = self.window.event(index);
        let clocks = &self.now[thread];
        match event.op {
            Op::Release | Op::WaitBegin => drop(self.locks.insert((event.lock(), false), clocks.clone())),
            Op::ReleaseShared => {
                let shared = self.locks.entry((event.lock(), true)).or_insert_with(|| clocks.clone());
                join(&mut shared[HB], &clocks[HB]);
                join(&mut shared[CP], &clocks[CP]);
            }
            Op::VolatileWrite => {
                let clock = self.volatiles.entry(event.location()).or_insert_with(|| clocks[HB].clone());
                join(clock, &clocks[HB]);
            }
            _ => {}
        }
        if let Some(kept) = self.kept.get_mut(&index) {
            kept.clone_from(&clocks[HB]);
        }
    }

    /// What is ordered in every schedule, or causally: all that happened before it precedes causally.
    fn join_hard(&mut self, thread: usize, clock: Vec<u32>) {
        if !clock.is_empty() {
            join(&mut self.now[thread][HB], &clock);
            join(&mut self.now[thread][CP], &clock);
        }
    }

    /// Happens-before alone hands on what causally precedes.
    fn join_lock(&mut self, thread: usize, lock: (ObjectId, bool)) {
        if let Some([hb, cp]) = self.locks.get(&lock) {
            let [mine, causal] = &mut self.now[thread];
            join(mine, hb);
            join(causal, cp);
        }
    }
}

fn join(into: &mut [u32], from: &[u32]) {
    into.iter_mut().zip(from).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
}
