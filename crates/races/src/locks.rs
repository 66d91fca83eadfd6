//! Locks (Chord 3.7): two accesses exclude each other when they are made under one lock.
//!
//! Which locks are held at the beginning of a method is what all its callers hold at their calls, in terms of
//! the parameters. Two accesses of one object exclude each other when both hold a lock that
//! 1. is global: a class, or what a final static field holds; or
//! 2. lies at the same final fields of the accessed object (none, for a lock on the object itself); or
//! 3. holds the accessed object in fields that two owners never share (see `owned`).

use std::collections::VecDeque;
use std::rc::Rc;

use deadheat_points_to::InstanceId;
use deadheat_program::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::{Access, Facts, Held};
use crate::paths::Path;
use crate::threads::Graph;

/// By instance: the locks that are held whenever it begins; none for instances that are not called.
pub(crate) fn at_entry(graph: &Graph, facts: &FxHashMap<InstanceId, Rc<Facts>>) -> Vec<Option<Vec<Held>>> {
    let mut held: Vec<Option<Vec<Held>>> = vec![None; graph.calls.len()];
    let mut work = VecDeque::new();
    for root in graph.threads.iter().flat_map(|thread| &thread.roots) {
        held[root.index()] = Some(Vec::new());
        work.push_back(*root);
    }
    while let Some(caller) = work.pop_front() {
        let Some(own) = held[caller.index()].clone() else { continue };
        for &(inst, callee) in &graph.calls[caller.index()] {
            let passed: Vec<Held> = match facts.get(&caller).and_then(|facts| facts.call_at(inst)) {
                Some(call) => {
                    let all = call.moment.held.iter().chain(&own);
                    let seen = |held: &Held| {
                        let lock = held.lock.in_callee(&call.arguments)?;
                        Some(Held { lock, shared: held.shared })
                    };
                    all.filter_map(seen).collect()
                }
                None => own.iter().filter(|held| held.lock.is_global()).cloned().collect(),
            };
            let known = &mut held[callee.index()];
            let changed = match known {
                Some(known) => {
                    let before = known.len();
                    known.retain(|held| passed.contains(held));
                    known.len() != before
                }
                None => {
                    *known = Some(passed);
                    true
                }
            };
            if changed {
                work.push_back(callee);
            }
        }
    }
    held
}

/// What is known of the locks at an access, in terms of the accessed object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Guard {
    Global(Path),
    /// At these fields of the object.
    Below(Vec<FieldId>),
    /// It holds the object at these fields.
    Above(Vec<FieldId>),
}

/// The guards of an access.
pub(crate) fn guards(access: &Access, entry: &[Held], owned: &FxHashSet<FieldId>) -> Vec<(Guard, bool)> {
    let mut guards = Vec::new();
    for held in access.moment.held.iter().chain(entry) {
        if held.lock.is_global() {
            guards.push((Guard::Global(held.lock.clone()), held.shared));
        }
        let Some((_, base)) = &access.base else { continue };
        if let Some(fields) = held.lock.beyond(base) {
            guards.push((Guard::Below(fields.to_vec()), held.shared));
        }
        if let Some(fields) = base.beyond(&held.lock)
            && fields.iter().all(|field| owned.contains(field))
        {
            guards.push((Guard::Above(fields.to_vec()), held.shared));
        }
    }
    guards
}

/// Whether two accesses exclude each other.
pub(crate) fn exclude(first: &[(Guard, bool)], second: &[(Guard, bool)]) -> bool {
    first.iter().any(|(guard, shared)| {
        second.iter().any(|(other, other_shared)| guard == other && !(*shared && *other_shared))
    })
}
