//! What is reported of the pairs that are left: each pair of instructions once for each target; in library code,
//! each pair of the application's calls that lead there once, whatever it is inside that races.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_points_to::ObjectId;
use rustc_hash::FxHashSet;

use crate::candidates::{At, Candidates};
use crate::confidence::Confidence;
use crate::search::{Pairs, Search, Witness};
use crate::{End, Inner, Place, Race, Target};

/// How many pairs inside of library code are listed for one of the application's.
const INSIDE: usize = 20;

/// See the module's description.
#[derive(Default)]
pub(crate) struct Reports {
    by_ends: BTreeMap<(Target, End, End), Reported>,
    /// Pairs that are likely races.
    likely: Counted,
    /// Pairs that are races by themselves.
    races: Counted,
    /// These, and those on what they publish.
    all: Counted,
    racing: BTreeSet<ObjectId>,
}

/// What is counted.
pub(crate) enum Kind {
    /// Pairs that are likely.
    Likely,
    /// Pairs that are races by themselves.
    Own,
    /// These, and those on what they publish.
    All,
}

/// How many pairs there are.
#[derive(Default)]
struct Counted {
    /// Those that are not lifted.
    own: usize,
    lifted: FxHashSet<(At, At)>,
}

impl Counted {
    fn len(&self) -> usize {
        self.own + self.lifted.len()
    }
}

struct Reported {
    witness: Witness,
    /// Whether each end writes, inside.
    writes: [bool; 2],
    inside: Vec<Inner>,
    /// If it is a race only because another one publishes the object.
    published_by: Option<Place>,
    confidence: Confidence,
}

impl Reports {
    /// Counts the pairs of a target, whose accesses have numbers.
    pub(crate) fn count(&mut self, candidates: &Candidates, accesses: &[usize], pairs: &Pairs, kind: Kind) {
        let counted = match kind {
            Kind::Likely => &mut self.likely,
            Kind::Own => &mut self.races,
            Kind::All => &mut self.all,
        };
        let is_lifted = |access: &usize| candidates.entries[*access].lift.is_some();
        if !accesses.iter().any(is_lifted) {
            counted.own += pairs.count();
            return;
        }
        for pair in pairs.iter() {
            let [one, other] = [pair.0, pair.1].map(|number| accesses[number]);
            if is_lifted(&one) || is_lifted(&other) {
                let (one, other) = (candidates.at(one), candidates.at(other));
                counted.lifted.insert((one.min(other), one.max(other)));
            } else {
                counted.own += 1;
            }
        }
    }

    /// How many races are likely, how many there are by themselves, and how many more because of what these publish.
    pub(crate) fn counted(&self) -> (usize, usize, usize) {
        (self.likely.len(), self.races.len(), self.all.len().saturating_sub(self.races.len()))
    }

    /// Adds a race; those that are races by themselves come before those of what they publish.
    pub(crate) fn add(
        &mut self,
        search: &Search<'_, '_, '_>,
        target: Target,
        witness: Witness,
        confidence: Confidence,
        published_by: Option<Place>,
    ) {
        let is_lifted = |entry: &usize| search.candidates.entries[*entry].lift.is_some();
        let object = witness.0;
        let mut entries = witness.1;
        let mut ends = entries.map(|entry| search.end(entry));
        let writes = |ends: &[End; 2]| [ends[0].is_write, ends[1].is_write];
        if !entries.iter().any(is_lifted) {
            if ends[1] < ends[0] {
                ends.reverse();
                entries.reverse();
            }
            let writes = writes(&ends);
            let witness = (object, entries);
            let reported = Reported { witness, writes, inside: Vec::new(), published_by, confidence };
            self.by_ends.entry((target, ends[0], ends[1])).or_insert_with(|| {
                self.racing.extend(object);
                reported
            });
            return;
        }
        if (ends[1].method, ends[1].inst) < (ends[0].method, ends[0].inst) {
            ends.reverse();
            entries.reverse();
        }
        self.racing.extend(object);
        let [first, second] = ends.map(|end| End { is_write: false, ..end });
        let [own, others] = entries.map(|entry| search.own_end(entry));
        let inner = Inner { target, first: own, second: others };
        // What is static belongs to no object that is called.
        let (target, object) = match object {
            None => (target, None),
            Some(_) => (Target::State, common(search, entries).or(object)),
        };
        let known = self.by_ends.entry((target, first, second)).or_insert_with(|| Reported {
            witness: (object, entries),
            writes: [false; 2],
            inside: Vec::new(),
            published_by,
            confidence,
        });
        known.published_by = known.published_by.and(published_by);
        for (known, is_write) in known.writes.iter_mut().zip(writes(&ends)) {
            *known |= is_write;
        }
        if known.inside.len() < INSIDE && !known.inside.contains(&inner) {
            known.inside.push(inner);
        }
    }

    /// Shows a race, which was added, as it is likely.
    pub(crate) fn prefer(
        &mut self,
        search: &Search<'_, '_, '_>,
        target: Target,
        (object, mut entries): Witness,
        confidence: Confidence,
    ) {
        let mut ends = entries.map(|entry| search.end(entry));
        let are_lifted = entries.iter().any(|&entry| search.candidates.entries[entry].lift.is_some());
        let mut target = target;
        if are_lifted {
            ends = ends.map(|end| End { is_write: false, ..end });
            target = if object.is_some() { Target::State } else { target };
        }
        if ends[1] < ends[0] {
            ends.reverse();
            entries.reverse();
        }
        let Some(known) = self.by_ends.get_mut(&(target, ends[0], ends[1])) else { return };
        if !known.confidence.is_likely() {
            known.confidence = confidence;
            if !are_lifted {
                known.witness = (object, entries);
            }
        }
    }

    /// The objects on which there are races, sorted.
    pub(crate) fn racing(&self) -> Vec<ObjectId> {
        self.racing.iter().copied().collect()
    }

    /// All of them, sorted.
    pub(crate) fn races(self, search: &Search<'_, '_, '_>) -> Vec<Race> {
        let races = self.by_ends.into_iter().map(|((target, first, second), reported)| {
            let (object, entries) = reported.witness;
            let [one, other] = reported.writes;
            Race {
                target,
                first: End { is_write: one, ..first },
                second: End { is_write: other, ..second },
                object,
                sides: entries.map(|entry| search.side(entry)),
                inside: reported.inside,
                published_by: reported.published_by,
                confidence: reported.confidence,
            }
        });
        races.collect()
    }
}

/// An object that both calls are made on, or are passed.
fn common(search: &Search<'_, '_, '_>, entries: [usize; 2]) -> Option<ObjectId> {
    let points_to = search.known.points_to;
    let [one, other] = entries.map(|entry| {
        let mut objects: Vec<ObjectId> = Vec::new();
        if let Some(lift) = search.candidates.entries[entry].lift {
            let call = search.known.facts.get(&lift.caller).and_then(|facts| facts.call_at(lift.inst));
            for argument in call.iter().flat_map(|call| &call.arguments) {
                objects.extend(points_to.points_to(lift.caller, argument.value));
            }
        }
        objects
    });
    one.into_iter().find(|object| other.contains(object))
}
