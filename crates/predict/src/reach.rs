//! What untraced code can reach: the set D of a BarrierPair (RDIT 4.2, 4.4.3).
//!
//! Each object's references are known once, from a heap record, and kept up to date by the trace, as in
//! RDIT's optimisation; the set of a call is what its listed objects lead to at that moment. Deviations:
//!
//! 1. RDIT drops what a field referred to before. Here a reference that was overwritten still counts, since untraced code may
//!    have kept it: more order, fewer reports, none that is false.
//! 2. References that are read count like those that are written: untraced code may have stored them.
//! 3. A set grows while the call runs ([`Closure::follow`]): another thread may store something in an object of it.
//! 4. A call that reaches more than [`MOST_REACHED`] objects is taken to reach everything.

use std::rc::Rc;

use deadheat_trace::{Event, ObjectId, Tables};
use rustc_hash::{FxHashMap, FxHashSet};

/// A call that reaches more is taken to reach everything.
pub(crate) const MOST_REACHED: usize = 200_000;

/// References between objects, as far as the trace tells.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    written: FxHashMap<ObjectId, Vec<ObjectId>>,
    /// References in the order in which they became known, for whoever has followed those before.
    news: Vec<(ObjectId, ObjectId)>,
}

impl Heap {
    /// Learns from an access of a reference; whether that is news.
    pub(crate) fn learn(&mut self, event: &Event, tables: &Tables) -> bool {
        let (location, value) = (event.location(), ObjectId(event.value));
        if value.0 == 0 || tables.reach.is_empty() || !tables.holds_references(location) {
            return false;
        }
        let owner = location.owner();
        let children = self.written.entry(owner).or_default();
        // Most accesses repeat one of the last.
        if children.iter().rev().take(8).any(|&child| child == value) {
            return false;
        }
        children.push(value);
        self.news.push((owner, value));
        true
    }
}

/// What some objects lead to; it only grows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Closure {
    seen: FxHashSet<ObjectId>,
    /// The same, sorted in parts, as they were added.
    pub(crate) parts: Vec<Rc<[ObjectId]>>,
    /// How much of the heap's news was followed.
    followed: usize,
    /// There are too many.
    pub(crate) is_anything: bool,
}

impl Closure {
    pub(crate) fn contains(&self, object: ObjectId) -> bool {
        self.is_anything || self.seen.contains(&object)
    }

    /// How many objects it has.
    pub(crate) fn len(&self) -> usize {
        self.seen.len()
    }

    /// Adds objects and what they lead to.
    pub(crate) fn add(&mut self, objects: impl Iterator<Item = ObjectId>, heap: &Heap, tables: &Tables) {
        self.follow(heap, tables);
        let mut part: Vec<ObjectId> =
            objects.filter(|object| object.0 != 0 && self.seen.insert(*object)).collect();
        let mut next = 0;
        while let Some(&object) = part.get(next) {
            next += 1;
            let recorded = tables.heap.get(&object).into_iter().flat_map(|(_, children)| children);
            let recorded = recorded.map(|(_, child)| *child);
            let written = heap.written.get(&object).into_iter().flatten().copied();
            part.extend(recorded.chain(written).filter(|child| child.0 != 0 && self.seen.insert(*child)));
            if self.seen.len() > MOST_REACHED {
                *self = Closure { is_anything: true, ..Closure::default() };
                return;
            }
        }
        if !part.is_empty() {
            part.sort_unstable();
            self.parts.push(part.into());
        }
    }

    /// Takes in what has become known since.
    pub(crate) fn follow(&mut self, heap: &Heap, tables: &Tables) {
        while !self.is_anything && self.followed < heap.news.len() {
            let (owner, value) = heap.news[self.followed];
            self.followed += 1;
            if self.seen.contains(&owner) && !self.seen.contains(&value) {
                let from = std::mem::replace(&mut self.followed, heap.news.len());
                self.add(std::iter::once(value), heap, tables);
                self.followed = from;
            }
        }
        self.followed = heap.news.len();
    }
}
