//! Serialisation: what was written anywhere may be read anywhere, and its class's own methods are called.
//!
//! A copy is taken for its original. All that an object refers to is written with it, so what is written is
//! followed through its fields, also those of library containers. Of the methods that serialisation calls
//! by name, those of the application are called.

use deadheat_program::MethodId;

use crate::behaviour::is_merged;
use crate::ids::{FilterId, InstanceId, ObjectId};
use crate::plugins::{Watch, natives, reflection};
use crate::solver::Solver;
use crate::types::RuntimeType;
use crate::world::{SERIALIZED, SERIALIZED_PARTS, World};

/// What a watch says of an object that was written as part of another.
const PART: u8 = u8::MAX;

/// What is called on an object that is written, on one that is read, and on the streams themselves.
const WRITTEN: [&[u8]; 3] = [b"writeObject", b"writeExternal", b"writeReplace"];
const READ: [&[u8]; 5] =
    [b"readObject", b"readExternal", b"readResolve", b"readObjectNoData", b"validateObject"];
const STREAM: [&[u8]; 10] = [
    b"annotateClass",
    b"annotateProxyClass",
    b"replaceObject",
    b"writeObjectOverride",
    b"writeClassDescriptor",
    b"readObjectOverride",
    b"readClassDescriptor",
    b"resolveClass",
    b"resolveObject",
    b"resolveProxyClass",
];

/// `stream.writeObject(object)`; or objects that are written as part of others.
pub(crate) fn write(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    match watch.parameter {
        0 => call_hooks(solver, watch.instance, objects, &STREAM),
        PART => write_parts(solver, watch, objects),
        _ => {
            let (roots, parts) = (solver.static_node(SERIALIZED), solver.static_node(SERIALIZED_PARTS));
            for &object in objects {
                solver.point(roots, ObjectId(object));
                solver.point(parts, ObjectId(object));
            }
            solver.watch_once(parts, Watch { parameter: PART, ..watch });
        }
    }
}

/// What fields refer to flows to all that was written as it flows to a variable: each object is looked at once, however many
/// fields hold it.
fn write_parts(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let parts = solver.static_node(SERIALIZED_PARTS);
    for &object in objects {
        let ty = solver.type_of(ObjectId(object));
        if is_merged(solver.world, ty) {
            continue;
        }
        call_hooks(solver, watch.instance, &[object], &WRITTEN);
        for field in natives::reference_fields(solver.world, ty) {
            let node = solver.field_node(ObjectId(object), field);
            solver.link(node, parts, FilterId::ANY);
        }
    }
}

/// `stream.readObject()` was reached.
pub(crate) fn begin_read(solver: &mut Solver<'_, '_>, watch: Watch) {
    let (roots, parts) = (solver.static_node(SERIALIZED), solver.static_node(SERIALIZED_PARTS));
    if let Some(result) = solver.result(watch.instance) {
        solver.link(roots, result, FilterId::ANY);
    }
    solver.watch(parts, Watch { parameter: PART, ..watch });
}

/// Objects that a stream may read, or streams.
pub(crate) fn read(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    if watch.parameter != PART {
        return call_hooks(solver, watch.instance, objects, &STREAM);
    }
    let is_part = |&&object: &&u32| !is_merged(solver.world, solver.type_of(ObjectId(object)));
    let parts: Vec<u32> = objects.iter().filter(is_part).copied().collect();
    call_hooks(solver, watch.instance, &parts, &READ);
}

/// Calls the application's methods of these names, with the stream as argument.
fn call_hooks(solver: &mut Solver<'_, '_>, instance: InstanceId, objects: &[u32], names: &[&[u8]]) {
    for &object in objects {
        let object = ObjectId(object);
        let RuntimeType::Class(class) = *solver.world.types.get(solver.type_of(object)) else { continue };
        let hooks: Vec<MethodId> = names
            .iter()
            .flat_map(|name| reflection::methods_named(solver.world, class, Some(name), true))
            .filter(|&method| is_hook(solver.world, method))
            .collect();
        for hook in hooks {
            let method = solver.world.method(hook);
            let known = solver.edges.len();
            let callee = solver.connect(instance, 0, method, Some(object));
            if solver.edges.len() > known
                && let (Some(stream), Some(param)) = (solver.param(instance, 0), solver.param(callee, 1))
            {
                solver.link(stream, param, FilterId::ANY);
            }
        }
    }
}

fn is_hook(world: &World<'_>, method: MethodId) -> bool {
    world.program.is_application(method.class)
        && world.program.method(method).is_ok_and(|method| method.has_code() && !method.flags.is_static())
}
