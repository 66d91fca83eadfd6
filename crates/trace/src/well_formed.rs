//! What analyses rely on, checked: a trace that an ideal recorder wrote has none of these problems.
//!
//! A lock is taken by nobody who has it and given back by who took it; a thread's events lie between its begin and its
//! end, its begin behind its fork; a join comes behind the end; calls of untraced methods and callbacks are nested; an
//! atomic update is one; numbers are in the tables. Traces of real programs that were cut have locks that are given back and were
//! never taken: analyses count on the checker's word, not on the recorder's.

use rustc_hash::FxHashMap;

use crate::event::{Event, ObjectId, Op, ThreadId};
use crate::tables::Tables;
use crate::trace::Trace;

/// Something that a well-formed trace does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The event's number in the trace.
    pub event: usize,
    /// One sentence.
    pub message: String,
}

/// The first problems of a trace, at most `most`.
pub fn problems(trace: &Trace, most: usize) -> Vec<Problem> {
    let mut check = WellFormed::new(&trace.tables);
    let found = trace.events.iter().enumerate().filter_map(|(event, it)| {
        let message = check.event(it)?;
        Some(Problem { event, message })
    });
    found.take(most).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Life {
    #[default]
    Unknown,
    Forked,
    Running,
    Ended,
}

/// Checks event by event.
#[derive(Debug)]
pub struct WellFormed<'a> {
    tables: &'a Tables,
    owners: FxHashMap<ObjectId, ThreadId>,
    readers: FxHashMap<ObjectId, FxHashMap<ThreadId, u32>>,
    lives: FxHashMap<ThreadId, Life>,
    calls: FxHashMap<ThreadId, Vec<(Op, u32)>>,
    updates: FxHashMap<ThreadId, Event>,
}

impl<'a> WellFormed<'a> {
    /// Of a trace with these tables.
    pub fn new(tables: &'a Tables) -> WellFormed<'a> {
        WellFormed {
            tables,
            owners: FxHashMap::default(),
            readers: FxHashMap::default(),
            lives: FxHashMap::default(),
            calls: FxHashMap::default(),
            updates: FxHashMap::default(),
        }
    }

    /// What is wrong with the next event, in a sentence.
    pub fn event(&mut self, event: &Event) -> Option<String> {
        let at = event.thread;
        let update = self.updates.remove(&at);
        if update.is_some_and(|read| event.op != Op::VolatileWrite || event.location() != read.location()) {
            return Some("the read of an atomic update is not followed by its write".to_owned());
        }
        let life = self.lives.get(&at).copied().unwrap_or_default();
        if life == Life::Ended {
            return Some(format!("thread {} has ended already", event.thread));
        }
        if event.op != Op::Begin {
            self.lives.insert(at, Life::Running);
        }
        match event.op {
            Op::UpdateRead => drop(self.updates.insert(at, *event)),
            Op::Begin if life == Life::Running => {
                return Some(format!("thread {} has begun already", event.thread));
            }
            Op::Begin => drop(self.lives.insert(at, Life::Running)),
            Op::End => drop(self.lives.insert(at, Life::Ended)),
            Op::Fork | Op::Join => return self.other_thread(event),
            Op::MethodBegin | Op::CallbackBegin => return self.call(event),
            Op::MethodEnd | Op::CallbackEnd => return self.call_end(event),
            Op::Reach => return self.set(event),
            _ => return self.lock(event),
        }
        None
    }

    fn other_thread(&mut self, event: &Event) -> Option<String> {
        let life = self.lives.entry(event.other()).or_default();
        match (event.op, *life) {
            (Op::Fork, Life::Unknown) => *life = Life::Forked,
            (Op::Fork, _) => return Some(format!("thread {} is started, but runs already", event.object)),
            (_, Life::Ended) => {}
            _ => return Some(format!("thread {} has not ended before the join", event.object)),
        }
        None
    }

    fn lock(&mut self, event: &Event) -> Option<String> {
        let (lock, thread) = (event.lock(), event.thread);
        match event.op {
            Op::Acquire | Op::WaitEnd => match self.owners.insert(lock, thread) {
                Some(owner) => return Some(format!("lock {lock} is taken, but thread {owner} has it")),
                None if self.others_read(lock, thread) => {
                    return Some(format!("lock {lock} is taken while it is read-locked"));
                }
                None => {}
            },
            Op::Release | Op::WaitBegin if self.owners.remove(&lock) != Some(thread) => {
                return Some(format!("lock {lock} is given back by who does not have it"));
            }
            Op::AcquireShared => match self.owners.get(&lock) {
                Some(&owner) if owner != thread => {
                    return Some(format!("lock {lock} is read-locked, but thread {owner} has it"));
                }
                _ => *self.readers.entry(lock).or_default().entry(thread).or_default() += 1,
            },
            Op::ReleaseShared => match self.readers.get_mut(&lock).and_then(|all| all.get_mut(&thread)) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return Some(format!("lock {lock} is given back by who did not read-lock it")),
            },
            _ => {}
        }
        None
    }

    fn others_read(&self, lock: ObjectId, thread: ThreadId) -> bool {
        self.readers.get(&lock).is_some_and(|all| all.iter().any(|(who, count)| *who != thread && *count > 0))
    }

    fn call(&mut self, event: &Event) -> Option<String> {
        self.calls.entry(event.thread).or_default().push((event.op, event.slot));
        self.set(event)
    }

    fn set(&self, event: &Event) -> Option<String> {
        // Callbacks of traces that were built without sets have number 0.
        let is_known = event.object == 0 && event.op != Op::MethodBegin
            || event.reach().index() < self.tables.reach.len();
        (!is_known).then(|| format!("there is no reachable set {}", event.object))
    }

    fn call_end(&mut self, event: &Event) -> Option<String> {
        let begin = if event.op == Op::MethodEnd { Op::MethodBegin } else { Op::CallbackBegin };
        match self.calls.entry(event.thread).or_default().pop() {
            Some(call) if call == (begin, event.slot) => {
                (event.op == Op::CallbackEnd).then(|| self.set(event)).flatten()
            }
            _ => Some(format!("{} without its begin", event.op.word())),
        }
    }
}
