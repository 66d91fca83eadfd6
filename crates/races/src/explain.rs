//! Why pairs of accesses are reported or not: all pairs of a field, or those between two sets of accesses,
//! with what each filter says of them.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_models::Bound;
use deadheat_points_to::{ObjectId, PointsTo};
use deadheat_program::FieldId;
use rustc_hash::FxHashMap;

use crate::candidates::{Known, is_field, target};
use crate::evidence::Side;
use crate::search::{Found, Search};
use crate::{End, Filters, Removed, Target, prepare};

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
    /// Whether code runs there at all that accesses or calls something.
    pub is_run: bool,
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

/// Explains what a scan with these filters says of some pairs.
pub fn explain_pairs(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    filters: Filters,
    asked: Asked<'_>,
) -> Explanation {
    let explain = |search: &mut Search<'_, '_, '_>| {
        // What is published by races elsewhere is only known after all are found.
        search.run();
        explain(search, asked)
    };
    prepare(points_to, bound, filters, |prepared| prepared.search_marked(explain)).0
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

fn explain(search: &mut Search<'_, '_, '_>, asked: Asked<'_>) -> Explanation {
    let (known, candidates, filters) = (search.known, search.candidates, search.filters);
    let mut found: BTreeMap<Key, Pair> = BTreeMap::new();
    let mut accesses: BTreeMap<Target, BTreeSet<(End, bool)>> = BTreeMap::new();
    for (&(place, object), entries) in &candidates.places {
        if matches!(asked, Asked::Field(field) if !is_field(place, field)) {
            continue;
        }
        let ends: FxHashMap<usize, End> = entries.iter().map(|&entry| (entry, search.end(entry))).collect();
        let entries: Vec<usize> =
            entries.iter().copied().filter(|entry| asked.is_end(&ends[entry])).collect();
        for entry in &entries {
            let is_atomic = known.access(&candidates.entries[*entry]).is_atomic;
            accesses.entry(target(place)).or_default().insert((ends[entry], is_atomic));
        }
        let sets = search.sets(object, &entries, &mut Found::default());
        let is_published = object.is_some_and(|object| search.published.contains(object.index()));
        for by_race in [false, true].into_iter().take(1 + usize::from(is_published)) {
            search.judge(object, &sets, by_race, &mut |first, second, removed| {
                let is_race = !removed.is_removed(filters);
                // Of what is published by a race, only further races are of interest.
                if by_race && !is_race {
                    return;
                }
                let (is_one_set, is_same) = (std::ptr::eq(first, second), first.view == second.view);
                for (index, &one) in first.entries.iter().enumerate() {
                    for &other in &second.entries[if is_one_set { index } else { 0 }..] {
                        let (mut one, mut other) = (one, other);
                        if ends[&other] < ends[&one] {
                            (one, other) = (other, one);
                        }
                        if asked.is_meant(&ends[&one], &ends[&other]) {
                            let key = (target(place), ends[&one], ends[&other]);
                            let pair = Pair { object, entries: [one, other], removed, is_race, is_same };
                            found.entry(key).and_modify(|known| known.merge(&pair)).or_insert(pair);
                        }
                    }
                }
            });
        }
    }
    let mut explanation = count(&accesses, &found, asked);
    explanation.is_run = is_run(known, asked);
    explanation.pairs = found
        .into_iter()
        .map(|((target, first, second), pair)| ExplainedPair {
            target,
            first,
            second,
            object: pair.object,
            sides: pair.entries.map(|entry| search.side(entry)),
            removed: pair.removed,
            is_race: pair.is_race,
        })
        .collect();
    explanation
}

/// Whether a thread runs an access or call that is asked about.
fn is_run(known: &Known<'_, '_>, asked: Asked<'_>) -> bool {
    let mut instances = known.points_to.all_instances();
    instances.any(|instance| {
        let (Some(facts), Some(method)) = (known.facts.get(&instance), known.points_to.method(instance))
        else {
            return false;
        };
        let is_named = |inst, line| asked.is_named(&End { method, inst, line, is_write: false });
        !known.graph.threads_of(instance).is_empty()
            && (facts.accesses.iter().any(|access| is_named(access.inst, access.line))
                || facts.calls.iter().any(|call| is_named(call.inst, call.line)))
    })
}

/// What is known of a pair so far.
struct Pair {
    object: Option<ObjectId>,
    entries: [usize; 2],
    removed: Removed,
    is_race: bool,
    /// Whether the filters see no difference between the two.
    is_same: bool,
}

impl Pair {
    /// Adds what is known of the same pair in other contexts.
    fn merge(&mut self, other: &Pair) {
        // A race is shown rather than what is removed, two contexts rather than one.
        if (!other.is_race, other.is_same) < (!self.is_race, self.is_same) {
            (self.object, self.entries, self.is_same) = (other.object, other.entries, other.is_same);
        }
        self.is_race |= other.is_race;
        self.removed = Removed {
            escape: self.removed.escape && other.removed.escape,
            parallel: self.removed.parallel && other.removed.parallel,
            locks: self.removed.locks && other.removed.locks,
            tasks: self.removed.tasks && other.removed.tasks,
            filtering: self.removed.filtering && other.removed.filtering,
            call_locks: self.removed.call_locks && other.removed.call_locks,
        };
    }
}

/// The accesses, and the pairs that never came so far that a filter was asked.
fn count(
    accesses: &BTreeMap<Target, BTreeSet<(End, bool)>>,
    found: &BTreeMap<Key, Pair>,
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
