//! Why pairs of accesses are reported or not: all pairs of a field, or those between two sets of accesses,
//! with what each filter says of them.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_models::Bound;
use deadheat_points_to::{ObjectId, PointsTo};
use deadheat_program::FieldId;
use rustc_hash::FxHashMap;

use crate::candidates::{is_field, target};
use crate::evidence::Side;
use crate::search::{Found, Search};
use crate::{End, Filters, Race, Removed, Scan, Target, prepare};

/// Which pairs are asked about.
#[derive(Clone, Copy)]
pub enum Asked<'q> {
    /// All pairs of accesses of a field.
    Field(FieldId),
    /// The pairs, of whatever place, of an access that the first accepts and one that the second does, if
    /// there is a second.
    Ends(&'q dyn Fn(&End) -> bool, Option<&'q dyn Fn(&End) -> bool>),
}

/// What there is to say of them.
#[derive(Debug, Default)]
pub struct Explanation {
    /// The pairs that may be about the same object, sorted.
    pub pairs: Vec<ExplainedPair>,
    /// The accesses that are asked about.
    pub accesses: Vec<End>,
    /// How many pairs are never about the same object.
    pub aliasing: usize,
    /// How many pairs order instead of racing, because both are volatile or atomic.
    pub ordering: usize,
}

/// A pair, and why it is or is not reported.
#[derive(Debug, Clone)]
pub struct ExplainedPair {
    /// What is accessed.
    pub target: Target,
    /// One access.
    pub first: End,
    /// The other, or the same in another thread.
    pub second: End,
    /// An abstract object that both may access, unless the field is static.
    pub object: Option<ObjectId>,
    /// The two accesses in contexts: those of the race, else some.
    pub sides: [Side; 2],
    /// The filters that each remove the pair in all contexts.
    pub removed: Removed,
    /// Whether it is reported. If not, and no filter alone removes it, one filter removes it in some contexts,
    /// another one in the others.
    pub is_race: bool,
}

/// Explains what a scan with these filters said of some pairs.
pub fn explain_pairs(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    filters: Filters,
    scan: &Scan,
    asked: Asked<'_>,
) -> Explanation {
    let races = scan.races.iter().map(|race| ((race.target, race.first, race.second), race));
    let races: FxHashMap<(Target, End, End), &Race> = races.collect();
    prepare(points_to, bound, filters, |search| explain(search, asked, &races)).0
}

impl Asked<'_> {
    fn is_meant(&self, first: &End, second: &End) -> bool {
        match self {
            Asked::Field(_) => true,
            Asked::Ends(one, None) => one(first) || one(second),
            Asked::Ends(one, Some(other)) => one(first) && other(second) || one(second) && other(first),
        }
    }

    /// Whether an access may be one of a pair.
    fn is_end(&self, end: &End) -> bool {
        match self {
            Asked::Field(_) => true,
            Asked::Ends(one, other) => other.is_none_or(|other| other(end)) || one(end),
        }
    }

    /// Whether an access is named by the question.
    fn is_named(&self, end: &End) -> bool {
        match self {
            Asked::Field(_) => true,
            Asked::Ends(one, other) => other.is_some_and(|other| other(end)) || one(end),
        }
    }
}

type Key = (Target, End, End);

fn explain(search: &mut Search<'_, '_, '_>, asked: Asked<'_>, races: &FxHashMap<Key, &Race>) -> Explanation {
    let candidates = search.candidates;
    let mut found: BTreeMap<Key, ExplainedPair> = BTreeMap::new();
    let mut accesses: BTreeMap<Target, BTreeSet<(End, bool)>> = BTreeMap::new();
    for (&(place, object), entries) in &candidates.places {
        if matches!(asked, Asked::Field(field) if !is_field(place, field)) {
            continue;
        }
        let entries: Vec<usize> =
            entries.iter().copied().filter(|&entry| asked.is_end(&search.end(entry))).collect();
        for &entry in &entries {
            let is_atomic = search.known.access(&candidates.entries[entry]).is_atomic;
            accesses.entry(target(place)).or_default().insert((search.end(entry), is_atomic));
        }
        let mut compared = Found::default();
        search.compare(object, &entries, false, &mut compared);
        // One in the first context and the other in the last shows more than both in one.
        let mut here: FxHashMap<usize, [usize; 2]> = FxHashMap::default();
        for &entry in &entries {
            here.entry(candidates.first_of(entry)).or_insert([entry, entry])[1] = entry;
        }
        for ([one, other], removed, is_race) in compared.pairs() {
            let chosen = [here[&one][0], here[&other][1]];
            let mut explained = ExplainedPair {
                target: target(place),
                first: search.end(chosen[0]),
                second: search.end(chosen[1]),
                object,
                sides: chosen.map(|entry| search.side(entry)),
                removed,
                is_race,
            };
            if explained.second < explained.first {
                std::mem::swap(&mut explained.first, &mut explained.second);
                explained.sides.reverse();
            }
            if asked.is_meant(&explained.first, &explained.second) {
                let key = (explained.target, explained.first, explained.second);
                found.entry(key).and_modify(|known| known.merge(&explained)).or_insert(explained);
            }
        }
    }
    // The scan has the last word: it knows what is published by a race, too.
    for (key, pair) in &mut found {
        pair.is_race |= races.contains_key(key);
        if let Some(race) = races.get(key) {
            (pair.object, pair.sides) = (race.object, race.sides.clone());
        }
    }
    let mut explanation = count(&accesses, &found, asked);
    explanation.pairs = found.into_values().collect();
    explanation
}

impl ExplainedPair {
    /// Adds what is known of the same pair on another object.
    fn merge(&mut self, other: &ExplainedPair) {
        if other.is_race && !self.is_race {
            (self.object, self.sides) = (other.object, other.sides.clone());
        }
        self.is_race |= other.is_race;
        self.removed = self.removed.and(other.removed);
    }
}

/// The accesses, and the pairs that never came so far that a filter was asked.
fn count(
    accesses: &BTreeMap<Target, BTreeSet<(End, bool)>>,
    found: &BTreeMap<Key, ExplainedPair>,
    asked: Asked<'_>,
) -> Explanation {
    let mut explanation = Explanation::default();
    for (&target, ends) in accesses {
        let ends: Vec<&(End, bool)> = ends.iter().collect();
        explanation.accesses.extend(ends.iter().map(|(end, _)| *end).filter(|end| asked.is_named(end)));
        for (index, (first, first_is_atomic)) in ends.iter().enumerate() {
            for (second, second_is_atomic) in &ends[index..] {
                let is_pair = (first.is_write || second.is_write) && asked.is_meant(first, second);
                if !is_pair || found.contains_key(&(target, *first, *second)) {
                    continue;
                }
                match *first_is_atomic && *second_is_atomic {
                    true => explanation.ordering += 1,
                    false => explanation.aliasing += 1,
                }
            }
        }
    }
    explanation
}
