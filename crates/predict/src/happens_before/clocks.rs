//! Vector clocks and epochs.

use deadheat_trace::ThreadId;

/// A thread and its clock in one word; threads are counted from 1, so that 0 is no access at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Epoch(u64);

const SHARED: u64 = 1 << 63;

impl Epoch {
    pub(super) const NONE: Epoch = Epoch(0);

    pub(super) fn shared(index: usize) -> Epoch {
        Epoch(SHARED | index as u64)
    }

    #[inline]
    pub(super) fn is_shared(self) -> bool {
        self.0 & SHARED != 0
    }

    pub(super) fn index(self) -> usize {
        (self.0 & !SHARED) as usize
    }

    pub(super) fn thread(self) -> ThreadId {
        ThreadId(((self.0 >> 32) as u32).saturating_sub(1))
    }
}

/// Place 0 says whether a race was read; place t + 1 is thread t's clock.
#[derive(Debug, Clone, Default)]
pub(super) struct Clock {
    clocks: Vec<u32>,
    /// Of a thread's own clock: its epoch.
    now: Epoch,
}

impl Clock {
    pub(super) fn of_thread(thread: usize) -> Clock {
        let mut clocks = vec![0; thread + 2];
        clocks[thread + 1] = 1;
        Clock { clocks, now: Epoch(((thread as u64 + 1) << 32) | 1) }
    }

    pub(super) fn clone_from(&mut self, other: &Clock) {
        self.clocks.clone_from(&other.clocks);
    }

    /// The epoch of the thread whose clock this is.
    #[inline]
    pub(super) fn now(&self) -> Epoch {
        self.now
    }

    /// Whether the access of an epoch happened before; so did one that was not.
    #[inline]
    pub(super) fn knows(&self, epoch: Epoch) -> bool {
        let thread = (epoch.0 >> 32) as usize;
        let clock = epoch.0 as u32;
        clock == 0 || self.clocks.get(thread).is_some_and(|&known| known >= clock)
    }

    pub(super) fn tick(&mut self, thread: ThreadId) {
        if let Some(clock) = self.clocks.get_mut(thread.index() + 1) {
            *clock = clock.saturating_add(1);
            self.now = Epoch(((u64::from(thread.0) + 1) << 32) | u64::from(*clock));
        }
    }

    pub(super) fn join(&mut self, other: Option<&Clock>) {
        let Some(other) = other else { return };
        if other.clocks.len() > self.clocks.len() {
            self.clocks.resize(other.clocks.len(), 0);
        }
        self.clocks.iter_mut().zip(&other.clocks).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
    }

    pub(super) fn mark(&mut self) {
        self.clocks[0] = 1;
    }

    pub(super) fn is_marked(&self) -> bool {
        self.clocks[0] > 0
    }
}
