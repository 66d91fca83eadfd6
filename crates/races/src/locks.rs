//! Locks (Chord 3.7): two accesses exclude each other when they are made under one lock.
//!
//! Which locks are held at the beginning of a method is what all its callers hold at their calls, in terms of
//! the parameters. Two accesses of one object exclude each other when both hold a lock that
//! 1. is global: a class, what a final static field holds, an object of which there is only one; or
//! 2. lies at the same final fields of the accessed object (none, for a lock on the object itself); or
//! 3. is, or lies at the same final fields of, what owns the accessed object by the same fields (see `owned`).
//!
//! A thread's own object is like a lock that only this thread ever holds; that an object is being constructed is
//! like a lock that its constructors hold (`constructing`).

use std::collections::VecDeque;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::FieldId;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::candidates;
use crate::facts::{Access, Base, Call, Facts, Held, Moment};
use crate::owned::Owned;
use crate::paths::{Path, Root};
use crate::threads::{Graph, MAIN};

/// By instance: the locks that are held whenever it begins, in the main thread or in others; none for instances that are not called.
pub(crate) fn at_entry(
    points_to: &PointsTo<'_>,
    singles: &Bits,
    graph: &Graph,
    facts: &FxHashMap<InstanceId, Rc<Facts>>,
    owned: &Owned,
    in_main: bool,
) -> Vec<Option<Vec<Held>>> {
    let mut held: Vec<Option<Vec<Held>>> = vec![None; graph.calls.len()];
    let mut work = VecDeque::new();
    let threads = if in_main { &graph.threads[..=MAIN] } else { &graph.threads[MAIN + 1..] };
    for thread in threads {
        for &root in &thread.roots {
            let own = own_thread(points_to, root).filter(|_| thread.runs_itself);
            held[root.index()] = Some(own.into_iter().collect());
            work.push_back(root);
        }
    }
    while let Some(caller) = work.pop_front() {
        let Some(own) = held[caller.index()].clone() else { continue };
        for &(inst, callee) in &graph.calls[caller.index()] {
            let passed: Vec<Held> = match facts.get(&caller).and_then(|facts| facts.call_at(inst)) {
                Some(call) => {
                    let unique = uniques(points_to, singles, caller, &call.moment.held);
                    let entry = own.iter().filter(|held| call.moment.keeps(held));
                    let all = call.moment.held.iter().chain(entry).chain(&unique);
                    all.flat_map(|held| passed(points_to, owned, caller, call, held)).collect()
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

/// A lock as a callee sees it: by its parameters.
fn passed(
    points_to: &PointsTo<'_>,
    owned: &Owned,
    caller: InstanceId,
    call: &Call,
    held: &Held,
) -> Vec<Held> {
    let as_seen = |lock, (above, beside)| Held { lock, value: None, above, beside, ..*held };
    let mut seen = Vec::new();
    if held.above.is_empty() {
        let paths: Vec<&Path> = call.arguments.iter().map(|argument| &argument.path).collect();
        seen.extend(held.lock.in_callee(&paths).map(|lock| as_seen(lock, Default::default())));
    }
    for (index, argument) in call.arguments.iter().enumerate() {
        for way in above(points_to, owned, caller, held, argument) {
            seen.push(as_seen(Path::new(Root::Param(index as u16)), way));
        }
    }
    seen
}

/// From an object to a lock: the fields by which its owner holds it, and the final fields of the owner.
type Way = (Vec<FieldId>, Vec<FieldId>);

/// The ways from an object to a lock.
fn above(
    points_to: &PointsTo<'_>,
    owned: &Owned,
    instance: InstanceId,
    held: &Held,
    base: &Base,
) -> Vec<Way> {
    let mut found = Vec::new();
    if !held.above.is_empty() && base.path == held.lock {
        found.push((held.above.clone(), held.beside.clone()));
    }
    let mut fields: Vec<FieldId> = Vec::new();
    for load in &base.loads {
        if !owned.is_owned(points_to, instance, load) {
            break;
        }
        fields.insert(0, load.field);
        if !held.above.is_empty() && load.from == held.lock {
            let above = held.above.iter().chain(&fields).copied().collect();
            found.push((above, held.beside.clone()));
        }
        if held.above.is_empty()
            && let Some(beside) = held.lock.beyond(&load.from)
        {
            found.push((fields.clone(), beside.to_vec()));
        }
    }
    found
}

/// A thread's own object: each thread has another one.
fn own_thread(points_to: &PointsTo<'_>, root: InstanceId) -> Option<Held> {
    let program = points_to.program();
    let thread = program.find_class("java/lang/Thread")?;
    let method = points_to.method(root)?;
    let is_own = program.is_subclass(method.class, thread)
        && program.method(method).is_ok_and(|method| !method.flags.is_static());
    is_own.then(|| Held { is_thread: true, ..Held::new(Path::new(Root::Param(0)), None, false) })
}

/// The same locks by the objects that they are, where there is one.
fn uniques(points_to: &PointsTo<'_>, singles: &Bits, instance: InstanceId, held: &[Held]) -> Vec<Held> {
    let objects = |held: &Held| match (held.value, held.lock.root, &held.lock.fields[..]) {
        (Some(value), ..) => points_to.points_to(instance, value),
        // A synchronized method's own object.
        (None, Root::Param(index), []) if !held.is_thread && held.above.is_empty() => {
            points_to.parameters(instance).into_iter().nth(usize::from(index)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let unique = |held: &Held| match objects(held)[..] {
        [only] if singles.contains(only.index()) => {
            let lock = Path::new(Root::Object(only));
            Some(Held { is_explicit: held.is_explicit, ..Held::new(lock, None, held.shared) })
        }
        _ => None,
    };
    held.iter().filter_map(unique).collect()
}

/// What is known of the locks at an access, in terms of the accessed object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Guard {
    Global(Path),
    /// At these fields of the object.
    Below(Vec<FieldId>),
    /// The object's owner holds it at the first fields, and the lock at the others.
    Above(Way),
    /// That of the object's wrapper, if it has one wrapper at most.
    Wrapper,
    /// None: the object is being constructed, which one thread does.
    Constructor,
}

/// The guards of an access.
pub(crate) fn guards(
    points_to: &PointsTo<'_>,
    singles: &Bits,
    instance: InstanceId,
    (access, way): (&Access, candidates::Way),
    entry: &[Held],
    owned: &Owned,
) -> Vec<Guarded> {
    // The state that an iterator or view is about is its collection's.
    guards_at((points_to, singles, owned), instance, (&access.moment, access.base_by(way)), entry, |_| true)
}

/// The guards at a moment, in terms of an object if there is one.
pub(crate) fn guards_at(
    (points_to, singles, owned): (&PointsTo<'_>, &Bits, &Owned),
    instance: InstanceId,
    (moment, base): (&Moment, Option<&Base>),
    entry: &[Held],
    is_meant: impl Fn(&Held) -> bool,
) -> Vec<Guarded> {
    let unique = uniques(points_to, singles, instance, &moment.held);
    let mut guards = Vec::new();
    let entry = entry.iter().filter(|held| moment.keeps(held));
    for held in moment.held.iter().chain(entry).chain(&unique).filter(|held| is_meant(held)) {
        let mut add = |guard| guards.push(Guarded { guard, shared: held.shared, is_thread: held.is_thread });
        if held.above.is_empty() && held.lock.is_global() {
            add(Guard::Global(held.lock.clone()));
        }
        let Some(base) = base else { continue };
        if held.above.is_empty()
            && let Some(fields) = held.lock.beyond(&base.path)
        {
            add(Guard::Below(fields.to_vec()));
        }
        for way in above(points_to, owned, instance, held, base) {
            add(Guard::Above(way));
        }
    }
    guards
}

/// A guard, and how it is held.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Guarded {
    guard: Guard,
    shared: bool,
    is_thread: bool,
}

impl Guarded {
    /// The lock of an object.
    pub(crate) fn object(object: ObjectId) -> Guarded {
        let guard = Guard::Global(Path::new(Root::Object(object)));
        Guarded { guard, shared: false, is_thread: false }
    }

    /// Whether it is a lock, and not something that has the same effect.
    pub(crate) fn is_lock(&self) -> bool {
        !self.is_thread && self.guard != Guard::Constructor
    }

    /// The object is being constructed.
    pub(crate) const CONSTRUCTOR: Guarded =
        Guarded { guard: Guard::Constructor, shared: false, is_thread: false };
    /// The lock of the accessed object itself.
    pub(crate) const ITSELF: Guarded =
        Guarded { guard: Guard::Below(Vec::new()), shared: false, is_thread: false };
    /// The lock of the object's wrapper.
    pub(crate) const WRAPPER: Guarded = Guarded { guard: Guard::Wrapper, shared: false, is_thread: false };
}

/// Whether two accesses of an object exclude each other, of which there may be one wrapper at most.
pub(crate) fn exclude(first: &[Guarded], second: &[Guarded], has_one_wrapper: bool) -> bool {
    first.iter().filter(|one| one.guard != Guard::Wrapper || has_one_wrapper).any(|one| {
        second.iter().any(|other| {
            one.guard == other.guard && one.is_thread == other.is_thread && !(one.shared && other.shared)
        })
    })
}
