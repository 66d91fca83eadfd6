//! Rows of numbers that tell tasks apart: each task has the numbers from one to another, or every so manyth.
//!
//! The loop that makes the tasks cuts a range into pieces: each begins where the one before it ends, or after it. Or it
//! counts from 0 to a limit, and each task goes on from its own number by the limit. The last piece may end anywhere, if a
//! comparison of the counter with the limit tells that it is the last. A task's own loop has a row if
//! it begins with the task's first number, and ends before its last one, or goes on by the limit.

use deadheat_models::{Contract, Numbers};
use deadheat_program::ir::{BinaryOp, BlockId, Condition, Inst, InstId, Value};
use deadheat_program::loops::Loop;

use crate::counted::{Counted, Turn};

/// A row of numbers, by the numbers of what the task was given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) first: usize,
    pub(crate) kind: RowKind,
    /// The turns by which rows differ.
    pub(crate) turns: usize,
}

/// Where a row goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum RowKind {
    /// Up to this number.
    Before(usize),
    /// Up to this number and with it.
    UpTo(usize),
    /// By this number.
    By(usize),
    /// By this constant.
    ByConstant(i32),
    /// As the part of a list goes that the task was given.
    OfPart,
}

/// The turns by which the ranges between two values differ, which a loop gives to the tasks that it makes.
pub(crate) fn range(
    counted: &Counted<'_>,
    at: InstId,
    (first, end): (Value, Value),
    contract: &dyn Fn(InstId) -> Option<Contract>,
) -> Option<Turn> {
    let each = counted.around(at)?;
    // The numbers are those of one round.
    let is_here = |value: Value| !counted.is_outside(each, value);
    let (origin, width) = beginning(counted, each, first)?;
    let end = without_last(counted, each, origin, end);
    let ends = ends(counted, end, contract);
    let is_end = |end: Value| {
        let (of, more) = operands(counted, end, BinaryOp::AddInt)?;
        let is_next = [(of, more), (more, of)]
            .into_iter()
            .any(|(of, more)| of == first && is_same(counted, more, width));
        (is_here(end) && is_next).then_some(())
    };
    let is_product_of_next = |end: Value| {
        let (one, other) = operands(counted, end, BinaryOp::MulInt)?;
        let is_next = |number: Value| counted.sum(number) == (origin, 1) && number != origin;
        let is_meant = [(one, other), (other, one)]
            .into_iter()
            .any(|(number, by)| first != origin && is_next(number) && is_same(counted, by, width));
        is_meant.then_some(())
    };
    let is_any = ends.into_iter().any(|end| is_end(end).or_else(|| is_product_of_next(end)).is_some());
    is_any.then_some(Turn { origin, offset: 0 })
}

/// The counter by which the first numbers of ranges come about, and how far they are from each other.
fn beginning(counted: &Counted<'_>, each: &Loop, first: Value) -> Option<(Value, Value)> {
    if let Some(step) = counted.step(each, first) {
        return Some((first, step));
    }
    let (one, other) = operands(counted, first, BinaryOp::MulInt)?;
    let found = [(one, other), (other, one)].into_iter().find(|&(number, width)| {
        counted.constant_step(each, number) == Some(1) && counted.is_outside(each, width)
    })?;
    (!counted.is_outside(each, first)).then_some(found)
}

fn operands(counted: &Counted<'_>, value: Value, op: BinaryOp) -> Option<(Value, Value)> {
    match counted.body.inst(value) {
        Inst::Binary(own, one, other) if own == op => Some((one, other)),
        _ => None,
    }
}

fn is_same(counted: &Counted<'_>, one: Value, other: Value) -> bool {
    one == other || counted.constant(one).is_some() && counted.constant(one) == counted.constant(other)
}

/// What a value is in all rounds but the last one, in which the counter is the number before the limit.
fn without_last(counted: &Counted<'_>, each: &Loop, counter: Value, value: Value) -> Value {
    let body = counted.body;
    let chosen = || {
        let Inst::Phi(list) = body.inst(value) else { return None };
        let &[one, other] = body.list(list) else { return None };
        let join = body.block_of(value);
        let &[by_one, by_other] = body.preds(join) else { return None };
        let (limit, _) = guard(counted, each, counter).filter(|(_, is_below)| *is_below)?;
        (counted.constant_step(each, counter) == Some(1) && counted.is_outside(each, limit)).then_some(())?;
        let before = |block: BlockId| match body.preds(block) {
            [only] if matches!(body.inst(body.terminator(block)), Inst::Goto) => Some(*only),
            _ => None,
        };
        let branch =
            before(by_one).filter(|&it| before(by_other) == Some(it) && each.blocks.contains(&it))?;
        let Inst::If(condition, left, right) = body.inst(body.terminator(branch)) else { return None };
        let &[taken, _] = body.succs(branch) else { return None };
        let is_last = |number: Value, last: Value| number == counter && counted.sum(last) == (limit, -1);
        (is_last(left, right) || is_last(right, left)).then_some(())?;
        let is_taken_last = match condition {
            Condition::Equal => true,
            Condition::NotEqual => false,
            _ => return None,
        };
        Some(if (by_one == taken) == is_taken_last { other } else { one })
    };
    chosen().unwrap_or(value)
}

/// A value, or those of which it is the least.
fn ends(counted: &Counted<'_>, value: Value, contract: &dyn Fn(InstId) -> Option<Contract>) -> Vec<Value> {
    let Inst::Invoke(_, _, list) = counted.body.inst(value) else { return vec![value] };
    let values = contract(value).and_then(|contract| contract.values);
    match values.is_some_and(|values| values.numbers == Some(Numbers::Least)) {
        true => counted.body.list(list).to_vec(),
        false => Vec::new(),
    }
}

/// The limit below which a loop counts from 0, and the counter's turns.
pub(crate) fn limit(counted: &Counted<'_>, at: InstId, number: Value) -> Option<(Value, Turn)> {
    let each = counted.around(at)?;
    let first = counted.first(each, number).and_then(|first| counted.constant(first))?;
    let limit = guard(counted, each, number).filter(|(_, is_below)| *is_below)?.0;
    let is_counted = counted.constant_step(each, number) == Some(1) && first >= 0;
    let is_fixed = counted.is_outside(each, limit) && counted.body.block_of(at) != each.head;
    (is_counted && is_fixed).then_some((limit, Turn { origin: number, offset: 0 }))
}

/// The value below which a number is in each round of a loop, behind its head, or, if not below, up to which.
fn guard(counted: &Counted<'_>, each: &Loop, number: Value) -> Option<(Value, bool)> {
    let body = counted.body;
    let Inst::If(condition, left, right) = body.inst(body.terminator(each.head)) else { return None };
    let &[taken, other] = body.succs(each.head) else { return None };
    let [is_taken, is_other] = [taken, other].map(|block| each.blocks.contains(&block));
    let stays = match (is_taken, is_other) {
        (true, false) => condition,
        (false, true) => opposite(condition)?,
        _ => return None,
    };
    match stays {
        Condition::Less if left == number => Some((right, true)),
        Condition::Greater if right == number => Some((left, true)),
        Condition::LessOrEqual if left == number => Some((right, false)),
        Condition::GreaterOrEqual if right == number => Some((left, false)),
        _ => None,
    }
}

/// What holds when a condition does not.
fn opposite(condition: Condition) -> Option<Condition> {
    match condition {
        Condition::GreaterOrEqual => Some(Condition::Less),
        Condition::LessOrEqual => Some(Condition::Greater),
        Condition::Less => Some(Condition::GreaterOrEqual),
        Condition::Greater => Some(Condition::LessOrEqual),
        _ => None,
    }
}

/// The turns of the row in which an index is whenever an instruction of a task is executed; `number` tells which of
/// the task's numbers a value is.
pub(crate) fn row_at(
    counted: &Counted<'_>,
    rows: &[Row],
    index: Value,
    at: InstId,
    number: &dyn Fn(Value) -> Option<usize>,
) -> Option<usize> {
    let (head, block) = (counted.body.block_of(index), counted.body.block_of(at));
    let (_, each) = counted.loops.iter().find(|(_, each)| each.head == head)?;
    let is_behind = each.blocks.contains(&block) && block != head && counted.loops.irreducible.is_empty();
    let step = counted.step(each, index).filter(|_| is_behind)?;
    let first = number(counted.first(each, index)?)?;
    let is_row = |row: &&Row| {
        row.first == first
            && match row.kind {
                RowKind::Before(end) | RowKind::UpTo(end) => {
                    let grows = counted.constant(step).is_some_and(|step| step > 0);
                    let guard = guard(counted, each, index).filter(|_| grows);
                    let is_up_to = matches!(row.kind, RowKind::UpTo(_));
                    guard
                        .is_some_and(|(limit, is_below)| (is_below || is_up_to) && number(limit) == Some(end))
                }
                RowKind::By(limit) => number(step) == Some(limit),
                RowKind::ByConstant(limit) => counted.constant(step) == Some(limit),
                RowKind::OfPart => false,
            }
    };
    rows.iter().find(is_row).map(|row| row.turns)
}
