//! What callers from outside have, sorted: the application's objects, what libraries hold others in, and the rest.
//!
//! The API of a program names interfaces of libraries, too: `List`, `Iterator`, `Future`. Calling all their methods
//! on all collections with all collections analyses the library, not the program. So:
//!
//! 1. the application's own objects (lambdas and proxies among them) are called with whatever fits;
//! 2. what is in a library's collection or in an array, callers have, and so has whoever gets that; but the
//!    collection's code does not run for them;
//! 3. any other object of a library is called with arguments of the caller's own.
//!
//! Which classes hold others is what the models say of how elements, keys and values are reached; classes nested
//! in them belong to them. So a collection of the application inside a library's wrapper is called as if it were
//! not wrapped. What is missed: what a collection calls of its elements (`hashCode`) or of its comparator with
//! them, and what callers put into a collection of the program. It is a gap for each interface.

use deadheat_models::Part;
use deadheat_program::ClassId;

use crate::ids::{ObjectId, TypeId};
use crate::plugins::natives::reference_fields;
use crate::solver::Solver;
use crate::types::{RuntimeType, is_reference};
use crate::world::{CALLERS, CALLERS_INSIDE, CALLERS_OTHERS, CALLERS_OWN, SiteKind, World, part};

/// The numbers of what is watched: what callers have, and what is in the collections and arrays of it.
pub(crate) const HAD: u8 = 0;
pub(crate) const INSIDE: u8 = 1;

enum Kind {
    Own,
    Holder,
    Other,
}

/// Callers have new objects, or there are new ones inside of what they have.
pub(crate) fn arrive(solver: &mut Solver<'_, '_>, watched: u8, objects: &[u32]) {
    for &object in objects {
        let object = ObjectId(object);
        let ty = solver.type_of(object);
        let kind = kind(solver.world, ty);
        if watched == INSIDE {
            if matches!(kind, Kind::Holder) {
                open(solver, object, ty);
            }
            if !is_internal(solver, object, ty) {
                point(solver, CALLERS, object);
            }
            continue;
        }
        match kind {
            Kind::Own => point(solver, CALLERS_OWN, object),
            Kind::Other => point(solver, CALLERS_OTHERS, object),
            Kind::Holder => open(solver, object, ty),
        }
    }
}

/// Whether an object is a part of a collection that callers do not get: its arrays and nodes.
fn is_internal(solver: &Solver<'_, '_>, object: ObjectId, ty: TypeId) -> bool {
    let world = &solver.world;
    match *world.types.get(ty) {
        RuntimeType::Array(_) => solver.site_of(object).is_some_and(|site| world.is_library_site(site)),
        RuntimeType::Class(class) => {
            !world.program.is_application(class) && !is_holder(world, class) && holds_others(world, class)
        }
        _ => false,
    }
}

fn is_holder(world: &World<'_>, class: ClassId) -> bool {
    world.path_classes().any(|holder| world.program.is_subclass(class, holder))
}

fn point(solver: &mut Solver<'_, '_>, pool: crate::ids::FieldKey, object: ObjectId) {
    let node = solver.static_node(pool);
    solver.point(node, object);
}

fn kind(world: &mut World<'_>, ty: TypeId) -> Kind {
    match *world.types.get(ty) {
        RuntimeType::Class(class) if world.program.is_application(class) => Kind::Own,
        RuntimeType::Class(class) if holds_others(world, class) => Kind::Holder,
        RuntimeType::Class(_) => Kind::Other,
        RuntimeType::Array(ty) if ty.element().is_some_and(is_reference) => Kind::Holder,
        RuntimeType::Array(_) => Kind::Other,
        RuntimeType::Lambda(site) | RuntimeType::Proxy(site, _) => match world.site(site).kind {
            SiteKind::Alloc(method, ..) | SiteKind::Call(method, ..) if !world.is_application(method) => {
                Kind::Other
            }
            _ => Kind::Own,
        },
    }
}

/// Whether objects of a library's class hold others that callers get at, or belong to such.
fn holds_others(world: &World<'_>, class: ClassId) -> bool {
    is_holder(world, class)
        || world.program.outer_class(class).is_some_and(|outer| holds_others(world, outer))
}

/// Whatever an object refers to, callers have.
fn open(solver: &mut Solver<'_, '_>, object: ObjectId, ty: TypeId) {
    let callers = solver.static_node(CALLERS_INSIDE);
    let parts = [Part::Element, Part::Key, Part::Value].map(part);
    for field in parts.into_iter().chain(reference_fields(solver.world, ty)) {
        solver.load_once(&[object.0], field, callers);
    }
}
