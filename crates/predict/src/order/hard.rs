//! Order that no schedule changes, besides that of each thread: threads, channels and notifications.
//!
//! - RDIT 4.4.4, fork and join constraints: a fork before the thread's first event, its last event before the join.
//! - A receive after every send on its channel that was before it.
//! - Who has seen what a lock is, and did not take it, stays between what was done with the lock before and behind that.
//! - A wait ends after the notification that ended it, which was given after the wait began. If that notification is not
//!   known, every one in between counts.

use std::collections::BTreeMap;

use deadheat_trace::{Event, Op, ThreadId};
use rustc_hash::FxHashMap;

/// From and to, as numbers of events; the first is always the smaller one.
pub type Edge = (u32, u32);

/// The edges between events of different threads.
pub fn edges(events: &[Event]) -> Vec<Edge> {
    let mut hard = Hard::default();
    for (index, event) in events.iter().enumerate() {
        hard.event(u32::try_from(index).unwrap_or(u32::MAX), event);
    }
    if events.iter().any(|event| event.op == Op::Asked) {
        add_asked(events, &mut hard.edges);
    }
    hard.edges
}

/// The edges of events that have seen what a lock is.
fn add_asked(events: &[Event], edges: &mut Vec<Edge>) {
    // By lock, the last event of each thread: that took it or gave it back, and that asked.
    let mut used: FxHashMap<u64, BTreeMap<ThreadId, u32>> = FxHashMap::default();
    let mut asked: FxHashMap<u64, BTreeMap<ThreadId, u32>> = FxHashMap::default();
    for (index, event) in (0u32..).zip(events) {
        let others = |all: Option<&BTreeMap<ThreadId, u32>>, since: Option<u32>| -> Vec<Edge> {
            let all = all.into_iter().flatten().filter(|&(thread, _)| *thread != event.thread);
            all.filter(|&(_, &at)| since.is_none_or(|since| at > since)).map(|(_, &at)| (at, index)).collect()
        };
        if event.op == Op::Asked {
            edges.extend(others(used.get(&event.object), None));
            asked.entry(event.object).or_default().insert(event.thread, index);
        } else if event.op.is_of_lock() {
            let before = used.entry(event.object).or_default().insert(event.thread, index);
            edges.extend(others(asked.get(&event.object), before));
        }
    }
}

#[derive(Default)]
struct Hard {
    edges: Vec<Edge>,
    /// Forks whose threads have no event yet.
    forks: FxHashMap<ThreadId, u32>,
    /// The last event of each thread.
    last: FxHashMap<ThreadId, u32>,
    /// The last send of each thread, by channel.
    sends: FxHashMap<u64, Vec<(ThreadId, u32)>>,
    /// Waits that go on, by thread, with the lock.
    waits: FxHashMap<ThreadId, (u32, u64)>,
    /// Notifications by lock.
    notifies: FxHashMap<u64, Vec<(u32, u64)>>,
}

impl Hard {
    fn event(&mut self, index: u32, event: &Event) {
        if let Some(fork) = self.forks.remove(&event.thread) {
            self.edges.push((fork, index));
        }
        match event.op {
            Op::Fork => drop(self.forks.insert(event.other(), index)),
            Op::Join => {
                let last = self.last.get(&event.other());
                self.edges.extend(last.map(|&end| (end, index)));
            }
            Op::Send => {
                let sends = self.sends.entry(event.object).or_default();
                sends.retain(|(thread, _)| *thread != event.thread);
                sends.push((event.thread, index));
            }
            Op::Receive => {
                let sends = self.sends.get(&event.object).into_iter().flatten();
                let others = sends.filter(|(thread, _)| *thread != event.thread);
                self.edges.extend(others.map(|&(_, send)| (send, index)));
            }
            Op::WaitBegin => drop(self.waits.insert(event.thread, (index, event.object))),
            Op::Notify => self.notifies.entry(event.object).or_default().push((index, event.value)),
            Op::WaitEnd => self.wake(index, event),
            _ => {}
        }
        self.last.insert(event.thread, index);
    }

    fn wake(&mut self, index: u32, event: &Event) {
        // A wait that began before the window has nothing to be behind of but the notifications in the window.
        let begin = self.waits.remove(&event.thread).filter(|(_, lock)| *lock == event.object);
        let after = begin.map_or(0, |(begin, _)| begin);
        let notifies = self.notifies.get(&event.object).into_iter().flatten();
        for &(notify, number) in notifies.filter(|(notify, _)| *notify >= after) {
            if event.value == 0 || number == event.value {
                self.edges.extend(begin.map(|(begin, _)| (begin, notify)));
                self.edges.push((notify, index));
            }
        }
    }
}
