//! What instructions do with objects: which arguments of a call a contract names, and what of them it says is read or
//! written; what is stored.

use deadheat_models::{Object, Part};
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::Kind;

use crate::facts::Place;

/// The argument that an object of a contract is, the receiver first.
pub(crate) fn argument(object: &Object, kind: InvokeKind) -> Option<usize> {
    parameter(object, kind == InvokeKind::Static)
}

/// The parameter that an object of a contract is, the receiver first.
pub(crate) fn parameter(object: &Object, is_static: bool) -> Option<usize> {
    match object {
        Object::This => Some(0),
        Object::Argument(index) => Some(usize::from(*index) + usize::from(!is_static)),
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

/// The reference that an instruction stores in a field or array.
pub(crate) fn stored(body: &Body, inst: InstId) -> Option<Value> {
    let (Inst::PutField(_, _, value) | Inst::PutStatic(_, value) | Inst::ArrayStore(_, _, _, value)) =
        body.inst(inst)
    else {
        return None;
    };
    (body.kind(value) == Kind::Ref).then_some(value)
}
