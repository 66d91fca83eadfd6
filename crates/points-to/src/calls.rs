//! Calls: whom a call runs, in which context, and what flows along the edge (Chord's rules 4.8 and 4.9).
//!
//! The context of an instance method is the receiver's abstract object, that of a static method its
//! caller's. Deviations: where the k of the receiver's site is 0, the context is empty; a method that a
//! contract or plugin speaks for has the call as context, and so have static factories of containers that
//! the application calls, library methods whose results the models tell apart (`apart`), and the application's own
//! methods of which a client asked for it: those have the call besides. Three more are only
//! to save work: of a contract for `equals`, `hashCode` or `toString` that a library calls, the context is the call
//! alone, because all chains of elements that ask their elements would be contexts; a method that does the same in
//! every context has one; and a static method that is passed no reference depends on its caller's context by what
//! it allocates alone, so the sites of it that no object can have are replaced by the method, which tells its own
//! calls apart at least as well.

use crate::client::CallView;
use crate::decided::{self, Flags, Passed};
use crate::ids::{ContextId, FilterId, InstanceId, MethodIx, NodeId, ObjectId, SequenceId, TypeId};
use crate::solver::{CallEdge, Instance, Solver};
use crate::template::{NONE, Target};
use crate::world::SiteKind;

/// How long the contexts of methods are whose results are told apart by call.
const APART: u8 = 2;

impl Solver<'_, '_> {
    pub(crate) fn call_without_receiver(&mut self, caller: InstanceId, call: u32) {
        let Instance { method, template, .. } = &self.instances[caller.index()];
        let (method, target) = (*method, template.calls[call as usize].target);
        let Some(callee) = self.resolve(method, target) else { return };
        if let Target::Static(_) = target
            && let Some(id) = self.world.method_id(callee)
        {
            self.initialise(caller, id.class);
        }
        self.run(caller, call, callee, None);
    }

    fn resolve(&mut self, caller: MethodIx, target: Target) -> Option<MethodIx> {
        if let Target::Exact(method) = target {
            return Some(method);
        }
        let from = self.world.class_of(caller).or(self.world.program.object_class())?;
        self.world.resolve(from, target)
    }

    pub(crate) fn call_on(&mut self, caller: InstanceId, call: u32, receiver: ObjectId) {
        let Instance { method, template, .. } = &self.instances[caller.index()];
        let (method, target) = (*method, template.calls[call as usize].target);
        let ty = self.type_of(receiver);
        // Where the context does not depend on the receiver, its type and label decide.
        let quick =
            (self.instances[caller.index()].first_call + call, ty, self.objects[receiver.index()].label);
        let is_quick = self.site_of(receiver).is_none_or(|site| self.world.k(site) == 0);
        if is_quick && let Some(&callee) = self.quick.get(&quick) {
            if let Some(this) = callee.and_then(|callee| self.param(callee, 0)) {
                self.add(this, receiver);
            }
            return;
        }
        let callee = self.call_on_now(caller, call, receiver, method, target, ty);
        if is_quick && !matches!(target, Target::Named(..)) {
            self.quick.insert(quick, callee);
        }
    }

    fn call_on_now(
        &mut self,
        caller: InstanceId,
        call: u32,
        receiver: ObjectId,
        method: MethodIx,
        target: Target,
        ty: TypeId,
    ) -> Option<InstanceId> {
        match target {
            Target::Named(name, arity) => {
                for &callee in &*self.world.select_named(name, arity, ty) {
                    self.run(caller, call, callee, Some(receiver));
                }
                None
            }
            Target::Special(_) | Target::Exact(_) => {
                let callee = self.resolve(method, target)?;
                Some(self.run(caller, call, callee, Some(receiver)))
            }
            _ => {
                let resolved = self.resolve(method, target)?;
                let callee = self.world.select(resolved, ty)?;
                Some(self.run(caller, call, callee, Some(receiver)))
            }
        }
    }

    /// A call runs a method that a plugin found, on an object if it has a receiver.
    pub(crate) fn connect(
        &mut self,
        caller: InstanceId,
        call: u32,
        callee: MethodIx,
        receiver: Option<ObjectId>,
    ) -> InstanceId {
        let callee = self.run(caller, call, callee, receiver);
        self.given.extend(self.param(callee, 0).filter(|_| receiver.is_some()).map(|this| (this, receiver)));
        callee
    }

    /// As [`Solver::connect`], on an object that a pointer holds.
    pub(crate) fn connect_from(
        &mut self,
        caller: InstanceId,
        call: u32,
        callee: MethodIx,
        (from, receiver): (NodeId, ObjectId),
    ) {
        let callee = self.run(caller, call, callee, Some(receiver));
        let passed_on = self.passed_on.entry(from).or_default();
        let this = self.instances[callee.index()].template.params.first().filter(|&&this| this != NONE);
        if let Some(&this) = this {
            let this = NodeId(self.instances[callee.index()].first_node.0 + this);
            if !passed_on.contains(&this) {
                passed_on.push(this);
            }
        }
    }

    /// A call runs a method, on an object if it has a receiver.
    pub(crate) fn run(
        &mut self,
        caller: InstanceId,
        call: u32,
        callee: MethodIx,
        receiver: Option<ObjectId>,
    ) -> InstanceId {
        // What decides about contexts is known of a method once it has its template.
        crate::behaviour::template(self.world, callee);
        let context = self.callee_context(caller, call, callee, receiver);
        let callee = self.reach(callee, context);
        if let Some(receiver) = receiver
            && let Some(this) = self.param(callee, 0)
        {
            self.add(this, receiver);
        }
        let site = self.instances[caller.index()].first_call + call;
        if self.linked.insert((site, callee)) {
            self.edges.push(CallEdge { caller, call, callee });
            self.pass(caller, call, callee, receiver.is_some());
        }
        callee
    }

    /// Links arguments, result and exceptions.
    fn pass(&mut self, caller: InstanceId, call: u32, callee: InstanceId, has_receiver: bool) {
        let from = self.instances[caller.index()].template.clone();
        let to = self.instances[callee.index()].template.clone();
        let call = &from.calls[call as usize];
        let args = from.args(call);
        let filters = crate::behaviour::parameter_filters(self.world, self.instances[callee.index()].method);
        for (index, &arg) in args.iter().enumerate().skip(usize::from(has_receiver)) {
            let param = to.params.get(index).copied().unwrap_or(NONE);
            if arg != NONE && param != NONE {
                let filter = filters.get(index).copied().unwrap_or(FilterId::ANY);
                self.link(self.node(caller, arg), self.node(callee, param), filter);
            }
        }
        for (from, to) in [(to.result, call.result), (to.raised, call.raised)] {
            if from != NONE && to != NONE {
                self.link(self.node(callee, from), self.node(caller, to), FilterId::ANY);
            }
        }
    }

    fn callee_context(
        &mut self,
        caller: InstanceId,
        call: u32,
        callee: MethodIx,
        receiver: Option<ObjectId>,
    ) -> ContextId {
        let Instance { method, context, template, .. } = &self.instances[caller.index()];
        let (caller_sequence, caller_element) = self.contexts.parts(*context);
        let made = &template.calls[call as usize];
        let (method, inst, kind) = (*method, made.inst, made.kind);
        // A library's method that goes on with its own object.
        let is_call_of_own =
            template.args(made).first().is_some_and(|this| template.params.first() == Some(this));
        let called = self.world.data(callee);
        let asks = called.asks;
        let is_inert = called.template.as_ref().is_some_and(|template| template.is_inert);
        let passes_nothing = template.args(made).iter().all(|&arg| arg == NONE);
        let (returns_apart, by_call) = (called.returns_apart, called.by_call);
        let is_per_call =
            called.per_call || receiver.is_none() && called.of_container && self.world.is_application(method);
        let sequence = if is_inert {
            SequenceId::EMPTY
        } else if is_per_call {
            let site = self.world.site_of(SiteKind::Call(method, inst, call as u8), None);
            let k = if asks && !self.world.is_application(method) { 1 } else { self.world.k(site) };
            self.contexts.push(site, k, caller_sequence)
        } else {
            let own = match receiver {
                Some(object) => match self.site_of(object) {
                    Some(site) if self.world.k(site) > 0 => self.objects[object.index()].sequence,
                    _ => SequenceId::EMPTY,
                },
                None if passes_nothing => {
                    let mark = self.world.site_of(SiteKind::Entered(callee), None);
                    self.contexts.mark(caller_sequence, self.tail, mark)
                }
                None => caller_sequence,
            };
            match receiver.is_some() {
                _ if by_call => {
                    let site = self.world.site_of(SiteKind::Call(method, inst, call as u8), None);
                    self.contexts.push(site, self.world.k(site).max(APART), own)
                }
                true if is_call_of_own && self.is_apart(caller_sequence) => caller_sequence,
                true if returns_apart => {
                    // A library that hands the application's call on is passed through.
                    let head = self.contexts.head(caller_sequence).filter(|_| self.is_apart(caller_sequence));
                    let site = match self.world.is_application(method) {
                        true => Some(self.world.site_of(SiteKind::Call(method, inst, call as u8), None)),
                        false => head,
                    };
                    site.map_or(own, |site| self.contexts.push(site, APART, own))
                }
                _ => own,
            }
        };
        let receiver = receiver.map(|object| (object, self.objects[object.index()].label));
        let view = CallView { caller: method, caller_element, call, callee, receiver, kind };
        let element = self.client.callee(&view);
        let flags = self.flags(caller, call, callee);
        self.contexts.context(sequence, element, flags)
    }

    /// What is known of a callee's flags.
    fn flags(&mut self, caller: InstanceId, call: u32, callee: MethodIx) -> Flags {
        let Instance { method, context, template, .. } = &self.instances[caller.index()];
        let (method, own) = (*method, self.contexts.flags(*context));
        let passed = template.passed(call);
        if passed.is_empty() || !self.world.data(callee).is_translated {
            return Flags::UNKNOWN;
        }
        let template = template.clone();
        let positions = decided::deciding(self.world, callee);
        let mut flags = Flags::UNKNOWN;
        for &(_, position, passed) in template.passed(call) {
            let Some(number) = positions.iter().position(|&it| it == position) else { continue };
            let value = match passed {
                Passed::Known(value) => Some(value),
                Passed::Param(from) => {
                    let of_caller = decided::deciding(self.world, method);
                    of_caller.iter().position(|&it| it == from).and_then(|number| own.get(number))
                }
            };
            flags = value.map_or(flags, |value| flags.with(number, value));
        }
        flags
    }

    /// Whether a context is that of a library's method that an application's call tells apart.
    fn is_apart(&self, context: SequenceId) -> bool {
        let head = self.contexts.head(context).map(|site| self.world.site(site).kind);
        matches!(head, Some(SiteKind::Call(method, ..)) if self.world.is_application(method))
    }
}
