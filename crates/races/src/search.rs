//! The search: the sets of accesses of each place are compared, and each filter has its say on each pair of
//! sets. A pair of instructions survives a filter if two accesses in some contexts do.

use std::collections::BTreeMap;

use deadheat_points_to::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::candidates::{Candidates, Known, View, target};
use crate::evidence::Side;
use crate::facts::Place;
use crate::{Counts, End, Filters, Race, Target, locks};

/// The filters that remove a pair of accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Removed {
    /// Nobody else sees one of the objects.
    pub escape: bool,
    /// The threads do not run at the same time.
    pub parallel: bool,
    /// Both are made under one lock.
    pub locks: bool,
}

impl Removed {
    fn is_removed(self, filters: Filters) -> bool {
        self.escape && filters.escape || self.parallel && filters.parallel || self.locks && filters.locks
    }

    /// Those that remove both of two pairs.
    pub(crate) fn and(self, other: Removed) -> Removed {
        Removed {
            escape: self.escape && other.escape,
            parallel: self.parallel && other.parallel,
            locks: self.locks && other.locks,
        }
    }
}

/// A pair of instructions, and what is known of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    /// The filters that alone remove it, whatever the contexts.
    pub(crate) removed: Removed,
    /// The race, if some contexts survive all filters: the object, and the two entries.
    pub(crate) race: Option<(Option<ObjectId>, [usize; 2])>,
}

pub(crate) type Pairs = FxHashMap<(usize, usize), Pair>;

/// Accesses that are compared at once.
struct Set {
    view: usize,
    is_write: bool,
    is_atomic: bool,
    /// A static initialiser works on what it made.
    is_initial: bool,
    entries: Vec<usize>,
}

pub(crate) struct Search<'s, 'k, 'a> {
    pub(crate) known: &'s Known<'k, 'a>,
    pub(crate) candidates: &'s Candidates,
    pub(crate) filters: Filters,
    pub(crate) escaping: Bits,
    /// By two views, and whether there is one wrapper at most.
    verdicts: FxHashMap<(usize, usize, bool), Removed>,
}

impl<'s, 'k, 'a> Search<'s, 'k, 'a> {
    pub(crate) fn new(
        known: &'s Known<'k, 'a>,
        candidates: &'s Candidates,
        filters: Filters,
        escaping: Bits,
    ) -> Search<'s, 'k, 'a> {
        Search { known, candidates, filters, escaping, verdicts: FxHashMap::default() }
    }

    pub(crate) fn run(&mut self) -> (Vec<Race>, Counts) {
        let mut by_target: BTreeMap<Target, Vec<(Option<ObjectId>, &[usize])>> = BTreeMap::new();
        for (&(place, object), entries) in &self.candidates.places {
            by_target.entry(target(place)).or_default().push((object, entries));
        }
        let mut counts = Counts::default();
        let mut found: BTreeMap<(Target, End, End), (Option<ObjectId>, [usize; 2])> = BTreeMap::new();
        let mut published = Bits::default();
        for (&target, places) in &by_target {
            counts.original += self.original(places);
            let mut pairs = Pairs::default();
            for &(object, entries) in places {
                self.compare(object, entries, false, &mut pairs);
            }
            let mut objects: FxHashSet<Option<ObjectId>> = FxHashSet::default();
            #[allow(clippy::iter_over_hash_type, reason = "counted, and put in a sorted map")]
            for pair in pairs.values() {
                counts.aliasing += 1;
                counts.escape += usize::from(pair.removed.escape);
                counts.parallel += usize::from(pair.removed.parallel);
                counts.locks += usize::from(pair.removed.locks);
                if let Some((object, entries)) = pair.race {
                    objects.insert(object);
                    self.report(target, object, entries, &mut found);
                }
            }
            #[allow(clippy::iter_over_hash_type, reason = "a set of objects is made of it")]
            for object in objects {
                for content in self.known.contents(target, object) {
                    published.insert(content.index());
                }
            }
        }
        counts.aliasing = counts.original.saturating_sub(counts.aliasing);
        // What is published by a race may be seen before its constructor ended.
        let mut late = Vec::new();
        for (&(place, object), entries) in &self.candidates.places {
            if object.is_some_and(|object| published.contains(object.index())) {
                late.push((target(place), object, entries));
            }
        }
        for (target, object, entries) in late {
            let mut pairs = Pairs::default();
            self.compare(object, entries, true, &mut pairs);
            #[allow(clippy::iter_over_hash_type, reason = "put in a sorted map")]
            for (object, entries) in pairs.values().filter_map(|pair| pair.race) {
                self.report(target, object, entries, &mut found);
            }
        }
        let races = found.into_iter().map(|((target, first, second), (object, entries))| {
            let sides = entries.map(|entry| self.side(entry));
            Race { target, first, second, object, sides }
        });
        (races.collect(), counts)
    }

    fn report(
        &self,
        target: Target,
        object: Option<ObjectId>,
        mut entries: [usize; 2],
        found: &mut BTreeMap<(Target, End, End), (Option<ObjectId>, [usize; 2])>,
    ) {
        let ends = entries.map(|entry| self.end(entry));
        let (mut first, mut second) = (ends[0], ends[1]);
        if second < first {
            std::mem::swap(&mut first, &mut second);
            entries.reverse();
        }
        found
            .entry((target, first, second))
            .and_modify(|known| *known = (*known).min((object, entries)))
            .or_insert((object, entries));
    }

    /// An entry's access in its context.
    pub(crate) fn side(&self, entry: usize) -> Side {
        let entry = &self.candidates.entries[entry];
        Side::new(entry.instance, entry.access, self.candidates.views[entry.view].at.threads())
    }

    pub(crate) fn end(&self, entry: usize) -> End {
        let entry = &self.candidates.entries[entry];
        let access = self.known.access(entry);
        End { method: entry.method, inst: access.inst, line: access.line, is_write: access.is_write }
    }

    /// How many pairs of instructions there are of a target, whatever the objects.
    fn original(&self, places: &[(Option<ObjectId>, &[usize])]) -> usize {
        let mut writes: FxHashSet<usize> = FxHashSet::default();
        let mut reads: FxHashSet<usize> = FxHashSet::default();
        for &entry in places.iter().flat_map(|(_, entries)| *entries) {
            let is_write = self.known.access(&self.candidates.entries[entry]).is_write;
            let instructions = if is_write { &mut writes } else { &mut reads };
            instructions.insert(self.candidates.first_of(entry));
        }
        writes.len() * (writes.len() + 1) / 2 + writes.len() * reads.len()
    }

    /// Compares the accesses of one place of one object. If a race published the object, it may be seen before
    /// it is stored.
    pub(crate) fn compare(
        &mut self,
        object: Option<ObjectId>,
        entries: &[usize],
        by_race: bool,
        pairs: &mut Pairs,
    ) {
        let sets = self.sets(object, entries);
        // Accesses that order are candidates only against plain ones.
        if sets.iter().all(|set| set.is_atomic) || !sets.iter().any(|set| set.is_write) {
            return;
        }
        let is_private = object.is_some_and(|object| !self.escaping.contains(object.index()));
        let has_one_wrapper = self.known.wrappers.is_one(object);
        for (index, first) in sets.iter().enumerate() {
            for (offset, second) in sets[index..].iter().enumerate() {
                if !first.is_write && !second.is_write || first.is_atomic && second.is_atomic {
                    continue;
                }
                let mut removed = self.verdict(first.view, second.view, has_one_wrapper);
                let is_early =
                    |set: &Set| set.is_initial || self.candidates.views[set.view].is_new && !by_race;
                removed.escape = is_private || is_early(first) || is_early(second);
                let is_race = !removed.is_removed(self.filters);
                for (number, &one) in first.entries.iter().enumerate() {
                    let others = if offset == 0 { &second.entries[number..] } else { &second.entries[..] };
                    for &other in others {
                        self.note(object, [one, other], removed, is_race, pairs);
                    }
                }
            }
        }
    }

    fn note(
        &self,
        object: Option<ObjectId>,
        entries: [usize; 2],
        removed: Removed,
        is_race: bool,
        pairs: &mut Pairs,
    ) {
        let mut key = (self.candidates.first_of(entries[0]), self.candidates.first_of(entries[1]));
        if key.1 < key.0 {
            key = (key.1, key.0);
        }
        let race = is_race.then_some((object, entries));
        let pair = pairs.entry(key).or_insert(Pair { removed, race: None });
        pair.removed = pair.removed.and(removed);
        if let Some(race) = race {
            pair.race = Some(pair.race.map_or(race, |known| known.min(race)));
        }
    }

    fn sets(&self, object: Option<ObjectId>, entries: &[usize]) -> Vec<Set> {
        let mut sets: BTreeMap<(usize, bool, bool, bool), Vec<usize>> = BTreeMap::new();
        for &number in entries {
            let entry = &self.candidates.entries[number];
            let access = self.known.access(entry);
            let is_initial = self.known.is_initial(entry, object);
            sets.entry((entry.view, access.is_write, access.is_atomic, is_initial)).or_default().push(number);
        }
        let set = |((view, is_write, is_atomic, is_initial), entries)| Set {
            view,
            is_write,
            is_atomic,
            is_initial,
            entries,
        };
        sets.into_iter().map(set).collect()
    }

    /// What the filters that do not depend on the object say of two views.
    fn verdict(&mut self, first: usize, second: usize, has_one_wrapper: bool) -> Removed {
        if let Some(&known) = self.verdicts.get(&(first, second, has_one_wrapper)) {
            return known;
        }
        let (one, other): (&View, &View) = (&self.candidates.views[first], &self.candidates.views[second]);
        let removed = Removed {
            escape: false,
            parallel: !self.known.parallel.may(&one.at, &other.at),
            locks: locks::exclude(&one.guards, &other.guards, has_one_wrapper),
        };
        self.verdicts.insert((first, second, has_one_wrapper), removed);
        removed
    }

    /// All pairs of a place, with what removed them, whatever the objects.
    pub(crate) fn pairs_of(&mut self, is_meant: impl Fn(Place) -> bool) -> Vec<(End, End, Pair)> {
        let mut pairs = Pairs::default();
        for (&(place, object), entries) in &self.candidates.places {
            if is_meant(place) {
                self.compare(object, entries, false, &mut pairs);
            }
        }
        let mut all: Vec<((usize, usize), Pair)> = pairs.into_iter().collect();
        all.sort_unstable_by_key(|&(key, _)| key);
        all.into_iter().map(|((one, other), pair)| (self.end(one), self.end(other), pair)).collect()
    }
}
