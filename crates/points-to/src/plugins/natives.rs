//! Native methods: copies, raw memory, and those that no model speaks for.

use deadheat_program::{FieldId, MethodId};

use crate::behaviour::{merged_or, outline};
use crate::gaps::Gap;
use crate::ids::{FieldKey, FilterId, MethodIx, ObjectId};
use crate::plugins::{Watch, calling_class, give_new, opaque};
use crate::solver::Solver;
use crate::template::{Builder, Start, Template};
use crate::types::{RuntimeType, is_reference};
use crate::world::{ELEMENT, SiteKind, World};

/// What a native method may do: the result is an object of the declared type, and there is a gap. An abstract
/// method of a library, on an object of unknown class, is code that is not looked into.
pub(crate) fn unknown(world: &mut World<'_>, method: MethodIx, id: MethodId) -> Template {
    let is_abstract = world.program.method(id).is_ok_and(|method| method.flags.is_abstract());
    if is_abstract && !world.program.is_application(id.class) {
        return opaque::template(world, method, id);
    }
    let mut builder = outline(world, id);
    if moves_references(world, id) {
        world.gaps.add(Gap::Native(world.display(method)));
    }
    result(world, &mut builder, method, id);
    builder.is_inert = true;
    builder.finish()
}

/// Whether a method could do anything with objects.
fn moves_references(world: &World<'_>, id: MethodId) -> bool {
    let Ok(declaration) = world.program.method(id) else { return true };
    let descriptor = world.program.symbols().descriptor_data(declaration.descriptor);
    descriptor.parameters.iter().chain(&descriptor.result).any(|&ty| is_reference(ty))
}

/// An object of the declared type, if it can have any, and of the element types below.
pub(crate) fn result(world: &mut World<'_>, builder: &mut Builder, method: MethodIx, id: MethodId) {
    let mut outer = None;
    let mut next = world.result_type(id).filter(|&ty| is_reference(ty));
    let mut depth = 0;
    while let Some(ty) = next {
        let Some(id) = world.types.declared(ty) else { break };
        let site = merged_or(world, id, SiteKind::Native(method, depth));
        if let RuntimeType::Class(class) = *world.types.get(id) {
            builder.start(Start::Initialise(class));
        }
        let var = builder.var();
        builder.start(Start::Constant(var, site));
        match outer {
            None => builder.give(var),
            Some(outer) => builder.store(outer, ELEMENT, var),
        }
        (outer, depth) = (Some(var), depth + 1);
        next = ty.element().filter(|&ty| is_reference(ty));
    }
}

/// `object.clone()`: an object of the same type, whose fields hold what the original's do.
pub(crate) fn clone(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    for &object in objects {
        let object = ObjectId(object);
        let ty = solver.type_of(object);
        let copy = solver.allocate_here(watch.instance, ty);
        give_new(solver, watch.instance, copy);
        if copy == object {
            continue;
        }
        for field in reference_fields(solver.world, solver.type_of(object)) {
            let (from, to) = (solver.field_node(object, field), solver.field_node(copy, field));
            solver.link(from, to, FilterId::ANY);
        }
    }
}

/// The fields, or elements, of a type that hold references.
pub(crate) fn reference_fields(world: &mut World<'_>, ty: crate::ids::TypeId) -> Vec<FieldKey> {
    let class = match *world.types.get(ty) {
        RuntimeType::Class(class) => class,
        RuntimeType::Array(ty) => {
            return ty.element().filter(|&ty| is_reference(ty)).map(|_| ELEMENT).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let mut ids = Vec::new();
    for &class in world.program.superclasses(class) {
        let Ok(data) = world.program.class(class) else { continue };
        for (index, field) in data.fields.iter().enumerate() {
            if !field.flags.is_static() && is_reference(field.ty) {
                ids.push(FieldId { class, index: index as u16 });
            }
        }
    }
    ids.into_iter().map(|id| world.field(id)).collect()
}

/// The fields of an object that code in a class reaches by raw memory: what it asked the offsets of, which
/// are those of its own nest. Others (deserialisation) are a gap.
fn raw_fields(solver: &mut Solver<'_, '_>, watch: Watch, object: ObjectId) -> Vec<FieldKey> {
    let ty = solver.type_of(object);
    let fields = reference_fields(solver.world, ty);
    let Some(class) = calling_class(solver, watch.instance) else { return Vec::new() };
    let nest = |class| {
        let name = solver.world.program.symbols().bytes(solver.world.program.class_name(class));
        name.split(|&byte| byte == b'$').next().unwrap_or_default()
    };
    let own = nest(class);
    let is_near = |field: &FieldKey| solver.world.field_class(*field).is_none_or(|class| nest(class) == own);
    fields.into_iter().filter(is_near).collect()
}

/// A read of raw memory: any field or element of the object.
pub(crate) fn read_any_field(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let Some(result) = solver.result(watch.instance) else { return };
    if watch.parameter != 1 {
        return;
    }
    for &object in objects {
        for field in raw_fields(solver, watch, ObjectId(object)) {
            solver.load_once(&[object], field, result);
        }
    }
}

/// A write of raw memory: the last argument, to any field or element of the object.
pub(crate) fn write_any_field(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    if watch.parameter != 1 {
        return;
    }
    let last = solver.instances[watch.instance.index()].template.params.len() - 1;
    let Some(value) = solver.param(watch.instance, last) else { return };
    for &object in objects {
        for field in raw_fields(solver, watch, ObjectId(object)) {
            solver.store_once(&[object], field, value);
        }
    }
    read_any_field(solver, watch, objects);
}
