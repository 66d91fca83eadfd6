//! Dynamic proxies: objects whose methods all call an `InvocationHandler`.

use deadheat_program::ir::InstId;
use deadheat_program::{ClassId, MethodId};

use crate::graph::EdgeKind;
use crate::ids::{MethodIx, TypeId};
use crate::plugins::lambdas::select_default;
use crate::plugins::{Watch, give};
use crate::solver::Solver;
use crate::template::{Builder, NONE, NewCall, Start, Target, Var};
use crate::types::{RuntimeType, is_reference};
use crate::world::{ELEMENT, Origin, SiteKind, World, capture};

/// `Proxy.newProxyInstance(loader, interfaces, handler)`. When more interfaces become known, there is
/// another object, which has them all.
pub(crate) fn make(solver: &mut Solver<'_, '_>, watch: Watch) {
    let Some(handler) = solver.param(watch.instance, 2) else { return };
    let Some(array) = solver.param(watch.instance, 1) else { return };
    let array = solver.graph.find(array);
    let mut interfaces: Vec<ClassId> = Vec::new();
    for array in solver.graph.set(array).to_vec() {
        let element = solver.field_node(crate::ids::ObjectId(array), ELEMENT);
        // Class objects that are stored later are seen when the array is looked at again.
        solver.link_watch(element, watch);
        let element = solver.graph.find(element);
        for (_, site) in super::with_sites(solver, &solver.graph.set(element).to_vec()) {
            if let SiteKind::ClassObject(ty) = solver.world.site(site).kind
                && let Some(class) = ty.class_name().and_then(|name| solver.world.program.find(name))
                && !interfaces.contains(&class)
            {
                interfaces.push(class);
            }
        }
    }
    if interfaces.is_empty() {
        return;
    }
    interfaces.sort();
    let (sequence, _) = solver.contexts.parts(solver.instances[watch.instance.index()].context);
    let Some(site) = solver.contexts.head(sequence) else { return };
    let ty = RuntimeType::Proxy(site, interfaces.len() as u32);
    let ty = solver.world.types.implementing(ty, interfaces);
    let proxy = solver.allocate_here(watch.instance, ty);
    solver.store_once(&[proxy.0], capture(0), handler);
    give(solver, watch.instance, proxy);
}

/// What a call runs on a proxy: the handler, but for default methods of `Object` that are not overridable.
pub(crate) fn select(world: &mut World<'_>, resolved: MethodId, ty: TypeId) -> Option<MethodIx> {
    let declaration = world.program.method(resolved).ok()?;
    let is_interface = world.program.class(resolved.class).is_ok_and(|class| class.flags.is_interface());
    if !is_interface {
        return select_default(world, resolved, ty);
    }
    let descriptor = world.program.symbols().descriptor_data(declaration.descriptor);
    let mut builder = Builder::default();
    let this = builder.var();
    builder.params.push(this);
    let array = builder.var();
    let method = world.add_method(Origin::Plugin);
    let array_type = world
        .program
        .object_class()
        .map(|class| deadheat_program::types::Type::class(world.program.class_name(class)));
    if let Some(ty) = array_type.and_then(|ty| world.types.declared(ty.array_of()?)) {
        let site = world.site_of(SiteKind::Native(method, 0), Some(ty));
        builder.start(Start::Alloc(array, site));
    }
    for &ty in &descriptor.parameters {
        let param: Var = if is_reference(ty) { builder.var() } else { NONE };
        builder.params.push(param);
        builder.store(array, ELEMENT, param);
    }
    let handler = builder.var();
    builder.load(this, capture(0), handler);
    let result = builder.var();
    builder.give(result);
    let name = world.program.symbols().name(b"invoke");
    let target = Target::Named(name, Some(3));
    let reflected = builder.var();
    if let Some(class) = world.program.find_class("java/lang/reflect/Method") {
        let ty = world.types.class(class);
        let site = world.site_of(SiteKind::MethodObject(resolved, ty), Some(ty));
        builder.start(Start::Constant(reflected, site));
    }
    let args = [handler, this, reflected, array];
    builder.call(NewCall {
        inst: InstId(0),
        target,
        args: &args,
        result,
        raised: NONE,
        kind: EdgeKind::Call,
    });
    world.data_mut(method).template = Some(builder.finish().into());
    Some(method)
}
