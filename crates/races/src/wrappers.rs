//! Wrappers whose calls run under a lock: what a call does to the collection inside, and under which lock.
//!
//! A call on a wrapper is an access of the state inside. If the inner object is wrapped once at most, all
//! its wrappers are one, with one lock: two calls exclude each other, and so does who locks the wrapper
//! itself while working with an iterator of it. Otherwise nothing is known of the lock.

use std::rc::Rc;

use deadheat_models::{Bound, Object, Safety};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType};
use deadheat_program::{ClassId, FieldId, MethodId};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::candidates::Way;
use crate::facts::{Access, Base, Facts, Held, Place};

/// The wrappers of a program.
pub(crate) struct Wrappers {
    /// By object: what is inside, if it is a wrapper.
    inside: Vec<Vec<ObjectId>>,
    /// By object: whether it is a wrapper and its own lock.
    locks_itself: Bits,
    /// By object: whether it is a wrapper.
    wraps: Bits,
    /// Objects that are wrapped once at most.
    once: Bits,
}

impl Wrappers {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        facts: &FxHashMap<MethodId, Rc<Facts>>,
    ) -> Wrappers {
        let mut guards: FxHashMap<ClassId, Option<(FieldId, Vec<FieldId>)>> = FxHashMap::default();
        let mut found = Wrappers {
            inside: vec![Vec::new(); points_to.objects().len()],
            locks_itself: Bits::default(),
            wraps: Bits::default(),
            once: Bits::default(),
        };
        for object in points_to.objects() {
            let site = points_to.made_at(object);
            let is_once =
                |(method, inst)| facts.get(&method).is_some_and(|facts| facts.wrapped.contains(&inst));
            if site.is_some_and(is_once) {
                found.once.insert(object.index());
            }
            let RuntimeType::Class(class) = *points_to.object_type(object) else { continue };
            let Some((guard, parts)) = guards.entry(class).or_insert_with(|| guarded(bound, class)) else {
                continue;
            };
            found.wraps.insert(object.index());
            if points_to.field(object, *guard) == [object] {
                found.locks_itself.insert(object.index());
            }
            let inside = parts.iter().flat_map(|&part| points_to.field(object, part));
            found.inside[object.index()] = inside.collect();
        }
        found
    }

    /// What a wrapper has inside.
    pub(crate) fn inside(&self, wrapper: ObjectId) -> &[ObjectId] {
        &self.inside[wrapper.index()]
    }

    /// Whether the lock of whatever wraps an object is one lock.
    pub(crate) fn is_one(&self, object: Option<ObjectId>) -> bool {
        object.is_some_and(|object| self.once.contains(object.index()))
    }

    /// Whether an access is made under the lock of the wrapper of the accessed object.
    pub(crate) fn is_locked(
        &self,
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        instance: InstanceId,
        (access, way): (&Access, Way),
        entry: &[Held],
    ) -> bool {
        let is_held = |base: &Option<Base>| {
            base.as_ref().is_some_and(|base| self.is_held(points_to, instance, access, base, entry))
        };
        match (access.place, &access.base) {
            (Place::WrappedState(method), Some(Base { value, .. })) => {
                let objects = points_to.points_to(instance, *value);
                let mut wrappers = objects.into_iter().filter(|object| self.wraps.contains(object.index()));
                wrappers.all(|wrapper| takes_lock(points_to, bound, wrapper, method))
                    || is_held(&access.base)
                    || is_held(&access.owner)
            }
            _ => way == Way::View && is_held(&access.owner),
        }
    }

    /// Whether an access is made under the lock that an object, a wrapper, is itself.
    fn is_held(
        &self,
        points_to: &PointsTo<'_>,
        instance: InstanceId,
        access: &Access,
        base: &Base,
        entry: &[Held],
    ) -> bool {
        let objects = points_to.points_to(instance, base.value);
        let mut held = access.moment.held.iter().chain(entry);
        !objects.is_empty()
            && objects.iter().all(|object| self.locks_itself.contains(object.index()))
            && held.any(|held| held.lock == base.path && held.above.is_empty() && !held.shared)
    }
}

/// Whether a wrapper's method takes its lock: those that hand out iterators do not.
fn takes_lock(points_to: &PointsTo<'_>, bound: &Bound<'_>, wrapper: ObjectId, method: MethodId) -> bool {
    let RuntimeType::Class(class) = *points_to.object_type(wrapper) else { return false };
    let contract = bound.contract_at(class, method);
    contract.is_some_and(|contract| contract.safety.safety == Some(Safety::Guarded))
}

/// The lock of a class whose calls run under one, and its other fields.
fn guarded(bound: &Bound<'_>, class: ClassId) -> Option<(FieldId, Vec<FieldId>)> {
    let claims = bound.facts(class).claims;
    let Object::Field(guard, of) = claims.guard? else { return None };
    if claims.safety.safety != Some(Safety::Guarded) || *of != Object::This {
        return None;
    }
    let program = bound.program();
    let fields = |class: ClassId| {
        let count = program.class(class).map_or(0, |class| class.fields.len());
        (0..count as u16).map(move |index| FieldId { class, index })
    };
    let is_guard = |field: &FieldId| {
        program.field(*field).is_ok_and(|field| program.symbols().bytes(field.name) == guard.as_bytes())
    };
    let classes = std::iter::once(class).chain(program.superclasses(class).iter().copied());
    let (guards, others): (Vec<FieldId>, Vec<FieldId>) = classes.flat_map(fields).partition(is_guard);
    Some((*guards.first()?, others))
}
