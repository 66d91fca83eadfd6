//! What methods do with locks that their callers hold or go on to hold.
//!
//! A method may return with a lock that it took, and give back one that it did not take. What it leaves held
//! must be so at all its returns; what it may give back is collected. Both are in terms of the parameters.
//! Methods are read again until nothing changes; then the result holds for calls of any depth, by induction.
//! Library code that calls back a method which gives locks back may give back any. If there is no end, no
//! method leaves a lock held, and each may give back any.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use deadheat_models::Bound;
use deadheat_points_to::{EdgeKind, PointsTo};
use deadheat_program::MethodId;
use deadheat_program::ir::InstId;
use rustc_hash::FxHashMap;

use crate::facts::{self, Facts, Held};
use crate::lock_calls;
use crate::paths::Path;

/// What a call of a method does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Locks that are held afterwards.
    pub(crate) acquires: Vec<Held>,
    /// Locks that may be given back; none if it may be any.
    pub(crate) releases: Option<Vec<Path>>,
}

impl Default for Effect {
    fn default() -> Effect {
        Effect { acquires: Vec::new(), releases: Some(Vec::new()) }
    }
}

impl Effect {
    const ANY: Effect = Effect { acquires: Vec::new(), releases: None };

    fn gives_back(&self) -> bool {
        self.releases.as_ref().is_none_or(|releases| !releases.is_empty())
    }
}

/// By call: the effects of the methods that it may run.
pub(crate) type Effects = BTreeMap<InstId, Vec<Effect>>;

/// How often the methods are read before nothing is taken for granted.
const ROUNDS: usize = 8;

/// The facts of the application's methods that can run.
pub(crate) fn read(points_to: &PointsTo<'_>, bound: &Bound<'_>) -> FxHashMap<MethodId, Rc<Facts>> {
    let program = points_to.program();
    let read = |method, effects: &Effects| match program.lower(method) {
        Ok(Some(body)) => Rc::new(facts::of(bound, &body, effects, &|inst, contract| {
            lock_calls::as_run(points_to, bound, method, inst, contract)
        })),
        _ => Rc::default(),
    };
    let own: Vec<MethodId> =
        points_to.methods().into_iter().filter(|method| program.is_application(method.class)).collect();
    let mut known: FxHashMap<MethodId, Rc<Facts>> =
        own.iter().map(|&method| (method, read(method, &Effects::default()))).collect();
    if known.values().all(|facts| facts.effect == Effect::default()) {
        return known;
    }
    let calls = Calls::of(points_to);
    let mut used: BTreeMap<MethodId, Effects> = BTreeMap::new();
    for round in 0.. {
        let others = calls.callbacks(&known);
        let mut changed = false;
        for &method in &own {
            let mut effects = calls.effects(method, &known, &others);
            if round >= ROUNDS {
                effects.values_mut().flatten().for_each(|effect| *effect = Effect::ANY);
            }
            if used.get(&method).unwrap_or(&Effects::default()) != &effects {
                changed = true;
                known.insert(method, read(method, &effects));
                used.insert(method, effects);
            }
        }
        if !changed || round > ROUNDS {
            break;
        }
    }
    known
}

/// Whom methods call, in the same thread.
struct Calls {
    by_method: BTreeMap<MethodId, BTreeMap<InstId, BTreeSet<MethodId>>>,
    callers: BTreeMap<MethodId, BTreeSet<MethodId>>,
}

impl Calls {
    fn of(points_to: &PointsTo<'_>) -> Calls {
        let mut calls = Calls { by_method: BTreeMap::new(), callers: BTreeMap::new() };
        for edge in points_to.method_edges() {
            if edge.kind != EdgeKind::Spawn {
                let by_call = calls.by_method.entry(edge.caller).or_default();
                by_call.entry(edge.inst).or_default().insert(edge.callee);
                calls.callers.entry(edge.callee).or_default().insert(edge.caller);
            }
        }
        calls
    }

    /// The library's methods that reach one of the application's which gives locks back.
    fn callbacks(&self, known: &FxHashMap<MethodId, Rc<Facts>>) -> BTreeSet<MethodId> {
        let mut found = BTreeSet::new();
        let mut work: Vec<MethodId> =
            known.iter().filter(|(_, facts)| facts.effect.gives_back()).map(|(&method, _)| method).collect();
        while let Some(callee) = work.pop() {
            for &caller in self.callers.get(&callee).into_iter().flatten() {
                if !known.contains_key(&caller) && found.insert(caller) {
                    work.push(caller);
                }
            }
        }
        found
    }

    /// The calls of a method that do something with locks.
    fn effects(
        &self,
        method: MethodId,
        known: &FxHashMap<MethodId, Rc<Facts>>,
        callbacks: &BTreeSet<MethodId>,
    ) -> Effects {
        let effect = |callee: &MethodId| match known.get(callee) {
            Some(facts) => facts.effect.clone(),
            None if callbacks.contains(callee) => Effect::ANY,
            None => Effect::default(),
        };
        let by_call = self.by_method.get(&method).into_iter().flatten();
        let effects = by_call.map(|(&inst, callees)| (inst, callees.iter().map(effect).collect::<Vec<_>>()));
        effects.filter(|(_, effects)| effects.iter().any(|effect| *effect != Effect::default())).collect()
    }
}
