//! The signals of a body: what it waits for, volatile fields that it reads and writes, and objects that hold
//! receivers back.

use deadheat_models::{Contract, Message, Object};
use deadheat_program::classfile::Flags;
use deadheat_program::ir::{Body, Const, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::Kind;
use deadheat_program::{FieldId, Program};

/// What a signal is given by, in a body.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Means {
    /// A latch or the like.
    Object(Value),
    /// A static field.
    Static(FieldId),
    /// A field of an object.
    Field(FieldId, Value),
}

/// A signal that a body gives or waits for. What calls send is known of their callees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signal {
    pub(crate) means: Means,
    pub(crate) is_sent: bool,
}

/// The volatile field that is read, or written with something other than 0.
pub(crate) fn flag(program: &Program, body: &Body, inst: InstId) -> Option<Signal> {
    let volatile = |field| {
        let id = program.resolve_field(body.method.class, field).ok()?;
        program.field(id).is_ok_and(|field| field.flags.has(Flags::VOLATILE)).then_some(id)
    };
    let is_zero =
        |value| matches!(body.inst(value), Inst::Const(Const::Int(0) | Const::Long(0) | Const::Null));
    let (means, is_sent) = match body.inst(inst) {
        Inst::GetStatic(field) => (Means::Static(volatile(field)?), false),
        Inst::PutStatic(field, value) if !is_zero(value) => (Means::Static(volatile(field)?), true),
        Inst::GetField(field, base) => (Means::Field(volatile(field)?, base), false),
        Inst::PutField(field, base, value) if !is_zero(value) => (Means::Field(volatile(field)?, base), true),
        _ => return None,
    };
    Some(Signal { means, is_sent })
}

/// The object through which a call receives.
pub(crate) fn received(body: &Body, contract: &Contract, inst: InstId) -> Option<Signal> {
    let Inst::Invoke(_, _, list) = body.inst(inst) else { return None };
    let receives = &contract.ordering.as_ref()?.receives;
    let is_meant = |message: &Message| message.object == Object::This && message.through.is_none();
    // Who asks for a number of permits may ask for none.
    match body.list(list) {
        [object, rest @ ..] if rest.iter().all(|&value| body.kind(value) != Kind::Int) => {
            let signal = Signal { means: Means::Object(*object), is_sent: false };
            receives.iter().any(is_meant).then_some(signal)
        }
        _ => None,
    }
}

/// The new object that a constructor is called on, and how many sends a receive through it needs.
pub(crate) fn needs(body: &Body, contract: &Contract, inst: InstId) -> Option<(InstId, usize)> {
    let Inst::Invoke(InvokeKind::Special, _, list) = body.inst(inst) else { return None };
    let arguments = body.list(list);
    let ordering = contract.ordering.as_ref()?;
    let number = |object: &Object| match object {
        Object::Argument(index) => match body.inst(*arguments.get(usize::from(*index) + 1)?) {
            Inst::Const(Const::Int(number)) => Some(number),
            _ => None,
        },
        _ => None,
    };
    let needs = match (&ordering.needs, &ordering.permits) {
        (Some(needs), _) => usize::try_from(number(needs)?).ok()?,
        (None, Some(permits)) => usize::from(number(permits)? <= 0),
        _ => return None,
    };
    Some((*arguments.first()?, needs))
}
