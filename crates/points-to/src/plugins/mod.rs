//! One file for each mechanism that bytecode alone does not show.
//!
//! A plugin speaks in templates (what a method does) and, where that depends on the objects that arrive,
//! watches pointers. Which method means what is said by the models; nothing here names a library class.

pub(crate) mod lambdas;
pub(crate) mod method_handles;
pub(crate) mod natives;
pub(crate) mod records;
pub(crate) mod reflection;
pub(crate) mod strings;

use deadheat_program::MethodId;

use crate::ids::{InstanceId, MethodIx, TypeId};
use crate::solver::Solver;
use crate::template::Template;
use crate::types::RuntimeType;
use crate::world::World;

/// What a method means that has no template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Special {}

/// Who wants to know what a pointer points to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) special: Special,
    pub(crate) instance: InstanceId,
    /// Which of the method's parameters is watched.
    pub(crate) parameter: u8,
}

/// What models say of a method, if it stands for the body.
pub(crate) fn template(_world: &mut World<'_>, _method: MethodIx, _id: MethodId) -> Option<Template> {
    None
}

/// A special method was reached.
pub(crate) fn begin(_solver: &mut Solver<'_, '_>, special: Special, _instance: InstanceId) {
    match special {}
}

/// A watched pointer has new objects.
pub(crate) fn objects(_solver: &mut Solver<'_, '_>, watch: Watch, _objects: &[u32]) {
    match watch.special {}
}

/// What a call runs on a lambda or proxy.
pub(crate) fn select_implementing(world: &mut World<'_>, resolved: MethodId, ty: TypeId) -> Option<MethodIx> {
    match *world.types.get(ty) {
        RuntimeType::Lambda(site) => lambdas::select(world, resolved, ty, site),
        _ => None,
    }
}
