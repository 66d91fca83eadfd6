//! Races by place or by object, those first that a reader can do most with.
//!
//! What is likely comes before what is no more than possible, which is left out unless it is asked for; a place is likely
//! if one of its pairs is. Then (Chord 2.9.1 groups, but does not rank) come accesses that somebody wrote rather than a
//! compiler; those outside of constructors; two writes; what needs no assumption on callers from outside; objects that are told apart by few
//! sites; accesses of which one holds a lock, because locking that is not consistent is seldom meant.
//!
//! Where a race publishes an object, its constructor races with whoever sees it: that is one mistake, so a place that races
//! in no other way is shown with the one that publishes it.

use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum;
use deadheat_program::classfile::Flags;
use deadheat_program::{MethodId, Program};
use deadheat_races::{Race, ThreadKind};

use super::words::Words;

/// How races are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// By field; elements of arrays and library objects by object.
    Field,
    /// By the object that races; static fields by field.
    Object,
    /// By the loop, or the threads, that race; then by object and field, with the sets of accesses of which each of the
    /// one races with each of the other.
    Loop,
}

/// Races of one place or object.
pub(super) struct Group<'r> {
    pub(super) title: String,
    /// The best first; there is one.
    pub(super) races: Vec<&'r Race>,
    /// The places that race only because this one publishes their objects.
    pub(super) publishes: Vec<String>,
}

/// Smaller is better; by the order in the module's description.
type Rank = (bool, bool, bool, bool, usize, usize, bool);

/// The likely races in groups, the best group first, with the possible ones of the same groups; if it is asked for, groups
/// that are no more than possible follow.
pub(super) fn groups<'r>(words: &Words<'r, '_>, view: View, shows_possible: bool) -> Vec<Group<'r>> {
    let mut by_title: BTreeMap<String, Vec<(Rank, &'r Race)>> = BTreeMap::new();
    let mut publishes = if view == View::Field { following(words) } else { BTreeMap::new() };
    let follows: BTreeSet<String> = publishes.values().flatten().cloned().collect();
    for race in &words.scan.races {
        let title = match (view, race.object) {
            (View::Object, Some(object)) => words.object(object).to_string(),
            _ => words.target(race.target, race.object),
        };
        if !follows.contains(&title) {
            by_title.entry(title).or_default().push((rank(words, race), race));
        }
    }
    let mut groups: Vec<(Rank, Group<'r>)> = Vec::new();
    for (title, mut races) in by_title {
        races.sort_by_key(|&(rank, _)| rank);
        let Some(&(best, race)) = races.first() else { continue };
        if !shows_possible && !race.confidence.is_likely() {
            continue;
        }
        let publishes = publishes.remove(&title).unwrap_or_default();
        let races = races.into_iter().map(|(_, race)| race).collect();
        groups.push((best, Group { title, races, publishes }));
    }
    groups.sort_by_key(|&(rank, _)| rank);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// By place that publishes objects by a race: those that race only because of that.
pub(super) fn following(words: &Words<'_, '_>) -> BTreeMap<String, Vec<String>> {
    let mut by_place: BTreeMap<String, Option<String>> = BTreeMap::new();
    for race in &words.scan.races {
        let publisher = race.published_by.map(|(target, object)| words.target(target, object));
        let known =
            by_place.entry(words.target(race.target, race.object)).or_insert_with(|| publisher.clone());
        *known = known.take().filter(|_| publisher.is_some());
    }
    let mut following: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, publisher) in by_place {
        if let Some(publisher) = publisher {
            following.entry(publisher).or_default().push(place);
        }
    }
    following
}

fn rank(words: &Words<'_, '_>, race: &Race) -> Rank {
    let program = words.program();
    let is_generated = [race.first, race.second].iter().any(|end| is_generated(program, end.method));
    let callers = race.sides.iter().filter(|side| words.scan.thread_kind(side) == ThreadKind::Caller).count();
    let sites = race.object.map_or(0, |object| words.points_to.sites(object).len());
    let has_lock = race.sides.iter().any(|side| words.scan.holds_lock(side));
    let constructs = [race.first, race.second].iter().any(|end| program.is_constructor(end.method));
    let is_possible = !race.confidence.is_likely();
    (
        is_possible,
        is_generated,
        constructs,
        !(race.first.is_write && race.second.is_write),
        callers,
        sites,
        !has_lock,
    )
}

/// Whether a compiler made a method up. What compilers move out of lambdas was written by somebody.
fn is_generated(program: &Program, method: MethodId) -> bool {
    const LAMBDAS: [&str; 2] = ["lambda$", "$anonfun$"];
    program.method(method).is_ok_and(|method| {
        let name = program.symbols().text(method.name);
        method.flags.has(Flags::SYNTHETIC) && !LAMBDAS.iter().any(|mark| name.contains(mark))
    })
}
