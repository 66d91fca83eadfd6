//! Method handles that are constants.

use deadheat_program::classfile::{Loadable, MethodHandle};
use deadheat_program::dynamic::Dynamic;
use deadheat_program::ir::{BlockId, InstId};

use crate::template::Var;
use crate::translate::Translation;

pub(crate) fn constant(_t: &mut Translation<'_, '_, '_>, _inst: InstId, _handle: MethodHandle, _to: Var) {}

pub(crate) fn method_type(_t: &mut Translation<'_, '_, '_>, _inst: InstId, _to: Var) {}

pub(crate) fn dynamic_constant(
    _t: &mut Translation<'_, '_, '_>,
    _block: BlockId,
    _inst: InstId,
    _dynamic: &Dynamic,
    _arguments: &[Loadable],
    _to: Var,
) {
}
