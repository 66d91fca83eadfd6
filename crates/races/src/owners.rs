//! What a body makes views of: the collection of an iterator or entry, and the objects that are wrapped.

use std::collections::BTreeMap;

use deadheat_models::{Bound, Contract, Made, Object, Part, View};
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::Type;

/// What is needed of the body.
pub(crate) struct Owners<'o, 'a> {
    pub(crate) bound: &'o Bound<'a>,
    pub(crate) body: &'o Body,
    pub(crate) contract: &'o dyn Fn(InstId) -> Option<&'o Contract>,
}

impl Owners<'_, '_> {
    /// The collection of an iterator or view that a call here made, at the end of a chain of views.
    pub(crate) fn owner(&self, value: Value) -> Option<Value> {
        let of = |value| match self.body.inst(value) {
            Inst::Invoke(_, _, list) => {
                let values = (self.contract)(value)?.values.as_ref()?;
                let is_view =
                    |made: &Made| matches!(made.kind, View::View | View::Aspect) && made.of == Object::This;
                values.makes.iter().any(is_view).then(|| self.body.list(list).first().copied()).flatten()
            }
            Inst::CheckCast(ty, inner) => Some(self.iterated(ty, inner).unwrap_or(inner)),
            _ => None,
        };
        let mut owner = of(value)?;
        while let Some(next) = of(owner) {
            owner = next;
        }
        Some(owner)
    }

    /// The iterator that gives a part of what it goes over, as an entry of a map.
    fn iterated(&self, ty: Type, value: Value) -> Option<Value> {
        let Inst::Invoke(_, _, list) = self.body.inst(value) else { return None };
        let returns = &(self.contract)(value)?.values.as_ref()?.returns;
        let is_element = |object: &Object| {
            let Object::Part(Part::Element, of) = object else { return false };
            **of == Object::Part(Part::Owner, Box::new(Object::This))
        };
        let class = self.bound.program().find(ty.class_name()?)?;
        let is_part = returns.iter().any(is_element) && self.bound.facts(class).claims.inside == Some(true);
        is_part.then(|| self.body.list(list).first().copied()).flatten()
    }

    /// The new objects that one call at most makes a view of, and nobody else could.
    pub(crate) fn wrapped(&self) -> Vec<InstId> {
        let is_made = |inst: &InstId| matches!(self.body.inst(*inst), Inst::New(_));
        let made: Vec<InstId> = self.body.insts().filter(is_made).collect();
        let mut views: BTreeMap<InstId, usize> = made.iter().map(|&inst| (inst, 0)).collect();
        for inst in self.body.insts() {
            self.body.for_each_operand(inst, |operand| {
                if let Some(count) = views.get_mut(&operand) {
                    *count += self.views_by(inst, operand);
                }
            });
        }
        made.into_iter().filter(|inst| views[inst] <= 1).collect()
    }

    /// How many views an instruction may make of an object that it uses; 2 for any number.
    fn views_by(&self, inst: InstId, object: Value) -> usize {
        let Inst::Invoke(kind, _, list) = self.body.inst(inst) else { return 2 };
        let arguments = self.body.list(list);
        let contract = (self.contract)(inst);
        let makes = contract.and_then(|contract| contract.values.as_ref()).map(|values| &values.makes[..]);
        let is_receiver = kind != InvokeKind::Static && arguments.first() == Some(&object);
        let is_only = arguments.iter().filter(|&&argument| argument == object).count() == 1;
        match makes {
            _ if !is_only => 2,
            None | Some([]) if is_receiver => 0,
            Some([one]) if kind == InvokeKind::Static && one.kind == View::View => {
                // In one block, so that each object comes here once.
                let is_here = self.body.block_of(inst) == self.body.block_of(object);
                if is_here && arguments.len() == 1 { 1 } else { 2 }
            }
            _ => 2,
        }
    }
}
