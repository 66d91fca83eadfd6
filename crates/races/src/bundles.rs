//! Tasks that a body puts into a list or array of its own, to start them together and to wait for all of them.
//!
//! In: a body and the contracts of what it calls. Out: for a call such as `invokeAll(List.of(left, right))` the tasks. The
//! list must be made in the body, and only be filled there, each task at one place that no loop repeats, and be handed to
//! such calls: so nobody else gets the tasks by it, and none is in it twice. A list that is a view of an array of that kind
//! counts like the array.

use deadheat_models::{Bound, Contract, Object, Part, Slot, View};
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::Kind;

use crate::makers::contract_of;

/// A body with its calls.
pub(crate) struct Bundles<'b> {
    pub(crate) bound: &'b Bound<'b>,
    pub(crate) body: &'b Body,
}

impl Bundles<'_> {
    /// The tasks that a call starts together and waits for.
    pub(crate) fn run_by(&self, call: InstId) -> Vec<Value> {
        let bundle = self.bundle_of(call);
        bundle.and_then(|bundle| self.filled_with(bundle)).unwrap_or_default()
    }

    /// Whether an instruction puts a task into a bundle, and does nothing else with it.
    pub(crate) fn takes(&self, inst: InstId, task: Value) -> bool {
        let is_bundle = |bundle: Value| self.filled_with(bundle).is_some();
        let puts = self.body.insts().filter(|&other| self.put_by(other, task).is_some());
        puts.count() == 1 && self.put_by(inst, task).is_some_and(is_bundle)
    }

    /// The list or array whose elements a call starts and waits for.
    fn bundle_of(&self, call: InstId) -> Option<Value> {
        let contract = contract_of(self.bound, self.body, call)?;
        let spawning = contract.spawning.as_ref()?;
        let ordering = contract.ordering.as_ref().filter(|ordering| ordering.when.is_none())?;
        let [task] = &spawning.starts[..] else { return None };
        let Object::Part(Part::Element, of) = &task.object else { return None };
        ordering.joins.contains(&task.object).then(|| self.argument(call, of))?
    }

    fn arguments(&self, call: InstId) -> (usize, &[Value]) {
        match self.body.inst(call) {
            Inst::Invoke(InvokeKind::Static, _, list) => (0, self.body.list(list)),
            Inst::Invoke(_, _, list) => (1, self.body.list(list)),
            _ => (0, &[]),
        }
    }

    fn argument(&self, call: InstId, object: &Object) -> Option<Value> {
        let (first, arguments) = self.arguments(call);
        match object {
            Object::Argument(index) => arguments.get(first + usize::from(*index)).copied(),
            Object::This if first == 1 => arguments.first().copied(),
            Object::Result => Some(call),
            _ => None,
        }
    }

    fn contract(&self, call: InstId) -> Option<Contract> {
        let contract = contract_of(self.bound, self.body, call)?;
        (contract.spawning.is_none() && contract.callbacks.is_none()).then_some(contract)
    }

    /// Where an instruction puts a value.
    fn put_by(&self, inst: InstId, value: Value) -> Option<Value> {
        match self.body.inst(inst) {
            Inst::ArrayStore(_, array, _, stored) => (stored == value).then_some(array),
            Inst::Invoke(..) => {
                let values = self.contract(inst)?.values?;
                let mut stores = values.stores.iter().filter(|store| {
                    store.slot == Slot::Part(Part::Element)
                        && self.argument(inst, &store.value) == Some(value)
                });
                self.argument(inst, &stores.next()?.into).filter(|&into| into != value)
            }
            _ => None,
        }
    }

    /// The array that a call makes a list of.
    fn shown_by(&self, call: InstId) -> Option<Value> {
        let values = self.contract(call)?.values?;
        let made = values.makes.iter().find(|made| made.kind == View::View)?;
        let is_array = |of: &Value| matches!(self.body.inst(*of), Inst::NewArray(..));
        self.argument(call, &made.of).filter(is_array)
    }

    /// What a list or array is filled with, if it is made here and is nobody else's.
    fn filled_with(&self, bundle: Value) -> Option<Vec<Value>> {
        let body = self.body;
        let mut filled = Vec::new();
        match body.inst(bundle) {
            Inst::NewArray(..) => {}
            Inst::New(name) => {
                let program = self.bound.program();
                let class = program.find(name)?;
                (!program.is_application(class)).then_some(())?;
            }
            Inst::Invoke(..) => match self.shown_by(bundle) {
                Some(array) => filled = self.filled_with(array)?,
                None => filled = self.put_in_by(bundle, bundle)?,
            },
            _ => return None,
        }
        for inst in body.insts().filter(|&inst| inst != bundle) {
            let mut uses = 0;
            body.for_each_operand(inst, |operand| uses += usize::from(operand == bundle));
            match uses {
                0 => {}
                1 => filled.extend(self.used_by(inst, bundle)?),
                _ => return None,
            }
        }
        Some(filled)
    }

    /// What an instruction puts into a bundle that it uses; none if it may do something else with it.
    fn used_by(&self, inst: InstId, bundle: Value) -> Option<Vec<Value>> {
        let body = self.body;
        match body.inst(inst) {
            Inst::ArrayStore(..) => self.put_in_by(inst, bundle),
            Inst::Invoke(InvokeKind::Special, _, list) => {
                let is_number = |&value: &Value| body.kind(value) != Kind::Ref;
                (matches!(body.inst(bundle), Inst::New(_)) && body.list(list).iter().skip(1).all(is_number))
                    .then(Vec::new)
            }
            Inst::Invoke(..) if self.bundle_of(inst) == Some(bundle) => (!is_used(body, inst)).then(Vec::new),
            Inst::Invoke(..) if self.shown_by(inst) == Some(bundle) => {
                // It is looked at when tasks are asked for by the list.
                self.is_only_run(inst).then(Vec::new)
            }
            Inst::Invoke(..) => self.put_in_by(inst, bundle),
            _ => None,
        }
    }

    /// Whether a list is used by calls alone that run its elements.
    fn is_only_run(&self, list: Value) -> bool {
        let mut users = self.body.insts().filter(|&inst| {
            let mut is_used = false;
            self.body.for_each_operand(inst, |operand| is_used |= operand == list);
            is_used
        });
        users.all(|inst| self.bundle_of(inst) == Some(list) && !is_used(self.body, inst))
    }

    /// The values that an instruction puts into a bundle, if that is all that it does.
    fn put_in_by(&self, inst: InstId, bundle: Value) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        self.body.for_each_operand(inst, |value| {
            if value != bundle && self.body.kind(value) == Kind::Ref {
                values.push(value);
            }
        });
        let is_put = |&value: &Value| self.put_by(inst, value) == Some(bundle);
        (!values.is_empty() && values.iter().all(is_put) && !self.is_repeated(inst)).then_some(values)
    }

    fn is_repeated(&self, inst: InstId) -> bool {
        self.body.is_repeated(self.body.block_of(inst))
    }
}

/// Whether anything uses a value.
pub(crate) fn is_used(body: &Body, value: Value) -> bool {
    body.insts().any(|inst| {
        let mut is_used = false;
        body.for_each_operand(inst, |operand| is_used |= operand == value);
        is_used
    })
}
