//! RDIT's BarrierPair constraints (4.2 to 4.4.4, Algorithms 5 and 6): order that code which is not traced may have made.
//!
//! Untraced code of a thread runs between two neighbouring events of that thread, from the MethodBegin to the next event, from one Between event to
//! the next, to the MethodEnd: a *segment*, which can touch the objects of a set D. In a callback it does not run.
//!
//! The paper linearises the events of each two BarrierPairs with overlapping sets, and each BarrierPair with each access of its
//! addresses. Taken literally that allows false races, so what is implemented is derived anew:
//!
//! 1. *Everything that touches an object counts*, not only reads and writes: locks, waits and notifications, channels, and the begin and end of
//!    threads (the paper's own case study, 4.5, needs that for ThreadEnd).
//! 2. *Accesses during a segment are ordered among each other*, not only with its begin and end. With x1 on o1, x2 on o2, and o1, o2 in D of
//!    one segment around both, the untraced code may see x1 and then let x2 happen. Pairwise constraints leave x1
//!    and x2 unordered.
//! 3. *Segments that overlap in time and in D are one group*, transitively, and whatever touches an object of an open segment of a group is
//!    linearised with all of the group: b1 → (untraced in segment 1) → (untraced in segment 2) → x2 orders the begin of segment 1 before an
//!    access x2 of segment 2's objects, which no pairwise constraint of segment 1 and x2 says if x2's object is not in D1.
//! 4. *A thread whose fork is in no event* was started by untraced code: it begins behind what its parent did last.
//! 5. Between events are ordered by being ends of segments; with callback events, only the outermost two of a callback are. Behind a
//!    callback, untraced code has what it handed out and what it got back as well.
//!
//! 6. *Untraced code reads values.* Of the writes of a location in D before a segment, the last one stays the last if the
//!    segment happens ([`Untraced::recalls`]); else untraced code would see another value than it saw, and do something else.
//! 7. *Untraced code writes values.* A read cannot read from a write (or from the value before the window) across a segment that reaches the location,
//!    unless that write was the last one in the trace as well ([`Untraced::separates`]).
//!
//! 8. *Who only reads orders nothing with others who only read.* Sets of what was touched tell so of an object ([`ObjectId::only_read`]), and
//!    accesses do; what can be reached can be written.
//!
//! 9. *A segment grows* when somebody stores a reference in an object of it ([`Sweep::grow`]).
//!
//! Segments that do not overlap in time need the paper's rule alone: the end of one before the begin of the other, an access
//! before the begin or behind the end.
//!
//! What can be falsely reported: races ordered by untraced code through objects that are not in D (globals that nobody
//! named, 4.3 caveat 5). What can be missed: races that D says too much about, as in the paper.

use std::collections::BTreeMap;

use deadheat_trace::{Event, ObjectId, Op, Tables, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::order::calls::Calls;
use crate::order::hard::Edge;
use crate::order::trimmed::{Reach, Small, Trimmed};
use crate::state::State;

/// The events around a segment; none: outside of the window.
type Interval = (Option<u32>, Option<u32>);

/// What untraced code means for the schedules of a window.
#[derive(Debug, Default)]
pub struct Untraced {
    /// What stays in order.
    pub edges: Vec<Edge>,
    /// If the first event happens, the second is before the third: untraced code behind the first saw what the third wrote.
    pub recalls: Vec<[u32; 3]>,
    /// When segments ran that could touch an object: between which events; those that can touch anything under 0.
    segments: FxHashMap<ObjectId, Vec<Interval>>,
}

impl Untraced {
    /// Whether it means nothing.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty() && self.edges.is_empty() && self.recalls.is_empty()
    }

    /// Whether untraced code may have written an object between a write (none: before the window) and a read, whichever is first.
    pub fn separates(&self, object: ObjectId, write: Option<u32>, read: u32) -> bool {
        let first = write.map(|write| write.min(read));
        let last = write.map_or(read, |write| write.max(read));
        let lists = [object, ObjectId(0)].map(|object| self.segments.get(&object));
        lists.into_iter().flatten().flatten().any(|&(begin, end)| {
            let begins = begin.is_none_or(|begin| begin < last);
            let ends = end.is_none_or(|end| first.is_none_or(|first| end > first));
            begins && ends
        })
    }
}

/// What carries over from window to window: calls that are not back, and what objects refer to.
#[derive(Debug, Default)]
pub struct Barriers {
    calls: Calls,
}

impl Barriers {
    /// Goes on behind a window that nobody asks about.
    pub fn pass(&mut self, events: &[Event], tables: &Tables) {
        for event in events {
            self.calls.step(event, tables);
        }
    }

    /// The order of the next window, behind which all go on.
    pub fn window(&mut self, events: &[Event], start: &State, tables: &Tables) -> Untraced {
        self.window_of(events, events.len(), start, tables)
    }

    /// The order of the next window; the one after it begins at an event of this one. What the later ones tell of references stays known:
    /// more order, none less.
    pub fn window_of(&mut self, events: &[Event], next: usize, start: &State, tables: &Tables) -> Untraced {
        self.calls.forget_much();
        let mut then = None;
        let open = self.calls.all(tables);
        // What the untraced code behind each event can touch; and what that of other threads can touch from then on.
        let mut behind: Vec<Option<Reach>> = Vec::with_capacity(events.len());
        let mut grown: Vec<(u32, ThreadId, Reach)> = Vec::new();
        for (index, event) in crate::window::numbered(events) {
            if index as usize == next {
                then = Some(self.calls.calls.clone());
            }
            if self.calls.step(event, tables) {
                let more = self.calls.grown(event.thread, tables).into_iter();
                grown.extend(more.map(|(thread, reach)| (index, thread, reach)));
            }
            behind.push(self.calls.active(event.thread, tables));
        }
        let touched = events.iter().filter_map(|event| touched(event, tables));
        let touched = touched.filter_map(|object| self.calls.heap().number_of(object.anyhow())).collect();
        // Sets of what was touched are small, and who only reads an object and who writes it must still meet.
        let touched = Some(&touched).filter(|_| !tables.has_touched_sets());
        let all = open.iter().map(|(_, reach)| reach).chain(behind.iter().flatten());
        let mut trimmed = Trimmed::new(
            all.chain(grown.iter().map(|(_, _, reach)| reach)),
            touched,
            &self.calls.heap().objects,
        );
        self.calls.calls = then.unwrap_or_else(|| std::mem::take(&mut self.calls.calls));
        let mut sweep = Sweep::default();
        for (thread, reach) in open {
            sweep.open(None, thread, trimmed.of(&reach));
        }
        let mut grown = grown.into_iter().peekable();
        for ((index, event), reach) in crate::window::numbered(events).zip(behind) {
            sweep.begins_by_untraced_fork(index, event, start, tables);
            sweep.close(index, event.thread);
            sweep.touch(index, event, tables);
            if let Some(reach) = reach {
                sweep.open(Some(index), event.thread, trimmed.of(&reach));
            }
            while let Some((_, thread, reach)) = grown.next_if(|(at, _, _)| *at == index) {
                sweep.grow(index, thread, trimmed.of(&reach));
            }
            sweep.last.insert(event.thread, index);
        }
        for thread in sweep.segments.keys().copied().collect::<Vec<_>>() {
            sweep.forget(thread, None);
        }
        sweep.edges.sort_unstable();
        sweep.edges.dedup();
        sweep.untraced.edges = sweep.edges;
        sweep.untraced
    }
}

/// The object that an event touches, and how.
fn touched(event: &Event, tables: &Tables) -> Option<ObjectId> {
    let object = event.touched(|thread| tables.threads.get(thread.index()).map(|thread| thread.object))?;
    Some(if event.op.only_reads() { object.only_read() } else { object })
}

/// What somebody who touches an object is ordered with: whoever writes it, and if it is not only read, whoever reads it.
fn against(object: ObjectId) -> impl Iterator<Item = ObjectId> {
    let readers = (!object.is_only_read()).then(|| object.only_read());
    std::iter::once(object.anyhow()).chain(readers)
}

#[derive(Debug)]
struct Segment {
    begin: Option<u32>,
    reach: Small,
    group: usize,
}

#[derive(Debug)]
struct Group {
    /// Another group that this one has become a part of.
    part_of: usize,
    /// The last event that was linearised.
    last: Option<u32>,
}

/// One pass over a window.
#[derive(Debug, Default)]
struct Sweep {
    edges: Vec<Edge>,
    untraced: Untraced,
    /// The last write of each thread, by object and slot, in order.
    writes: FxHashMap<ObjectId, BTreeMap<u32, Vec<(ThreadId, u32)>>>,
    /// Objects in the order in which they were written; and by thread, what its untraced code could reach when it began the last
    /// time, and how many writes there were.
    written: Vec<ObjectId>,
    recalled: FxHashMap<ThreadId, (Option<*const ObjectId>, usize)>,
    segments: FxHashMap<ThreadId, Segment>,
    groups: Vec<Group>,
    /// Threads whose segments can touch an object.
    open_on: FxHashMap<ObjectId, Vec<ThreadId>>,
    /// Threads whose segments can touch anything.
    open_on_all: Vec<ThreadId>,
    /// By object and thread, the last event that touched it, and the last end of a segment that could.
    touches: FxHashMap<ObjectId, Vec<(ThreadId, u32)>>,
    ends: FxHashMap<ObjectId, Vec<(ThreadId, u32)>>,
    ends_on_all: Vec<(ThreadId, u32)>,
    /// The last event of each thread.
    last: FxHashMap<ThreadId, u32>,
    forked: FxHashSet<ThreadId>,
}

impl Sweep {
    fn edge(&mut self, from: Option<u32>, to: u32) {
        self.edges.extend(from.filter(|&from| from != to).map(|from| (from, to)));
    }

    fn find(&mut self, mut group: usize) -> usize {
        while self.groups[group].part_of != group {
            // Each step halves the way for the next who asks.
            let above = self.groups[self.groups[group].part_of].part_of;
            self.groups[group].part_of = above;
            group = above;
        }
        group
    }

    /// Linearises an event with a group.
    fn chain(&mut self, group: usize, index: u32) {
        let group = self.find(group);
        let last = self.groups[group].last.replace(index);
        self.edge(last, index);
    }

    fn begins_by_untraced_fork(&mut self, index: u32, event: &Event, start: &State, tables: &Tables) {
        if event.op == Op::Fork {
            self.forked.insert(event.other());
        }
        let thread = event.thread;
        if self.last.contains_key(&thread) || self.forked.contains(&thread) || start.has_started(thread) {
            return;
        }
        let parent = tables.threads.get(thread.index()).and_then(|known| known.parent);
        let before = parent.and_then(|parent| self.last.get(&parent).copied());
        self.edge(before, index);
        // What else the parent's untraced code was ordered behind is before this as well.
        if let Some(group) = parent.and_then(|parent| self.segments.get(&parent)).map(|segment| segment.group)
        {
            self.chain(group, index);
        }
    }

    /// The untraced code of a thread has come to its next event.
    fn close(&mut self, index: u32, thread: ThreadId) {
        let Some(segment) = self.forget(thread, Some(index)) else { return };
        self.chain(segment.group, index);
        let put = |ends: &mut Vec<(ThreadId, u32)>| {
            ends.retain(|(other, _)| *other != thread);
            ends.push((thread, index));
        };
        match segment.reach {
            None => {
                self.open_on_all.retain(|other| *other != thread);
                put(&mut self.ends_on_all);
            }
            Some(objects) => {
                for object in &*objects {
                    if let Some(open) = self.open_on.get_mut(object) {
                        open.retain(|other| *other != thread);
                    }
                    put(self.ends.entry(*object).or_default());
                }
            }
        }
    }

    /// A segment is over, here or behind the window.
    fn forget(&mut self, thread: ThreadId, end: Option<u32>) -> Option<Segment> {
        let segment = self.segments.remove(&thread)?;
        let anything = [ObjectId(0)];
        let written = segment.reach.as_deref().unwrap_or(&anything).iter();
        for object in written.filter(|object| !object.is_only_read()) {
            self.untraced.segments.entry(*object).or_default().push((segment.begin, end));
        }
        Some(segment)
    }

    /// Untraced code begins that reads what was written last. Of what the thread's untraced code could read before, only what was
    /// written since: the rest was said at an event that precedes this one.
    fn recall(&mut self, index: u32, thread: ThreadId, reach: &Small) {
        let set = reach.as_ref().map(|objects| objects.as_ptr());
        let before = self.recalled.insert(thread, (set, self.written.len()));
        let mut objects: Vec<ObjectId> = match before {
            Some((same, from)) if same == set => self.written[from..].to_vec(),
            _ => self.writes.keys().copied().collect(),
        };
        objects.sort_unstable();
        objects.dedup();
        if let Some(reach) = reach {
            let has = |object: ObjectId| reach.binary_search(&object).is_ok();
            objects.retain(|&object| has(object) || has(object.only_read()));
        }
        self.recall_of(index, &objects);
    }

    fn recall_of(&mut self, index: u32, objects: &[ObjectId]) {
        for writes in objects.iter().filter_map(|object| self.writes.get(object)).flat_map(BTreeMap::values) {
            if let Some((&(_, last), earlier)) = writes.split_last() {
                self.untraced.recalls.extend(earlier.iter().map(|&(_, write)| [index, write, last]));
            }
        }
    }

    fn touch(&mut self, index: u32, event: &Event, tables: &Tables) {
        let Some(object) = touched(event, tables) else { return };
        let thread = event.thread;
        if event.op.is_write() {
            let writes = self.writes.entry(object).or_default().entry(event.slot).or_default();
            writes.retain(|(other, _)| *other != thread);
            writes.push((thread, index));
            self.written.push(object);
        }
        let open = against(object).filter_map(|object| self.open_on.get(&object)).flatten();
        let open = open.chain(&self.open_on_all);
        let groups: Vec<usize> = open.filter_map(|other| Some(self.segments.get(other)?.group)).collect();
        groups.into_iter().for_each(|group| self.chain(group, index));
        let ends = against(object).filter_map(|object| self.ends.get(&object)).flatten();
        let ends = ends.chain(&self.ends_on_all);
        self.edges.extend(ends.filter(|(other, _)| *other != thread).map(|&(_, end)| (end, index)));
        let touches = self.touches.entry(object).or_default();
        touches.retain(|(other, _)| *other != thread);
        touches.push((thread, index));
    }

    /// A thread goes into untraced code; without a number, it did before the window.
    fn open(&mut self, index: Option<u32>, thread: ThreadId, reach: Small) {
        let group = self.groups.len();
        self.groups.push(Group { part_of: group, last: None });
        let mut before: Vec<(ThreadId, u32)> = self.ends_on_all.clone();
        let mut meets: Vec<ThreadId> = self.open_on_all.clone();
        match &reach {
            None => {
                before.extend(self.last.iter().map(|(&other, &last)| (other, last)));
                meets.extend(self.segments.keys().copied());
                self.open_on_all.push(thread);
            }
            Some(objects) => {
                for object in &**objects {
                    for other in against(*object) {
                        before.extend(self.touches.get(&other).into_iter().flatten().copied());
                        before.extend(self.ends.get(&other).into_iter().flatten().copied());
                        meets.extend(self.open_on.get(&other).into_iter().flatten().copied());
                    }
                    self.open_on.entry(*object).or_default().push(thread);
                }
            }
        }
        self.merge(group, index, meets);
        if let Some(index) = index {
            before.sort_unstable();
            before.dedup();
            let others = before.into_iter().filter(|(other, from)| *other != thread && *from != index);
            self.edges.extend(others.map(|(_, from)| (from, index)));
            self.recall(index, thread, &reach);
        }
        self.segments.insert(thread, Segment { begin: index, reach, group });
    }

    /// Somebody else's event lets a thread's untraced code reach more from then on: as if that began there.
    fn grow(&mut self, index: u32, thread: ThreadId, reach: Small) {
        let Some(segment) = self.segments.get(&thread) else { return };
        let (group, Some(known)) = (segment.group, segment.reach.clone()) else { return };
        self.chain(group, index);
        let Some(reach) = reach else { return self.grow_to_all(index, thread, group) };
        let news: Vec<ObjectId> =
            reach.iter().copied().filter(|object| known.binary_search(object).is_err()).collect();
        let (mut before, mut meets) = (Vec::new(), self.open_on_all.clone());
        for object in &news {
            for other in against(*object) {
                before.extend(self.touches.get(&other).into_iter().flatten().map(|&(_, from)| from));
                before.extend(self.ends.get(&other).into_iter().flatten().map(|&(_, from)| from));
                meets.extend(self.open_on.get(&other).into_iter().flatten().copied());
            }
            self.open_on.entry(*object).or_default().push(thread);
        }
        self.merge(group, Some(index), meets);
        self.edges.extend(before.into_iter().filter(|&from| from != index).map(|from| (from, index)));
        self.recall_of(index, &news);
        let mut all: Vec<ObjectId> = known.iter().copied().chain(news).collect();
        all.sort_unstable();
        if let Some(segment) = self.segments.get_mut(&thread) {
            segment.reach = Some(all.into());
        }
    }

    fn grow_to_all(&mut self, index: u32, thread: ThreadId, group: usize) {
        let before: Vec<u32> = self.last.values().copied().filter(|&from| from != index).collect();
        self.edges.extend(before.into_iter().map(|from| (from, index)));
        let meets = self.segments.keys().copied().collect();
        self.merge(group, Some(index), meets);
        let mut objects: Vec<ObjectId> = self.writes.keys().copied().collect();
        objects.sort_unstable();
        self.recall_of(index, &objects);
        self.open_on_all.push(thread);
        let known = self.segments.get_mut(&thread).and_then(|segment| segment.reach.take());
        for object in known.iter().flat_map(|objects| objects.iter()) {
            if let Some(open) = self.open_on.get_mut(object) {
                open.retain(|other| *other != thread);
            }
        }
    }

    /// A new segment makes one group of all that it meets.
    fn merge(&mut self, group: usize, index: Option<u32>, mut meets: Vec<ThreadId>) {
        meets.sort_unstable();
        meets.dedup();
        for other in meets {
            let Some(segment) = self.segments.get(&other) else { continue };
            let (met, mine) = (segment.group, self.find(group));
            let met = self.find(met);
            if let Some(index) = index {
                let last = self.groups[met].last;
                self.edge(last, index);
            }
            if met != mine {
                self.groups[met].part_of = mine;
            }
        }
        let group = self.find(group);
        if index.is_some() {
            self.groups[group].last = index;
        }
    }
}
