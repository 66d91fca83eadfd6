//! Reflection: class objects, and what is made, called and accessed through them.
//!
//! A class is known by its literal, by a text that names it, or by the type of an object that is asked for
//! its class. A member is known by the class and a text that names it; where the application does not say
//! the name, all members of an application class are meant; where a library does not, or for a library's
//! class, there is a gap.

use deadheat_program::symbols::Name;
use deadheat_program::types::{Base, Type};
use deadheat_program::{ClassId, FieldId, MethodId};

use crate::gaps::Gap;
use crate::ids::{InstanceId, NodeId, ObjectId, SiteId, TypeId};
use crate::plugins::{
    Watch, arrived, caller, calling_class, calling_site, class_objects, give, give_new, pairs, resources,
    strings, with_sites,
};
use crate::solver::Solver;
use crate::template::{Start, Var};
use crate::types::{RuntimeType, is_reference};
use crate::world::{ELEMENT, SiteKind, World};

/// Arrays of more dimensions are not made by reflection; they are taken for those of this many.
const MAX_DIMENSIONS: u8 = 2;

/// Look-ups of members by unknown names that are about more classes than these are not worth following:
/// every method of the program would be called on every object.
const MAX_CLASSES: usize = 40;

/// The class object of a type.
pub(crate) fn class_object(world: &mut World<'_>, ty: Type) -> SiteId {
    let class = world.well_known.class.map(|class| world.types.class(class));
    world.site_of(SiteKind::ClassObject(ty), class)
}

/// The class object for a literal. Library code that does not hand it to reflection at once does not use
/// it to make objects, unless it is a class of the application.
pub(crate) fn class_literal(world: &mut World<'_>, ty: Type, matters: bool) -> SiteId {
    let is_own = || {
        let class = element_class(ty).and_then(|name| world.program.find(name));
        class.is_some_and(|class| world.program.is_application(class))
    };
    match world.program.object_class() {
        Some(object) if !matters && !ty.is_array() && !is_own() => {
            class_object(world, Type::class(world.program.class_name(object)))
        }
        _ => class_object(world, ty),
    }
}

fn element_class(ty: Type) -> Option<Name> {
    match ty.base() {
        Base::Class(name) => Some(name),
        Base::Primitive(_) => None,
    }
}

fn gap(solver: &mut Solver<'_, '_>, instance: InstanceId, what: &str) {
    let method = caller(solver, instance);
    solver.world.gaps.add(Gap::Reflection { method, what: what.to_owned() });
}

/// `Class.forName(text)`. A text of the application that is not known may be from a file beside its classes:
/// every class that those name is meant. It remains a gap.
pub(crate) fn class_for_name(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    for (_, site) in with_sites(solver, objects) {
        match solver.world.site(site).kind {
            SiteKind::Text(text) => {
                if let Some(class) = strings::class_named(solver.world, text) {
                    give_class(solver, watch.instance, class);
                }
            }
            SiteKind::Merged(ty) if is_string(solver.world, ty) => {
                gap(solver, watch.instance, "the name of a class is not known");
                if is_own_call(solver, watch.instance) {
                    for &class in &*resources::classes(solver) {
                        give_class(solver, watch.instance, class);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Gives the class object of a class that is looked up by name, which initialises it.
pub(crate) fn give_class(solver: &mut Solver<'_, '_>, instance: InstanceId, class: ClassId) {
    let ty = Type::class(solver.world.program.class_name(class));
    let site = class_object(solver.world, ty);
    let object = solver.constant(site);
    give(solver, instance, object);
    solver.initialise(instance, class);
}

fn is_string(world: &World<'_>, ty: TypeId) -> bool {
    matches!(*world.types.get(ty), RuntimeType::Class(class) if Some(class) == world.well_known.string)
}

/// `object.getClass()` in the application, of its own classes: what others are hardly ever matters.
pub(crate) fn class_of(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let is_own = is_own_call(solver, watch.instance);
    for &object in objects {
        let ty = solver.type_of(ObjectId(object));
        let program = solver.world.program;
        let ty = match *solver.world.types.get(ty) {
            RuntimeType::Class(class) if is_own && program.is_application(class) => {
                Type::class(program.class_name(class))
            }
            RuntimeType::Array(ty) => ty,
            _ => match program.object_class() {
                Some(class) => Type::class(program.class_name(class)),
                None => continue,
            },
        };
        let site = class_object(solver.world, ty);
        let object = solver.constant(site);
        give(solver, watch.instance, object);
    }
}

/// `class.getComponentType()`.
pub(crate) fn component_type(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    for (_, site) in with_sites(solver, objects) {
        let SiteKind::ClassObject(ty) = solver.world.site(site).kind else { continue };
        let Some(element) = ty.element() else { continue };
        let site = class_object(solver.world, element);
        let object = solver.constant(site);
        give(solver, watch.instance, object);
    }
}

/// `class.getName()`. Of a literal, the text; of any other class, some string: what is asked for its class
/// only to be printed would give every string the names of all classes.
pub(crate) fn class_name(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let is_literal = is_literal_call(solver, watch.instance);
    for (_, site) in with_sites(solver, objects) {
        let SiteKind::ClassObject(ty) = solver.world.site(site).kind else { continue };
        let Some(string) = solver.world.well_known.string else { continue };
        let string = solver.world.types.class(string);
        let kind = match ty.class_name().filter(|_| is_literal) {
            Some(name) => {
                let symbols = solver.world.program.symbols();
                let name = symbols.text(name).replace('/', ".");
                SiteKind::Text(symbols.name(name.as_bytes()))
            }
            None => SiteKind::Merged(string),
        };
        let site = solver.world.site_of(kind, Some(string));
        let object = solver.constant(site);
        give(solver, watch.instance, object);
    }
}

/// Whether the receiver of the call, which is the instance's context, is a class literal.
fn is_literal_call(solver: &mut Solver<'_, '_>, instance: InstanceId) -> bool {
    let Some((caller, inst)) = calling_site(solver, instance) else { return false };
    let template = crate::behaviour::template(solver.world, caller);
    let receivers: Vec<Var> = template
        .calls_at(inst)
        .filter_map(|call| template.args(&template.calls[call as usize]).first().copied())
        .collect();
    template.starts.iter().any(|start| matches!(start, Start::Constant(to, _) if receivers.contains(to)))
}

/// `class.getEnumConstants()`: what its `values` method gives.
pub(crate) fn enum_constants(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    for (_, site) in with_sites(solver, objects) {
        let SiteKind::ClassObject(ty) = solver.world.site(site).kind else { continue };
        let Some(class) = ty.class_name().and_then(|name| solver.world.program.find(name)) else { continue };
        for method in methods_named(solver.world, class, Some(b"values"), false) {
            let program = solver.world.program;
            let fits = program.method(method).is_ok_and(|method| {
                let parameters = &program.symbols().descriptor_data(method.descriptor).parameters;
                method.flags.is_static() && parameters.is_empty()
            });
            if fits {
                call_method(solver, watch.instance, method, (0, &[]), 0);
            }
        }
    }
}

/// The concrete class of a type.
fn concrete(world: &World<'_>, ty: Type) -> Option<ClassId> {
    let class = world.program.find(ty.class_name()?)?;
    let flags = world.program.class(class).ok()?.flags;
    (!flags.is_abstract() && !flags.is_interface()).then_some(class)
}

/// A new object, on which a constructor is called.
pub(crate) fn make(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    constructor: MethodId,
    call: u32,
) -> ObjectId {
    solver.initialise(instance, constructor.class);
    let ty = solver.world.types.class(constructor.class);
    let object = solver.allocate_here(instance, ty);
    let constructor = solver.world.method(constructor);
    solver.run(instance, call, constructor, Some(object));
    object
}

/// The constructor without parameters.
pub(crate) fn default_constructor(world: &World<'_>, class: ClassId) -> Option<MethodId> {
    let (program, symbols) = (world.program, world.program.symbols());
    let is_default = |&method: &MethodId| {
        program
            .method(method)
            .is_ok_and(|method| symbols.descriptor_data(method.descriptor).parameters.is_empty())
    };
    constructors_of(world, class).into_iter().find(is_default)
}

fn constructors_of(world: &World<'_>, class: ClassId) -> Vec<MethodId> {
    methods_named(world, class, Some(b"<init>"), false)
}

/// The methods of a class, by name; with `inherited`, those of its ancestors, too.
pub(crate) fn methods_named(
    world: &World<'_>,
    class: ClassId,
    name: Option<&[u8]>,
    inherited: bool,
) -> Vec<MethodId> {
    let program = world.program;
    let mut found = Vec::new();
    for class in program.ancestors(class).filter(|&ancestor| inherited || ancestor == class) {
        let Ok(data) = program.class(class) else { continue };
        for (index, method) in data.methods.iter().enumerate() {
            let own = program.symbols().bytes(method.name);
            let is_meant = name.map_or(!own.starts_with(b"<"), |name| own == name);
            if is_meant {
                found.push(MethodId { class, index: index as u16 });
            }
        }
    }
    found
}

/// `class.newInstance()`.
pub(crate) fn new_instance(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    for (_, site) in with_sites(solver, objects) {
        let SiteKind::ClassObject(ty) = solver.world.site(site).kind else { continue };
        let Some(class) = concrete(solver.world, ty) else { continue };
        if let Some(constructor) = default_constructor(solver.world, class) {
            let object = make(solver, watch.instance, constructor, 1);
            give_new(solver, watch.instance, object);
        }
    }
}

/// Gives members or handles on them back, in an array if the method returns one.
pub(crate) fn give_members(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    site: impl Fn(TypeId) -> SiteKind,
) {
    let Some(result) = solver.declared_result(instance) else { return };
    let element = match *solver.world.types.get(result) {
        RuntimeType::Array(ty) => ty.element().and_then(|ty| solver.world.types.declared(ty)),
        _ => None,
    };
    let ty = element.unwrap_or(result);
    let site = solver.world.site_of(site(ty), Some(ty));
    let object = solver.constant(site);
    if element.is_some() {
        let array = solver.allocate_here(instance, result);
        let element = solver.field_node(array, ELEMENT);
        solver.point(element, object);
        give(solver, instance, array);
    } else {
        give(solver, instance, object);
    }
}

/// `class.getConstructor(…)`.
pub(crate) fn constructors(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    if watch.parameter != 0 {
        return;
    }
    for (_, site) in with_sites(solver, objects) {
        let SiteKind::ClassObject(ty) = solver.world.site(site).kind else { continue };
        let Some(class) = ty.class_name().and_then(|name| solver.world.program.find(name)) else { continue };
        for constructor in constructors_of(solver.world, class) {
            give_members(solver, watch.instance, |ty| SiteKind::MethodObject(constructor, ty));
        }
    }
}

/// The texts that a parameter points to, and whether others than constants arrive.
pub(crate) fn texts(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    parameter: usize,
) -> (Vec<Name>, bool) {
    let (mut found, mut others) = (Vec::new(), false);
    for (_, site) in arrived(solver, instance, parameter) {
        match solver.world.site(site).kind {
            SiteKind::Text(text) => found.push(text),
            _ => others = true,
        }
    }
    (found, others)
}

/// Whether it is the application that calls.
fn is_own_call(solver: &Solver<'_, '_>, instance: InstanceId) -> bool {
    calling_class(solver, instance).is_some_and(|class| solver.world.program.is_application(class))
}

/// The first parameter behind the class that is a text.
fn name_parameter(solver: &mut Solver<'_, '_>, instance: InstanceId, class: usize) -> Option<usize> {
    let method = solver.instances[instance.index()].method;
    let id = solver.world.method_id(method)?;
    let declaration = solver.world.program.method(id).ok()?;
    let parameters = &solver.world.program.symbols().descriptor_data(declaration.descriptor).parameters;
    let receiver = usize::from(!declaration.flags.is_static());
    let string = solver.world.well_known.string.map(|class| solver.world.program.class_name(class));
    let is_text = |&index: &usize| parameters[index - receiver].class_name() == string;
    (class + 1..parameters.len() + receiver).find(is_text)
}

/// The classes and names that a look-up of members may mean; no name stands for all.
pub(crate) fn lookups(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    class_parameter: usize,
) -> Vec<(ClassId, Option<Name>)> {
    let classes: Vec<ClassId> = class_objects(solver, instance, class_parameter)
        .into_iter()
        .filter_map(|ty| solver.world.program.find(ty.class_name()?))
        .collect();
    let is_own = is_own_call(solver, instance);
    let Some(name) = name_parameter(solver, instance, class_parameter) else {
        if !is_own || !may_mean_all(solver, &classes) {
            gap(solver, instance, "all members of a class are looked at");
            return Vec::new();
        }
        return classes.into_iter().map(|class| (class, None)).collect();
    };
    let (names, others) = texts(solver, instance, name);
    let pairs = classes.iter().flat_map(|&class| names.iter().map(move |&name| (class, Some(name))));
    let mut meant: Vec<(ClassId, Option<Name>)> = pairs.collect();
    if others {
        gap(solver, instance, "the name of a member is not known");
        if is_own && may_mean_all(solver, &classes) {
            let own = classes.into_iter().filter(|&class| solver.world.program.is_application(class));
            meant.extend(own.map(|class| (class, None)));
        }
    }
    meant
}

/// Whether all members of classes are meant. Too many classes end the attempt, so that the answer does not
/// depend on the order in which they arrive.
fn may_mean_all(solver: &mut Solver<'_, '_>, classes: &[ClassId]) -> bool {
    let own = classes.iter().filter(|&&class| solver.world.program.is_application(class)).count();
    let any_member = solver.world.options.any_member;
    solver.too_wide |= any_member && own > MAX_CLASSES;
    any_member && own <= MAX_CLASSES
}

/// The methods that a look-up means.
pub(crate) fn methods_meant(world: &World<'_>, class: ClassId, name: Option<Name>) -> Vec<MethodId> {
    let name = name.map(|name| world.program.symbols().bytes(name));
    methods_named(world, class, name, name.is_some() || world.program.is_application(class))
}

/// `class.getMethod(name, …)`.
pub(crate) fn methods(solver: &mut Solver<'_, '_>, watch: Watch) {
    for (class, name) in lookups(solver, watch.instance, 0) {
        if name.is_none() && !solver.world.program.is_application(class) {
            continue;
        }
        for method in methods_meant(solver.world, class, name) {
            give_members(solver, watch.instance, |ty| SiteKind::MethodObject(method, ty));
        }
    }
}

/// The fields that a look-up means.
pub(crate) fn fields_meant(world: &World<'_>, class: ClassId, name: Option<Name>) -> Vec<FieldId> {
    let mut found = Vec::new();
    for class in world.program.ancestors(class) {
        let Ok(data) = world.program.class(class) else { continue };
        // A library's field of a number holds nothing that flows, and nobody asks who accesses it.
        let is_own = world.program.is_application(class);
        for (index, field) in data.fields.iter().enumerate() {
            if name.is_none_or(|name| field.name == name) && (is_own || is_reference(field.ty)) {
                found.push(FieldId { class, index: index as u16 });
            }
        }
    }
    found
}

/// `class.getField(name)`.
pub(crate) fn fields(solver: &mut Solver<'_, '_>, watch: Watch) {
    for (class, name) in lookups(solver, watch.instance, 0) {
        if name.is_none() && !solver.world.program.is_application(class) {
            continue;
        }
        for field in fields_meant(solver.world, class, name) {
            give_members(solver, watch.instance, |ty| SiteKind::FieldObject(field, ty));
        }
    }
}

/// `constructor.newInstance(arguments)`.
pub(crate) fn construct(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    if watch.parameter != 0 {
        return;
    }
    for (_, site) in with_sites(solver, objects) {
        let SiteKind::MethodObject(constructor, _) = solver.world.site(site).kind else { continue };
        let ty = Type::class(solver.world.program.class_name(constructor.class));
        if concrete(solver.world, ty).is_some() {
            let object = make(solver, watch.instance, constructor, 2);
            give_new(solver, watch.instance, object);
        }
    }
}

/// `method.invoke(object, arguments)`.
pub(crate) fn invoke(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let (methods, receivers) = pairs(solver, watch, objects, 0, 1);
    for (_, site) in methods {
        let SiteKind::MethodObject(id, _) = solver.world.site(site).kind else { continue };
        call_method(solver, watch.instance, id, (1, &receivers), 2);
    }
}

/// Calls a method that is known by reflection, on objects that a parameter holds.
pub(crate) fn call_method(
    solver: &mut Solver<'_, '_>,
    instance: InstanceId,
    id: MethodId,
    (parameter, receivers): (usize, &[u32]),
    call: u32,
) {
    let from = solver.param(instance, parameter);
    let Ok(declaration) = solver.world.program.method(id) else { return };
    let method = solver.world.method(id);
    if declaration.flags.is_static() {
        solver.initialise(instance, id.class);
        solver.connect(instance, call, method, None);
        return;
    }
    let class = Type::class(solver.world.program.class_name(id.class));
    let filter = solver.world.types.filter(class);
    for &object in receivers {
        let object = ObjectId(object);
        let ty = solver.type_of(object);
        if solver.world.types.passes(filter, ty)
            && let Some(callee) = solver.world.select(method, ty)
        {
            match from {
                Some(from) => solver.connect_from(instance, call, callee, (from, object)),
                None => {
                    solver.connect(instance, call, callee, Some(object));
                }
            }
        }
    }
}

/// `field.get(object)`.
pub(crate) fn get_field(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let Some(result) = solver.result(watch.instance) else { return };
    let (fields, owners) = pairs(solver, watch, objects, 0, 1);
    for (_, site) in fields {
        let SiteKind::FieldObject(field, _) = solver.world.site(site).kind else { continue };
        if solver.world.program.field(field).is_ok_and(|field| field.flags.is_static()) {
            solver.initialise(watch.instance, field.class);
        }
        load_field(solver, field, &owners, result);
    }
}

/// Reads a field that is known by reflection.
pub(crate) fn load_field(solver: &mut Solver<'_, '_>, field: FieldId, owners: &[u32], to: NodeId) {
    let key = solver.world.field(field);
    match solver.world.program.field(field).is_ok_and(|field| field.flags.is_static()) {
        true => solver.link_static_once(key, to, false),
        false => solver.load_once(owners, key, to),
    }
}

/// Writes a field that is known by reflection.
pub(crate) fn store_field(solver: &mut Solver<'_, '_>, field: FieldId, owners: &[u32], from: NodeId) {
    let key = solver.world.field(field);
    match solver.world.program.field(field).is_ok_and(|field| field.flags.is_static()) {
        true => solver.link_static_once(key, from, true),
        false => solver.store_once(owners, key, from),
    }
}

/// `field.set(object, value)`.
pub(crate) fn set_field(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let Some(value) = solver.param(watch.instance, 2) else { return };
    let (fields, owners) = pairs(solver, watch, objects, 0, 1);
    for (_, site) in fields {
        let SiteKind::FieldObject(field, _) = solver.world.site(site).kind else { continue };
        store_field(solver, field, &owners, value);
    }
}

/// `Array.newInstance(class, length)`; without a length, a raw object of the class.
pub(crate) fn new_array(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let method = solver.instances[watch.instance.index()].method;
    let is_static = solver.world.method_id(method).is_some_and(|id| solver.world.is_static(id));
    for (_, site) in with_sites(solver, objects) {
        let SiteKind::ClassObject(ty) = solver.world.site(site).kind else { continue };
        // The class of an array that is made from the class of an array, and so on, has to end somewhere.
        let made = if is_static && ty.dimensions() < MAX_DIMENSIONS { ty.array_of() } else { Some(ty) };
        let Some(made) = made.and_then(|ty| solver.world.types.declared(ty)) else { continue };
        let object = solver.allocate_here(watch.instance, made);
        give_new(solver, watch.instance, object);
    }
}
