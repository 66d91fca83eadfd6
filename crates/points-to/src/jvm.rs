//! What the JVM itself does: it starts the program, throws, initialises classes, runs finalizers.

use deadheat_program::types::Type;
use deadheat_program::{ClassId, MethodId};

use crate::graph::EdgeKind;
use crate::ids::{ContextId, InstanceId, ObjectId, TypeId};
use crate::solver::Solver;
use crate::template::{Builder, NONE};
use crate::types::RuntimeType;
use crate::world::{CURRENT_THREAD, ELEMENT, SiteKind, THROWN, Unseen, World};

/// What instructions and the JVM throw by themselves (JVMS 2.10, 5.3 to 5.5, 6.5).
const THROWN_BY_JVM: [&str; 22] = [
    "NullPointerException",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "ClassCastException",
    "NegativeArraySizeException",
    "IllegalMonitorStateException",
    "StackOverflowError",
    "OutOfMemoryError",
    "InternalError",
    "ExceptionInInitializerError",
    "NoClassDefFoundError",
    "ClassFormatError",
    "ClassCircularityError",
    "UnsupportedClassVersionError",
    "VerifyError",
    "IncompatibleClassChangeError",
    "AbstractMethodError",
    "IllegalAccessError",
    "NoSuchFieldError",
    "NoSuchMethodError",
    "UnsatisfiedLinkError",
];

/// Before anything is solved: entry points are reached, and what the JVM makes is there.
pub(crate) fn start(solver: &mut Solver<'_, '_>, entries: &[MethodId]) {
    for class in THROWN_BY_JVM {
        if let Some(class) = solver.world.program.find_class(&format!("java/lang/{class}")) {
            let object = object_of(solver, class);
            let thrown = solver.static_node(THROWN);
            solver.point(thrown, object);
        }
    }
    if let Some(thread) = solver.world.program.find_class("java/lang/Thread") {
        let object = object_of(solver, thread);
        let current = solver.static_node(CURRENT_THREAD);
        solver.point(current, object);
    }
    for root in jvm_entries(solver.world) {
        solver.reach_root(root);
    }
    for &entry in entries {
        enter(solver, entry);
    }
}

/// Static methods that the models say the JVM calls.
fn jvm_entries(world: &World<'_>) -> Vec<MethodId> {
    let entries = world.bound.methods_with(|contract| contract.entry.is_some());
    let is_meant =
        |&method: &MethodId| !world.program.is_application(method.class) && world.is_static(method);
    entries.into_iter().filter(is_meant).collect()
}

fn object_of(solver: &mut Solver<'_, '_>, class: ClassId) -> ObjectId {
    let ty = solver.world.types.class(class);
    let site = crate::behaviour::merged_or(solver.world, ty, SiteKind::Jvm(ty, 0));
    solver.constant(site)
}

/// An entry point is called: with an object of its class, and with arguments of the declared types.
fn enter(solver: &mut Solver<'_, '_>, entry: MethodId) {
    let program = solver.world.program;
    let Ok(declaration) = program.method(entry) else { return };
    let parameters = &program.symbols().descriptor_data(declaration.descriptor).parameters;
    let jvm = jvm_code(solver);
    solver.initialise(jvm, entry.class);
    let method = solver.world.method(entry);
    let instance = if declaration.flags.is_static() {
        solver.connect(jvm, 0, method, None)
    } else {
        let object = object_of(solver, entry.class);
        solver.connect(jvm, 0, method, Some(object))
    };
    let receiver = usize::from(!declaration.flags.is_static());
    for (index, &ty) in parameters.iter().enumerate() {
        let Some(param) = solver.param(instance, index + receiver) else { continue };
        if let Some(object) = argument(solver, ty) {
            solver.point(param, object);
        }
    }
}

/// An object for a parameter; of an array type, with an element.
fn argument(solver: &mut Solver<'_, '_>, ty: Type) -> Option<ObjectId> {
    let id = solver.world.types.declared(ty)?;
    let site = crate::behaviour::merged_or(solver.world, id, SiteKind::Jvm(id, 0));
    let object = solver.constant(site);
    if let Some(element) = ty.element().filter(|&ty| crate::types::is_reference(ty))
        && let Some(element) = argument(solver, element)
    {
        let node = solver.field_node(object, ELEMENT);
        solver.point(node, element);
    }
    Some(object)
}

/// The instance that stands for the JVM's own code. Its calls: 0 for entry points, 1 for finalizers.
fn jvm_code(solver: &mut Solver<'_, '_>) -> InstanceId {
    let method = solver.world.unseen(Unseen::Jvm, || {
        let mut builder = Builder::default();
        builder.open_call(&[], NONE, EdgeKind::Call);
        builder.open_call(&[], NONE, EdgeKind::Spawn);
        builder.finish()
    });
    solver.reach(method, ContextId::EMPTY)
}

/// An object was made: if its class has a finalizer, the JVM will call it.
pub(crate) fn finalize(solver: &mut Solver<'_, '_>, object: ObjectId) {
    let ty = solver.type_of(object);
    if let Some(finalizer) = finalizer(solver.world, ty) {
        let jvm = jvm_code(solver);
        let finalizer = solver.world.method(finalizer);
        solver.connect(jvm, 1, finalizer, Some(object));
    }
}

/// The finalizer of a class, other than `Object`'s.
fn finalizer(world: &mut World<'_>, ty: TypeId) -> Option<MethodId> {
    let RuntimeType::Class(class) = *world.types.get(ty) else { return None };
    if let Some(&known) = world.finalizers.get(&class) {
        return known;
    }
    let symbols = world.program.symbols();
    let descriptor = symbols.descriptor(symbols.name(b"()V")).ok()?;
    let found = world.program.lookup(class, symbols.name(b"finalize"), descriptor).ok();
    let found = found.filter(|method| {
        Some(method.class) != world.program.object_class()
            && world.program.method(*method).is_ok_and(|method| method.has_code())
    });
    world.finalizers.insert(class, found);
    found
}
