//! What a branch tells about the result of a call: which outcome holds on which edge.

use deadheat_models::When;
use deadheat_program::ir::{BinaryOp, BlockId, Body, Condition, Const, Inst, Value};

/// The value that is tested at the end of a block, and what holds of it on the way to the successor of this
/// index.
pub(crate) fn known_on_edge(body: &Body, block: BlockId, index: usize) -> Option<(Value, Known)> {
    let succs = body.succs(block);
    let Inst::If(condition, value, other) = body.inst(body.terminator(block)) else { return None };
    // If both ways lead to one block, nothing is known there.
    if succs.len() != 2 || succs[0] == succs[1] {
        return None;
    }
    let (value, is_swapped) = match (zero(body, other), zero(body, value)) {
        (true, _) => (value, false),
        (_, true) => (other, true),
        _ => return None,
    };
    // A long is compared with 0 first.
    let value = match body.inst(value) {
        Inst::Binary(BinaryOp::CompareLong, long, other) if zero(body, other) => long,
        _ => value,
    };
    let condition = if index == 0 { condition } else { negated(condition) };
    let condition = if is_swapped { swapped(condition) } else { condition };
    Some((value, Known(condition)))
}

/// How a value compares with 0, false or null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known(Condition);

impl Known {
    /// Whether an outcome surely is the case.
    pub(crate) fn implies(self, when: When) -> bool {
        match when {
            When::True | When::NonNull | When::NonZero => {
                matches!(self.0, Condition::NotEqual | Condition::Greater | Condition::Less)
            }
            When::False | When::Zero => self.0 == Condition::Equal,
            When::NonNegative => {
                matches!(self.0, Condition::Equal | Condition::GreaterOrEqual | Condition::Greater)
            }
            When::Ended => false,
        }
    }
}

fn zero(body: &Body, value: Value) -> bool {
    matches!(body.inst(value), Inst::Const(Const::Int(0) | Const::Long(0) | Const::Null))
}

/// What holds where a condition does not.
pub(crate) fn negated(condition: Condition) -> Condition {
    match condition {
        Condition::Equal => Condition::NotEqual,
        Condition::NotEqual => Condition::Equal,
        Condition::Less => Condition::GreaterOrEqual,
        Condition::GreaterOrEqual => Condition::Less,
        Condition::Greater => Condition::LessOrEqual,
        Condition::LessOrEqual => Condition::Greater,
    }
}

/// The same with the operands exchanged.
fn swapped(condition: Condition) -> Condition {
    match condition {
        Condition::Less => Condition::Greater,
        Condition::GreaterOrEqual => Condition::LessOrEqual,
        Condition::Greater => Condition::Less,
        Condition::LessOrEqual => Condition::GreaterOrEqual,
        same => same,
    }
}
