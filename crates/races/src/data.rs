//! What instructions do with objects: which arguments of a call a contract names, and what of them it says is read or
//! written; what is stored; what an array of arguments holds.

use std::collections::BTreeMap;

use deadheat_models::{Contract, DataAccess, Object, Part};
use deadheat_program::MethodId;
use deadheat_program::ir::{Body, Const, Inst, InstId, InvokeKind, Value};
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

/// What a call reads and writes as its contract says, each with whether it is written and which argument it is of.
pub(crate) fn effects(
    data: &DataAccess,
    kind: InvokeKind,
    method: Option<MethodId>,
) -> Vec<(Place, bool, usize)> {
    let mut found = Vec::new();
    for (objects, is_write) in [(&data.writes, true), (&data.reads, false)] {
        for (place, index) in objects.iter().filter_map(|object| place_of(object, kind)) {
            found.push((place, is_write, index));
            if let (Place::State, Some(method)) = (place, method) {
                // A call of the superclass's method, or one that the library makes, is not told here.
                let is_selected = index == 0 && matches!(kind, InvokeKind::Virtual | InvokeKind::Interface);
                found.push((Place::WrappedState(method), is_write, index));
                found.push((Place::Inherited(is_selected.then_some(method)), is_write, index));
            }
        }
    }
    let touched = data.touches.iter().filter_map(|object| argument(object, kind));
    found.extend(touched.map(|index| (Place::Reordered, true, index)));
    found
}

/// The new object that a constructor is told to change when it is read.
pub(crate) fn reordering(body: &Body, contract: &Contract, inst: InstId) -> Option<Value> {
    let Inst::Invoke(kind, _, list) = body.inst(inst) else { return None };
    let argument = argument(contract.data.as_ref()?.reorders.as_ref()?, kind)?;
    let is_told = *body.list(list).get(argument)?;
    let is_never = matches!(body.inst(is_told), Inst::Const(Const::Int(0)));
    body.list(list).first().copied().filter(|_| !is_never)
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

/// What an array holds that is made for a call: it is filled at once, each element once, and used for nothing else.
pub(crate) fn elements(body: &Body, call: InstId, array: Value) -> Vec<Value> {
    let mut found: BTreeMap<i32, Value> = BTreeMap::new();
    let (mut is_made, mut is_over, mut is_only) = (false, false, true);
    for inst in body.insts() {
        is_made |= inst == array && matches!(body.inst(inst), Inst::NewArray(..));
        is_over |= inst == call;
        let mut is_used = false;
        body.for_each_operand(inst, |operand| is_used |= operand == array);
        match body.inst(inst) {
            Inst::ArrayStore(_, to, index, value) if to == array && value != array => {
                let is_here = !is_over && body.block_of(inst) == body.block_of(array);
                match body.inst(index) {
                    Inst::Const(Const::Int(index)) if is_here => {
                        is_only &= found.insert(index, value).is_none();
                    }
                    _ => is_only = false,
                }
            }
            _ => is_only &= !is_used || inst == call,
        }
    }
    if is_made && is_only { found.into_values().collect() } else { Vec::new() }
}
