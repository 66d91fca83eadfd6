//! Sync-preserving races (Mathur, Pavlogiannis, Viswanathan: Optimal Prediction of Synchronization-Preserving Races, POPL
//! 2021): races of schedules that take each lock in the observed order.
//!
//! The smallest set of events that must happen before both accesses is closed under program order, hard order and reads-from; and of
//! two sections of one lock that have both begun, the earlier one has ended. If neither access is in it, the set in its
//! observed order is the schedule. Deviations:
//!
//! 1. The paper streams over a whole trace in linear time; here the set is computed for each pair in a window, since
//!    pairs are grouped by site and few are asked about.
//! 2. Locks can be shared; atomic updates are in the set as a whole.

use std::collections::BTreeMap;

use deadheat_trace::{ObjectId, Op};
use rustc_hash::FxHashMap;

use crate::schedule::Schedule;
use crate::window::Window;

/// A schedule with both accesses next, if there is a sync-preserving one.
pub fn schedule(window: &Window<'_>, first: u32, second: u32) -> Option<Schedule> {
    let ((one, at), (other, place)) = (window.threads.place(first), window.threads.place(second));
    let mut closure = Closure {
        window,
        reached: vec![0; window.threads.count()],
        caps: FxHashMap::from_iter([(one, at), (other, place)]),
        waiting: BTreeMap::new(),
        open: FxHashMap::default(),
        begun: FxHashMap::default(),
        is_possible: true,
    };
    for (access, thread, count) in [(first, one, at), (second, other, place)] {
        closure.need(thread, count);
        window.must.sources(access).for_each(|source| closure.need_event(source));
    }
    let events = closure.close()?;
    Some(Schedule { events, first, second })
}

struct Closure<'w, 'a> {
    window: &'w Window<'a>,
    /// How many events of each thread are in the set.
    reached: Vec<u32>,
    /// How many may be.
    caps: FxHashMap<usize, u32>,
    /// Threads of which more events are needed.
    waiting: BTreeMap<usize, u32>,
    /// Sections in the set whose end is not, by lock.
    open: FxHashMap<ObjectId, Vec<u32>>,
    /// The latest sections in the set, by lock.
    begun: FxHashMap<ObjectId, Vec<u32>>,
    is_possible: bool,
}

impl Closure<'_, '_> {
    /// The first `count` events of a thread are needed.
    fn need(&mut self, thread: usize, count: u32) {
        self.is_possible &= self.caps.get(&thread).is_none_or(|&cap| count <= cap);
        if count > self.reached[thread] {
            let waiting = self.waiting.entry(thread).or_default();
            *waiting = count.max(*waiting);
        }
    }

    fn need_event(&mut self, event: u32) {
        let (thread, place) = self.window.threads.place(event);
        self.need(thread, place + 1);
    }

    fn close(mut self) -> Option<Vec<u32>> {
        self.need_carried();
        while let Some((thread, count)) = self.waiting.pop_first() {
            while self.reached[thread] < count && self.is_possible {
                let event = self.window.threads.events(thread)[self.reached[thread] as usize];
                self.reached[thread] += 1;
                self.take(event);
            }
        }
        if !self.is_possible {
            return None;
        }
        let threads = self.reached.iter().enumerate();
        let mut events: Vec<u32> = threads
            .flat_map(|(thread, &count)| self.window.threads.events(thread)[..count as usize].iter().copied())
            .collect();
        events.sort_unstable();
        Some(events)
    }

    /// Sections that began before the window.
    fn need_carried(&mut self) {
        for (number, section) in (0u32..).zip(&self.window.sections.all) {
            if section.acquire.is_none() {
                self.open.entry(section.lock).or_default().push(number);
            }
        }
    }

    fn take(&mut self, event: u32) {
        for source in self.window.forced.sources(event) {
            self.need_event(source);
        }
        match self.window.event(event).op {
            op if op.is_read() => {
                if let Some(write) = self.window.sources.of(event).and_then(|source| source.write) {
                    self.need_event(write);
                }
                if op == Op::UpdateRead {
                    let (thread, place) = self.window.threads.place(event);
                    let has_write = self.window.threads.events(thread).len() as u64 > u64::from(place) + 1;
                    self.need(thread, place + 1 + u32::from(has_write));
                }
            }
            Op::Acquire | Op::WaitEnd | Op::AcquireShared => self.begin(event),
            Op::Release | Op::WaitBegin | Op::ReleaseShared => self.end(event),
            _ => {}
        }
    }

    /// All other sections of the lock that are earlier must have ended; if this one is earlier, it must.
    fn begin(&mut self, event: u32) {
        let Some(&number) = self.window.sections.of_event.get(&event) else { return };
        let all = &self.window.sections.all;
        let section = &all[number as usize];
        let open = self.open.entry(section.lock).or_default();
        let earlier = open.iter().filter(|&&other| other < number && all[other as usize].excludes(section));
        let mut ends: Vec<Option<u32>> = earlier.map(|&other| all[other as usize].release).collect();
        open.push(number);
        let begun = self.begun.entry(section.lock).or_default();
        if begun.iter().any(|&other| other > number && all[other as usize].excludes(section)) {
            ends.push(section.release);
        }
        // Of each thread the latest is enough.
        begun.retain(|&other| {
            let known = &all[other as usize];
            other > number || (known.thread, known.is_shared) != (section.thread, section.is_shared)
        });
        begun.push(number);
        for end in ends {
            match end {
                Some(end) => self.need_event(end),
                None => self.is_possible = false,
            }
        }
    }

    fn end(&mut self, event: u32) {
        let Some(&number) = self.window.sections.of_event.get(&event) else { return };
        let lock = self.window.sections.all[number as usize].lock;
        self.open.entry(lock).or_default().retain(|&other| other != number);
    }
}
