//! What a constructor finds in the fields that it assigns itself.
//!
//! In: a constructor's body. Out: for a load of a field of its own object, the value that the constructor stores there. The
//! field must hold one value from its assignment on ([`Program::is_assigned_once`]), and the constructor must assign it by
//! one instruction that no loop repeats, without leaving work to another constructor of its class. Then a load finds null
//! or that value, whoever else sees the object by then. What makes the value is not repeated behind the store, either: it
//! leads there.

use deadheat_program::ir::{Body, Inst, Value};
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
        if !program.is_constructor(body.method) || program.delegates(body) {
            return Assigned::default();
        }
        let mut repeated: FxHashSet<FieldId> = FxHashSet::default();
        for inst in body.insts() {
            let Inst::PutField(field, object, value) = body.inst(inst) else { continue };
            let Some(field) = own(program, body, field) else { continue };
            let is_of_this = body.inst(object) == Inst::Param(0);
            let is_once = is_of_this && !body.is_repeated(body.block_of(inst));
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
