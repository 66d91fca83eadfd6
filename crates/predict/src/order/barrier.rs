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
//! 9. *A segment grows* when somebody stores a reference in an object of it ([`Sweep::grow`](super::sweep)).
//!
//! Segments that do not overlap in time need the paper's rule alone: the end of one before the begin of the other, an access
//! before the begin or behind the end.
//!
//! What can be falsely reported: races ordered by untraced code through objects that are not in D (globals that nobody
//! named, 4.3 caveat 5). What can be missed: races that D says too much about, as in the paper.

use deadheat_trace::{Event, ObjectId, Tables, ThreadId};
use rustc_hash::FxHashMap;

use crate::order::calls::Calls;
use crate::order::hard::Edge;
use crate::order::sweep::{Sweep, touched};
use crate::order::trimmed::{Reach, Trimmed};
use crate::state::State;

/// The events around a segment; none: outside of the window.
pub(super) type Interval = (Option<u32>, Option<u32>);

/// What untraced code means for the schedules of a window.
#[derive(Debug, Default)]
pub struct Untraced {
    /// What stays in order.
    pub edges: Vec<Edge>,
    /// If the first event happens, the second is before the third: untraced code behind the first saw what the third wrote.
    pub recalls: Vec<[u32; 3]>,
    /// When segments ran that could touch an object: between which events; those that can touch anything under 0.
    pub(super) segments: FxHashMap<ObjectId, Vec<Interval>>,
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
            sweep.passed(index, event.thread);
        }
        sweep.finish()
    }
}
