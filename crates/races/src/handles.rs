//! Accesses by handles and by reflection: which calls make them, and which variables they mean.
//!
//! A plain access by a handle races like one of the field; one that orders races with plain ones only. A
//! reflected field and a method handle access a field as its declaration says. Handles that the points-to
//! analysis cannot tell are gaps of its own. Not looked at: writes of final fields by reflection, and accessors
//! whose arguments are in an array.

use deadheat_models::{AtomicKind, Contract, Meaning, MemoryOrder, Position};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType, SiteKind};
use deadheat_program::FieldId;
use deadheat_program::classfile::Flags;
use deadheat_program::ir::Value;

use crate::facts::{Access, Order, Place};

/// An access by a handle.
pub(crate) struct ByHandle {
    pub(crate) handle: Value,
    pub(crate) order: Order,
    pub(crate) is_write: bool,
    pub(crate) is_atomic: bool,
    pub(crate) base: Option<Value>,
}

/// The accesses of a call, each as one of an object's variable and as one of a static or bound one.
pub(crate) fn accesses(contract: &Contract, arguments: &[Value]) -> Vec<ByHandle> {
    let Some((&handle, rest)) = arguments.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |order, [of_object, of_none]: [bool; 2], is_atomic| {
        if let Some(&base) = rest.first() {
            found.push(ByHandle { handle, order, is_write: of_object, is_atomic, base: Some(base) });
        }
        found.push(ByHandle { handle, order, is_write: of_none, is_atomic, base: None });
    };
    if let Some(atomic) = contract.atomic
        && matches!(atomic.position, Position::Variable | Position::FieldOf(0))
    {
        add(Order::OfCall, [atomic.kind != AtomicKind::Read; 2], atomic.order != MemoryOrder::Plain);
    }
    let is_write = match contract.meaning {
        Some(Meaning::GetField) => [false; 2],
        Some(Meaning::SetField) => [true; 2],
        // A getter takes the object, a setter the value, too.
        Some(Meaning::InvokeHandle) => [rest.len() > 1, !rest.is_empty()],
        _ => return found,
    };
    for is_atomic in [false, true] {
        add(Order::OfField, is_write, is_atomic);
    }
    found
}

/// The variables that an access by a handle means, with their objects.
pub(crate) fn variables(
    points_to: &PointsTo<'_>,
    held: &[Vec<ObjectId>],
    instance: InstanceId,
    access: &Access,
) -> Vec<(Place, Option<ObjectId>)> {
    let Place::Variable(handle, order) = access.place else { return Vec::new() };
    let mut found = Vec::new();
    for object in points_to.points_to(instance, handle) {
        let Some(&site) = points_to.sites(object).first() else { continue };
        // Without an argument for it, the object is bound to the handle.
        let bases = match &access.base {
            Some(base) => points_to.points_to(instance, base.value),
            None => held[object.index()].clone(),
        };
        match points_to.site_kind(site) {
            SiteKind::FieldObject(field, _) => {
                let Ok(declared) = points_to.program().field(field) else { continue };
                let flags = declared.flags;
                let is_meant = !flags.has(Flags::FINAL)
                    && (order == Order::OfCall || flags.has(Flags::VOLATILE) == access.is_atomic);
                if is_meant && flags.is_static() && access.base.is_none() {
                    found.push((Place::Static(field), None));
                } else if is_meant && !flags.is_static() {
                    let owners = bases.into_iter().filter(|&base| has_field(points_to, base, field));
                    found.extend(owners.map(|base| (Place::Field(field), Some(base))));
                }
            }
            SiteKind::ElementsObject(_) => {
                let is_array =
                    |&base: &ObjectId| matches!(points_to.object_type(base), RuntimeType::Array(_));
                found.extend(bases.into_iter().filter(is_array).map(|base| (Place::Elements, Some(base))));
            }
            _ => {}
        }
    }
    found
}

fn has_field(points_to: &PointsTo<'_>, object: ObjectId, field: FieldId) -> bool {
    match *points_to.object_type(object) {
        RuntimeType::Class(class) => points_to.program().is_subclass(class, field.class),
        _ => false,
    }
}
