//! Which arguments of a call a contract names, and what of them it says is read or written.

use deadheat_models::{Object, Part};
use deadheat_program::ir::InvokeKind;

use crate::facts::Place;

/// The argument that an object of a contract is, the receiver first.
pub(crate) fn argument(object: &Object, kind: InvokeKind) -> Option<usize> {
    match object {
        Object::This => Some(0),
        Object::Argument(index) => Some(usize::from(*index) + usize::from(kind != InvokeKind::Static)),
        _ => None,
    }
}

/// What a contract says is read or written: an argument's state, its elements, its owner's state.
pub(crate) fn place_of(object: &Object, kind: InvokeKind) -> Option<(Place, usize)> {
    let argument = |object| argument(object, kind);
    match object {
        Object::Part(Part::Owner, of) => argument(of).map(|index| (Place::OwnersState, index)),
        Object::Part(Part::Element, of) => argument(of).map(|index| (Place::Elements, index)),
        other => argument(other).map(|index| (Place::State, index)),
    }
}
