//! What streams collect: a collection's function adds each element of a stream once to a container that is made for it.
//!
//! A contract like `Stream.collect` calls a function with a new container and an element of its stream, for each element
//! once. What library code passes on from there without a loop, and stores, stands in the container as often as in the
//! stream. If a stream is cut into parts, each has a container; two are put together by a function that is given
//! both, and that may add all of the one to the other.

use crate::ids::{InstanceId, ObjectId};
use crate::placed::{DEPTH, How, Placed, Seen, Source};
use crate::solver::CallEdge;
use crate::template::{NONE, Template, Var};
use crate::world::{ELEMENT, Origin};

impl Placed<'_, '_> {
    /// Whether a parameter is an element of a stream, which is passed once for each container, or new.
    pub(crate) fn is_collected(
        &self,
        (callee, parameter): (InstanceId, usize),
        object: ObjectId,
        copies: &mut u32,
        seen: &mut Seen,
        depth: u32,
    ) -> bool {
        let callers = self.callers(callee);
        depth > 0
            && !callers.is_empty()
            && callers.iter().all(|edge| {
                let template = &self.instance(edge.caller).template;
                let call = &template.calls[edge.call as usize];
                let Some(&arg) = template.args(call).get(parameter).filter(|&&arg| arg != NONE) else {
                    return false;
                };
                if !self.holds(edge.caller, arg, object) {
                    return true;
                }
                if self.is_application(edge.caller) {
                    return self.news.is_passed(edge.caller, call.inst, parameter);
                }
                self.sources(template, arg).iter().all(|source| match *source {
                    Source::Made => true,
                    Source::Param(index) => {
                        self.is_straight(edge.caller)
                            && self.is_collected((edge.caller, index), object, copies, seen, depth - 1)
                    }
                    Source::Loaded(stream, ELEMENT) if self.collects(edge, template, arg) => {
                        *copies += 1;
                        let streams = self.objects(edge.caller, stream).into_iter();
                        streams
                            .filter(|&stream| self.contains(stream, ELEMENT, object))
                            .all(|stream| self.stands(stream, ELEMENT, object, How::Within, seen))
                    }
                    Source::Returned(call) => self.is_never_made(edge.caller, call),
                    _ => false,
                })
            })
    }

    /// Whether a contract has no cause for a call: its containers are not asked for their elements.
    fn is_never_made(&self, contract: InstanceId, call: u32) -> bool {
        self.points_to.solution.edges_at(contract, call).is_empty()
    }

    /// Whether a call of a contract passes an element together with a container that was made for it.
    fn collects(&self, edge: &CallEdge, template: &Template, element: Var) -> bool {
        let call = &template.calls[edge.call as usize];
        let is_this = |base: Var| template.params.first() == Some(&base);
        let is_element = |source: &Source| match *source {
            Source::Loaded(base, key) => key == ELEMENT && is_this(base),
            Source::Returned(call) => self.is_never_made(edge.caller, call),
            _ => false,
        };
        // The first argument is the function.
        let mut containers = template.args(call).iter().skip(1).filter(|&&arg| arg != element).peekable();
        self.is_contract(edge.caller)
            && self.sources(template, element).iter().all(is_element)
            && containers.peek().is_some()
            && containers.all(|&container| container != NONE && self.is_supplied(edge, template, container))
    }

    /// Whether a variable of a contract holds what a function that is given nothing makes for it, before other functions
    /// work on it.
    fn is_supplied(&self, edge: &CallEdge, template: &Template, container: Var) -> bool {
        let mut supplied = 0;
        self.sources(template, container).iter().all(|source| {
            let &Source::Returned(call) = source else { return false };
            let is_given = template.args(&template.calls[call as usize]).iter().skip(1).any(|&it| it != NONE);
            supplied += u32::from(!is_given);
            is_given || self.gives_new(edge.caller, call, DEPTH)
        }) && supplied > 0
    }

    /// Whether library code runs only to put together two containers of a collection.
    pub(crate) fn is_combining(&self, instance: InstanceId, depth: u32) -> bool {
        let callers = self.callers(instance);
        depth > 0
            && !self.is_application(instance)
            && !callers.is_empty()
            && callers.iter().all(|edge| {
                let template = &self.instance(edge.caller).template;
                let args = template.args(&template.calls[edge.call as usize]);
                let is_supplied = |&arg: &Var| arg != NONE && self.is_supplied(edge, template, arg);
                let is_end =
                    self.is_contract(edge.caller) && args.len() == 3 && args.iter().skip(1).all(is_supplied);
                is_end || self.is_combining(edge.caller, depth - 1)
            })
    }

    /// Whether a contract has a variable from a function that it calls.
    pub(crate) fn is_given_by_function(&self, contract: InstanceId, var: Var) -> bool {
        let is_given = |source: &Source| matches!(*source, Source::Returned(call) if !self.is_never_made(contract, call));
        self.is_contract(contract)
            && self.sources(&self.instance(contract).template, var).iter().any(is_given)
    }

    fn is_contract(&self, instance: InstanceId) -> bool {
        let data = self.points_to.world.data(self.instance(instance).method);
        matches!(data.origin, Origin::Contract(..)) || data.per_call
    }
}
