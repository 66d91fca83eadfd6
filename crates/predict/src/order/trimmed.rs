//! Sets of reachable objects, made small for one window without a change of what they say.
//!
//! A window asks of the sets only which of them share an object, and which have an object that an event of the window touches. Objects that no
//! event touches and that are in the same sets are alike: one of them stands for all. Calls of a real program reach
//! thousands of objects, of which few are touched.

use std::rc::Rc;

use deadheat_trace::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Objects by their small numbers.
type Part = Rc<[u32]>;
/// Objects, sorted.
type Objects = Rc<[ObjectId]>;
/// What a segment can touch, in parts; none: anything.
pub(super) type Reach = Option<Rc<[Part]>>;
/// The same in a window.
pub(super) type Small = Option<Objects>;

/// The small set of each set.
#[derive(Debug, Default)]
pub(super) struct Trimmed {
    /// By the address of a part, which is kept, so that no other one gets it.
    parts: FxHashMap<*const u32, (Part, Objects)>,
    /// By the address of a set.
    sets: FxHashMap<*const Part, (Rc<[Part]>, Objects)>,
}

impl Trimmed {
    /// Of all sets of a window; objects by their numbers. Without what is touched, sets stay as they are.
    pub(super) fn new<'r>(
        all: impl Iterator<Item = &'r Reach>,
        touched: Option<&FxHashSet<u32>>,
        objects: &[ObjectId],
    ) -> Trimmed {
        let (mut known, mut known_parts) = (FxHashSet::default(), FxHashSet::default());
        let sets = all.flatten().filter(|set| known.insert(set.as_ptr())).flat_map(|set| set.iter());
        let parts: Vec<Part> = sets.filter(|part| known_parts.insert(part.as_ptr())).cloned().collect();
        let Some(touched) = touched else { return Trimmed::whole(parts, objects) };
        let (classes, count) = classes(&parts, touched, objects.len());
        let mut first: Vec<Option<u32>> = vec![None; count as usize + 1];
        let mut trimmed = Trimmed::default();
        for part in parts {
            let stays = |object: &&u32| {
                let class = classes[**object as usize];
                touched.contains(*object) || *first[class as usize].get_or_insert(**object) == **object
            };
            let small = part.iter().filter(stays).map(|object| objects[*object as usize]).collect();
            trimmed.parts.insert(part.as_ptr(), (part, small));
        }
        trimmed
    }

    fn whole(parts: Vec<Part>, objects: &[ObjectId]) -> Trimmed {
        let all = |part: &Part| part.iter().map(|object| objects[*object as usize]).collect();
        let parts = parts.into_iter().map(|part| (part.as_ptr(), (Rc::clone(&part), all(&part))));
        Trimmed { parts: parts.collect(), ..Trimmed::default() }
    }

    /// The small set of one of them; the same one for the same.
    pub(super) fn of(&mut self, reach: &Reach) -> Small {
        let set = reach.as_ref()?;
        if let Some((_, small)) = self.sets.get(&set.as_ptr()) {
            return Some(Rc::clone(small));
        }
        let small =
            |part: &Part| self.parts.get(&part.as_ptr()).into_iter().flat_map(|(_, small)| small.to_vec());
        let mut all: Vec<ObjectId> = set.iter().flat_map(small).collect();
        all.sort_unstable();
        all.dedup();
        let all: Objects = all.into();
        self.sets.insert(set.as_ptr(), (Rc::clone(set), Rc::clone(&all)));
        Some(all)
    }
}

/// By object, a number that those have in common which are in the same sets: each set splits each class into
/// those inside and those outside. Touched ones stay apart. And how many numbers there are.
fn classes(sets: &[Part], touched: &FxHashSet<u32>, objects: usize) -> (Vec<u32>, u32) {
    let mut classes = vec![0u32; objects];
    let mut next = 0;
    for set in sets {
        let mut inside: FxHashMap<u32, u32> = FxHashMap::default();
        for object in set.iter().filter(|object| !touched.contains(object)) {
            let class = &mut classes[*object as usize];
            *class = *inside.entry(*class).or_insert_with(|| {
                next += 1;
                next
            });
        }
    }
    (classes, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set in two parts.
    fn set(objects: &[u64]) -> Reach {
        let part = |rest: u64| objects.iter().filter(|&&it| it % 2 == rest).map(|&it| it as u32).collect();
        Some([part(0), part(1)].into())
    }

    fn flat(reach: &Reach) -> Small {
        let object = |object: u32| ObjectId(object.into());
        reach.as_ref().map(|parts| parts.iter().flat_map(|part| part.to_vec()).map(object).collect())
    }

    /// All triples of small sets over seven objects of which two are touched: the same sets meet, and touched objects stay.
    #[test]
    fn small_sets_meet_where_the_sets_meet() {
        let touched = FxHashSet::from_iter([1, 2]);
        let objects: Vec<ObjectId> = (0..8).map(ObjectId).collect();
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
            let mut trimmed = Trimmed::new(sets.iter(), Some(&touched), &objects);
            let meets = |one: &Small, other: &Small| {
                let (Some(one), Some(other)) = (one, other) else { return true };
                one.iter().any(|object| other.contains(object))
            };
            for one in &sets {
                for other in &sets {
                    let small = (trimmed.of(one), trimmed.of(other));
                    assert_eq!(meets(&flat(one), &flat(other)), meets(&small.0, &small.1));
                }
                let has = |reach: &Small, object: &u32| {
                    reach.as_ref().is_some_and(|set| set.contains(&ObjectId((*object).into())))
                };
                let small = trimmed.of(one);
                assert!(touched.iter().all(|object| has(&flat(one), object) == has(&small, object)));
            }
        }
    }
}
