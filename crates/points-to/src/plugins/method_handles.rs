//! Method and variable handles, where what they stand for can be told.

use deadheat_models::AtomicKind;
use deadheat_program::classfile::{HandleKind, HandleMember, Loadable, MethodHandle};
use deadheat_program::dynamic::Dynamic;
use deadheat_program::ir::{BlockId, InstId};

use crate::gaps::Gap;
use crate::ids::{InstanceId, NodeId};
use crate::plugins::reflection::{
    call_method, fields_meant, load_field, lookups, methods_meant, store_field,
};
use crate::plugins::{Watch, arrived, class_objects, give, pairs, with_sites};
use crate::solver::Solver;
use crate::template::{NONE, Start, Target, Var};
use crate::translate::Translation;
use crate::types::RuntimeType;
use crate::world::{ELEMENT, SiteKind, capture};

/// A handle that is a constant.
pub(crate) fn constant(translation: &mut Translation<'_, '_, '_>, handle: MethodHandle, to: Var) {
    let world = &mut *translation.world;
    let symbols = world.program.symbols();
    let Some(class) = world.program.find_class("java/lang/invoke/MethodHandle") else { return };
    let ty = world.types.class(class);
    let site = match handle.member {
        HandleMember::Method(method) => {
            let target = match handle.kind {
                HandleKind::InvokeStatic => Target::Static(method),
                HandleKind::InvokeInterface => Target::Interface(method),
                HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial => Target::Special(method),
                _ => Target::Virtual(method),
            };
            let _ = symbols;
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

/// A dynamic constant of `ConstantBootstraps`: what its arguments call may be anything.
pub(crate) fn dynamic_constant(
    translation: &mut Translation<'_, '_, '_>,
    _block: BlockId,
    _inst: InstId,
    _dynamic: &Dynamic,
    _arguments: &[Loadable],
    to: Var,
) {
    if to != NONE {
        let method = translation.world.display(translation.method);
        translation.world.gaps.add(Gap::Dynamic(method));
    }
}

/// Gives a handle back: an object of the declared result type.
fn give_handle(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    site: impl Fn(crate::ids::TypeId) -> SiteKind,
) {
    let method = solver.instances[instance.index()].method;
    let Some(id) = solver.world.method_id(method) else { return };
    let Ok(declaration) = solver.world.program.method(id) else { return };
    let result = solver.world.program.symbols().descriptor_data(declaration.descriptor).result;
    let Some(ty) = result.and_then(|ty| solver.world.types.declared(ty)) else { return };
    let site = solver.world.site_of(site(ty), Some(ty));
    let object = solver.constant(site);
    give(solver, instance, object);
}

/// `lookup.findVirtual(class, name, type)`.
pub(crate) fn find_method(solver: &mut Solver<'_, '_>, watch: Watch) {
    for (class, name) in lookups(solver, watch.instance, 1) {
        for method in methods_meant(solver.world, class, name) {
            give_handle(solver, watch.instance, |ty| SiteKind::MethodObject(method, ty));
        }
    }
}

/// `lookup.findConstructor(class, type)`.
pub(crate) fn find_constructor(solver: &mut Solver<'_, '_>, watch: Watch) {
    let init = solver.world.program.symbols().name(b"<init>");
    for ty in class_objects(solver, watch.instance, 1) {
        let Some(class) = ty.class_name().and_then(|name| solver.world.program.find(name)) else { continue };
        for method in methods_meant(solver.world, class, Some(init)) {
            if method.class == class {
                give_handle(solver, watch.instance, |ty| SiteKind::MethodObject(method, ty));
            }
        }
    }
}

/// `lookup.findGetter(class, name, type)`, `lookup.findVarHandle(class, name, type)`.
pub(crate) fn find_field(solver: &mut Solver<'_, '_>, watch: Watch) {
    // A look-up has a receiver before the class, an updater's factory does not.
    let method = solver.instances[watch.instance.index()].method;
    let id = solver.world.method_id(method).and_then(|id| solver.world.program.method(id).ok());
    let class = usize::from(id.is_some_and(|method| !method.flags.is_static()));
    for (class, name) in lookups(solver, watch.instance, class) {
        for field in fields_meant(solver.world, class, name) {
            give_handle(solver, watch.instance, |ty| SiteKind::FieldObject(field, ty));
        }
    }
}

/// `MethodHandles.arrayElementVarHandle(class)`.
pub(crate) fn find_elements(solver: &mut Solver<'_, '_>, watch: Watch) {
    give_handle(solver, watch.instance, SiteKind::ElementsObject);
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
                    let ty = solver.world.types.class(id.class);
                    let object = solver.allocate_here(instance, ty);
                    give(solver, instance, object);
                    solver.initialise(instance, id.class);
                    let method = solver.world.method(id);
                    solver.connect(instance, 1, method, Some(object));
                } else {
                    call_method(solver, instance, id, &first, 0);
                    call_bound(solver, watch, id, handle);
                }
            }
            SiteKind::FieldObject(field, _) => {
                if let Some(result) = solver.result(instance) {
                    load_field(solver, field, &first, result);
                }
                for value in 1..=2 {
                    if let Some(value) = solver.param(instance, value) {
                        store_field(solver, field, &first, value);
                    }
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
            // Call 1 passes the result in front of the parameters: the place of the receiver.
            solver.connect(watch.instance, 1, callee, Some(object));
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
    let (sequence, _) = solver.contexts.parts(solver.instances[instance.index()].context);
    let SiteKind::Call(caller, inst, _) = solver.world.site(solver.contexts.head(sequence)?).kind else {
        return None;
    };
    let template = crate::behaviour::template(solver.world, caller);
    let call = template.calls_at(inst).next()?;
    let last = template.args(&template.calls[call as usize]).len().checked_sub(1)?;
    solver.param(instance, last)
}
