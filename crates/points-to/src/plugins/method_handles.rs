//! Method and variable handles, where what they stand for can be told.

use deadheat_models::AtomicKind;
use deadheat_program::classfile::{HandleMember, MethodHandle};

use crate::ids::{InstanceId, NodeId};
use crate::plugins::reflection::{
    call_method, fields_meant, give_members, load_field, lookups, make, methods_meant, store_field, texts,
};
use crate::plugins::{Watch, arrived, calling_site, class_objects, give, give_new, pairs, with_sites};
use crate::solver::Solver;
use crate::template::{Start, Target, Var};
use crate::translate::Translation;
use crate::types::RuntimeType;
use crate::world::{ELEMENT, SiteKind, capture};

/// The call of a special method that has a receiver in front of the parameters, and a result.
const BOUND: u32 = 4;

/// A handle that is a constant.
pub(crate) fn constant(translation: &mut Translation<'_, '_, '_>, handle: MethodHandle, to: Var) {
    let world = &mut *translation.world;
    let Some(class) = world.program.find_class("java/lang/invoke/MethodHandle") else { return };
    let ty = world.types.class(class);
    let site = match handle.member {
        HandleMember::Method(method) => {
            let target = Target::of_handle(handle.kind, method);
            let Some(found) = world.resolve(translation.class, target) else { return };
            let Some(id) = world.method_id(found) else { return };
            SiteKind::MethodObject(id, ty)
        }
        HandleMember::Field(field) => {
            let Some(key) = world.resolve_field(translation.class, field) else { return };
            let Some(id) = world.field_info(key).id else { return };
            SiteKind::FieldObject(id, ty)
        }
    };
    let site = world.site_of(site, Some(ty));
    translation.builder.start(Start::Constant(to, site));
}

/// `lookup.findVirtual(class, name, type)`.
pub(crate) fn find_method(solver: &mut Solver<'_, '_>, watch: Watch) {
    for (class, name) in lookups(solver, watch.instance, 1) {
        for method in methods_meant(solver.world, class, name) {
            give_members(solver, watch.instance, |ty| SiteKind::MethodObject(method, ty));
        }
    }
    find_bound(solver, watch);
}

/// `lookup.bind(object, name, type)`: a method of the object's class, which the handle holds.
fn find_bound(solver: &mut Solver<'_, '_>, watch: Watch) {
    let (Some(bound), Some(result)) = (solver.param(watch.instance, 1), solver.result(watch.instance)) else {
        return;
    };
    let (names, _) = texts(solver, watch.instance, 2);
    for (object, site) in arrived(solver, watch.instance, 1) {
        let RuntimeType::Class(class) = *solver.world.types.get(solver.type_of(object)) else { continue };
        if matches!(solver.world.site(site).kind, SiteKind::ClassObject(_)) {
            continue;
        }
        for &name in &names {
            for method in methods_meant(solver.world, class, Some(name)) {
                give_members(solver, watch.instance, |ty| SiteKind::MethodObject(method, ty));
            }
        }
        let result = solver.graph.find(result);
        let handles = solver.graph.set(result).to_vec();
        solver.store_once(&handles, capture(0), bound);
    }
}

/// `lookup.findConstructor(class, type)`.
pub(crate) fn find_constructor(solver: &mut Solver<'_, '_>, watch: Watch) {
    let init = solver.world.program.symbols().name(b"<init>");
    for ty in class_objects(solver, watch.instance, 1) {
        let Some(class) = ty.class_name().and_then(|name| solver.world.program.find(name)) else { continue };
        for method in methods_meant(solver.world, class, Some(init)) {
            if method.class == class {
                give_members(solver, watch.instance, |ty| SiteKind::MethodObject(method, ty));
            }
        }
    }
}

/// `lookup.findGetter(class, name, type)`, `lookup.findVarHandle(class, name, type)`.
pub(crate) fn find_field(solver: &mut Solver<'_, '_>, watch: Watch) {
    // A look-up has a receiver before the class, an updater's factory does not.
    let method = solver.instances[watch.instance.index()].method;
    let class = usize::from(solver.world.method_id(method).is_some_and(|id| !solver.world.is_static(id)));
    for (class, name) in lookups(solver, watch.instance, class) {
        for field in fields_meant(solver.world, class, name) {
            give_members(solver, watch.instance, |ty| SiteKind::FieldObject(field, ty));
        }
    }
}

/// `MethodHandles.arrayElementVarHandle(class)`.
pub(crate) fn find_elements(solver: &mut Solver<'_, '_>, watch: Watch) {
    give_members(solver, watch.instance, SiteKind::ElementsObject);
}

/// `handle.bindTo(object)`: the same handle, which now also holds the object.
pub(crate) fn bind(solver: &mut Solver<'_, '_>, watch: Watch) {
    let Some(bound) = solver.param(watch.instance, 1) else { return };
    for (object, _) in arrived(solver, watch.instance, 0) {
        give(solver, watch.instance, object);
        solver.store_once(&[object.0], capture(0), bound);
    }
}

/// `handle.invoke(arguments)`.
pub(crate) fn invoke(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let instance = watch.instance;
    let (handles, first) = pairs(solver, watch, objects, 0, 1);
    for (handle, site) in handles {
        match solver.world.site(site).kind {
            SiteKind::MethodObject(id, _) => {
                let Ok(declaration) = solver.world.program.method(id) else { continue };
                if solver.world.program.symbols().bytes(declaration.name) == b"<init>" {
                    let object = make(solver, instance, id, 1);
                    give_new(solver, instance, object);
                } else {
                    call_method(solver, instance, id, (1, &first), 0);
                    call_bound(solver, watch, id, handle);
                }
            }
            SiteKind::FieldObject(field, _) => {
                if let Some(result) = solver.result(instance) {
                    load_field(solver, field, &first, result);
                }
                let is_static = solver.world.program.field(field).is_ok_and(|field| field.flags.is_static());
                if let Some(value) = solver.param(instance, if is_static { 1 } else { 2 }) {
                    store_field(solver, field, &first, value);
                }
            }
            _ => {}
        }
    }
}

/// The receiver is bound: the first parameter is the method's second argument, so all go to all.
fn call_bound(
    solver: &mut Solver<'_, '_>,
    watch: Watch,
    id: deadheat_program::MethodId,
    handle: crate::ids::ObjectId,
) {
    let held = solver.field_node(handle, capture(0));
    solver.link_watch(held, Watch { parameter: 0, ..watch });
    let held = solver.graph.find(held);
    let objects = solver.graph.set(held).to_vec();
    let method = solver.world.method(id);
    for (object, _) in with_sites(solver, &objects) {
        let ty = solver.type_of(object);
        if let Some(callee) = solver.world.select(method, ty) {
            // The call passes something in front of the parameters: the place of the receiver.
            let is_open = solver.instances[watch.instance.index()].template.calls.len() > BOUND as usize;
            let call = if is_open { BOUND } else { 1 };
            let callee = solver.connect(watch.instance, call, callee, Some(object));
            // Whatever else is held may be any of the arguments.
            let method = solver.instances[callee.index()].method;
            let filters = crate::behaviour::parameter_filters(solver.world, method);
            for index in 1..filters.len() {
                if let Some(param) = solver.param(callee, index) {
                    solver.link(held, param, filters[index]);
                }
            }
        }
    }
}

/// An access through a variable handle: coordinates, then values.
pub(crate) fn access(solver: &mut Solver<'_, '_>, kind: AtomicKind, watch: Watch, objects: &[u32]) {
    let last = last_argument(solver, watch.instance).filter(|_| kind != AtomicKind::Read);
    let result = solver.result(watch.instance);
    let handles = arrived(solver, watch.instance, 0);
    let owners = match watch.parameter {
        1 => objects.to_vec(),
        _ => arrived(solver, watch.instance, 1).into_iter().map(|(object, _)| object.0).collect(),
    };
    for (_, site) in handles {
        match solver.world.site(site).kind {
            SiteKind::FieldObject(field, _) => {
                if let Some(result) = result {
                    load_field(solver, field, &owners, result);
                }
                if let Some(last) = last {
                    store_field(solver, field, &owners, last);
                }
            }
            SiteKind::ElementsObject(_) => {
                let is_array = |&&object: &&u32| {
                    let ty = solver.type_of(crate::ids::ObjectId(object));
                    matches!(solver.world.types.get(ty), RuntimeType::Array(_))
                };
                let arrays: Vec<u32> = owners.iter().filter(is_array).copied().collect();
                if let Some(result) = result {
                    solver.load_once(&arrays, ELEMENT, result);
                }
                if let Some(last) = last {
                    solver.store_once(&arrays, ELEMENT, last);
                }
            }
            _ => {}
        }
    }
}

/// The parameter for the last argument of the call: the value to write.
fn last_argument(solver: &mut Solver<'_, '_>, instance: InstanceId) -> Option<NodeId> {
    let (caller, inst) = calling_site(solver, instance)?;
    let template = crate::behaviour::template(solver.world, caller);
    let call = template.calls_at(inst).next()?;
    let last = template.args(&template.calls[call as usize]).len().checked_sub(1)?;
    solver.param(instance, last)
}
