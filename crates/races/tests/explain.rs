//! What is explained agrees with what is reported and counted: over programs of the corpus, each pair of
//! accesses is a race of the scan, or removed, or never of one object, or orders.

mod support;

use std::collections::BTreeSet;

use deadheat_harness::corpus::{self, CorpusProgram, Engine};
use deadheat_harness::{Compiled, check_each, compile_each};
use deadheat_models::{Bound, Models};
use deadheat_points_to::{Options, PointsTo};
use deadheat_races::{Asked, Filters, Target, ThreadKind, explain_pairs, scan};

/// Every so many programs are enough: `corpus.rs` has them all.
const STEP: usize = 10;

/// How often each thing was said.
#[derive(Debug, Default)]
struct Said {
    reported: usize,
    escape: usize,
    parallel: usize,
    locks: usize,
    aliasing: usize,
    ordering: usize,
}

#[test]
fn explanations_agree_with_the_scan() {
    let mut programs = corpus::load().expect("every program parses");
    programs.retain(|program| program.engines.contains(&Engine::Scan));
    let programs = programs.into_iter().step_by(STEP).collect();
    let programs = compile_each(programs, |program: &CorpusProgram| program.jdk, CorpusProgram::compilation);
    let models = support::models();
    let mut all = Said::default();
    for said in check_each(&programs, |compiled| check(&models, compiled)) {
        all.reported += said.reported;
        all.escape += said.escape;
        all.parallel += said.parallel;
        all.locks += said.locks;
        all.aliasing += said.aliasing;
        all.ordering += said.ordering;
    }
    let Said { reported, escape, parallel, locks, aliasing, ordering } = all;
    let least = [reported, escape, parallel, locks, aliasing, ordering].into_iter().min();
    assert!(least > Some(0), "something was never tried: {all:?}");
}

fn check(models: &Models, compiled: &Compiled<CorpusProgram>) -> Said {
    let Compiled { program: source, jdk, classes } = compiled;
    let (compiled, main) = ((*jdk, classes.as_path()), Some(source.name.as_str()));
    support::analysed(
        models,
        compiled,
        main,
        |_| Options::default(),
        |points_to, bound| said(&points_to, bound, &source.path.display().to_string()),
    )
}

/// Holds what is explained against what is reported.
fn said(points_to: &PointsTo<'_>, bound: &Bound<'_>, path: &str) -> Said {
    let filters = Filters::default();
    let found = scan(points_to, bound, filters);
    let whole = explain_pairs(points_to, bound, filters, Asked::Ends(&|_| true, None));

    let races = found.races.iter().map(|race| (race.target, race.first, race.second));
    let reported = whole.pairs.iter().filter(|pair| pair.is_race);
    let reported: BTreeSet<_> = reported.map(|pair| (pair.target, pair.first, pair.second)).collect();
    assert_eq!(races.collect::<BTreeSet<_>>(), reported, "{path}");
    let counts = found.counts;
    assert_eq!(counts.aliasing, whole.aliasing + whole.ordering, "{path}");
    assert_eq!(counts.original, counts.aliasing + whole.pairs.len(), "{path}");
    let removed = |is_removed: fn(&deadheat_races::Removed) -> bool| {
        whole.pairs.iter().filter(|pair| is_removed(&pair.removed)).count()
    };
    let said = Said {
        reported: reported.len(),
        escape: removed(|removed| removed.escape),
        parallel: removed(|removed| removed.parallel),
        locks: removed(|removed| removed.locks),
        aliasing: whole.aliasing,
        ordering: whole.ordering,
    };
    // What a race publishes may race, too, which no filter's own count knows.
    let of_filters = [counts.escape, counts.parallel, counts.locks];
    let explained = [said.escape, said.parallel, said.locks];
    assert!(of_filters.iter().zip(explained).all(|(&count, said)| count >= said), "{path}: {said:?}");

    // What is said at once for many races is what the counterexample says.
    for side in found.races.iter().flat_map(|race| &race.sides) {
        let shown = found.counterexample(points_to, side);
        assert_eq!(shown.thread, found.thread_kind(side), "{path}");
        assert_ne!(shown.thread, ThreadKind::Caller, "{path}: nobody calls a program from outside");
        assert_eq!(shown.locks.is_empty(), !found.holds_lock(side), "{path}");
    }

    // A field's pairs are those of the whole.
    let fields: BTreeSet<_> = whole.pairs.iter().map(|pair| pair.target).collect();
    for target in fields {
        let Target::Field(field) = target else { continue };
        let own = explain_pairs(points_to, bound, filters, Asked::Field(field)).pairs;
        let ends = |pair: &deadheat_races::ExplainedPair| (pair.first, pair.second, pair.is_race);
        let of_whole = whole.pairs.iter().filter(|pair| pair.target == target);
        assert!(of_whole.map(ends).eq(own.iter().map(ends)), "{path}");
        break; // The program is read anew for each question.
    }
    said
}
