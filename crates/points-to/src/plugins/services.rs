//! Service loaders: `META-INF/services` says which classes provide a service.

use deadheat_program::types::Type;
use deadheat_program::{ClassId, MethodId};

use crate::ids::{MethodIx, SiteId, TypeId};
use crate::plugins::{Watch, give, with_sites};
use crate::solver::Solver;
use crate::world::{ELEMENT, SiteKind, World};

/// `ServiceLoader.load(service)`: the loader holds an object of each provider.
pub(crate) fn load(solver: &mut Solver<'_, '_>, watch: Watch, objects: &[u32]) {
    let services: Vec<SiteId> = with_sites(solver, objects).into_iter().map(|(_, site)| site).collect();
    for site in services {
        let SiteKind::ClassObject(service) = solver.world.site(site).kind else { continue };
        let Some(loader) = loader_type(solver.world, solver.instances[watch.instance.index()].method) else {
            continue;
        };
        let loader = solver.allocate_here(watch.instance, loader);
        give(solver, watch.instance, loader);
        for (provider, constructor) in providers(solver.world, service) {
            solver.initialise(watch.instance, provider);
            let ty = solver.world.types.class(provider);
            let object = solver.allocate_here(watch.instance, ty);
            let element = solver.field_node(loader, ELEMENT);
            solver.point(element, object);
            let constructor = solver.world.method(constructor);
            solver.connect(watch.instance, 1, constructor, Some(object));
        }
    }
}

/// What the method returns.
fn loader_type(world: &mut World<'_>, method: MethodIx) -> Option<TypeId> {
    let declaration = world.program.method(world.method_id(method)?).ok()?;
    let result = world.program.symbols().descriptor_data(declaration.descriptor).result?;
    world.types.declared(result)
}

/// The classes that provide a service, with their constructors.
fn providers(world: &World<'_>, service: Type) -> Vec<(ClassId, MethodId)> {
    let Some(service) = service.class_name() else { return Vec::new() };
    let service = world.program.symbols().text(service).replace('/', ".");
    let mut found = Vec::new();
    for file in world.program.application_input().services() {
        if file.service != service {
            continue;
        }
        let container = world.program.application_input().container(file.container);
        let Some(Ok(bytes)) = container.map(|container| container.read(file.resource)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines() {
            let name = line.split('#').next().unwrap_or_default().trim();
            let Some(class) = world.program.find_class(&name.replace('.', "/")) else { continue };
            let Ok(data) = world.program.class(class) else { continue };
            let symbols = world.program.symbols();
            let constructor = data.methods.iter().position(|method| {
                symbols.bytes(method.name) == b"<init>"
                    && symbols.descriptor_data(method.descriptor).parameters.is_empty()
            });
            if let Some(index) = constructor {
                found.push((class, MethodId { class, index: index as u16 }));
            }
        }
    }
    found
}
