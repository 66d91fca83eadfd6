//! Native methods that no model speaks for: the result is an object of the declared type, and a gap.

use deadheat_program::MethodId;

use crate::behaviour::outline;
use crate::gaps::Gap;
use crate::ids::MethodIx;
use crate::template::{Start, Template};
use crate::types::{RuntimeType, is_reference};
use crate::world::{ELEMENT, SiteKind, World};

/// What a native method, or an abstract one on an object of unknown class, may do.
pub(crate) fn unknown(world: &mut World<'_>, method: MethodIx, id: MethodId) -> Template {
    let mut builder = outline(world, id);
    let Ok(declaration) = world.program.method(id) else { return builder.finish() };
    world.gaps.add(Gap::Native(world.display(method)));
    let result = world.program.symbols().descriptor_data(declaration.descriptor).result;
    let mut outer = None;
    let mut next = result.filter(|&ty| is_reference(ty));
    let mut depth = 0;
    while let Some(ty) = next {
        next = None;
        let Some(id) = world.types.declared(ty) else { break };
        if let RuntimeType::Class(class) = *world.types.get(id)
            && world.program.class(class).is_ok_and(|class| class.flags.is_abstract())
        {
            break;
        }
        let site = world.site_of(SiteKind::Native(method, depth), Some(id));
        let var = builder.var();
        builder.start(Start::Constant(var, site));
        match outer {
            None => builder.give(var),
            Some(outer) => builder.store(outer, ELEMENT, var),
        }
        (outer, depth) = (Some(var), depth + 1);
        if ty.is_array() {
            next = ty.element().filter(|&ty| is_reference(ty));
        }
    }
    builder.finish()
}
