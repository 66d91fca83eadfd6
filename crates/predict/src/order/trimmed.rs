//! Sets of reachable objects, made small for one window without a change of what they say.
//!
//! A window asks of the sets only which of them share an object, and which have an object that an event of the window touches. Objects that no
//! event touches and that are in the same sets are alike: one of them stands for all. Calls of a real program reach
//! thousands of objects, of which few are touched.

use std::rc::Rc;

use deadheat_trace::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Objects, sorted.
type Objects = Rc<[ObjectId]>;
/// What a segment can touch; none: anything.
pub(super) type Reach = Option<Objects>;

/// The small set of each set.
#[derive(Debug, Default)]
pub(super) struct Trimmed {
    /// By the address of a set, which is kept, so that no other one gets it.
    sets: FxHashMap<*const ObjectId, (Objects, Objects)>,
}

impl Trimmed {
    /// Of all sets of a window.
    pub(super) fn new<'r>(all: impl Iterator<Item = &'r Reach>, touched: &FxHashSet<ObjectId>) -> Trimmed {
        let mut known = FxHashSet::default();
        let sets: Vec<Objects> = all.flatten().filter(|set| known.insert(set.as_ptr())).cloned().collect();
        let classes = classes(&sets, touched);
        let mut first: FxHashMap<u32, ObjectId> = FxHashMap::default();
        let mut trimmed = Trimmed::default();
        for set in sets {
            let stays = |object: &&ObjectId| match classes.get(object) {
                Some(class) => *first.entry(*class).or_insert(**object) == **object,
                None => true,
            };
            let small: Objects = set.iter().filter(stays).copied().collect();
            trimmed.sets.insert(set.as_ptr(), (set, small));
        }
        trimmed
    }

    /// The small set of one of them.
    pub(super) fn of(&self, reach: &Reach) -> Reach {
        let set = reach.as_ref()?;
        Some(self.sets.get(&set.as_ptr()).map_or_else(|| Rc::clone(set), |(_, small)| Rc::clone(small)))
    }
}

/// Objects that are not touched, with a number that those have in common which are in the same sets: each set splits each class into
/// those inside and those outside.
fn classes(sets: &[Objects], touched: &FxHashSet<ObjectId>) -> FxHashMap<ObjectId, u32> {
    let mut classes: FxHashMap<ObjectId, u32> = FxHashMap::default();
    let mut next = 0;
    for set in sets {
        let mut inside: FxHashMap<u32, u32> = FxHashMap::default();
        for object in set.iter().filter(|object| !touched.contains(object)) {
            let class = classes.entry(*object).or_insert(0);
            *class = *inside.entry(*class).or_insert_with(|| {
                next += 1;
                next
            });
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(objects: &[u64]) -> Reach {
        Some(objects.iter().map(|&object| ObjectId(object)).collect())
    }

    /// All triples of small sets over seven objects of which two are touched: the same sets meet, and touched objects stay.
    #[test]
    fn small_sets_meet_where_the_sets_meet() {
        let touched = FxHashSet::from_iter([ObjectId(1), ObjectId(2)]);
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..5_000 {
            let sets: Vec<Reach> = (0..4)
                .map(|_| {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    let objects: Vec<u64> = (1..8).filter(|bit| random >> bit & 1 == 1).collect();
                    set(&objects)
                })
                .collect();
            let trimmed = Trimmed::new(sets.iter(), &touched);
            let meets = |one: &Reach, other: &Reach| {
                let (Some(one), Some(other)) = (one, other) else { return true };
                one.iter().any(|object| other.contains(object))
            };
            for one in &sets {
                for other in &sets {
                    assert_eq!(meets(one, other), meets(&trimmed.of(one), &trimmed.of(other)));
                }
                let has = |reach: &Reach, object| reach.as_ref().is_some_and(|set| set.contains(object));
                assert!(touched.iter().all(|object| has(one, object) == has(&trimmed.of(one), object)));
            }
        }
    }
}
