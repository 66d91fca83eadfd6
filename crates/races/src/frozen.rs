//! Arrays that are filled before anybody else sees them, and not written afterwards: two loads of one element of
//! one such array, by the same index, give the same object, so that a lock on the one is a lock on the other.

use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, ObjectId, PointsTo, SiteKind};
use deadheat_program::MethodId;
use deadheat_program::ir::{Body, Const, Inst, InstId, Value};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::candidates::Way;
use crate::escape::Unseen;
use crate::facts::{Facts, Place};
use crate::owned::Owned;
use crate::paths::{Path, Root};

type AllFacts = FxHashMap<InstanceId, Rc<Facts>>;

/// The facts, where loads of one element have one name.
pub(crate) fn name_elements(
    points_to: &PointsTo<'_>,
    facts: &AllFacts,
    unseen: &Unseen,
    owned: &Owned,
) -> AllFacts {
    let mut named = facts.clone();
    let mut by_method: BTreeMap<MethodId, Vec<InstanceId>> = BTreeMap::new();
    for instance in points_to.all_instances() {
        if let (Some(facts), Some(method)) = (facts.get(&instance), points_to.method(instance))
            && locks_values(facts)
        {
            by_method.entry(method).or_default().push(instance);
        }
    }
    let mut written: Option<Bits> = None;
    for (method, instances) in by_method {
        let Ok(Some(body)) = points_to.program().lower(method) else { continue };
        let loads = repeated_loads(points_to, &body);
        for instance in instances.into_iter().filter(|_| !loads.is_empty()) {
            let written = written.get_or_insert_with(|| written_later(points_to, facts, unseen, owned));
            let is_frozen = |array: Value| {
                let arrays = points_to.points_to(instance, array);
                !arrays.is_empty() && arrays.iter().all(|&array| is_frozen(points_to, written, array))
            };
            let same: FxHashMap<InstId, InstId> = loads
                .iter()
                .filter(|load| is_frozen(load.array))
                .map(|load| (load.value, load.first))
                .collect();
            if !same.is_empty() {
                let renamed = rename(&facts[&instance], &same);
                named.insert(instance, Rc::new(renamed));
            }
        }
    }
    named
}

/// Whether a lock is held that is known by a local value only.
fn locks_values(facts: &Facts) -> bool {
    let moments = facts.accesses.iter().map(|access| &access.moment);
    moments.flat_map(|moment| &moment.held).any(|held| matches!(held.lock.root, Root::Value(_)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Index {
    Constant(i32),
    Value(Value),
}

/// A load of an element that was loaded before.
struct Repeated {
    value: InstId,
    first: InstId,
    array: Value,
}

/// The loads that have the same array and index as an earlier one, in a body that stores no elements.
fn repeated_loads(points_to: &PointsTo<'_>, body: &Body) -> Vec<Repeated> {
    if body.insts().any(|inst| matches!(body.inst(inst), Inst::ArrayStore(..))) {
        return Vec::new();
    }
    let mut firsts: FxHashMap<(Path, Index), InstId> = FxHashMap::default();
    let mut repeated = Vec::new();
    for value in body.insts() {
        let Inst::ArrayLoad(_, array, index) = body.inst(value) else { continue };
        let index = match body.inst(index) {
            Inst::Const(Const::Int(number)) => Index::Constant(number),
            _ => Index::Value(index),
        };
        let key = (Path::of(points_to.program(), body, array), index);
        let first = *firsts.entry(key).or_insert(value);
        if first != value {
            repeated.push(Repeated { value, first, array });
        }
    }
    repeated
}

/// The arrays of which an element may be written when others see the array.
fn written_later(points_to: &PointsTo<'_>, facts: &AllFacts, unseen: &Unseen, owned: &Owned) -> Bits {
    let mut written = Bits::default();
    for instance in points_to.all_instances() {
        let Some(facts) = facts.get(&instance) else { continue };
        for access in facts.accesses.iter().filter(|access| access.is_write) {
            let is_meant = matches!(access.place, Place::Elements | Place::Variable(..));
            let Some(base) = access.base.as_ref().filter(|_| is_meant) else { continue };
            if !unseen.is_access(points_to, owned, instance, (access, Way::Itself)) {
                for array in points_to.points_to(instance, base.value) {
                    written.insert(array.index());
                }
            }
        }
    }
    written
}

/// Whether an array's elements stay what they were when others saw it first: the application made it, and
/// nothing that we see writes to it.
fn is_frozen(points_to: &PointsTo<'_>, written: &Bits, array: ObjectId) -> bool {
    let site = points_to.sites(array).first().copied();
    let is_own = site.is_some_and(|site| {
        matches!(points_to.site_kind(site), SiteKind::Alloc(..))
            && points_to
                .site_place(site)
                .is_some_and(|(method, _)| points_to.program().is_application(method.class))
    });
    is_own && !written.contains(array.index())
}

fn rename(facts: &Facts, same: &FxHashMap<InstId, InstId>) -> Facts {
    let mut facts = facts.clone();
    let rename = |path: &mut Path| {
        if let Root::Value(value) = path.root
            && let Some(&first) = same.get(&value)
        {
            path.root = Root::Value(first);
        }
    };
    for access in &mut facts.accesses {
        access.moment.held.iter_mut().for_each(|held| rename(&mut held.lock));
        for base in access.base.iter_mut().chain(&mut access.owner) {
            rename(&mut base.path);
            base.loads.iter_mut().for_each(|load| rename(&mut load.from));
        }
    }
    for call in &mut facts.calls {
        call.moment.held.iter_mut().for_each(|held| rename(&mut held.lock));
        for base in &mut call.arguments {
            rename(&mut base.path);
            base.loads.iter_mut().for_each(|load| rename(&mut load.from));
        }
    }
    facts
}
