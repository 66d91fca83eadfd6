//! Reflection: class objects, and what is made and called through them.

use deadheat_program::types::Type;

use crate::ids::SiteId;
use crate::world::{SiteKind, World};

/// The class object of a type.
pub(crate) fn class_object(world: &mut World<'_>, ty: Type) -> SiteId {
    let class = world.well_known.class.map(|class| world.types.class(class));
    world.site_of(SiteKind::ClassObject(ty), class)
}
