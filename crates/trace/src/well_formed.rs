//! What analyses rely on, checked: a trace that an ideal recorder wrote has none of these problems.
//!
//! A lock is taken by nobody who has it and given back by who took it; a thread's events lie between its begin and its
//! end, its begin behind its fork; a join comes behind the end; calls of untraced methods and callbacks are nested; an
//! atomic update is one; numbers are in the tables. Traces of real programs that were cut have locks that are given back and were
//! never taken: analyses count on the checker's word, not on the recorder's.

use rustc_hash::FxHashMap;

use crate::event::{Event, ObjectId, Op, ThreadId};
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
    let mut check = Check::new(trace);
    for (index, event) in trace.events.iter().enumerate() {
        if let Some(message) = check.event(event) {
            check.problems.push(Problem { event: index, message });
        }
        if check.problems.len() >= most {
            break;
        }
    }
    check.problems
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Life {
    #[default]
    Unknown,
    Forked,
    Running,
    Ended,
}

struct Check<'a> {
    trace: &'a Trace,
    owners: FxHashMap<ObjectId, ThreadId>,
    readers: FxHashMap<(ObjectId, ThreadId), u32>,
    lives: Vec<Life>,
    calls: Vec<Vec<(Op, u32)>>,
    updates: Vec<Option<Event>>,
    problems: Vec<Problem>,
}

impl<'a> Check<'a> {
    fn new(trace: &'a Trace) -> Check<'a> {
        let threads = trace.threads();
        Check {
            trace,
            owners: FxHashMap::default(),
            readers: FxHashMap::default(),
            lives: vec![Life::default(); threads],
            calls: vec![Vec::new(); threads],
            updates: vec![None; threads],
            problems: Vec::new(),
        }
    }

    fn event(&mut self, event: &Event) -> Option<String> {
        let at = event.thread.index();
        let update = self.updates[at].take();
        if update.is_some_and(|read| event.op != Op::VolatileWrite || event.location() != read.location()) {
            return Some("the read of an atomic update is not followed by its write".to_owned());
        }
        let life = self.lives[at];
        if life == Life::Ended {
            return Some(format!("thread {} has ended already", event.thread));
        }
        if event.op != Op::Begin {
            self.lives[at] = Life::Running;
        }
        match event.op {
            Op::UpdateRead => self.updates[at] = Some(*event),
            Op::Begin if life == Life::Running => {
                return Some(format!("thread {} has begun already", event.thread));
            }
            Op::Begin => self.lives[at] = Life::Running,
            Op::End => self.lives[at] = Life::Ended,
            Op::Fork | Op::Join => return self.other_thread(event),
            Op::MethodBegin | Op::CallbackBegin => return self.call(event),
            Op::MethodEnd | Op::CallbackEnd => return self.call_end(event),
            _ => return self.lock(event),
        }
        None
    }

    fn other_thread(&mut self, event: &Event) -> Option<String> {
        let Some(life) = self.lives.get_mut(event.other().index()) else {
            return Some(format!("there is no thread {}", event.object));
        };
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
                None if self.readers.iter().any(|(&(it, who), &n)| it == lock && who != thread && n > 0) => {
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
                _ => *self.readers.entry((lock, thread)).or_default() += 1,
            },
            Op::ReleaseShared => match self.readers.get_mut(&(lock, thread)) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return Some(format!("lock {lock} is given back by who did not read-lock it")),
            },
            _ => {}
        }
        None
    }

    fn call(&mut self, event: &Event) -> Option<String> {
        self.calls[event.thread.index()].push((event.op, event.slot));
        let is_known = event.op != Op::MethodBegin || event.reach().index() < self.trace.tables.reach.len();
        (!is_known).then(|| format!("there is no reachable set {}", event.object))
    }

    fn call_end(&mut self, event: &Event) -> Option<String> {
        let begin = if event.op == Op::MethodEnd { Op::MethodBegin } else { Op::CallbackBegin };
        match self.calls[event.thread.index()].pop() {
            Some(call) if call == (begin, event.slot) => None,
            _ => Some(format!("{} without its begin", event.op.word())),
        }
    }
}
