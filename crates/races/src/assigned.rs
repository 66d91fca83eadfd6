//! What a constructor finds in the fields that it assigns itself.
//!
//! In: a constructor's body. Out: for a load of a field of its own object, the value that the constructor stores there. The
//! field must hold one value from its assignment on ([`Program::is_assigned_once`]), and the constructor must assign it by
//! one instruction that no loop repeats, without leaving work to another constructor of its class. Then a load finds null
//! or that value, whoever else sees the object by then. What makes the value is not repeated behind the store, either: it
//! leads there.

use deadheat_program::ir::{BlockId, Body, Inst, InvokeKind, Value};
use deadheat_program::symbols::FieldRef;
use deadheat_program::{FieldId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Assigned {
    values: FxHashMap<FieldId, Value>,
}

impl Assigned {
    pub(crate) fn of(program: &Program, body: &Body) -> Assigned {
        let mut values = FxHashMap::default();
        if !program.is_constructor(body.method) || delegates(program, body) {
            return Assigned::default();
        }
        let mut repeated: FxHashSet<FieldId> = FxHashSet::default();
        for inst in body.insts() {
            let Inst::PutField(field, object, value) = body.inst(inst) else { continue };
            let Some(field) = own(program, body, field) else { continue };
            let is_of_this = body.inst(object) == Inst::Param(0);
            let is_once = is_of_this && !is_repeated(body, body.block_of(inst));
            if values.insert(field, value).is_some() || !is_once {
                repeated.insert(field);
            }
        }
        values.retain(|field, _| !repeated.contains(field) && program.is_assigned_once(*field));
        Assigned { values }
    }

    /// What a load gives, if it is not null.
    pub(crate) fn value(&self, program: &Program, body: &Body, load: Value) -> Option<Value> {
        let Inst::GetField(field, object) = body.inst(load) else { return None };
        if self.values.is_empty() || body.inst(object) != Inst::Param(0) {
            return None;
        }
        self.values.get(&own(program, body, field)?).copied()
    }
}

/// A field that the body's class declares.
fn own(program: &Program, body: &Body, field: FieldRef) -> Option<FieldId> {
    let class = body.method.class;
    program.resolve_field(class, field).ok().filter(|field| field.class == class)
}

/// Whether a constructor leaves the work to another one of its class.
fn delegates(program: &Program, body: &Body) -> bool {
    body.insts().any(|inst| match body.inst(inst) {
        Inst::Invoke(InvokeKind::Special, method, arguments) => {
            let data = program.symbols().method_data(method);
            let is_this = body.list(arguments).first().is_some_and(|&this| body.inst(this) == Inst::Param(0));
            is_this
                && program.symbols().bytes(data.name) == b"<init>"
                && data.owner.class_name() == Some(program.class_name(body.method.class))
        }
        _ => false,
    })
}

/// Whether a block leads back to itself.
pub(crate) fn is_repeated(body: &Body, block: BlockId) -> bool {
    let mut seen = FxHashSet::default();
    let mut work: Vec<BlockId> = body.all_succs(block).collect();
    while let Some(next) = work.pop() {
        if seen.insert(next) {
            work.extend(body.all_succs(next));
        }
    }
    seen.contains(&block)
}
