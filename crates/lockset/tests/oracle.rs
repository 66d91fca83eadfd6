//! The detectors against their definitions on random traces, and TREE against doing without it.
//!
//! `DEADHEAT_RANDOM_SEED` and `DEADHEAT_RANDOM_COUNT` choose the traces.

mod naive;
mod random;

use std::collections::BTreeSet;

use deadheat_lockset::tree::{self, TreeOptions};
use deadheat_lockset::{ChoiOptions, LocksetRace, choi, locations, ordered};
use deadheat_trace::{Location, Trace};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Traces, and how many of a thing they had: each test says that there was something to find.
fn each(check: impl Fn(u64, &Trace) -> usize) -> usize {
    let (first, count) = (setting("DEADHEAT_RANDOM_SEED", 1), setting("DEADHEAT_RANDOM_COUNT", 12_000));
    (first..first + count).map(|seed| check(seed, &random::trace(seed, 20 + seed as usize % 60))).sum()
}

fn places(races: &[LocksetRace]) -> BTreeSet<Location> {
    locations(races).into_iter().collect()
}

#[test]
fn the_ordered_detector_finds_the_racy_locations_of_the_definition() {
    let racy = each(|seed, trace| {
        let defined = naive::locations_of(trace, &naive::ordered_pairs(trace));
        assert_eq!(places(&ordered(trace)), defined, "seed {seed}: {:?}", trace.events);
        defined.len()
    });
    assert!(racy > 1000, "{racy} racy locations");
}

#[test]
fn what_the_ordered_detector_reports_is_a_pair_of_the_definition() {
    let reported = each(|seed, trace| {
        let pairs = naive::places_of(trace, &naive::ordered_pairs(trace));
        let races = ordered(trace);
        for race in &races {
            let other = race.earlier_site.expect("it is known");
            let pair = (race.site.min(other), race.site.max(other));
            assert!(pairs.contains(&pair), "seed {seed}: {race:?} {:?}", trace.events);
        }
        races.len()
    });
    assert!(reported > 1000, "{reported} races");
}

#[test]
fn tries_find_the_racy_locations_of_the_definition() {
    let options = ChoiOptions { ownership: false, ..ChoiOptions::default() };
    let racy = each(|seed, trace| {
        let defined = naive::locations_of(trace, &naive::choi_pairs(trace));
        for cache in [false, true] {
            let found = places(&choi(trace, ChoiOptions { cache, ..options }));
            assert_eq!(found, defined, "seed {seed}, cache {cache}: {:?}", trace.events);
        }
        defined.len()
    });
    assert!(racy > 1000, "{racy} racy locations");
}

#[test]
fn ownership_looks_at_shared_locations_only_and_caches_do_not_change_that() {
    let racy = each(|seed, trace| {
        let shared = naive::shared_only(trace);
        let defined = naive::locations_of(trace, &naive::choi_pairs(&shared));
        for cache in [false, true] {
            let found = places(&choi(trace, ChoiOptions { cache, ..ChoiOptions::default() }));
            assert_eq!(found, defined, "seed {seed}, cache {cache}: {:?}", trace.events);
        }
        defined.len()
    });
    assert!(racy > 1000, "{racy} racy locations");
}

#[test]
fn within_threads_tree_loses_no_pair_of_code_places() {
    let skipped = each(|seed, trace| {
        let (fewer, tree) = tree::filter(trace, TreeOptions::default());
        let all = naive::places_of(trace, &naive::ordered_pairs(trace));
        assert_eq!(naive::places_of(&fewer, &naive::ordered_pairs(&fewer)), all, "seed {seed}");
        let (forgetful, _) =
            tree::filter(trace, TreeOptions { most_places: Some(2), ..TreeOptions::default() });
        assert_eq!(naive::places_of(&forgetful, &naive::ordered_pairs(&forgetful)), all, "seed {seed}");
        tree.counts().1 as usize
    });
    assert!(skipped > 10_000, "{skipped} accesses left out");
}

#[test]
fn spans_keep_the_racy_locations() {
    let skipped = each(|seed, trace| {
        let (fewer, tree) = tree::filter(trace, TreeOptions { spans: true, ..TreeOptions::default() });
        let all = naive::locations_of(trace, &naive::ordered_pairs(trace));
        assert_eq!(naive::locations_of(&fewer, &naive::ordered_pairs(&fewer)), all, "seed {seed}");
        tree.counts().1 as usize
    });
    assert!(skipped > 10_000, "{skipped} accesses left out");
}
