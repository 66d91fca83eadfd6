//! Ranges that tasks cut in two for tasks of their kind: each task of a tree (`forks`) has the numbers of its range for
//! itself, as long as none runs that it started.
//!
//! A task has the range from one of its numbers to another, which its constructor stores and nobody changes. All tasks
//! that tasks make are made at two places of one method, at most once each: one has the range from the first number to a
//! middle, one that from there (or from the next number, if ranges have their last number) to the last. The middle is
//! half of the sum of both, or the first number and half of the difference, so it lies between them, and both parts lie in
//! the task's range and have nothing in common; if the last number is below the first one, both are empty, too. So of two
//! tasks of one tree either one is below the other, or their ranges have nothing in common. And trees come one after the
//! other (`idle`). An access at a number of the task's range, when nothing is pending, is the task's own: those below it
//! do not run, and no other has the number.
//!
//! A number is in the range if it counts in a loop from the first number and is compared with the last one, or if it is
//! the first number where a comparison says that the range is not empty. Taken for granted: sums of two numbers of a
//! range do not overflow, and with an unsigned shift are not negative.
//!
//! Instead of its last number a range may have its length: then one part has half of it, and the other one begins by so much
//! later and has the rest. Of a length that is negative both parts are, too, and no number is in any of the ranges; so
//! an unsigned shift does not count as half of it.

use deadheat_points_to::{PointsTo, Slot};
use deadheat_program::FieldId;
use deadheat_program::ir::{BinaryOp, BlockId, Body, Condition, Const, Inst, Value};

use crate::conditions::negated;

/// What a new task is given.
pub(crate) type Given = Vec<(Slot, Value)>;

/// The numbers of a range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    pub(crate) first: FieldId,
    pub(crate) last: FieldId,
    pub(crate) end: End,
}

/// What the second number of a range is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The number behind the range.
    Behind,
    /// The last number of the range.
    Last,
    /// How many numbers there are.
    Length,
}

/// The numbers of a body on a task.
pub(crate) struct Numbers<'b, 'a> {
    pub(crate) points_to: &'b PointsTo<'a>,
    pub(crate) body: &'b Body,
}

impl Numbers<'_, '_> {
    /// The field of the task that a value was read from.
    pub(crate) fn field(&self, value: Value) -> Option<FieldId> {
        match self.body.inst(value) {
            Inst::GetField(name, this) if matches!(self.body.inst(this), Inst::Param(0)) => {
                self.points_to.program().resolve_field(self.body.method.class, name).ok()
            }
            _ => None,
        }
    }

    fn constant(&self, value: Value) -> Option<i32> {
        match self.body.inst(value) {
            Inst::Const(Const::Int(number)) => Some(number),
            _ => None,
        }
    }

    /// Of what a value is the half.
    fn halved(&self, value: Value) -> Option<Value> {
        let Inst::Binary(op, of, by) = self.body.inst(value) else { return None };
        let by = self.constant(by)?;
        let is_half = match op {
            BinaryOp::DivInt => by == 2,
            BinaryOp::ShrInt | BinaryOp::UshrInt => by == 1,
            _ => false,
        };
        is_half.then_some(of)
    }

    /// Whether a value is the sum of two numbers.
    fn sum(&self, value: Value, is_one: impl Fn(Value) -> bool, is_other: impl Fn(Value) -> bool) -> bool {
        match self.body.inst(value) {
            Inst::Binary(BinaryOp::AddInt, one, other) => {
                is_one(one) && is_other(other) || is_one(other) && is_other(one)
            }
            _ => false,
        }
    }

    /// Whether a value is the second number less the first; the length, if that is the second number.
    fn is_difference(&self, value: Value, range: Range) -> bool {
        if range.end == End::Length {
            return self.field(value) == Some(range.last);
        }
        matches!(self.body.inst(value), Inst::Binary(BinaryOp::SubInt, last, first)
            if self.field(last) == Some(range.last) && self.field(first) == Some(range.first))
    }

    /// Whether a value lies in the middle of a range.
    fn is_middle(&self, value: Value, range: Range) -> bool {
        let is_first = |value: Value| self.field(value) == Some(range.first);
        let is_last = |value: Value| self.field(value) == Some(range.last);
        let is_half = |value: Value| self.halved(value).is_some_and(|of| self.is_difference(of, range));
        self.halved(value).is_some_and(|of| self.sum(of, is_first, is_last))
            || self.sum(value, is_first, is_half)
    }

    /// Whether two new tasks have the two halves of a task's range, the first half first.
    fn are_halves(&self, one: &Given, other: &Given, range: Range) -> bool {
        let of = |given: &Given, field: FieldId| {
            let mut found = given.iter().filter(|(slot, _)| *slot == Slot::Field(field));
            found.next().map(|&(_, value)| value)
        };
        let (Some(first), Some(middle)) = (of(one, range.first), of(one, range.last)) else { return false };
        let (Some(next), Some(last)) = (of(other, range.first), of(other, range.last)) else { return false };
        let is_next = match range.end {
            End::Last => self.sum(next, |it| it == middle, |it| self.constant(it) == Some(1)),
            End::Behind => next == middle,
            End::Length => {
                return self.are_lengths((first, middle), (next, last), range);
            }
        };
        self.field(first) == Some(range.first)
            && self.field(last) == Some(range.last)
            && self.is_middle(middle, range)
            && is_next
    }

    /// The same for two ranges that are given by their lengths.
    fn are_lengths(&self, one: (Value, Value), other: (Value, Value), range: Range) -> bool {
        let is_first = |value: Value| self.field(value) == Some(range.first);
        let is_half = |value: Value| {
            let is_signed = !matches!(self.body.inst(value), Inst::Binary(BinaryOp::UshrInt, ..));
            is_signed && self.halved(value).is_some_and(|of| self.field(of) == Some(range.last))
        };
        let is_rest = |value: Value| {
            matches!(self.body.inst(value), Inst::Binary(BinaryOp::SubInt, whole, half)
                if self.field(whole) == Some(range.last) && is_half(half))
        };
        is_first(one.0) && is_half(one.1) && self.sum(other.0, is_first, is_half) && is_rest(other.1)
    }

    /// The blocks into which one only comes if the range is not empty.
    pub(crate) fn inhabited(&self, range: Range) -> Vec<BlockId> {
        let mut found = Vec::new();
        for block in self.body.blocks() {
            let Inst::If(condition, left, right) = self.body.inst(self.body.terminator(block)) else {
                continue;
            };
            let &[taken, other] = self.body.succs(block) else { continue };
            let is_alone = |next: BlockId| taken != other && self.body.preds(next) == [block];
            for (next, holds) in [(taken, condition), (other, negated(condition))] {
                if is_alone(next) && self.is_inhabited(holds, left, right, range) {
                    found.push(next);
                }
            }
        }
        found
    }

    /// Whether a condition says that the first number is in the range.
    fn is_inhabited(&self, condition: Condition, left: Value, right: Value, range: Range) -> bool {
        let (is_first, is_last) = (Some(range.first), Some(range.last));
        let is_difference = self.is_difference(left, range);
        // The difference is at least this.
        let least = self.constant(right).filter(|_| is_difference).and_then(|number| match condition {
            Condition::Equal | Condition::GreaterOrEqual => Some(number),
            Condition::Greater => number.checked_add(1),
            _ => None,
        });
        let is_ordered = match condition {
            _ if range.end == End::Length => false,
            Condition::Less => self.field(left) == is_first && self.field(right) == is_last,
            Condition::Greater => self.field(left) == is_last && self.field(right) == is_first,
            Condition::LessOrEqual if range.end == End::Last => {
                self.field(left) == is_first && self.field(right) == is_last
            }
            Condition::Equal if range.end == End::Last => {
                let fields = [self.field(left), self.field(right)];
                fields == [is_first, is_last] || fields == [is_last, is_first]
            }
            _ => false,
        };
        is_ordered || least.is_some_and(|least| least >= i32::from(range.end != End::Last))
    }
}

/// The ranges of a tree's tasks, given what its first task and the two that a task makes are given.
pub(crate) fn ranges(
    points_to: &PointsTo<'_>,
    body: &Body,
    outer: &Given,
    [one, other]: [&Given; 2],
) -> Vec<Range> {
    let numbers = Numbers { points_to, body };
    let fields: Vec<FieldId> = outer
        .iter()
        .filter_map(|(slot, _)| match slot {
            Slot::Field(field) => Some(*field),
            Slot::Capture(_) => None,
        })
        .collect();
    let mut found = Vec::new();
    for &first in &fields {
        for &last in fields.iter().filter(|&&last| last != first) {
            for end in [End::Behind, End::Last, End::Length] {
                let range = Range { first, last, end };
                if numbers.are_halves(one, other, range) || numbers.are_halves(other, one, range) {
                    found.push(range);
                }
            }
        }
    }
    found
}
