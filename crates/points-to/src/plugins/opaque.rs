//! Code that is not looked into: opaque packages.
//!
//! What such a method returns is an object of the declared type. The application's objects that are handed
//! to it may be called back: every method that overrides one of a library class, with whatever else was
//! handed over, but for those that models say who calls. If only the JDK has opaque code, it knows the JDK's
//! classes alone. What objects of library classes hold is handed over with them: the handler in a `SAXResult`.
//! One pool stands for all opaque code.
//!
//! What can be missed: what is held more deeply than [`DEEPEST`], or by objects that libraries make by themselves.

use deadheat_models::Part;
use deadheat_program::classfile::Flags;
use deadheat_program::{ClassId, FieldId, MethodId};

use crate::behaviour::{is_merged, outline};
use crate::gaps::Gap;
use crate::graph::EdgeKind;
use crate::ids::{FilterId, InstanceId, MethodIx, ObjectId, TypeId};
use crate::plugins::natives::reference_fields;
use crate::plugins::{POLYMORPHIC, Special, Watch, natives};
use crate::solver::Solver;
use crate::template::{Builder, Start, Template};
use crate::types::RuntimeType;
use crate::world::{OPAQUE, SiteKind, Unseen, World, part};

/// How far what objects hold is followed.
const DEEPEST: u8 = 3;
/// The number of the first watch of what objects hold; those of parameters are below.
const HELD: u8 = u8::MAX - DEEPEST;

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
pub(crate) fn escape(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let to = watch.instance;
    for &object in objects {
        let object = ObjectId(object);
        let ty = solver.type_of(object);
        open(solver, watch, object, ty);
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

/// What an object holds in fields of library classes is handed over with it, if the application made it or it is held itself.
fn open(solver: &mut Solver<'_, '_>, watch: Watch, object: ObjectId, ty: TypeId) {
    let depth = watch.parameter.checked_sub(HELD).map_or(0, |depth| depth + 1);
    if depth == DEEPEST
        || is_merged(solver.world, ty)
        || is_task(solver.world, ty)
        || depth == 0 && !is_made_by_application(solver, object)
    {
        return;
    }
    let known = solver.handed_over.entry((object, watch.instance)).or_insert(DEEPEST);
    if *known <= depth {
        return;
    }
    *known = depth;
    let parts = [Part::Element, Part::Key, Part::Value].map(part);
    for field in parts.into_iter().chain(reference_fields(solver.world, ty)) {
        let is_own =
            solver.world.field_class(field).is_some_and(|class| solver.world.program.is_application(class));
        if !is_own {
            let held = solver.field_node(object, field);
            solver.watch(held, Watch { parameter: HELD + depth, ..watch });
        }
    }
}

fn is_made_by_application(solver: &Solver<'_, '_>, object: ObjectId) -> bool {
    solver.site_of(object).is_some_and(|site| match solver.world.site(site).kind {
        SiteKind::Alloc(method, ..) | SiteKind::Call(method, ..) => solver.world.is_application(method),
        _ => false,
    })
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

/// Whether objects of a type are run, as threads are: models say by whom, and what they hold is for them.
fn is_task(world: &World<'_>, ty: TypeId) -> bool {
    world.well_known.runnable.is_some_and(|runnable| world.ancestors(ty).contains(&runnable))
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
