//! The static datarace set (Choi et al. 5), turned around: accesses that race with none, so that nobody has to watch them
//! when the program runs.
//!
//! An access is quiet if the analysis saw it reach an object, in every way in which it may, and no pair with it is left.
//! One that is never seen to reach any object is not: something about it was not understood. Nothing is taken from what
//! models say of libraries that are on the class path: their code is watched like any other.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_models::Bound;
use deadheat_points_to::PointsTo;
use deadheat_program::MethodId;
use deadheat_program::classfile::Flags;
use deadheat_program::ir::InstId;
use rustc_hash::FxHashSet;

use crate::facts::{Access, Place};
use crate::{Filters, Library, prepare};

/// The quiet accesses of plain fields, of elements, and by calls, of each method that has some.
pub fn quiet_accesses(points_to: &PointsTo<'_>, bound: &Bound<'_>) -> BTreeMap<MethodId, BTreeSet<InstId>> {
    let filters = Filters { filtering: false, bubble_up: false, ..Filters::default() };
    let (quiet, _) = prepare(points_to, bound, filters, |prepared| {
        let library = Library::of(points_to, bound, []);
        prepared.search(&library, false, |search| {
            let racing = search.run().accesses;
            let seen: FxHashSet<(MethodId, usize)> =
                search.candidates.entries.iter().map(|entry| (entry.method, entry.access)).collect();
            let mut loud = racing;
            let mut quiet: BTreeMap<MethodId, BTreeSet<InstId>> = BTreeMap::new();
            for instance in points_to.all_instances() {
                let (Some(facts), Some(method)) =
                    (search.known.facts.get(&instance), points_to.method(instance))
                else {
                    continue;
                };
                for (number, access) in facts.accesses.iter().enumerate() {
                    if seen.contains(&(method, number)) && is_plain(points_to, access) {
                        quiet.entry(method).or_default().insert(access.inst);
                    } else {
                        loud.insert((method, access.inst));
                    }
                }
            }
            for (&method, accesses) in &mut quiet {
                accesses.retain(|&inst| !loud.contains(&(method, inst)));
            }
            quiet.retain(|_, accesses| !accesses.is_empty());
            quiet
        })
    });
    quiet
}

/// Whether there is no more to an access than that it may race.
fn is_plain(points_to: &PointsTo<'_>, access: &Access) -> bool {
    let is_plain = match access.place {
        Place::Field(field) | Place::Static(field) => points_to
            .program()
            .field(field)
            .is_ok_and(|field| !field.flags.has(Flags::FINAL | Flags::VOLATILE)),
        Place::Elements | Place::State | Place::OwnersState => true,
        _ => false,
    };
    is_plain && !access.is_atomic
}
