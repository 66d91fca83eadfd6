//! The state of locks and the like while a schedule is made: which calls are possible, so that no thread blocks.

use std::collections::BTreeMap;

use deadheat_harness::Random;

use super::things::{Call, Kind, acquire, acquire_alone, both, release, release_shared};

/// The state of one thing.
#[derive(Debug, Clone)]
pub(crate) struct State {
    kind: Kind,
    /// Of a lock, for writing if there are two: who has it and how often.
    owner: Option<(usize, usize)>,
    /// Who reads, and how often.
    readers: BTreeMap<usize, usize>,
    /// Of a semaphore: permits; of a latch: what is left to count; of a future: 1 until it is completed.
    count: usize,
}

impl State {
    pub(crate) fn new(kind: Kind) -> State {
        let count = match kind {
            Kind::Latch => 2,
            Kind::Semaphore | Kind::Future => 1,
            _ => 0,
        };
        State { kind, owner: None, readers: BTreeMap::new(), count }
    }

    /// A call that a thread can make now, if one of a few drawn can be.
    pub(crate) fn call(&mut self, random: &mut Random, thread: usize) -> Option<Call> {
        match self.kind {
            Kind::Lock => self.lock(random, thread),
            Kind::ReadWriteLock => self.read_or_write(random, thread),
            Kind::Semaphore => self.semaphore(random),
            Kind::Latch => Some(self.latch(random)),
            Kind::Future => Some(self.future(random)),
            _ => Some(random.choose(self.kind.calls())),
        }
    }

    /// The call by which a thread gives back some of what it has; none if it has nothing.
    pub(crate) fn give_back(&mut self, thread: usize) -> Option<Call> {
        let is_lock = self.kind == Kind::Lock;
        if self.has(thread) {
            self.unown();
            return Some(if is_lock { both("$.unlock();") } else { release("$.writeLock().unlock();") });
        }
        self.readers.contains_key(&thread).then(|| self.stop_reading(thread))
    }

    fn has(&self, thread: usize) -> bool {
        self.owner.is_some_and(|(owner, _)| owner == thread)
    }

    fn own(&mut self, thread: usize) {
        self.owner = Some((thread, self.owner.map_or(1, |(_, times)| times + 1)));
    }

    fn unown(&mut self) {
        self.owner = self.owner.filter(|&(_, times)| times > 1).map(|(owner, times)| (owner, times - 1));
    }

    fn stop_reading(&mut self, thread: usize) -> Call {
        self.readers.entry(thread).and_modify(|times| *times -= 1);
        self.readers.retain(|_, times| *times > 0);
        release_shared("$.readLock().unlock();")
    }

    fn lock(&mut self, random: &mut Random, thread: usize) -> Option<Call> {
        if self.has(thread) && random.chance(60) {
            return self.give_back(thread);
        }
        let is_tried = random.chance(40);
        if self.owner.is_none() || self.has(thread) {
            self.own(thread);
            return Some(both(if is_tried { "$.tryLock();" } else { "$.lock();" }));
        }
        is_tried.then(|| acquire("$.tryLock();"))
    }

    fn read_or_write(&mut self, random: &mut Random, thread: usize) -> Option<Call> {
        let holds = self.has(thread) || self.readers.contains_key(&thread);
        if holds && random.chance(60) {
            return self.give_back(thread);
        }
        let is_tried = random.chance(40);
        let is_free = self.owner.is_none() || self.has(thread);
        if random.chance(50) {
            if is_free {
                *self.readers.entry(thread).or_default() += 1;
                return Some(acquire(if is_tried {
                    "$.readLock().tryLock();"
                } else {
                    "$.readLock().lock();"
                }));
            }
            return is_tried.then(|| acquire("$.readLock().tryLock();"));
        }
        // Who reads cannot write, unless it wrote before.
        if is_free && (self.readers.is_empty() || self.has(thread)) {
            self.own(thread);
            return Some(acquire_alone(if is_tried {
                "$.writeLock().tryLock();"
            } else {
                "$.writeLock().lock();"
            }));
        }
        is_tried.then(|| acquire_alone("$.writeLock().tryLock();"))
    }

    fn semaphore(&mut self, random: &mut Random) -> Option<Call> {
        if random.chance(50) {
            self.count += 1;
            return Some(both("$.release();"));
        }
        if self.count == 0 {
            return random.chance(30).then(|| acquire("$.tryAcquire();"));
        }
        self.count -= 1;
        Some(both(if random.chance(50) { "$.acquire();" } else { "$.tryAcquire();" }))
    }

    fn latch(&mut self, random: &mut Random) -> Call {
        if self.count == 0 {
            return random.choose(&[
                acquire("$.await();"),
                acquire("$.getCount();"),
                acquire("$.countDown();"),
            ]);
        }
        if random.chance(30) {
            return acquire("$.getCount();");
        }
        self.count -= 1;
        both("$.countDown();")
    }

    fn future(&mut self, random: &mut Random) -> Call {
        if self.count == 0 {
            return random.choose(&[acquire("$.join();"), acquire("$.get();"), acquire("$.isDone();")]);
        }
        if random.chance(30) {
            return acquire("$.isDone();");
        }
        self.count -= 1;
        both("$.complete(1);")
    }
}
