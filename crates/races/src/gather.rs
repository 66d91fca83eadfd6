//! Loops that wait for all threads of an array or list: the commonest way to end what a loop started.
//!
//! A loop waits for all that a call starts if
//! 1. the array or list is made in the same method and used for nothing else than keeping the handles;
//! 2. each handle is in it before the next one is made, and none is overwritten or taken out: one store at a
//!    counter of the loop, stores at different constants, or `add` of a list that keeps all;
//! 3. the loop goes from 0 to the length, or is an enhanced `for` over all (JLS 14.14.2), each round of it
//!    ends behind a completed wait for its element, and it is left at its head;
//! 4. the call cannot come again afterwards.
//!
//! What leaves the loop in another way has waited for nothing.

use deadheat_models::{Contract, Object, Part, Slot};
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BinaryOp, BlockId, Body, Condition, Const, Inst, InstId, InvokeKind, Value};
use deadheat_program::loops::{Loop, Loops};
use deadheat_program::symbols::MethodRef;
use deadheat_program::{Program, symbols::Name};

/// A loop that waits for all that a call starts.
#[derive(Debug, Clone)]
pub(crate) struct Gather {
    /// The call that starts threads.
    pub(crate) start: InstId,
    /// The array or list.
    pub(crate) keeper: Value,
    /// Where the loop ends: a block, and which of its successors.
    pub(crate) edge: (BlockId, usize),
}

/// What is needed of the body.
pub(crate) struct Finder<'g> {
    pub(crate) program: &'g Program,
    pub(crate) body: &'g Body,
    pub(crate) loops: &'g Loops,
    pub(crate) dominators: &'g DominatorTree,
    pub(crate) calls: &'g [InstId],
    pub(crate) contract: &'g dyn Fn(InstId) -> Option<&'g Contract>,
    /// The handle of what a call starts.
    pub(crate) handle: &'g dyn Fn(InstId) -> Option<Value>,
    /// Whether a call has surely returned at the end of a block.
    pub(crate) is_surely_before: &'g dyn Fn(BlockId, InstId) -> bool,
    /// Whether lists of a class keep whatever is added.
    pub(crate) keeps_all: &'g dyn Fn(Name) -> bool,
}

impl Finder<'_> {
    pub(crate) fn find(&self) -> Vec<Gather> {
        let mut found = Vec::new();
        if !self.loops.irreducible.is_empty() {
            return found;
        }
        for (id, each) in self.loops.iter() {
            let of_loop = |&&call: &&InstId| self.loops.innermost(self.body.block_of(call)) == Some(id);
            for &wait in self.calls.iter().filter(of_loop) {
                let Some((keeper, exit)) = self.waits_for_all(each, wait) else { continue };
                let edge = (each.head, exit);
                for &start in self.calls {
                    let is_kept =
                        (self.handle)(start).is_some_and(|handle| self.is_kept(handle, start, keeper));
                    if is_kept && !self.may_come_after(start, each, exit) {
                        found.push(Gather { start, keeper, edge });
                    }
                }
            }
        }
        found
    }

    fn strip(&self, value: Value) -> Value {
        match self.body.inst(value) {
            Inst::CheckCast(_, inner) => self.strip(inner),
            _ => value,
        }
    }

    /// The array or list whose every element a loop waits for, and the successor of the head that ends it.
    fn waits_for_all(&self, each: &Loop, wait: InstId) -> Option<(Value, usize)> {
        let Inst::Invoke(_, _, list) = self.body.inst(wait) else { return None };
        let ordering = (self.contract)(wait)?.ordering.as_ref()?;
        if ordering.joins != [Object::This] || ordering.when.is_some() {
            return None;
        }
        let element = self.strip(*self.body.list(list).first()?);
        let is_of_loop = |value: Value| each.blocks.contains(&self.body.block_of(value));
        let Inst::If(condition, left, right) = self.body.inst(self.body.terminator(each.head)) else {
            return None;
        };
        let succs = self.body.succs(each.head);
        let exit = succs.iter().position(|next| !each.blocks.contains(next))?;
        let stays = if exit == 1 { condition } else { opposite(condition)? };
        let is_complete = each.latches.iter().all(|&latch| (self.is_surely_before)(latch, wait));
        if !is_complete || !is_of_loop(element) || succs.len() != 2 {
            return None;
        }
        let keeper = match self.body.inst(element) {
            Inst::ArrayLoad(_, array, index) => {
                let is_length = matches!(self.body.inst(right), Inst::ArrayLength(of) if of == array);
                let is_all = left == index && is_length && stays == Condition::Less;
                (is_all && self.counts(each, index, Some(0)) && self.is_only_array(array)).then_some(array)?
            }
            Inst::Invoke(..) => {
                let iterator = self.called(element, "next")?;
                let asked = self.called(left, "hasNext")?;
                let is_zero = matches!(self.body.inst(right), Inst::Const(Const::Int(0)));
                let is_all = asked == iterator
                    && self.body.block_of(left) == each.head
                    && is_zero
                    && stays == Condition::NotEqual
                    && !is_of_loop(iterator)
                    && self.uses(iterator).len() == 2;
                let list = self.called(iterator, "iterator").filter(|_| is_all)?;
                self.is_only_list(list).then_some(list)?
            }
            _ => return None,
        };
        Some((keeper, exit))
    }

    /// The receiver of a call that takes nothing else, by the names of the enhanced `for`.
    fn called(&self, value: Value, name: &str) -> Option<Value> {
        let Inst::Invoke(kind, method, list) = self.body.inst(value) else { return None };
        let is_named = kind != InvokeKind::Static && self.name(method) == name.as_bytes();
        match self.body.list(list) {
            &[receiver] if is_named => Some(receiver),
            _ => None,
        }
    }

    fn name(&self, method: MethodRef) -> &[u8] {
        self.program.symbols().bytes(self.program.symbols().method_data(method).name)
    }

    /// Whether a value is the loop's counter: it begins so, and one is added in each round.
    fn counts(&self, each: &Loop, value: Value, first: Option<i32>) -> bool {
        let Inst::Phi(list) = self.body.inst(value) else { return false };
        let preds = self.body.preds(each.head);
        self.body.block_of(value) == each.head
            && self.body.list(list).iter().zip(preds).all(|(&operand, pred)| {
                match (each.latches.contains(pred), self.body.inst(operand)) {
                    (true, Inst::Binary(BinaryOp::AddInt, old, one)) => {
                        old == value && matches!(self.body.inst(one), Inst::Const(Const::Int(1)))
                    }
                    (true, _) => false,
                    (false, Inst::Const(Const::Int(number))) => first.is_none_or(|first| first == number),
                    (false, _) => first.is_none(),
                }
            })
    }

    fn uses(&self, value: Value) -> Vec<InstId> {
        let mut uses = Vec::new();
        for inst in self.body.insts() {
            self.body.for_each_operand(inst, |operand| {
                if operand == value {
                    uses.push(inst);
                }
            });
        }
        uses
    }

    /// Whether an array is made here, used only by its elements, and no element is overwritten.
    fn is_only_array(&self, array: Value) -> bool {
        let mut stores = Vec::new();
        let is_plain = self.uses(array).into_iter().all(|inst| match self.body.inst(inst) {
            Inst::ArrayLength(_) => true,
            Inst::ArrayLoad(_, _, _) => true,
            Inst::ArrayStore(_, of, index, value) if of == array && value != array => {
                stores.push((inst, index));
                true
            }
            _ => false,
        });
        let is_made = matches!(self.body.inst(array), Inst::NewArray(..));
        let constants: Option<Vec<i32>> =
            stores.iter().map(|&(inst, index)| self.constant(inst, index)).collect();
        let is_once = match (constants, &stores[..]) {
            (Some(mut constants), _) => {
                let count = constants.len();
                constants.sort_unstable();
                constants.dedup();
                constants.len() == count
            }
            (None, &[(inst, index)]) => {
                let each = self.loops.innermost(self.body.block_of(inst)).map(|id| self.loops.get(id));
                each.is_some_and(|each| each.depth == 1 && self.counts(each, index, None))
            }
            _ => false,
        };
        is_made && is_plain && is_once
    }

    /// The constant index of a store that no loop repeats.
    fn constant(&self, inst: InstId, index: Value) -> Option<i32> {
        match self.body.inst(index) {
            Inst::Const(Const::Int(number)) if self.loops.innermost(self.body.block_of(inst)).is_none() => {
                Some(number)
            }
            _ => None,
        }
    }

    /// Whether a list is made here, and only added to, read and iterated over.
    fn is_only_list(&self, list: Value) -> bool {
        let Inst::New(class) = self.body.inst(list) else { return false };
        (self.keeps_all)(class) && self.uses(list).into_iter().all(|inst| self.keeps_elements(inst, list))
    }

    fn keeps_elements(&self, inst: InstId, list: Value) -> bool {
        let Inst::Invoke(kind, method, arguments) = self.body.inst(inst) else { return false };
        let arguments = self.body.list(arguments);
        if arguments.first() != Some(&list) || arguments[1..].contains(&list) {
            return false;
        }
        if kind == InvokeKind::Special {
            return self.name(method) == b"<init>";
        }
        let Some(contract) = (self.contract)(inst) else { return false };
        let writes = contract.data.as_ref().is_some_and(|data| data.writes.contains(&Object::This));
        let makes = contract.values.as_ref().is_some_and(|values| !values.makes.is_empty());
        match (writes, makes) {
            (true, _) => self.is_add(inst),
            (false, false) => contract.callbacks.is_none() && contract.data.is_some(),
            (false, true) => {
                let is_read =
                    |&at: &InstId| self.called(at, "next").or(self.called(at, "hasNext")) == Some(inst);
                self.called(inst, "iterator").is_some() && self.uses(inst).iter().all(is_read)
            }
        }
    }

    /// Whether a call adds its only argument to its receiver.
    fn is_add(&self, inst: InstId) -> bool {
        let Inst::Invoke(_, _, arguments) = self.body.inst(inst) else { return false };
        let values = (self.contract)(inst).and_then(|contract| contract.values.as_ref());
        values.is_some_and(|values| match &values.stores[..] {
            [one] => {
                one.value == Object::Argument(0)
                    && one.slot == Slot::Part(Part::Element)
                    && one.into == Object::This
                    && arguments_of(self.body, inst).len() == 2
                    && self.body.list(arguments).len() == 2
            }
            _ => false,
        })
    }

    /// Whether a handle is in the array or list whenever its threads were started.
    fn is_kept(&self, handle: Value, start: InstId, keeper: Value) -> bool {
        let handle = self.strip(handle);
        let is_element = match self.body.inst(handle) {
            Inst::ArrayLoad(_, array, _) => array == keeper,
            Inst::Invoke(..) => {
                let list = self.called(handle, "next").and_then(|iterator| self.called(iterator, "iterator"));
                list == Some(keeper)
            }
            _ => false,
        };
        is_element
            || self.uses(keeper).into_iter().any(|store| {
                let stored = match self.body.inst(store) {
                    Inst::ArrayStore(_, _, _, value) => Some(value),
                    Inst::Invoke(..) if self.is_add(store) => arguments_of(self.body, store).get(1).copied(),
                    _ => None,
                };
                stored.is_some_and(|value| self.strip(value) == handle)
                    && self.is_stored(handle, start, store)
            })
    }

    /// Whether each handle is stored in the round in which its threads are started.
    fn is_stored(&self, handle: Value, start: InstId, store: InstId) -> bool {
        let [of_handle, of_start, of_store] = [handle, start, store].map(|inst| self.body.block_of(inst));
        let is_one_round = self.loops.innermost(of_handle) == self.loops.innermost(of_start)
            && self.loops.innermost(of_start) == self.loops.innermost(of_store);
        let is_before = match of_store == of_start {
            true => store < start || self.body.pads(of_start).is_empty(),
            false => self.dominators.dominates(of_store, of_start),
        };
        is_one_round && is_before
    }

    /// Whether a call may be made when the loop has ended.
    fn may_come_after(&self, call: InstId, each: &Loop, exit: usize) -> bool {
        let target = self.body.block_of(call);
        let mut seen = vec![false; self.body.block_count()];
        let mut work = vec![self.body.succs(each.head)[exit]];
        while let Some(block) = work.pop() {
            if block == target {
                return true;
            }
            if !std::mem::replace(&mut seen[block.index()], true) {
                work.extend(self.body.all_succs(block));
            }
        }
        each.blocks.contains(&target)
    }
}

fn arguments_of(body: &Body, inst: InstId) -> &[Value] {
    match body.inst(inst) {
        Inst::Invoke(_, _, list) => body.list(list),
        _ => &[],
    }
}

/// What holds when a condition does not.
fn opposite(condition: Condition) -> Option<Condition> {
    match condition {
        Condition::GreaterOrEqual => Some(Condition::Less),
        Condition::Equal => Some(Condition::NotEqual),
        _ => None,
    }
}
