//! Lambda expressions and method references.
//!
//! Each expression makes an object of a type of its own, which holds what it captured. Calling the
//! interface's method on it runs a small method that reads the captured values and calls the body, or
//! whatever the method reference names.

use deadheat_program::classfile::{HandleKind, HandleMember, MethodHandle};
use deadheat_program::dynamic::Lambda;
use deadheat_program::ir::InstId;
use deadheat_program::symbols::{DescriptorId, MethodRef, Name};
use deadheat_program::types::{Base, Type};
use deadheat_program::{ClassId, MethodId};

use crate::graph::EdgeKind;
use crate::ids::{FilterId, MethodIx, SiteId, TypeId};
use crate::template::{Builder, NONE, NewCall, Start, Target, Template, Var};
use crate::translate::Translation;
use crate::types::{RuntimeType, is_reference};
use crate::world::{ELEMENT, Origin, SiteKind, World, capture};

/// What is known of a lambda's type.
#[derive(Debug, Clone)]
pub(crate) struct LambdaType {
    name: Name,
    descriptors: Box<[DescriptorId]>,
    body: MethodIx,
}

/// The evaluation of the expression.
pub(crate) fn expression(
    translation: &mut Translation<'_, '_, '_>,
    inst: InstId,
    name: Name,
    lambda: &Lambda,
    captured: &[Var],
    to: Var,
) {
    let world = &mut *translation.world;
    let site = world.site_of(SiteKind::Alloc(translation.method, inst, 0), None);
    let interfaces: Vec<ClassId> = std::iter::once(&lambda.interface)
        .chain(&lambda.markers)
        .filter_map(|ty| world.program.find(ty.class_name()?))
        .chain(lambda.serializable.then(|| world.program.find_class("java/io/Serializable")).flatten())
        .collect();
    let ty = world.types.implementing(RuntimeType::Lambda(site), interfaces);
    world.set_site_type(site, ty);
    let body = world.add_method(Origin::Lambda(site));
    let template = body_template(world, lambda, captured.len(), inst, translation.class, site);
    world.data_mut(body).template = Some(template.into());
    let descriptors = std::iter::once(lambda.erased).chain(lambda.bridges.iter().copied());
    let descriptors = descriptors.chain([lambda.instantiated]).collect();
    world.lambdas.insert(site, LambdaType { name, descriptors, body });
    if to == NONE {
        return;
    }
    translation.builder.start(Start::Alloc(to, site));
    for (index, &value) in captured.iter().enumerate() {
        translation.builder.store(to, capture(index), value);
    }
}

/// The type of a consumer that keeps what it is given as its elements, for what a contract does.
pub(crate) fn consumer(world: &mut World<'_>, method: MethodIx) -> Option<TypeId> {
    let interface = world.program.find_class("java/util/function/Consumer")?;
    let accept = world.program.class(interface).ok()?.methods.iter().find(|m| m.flags.is_abstract())?;
    let site = world.site_of(SiteKind::Native(method, u8::MAX), None);
    let ty = world.types.implementing(RuntimeType::Lambda(site), vec![interface]);
    world.set_site_type(site, ty);
    let mut builder = Builder::default();
    let (this, given) = (builder.var(), builder.var());
    builder.params = vec![this, given];
    builder.store(this, ELEMENT, given);
    let body = world.add_plugin(builder.finish());
    world
        .lambdas
        .insert(site, LambdaType { name: accept.name, descriptors: [accept.descriptor].into(), body });
    Some(ty)
}

/// What calling the lambda runs: parameters are the lambda itself and the interface method's.
fn body_template(
    world: &mut World<'_>,
    lambda: &Lambda,
    captured: usize,
    inst: InstId,
    class: ClassId,
    site: SiteId,
) -> Template {
    let symbols = world.program.symbols();
    let instantiated = symbols.descriptor_data(lambda.instantiated);
    let mut builder = Builder::default();
    let this = builder.var();
    builder.params.push(this);
    let mut args: Vec<Var> = (0..captured)
        .map(|index| {
            let var = builder.var();
            builder.load(this, capture(index), var);
            var
        })
        .collect();
    for &ty in &instantiated.parameters {
        let param = builder.var();
        builder.params.push(param);
        args.push(if is_reference(ty) { narrow(world, &mut builder, param, ty) } else { param });
    }
    let result = builder.var();
    call_handle(world, &mut builder, &Evaluation { class, inst, site }, lambda.implementation, &args, result);
    builder.give(result);
    if let Some(result) = symbols.descriptor_data(lambda.erased).result
        && is_reference(result)
    {
        box_result(world, &mut builder, lambda);
    }
    builder.finish()
}

/// The argument as the lambda's body declares it: the interface method checks the cast.
fn narrow(world: &mut World<'_>, builder: &mut Builder, param: Var, ty: Type) -> Var {
    match world.types.filter(ty) {
        FilterId::ANY => param,
        filter => {
            let var = builder.var();
            builder.copy(param, var, filter);
            var
        }
    }
}

/// A primitive result is boxed for the interface.
fn box_result(world: &mut World<'_>, builder: &mut Builder, lambda: &Lambda) {
    let HandleMember::Method(method) = lambda.implementation.member else { return };
    let symbols = world.program.symbols();
    let Some(result) = symbols.descriptor_data(symbols.method_data(method).descriptor).result else { return };
    if is_reference(result) {
        return;
    }
    let Base::Primitive(primitive) = result.base() else { return };
    if let Some(&class) = world.well_known.boxes.get(primitive as usize) {
        let ty = world.types.class(class);
        let site = world.site_of(SiteKind::Merged(ty), Some(ty));
        let var = builder.var();
        builder.start(Start::Constant(var, site));
        builder.give(var);
    }
}

/// Where a lambda or method reference is evaluated.
struct Evaluation {
    class: ClassId,
    inst: InstId,
    site: SiteId,
}

/// Calls what a lambda or method reference stands for.
fn call_handle(
    world: &mut World<'_>,
    builder: &mut Builder,
    place: &Evaluation,
    handle: MethodHandle,
    args: &[Var],
    result: Var,
) {
    match handle.member {
        HandleMember::Method(method) => {
            if handle.kind == HandleKind::NewInvokeSpecial {
                return construct(world, builder, place, method, args, result);
            }
            let target = Target::of_handle(handle.kind, method);
            let call = NewCall { inst: place.inst, target, args, result, raised: NONE, kind: EdgeKind::Call };
            builder.call(call);
        }
        HandleMember::Field(field) => {
            let Some(key) = world.resolve_field(place.class, field) else { return };
            match (handle.kind, args) {
                (HandleKind::GetField, &[object, ..]) => builder.load(object, key, result),
                (HandleKind::PutField, &[object, value, ..]) => builder.store(object, key, value),
                (HandleKind::GetStatic, _) => builder.start(Start::LoadStatic(result, key, FilterId::ANY)),
                (HandleKind::PutStatic, &[value, ..]) => builder.start(Start::StoreStatic(key, value)),
                _ => {}
            }
        }
    }
}

/// `Type::new`: the object is made at the expression.
fn construct(
    world: &mut World<'_>,
    builder: &mut Builder,
    place: &Evaluation,
    constructor: MethodRef,
    args: &[Var],
    result: Var,
) {
    let owner = world.program.symbols().method_data(constructor).owner;
    let SiteKind::Alloc(method, inst, _) = world.site(place.site).kind else { return };
    let Some(ty) = world.types.declared(owner) else { return };
    if let RuntimeType::Class(class) = *world.types.get(ty) {
        builder.start(Start::Initialise(class));
    }
    let site = world.site_of(SiteKind::Alloc(method, inst, 1), Some(ty));
    builder.start(Start::Alloc(result, site));
    let args: Vec<Var> = std::iter::once(result).chain(args.iter().copied()).collect();
    let target = Target::Special(constructor);
    let kind = EdgeKind::Call;
    builder.call(NewCall { inst: place.inst, target, args: &args, result: NONE, raised: NONE, kind });
}

/// What a call of an interface's method runs on the lambda: its body, or a default method.
pub(crate) fn select(
    world: &mut World<'_>,
    resolved: MethodId,
    ty: TypeId,
    site: SiteId,
) -> Option<MethodIx> {
    let declaration = world.program.method(resolved).ok()?;
    let lambda = world.lambdas.get(&site)?;
    let symbols = world.program.symbols();
    let arity = |descriptor| symbols.descriptor_data(descriptor).parameters.len();
    let is_body = declaration.name == lambda.name
        && declaration.flags.is_abstract()
        && lambda.descriptors.iter().any(|&own| arity(own) == arity(declaration.descriptor));
    if is_body {
        return Some(lambda.body);
    }
    select_default(world, resolved, ty)
}

/// The default method, or `Object`'s, that a lambda or proxy has.
pub(crate) fn select_default(world: &mut World<'_>, resolved: MethodId, ty: TypeId) -> Option<MethodIx> {
    let declaration = world.program.method(resolved).ok()?;
    for &interface in world.types.interfaces(ty) {
        if let Ok(found) = world.program.lookup(interface, declaration.name, declaration.descriptor)
            && world.program.method(found).is_ok_and(|method| !method.flags.is_abstract())
        {
            return Some(world.method(found));
        }
    }
    (!declaration.flags.is_abstract()).then(|| world.method(resolved))
}
