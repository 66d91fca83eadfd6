//! Code that is not looked into: opaque packages.
//!
//! What such a method returns is an object of the declared type. The application's objects that are handed
//! to it may be called back: every method that overrides one of a library class, with whatever else was
//! handed over, but for those that models say who calls. If only the JDK has opaque code, it knows the JDK's
//! classes alone. One pool stands for all opaque code.

use deadheat_program::classfile::Flags;
use deadheat_program::{ClassId, FieldId, MethodId};

use crate::behaviour::outline;
use crate::gaps::Gap;
use crate::graph::EdgeKind;
use crate::ids::{FilterId, InstanceId, MethodIx, ObjectId, TypeId};
use crate::plugins::{POLYMORPHIC, Special, natives};
use crate::solver::Solver;
use crate::template::{Builder, Start, Template};
use crate::types::RuntimeType;
use crate::world::{OPAQUE, SiteKind, Unseen, World};

/// The template of a method that is not looked into.
pub(crate) fn template(world: &mut World<'_>, method: MethodIx, id: MethodId) -> Template {
    world.gaps.add(Gap::Cut(world.display(method)));
    let mut builder = outline(world, id);
    natives::result(world, &mut builder, method, id);
    if let Some(result) = world.result_type(id).filter(|&ty| crate::types::is_reference(ty)) {
        let var = builder.var();
        let filter = world.types.filter(result);
        builder.start(Start::LoadStatic(var, OPAQUE, filter));
        builder.give(var);
    }
    builder.start(Start::Special(Special::Opaque));
    builder.finish()
}

/// A class that is not looked into is initialised: its static fields hold objects of the declared types.
pub(crate) fn initialise(solver: &mut Solver<'_, '_>, class: ClassId) {
    let program = solver.world.program;
    let Ok(data) = program.class(class) else { return };
    for (index, field) in data.fields.iter().enumerate() {
        if !field.flags.is_static() || !crate::types::is_reference(field.ty) {
            continue;
        }
        let Some(ty) = solver.world.types.declared(field.ty) else { continue };
        let site = crate::behaviour::merged_or(solver.world, ty, SiteKind::Jvm(ty, 0));
        let object = solver.constant(site);
        let key = solver.world.field(FieldId { class, index: index as u16 });
        let node = solver.static_node(key);
        solver.point(node, object);
    }
}

/// Objects were handed to a method of opaque code: those of the application may be called back.
pub(crate) fn escape(solver: &mut Solver<'_, '_>, to: InstanceId, objects: &[u32]) {
    for &object in objects {
        let object = ObjectId(object);
        let ty = solver.type_of(object);
        if !is_own(solver.world, ty) {
            continue;
        }
        solver.to_opaque.entry(to).or_default().insert(object);
        if solver.called_back.contains_key(&object) {
            continue;
        }
        let pool = solver.static_node(OPAQUE);
        solver.point(pool, object);
        let caller = unknown_code(solver);
        let callees = callbacks(solver.world, ty);
        let called =
            callees.into_iter().map(|callee| solver.connect(caller, 0, callee, Some(object))).collect();
        solver.called_back.insert(object, called);
    }
}

/// Whether a type's code is the application's.
fn is_own(world: &World<'_>, ty: TypeId) -> bool {
    match *world.types.get(ty) {
        RuntimeType::Class(class) => world.program.is_application(class),
        RuntimeType::Lambda(site) => match world.site(site).kind {
            SiteKind::Alloc(method, ..) => world.is_application(method),
            _ => false,
        },
        _ => false,
    }
}

/// The methods of a type that library code knows to call.
fn callbacks(world: &mut World<'_>, ty: TypeId) -> Vec<MethodIx> {
    let program = world.program;
    let mut found = Vec::new();
    for class in world.ancestors(ty).into_iter().filter(|&class| !program.is_application(class)) {
        if program.is_on_class_path(class) && !has_opaque_libraries(world) {
            continue;
        }
        let Ok(data) = program.class(class) else { continue };
        for (index, method) in data.methods.iter().enumerate() {
            if method.flags.has(Flags::STATIC | Flags::PRIVATE | Flags::FINAL)
                || program.symbols().bytes(method.name).starts_with(b"<")
            {
                continue;
            }
            let resolved = world.method(MethodId { class, index: index as u16 });
            if let Some(callee) = world.select(resolved, ty)
                && world.is_application(callee)
                && !found.contains(&callee)
                && !is_called_elsewhere(world, callee)
            {
                found.push(callee);
            }
        }
    }
    found
}

/// Whether models say who calls a method: it overrides one that calls a task in its turn, as a thread's does.
fn is_called_elsewhere(world: &mut World<'_>, method: MethodIx) -> bool {
    let Some(id) = world.method_id(method) else { return false };
    world.contract(id, id.class).is_some_and(|contract| contract.callbacks.is_some())
}

/// The instance that stands for opaque code: it calls with whatever was handed over.
fn unknown_code(solver: &mut Solver<'_, '_>) -> InstanceId {
    let method = solver.world.unseen(Unseen::Opaque, || {
        let mut builder = Builder::default();
        let pool = builder.var();
        builder.start(Start::LoadStatic(pool, OPAQUE, FilterId::ANY));
        let result = builder.var();
        builder.start(Start::StoreStatic(OPAQUE, result));
        builder.open_call(&[pool; POLYMORPHIC + 1], result, EdgeKind::Callback);
        builder.finish()
    });
    solver.reach(method, crate::ids::ContextId::EMPTY)
}

/// Whether the class path has code that nobody looks into.
fn has_opaque_libraries(world: &mut World<'_>) -> bool {
    if let Some(known) = world.has_opaque_libraries {
        return known;
    }
    let found = world.program.application_classes().any(|class| world.is_opaque(class));
    *world.has_opaque_libraries.insert(found)
}
