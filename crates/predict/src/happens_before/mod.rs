//! Happens-before (Lamport 1978), streaming, with FastTrack's epochs (Flanagan and Freund, PLDI 2009): the races of the observed
//! order itself.
//!
//! Naive model: a vector clock for each access, compared with those of all earlier accesses of the location. Here a location keeps its
//! last write and its last read as epochs, and a clock of reads only while reads are concurrent. Each racy location is found. Of its
//! pairs FastTrack has those with the last write and the last reads; here a location that races also remembers accesses that
//! were displaced without being ordered, so that further pairs are found.
//!
//! Order: locks (also shared ones), threads, channels, volatile writes before all later reads. The JDK's order by notification goes
//! through the lock.
//!
//! A pair is a race of this run by the Java memory model. That *another schedule* brings both accesses next to each
//! other is sure only if what led to them does not depend on a race: a thread that reads a value that is written without order is
//! marked, and so is what it sends on; races behind such a mark are told as such ([`Race::is_behind_race`]).

mod clocks;
mod shadow;

use deadheat_trace::{Event, Location, Op, SiteId, ThreadId};
use rustc_hash::FxHashMap;

use crate::prediction::{Analysis, Prediction, Race, Step, key};
use clocks::{Clock, Epoch};
use shadow::{Entry, Reads, Shadow};

/// See the module's description.
#[derive(Debug)]
pub struct HappensBefore {
    threads: Vec<Clock>,
    locks: FxHashMap<u64, Clock>,
    readers: FxHashMap<u64, Clock>,
    volatiles: FxHashMap<Location, Clock>,
    channels: FxHashMap<u64, Clock>,
    shadow: Shadow,
    prediction: Prediction,
    /// Locations that race, with accesses that are no longer the last.
    racy: FxHashMap<Location, Vec<(Op, Epoch, SiteId)>>,
}

/// Displaced accesses that a location remembers.
const MOST_DISPLACED: usize = 16;

impl Default for HappensBefore {
    fn default() -> HappensBefore {
        HappensBefore {
            threads: Vec::new(),
            locks: FxHashMap::default(),
            readers: FxHashMap::default(),
            volatiles: FxHashMap::default(),
            channels: FxHashMap::default(),
            shadow: Shadow::default(),
            prediction: Prediction::new(Analysis::HappensBefore),
            racy: FxHashMap::default(),
        }
    }
}

impl HappensBefore {
    /// Takes the next events in.
    pub fn block(&mut self, events: &[Event]) {
        for event in events {
            match event.op {
                Op::Read => self.read(event),
                Op::Write => self.write(event),
                _ => self.synchronise(event),
            }
        }
        self.prediction.counts.events += events.len() as u64;
    }

    /// Time that was spent.
    pub fn add_time(&mut self, time: std::time::Duration) {
        self.prediction.time += time;
    }

    /// The result.
    pub fn finish(self) -> Prediction {
        self.prediction
    }

    /// The locations that race.
    pub fn racy_locations(&self) -> Vec<Location> {
        let mut all: Vec<Location> = self.racy.keys().copied().collect();
        all.sort_unstable();
        all
    }

    #[inline]
    fn clock(&mut self, thread: ThreadId) -> &mut Clock {
        let index = thread.index();
        if index >= self.threads.len() {
            self.grow(index);
        }
        &mut self.threads[index]
    }

    #[cold]
    fn grow(&mut self, index: usize) {
        for thread in self.threads.len()..=index {
            self.threads.push(Clock::of_thread(thread));
        }
    }

    #[inline]
    fn read(&mut self, event: &Event) {
        if event.thread.index() >= self.threads.len() {
            self.grow(event.thread.index());
        }
        let clock = &self.threads[event.thread.index()];
        let now = clock.now();
        let entry = self.shadow.entry(event.object, event.slot);
        if entry.read == now {
            return;
        }
        let is_racy = !clock.knows(entry.write);
        let (before, site, remembers) = (entry.write, entry.write_site, entry.is_racy());
        if entry.read.is_shared() {
            let shared = entry.read;
            self.shadow.add_read(shared, now, event.site, clock);
        } else if clock.knows(entry.read) {
            (entry.read, entry.read_site) = (now, event.site);
        } else {
            self.shadow.share(event.object, event.slot, now, event.site);
        }
        if is_racy {
            self.race(Op::Write, before, site, event);
            self.threads[event.thread.index()].mark();
        }
        if remembers {
            self.check_displaced(event);
        }
    }

    #[inline]
    fn write(&mut self, event: &Event) {
        if event.thread.index() >= self.threads.len() {
            self.grow(event.thread.index());
        }
        let clock = &self.threads[event.thread.index()];
        let now = clock.now();
        let entry = self.shadow.entry(event.object, event.slot);
        if entry.write == now {
            return;
        }
        let before = *entry;
        (entry.write, entry.write_site) = (now, event.site);
        (entry.read, entry.read_site) = (Epoch::NONE, SiteId(0));
        let is_racy = !clock.knows(before.write);
        let read_races = !before.read.is_shared() && !clock.knows(before.read);
        if before.is_racy() {
            self.check_displaced(event);
        }
        if is_racy {
            self.displace(Op::Write, before.write, before.write_site, event);
        }
        if read_races {
            self.displace(Op::Read, before.read, before.read_site, event);
        }
        if before.read.is_shared() {
            self.check_reads(&before, event);
        }
    }

    #[cold]
    fn check_reads(&mut self, before: &Entry, event: &Event) {
        let Reads(reads) = self.shadow.take_reads(before.read);
        for (epoch, site) in reads {
            if !self.threads[event.thread.index()].knows(epoch) {
                self.displace(Op::Read, epoch, site, event);
            }
        }
    }

    /// A race with an access that is the last no longer.
    #[cold]
    fn displace(&mut self, op: Op, epoch: Epoch, site: SiteId, event: &Event) {
        self.race(op, epoch, site, event);
        let displaced = self.racy.entry(event.location()).or_default();
        let is_known = displaced.iter().any(|(_, known, at)| *at == site && known.thread() == epoch.thread());
        if displaced.len() < MOST_DISPLACED && !is_known {
            displaced.push((op, epoch, site));
        }
    }

    #[cold]
    fn check_displaced(&mut self, event: &Event) {
        let displaced = self.racy.get(&event.location()).cloned().unwrap_or_default();
        for (op, epoch, site) in displaced {
            let conflicts = (op == Op::Write || event.op == Op::Write) && epoch.thread() != event.thread;
            if conflicts && !self.threads[event.thread.index()].knows(epoch) {
                self.race(op, epoch, site, event);
            }
        }
    }

    #[cold]
    fn race(&mut self, op: Op, epoch: Epoch, site: SiteId, event: &Event) {
        self.racy.entry(event.location()).or_default();
        self.shadow.entry(event.object, event.slot).mark();
        let thread = epoch.thread();
        let first = Event { op, thread, site, value: 0, ..*event };
        let marked = |thread: ThreadId| self.threads.get(thread.index()).is_some_and(Clock::is_marked);
        let is_behind_race = marked(thread) || marked(event.thread);
        let second = Step { number: self.prediction.counts.events, event: *event };
        let race = Race {
            location: event.location(),
            accesses: [Step { number: 0, event: first }, second],
            locks: [Vec::new(), Vec::new()],
            count: 0,
            schedule: None,
            is_behind_race,
        };
        let known = self.prediction.races.entry(key(&first, event)).or_insert(race);
        known.count += 1;
        known.is_behind_race &= is_behind_race;
    }

    fn synchronise(&mut self, event: &Event) {
        let (thread, at) = (event.thread, event.object);
        self.clock(thread);
        if matches!(event.op, Op::Fork | Op::Join) {
            return self.thread(event);
        }
        let clock = &mut self.threads[thread.index()];
        match event.op {
            // To look at a lock that is taken orders nothing, as the contract of `Lock` says of a try in vain.
            Op::Acquire | Op::WaitEnd | Op::Asked => {
                clock.join(self.locks.get(&at));
                clock.join(self.readers.get(&at));
            }
            Op::AcquireShared => clock.join(self.locks.get(&at)),
            Op::Release | Op::WaitBegin => {
                self.locks.entry(at).or_default().clone_from(clock);
                clock.tick(thread);
            }
            Op::ReleaseShared => {
                self.readers.entry(at).or_default().join(Some(clock));
                clock.tick(thread);
            }
            Op::VolatileRead | Op::UpdateRead => clock.join(self.volatiles.get(&event.location())),
            Op::VolatileWrite => {
                self.volatiles.entry(event.location()).or_default().join(Some(clock));
                clock.tick(thread);
            }
            Op::Send => {
                self.channels.entry(at).or_default().join(Some(clock));
                clock.tick(thread);
            }
            Op::Receive => clock.join(self.channels.get(&at)),
            _ => {}
        }
    }

    fn thread(&mut self, event: &Event) {
        // A number that no thread has can only come from a damaged trace.
        let (thread, other) = (event.thread, event.other());
        if other.index() >= 1 << 26 || other == thread {
            return;
        }
        self.clock(other);
        if event.op == Op::Fork {
            let clock = self.threads[thread.index()].clone();
            self.threads[other.index()].join(Some(&clock));
            self.threads[thread.index()].tick(thread);
        } else {
            let clock = self.threads[other.index()].clone();
            self.threads[thread.index()].join(Some(&clock));
        }
    }
}
