//! Streaming happens-before against its naive twin: a vector clock for every access, all pairs compared.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Random, random_trace};
use deadheat_predict::happens_before::HappensBefore;
use deadheat_trace::{Event, Location, Op, SiteId, ThreadId, Trace};

type Clock = BTreeMap<u64, u64>;

fn join(into: &mut Clock, from: &Clock) {
    for (&thread, &clock) in from {
        let mine = into.entry(thread).or_default();
        *mine = clock.max(*mine);
    }
}

/// The clock of each event: how many events of each thread happened before it, its own included.
fn clocks(events: &[Event]) -> Vec<Clock> {
    let mut threads: BTreeMap<u64, Clock> = BTreeMap::new();
    let mut given: BTreeMap<(u8, u64, u32), Clock> = BTreeMap::new();
    let mut all = Vec::new();
    for event in events {
        let me = u64::from(event.thread.0);
        let takes: &[(u8, u64, u32)] = &match event.op {
            Op::Acquire | Op::WaitEnd | Op::Asked => vec![(0, event.object, 0), (1, event.object, 0)],
            Op::AcquireShared => vec![(0, event.object, 0)],
            Op::VolatileRead | Op::UpdateRead => vec![(2, event.object, event.slot)],
            Op::Receive => vec![(3, event.object, 0)],
            Op::Join => vec![(5, event.object, 0)],
            _ => vec![],
        };
        let mut clock = threads.remove(&me).unwrap_or_default();
        for key in takes.iter().chain(&[(4, me, 0)]) {
            join(&mut clock, given.get(key).unwrap_or(&Clock::new()));
        }
        *clock.entry(me).or_default() += 1;
        let gives = match event.op {
            Op::Release | Op::WaitBegin => Some((0, event.object, 0)),
            Op::ReleaseShared => Some((1, event.object, 0)),
            Op::VolatileWrite => Some((2, event.object, event.slot)),
            Op::Send => Some((3, event.object, 0)),
            Op::Fork => Some((4, event.object, 0)),
            _ => None,
        };
        for key in gives.into_iter().chain([(5, me, 0)]) {
            join(given.entry(key).or_default(), &clock);
        }
        threads.insert(me, clock.clone());
        all.push(clock);
    }
    all
}

/// All unordered pairs: by location, and by sites.
fn naive(trace: &Trace) -> (BTreeSet<Location>, BTreeSet<(SiteId, SiteId)>) {
    let clocks = clocks(&trace.events);
    let (mut locations, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for (at, second) in trace.events.iter().enumerate() {
        for (before, first) in trace.events[..at].iter().enumerate() {
            let me = u64::from(first.thread.0);
            let is_ordered = clocks[at].get(&me) >= clocks[before].get(&me);
            if first.conflicts(second) && !is_ordered {
                locations.insert(first.location());
                pairs.insert((first.site.min(second.site), first.site.max(second.site)));
            }
        }
    }
    (locations, pairs)
}

#[test]
fn the_same_locations_race_and_every_pair_is_unordered() {
    let mut random = Random(0x5eed_0003);
    let mut racy = 0;
    for _ in 0..4_000 {
        let length = 10 + random.below(60);
        let trace = random_trace(&mut random, length);
        let (locations, pairs) = naive(&trace);
        let mut streaming = HappensBefore::default();
        trace.events.chunks(7).for_each(|block| streaming.block(block));
        assert_eq!(streaming.racy_locations(), Vec::from_iter(locations.clone()), "{:#?}", trace.events);
        for key in streaming.finish().races.keys() {
            assert!(pairs.contains(&(key[0].site, key[1].site)), "{key:?} {:#?}", trace.events);
        }
        racy += locations.len();
    }
    assert!(racy > 1_000);
}

/// Without accesses that repeat one of the same thread, at the same site, with nothing but accesses between: what
/// `record --tree` leaves out.
fn without_repeated(trace: &Trace) -> Trace {
    let mut since: BTreeMap<ThreadId, BTreeSet<(SiteId, bool, Location)>> = BTreeMap::new();
    let is_kept = |event: &Event| {
        let seen = since.entry(event.thread).or_default();
        if !matches!(event.op, Op::Read | Op::Write) {
            seen.clear();
            return true;
        }
        seen.insert((event.site, event.op == Op::Write, event.location()))
    };
    let mut filtered = trace.clone();
    filtered.events.retain(is_kept);
    filtered
}

#[test]
fn what_tree_leaves_out_of_a_trace_shows_no_further_race() {
    let mut random = Random(0x5eed_0004);
    let (mut racy, mut left_out) = (0, 0);
    for _ in 0..4_000 {
        let length = 10 + random.below(60);
        let mut trace = random_trace(&mut random, length);
        trace.events.iter_mut().for_each(|event| event.site = SiteId(event.site.0 % 4));
        let filtered = without_repeated(&trace);
        assert_eq!(naive(&filtered), naive(&trace), "{:#?}", trace.events);
        let [all, rest] = [&trace, &filtered].map(|trace| {
            let mut streaming = HappensBefore::default();
            streaming.block(&trace.events);
            streaming.racy_locations()
        });
        assert_eq!(rest, all, "{:#?}", trace.events);
        racy += all.len();
        left_out += trace.events.len() - filtered.events.len();
    }
    assert!(racy > 1_000 && left_out > 1_000, "{racy} races, {left_out} left out");
}
