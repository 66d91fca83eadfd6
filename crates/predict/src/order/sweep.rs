//! One pass over a window that orders events by the untraced code between them: the rules stand in [`barrier`](super::barrier).

use std::collections::BTreeMap;

use deadheat_trace::{Event, ObjectId, Op, Tables, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::order::barrier::Untraced;
use crate::order::hard::Edge;
use crate::order::trimmed::Small;
use crate::state::State;

/// The object that an event touches, and how.
pub(super) fn touched(event: &Event, tables: &Tables) -> Option<ObjectId> {
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
pub(super) struct Sweep {
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

    pub(super) fn begins_by_untraced_fork(
        &mut self,
        index: u32,
        event: &Event,
        start: &State,
        tables: &Tables,
    ) {
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
    pub(super) fn close(&mut self, index: u32, thread: ThreadId) {
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

    /// An event is done.
    pub(super) fn passed(&mut self, index: u32, thread: ThreadId) {
        self.last.insert(thread, index);
    }

    /// What came out; segments that are still open go on behind the window.
    pub(super) fn finish(mut self) -> Untraced {
        for thread in self.segments.keys().copied().collect::<Vec<_>>() {
            self.forget(thread, None);
        }
        self.edges.sort_unstable();
        self.edges.dedup();
        Untraced { edges: self.edges, ..self.untraced }
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

    pub(super) fn touch(&mut self, index: u32, event: &Event, tables: &Tables) {
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
    pub(super) fn open(&mut self, index: Option<u32>, thread: ThreadId, reach: Small) {
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
    pub(super) fn grow(&mut self, index: u32, thread: ThreadId, reach: Small) {
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
