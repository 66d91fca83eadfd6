//! The papers' examples, as traces.

#[allow(dead_code, reason = "only pairs of code places are asked for here")]
mod naive;

use std::collections::BTreeSet;

use deadheat_lockset::tree::{self, Element, History, Tree, TreeOptions};
use deadheat_lockset::{ChoiOptions, Hold, choi, eraser, ordered};
use deadheat_trace::{ObjectId, SiteId, ThreadId, Trace, TraceBuilder};

const PAPER: TreeOptions = TreeOptions { between_threads: true, spans: false, most_places: None };

/// Choi's figure 2; `q` is the lock of the second thread.
fn choi_figure_2(q: &str) -> Trace {
    let mut trace = TraceBuilder::new();
    trace.at("T01").write("main", "x.f", 100);
    trace.fork("main", "T1").fork("main", "T2");
    trace.acquire("T1", "this");
    trace.at("T11").write("T1", "x.f", 50);
    trace.acquire("T1", "p");
    trace.at("T14").read("T1", "x.f", 50);
    trace.at("T14g").write("T1", "x.g", 50);
    trace.release("T1", "p").release("T1", "this");
    trace.acquire("T2", q);
    trace.at("T21").write("T2", "x.f", 10);
    trace.release("T2", q);
    trace.build()
}

#[test]
fn figure_2_races_with_different_locks_and_with_the_same() {
    for q in ["q", "p"] {
        let trace = choi_figure_2(q);
        for races in [ordered(&trace), choi(&trace, ChoiOptions::default())] {
            let lines: BTreeSet<String> =
                races.iter().map(|race| trace.tables.sites[race.site.index()].method.clone()).collect();
            assert_eq!(lines, BTreeSet::from(["T21".to_owned()]), "{q}");
            // The write under the outer lock stands for the read; it is the one that is told of.
            let holds = races[0].earlier_locks.holds().iter().filter(|hold| hold.lock.0 < 1 << 40);
            assert_eq!(holds.count(), 1, "{q}");
        }
    }
}

#[test]
fn without_ownership_the_write_before_the_start_races_by_locks_alone() {
    let options = ChoiOptions { ownership: false, ..ChoiOptions::default() };
    let first = choi(&choi_figure_2("q"), options).remove(0);
    let trace = choi_figure_2("q");
    assert_eq!(trace.tables.sites[first.site.index()].method, "T11");
}

/// mtrt's statistics: two threads under a lock, then their parent, who waited for both.
#[test]
fn lock_sets_that_all_meet_each_other_without_one_common_lock_are_silent() {
    let mut trace = TraceBuilder::new();
    trace.fork("main", "T1").fork("main", "T2");
    for thread in ["T1", "T2"] {
        trace.acquire(thread, "syncObject");
        trace.at("child").write(thread, "statistics", 1);
        trace.release(thread, "syncObject");
        trace.end(thread);
    }
    trace.join("main", "T1").join("main", "T2");
    trace.at("parent").write("main", "statistics", 2);
    let trace = trace.build();
    assert_eq!(choi(&trace, ChoiOptions::default()), []);
    assert_eq!(choi(&trace, ChoiOptions { ownership: false, ..ChoiOptions::default() }), []);
    assert_eq!(ordered(&trace), []);
    assert_eq!(eraser(&trace).len(), 1, "Eraser asks for one common lock");
}

fn site(trace: &Trace, name: &str) -> SiteId {
    let at = trace.tables.sites.iter().position(|site| site.method == name).expect("a place");
    SiteId(at as u32)
}

fn pairs(trace: &Trace) -> BTreeSet<String> {
    let name = |site: SiteId| trace.tables.sites[site.index()].method.clone();
    let named = |(one, two): (SiteId, SiteId)| {
        let mut both = [name(one), name(two)];
        both.sort();
        both.join("-")
    };
    naive::places_of(trace, &naive::ordered_pairs(trace)).into_iter().map(named).collect()
}

#[test]
fn figure_3_1_two_of_twenty_writes_are_left() {
    let mut trace = TraceBuilder::new();
    for (thread, lock, place) in [("T0", "A", "1"), ("T1", "B", "2")] {
        for _ in 0..10 {
            trace.acquire(thread, lock);
            trace.at(place).write(thread, "x", 0);
            trace.release(thread, lock);
        }
    }
    let trace = trace.build();
    let (fewer, tree) = tree::filter(&trace, PAPER);
    assert_eq!(tree.counts(), (20, 18));
    assert_eq!(pairs(&fewer), BTreeSet::from(["1-2".to_owned()]));
}

#[test]
fn figure_3_2_a_code_place_counts_once_for_each_lock_that_it_is_under() {
    let mut trace = TraceBuilder::new();
    for turn in 0..10 {
        let lock = if turn < 5 { "A" } else { "B" };
        trace.at("6").read("T0", "x", 0);
        trace.acquire("T0", lock);
        trace.at("7").write("T0", "x", 0);
        trace.release("T0", lock);
    }
    trace.acquire("T1", "A");
    trace.at("other").write("T1", "x", 0);
    trace.release("T1", "A");
    let trace = trace.build();
    let (fewer, tree) = tree::filter(&trace, PAPER);
    assert_eq!(tree.counts(), (21, 17), "one read, a write for each lock, and the other thread's");
    assert_eq!(pairs(&fewer), pairs(&trace));
    assert!(pairs(&fewer).contains("7-other"), "the writes under B race with the one under A");
}

#[test]
fn figure_3_3_threads_that_start_alike_are_redundant_from_the_third_on() {
    let mut trace = TraceBuilder::new();
    for i in 1..10 {
        let thread = format!("T{i}");
        trace.at("1").read("T0", "x", 0);
        trace.fork("T0", &thread);
        trace.acquire("T0", "A");
        trace.at("3").write("T0", "x", 0);
        trace.release("T0", "A");
        if i < 5 {
            trace.acquire(&thread, "A");
        }
        trace.at("5").write(&thread, "x", 0);
        if i < 5 {
            trace.release(&thread, "A");
        }
    }
    let trace = trace.build();
    let (fewer, tree) = tree::filter(&trace, PAPER);
    assert_eq!(tree.counts(), (27, 5), "of nine threads, two with the lock and two without are left");
    assert_eq!(pairs(&fewer), pairs(&trace));
}

/// Figure 3.4b, event by event.
fn figure_3_4() -> Trace {
    let mut trace = TraceBuilder::new();
    for i in 1..4 {
        trace.fork("t0", &format!("t{i}"));
    }
    for i in 1..4 {
        trace.acquire("t0", &format!("L{i}"));
        trace.at("1").write("t0", "x", 0);
        trace.release("t0", &format!("L{i}"));
        trace.at("2").read("t0", "x", 0);
    }
    for i in 1..4 {
        let thread = format!("t{i}");
        trace.acquire(&thread, &format!("L{i}"));
        trace.at("3").write(&thread, "x", 0);
        trace.release(&thread, &format!("L{i}"));
        trace.at("4").write(&thread, "x", 0);
    }
    trace.build()
}

#[test]
fn figure_3_4_all_unique_races_are_left() {
    let trace = figure_3_4();
    assert_eq!(trace.events.len(), 27);
    let (fewer, tree) = tree::filter(&trace, PAPER);
    assert_eq!(tree.counts(), (12, 3), "the second and third read, and the third thread's bare write");
    let left: Vec<usize> = (0..27).filter(|&at| fewer.events.contains(&trace.events[at])).collect();
    assert_eq!(left.len(), 24 + 2, "two reads look like the one that is left");
    let six = ["1-3", "1-4", "2-3", "2-4", "3-3", "4-4"].map(str::to_owned);
    let found = pairs(&fewer);
    assert!(six.iter().all(|pair| found.contains(pair)), "{found:?}");
    // The paper does not name the seventh: the guarded write of one thread and the bare write of another.
    let seven: BTreeSet<String> = six.into_iter().chain(["3-4".to_owned()]).collect();
    assert_eq!(found, seven);
    assert_eq!(pairs(&trace), seven);
}

fn stack(history: &History, elements: &[Element]) -> Vec<u32> {
    history.stack(elements).iter().map(|thread| thread.0).collect()
}

#[test]
fn figures_3_5_and_3_6_the_states_of_the_tries() {
    let trace = figure_3_4();
    let mut tree = Tree::new(PAPER);
    trace.events.iter().for_each(|event| {
        tree.is_redundant(event);
    });
    let number = |name: &str| {
        let (&lock, _) = trace.tables.objects.iter().find(|(_, its)| its.as_str() == name).expect("a lock");
        lock
    };
    let lock = |name: &str| Element::Lock(Hold { lock: number(name), is_shared: false });
    let sent = [1, 2, 3].map(Element::Message);
    let x = trace.events[4].location();
    let history = |place: &str, is_write| tree.history(site(&trace, place), x, is_write).expect("a history");
    for name in ["L1", "L2", "L3"] {
        let path: Vec<Element> = sent.into_iter().chain([lock(name)]).collect();
        assert_eq!(stack(history("1", true), &path), [0], "place 1 under {name}");
    }
    assert_eq!(stack(history("2", false), &sent), [0]);
    for (thread, name) in [(1, "L1"), (2, "L2"), (3, "L3")] {
        assert_eq!(stack(history("3", true), &[lock(name)]), [thread], "place 3 under {name}");
    }
    assert_eq!(stack(history("4", true), &[]), [1, 2]);
    assert_eq!(history("1", true).nodes(), 1 + 3 + 3, "the messages are shared, the locks are not");
    assert_eq!(history("3", true).nodes(), 1 + 3);
    assert_eq!(tree.context(ThreadId(0)).expect("a context").elements(), sent);
    assert_ne!(number("L1"), ObjectId(0));
}

/// What theorem 3.3.1 does not see: who waits for two of three threads races with the third alone.
#[test]
fn between_threads_a_race_behind_joins_is_lost_and_within_threads_it_is_not() {
    let mut trace = TraceBuilder::new();
    for thread in ["t1", "t2", "t3"] {
        trace.fork("t0", thread);
    }
    for thread in ["t1", "t2", "t3"] {
        trace.at("child").write(thread, "x", 0);
        // The children are ordered among each other: only their parent can race.
        trace.acquire(thread, "L").release(thread, "L");
    }
    trace.join("t0", "t1").join("t0", "t2");
    trace.at("parent").read("t0", "x", 0);
    let trace = trace.build();
    let has = |options| {
        let (fewer, _) = tree::filter(&trace, options);
        pairs(&fewer).contains("child-parent")
    };
    assert!(pairs(&trace).contains("child-parent"));
    assert!(has(TreeOptions::default()));
    assert!(!has(PAPER));
}

/// Figure 3.7: an array is written five times; the first time is enough for who reports a location once.
#[test]
fn figure_3_7_spans_leave_the_first_access_of_each_element() {
    let mut trace = TraceBuilder::new();
    for _ in 0..5 {
        for index in 0..10 {
            trace.at("w").write("t0", &format!("array[{index}]"), 0);
        }
    }
    let spans = TreeOptions { spans: true, ..TreeOptions::default() };
    let (_, tree) = tree::filter(&trace.build(), spans);
    assert_eq!(tree.counts(), (50, 40));
}
