//! Loops that count, or go through a container: what has another value in each round.
//!
//! A counter is a number that grows, or shrinks, by a constant in each round. What an iterator gives is another place
//! of its container each time, and so is the element of an array at a counter. A value differs in each round if
//! it is of such a kind, and if there is no way around the loop that leaves the round as it is: the place where it
//! is used has no loop of its own.

use deadheat_models::{Contract, Made, Object, Part};
use deadheat_points_to::DealtFrom;
use deadheat_program::Program;
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BinaryOp, BlockId, Body, Const, Inst, InstId, InvokeKind, Value};
use deadheat_program::loops::{Loop, Loops};
use deadheat_program::types::Kind;
use rustc_hash::FxHashSet;

/// A value that differs in each round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Turn {
    /// The counter, or the call that made the iterator.
    pub(crate) origin: InstId,
    /// What is added to the counter.
    pub(crate) offset: i32,
}

/// See the module's description.
pub(crate) struct Counted<'b> {
    pub(crate) body: &'b Body,
    pub(crate) loops: Loops,
    /// Loads of fields that hold one value from their assignment on.
    fixed: FxHashSet<Value>,
}

impl<'b> Counted<'b> {
    pub(crate) fn of(body: &'b Body) -> Counted<'b> {
        let dominators = DominatorTree::dominators(body);
        let loops = Loops::find(body, &dominators);
        Counted { body, loops, fixed: FxHashSet::default() }
    }

    /// The same; besides, what is loaded from fields that are assigned once is the same in all rounds of a loop.
    pub(crate) fn in_program(program: &Program, body: &'b Body) -> Counted<'b> {
        let mut counted = Counted::of(body);
        let is_once = |name| {
            let field = program.resolve_field(body.method.class, name);
            field.is_ok_and(|field| program.is_assigned_once(field))
        };
        let is_fixed = |inst: &InstId| match body.inst(*inst) {
            Inst::GetStatic(name) | Inst::GetField(name, _) => is_once(name),
            _ => false,
        };
        counted.fixed = body.insts().filter(is_fixed).collect();
        counted
    }

    /// Whether a reference is the same in all rounds of a loop, if it is not null.
    pub(crate) fn is_same_in_all(&self, each: &Loop, value: Value) -> bool {
        self.is_outside(each, value)
            || self.fixed.contains(&value)
                && match self.body.inst(value) {
                    Inst::GetField(_, of) => self.is_same_in_all(each, of),
                    _ => true,
                }
    }

    /// The innermost loop around an instruction, if the body has no jumps into loops.
    pub(crate) fn around(&self, inst: InstId) -> Option<&Loop> {
        let id = self.loops.innermost(self.body.block_of(inst))?;
        self.loops.irreducible.is_empty().then(|| self.loops.get(id))
    }

    pub(crate) fn strip(&self, value: Value) -> Value {
        match self.body.inst(value) {
            Inst::CheckCast(_, inner) => self.strip(inner),
            _ => value,
        }
    }

    pub(crate) fn constant(&self, value: Value) -> Option<i32> {
        match self.body.inst(value) {
            Inst::Const(Const::Int(number)) => Some(number),
            _ => None,
        }
    }

    /// A value and a constant that is added to it.
    pub(crate) fn sum(&self, value: Value) -> (Value, i32) {
        let found = match self.body.inst(value) {
            Inst::Binary(BinaryOp::AddInt, one, other) => match (self.constant(one), self.constant(other)) {
                (_, Some(number)) => Some((one, number)),
                (Some(number), None) => Some((other, number)),
                _ => None,
            },
            Inst::Binary(BinaryOp::SubInt, one, other) => {
                self.constant(other).map(|number| (one, number.wrapping_neg()))
            }
            _ => None,
        };
        found.unwrap_or((value, 0))
    }

    /// What a loop adds to a number of its head in each round: the same value, from outside of the loop.
    pub(crate) fn step(&self, each: &Loop, number: Value) -> Option<Value> {
        let Inst::Phi(list) = self.body.inst(number) else { return None };
        let operands = self.body.list(list).iter().zip(self.body.preds(each.head));
        let mut steps = operands.filter(|(_, pred)| each.latches.contains(pred)).map(|(&operand, _)| {
            match self.body.inst(operand) {
                Inst::Binary(BinaryOp::AddInt, one, step) if one == number => Some(step),
                Inst::Binary(BinaryOp::AddInt, step, one) if one == number => Some(step),
                _ => None,
            }
        });
        let first = steps.next()??;
        let is_same = |step: Option<Value>| {
            step == Some(first)
                || step.is_some_and(|step| {
                    self.constant(step).is_some() && self.constant(step) == self.constant(first)
                })
        };
        let is_of_head = self.body.block_of(number) == each.head && self.body.kind(number) == INT;
        (is_of_head && self.is_outside(each, first) && steps.all(is_same)).then_some(first)
    }

    /// The constant that a loop adds to a counter of its head in each round, which is not 0.
    pub(crate) fn constant_step(&self, each: &Loop, number: Value) -> Option<i32> {
        self.step(each, number).and_then(|step| self.constant(step)).filter(|&step| step != 0)
    }

    /// What a number of a loop's head is when the loop begins, if it is the same from everywhere.
    pub(crate) fn first(&self, each: &Loop, number: Value) -> Option<Value> {
        let Inst::Phi(list) = self.body.inst(number) else { return None };
        let operands = self.body.list(list).iter().zip(self.body.preds(each.head));
        let mut first =
            operands.filter(|(_, pred)| !each.latches.contains(pred)).map(|(&operand, _)| operand);
        let only = first.next()?;
        first.all(|other| other == only).then_some(only)
    }

    /// Whether a value is the same in all rounds of a loop.
    pub(crate) fn is_outside(&self, each: &Loop, value: Value) -> bool {
        matches!(self.body.inst(value), Inst::Const(_)) || !each.blocks.contains(&self.body.block_of(value))
    }

    /// The counter of which a value differs in each round whenever an instruction is executed.
    pub(crate) fn number(&self, value: Value, at: InstId) -> Option<Turn> {
        let each = self.around(at)?;
        let (origin, offset) = self.sum(value);
        self.constant_step(each, origin).map(|_| Turn { origin, offset })
    }

    /// Where a value comes from that is another element of a container in each round whenever an instruction is executed.
    pub(crate) fn element(
        &self,
        value: Value,
        at: InstId,
        contract: &dyn Fn(InstId) -> Option<Contract>,
    ) -> Option<(DealtFrom, Turn)> {
        let each = self.around(at)?;
        let value = self.strip(value);
        if self.is_outside(each, value) {
            return None;
        }
        match self.body.inst(value) {
            Inst::ArrayLoad(_, array, index) => {
                let turn = self.number(index, at)?;
                self.is_same_in_all(each, array).then_some((DealtFrom::Array(array), turn))
            }
            Inst::Invoke(kind, _, list) if kind != InvokeKind::Static && self.body.list(list).len() == 2 => {
                let &[container, index] = self.body.list(list) else { return None };
                let turn = self.number(index, at)?;
                let is_given = self.is_same_in_all(each, container)
                    && contract(value).is_some_and(|contract| gives_element_at(&contract));
                is_given.then_some((DealtFrom::Call(value), turn))
            }
            Inst::Invoke(kind, _, list) if kind != InvokeKind::Static => {
                let &[iterator] = self.body.list(list) else { return None };
                let is_row = self.is_row(iterator, value, contract)?;
                is_row.then_some((DealtFrom::Call(value), Turn { origin: iterator, offset: 0 }))
            }
            _ => None,
        }
    }

    /// Whether an iterator of a container is made here, and asked for elements by one call alone.
    fn is_row(
        &self,
        iterator: Value,
        next: InstId,
        contract: &dyn Fn(InstId) -> Option<Contract>,
    ) -> Option<bool> {
        let Inst::Invoke(kind, ..) = self.body.inst(iterator) else { return None };
        let makes_view = |made: &Made| made.of == Object::This;
        let is_made = kind != InvokeKind::Static
            && contract(iterator)?.values.is_some_and(|values| values.makes.iter().any(makes_view));
        let mut is_only = is_made;
        for inst in self.body.insts().filter(|_| is_made) {
            let mut uses = 0;
            self.body.for_each_operand(inst, |operand| uses += usize::from(operand == iterator));
            is_only &= match self.body.inst(inst) {
                _ if uses == 0 => true,
                Inst::Invoke(kind, _, list) if kind != InvokeKind::Static => {
                    let gives = contract(inst).map(|contract| gives_element(&contract));
                    self.body.list(list) == [iterator] && gives == Some(inst == next)
                }
                _ => false,
            };
        }
        Some(is_only)
    }

    /// The instructions that are executed whenever a new row of values begins.
    pub(crate) fn beginnings(&self, origin: InstId) -> Vec<InstId> {
        if !matches!(self.body.inst(origin), Inst::Phi(_)) {
            return vec![origin];
        }
        let head = self.body.block_of(origin);
        let heads = self.loops.iter().find(|(_, each)| each.head == head);
        let is_latch = |pred: &BlockId| heads.is_some_and(|(_, each)| each.latches.contains(pred));
        let preds = self.body.preds(head).iter().copied();
        preds.filter(|pred| !is_latch(pred)).map(|pred| self.body.terminator(pred)).collect()
    }
}

const INT: Kind = Kind::Int;

/// Whether a call only reads its object, and gives the element at its argument.
pub(crate) fn gives_element_at(contract: &Contract) -> bool {
    let is_element =
        |object: &Object| matches!(object, Object::Part(Part::Element, of) if **of == Object::This);
    let is_reading =
        contract.data.as_ref().is_some_and(|data| data.writes.is_empty() && data.touches.is_empty());
    is_reading && contract.values.as_ref().is_some_and(|values| values.returns.iter().any(is_element))
}

/// Whether a call gives an element of what its object belongs to.
pub(crate) fn gives_element(contract: &Contract) -> bool {
    let is_element = |object: &Object| {
        let Object::Part(Part::Element, of) = object else { return false };
        **of == Object::Part(Part::Owner, Box::new(Object::This))
    };
    contract.values.as_ref().is_some_and(|values| values.returns.iter().any(is_element))
}
