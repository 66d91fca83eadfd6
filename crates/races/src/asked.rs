//! Objects that a call asks by a method that every object has: `toString` when it is made text, `hashCode` and `equals`
//! when it is a key. What a library's object reads of itself then, the call reads.
//!
//! Contracts name such callbacks (`calls = "arg0.toString()"`); concatenation is part of the language. Of the elements of
//! an array those count that the same body stores, as it does for a variable number of arguments. What a collection asks
//! its elements is not followed. The methods that the compiler gives a record ask its components.

use deadheat_models::{Contract, Object, Part};
use deadheat_program::dynamic::Meaning;
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::{Kind, Type};
use deadheat_program::{MethodId, Program};

use crate::data::{self, argument};

/// An object that is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) object: Value,
    /// Which argument of the call it is, if it is one.
    pub(crate) argument: Option<usize>,
    /// As `Object` declares it.
    pub(crate) method: MethodId,
}

/// Those that an instruction asks.
pub(crate) fn asked(program: &Program, body: &Body, inst: InstId, contract: Option<&Contract>) -> Vec<Asked> {
    match (body.inst(inst), contract) {
        (Inst::Invoke(kind, _, list), Some(contract)) => {
            let calls = contract.callbacks.iter().flat_map(|callbacks| &callbacks.calls);
            let asked = calls.filter_map(|task| Some((&task.object, method(program, &task.method)?)));
            asked.flat_map(|(object, method)| objects(body, object, kind, body.list(list), method)).collect()
        }
        (Inst::InvokeDynamic(dynamic, list), _) => match body.dynamic(dynamic).meaning {
            Meaning::Concat(_) => {
                concatenated(program, body, dynamic_types(program, body, inst), body.list(list))
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The records whose components an instruction asks, and by which method: what the compiler gives a record.
pub(crate) fn records(program: &Program, body: &Body, inst: InstId) -> Option<(MethodId, Vec<Value>)> {
    let Inst::InvokeDynamic(dynamic, list) = body.inst(inst) else { return None };
    let dynamic = body.dynamic(dynamic);
    let Meaning::RecordMethod { .. } = dynamic.meaning else { return None };
    let name = std::str::from_utf8(program.symbols().bytes(dynamic.name)).ok()?;
    let records = body.list(list).iter().copied().filter(|&value| body.kind(value) == Kind::Ref);
    Some((method(program, name)?, records.collect()))
}

/// The method of a name that every object has.
pub(crate) fn method(program: &Program, name: &str) -> Option<MethodId> {
    let class = program.object_class()?;
    let named = |method: &MethodId| {
        program.method(*method).is_ok_and(|method| program.symbols().bytes(method.name) == name.as_bytes())
    };
    program.methods(class).ok()?.find(named)
}

fn objects(
    body: &Body,
    object: &Object,
    kind: InvokeKind,
    arguments: &[Value],
    method: MethodId,
) -> Vec<Asked> {
    let value =
        |object: &Object| argument(object, kind).and_then(|index| Some((index, *arguments.get(index)?)));
    match object {
        Object::Part(Part::Element, array) => {
            let array = value(array).map(|(_, array)| array);
            let made = array.filter(|&array| matches!(body.inst(array), Inst::NewArray(..)));
            let stored = made.into_iter().flat_map(|array| stored(body, array));
            stored.map(|object| Asked { object, argument: None, method }).collect()
        }
        _ => {
            let asked = value(object).map(|(index, object)| Asked { object, argument: Some(index), method });
            asked.into_iter().collect()
        }
    }
}

/// The references that a body stores in an array.
fn stored(body: &Body, array: Value) -> Vec<Value> {
    let into = |inst: &InstId| matches!(body.inst(*inst), Inst::ArrayStore(_, into, ..) if into == array);
    body.insts().filter(into).filter_map(|inst| data::stored(body, inst)).collect()
}

/// The types of what is concatenated.
fn dynamic_types(program: &Program, body: &Body, inst: InstId) -> Vec<Type> {
    let Inst::InvokeDynamic(dynamic, _) = body.inst(inst) else { return Vec::new() };
    let descriptor = program.symbols().descriptor(body.dynamic(dynamic).descriptor);
    descriptor.map_or(Vec::new(), |id| program.symbols().descriptor_data(id).parameters.to_vec())
}

/// Strings have nothing that changes.
fn concatenated(program: &Program, body: &Body, types: Vec<Type>, arguments: &[Value]) -> Vec<Asked> {
    let Some(method) = method(program, "toString") else { return Vec::new() };
    let string = program.symbols().find(b"java/lang/String");
    let is_text =
        |ty: Option<&Type>| ty.is_some_and(|ty| ty.class_name().is_some() && ty.class_name() == string);
    let all = arguments.iter().enumerate().filter(|(_, value)| body.kind(**value) == Kind::Ref);
    let objects = all.filter(|(index, _)| !is_text(types.get(*index)));
    objects.map(|(index, &object)| Asked { object, argument: Some(index), method }).collect()
}
