//! What a method does: its body, what a contract or plugin says of it, or nothing that we can see.

use std::rc::Rc;

use deadheat_program::classfile::Flags;
use deadheat_program::{ClassId, MethodId, Program};

use crate::decided::Flags as Known;
use crate::gaps::Gap;
use crate::ids::{FilterId, MethodIx, SiteId, TypeId};
use crate::plugins;
use crate::template::{Builder, Template};
use crate::translate::translate;
use crate::types::RuntimeType;
use crate::world::{Origin, SiteKind, World};

/// The template of a method, made on first use.
pub(crate) fn template(world: &mut World<'_>, method: MethodIx) -> Rc<Template> {
    if let Some(known) = &world.data(method).template {
        return known.clone();
    }
    let template = Rc::new(make(world, method));
    let (returns_apart, of_container) = (returns_apart(world, method), is_of_container(world, method));
    let asks = template.only_calls && is_of_object(world, method);
    let data = world.data_mut(method);
    (data.returns_apart, data.of_container, data.asks) = (returns_apart, of_container, asks);
    data.template = Some(template.clone());
    template
}

/// The template of a method with what is known of its flags.
pub(crate) fn template_with(world: &mut World<'_>, method: MethodIx, flags: Known) -> Rc<Template> {
    let whole = template(world, method);
    if flags == Known::UNKNOWN {
        return whole;
    }
    if let Some(known) = world.flagged.get(&(method, flags)) {
        return known.clone();
    }
    let body = world.method_id(method).and_then(|id| world.program.lower(id).ok().flatten());
    let template = body.map_or(whole, |body| Rc::new(translate(world, method, &body, flags)));
    world.flagged.insert((method, flags), template.clone());
    template
}

fn make(world: &mut World<'_>, method: MethodIx) -> Template {
    let (id, receiver) = match world.data(method).origin {
        Origin::Method(id) => (id, id.class),
        Origin::Contract(id, receiver) => (id, receiver),
        Origin::Lambda(_) | Origin::Plugin => return Builder::default().finish(),
    };
    if let Some(template) = plugins::template(world, method, id, receiver) {
        return template;
    }
    if world.is_opaque(id.class) {
        return plugins::opaque::template(world, method, id);
    }
    match world.program.lower(id) {
        Ok(Some(body)) => {
            world.data_mut(method).is_translated = true;
            translate(world, method, &body, Known::UNKNOWN)
        }
        Ok(None) => plugins::natives::unknown(world, method, id),
        Err(error) => {
            let gap = Gap::Unreadable { method: world.display(method), reason: error.to_string() };
            world.gaps.add(gap);
            outline(world, id).finish()
        }
    }
}

/// What may be passed to each parameter, the receiver first.
pub(crate) fn parameter_filters(world: &mut World<'_>, method: MethodIx) -> Rc<[FilterId]> {
    if let Some(known) = &world.data(method).filters {
        return known.clone();
    }
    let filters: Rc<[FilterId]> = filters(world, method).into();
    world.data_mut(method).filters = Some(filters.clone());
    filters
}

fn filters(world: &mut World<'_>, method: MethodIx) -> Vec<FilterId> {
    let Some(id) = world.method_id(method) else { return Vec::new() };
    let Ok(declaration) = world.program.method(id) else { return Vec::new() };
    let parameters = &world.program.symbols().descriptor_data(declaration.descriptor).parameters;
    let receiver = (!declaration.flags.is_static()).then_some(FilterId::ANY);
    receiver.into_iter().chain(parameters.iter().map(|&ty| world.types.filter(ty))).collect()
}

/// Whether objects of a type are one abstract object, whoever makes them.
pub(crate) fn is_merged(world: &World<'_>, ty: TypeId) -> bool {
    let RuntimeType::Class(class) = *world.types.get(ty) else { return false };
    let (merge, known) = (world.options.merge, &world.well_known);
    merge.strings && known.string == Some(class)
        || merge.boxes && known.boxes.contains(&class)
        || merge.exceptions
            && known.throwable.is_some_and(|throwable| world.program.is_subclass(class, throwable))
}

/// The site of objects that a plugin makes: the merged one of their type, or this.
pub(crate) fn merged_or(world: &mut World<'_>, ty: TypeId, kind: SiteKind) -> SiteId {
    let kind = if is_merged(world, ty) { SiteKind::Merged(ty) } else { kind };
    world.site_of(kind, Some(ty))
}

/// Whether objects of a type are one abstract object because a library makes them.
pub(crate) fn is_merged_at(world: &mut World<'_>, site: SiteId, ty: TypeId) -> bool {
    let RuntimeType::Class(class) = *world.types.get(ty) else { return false };
    let SiteKind::Alloc(method, ..) = world.site(site).kind else { return false };
    !world.is_application(method) && world.facts(class).claims.merged == Some(true)
}

/// Whether a method is code of a container class: what the application has made by a static one is told apart
/// by call.
fn is_of_container(world: &mut World<'_>, method: MethodIx) -> bool {
    let Origin::Method(id) = world.data(method).origin else { return false };
    world.options.containers && world.is_container(id.class)
}

/// Whether a method overrides one of `Object`.
fn is_of_object(world: &World<'_>, method: MethodIx) -> bool {
    let (program, id) = (world.program, world.method_id(method));
    let Some(own) = id.and_then(|id| program.method(id).ok()) else { return false };
    let object = program.object_class().and_then(|class| program.class(class).ok());
    object.is_some_and(|object| {
        let mut all = object.methods.iter();
        all.any(|method| method.name == own.name && method.descriptor == own.descriptor)
    })
}

/// Whether a library's method gives an object that is told apart by the application's call.
fn returns_apart(world: &mut World<'_>, method: MethodIx) -> bool {
    let Origin::Method(id) = world.data(method).origin else { return false };
    if !world.options.containers || world.is_application(method) {
        return false;
    }
    let class = world.result_type(id).and_then(|ty| world.program.find(ty.class_name()?));
    class.is_some_and(|class| world.facts(class).claims.apart == Some(true))
}

/// Whether initialising a class initialises the interface (JVMS 5.5): it has an instance method with code.
pub(crate) fn has_default_methods(program: &Program, interface: ClassId) -> bool {
    program.class(interface).is_ok_and(|class| {
        class.methods.iter().any(|method| !method.flags.has(Flags::ABSTRACT | Flags::STATIC))
    })
}

/// A template with parameters and nothing else, for plugins.
pub(crate) fn outline(world: &World<'_>, id: MethodId) -> Builder {
    let mut builder = Builder::default();
    let Ok(declaration) = world.program.method(id) else { return builder };
    let parameters = &world.program.symbols().descriptor_data(declaration.descriptor).parameters;
    if !declaration.flags.is_static() {
        let this = builder.var();
        builder.params.push(this);
    }
    for &ty in parameters {
        let var = if crate::types::is_reference(ty) { builder.var() } else { crate::template::NONE };
        builder.params.push(var);
    }
    builder
}
