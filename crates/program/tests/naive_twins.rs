//! Dominators, post-dominators, loops and interning against their definitions, on real methods.

use std::collections::{BTreeSet, HashMap};

use deadheat_harness::{Random, jdk_for};
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BlockId, Body};
use deadheat_program::loops::Loops;
use deadheat_program::{Program, ProgramOptions, Symbols};

/// Bodies of a few hundred methods with some control flow, small enough for cubic algorithms.
fn for_each_body(mut check: impl FnMut(&str, &Body)) {
    let jdk = jdk_for(17).expect("a JDK of 17 or newer");
    let options = ProgramOptions { jdk: Some(jdk.home.clone()), ..Default::default() };
    let program = Program::open(&options).expect("a JDK");
    let packages = ["java/util/", "java/util/concurrent/", "java/math/"];
    let mut count = 0;
    for class in program.classes() {
        let name = program.symbols().text(program.class_name(class)).into_owned();
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        if !packages.iter().any(|wanted| wanted.trim_end_matches('/') == package) {
            continue;
        }
        for method in program.methods(class).expect("readable") {
            let Some(body) = program.lower(method).expect("it lowers") else { continue };
            if (4..60).contains(&body.block_count()) {
                check(&program.display_method(method), &body);
                count += 1;
            }
        }
    }
    assert!(count > 1000, "only {count} bodies");
}

/// What is reached from a set of blocks by `next`, when `removed` is not entered.
fn reached(
    from: &[BlockId],
    removed: Option<BlockId>,
    next: impl Fn(BlockId) -> Vec<BlockId>,
) -> BTreeSet<BlockId> {
    let mut seen = BTreeSet::new();
    let mut work: Vec<BlockId> = from.to_vec();
    while let Some(block) = work.pop() {
        if Some(block) != removed && seen.insert(block) {
            work.extend(next(block));
        }
    }
    seen
}

#[test]
fn dominators_are_what_no_way_from_the_entry_avoids() {
    for_each_body(|name, body| {
        let tree = DominatorTree::dominators(body);
        for a in body.blocks() {
            let without = reached(&[BlockId::ENTRY], Some(a), |block| body.all_succs(block).collect());
            for b in body.blocks() {
                assert_eq!(tree.dominates(a, b), a == b || !without.contains(&b), "{name}: {a} {b}");
            }
        }
    });
}

#[test]
fn post_dominators_are_what_no_way_to_an_exit_avoids() {
    for_each_body(|name, body| {
        let tree = DominatorTree::post_dominators(body);
        let exits: Vec<BlockId> = body.blocks().filter(|&block| body.succs(block).is_empty()).collect();
        let back = |block: BlockId| body.preds(block).to_vec();
        let leaving = reached(&exits, None, back);
        for a in body.blocks() {
            let without = reached(&exits, Some(a), back);
            for b in body.blocks().filter(|block| leaving.contains(block)) {
                let expected = a == b || leaving.contains(&a) && !without.contains(&b);
                assert_eq!(tree.dominates(a, b), expected, "{name}: {a} {b}");
            }
        }
    });
}

#[test]
fn parents_are_the_closest_dominators() {
    for_each_body(|name, body| {
        let tree = DominatorTree::dominators(body);
        for block in body.blocks() {
            let strict: Vec<BlockId> =
                body.blocks().filter(|&other| other != block && tree.dominates(other, block)).collect();
            let closest = strict.iter().copied().find(|&a| strict.iter().all(|&b| tree.dominates(b, a)));
            assert_eq!(tree.parent(block), closest, "{name}: {block}");
        }
    });
}

#[test]
fn loops_are_what_reaches_a_back_edge_without_its_head() {
    for_each_body(|name, body| {
        let tree = DominatorTree::dominators(body);
        let loops = Loops::find(body, &tree);
        let mut heads = BTreeSet::new();
        for (id, natural) in loops.iter() {
            heads.insert(natural.head);
            let mut expected =
                reached(&natural.latches, Some(natural.head), |block| body.preds(block).to_vec());
            expected.insert(natural.head);
            assert_eq!(natural.blocks.iter().copied().collect::<BTreeSet<_>>(), expected, "{name}");
            let around =
                loops.iter().filter(|(other, outer)| *other != id && outer.blocks.contains(&natural.head));
            assert_eq!(natural.depth as usize, around.count() + 1, "{name}");
        }
        for block in body.blocks() {
            let is_head = body.preds(block).iter().any(|&pred| tree.dominates(block, pred));
            assert_eq!(heads.contains(&block), is_head, "{name}: {block}");
            let innermost = loops.iter().filter(|(_, natural)| natural.blocks.contains(&block));
            let innermost = innermost.max_by_key(|(_, natural)| natural.depth).map(|(id, _)| id);
            assert_eq!(loops.innermost(block), innermost, "{name}: {block}");
        }
    });
}

#[test]
fn interning_gives_one_number_per_string_from_many_threads() {
    let symbols = Symbols::default();
    let found: Vec<HashMap<Vec<u8>, deadheat_program::Name>> = std::thread::scope(|scope| {
        let threads = (0..4).map(|seed| {
            let symbols = &symbols;
            scope.spawn(move || {
                let mut random = Random::new(seed);
                let mut known = HashMap::new();
                for _ in 0..20_000 {
                    let text: Vec<u8> = (0..random.below(4)).map(|_| b'a' + random.below(20) as u8).collect();
                    let name = symbols.name(&text);
                    assert_eq!(symbols.bytes(name), text);
                    assert_eq!(symbols.find(&text), Some(name));
                    assert_eq!(*known.entry(text).or_insert(name), name);
                }
                known
            })
        });
        threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut all: HashMap<&[u8], deadheat_program::Name> = HashMap::new();
    for known in &found {
        for (text, &name) in known.iter().collect::<std::collections::BTreeMap<_, _>>() {
            assert_eq!(*all.entry(text).or_insert(name), name);
        }
    }
}
