//! RDIT: its examples, its case study, and random removal of methods.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Channels, Random, Told, all_races, random_trace, remove_methods};
use deadheat_predict::order::barrier::Barriers;
use deadheat_predict::window::Window;
use deadheat_predict::{Analysis, Options, State, predict};
use deadheat_trace::{ObjectId, Op, SETS, TOUCHED_ANEW, Trace, TraceBuilder, problems};

/// Whether the one event precedes the other in every schedule that RDIT allows; events are named by their sites.
fn ordered(trace: &Trace, first: &str, second: &str) -> bool {
    let state = State::default();
    let untraced = Barriers::default().window(&trace.events, &state, &trace.tables);
    let window = Window::new(&trace.events, &state, &trace.tables, Some(&untraced));
    let find = |name: &str| {
        let at = trace.events.iter().position(|event| trace.tables.show_site(event.site) == name);
        u32::try_from(at.unwrap_or_else(|| panic!("no event {name}"))).unwrap()
    };
    window.before(find(first), find(second))
}

fn assert_orders(trace: &Trace, kept: &[(&str, &str)], free: &[(&str, &str)]) {
    assert_eq!(problems(trace, 1), []);
    for (first, second) in kept {
        assert!(ordered(trace, first, second), "{first} must precede {second}");
    }
    for (first, second) in free {
        assert!(!ordered(trace, first, second), "{first} needs not precede {second}");
    }
}

/// The pairs of lines that an analysis reports.
fn lines(trace: &Trace, analysis: Analysis) -> BTreeSet<(u32, u32)> {
    let options = Options { analyses: vec![analysis], ..Options::default() };
    let prediction = predict(trace, &options).remove(0);
    assert_eq!(prediction.counts.rejected, 0, "{:?}", prediction.mistakes);
    let line = |access: &deadheat_predict::Access| trace.tables.sites[access.site.index()].line;
    let pair = |(one, other): (u32, u32)| (one.min(other), one.max(other));
    prediction.races.keys().map(|key| pair((line(&key[0]), line(&key[1])))).collect()
}

const WITHOUT: [Analysis; 3] = [Analysis::HappensBefore, Analysis::CausallyPrecedes, Analysis::Maximal];

/// Two missing methods with these sets between a write in one thread and a read in the other.
fn figure_4_1(first: &[&str], second: &[&str]) -> Trace {
    let mut b = TraceBuilder::new();
    b.at("write:1").write("t1", "x", 1);
    b.at("b1").method_begin("t1", "m1", first).at("e1").method_end("t1", "m1");
    b.at("b2").method_begin("t2", "m2", second).at("e2").method_end("t2", "m2");
    b.at("read:2").read("t2", "x", 1);
    b.build()
}

#[test]
fn figure_4_1_missing_methods_that_share_an_address_order_what_is_around_them() {
    let shared = figure_4_1(&["y"], &["y"]);
    assert_orders(&shared, &[("e1", "b2"), ("write:1", "read:2")], &[]);
    for analysis in WITHOUT {
        assert_eq!(lines(&shared, analysis), BTreeSet::from([(1, 2)]), "{analysis:?} does not know");
    }
    assert_eq!(lines(&shared, Analysis::Rdit), BTreeSet::new());
    let disjoint = figure_4_1(&["y"], &["z"]);
    assert_orders(&disjoint, &[], &[("e1", "b2"), ("b1", "e2")]);
    assert_eq!(lines(&disjoint, Analysis::Rdit), BTreeSet::from([(1, 2)]));
}

/// Six BarrierPairs a to f of four threads.
fn figure_4_2(f: &[&str]) -> TraceBuilder {
    let mut b = TraceBuilder::new();
    for (name, thread, objects) in [
        ("a", "t1", &["x"][..]),
        ("d", "t3", &["z"]),
        ("c", "t2", &["x", "y"]),
        ("f", "t4", f),
        ("b", "t1", &["y"]),
        ("e", "t3", &["w"]),
    ] {
        b.at(&format!("{name}.begin")).method_begin(thread, name, objects);
        b.at(&format!("{name}.end")).method_end(thread, name);
        b.at(&format!("after {name}")).read(thread, &format!("local of {thread}"), 0);
    }
    b
}

#[test]
fn figure_4_2_has_four_orders() {
    let trace = figure_4_2(&["z", "w"]).build();
    let kept = [("a.end", "c.begin"), ("c.end", "b.begin"), ("d.end", "f.begin"), ("f.end", "e.begin")];
    let free = [
        ("a.begin", "d.end"),
        ("d.begin", "c.end"),
        ("c.begin", "f.end"),
        ("c.begin", "e.end"),
        ("a.begin", "f.end"),
    ];
    assert_orders(&trace, &kept, &free);
}

#[test]
fn figure_4_3_pairs_that_overlap_in_time_have_three_orders() {
    let mut b = TraceBuilder::new();
    b.at("a.begin").method_begin("t1", "a", &["x"]);
    b.at("write:1").write("t3", "p", 1);
    b.at("d.begin").method_begin("t3", "d", &["x"]);
    b.at("a.end").method_end("t1", "a");
    b.at("read:2").read("t1", "p", 1);
    b.at("d.end").method_end("t3", "d");
    let trace = b.build();
    let kept = [("a.begin", "d.begin"), ("d.begin", "a.end"), ("a.end", "d.end"), ("write:1", "read:2")];
    assert_orders(&trace, &kept, &[]);
    assert_eq!(lines(&trace, Analysis::Maximal), BTreeSet::from([(1, 2)]));
    assert_eq!(lines(&trace, Analysis::Rdit), BTreeSet::new());
}

#[test]
fn figure_4_4_events_between_are_ordered() {
    let mut b = TraceBuilder::new();
    b.at("a.begin").method_begin("t1", "a", &["s"]);
    b.at("d.begin").method_begin("t3", "d", &["s"]);
    b.at("read:1").read("t1", "x", 0);
    b.at("write:2").write("t3", "x", 1);
    b.at("a.end").method_end("t1", "a");
    b.at("d.end").method_end("t3", "d");
    let trace = b.build();
    assert_orders(&trace, &[("read:1", "write:2")], &[]);
    assert_eq!(lines(&trace, Analysis::Maximal), BTreeSet::from([(1, 2)]));
    assert_eq!(lines(&trace, Analysis::Rdit), BTreeSet::new());
}

#[test]
fn caveat_3_ordinary_events_are_ordered_with_a_pair_that_reaches_their_object() {
    let mut b = TraceBuilder::new();
    b.at("a.begin").method_begin("t1", "a", &["s"]);
    b.at("read:1").read("t1", "x", 0);
    b.at("while").read("t3", "s.f", 1);
    b.at("write:2").write("t3", "x", 1);
    b.at("a.end").method_end("t1", "a");
    let trace = b.build();
    assert_orders(&trace, &[("read:1", "while"), ("while", "a.end"), ("read:1", "write:2")], &[]);
    assert_eq!(lines(&trace, Analysis::Rdit), BTreeSet::new());
}

#[test]
fn figure_4_5_orders_are_transitive() {
    let trace = figure_4_2(&["z", "w", "y"]).build();
    assert_orders(&trace, &[("c.end", "f.begin"), ("f.end", "e.begin"), ("c.end", "e.begin")], &[]);
}

#[test]
fn accesses_during_one_pair_are_ordered_among_each_other() {
    // The untraced method may see s1.f and then write what lets s2.f be read: pairwise constraints do not say so.
    let mut b = TraceBuilder::new();
    b.at("write:1").write("t1", "x", 1);
    b.at("begin").method_begin("t2", "m", &["s1", "s2"]);
    b.at("one").write("t1", "s1.f", 1);
    b.at("other").read("t3", "s2.f", 0);
    b.at("end").method_end("t2", "m");
    b.at("read:2").read("t3", "x", 1);
    let trace = b.build();
    assert_orders(&trace, &[("one", "other"), ("write:1", "read:2")], &[]);
    assert_eq!(lines(&trace, Analysis::Rdit), BTreeSet::new());
}

#[test]
fn pairs_that_overlap_are_one_group() {
    // begin of m1 → untraced in m1 → (s1) → untraced in m2 → (s2) → the read of s2.f.
    let mut b = TraceBuilder::new();
    b.at("b2").method_begin("t2", "m2", &["s1", "s2"]);
    b.at("write:1").write("t1", "x", 1);
    b.at("b1").method_begin("t1", "m1", &["s1"]);
    b.at("other").read("t3", "s2.f", 0);
    b.at("read:2").read("t3", "x", 1);
    b.at("e1").method_end("t1", "m1");
    b.at("e2").method_end("t2", "m2");
    let trace = b.build();
    assert_orders(&trace, &[("b1", "other"), ("write:1", "read:2")], &[]);
    assert_eq!(lines(&trace, Analysis::Rdit), BTreeSet::new());
}

#[test]
fn traced_code_in_a_callback_is_not_ordered_by_the_call_around_it() {
    let mut b = TraceBuilder::new();
    for thread in ["t1", "t2"] {
        b.method_begin(thread, "submit", &["pool"]);
        b.event(thread, Op::CallbackBegin, 0);
    }
    b.at("write:1").write("t1", "x", 1).at("write:2").write("t2", "x", 2);
    for thread in ["t1", "t2"] {
        b.event(thread, Op::CallbackEnd, 0).method_end(thread, "submit");
    }
    assert_eq!(lines(&b.build(), Analysis::Rdit), BTreeSet::from([(1, 2)]));
}

/// While untraced code of t1 runs that was given o, t2 makes o refer to p, if it does so by a field of references.
fn stored(is_reference: bool) -> Trace {
    let mut b = TraceBuilder::new();
    let p = b.object("p");
    b.at("begin").method_begin("t1", "m", &["o"]);
    b.at("write:1").write("t2", "x", 1);
    b.at("store").write("t2", "o.f", p.0);
    b.at("other").acquire("t3", "p").release("t3", "p");
    b.at("read:2").read("t3", "x", 1);
    b.at("end").method_end("t1", "m");
    let mut trace = b.build();
    trace.tables.fields.iter_mut().for_each(|field| field.is_reference = is_reference);
    trace
}

#[test]
fn untraced_code_reaches_what_others_store_while_it_runs() {
    assert_orders(&stored(true), &[("store", "other"), ("write:1", "read:2"), ("other", "end")], &[]);
    assert_eq!(lines(&stored(true), Analysis::Rdit), BTreeSet::new());
    assert_orders(&stored(false), &[], &[("store", "other"), ("other", "end")]);
}

#[test]
fn untraced_code_has_what_callbacks_give_back_and_what_it_came_by() {
    for told in [Op::Reach, Op::CallbackEnd] {
        let mut b = TraceBuilder::new();
        let (nothing, more) = (b.reach(&[]), b.reach(&["p"]));
        b.at("write:1").write("t2", "x", 1).acquire("t2", "p").at("release").release("t2", "p");
        b.at("begin").method_begin("t1", "m", &[]);
        b.event("t1", Op::CallbackBegin, nothing.0.into());
        let end = if told == Op::CallbackEnd { more } else { nothing };
        b.at("back").event("t1", Op::CallbackEnd, end.0.into());
        if told == Op::Reach {
            b.at("told").event("t1", Op::Reach, more.0.into());
        }
        b.at("end").method_end("t1", "m").at("read:2").read("t1", "x", 1);
        let trace = b.build();
        assert_orders(&trace, &[("release", "end"), ("write:1", "read:2")], &[("release", "begin")]);
        assert_eq!(lines(&trace, Analysis::Rdit), BTreeSet::new());
    }
}

#[test]
fn untraced_code_that_may_touch_anything_is_ordered_with_all() {
    for object in [ObjectId::ANYTHING, ObjectId(4711)] {
        let mut b = TraceBuilder::new();
        let more = b.reach(&["p"]);
        b.at("write:1").write("t1", "x", 1);
        b.at("begin").method_begin("t1", "m", &[]).at("told").event("t1", Op::Reach, more.0.into());
        b.at("other").read("t2", "z", 0).at("read:2").read("t2", "x", 1).at("end").method_end("t1", "m");
        let mut trace = b.build();
        trace.tables.reach[more.index()] = vec![object];
        trace.tables.info.insert(SETS.to_owned(), TOUCHED_ANEW.to_owned());
        let is_anything = object == ObjectId::ANYTHING;
        assert_eq!(ordered(&trace, "told", "other"), is_anything);
        let expected = if is_anything { BTreeSet::new() } else { BTreeSet::from([(1, 2)]) };
        assert_eq!(lines(&trace, Analysis::Rdit), expected);
    }
}

/// RDIT 4.5, Figures 4.6 and 4.7: the account program; the main thread waits by `isAlive`, which is native.
fn account() -> Trace {
    let mut b = TraceBuilder::new();
    b.write("t0", "y", 0).write("t0", "x1", 0).write("t0", "x2", 0).fork("t0", "t1").fork("t0", "t2");
    b.begin("t1").at("Account.run:4").read("t1", "x1", 0).at("Account.run:4").write("t1", "x1", 100);
    b.at("Account.run:5").read("t1", "y", 0).at("Account.run:5").write("t1", "y", 100).end("t1");
    b.begin("t2").at("Account.run:7").read("t2", "x2", 0).at("Account.run:7").write("t2", "x2", 200);
    b.at("Account.run:8").read("t2", "y", 100).at("Account.run:8").write("t2", "y", 300).end("t2");
    b.method_begin("t0", "java.lang.Thread.isAlive", &["thread t1"])
        .method_end("t0", "java.lang.Thread.isAlive");
    b.method_begin("t0", "java.lang.Thread.isAlive", &["thread t2"])
        .method_end("t0", "java.lang.Thread.isAlive");
    b.at("Bank.main:16").read("t0", "x1", 100).at("Bank.main:17").read("t0", "x2", 200);
    b.at("Bank.main:19").read("t0", "y", 300);
    b.build()
}

#[test]
fn account_has_four_false_pairs_without_barrier_pairs_and_the_true_one_with_them() {
    let trace = account();
    assert_eq!(problems(&trace, 1), []);
    let reported = BTreeSet::from([(5, 8), (4, 16), (7, 17), (5, 19), (8, 19)]);
    for analysis in WITHOUT {
        assert_eq!(lines(&trace, analysis), reported, "{analysis:?}");
    }
    assert_eq!(lines(&trace, Analysis::Rdit), BTreeSet::from([(5, 8)]));
}

#[test]
fn removing_methods_never_makes_a_race_of_a_pair_that_is_none() {
    remove_at_random(Told::Reachable);
}

#[test]
fn removing_methods_that_tell_what_they_touch_never_does_either() {
    remove_at_random(Told::Touched);
}

fn remove_at_random(told: Told) {
    let count = std::env::var("DEADHEAT_RANDOM_COUNT").ok().and_then(|it| it.parse().ok()).unwrap_or(6_000);
    let seed =
        std::env::var("DEADHEAT_RANDOM_SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(0x5eed_0002);
    let mut random = Random(seed);
    let options = Options {
        analyses: vec![Analysis::Maximal, Analysis::Rdit],
        tries: usize::MAX,
        patience: u64::MAX,
        wants_all: true,
        ..Options::default()
    };
    let (mut false_without, mut kept, mut there) = (0, 0, 0);
    for round in 0..count {
        let length = 8 + random.below(8);
        let full = random_trace(&mut random, length);
        let part = remove_methods(&mut random, &full, told);
        let by_site: BTreeMap<_, _> =
            full.events.iter().enumerate().map(|(at, event)| (event.site, at)).collect();
        // A send in a part that is taken out has no say any more.
        let all = all_races(&full, Channels::Unwatched);
        // Some in small windows, which know of each other only what is carried over.
        let window = if round % 4 == 0 { 2 + random.below(10) } else { options.window };
        for prediction in predict(&part, &Options { window, ..options.clone() }) {
            let (rejected, mistakes) = (prediction.counts.rejected, &prediction.mistakes);
            assert_eq!(rejected, 0, "{mistakes:?} {} {:#?}", prediction.analysis.name(), part.events);
            for key in prediction.races.keys() {
                let (one, other) = (by_site[&key[0].site], by_site[&key[1].site]);
                let is_race = all.contains(&(one.min(other), one.max(other)));
                if prediction.analysis == Analysis::Maximal {
                    false_without += u64::from(!is_race);
                } else {
                    kept += u64::from(is_race && window == options.window);
                    let (full, part) = (&full.events, &part.events);
                    assert!(
                        is_race,
                        "trace {round}: {one} and {other} race only without\n{full:#?}\n{part:#?}"
                    );
                }
            }
        }
        let remains = |at: &usize| part.events.iter().any(|event| event.site == full.events[*at].site);
        if window == options.window {
            there += all.iter().filter(|(one, other)| remains(one) && remains(other)).count();
        }
    }
    assert!(false_without > 0, "without barrier pairs there must be false races, or the test says nothing");
    assert!(kept * 2 > there as u64, "RDIT still finds {kept} of {there}");
}
