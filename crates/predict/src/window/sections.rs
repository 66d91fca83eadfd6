//! Critical sections: from taking a lock to giving it back, with waits as gaps between two of them.

use deadheat_trace::{Event, ObjectId, Op, ThreadId};
use rustc_hash::FxHashMap;

use crate::state::State;

/// A critical section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// The lock.
    pub lock: ObjectId,
    /// Whose section.
    pub thread: ThreadId,
    /// Taken for reading.
    pub is_shared: bool,
    /// Where it begins; none: before the window.
    pub acquire: Option<u32>,
    /// Where it ends; none: behind the window.
    pub release: Option<u32>,
}

impl Section {
    /// Whether both cannot be at once.
    pub fn excludes(&self, other: &Section) -> bool {
        self.lock == other.lock && self.thread != other.thread && !(self.is_shared && other.is_shared)
    }
}

/// A number of a set of sections that a thread is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Held(u32);

/// All sections of a window.
#[derive(Debug, Default)]
pub struct Sections {
    /// In the order of their begin; those that began before the window first.
    pub all: Vec<Section>,
    /// By lock, in the same order.
    pub by_lock: FxHashMap<ObjectId, Vec<u32>>,
    /// The section that an event begins or ends.
    pub of_event: FxHashMap<u32, u32>,
    held: Vec<Held>,
    sets: Vec<Vec<u32>>,
}

impl Sections {
    /// Of these events.
    pub fn new(events: &[Event], start: &State) -> Sections {
        let mut build = Build {
            sections: Sections { sets: vec![Vec::new()], ..Sections::default() },
            ..Build::default()
        };
        build.carry_over(start);
        for (index, event) in super::numbered(events) {
            build.event(index, event);
            let held = build.now.get(&event.thread).copied().unwrap_or(Held(0));
            build.sections.held.push(held);
        }
        build.sections
    }

    /// The sections that a thread is in at an event.
    pub fn held(&self, event: u32) -> Held {
        self.held[event as usize]
    }

    /// The sections of a set.
    pub fn set(&self, held: Held) -> impl Iterator<Item = &Section> {
        self.sets[held.0 as usize].iter().map(|&section| &self.all[section as usize])
    }

    /// Whether a lock keeps two events apart.
    pub fn exclude(&self, first: Held, second: Held) -> bool {
        self.set(first).any(|one| self.set(second).any(|other| one.excludes(other)))
    }
}

#[derive(Default)]
struct Build {
    sections: Sections,
    open: FxHashMap<(ObjectId, ThreadId, bool), u32>,
    now: FxHashMap<ThreadId, Held>,
}

impl Build {
    fn carry_over(&mut self, start: &State) {
        let mut carried: Vec<(ObjectId, ThreadId, bool)> =
            start.owners.iter().map(|(&lock, &thread)| (lock, thread, false)).collect();
        carried.extend(
            start.readers.iter().flat_map(|(&lock, all)| all.iter().map(move |&it| (lock, it, true))),
        );
        carried.sort_unstable();
        for (lock, thread, is_shared) in carried {
            self.begin(Section { lock, thread, is_shared, acquire: None, release: None });
        }
    }

    fn event(&mut self, index: u32, event: &Event) {
        let (lock, thread) = (event.lock(), event.thread);
        let is_shared = matches!(event.op, Op::AcquireShared | Op::ReleaseShared);
        match event.op {
            Op::Acquire | Op::WaitEnd | Op::AcquireShared => {
                let section =
                    self.begin(Section { lock, thread, is_shared, acquire: Some(index), release: None });
                self.sections.of_event.insert(index, section);
            }
            Op::Release | Op::WaitBegin | Op::ReleaseShared => {
                // A lock that was never taken: the trace began later.
                let Some(section) = self.open.remove(&(lock, thread, is_shared)) else { return };
                self.sections.all[section as usize].release = Some(index);
                self.sections.of_event.insert(index, section);
                self.change(thread, |set| set.retain(|&it| it != section));
            }
            _ => {}
        }
    }

    fn begin(&mut self, section: Section) -> u32 {
        let number = u32::try_from(self.sections.all.len()).unwrap_or(u32::MAX);
        self.sections.all.push(section);
        self.sections.by_lock.entry(section.lock).or_default().push(number);
        self.open.insert((section.lock, section.thread, section.is_shared), number);
        self.change(section.thread, |set| set.push(number));
        number
    }

    fn change(&mut self, thread: ThreadId, change: impl FnOnce(&mut Vec<u32>)) {
        let now = self.now.get(&thread).map_or(0, |held| held.0 as usize);
        let mut set = self.sections.sets[now].clone();
        change(&mut set);
        let next = Held(u32::try_from(self.sections.sets.len()).unwrap_or(u32::MAX));
        self.sections.sets.push(set);
        self.now.insert(thread, next);
    }
}
