//! What surely comes before what, whatever the order in which locks are taken: the start and end of threads, notifications,
//! channels (all that the JDK does to synchronise) and volatile variables. Vector clocks, one for each thread; who gives
//! something away begins a new epoch.
//!
//! Deviation: who waited for a monitor comes after the notification that it names, and if it names none, after all
//! notifications of that monitor before: rather silent than wrong.

use deadheat_trace::{Event, Location, ObjectId, Op, ThreadId};
use rustc_hash::FxHashMap;

/// A thread and its clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Epoch {
    /// The thread.
    pub thread: ThreadId,
    /// Its clock, from 1.
    pub time: u32,
}

type Clock = Vec<u32>;

/// See the module's description.
#[derive(Debug, Default)]
pub struct HardOrder {
    threads: Vec<Clock>,
    /// By thread: how often its clock, or what it knows, has changed.
    versions: Vec<u32>,
    begun: FxHashMap<ThreadId, Clock>,
    ended: FxHashMap<ThreadId, Clock>,
    channels: FxHashMap<u64, Clock>,
    volatiles: FxHashMap<Location, Clock>,
    notified: FxHashMap<(ObjectId, u64), Clock>,
}

impl HardOrder {
    /// The event happens.
    pub fn step(&mut self, event: &Event) {
        let thread = event.thread;
        self.clock(thread);
        // Some traces do not tell of a thread's beginning: it is at its first event.
        if let Some(begun) = self.begun.remove(&thread) {
            self.take(thread, |_| Some(begun));
        }
        match event.op {
            Op::Fork => self.give(thread, |order| order.begun.entry(event.other()).or_default()),
            Op::End => self.give(thread, |order| order.ended.entry(thread).or_default()),
            Op::Join => {
                // A thread whose end is not told of ended with its last event.
                let other = event.other();
                if !self.ended.contains_key(&other) && other.index() < self.threads.len() {
                    self.give(other, |order| order.ended.entry(other).or_default());
                }
                self.take(thread, |order| order.ended.get(&other).cloned());
            }
            Op::Send => self.give(thread, |order| order.channels.entry(event.object).or_default()),
            Op::Receive => self.take(thread, |order| order.channels.get(&event.object).cloned()),
            Op::VolatileWrite => {
                self.give(thread, |order| order.volatiles.entry(event.location()).or_default());
            }
            Op::VolatileRead | Op::UpdateRead => {
                self.take(thread, |order| order.volatiles.get(&event.location()).cloned());
            }
            Op::Notify => {
                self.give(thread, |order| order.notified.entry((event.lock(), 0)).or_default());
                let clock = self.notified.get(&(event.lock(), 0)).cloned().unwrap_or_default();
                join(self.notified.entry((event.lock(), event.value)).or_default(), &clock);
            }
            Op::WaitEnd => {
                self.take(thread, |order| order.notified.get(&(event.lock(), event.value)).cloned());
            }
            _ => {}
        }
    }

    /// Where a thread is.
    pub fn epoch(&mut self, thread: ThreadId) -> Epoch {
        let time = self.clock(thread)[thread.index()];
        Epoch { thread, time }
    }

    /// How often a thread's clock, or what it knows, has changed.
    pub fn version(&self, thread: ThreadId) -> u32 {
        self.versions.get(thread.index()).copied().unwrap_or(0)
    }

    /// Whether what a thread does now comes after that.
    pub fn knows(&self, thread: ThreadId, epoch: Epoch) -> bool {
        let clock = self.threads.get(thread.index());
        thread == epoch.thread
            || clock.and_then(|clock| clock.get(epoch.thread.index())).is_some_and(|&time| time >= epoch.time)
    }

    fn clock(&mut self, thread: ThreadId) -> &mut Clock {
        let index = thread.index();
        while self.threads.len() <= index {
            let next = self.threads.len();
            let mut clock = vec![0; next + 1];
            clock[next] = 1;
            self.threads.push(clock);
            self.versions.push(0);
        }
        &mut self.threads[index]
    }

    fn give<'a>(&'a mut self, thread: ThreadId, to: impl FnOnce(&'a mut HardOrder) -> &'a mut Clock) {
        let clock = self.clock(thread).clone();
        self.threads[thread.index()][thread.index()] += 1;
        self.versions[thread.index()] += 1;
        join(to(self), &clock);
    }

    fn take(&mut self, thread: ThreadId, from: impl FnOnce(&HardOrder) -> Option<Clock>) {
        let Some(known) = from(self) else { return };
        let clock = self.clock(thread);
        let before = clock.clone();
        join(clock, &known);
        let is_news = *clock != before;
        self.versions[thread.index()] += u32::from(is_news);
    }
}

fn join(one: &mut Clock, other: &Clock) {
    one.resize(one.len().max(other.len()), 0);
    for (own, &its) in one.iter_mut().zip(other) {
        *own = its.max(*own);
    }
}
