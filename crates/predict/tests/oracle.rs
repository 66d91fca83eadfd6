//! Predictions against all feasible reorderings of tiny random traces, enumerated by definition.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Channels, Random, all_races, random_trace};
use deadheat_predict::{Analysis, Options, Prediction, predict};
use deadheat_trace::{Op, Trace, problems};

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Pairs of events; sites are unique in these traces.
fn pairs(trace: &Trace, prediction: &Prediction) -> BTreeSet<(usize, usize)> {
    let by_site: BTreeMap<_, _> =
        trace.events.iter().enumerate().map(|(at, event)| (event.site, at)).collect();
    let pair = |key: &[deadheat_predict::Access; 2]| {
        let (one, other) = (by_site[&key[0].site], by_site[&key[1].site]);
        (one.min(other), one.max(other))
    };
    prediction.races.keys().map(pair).collect()
}

fn options(window: usize) -> Options {
    Options {
        analyses: Analysis::ALL.to_vec(),
        window,
        tries: usize::MAX,
        patience: u64::MAX,
        most_conflicts: u64::MAX,
        wants_all: true,
        time: None,
    }
}

#[test]
fn maximal_causality_is_all_feasible_reorderings_and_contains_the_others() {
    let count = number("DEADHEAT_RANDOM_COUNT", 6_000);
    let mut random = Random(number("DEADHEAT_RANDOM_SEED", 0x5eed_0001));
    let (mut racy, mut more) = (0, [0; 5]);
    for round in 0..count {
        let length = 6 + random.below(9);
        let trace = random_trace(&mut random, length);
        assert_eq!(problems(&trace, 1), [], "{:?}", trace.events);
        let all = all_races(&trace, Channels::Watched);
        racy += u64::from(!all.is_empty());
        for (at, prediction) in predict(&trace, &options(1_000)).iter().enumerate() {
            let what = || format!("trace {round}, {}: {:#?}", prediction.analysis.name(), trace.events);
            assert_eq!(prediction.counts.rejected, 0, "{} {:?}", what(), prediction.mistakes);
            assert_eq!(prediction.counts.unknown, 0, "{}", what());
            let mut sure = prediction.clone();
            sure.races.retain(|_, race| !race.is_behind_race);
            let found = pairs(&trace, &sure);
            let has_asked = trace.events.iter().any(|event| event.op == Op::Asked);
            // By happens-before, to see that a lock is taken orders nothing.
            let is_feasible = !has_asked || prediction.analysis != Analysis::HappensBefore;
            assert!(!is_feasible || found.is_subset(&all), "{}\nfound {found:?}\nthere are {all:?}", what());
            more[at] += found.len();
            // Who has seen what a lock is keeps all that was done with it in place, which is more than needed.
            if !has_asked && matches!(prediction.analysis, Analysis::Maximal | Analysis::Rdit) {
                assert_eq!(found, all, "{}", what());
            }
        }
    }
    assert!(racy > count / 3, "{racy} of {count} traces race");
    // Each finds what the others do not, or the test would say little.
    let [hb, cp, sp, mc, rdit] = more;
    assert!(hb > 0 && sp >= hb / 2 && cp >= hb / 2 && mc > sp && mc > cp && mc == rdit, "{more:?}");
}

#[test]
fn windows_find_no_race_that_is_none() {
    let mut random = Random(77);
    for _ in 0..600 {
        let trace = random_trace(&mut random, 14);
        let all = all_races(&trace, Channels::Watched);
        for prediction in predict(&trace, &options(5)) {
            let mut sure = prediction.clone();
            sure.races.retain(|_, race| !race.is_behind_race);
            let found = pairs(&trace, &sure);
            assert!(
                found.is_subset(&all),
                "{} {found:?} {all:?} {:#?}",
                prediction.analysis.name(),
                trace.events
            );
            assert_eq!(prediction.counts.rejected, 0, "{:?} {:#?}", prediction.mistakes, trace.events);
        }
    }
}
