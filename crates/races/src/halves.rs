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
//! range do not overflow, and with an unsigned shift are not negative. Missed: ranges that are given by their lengths,
//! numbers that are passed to other methods.

use deadheat_points_to::{InstanceId, ObjectId, Placed, PointsTo, Slot};
use deadheat_program::FieldId;
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BinaryOp, BlockId, Body, Condition, Const, Inst, InstId, Value};
use rustc_hash::FxHashMap;

use crate::conditions::negated;
use crate::counted::Counted;
use crate::forks::Tree;
use crate::ranges::{self, Row, RowKind};

/// Accesses of elements at numbers of a task's own range, with the number of their tree.
pub(crate) type Pieces = FxHashMap<(InstanceId, InstId), usize>;

/// By instance, load and object: the number of the tree, and the array.
pub(crate) type Loaded = FxHashMap<(InstanceId, InstId, ObjectId), (usize, ObjectId)>;

/// What a new task is given.
pub(crate) type Given = Vec<(Slot, Value)>;

/// The numbers of a range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    first: FieldId,
    last: FieldId,
    has_last: bool,
}

/// The numbers of a body on a task.
struct Numbers<'b, 'a> {
    points_to: &'b PointsTo<'a>,
    body: &'b Body,
}

impl Numbers<'_, '_> {
    /// The field of the task that a value was read from.
    fn field(&self, value: Value) -> Option<FieldId> {
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

    fn is_difference(&self, value: Value, range: Range) -> bool {
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
        let is_next = match range.has_last {
            true => self.sum(next, |it| it == middle, |it| self.constant(it) == Some(1)),
            false => next == middle,
        };
        self.field(first) == Some(range.first)
            && self.field(last) == Some(range.last)
            && self.is_middle(middle, range)
            && is_next
    }

    /// The blocks into which one only comes if the range is not empty.
    fn inhabited(&self, range: Range) -> Vec<BlockId> {
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
            Condition::Less => self.field(left) == is_first && self.field(right) == is_last,
            Condition::Greater => self.field(left) == is_last && self.field(right) == is_first,
            Condition::LessOrEqual if range.has_last => {
                self.field(left) == is_first && self.field(right) == is_last
            }
            Condition::Equal if range.has_last => {
                let fields = [self.field(left), self.field(right)];
                fields == [is_first, is_last] || fields == [is_last, is_first]
            }
            _ => false,
        };
        is_ordered || least.is_some_and(|least| least >= i32::from(!range.has_last))
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
            for has_last in [false, true] {
                let range = Range { first, last, has_last };
                if numbers.are_halves(one, other, range) || numbers.are_halves(other, one, range) {
                    found.push(range);
                }
            }
        }
    }
    found
}

/// Notes the accesses of a body on a task that are at numbers of the task's range.
pub(crate) fn note(
    points_to: &PointsTo<'_>,
    (number, tree): (usize, &Tree),
    instance: InstanceId,
    body: &Body,
    range: Range,
    pieces: &mut Pieces,
) {
    let numbers = Numbers { points_to, body };
    let counted = Counted::of(body);
    let dominators = DominatorTree::dominators(body);
    let inhabited = numbers.inhabited(range);
    let kind = if range.has_last { RowKind::UpTo(1) } else { RowKind::Before(1) };
    let rows = [Row { first: 0, kind, turns: number }];
    let number_of = |value: Value| match numbers.field(value) {
        Some(field) if field == range.first => Some(0),
        Some(field) if field == range.last => Some(1),
        _ => None,
    };
    for inst in body.insts().filter(|&inst| tree.is_quiet(instance, inst)) {
        let (Inst::ArrayLoad(_, _, index) | Inst::ArrayStore(_, _, index, _)) = body.inst(inst) else {
            continue;
        };
        let block = body.block_of(inst);
        let is_first = || {
            let is_inhabited = inhabited.iter().any(|&it| dominators.dominates(it, block));
            number_of(index) == Some(0) && is_inhabited
        };
        if ranges::row_at(&counted, &rows, index, inst, &number_of).is_some() || is_first() {
            pieces.insert((instance, inst), number);
        }
    }
}

/// The objects that tasks load from arrays at numbers of their own ranges, where those stand in one place only.
pub(crate) fn loaded(points_to: &PointsTo<'_>, placed: &Placed<'_, '_>, pieces: &Pieces) -> Loaded {
    let mut found = Loaded::default();
    let mut bodies: FxHashMap<InstanceId, Option<Body>> = FxHashMap::default();
    #[allow(clippy::iter_over_hash_type, reason = "a map is made of it")]
    for (&(instance, inst), &tree) in pieces {
        let body = bodies.entry(instance).or_insert_with(|| points_to.body(instance));
        let Some(Inst::ArrayLoad(_, array, _)) = body.as_ref().map(|body| body.inst(inst)) else { continue };
        let arrays = points_to.points_to(instance, array);
        for object in points_to.points_to(instance, inst) {
            let array = placed.only_array(&arrays, object);
            found.extend(array.map(|array| ((instance, inst, object), (tree, array))));
        }
    }
    found
}
