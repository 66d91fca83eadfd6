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

//!
//! Sets of real programs have thousands of objects and are asked for often, so objects have small numbers here, and sets are bits.

use std::rc::Rc;

use deadheat_trace::{Event, ObjectId, Tables};
use rustc_hash::FxHashMap;

/// A call that reaches more is taken to reach everything.
pub(crate) const MOST_REACHED: usize = 200_000;

/// References between objects, as far as the trace tells.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    numbers: FxHashMap<ObjectId, u32>,
    /// By number: the object, and what it refers to.
    pub(crate) objects: Vec<ObjectId>,
    children: Vec<Vec<u32>>,
    /// References in the order in which they became known, for whoever has followed those before.
    news: Vec<(u32, u32)>,
    /// Whether the records of the tables are known.
    has_records: bool,
}

impl Heap {
    /// Takes in what the tables tell, once.
    pub(crate) fn records(&mut self, tables: &Tables) {
        if self.has_records {
            return;
        }
        self.has_records = true;
        for (&object, (_, children)) in &tables.heap {
            let owner = self.number(object) as usize;
            let mut all: Vec<u32> = Vec::with_capacity(children.len());
            all.extend(
                children.iter().filter(|(_, child)| child.0 != 0).map(|(_, child)| self.number(*child)),
            );
            all.sort_unstable();
            all.dedup();
            self.children[owner].extend(all);
        }
    }

    fn number(&mut self, object: ObjectId) -> u32 {
        let (objects, children) = (&mut self.objects, &mut self.children);
        *self.numbers.entry(object).or_insert_with(|| {
            objects.push(object);
            children.push(Vec::new());
            u32::try_from(objects.len() - 1).unwrap_or(u32::MAX)
        })
    }

    /// The number of an object that somebody may reach.
    pub(crate) fn number_of(&self, object: ObjectId) -> Option<u32> {
        self.numbers.get(&object).copied()
    }

    /// Learns from an access of a reference; whether that is news.
    pub(crate) fn learn(&mut self, event: &Event, tables: &Tables) -> bool {
        let (location, value) = (event.location(), ObjectId(event.value));
        if value.0 == 0 || tables.reach.is_empty() || !tables.holds_references(location) {
            return false;
        }
        let (owner, value) = (self.number(location.owner()), self.number(value));
        let children = &mut self.children[owner as usize];
        // Most accesses repeat one of the last, or what was there at first.
        if children.iter().rev().take(8).any(|&child| child == value)
            || children.iter().take(8).any(|&child| child == value)
        {
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
    /// Bits, by number of the object.
    seen: Vec<u64>,
    count: usize,
    /// The same in parts, as they were added.
    pub(crate) parts: Vec<Rc<[u32]>>,
    /// How much of the heap's news was followed.
    followed: usize,
    /// There are too many.
    pub(crate) is_anything: bool,
}

impl Closure {
    pub(crate) fn contains(&self, object: u32) -> bool {
        self.is_anything || self.has(object)
    }

    fn has(&self, object: u32) -> bool {
        self.seen.get(object as usize / 64).is_some_and(|word| word >> (object % 64) & 1 == 1)
    }

    /// Whether it is new.
    fn insert(&mut self, object: u32) -> bool {
        let (at, bit) = (object as usize / 64, 1 << (object % 64));
        if at >= self.seen.len() {
            self.seen.resize(at + 1, 0);
        }
        let is_new = self.seen[at] & bit == 0;
        self.seen[at] |= bit;
        self.count += usize::from(is_new);
        is_new
    }

    /// How much room it takes, in words.
    pub(crate) fn room(&self) -> usize {
        self.seen.len() + self.count / 2
    }

    /// Adds objects and what they lead to.
    pub(crate) fn add(&mut self, objects: impl Iterator<Item = ObjectId>, heap: &mut Heap, hubs: &mut Hubs) {
        let objects: Vec<ObjectId> = objects.filter(|object| object.0 != 0).collect();
        if self.is_anything || objects.contains(&ObjectId::ANYTHING) {
            *self = Closure { is_anything: true, ..Closure::default() };
            return;
        }
        let objects: Vec<u32> = objects.into_iter().map(|object| heap.number(object)).collect();
        self.follow(heap);
        hubs.follow(heap);
        for object in objects.into_iter().filter(|&object| !self.contains(object)).collect::<Vec<_>>() {
            if !hubs.closures.contains_key(&object) {
                let mut one = Closure { followed: heap.news.len(), ..Closure::default() };
                one.add_numbers(vec![object], heap, Some(hubs));
                if !one.is_anything && one.count < LARGE {
                    self.take(&one);
                    continue;
                }
                hubs.put(object, one);
            }
            if let Some(hub) = hubs.closures.get(&object) {
                self.take(hub);
            }
        }
    }

    /// Adds what another one has.
    fn take(&mut self, other: &Closure) {
        if other.is_anything || self.is_anything {
            *self = Closure { is_anything: true, followed: self.followed, ..Closure::default() };
            return;
        }
        self.seen.resize(self.seen.len().max(other.seen.len()), 0);
        self.seen.iter_mut().zip(&other.seen).for_each(|(mine, more)| *mine |= more);
        self.count = self.seen.iter().map(|word| word.count_ones() as usize).sum();
        let known = &self.parts;
        let news: Vec<_> =
            other.parts.iter().filter(|part| !known.iter().any(|it| Rc::ptr_eq(it, part))).cloned().collect();
        self.parts.extend(news);
    }

    fn add_numbers(&mut self, mut part: Vec<u32>, heap: &Heap, hubs: Option<&Hubs>) {
        part.retain(|&object| self.insert(object));
        let mut next = 0;
        while let Some(&object) = part.get(next) {
            next += 1;
            if let Some(hub) = hubs.and_then(|hubs| hubs.closures.get(&object)) {
                self.take(hub);
                if self.is_anything {
                    return;
                }
                continue;
            }
            part.extend(heap.children[object as usize].iter().copied().filter(|&child| self.insert(child)));
            if self.count > MOST_REACHED {
                *self = Closure { is_anything: true, ..Closure::default() };
                return;
            }
        }
        if !part.is_empty() {
            self.parts.push(part.into());
        }
    }

    /// Takes in what has become known since.
    pub(crate) fn follow(&mut self, heap: &Heap) {
        let from = std::mem::replace(&mut self.followed, heap.news.len());
        for &(owner, value) in &heap.news[from..] {
            if !self.is_anything && self.has(owner) && !self.has(value) {
                self.add_numbers(vec![value], heap, None);
            }
        }
    }
}

/// What single objects lead to, if that is much: most large sets have nearly all in common, and whoever meets such an object need not
/// look further.
#[derive(Debug, Default)]
pub(crate) struct Hubs {
    closures: FxHashMap<u32, Closure>,
}

/// Objects that make a set large, and large sets that are kept.
const LARGE: usize = 500;
const MOST_HUBS: usize = 64;

impl Hubs {
    fn follow(&mut self, heap: &Heap) {
        self.closures.values_mut().for_each(|closure| closure.follow(heap));
    }

    fn put(&mut self, object: u32, closure: Closure) {
        if self.closures.len() >= MOST_HUBS {
            self.closures.clear();
        }
        self.closures.insert(object, closure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Large random heaps that grow: closures by way of hubs have what a search has.
    #[test]
    fn closures_have_what_a_search_finds() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |bound: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 11) % bound
        };
        let (mut heap, mut hubs) = (Heap::default(), Hubs::default());
        for object in 1..=2_000 {
            heap.number(ObjectId(object));
        }
        let mut known: Vec<(Vec<u32>, Closure)> = Vec::new();
        for round in 0..400 {
            for _ in 0..10 {
                let (owner, value) = (below(2_000) as u32, below(2_000) as u32);
                heap.children[owner as usize].push(value);
                heap.news.push((owner, value));
            }
            let roots: Vec<u32> = (0..1 + below(3)).map(|_| below(2_000) as u32).collect();
            let mut closure = Closure::default();
            let objects: Vec<ObjectId> = roots.iter().map(|&root| heap.objects[root as usize]).collect();
            closure.add(objects.into_iter(), &mut heap, &mut hubs);
            known.push((roots, closure));
            let at = below(known.len() as u64) as usize;
            for (roots, closure) in [known.len() - 1, at].map(|at| known[at].clone()) {
                let mut closure = closure;
                closure.follow(&heap);
                let mut found = roots.clone();
                found.sort_unstable();
                found.dedup();
                let mut next = 0;
                while let Some(&object) = found.get(next) {
                    next += 1;
                    for &child in &heap.children[object as usize] {
                        if !found.contains(&child) {
                            found.push(child);
                        }
                    }
                }
                found.sort_unstable();
                let mut parts: Vec<u32> = closure.parts.iter().flat_map(|part| part.to_vec()).collect();
                parts.sort_unstable();
                parts.dedup();
                assert_eq!(parts, found, "round {round}");
                assert_eq!(closure.count, found.len());
            }
        }
        assert!(!hubs.closures.is_empty(), "there were large sets");
    }
}
