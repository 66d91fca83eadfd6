//! What is true at some point of a trace: where a window begins.
//!
//! Everything before a window has happened as observed; values, locks and threads carry over.

use deadheat_trace::{Event, Location, ObjectId, Op, ThreadId};
use rustc_hash::FxHashMap;

/// See the module's description.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// The last value of each location that was accessed.
    pub values: FxHashMap<Location, u64>,
    /// Who has a lock alone.
    pub owners: FxHashMap<ObjectId, ThreadId>,
    /// Who has a lock for reading; one entry for each time.
    pub readers: FxHashMap<ObjectId, Vec<ThreadId>>,
    /// Threads that have events, or were started.
    pub started: Vec<bool>,
}

impl State {
    /// Goes one event on.
    pub fn step(&mut self, event: &Event) {
        let lock = event.lock();
        self.start(event.thread);
        match event.op {
            op if op.is_access() => {
                self.values.insert(event.location(), event.value);
            }
            Op::Acquire | Op::WaitEnd => drop(self.owners.insert(lock, event.thread)),
            Op::Release | Op::WaitBegin => drop(self.owners.remove(&lock)),
            Op::AcquireShared => self.readers.entry(lock).or_default().push(event.thread),
            Op::ReleaseShared => {
                let readers = self.readers.entry(lock).or_default();
                if let Some(at) = readers.iter().position(|&thread| thread == event.thread) {
                    readers.swap_remove(at);
                }
            }
            Op::Fork => self.start(event.other()),
            _ => {}
        }
    }

    fn start(&mut self, thread: ThreadId) {
        let index = thread.index();
        // Numbers of threads that no table knows may be large in a damaged trace.
        if index >= self.started.len() && index < 1 << 26 {
            self.started.resize(index + 1, false);
        }
        if let Some(started) = self.started.get_mut(index) {
            *started = true;
        }
    }

    /// Whether the thread was started before.
    pub fn has_started(&self, thread: ThreadId) -> bool {
        self.started.get(thread.index()).copied().unwrap_or(false)
    }
}
