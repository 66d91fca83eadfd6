//! One file for each mechanism that bytecode alone does not show.
//!
//! A plugin speaks in templates (what a method does) and, where that depends on the objects that arrive,
//! watches pointers. Which method means what is said by the models; nothing here names a library class.
//! So threads, executors, timers, futures, streams and collections need no code of their own: their
//! contracts are templates (`contracts.rs`).

pub(crate) mod contracts;
pub(crate) mod lambdas;
pub(crate) mod method_handles;
pub(crate) mod natives;
pub(crate) mod observed;
pub(crate) mod opaque;
pub(crate) mod proxies;
pub(crate) mod records;
pub(crate) mod reflection;
pub(crate) mod resources;
pub(crate) mod serialization;
pub(crate) mod services;
pub(crate) mod strings;

use deadheat_models::{AtomicKind, Contract, Meaning, Position};
use deadheat_program::ir::InstId;
use deadheat_program::{ClassId, MethodId};

use crate::behaviour::outline;
use crate::graph::EdgeKind;
use crate::ids::{InstanceId, MethodIx, ObjectId, SiteId, TypeId};
use crate::solver::Solver;
use crate::template::{NONE, Start, Template, Var};
use crate::types::RuntimeType;
use crate::world::{ELEMENT, SiteKind, World};

/// What a method means that depends on the objects that arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Special {
    /// Reflection, handles, raw memory.
    Meaning(Meaning),
    /// An access of the variable that a handle stands for.
    Variable(AtomicKind),
    /// Code that is not looked into.
    Opaque,
    /// Callers from outside.
    Callers,
}

/// Who wants to know what a pointer points to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) special: Special,
    pub(crate) instance: InstanceId,
    /// Which of the method's parameters is watched.
    pub(crate) parameter: u8,
}

/// Parameters of methods that take whatever their call sites say.
const POLYMORPHIC: usize = 12;

/// What models say of a method, if it stands for the body.
pub(crate) fn template(
    world: &mut World<'_>,
    method: MethodIx,
    id: MethodId,
    receiver: ClassId,
) -> Option<Template> {
    let contract = world.contract(id, receiver)?;
    if let Some(meaning) = contract.meaning
        && (world.options.reflection || !is_reflection(meaning))
        && !overrides(world, id, meaning)
    {
        return Some(special(world, method, id, Special::Meaning(meaning), &contract));
    }
    if let Some(atomic) = contract.atomic
        && matches!(atomic.position, Position::Variable | Position::FieldOf(_))
        && world.program.method(id).is_ok_and(|method| !method.has_code())
    {
        return Some(special(world, method, id, Special::Variable(atomic.kind), &contract));
    }
    let contract = contracts::standing(world, id, receiver)?;
    Some(contracts::template(world, method, id, receiver, &contract))
}

/// Whether a meaning is about members that the program finds at run time.
fn is_reflection(meaning: Meaning) -> bool {
    !matches!(
        meaning,
        Meaning::ClassOf
            | Meaning::ComponentType
            | Meaning::NewArray
            | Meaning::Clone
            | Meaning::ReadAnyField
            | Meaning::WriteAnyField
            | Meaning::FindField
            | Meaning::FindElements
    )
}

/// Whether the application has code of its own for a method whose meaning is inherited: its `clone`, its
/// class loader.
fn overrides(world: &mut World<'_>, id: MethodId, meaning: Meaning) -> bool {
    let program = world.program;
    let Ok(method) = program.method(id) else { return false };
    if !program.is_application(id.class) || !method.has_code() {
        return false;
    }
    // The result may be of a narrower type.
    let parameters = |descriptor| &program.symbols().descriptor_data(descriptor).parameters;
    let mut inherited: Vec<MethodId> = Vec::new();
    for class in program.ancestors(id.class).filter(|&ancestor| ancestor != id.class) {
        let Ok(data) = program.class(class) else { continue };
        let same = data.methods.iter().enumerate().filter(|(_, other)| {
            other.name == method.name && parameters(other.descriptor) == parameters(method.descriptor)
        });
        inherited.extend(same.map(|(index, _)| MethodId { class, index: index as u16 }));
    }
    inherited.into_iter().any(|other| {
        world.contract(other, other.class).is_some_and(|contract| contract.meaning == Some(meaning))
    })
}

/// A method that a plugin takes over. Its calls, for plugins to complete: 0 passes the parameters on as they
/// are, 1 passes the result and then the parameters (a constructor), 2 passes the second parameter and the
/// elements of the third (reflection), 3 the result and the elements of the second, 4 as 1 but with a result
/// (a handle that holds the receiver; only for methods that take whatever their call sites say).
fn special(
    world: &mut World<'_>,
    method: MethodIx,
    id: MethodId,
    special: Special,
    contract: &Contract,
) -> Template {
    world.data_mut(method).per_call = true;
    let mut builder = outline(world, id);
    if world.program.is_signature_polymorphic(id) {
        builder.params.truncate(1);
        world.data_mut(method).filters = Some([].into());
        for _ in 0..POLYMORPHIC {
            let param = builder.var();
            builder.params.push(param);
        }
    }
    let result = builder.var();
    builder.give(result);
    let params = builder.params.clone();
    let skip = usize::from(!world.is_static(id));
    builder.open_call(&params[skip.min(params.len())..], result, EdgeKind::Call);
    let made: Vec<Var> = std::iter::once(result).chain(params.iter().copied().skip(skip)).collect();
    builder.open_call(&made, NONE, EdgeKind::Call);
    for (first, array, result) in [(1, 2, result), (usize::MAX, 1, NONE)] {
        let Some(&array) = params.get(array).filter(|&&var| var != NONE) else { continue };
        let element = builder.var();
        builder.load(array, ELEMENT, element);
        let first = params.get(first).copied().unwrap_or(made[0]);
        let args: Vec<Var> = std::iter::once(first).chain([element; POLYMORPHIC]).collect();
        builder.open_call(&args, result, EdgeKind::Call);
    }
    if world.program.is_signature_polymorphic(id) {
        builder.open_call(&made, result, EdgeKind::Call);
    }
    // Behind the calls that plugins know by number.
    contracts::throws(world, &mut builder, contract);
    builder.start(Start::Special(special));
    builder.finish()
}

/// A special method was reached.
pub(crate) fn begin(solver: &mut Solver<'_, '_>, special: Special, instance: InstanceId) {
    if let Special::Meaning(meaning) = special {
        observed::begin(solver, meaning, instance);
        match meaning {
            Meaning::Provider => services::provide(solver, instance),
            Meaning::Deserialize => {
                serialization::begin_read(solver, Watch { special, instance, parameter: 0 });
            }
            _ => {}
        }
    }
    let count = solver.instances[instance.index()].template.params.len();
    for parameter in 0..count {
        if let Some(node) = solver.param(instance, parameter) {
            solver.watch(node, Watch { special, instance, parameter: parameter as u8 });
        }
    }
}

/// A watched pointer has new objects.
pub(crate) fn objects(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    match watch.special {
        Special::Meaning(meaning) => meant(solver, meaning, watch, objects),
        Special::Variable(kind) => method_handles::access(solver, kind, watch, objects),
        Special::Opaque => opaque::escape(solver, watch.instance, objects),
        Special::Callers => crate::taken::arrive(solver, watch.parameter, objects),
    }
}

fn meant(solver: &mut Solver<'_, '_>, meaning: Meaning, watch: Watch, objects: &[u32]) {
    match meaning {
        Meaning::ClassForName => reflection::class_for_name(solver, watch, objects),
        Meaning::ClassOf => reflection::class_of(solver, watch, objects),
        Meaning::ComponentType => reflection::component_type(solver, watch, objects),
        Meaning::ClassName => reflection::class_name(solver, watch, objects),
        Meaning::EnumConstants => reflection::enum_constants(solver, watch, objects),
        Meaning::NewInstance => reflection::new_instance(solver, watch, objects),
        Meaning::Constructors => reflection::constructors(solver, watch, objects),
        Meaning::Methods => reflection::methods(solver, watch),
        Meaning::Fields => reflection::fields(solver, watch),
        Meaning::Construct => reflection::construct(solver, watch, objects),
        Meaning::Invoke => reflection::invoke(solver, watch, objects),
        Meaning::GetField => reflection::get_field(solver, watch, objects),
        Meaning::SetField => reflection::set_field(solver, watch, objects),
        Meaning::NewArray => reflection::new_array(solver, watch, objects),
        Meaning::Clone => natives::clone(solver, watch, objects),
        Meaning::Proxy => proxies::make(solver, watch),
        Meaning::Services => services::load(solver, watch, objects),
        // It does not depend on what arrives.
        Meaning::Provider => {}
        Meaning::ReadAnyField => natives::read_any_field(solver, watch, objects),
        Meaning::WriteAnyField => natives::write_any_field(solver, watch, objects),
        Meaning::FindMethod => method_handles::find_method(solver, watch),
        Meaning::FindConstructor => method_handles::find_constructor(solver, watch),
        Meaning::FindField => method_handles::find_field(solver, watch),
        Meaning::FindElements => method_handles::find_elements(solver, watch),
        Meaning::InvokeHandle => method_handles::invoke(solver, watch, objects),
        Meaning::BindHandle => method_handles::bind(solver, watch),
        Meaning::Serialize => serialization::write(solver, watch, objects),
        Meaning::Deserialize => serialization::read(solver, watch, objects),
    }
}

/// What a call runs on a lambda or proxy.
pub(crate) fn select_implementing(world: &mut World<'_>, resolved: MethodId, ty: TypeId) -> Option<MethodIx> {
    match *world.types.get(ty) {
        RuntimeType::Lambda(site) => lambdas::select(world, resolved, ty, site),
        RuntimeType::Proxy(..) => proxies::select(world, resolved, ty),
        _ => None,
    }
}

/// The objects that a parameter points to now, with their sites.
pub(crate) fn arrived(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    parameter: usize,
) -> Vec<(ObjectId, SiteId)> {
    let Some(node) = solver.param(instance, parameter) else { return Vec::new() };
    let node = solver.graph.find(node);
    let objects = solver.graph.set(node).to_vec();
    with_sites(solver, &objects)
}

/// What is new for a method that combines two parameters: the new objects of one with all of the other.
/// Empty when another parameter changed.
pub(crate) fn pairs(
    solver: &mut Solver<'_, '_>,
    watch: Watch,
    objects: &[u32],
    first: usize,
    second: usize,
) -> (Vec<(ObjectId, SiteId)>, Vec<u32>) {
    let changed = usize::from(watch.parameter);
    if changed == first {
        let others = arrived(solver, watch.instance, second);
        (with_sites(solver, objects), others.into_iter().map(|(object, _)| object.0).collect())
    } else if changed == second {
        (arrived(solver, watch.instance, first), objects.to_vec())
    } else {
        (Vec::new(), Vec::new())
    }
}

/// Objects with their sites.
pub(crate) fn with_sites(solver: &Solver<'_, '_>, objects: &[u32]) -> Vec<(ObjectId, SiteId)> {
    let site = |&object: &u32| Some((ObjectId(object), solver.site_of(ObjectId(object))?));
    objects.iter().filter_map(site).collect()
}

/// The types whose class objects a parameter points to now.
pub(crate) fn class_objects(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    parameter: usize,
) -> Vec<deadheat_program::types::Type> {
    let arrived = arrived(solver, instance, parameter);
    let ty = |&(_, site): &(ObjectId, SiteId)| match solver.world.site(site).kind {
        SiteKind::ClassObject(ty) => Some(ty),
        _ => None,
    };
    arrived.iter().filter_map(ty).collect()
}

/// Makes the result of an instance point to an object.
pub(crate) fn give(solver: &mut Solver<'_, '_>, instance: InstanceId, object: ObjectId) {
    if let Some(result) = solver.result(instance) {
        solver.point(result, object);
    }
}

/// As [`give`], for an object that the call makes.
pub(crate) fn give_new(solver: &mut Solver<'_, '_>, instance: InstanceId, object: ObjectId) {
    if let Some(result) = solver.result(instance) {
        solver.add(result, object);
    }
}

/// The call that an instance is about, if it has its call as context: the method, and where in it.
pub(crate) fn calling_site(solver: &Solver<'_, '_>, instance: InstanceId) -> Option<(MethodIx, InstId)> {
    let (sequence, _) = solver.contexts.parts(solver.instances[instance.index()].context);
    match solver.world.site(solver.contexts.head(sequence)?).kind {
        SiteKind::Call(method, inst, _) => Some((method, inst)),
        _ => None,
    }
}

/// The class whose code called an instance which has its call as context.
pub(crate) fn calling_class(solver: &Solver<'_, '_>, instance: InstanceId) -> Option<ClassId> {
    calling_site(solver, instance).and_then(|(method, _)| solver.world.class_of(method))
}

/// The method that called an instance which has its call as context, for people.
pub(crate) fn caller(solver: &Solver<'_, '_>, instance: InstanceId) -> String {
    let own = solver.instances[instance.index()].method;
    solver.world.display(calling_site(solver, instance).map_or(own, |(method, _)| method))
}
