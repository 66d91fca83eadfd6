//! Service loaders: `META-INF/services` says which classes provide a service.

use deadheat_program::{ClassId, MethodId};

use crate::ids::{InstanceId, SiteId};
use crate::plugins::{Watch, give, reflection, with_sites};
use crate::solver::Solver;
use crate::types::RuntimeType;
use crate::world::{ELEMENT, SiteKind, World};

/// `ServiceLoader.load(service)`: the loader holds an object of each provider.
pub(crate) fn load(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let services: Vec<SiteId> = with_sites(solver, objects).into_iter().map(|(_, site)| site).collect();
    for site in services {
        let SiteKind::ClassObject(service) = solver.world.site(site).kind else { continue };
        let Some(loader) = solver.declared_result(watch.instance) else { continue };
        let loader = solver.allocate_here(watch.instance, loader);
        give(solver, watch.instance, loader);
        let Some(service) = service.class_name() else { continue };
        let service = solver.world.program.symbols().text(service).replace('/', ".");
        for provider in providers(solver.world, |name, _| name == service) {
            let object = reflection::make(solver, watch.instance, provider, 1);
            let element = solver.field_node(loader, ELEMENT);
            solver.point(element, object);
        }
    }
}

/// A factory that finds a provider by itself: the result is an object of any provider that it can hold, or
/// the JDK's own.
pub(crate) fn provide(solver: &mut Solver<'_, '_>, instance: InstanceId) {
    let Some(declared) = solver.declared_result(instance) else { return };
    let own = solver.allocate_here(instance, declared);
    give(solver, instance, own);
    let RuntimeType::Class(result) = *solver.world.types.get(declared) else { return };
    let program = solver.world.program;
    for provider in providers(solver.world, |_, class| program.is_subclass(class, result)) {
        let object = reflection::make(solver, instance, provider, 1);
        give(solver, instance, object);
    }
}

/// The constructors of the classes that provide a service; which are meant is asked with the service's name.
fn providers(world: &World<'_>, is_meant: impl Fn(&str, ClassId) -> bool) -> Vec<MethodId> {
    let mut found = Vec::new();
    for file in world.program.application_input().services() {
        let container = world.program.application_input().container(file.container);
        let Some(Ok(bytes)) = container.map(|container| container.read(file.resource)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines() {
            let name = line.split('#').next().unwrap_or_default().trim();
            let Some(class) = world.program.find_class(&name.replace('.', "/")) else { continue };
            if is_meant(file.service, class) {
                found.extend(reflection::default_constructor(world, class));
            }
        }
    }
    found
}
