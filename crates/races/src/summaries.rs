//! What each method does with the references that it is given, by its body and by what its callees do; for
//! methods that models describe, by the models.
//!
//! Callees come before their callers, as far as there are no cycles, so that most bodies are followed once.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use deadheat_models::{
    AtomicAccess, AtomicKind, Bound, Contract, Meaning, Object, Part, Position, Safety, Values,
};
use deadheat_points_to::{EdgeKind, Library, PointsTo};
use deadheat_program::ir::InstId;
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::{Kind, Type};
use deadheat_program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::asked;
use crate::flow::{Entry, Flow, NamedCall, Outcome, Summary};
use crate::kept::{Kept, kept};

/// See the module's description.
pub(crate) struct Summaries<'s, 'a> {
    reader: Reader<'s, 'a>,
    methods: FxHashMap<MethodId, Method>,
}

/// What methods are read from.
struct Reader<'s, 'a> {
    points_to: &'s PointsTo<'a>,
    bound: &'s Bound<'a>,
    /// The application's methods by which objects may be asked, as every object can.
    answers: Vec<MethodId>,
}

struct Method {
    /// None for what has no body, or is described by models.
    flow: Option<Flow>,
    summary: Summary,
    /// Sorted by instruction. Of what models describe, the methods by which it asks objects.
    callees: Rc<[(InstId, MethodId, EdgeKind)]>,
    /// The calls of which something is known, sorted by instruction; none before they were looked at.
    calls: Option<Vec<(InstId, Call)>>,
    /// Those whose summaries depend on this one.
    users: FxHashSet<MethodId>,
    /// Its place in the order of work.
    rank: usize,
}

/// Whom a call runs.
#[derive(Default)]
struct Call {
    /// What it does besides.
    does: Option<Summary>,
    /// It does what one of these does.
    runs: Vec<MethodId>,
    /// Nothing is known of it if one of these shows others what it is given.
    asks: Vec<MethodId>,
}

impl<'s, 'a> Summaries<'s, 'a> {
    /// The summaries of the methods given and of all that they call.
    pub(crate) fn of(
        points_to: &'s PointsTo<'a>,
        bound: &'s Bound<'a>,
        methods: &[MethodId],
    ) -> Summaries<'s, 'a> {
        let answers = points_to.methods().into_iter();
        let answers = answers.filter(|&method| is_answer(points_to.program(), method)).collect();
        let reader = Reader { points_to, bound, answers };
        let mut all = Summaries { reader, methods: FxHashMap::default() };
        let mut order = Vec::new();
        for &method in methods {
            all.visit(method, &mut order);
        }
        all.solve(&order);
        all
    }

    /// Puts a method and all that it uses into an order: callees before callers.
    fn visit(&mut self, method: MethodId, order: &mut Vec<MethodId>) {
        let mut path: Vec<(MethodId, Vec<MethodId>)> = Vec::new();
        path.extend(self.resolve(method).map(|used| (method, used)));
        while let Some((method, used)) = path.last_mut() {
            match used.pop() {
                Some(callee) => path.extend(self.resolve(callee).map(|used| (callee, used))),
                None => {
                    if let Some(known) = self.methods.get_mut(method) {
                        known.rank = order.len();
                    }
                    order.push(*method);
                    path.pop();
                }
            }
        }
    }

    /// Follows all bodies until nothing changes.
    fn solve(&mut self, order: &[MethodId]) {
        let mut work: BTreeSet<usize> = (0..order.len()).collect();
        while let Some(method) = work.pop_first().map(|rank| order[rank]) {
            let Some(outcome) = self.follow(method, Entry::ALL) else { continue };
            let Some(known) = self.methods.get_mut(&method) else { continue };
            if known.summary != outcome.summary {
                known.summary = outcome.summary;
                let users = &self.methods[&method].users;
                work.extend(users.iter().filter_map(|user| Some(self.methods.get(user)?.rank)));
            }
        }
    }

    fn add(&mut self, method: MethodId) -> &mut Method {
        self.methods.entry(method).or_insert_with(|| self.reader.read(method))
    }

    /// Looks at the calls of a body, once; gives whom it uses.
    fn resolve(&mut self, method: MethodId) -> Option<Vec<MethodId>> {
        let known = self.add(method);
        let flow = known.flow.as_ref().filter(|_| known.calls.is_none())?;
        let (named, callees) = (flow.calls(), known.callees.clone());
        let mut calls: Vec<(InstId, Call)> = Vec::new();
        for call in named {
            let from = callees.partition_point(|&(other, ..)| other < call.inst);
            let called = callees[from..].iter().take_while(|&&(other, ..)| other == call.inst);
            calls.extend(self.resolve_call(call, called).map(|it| (call.inst, it)));
        }
        calls.sort_by_key(|&(inst, _)| inst);
        let used = calls.iter().flat_map(|(_, call)| call.runs.iter().chain(&call.asks));
        let used: Vec<MethodId> = used.copied().collect();
        for &callee in &used {
            self.add(callee).users.insert(method);
        }
        self.add(method).calls = Some(calls);
        Some(used)
    }

    fn resolve_call<'c>(
        &mut self,
        NamedCall { name, has_tokens, .. }: NamedCall,
        callees: impl Iterator<Item = &'c (InstId, MethodId, EdgeKind)>,
    ) -> Option<Call> {
        // Nobody is called when a function object is made.
        let mut call = Call { does: name.is_none().then(Summary::makes), ..Call::default() };
        for &(_, callee, kind) in callees {
            // A library's method that is given nothing of ours gives back nothing of ours.
            if !has_tokens && !self.reader.points_to.program().is_application(callee.class) {
                call.does.get_or_insert_default().union(&Summary::keeps_nothing());
            } else if name.is_none() && kind == EdgeKind::Callback {
                // An object is asked for its text.
                call.asks.push(callee);
            } else if kind == EdgeKind::Call && fits(self.reader.points_to, name, callee) {
                call.runs.push(callee);
                let called = self.add(callee);
                if called.flow.is_none() {
                    call.asks.extend(called.callees.iter().map(|&(_, asked, _)| asked));
                }
            } else {
                return None;
            }
        }
        (call.does.is_some() || !call.runs.is_empty()).then_some(call)
    }

    /// What a method does, given what is known of its parameters; none if it has no body to follow.
    fn follow(&self, method: MethodId, entry: Entry) -> Option<Outcome> {
        let known = self.methods.get(&method)?;
        let (flow, calls) = (known.flow.as_ref()?, known.calls.as_ref()?);
        Some(flow.run(entry, &|inst| {
            let index = calls.binary_search_by_key(&inst, |&(inst, _)| inst).ok()?;
            self.effect(&calls[index].1)
        }))
    }

    /// What a call does.
    fn effect<'c>(&'c self, call: &'c Call) -> Option<Cow<'c, Summary>> {
        let summary = |method: &MethodId| self.methods.get(method).map(|method| &method.summary);
        if call.asks.iter().any(|asked| summary(asked).is_none_or(Summary::publishes)) {
            return None;
        }
        if let (None, [only]) = (&call.does, &call.runs[..]) {
            return summary(only).map(Cow::Borrowed);
        }
        let mut all = call.does.clone().unwrap_or_default();
        for run in &call.runs {
            all.union(summary(run)?);
        }
        Some(Cow::Owned(all))
    }

    /// What a method does, given what is known of its parameters.
    pub(crate) fn outcome(&self, method: MethodId, entry: Entry) -> Outcome {
        self.follow(method, entry).unwrap_or_default()
    }
}

impl Reader<'_, '_> {
    fn read(&self, method: MethodId) -> Method {
        let contract = self.bound.contract(method).unwrap_or_default();
        let asks = self.asks(method, &contract);
        let (flow, summary) = match self.described(method, &contract, asks) {
            Some(summary) => (None, summary),
            None => match self.points_to.program().lower(method) {
                Ok(Some(body)) => (Some(Flow::of(self.points_to.program(), &body)), Summary::default()),
                // What is native keeps nothing that a model does not tell; that there is none is a gap.
                Ok(None) => (None, Summary::keeps_nothing()),
                Err(_) => (None, Summary::unknown()),
            },
        };
        let callees = match flow.is_some() {
            true => self.find_callees(method),
            false if asks => self.find_asked(method, &contract),
            false => Rc::from([]),
        };
        Method { flow, summary, callees, calls: None, users: FxHashSet::default(), rank: 0 }
    }

    fn find_callees(&self, method: MethodId) -> Rc<[(InstId, MethodId, EdgeKind)]> {
        let mut callees = Vec::new();
        for &instance in self.points_to.instances(method) {
            for (inst, callee, kind) in self.points_to.calls(instance) {
                callees.extend(self.points_to.method(callee).map(|callee| (inst, callee, kind)));
            }
        }
        callees.sort();
        callees.dedup();
        callees.into()
    }

    /// What a library's method may ask of objects: if it is followed into its body, any method of the application's
    /// that it may call by such a name.
    fn find_asked(&self, method: MethodId, contract: &Contract) -> Rc<[(InstId, MethodId, EdgeKind)]> {
        let callees = self.find_callees(method);
        if callees.iter().all(|&(.., kind)| kind == EdgeKind::Callback) {
            return callees;
        }
        let program = self.points_to.program();
        let calls = || contract.callbacks.iter().flat_map(|callbacks| &callbacks.calls);
        let is_asked = |asked: &&MethodId| {
            let name = program.method(**asked).map(|asked| program.symbols().bytes(asked.name));
            name.is_ok_and(|name| calls().any(|task| task.method.as_bytes() == name))
        };
        let asked = self.answers.iter().filter(is_asked);
        asked.map(|&asked| (InstId(0), asked, EdgeKind::Callback)).collect()
    }

    /// Whether a library's method calls back by methods alone that every object has (see `asked`).
    fn asks(&self, method: MethodId, contract: &Contract) -> bool {
        let program = self.points_to.program();
        contract.callbacks.as_ref().is_some_and(|callbacks| {
            callbacks.calls.iter().all(|task| asked::method(program, &task.method).is_some())
        }) && !program.is_application(method.class)
    }

    /// What models say.
    fn described(&self, method: MethodId, contract: &Contract, asks: bool) -> Option<Summary> {
        let program = self.points_to.program();
        if contract.spawning.is_some() {
            return Some(Summary::unknown());
        }
        if program.is_application(method.class) {
            return None;
        }
        let facts = self.bound.facts(method.class);
        let is_cut = self.points_to.options().library == Library::Modelled
            && (facts.is_opaque || facts.claims.unseen == Some(true));
        let Contract { meaning, callbacks, values, summary, atomic, .. } = contract;
        match meaning {
            Some(Meaning::ClassOf | Meaning::ComponentType | Meaning::NewArray) => {
                return Some(Summary::keeps_nothing());
            }
            Some(_) => return Some(Summary::unknown()),
            None => {}
        }
        // The declaration of a handle's method does not tell the arguments.
        let is_by_handle =
            |atomic: &AtomicAccess| atomic.position == Position::Variable && atomic.kind != AtomicKind::Read;
        if callbacks.is_some() && !asks || atomic.as_ref().is_some_and(is_by_handle) {
            Some(Summary::unknown())
        } else if values.is_some() || *summary == Some(true) || atomic.is_some() || asks {
            let declaration = program.method(method).ok()?;
            let is_static = declaration.flags.is_static();
            let parameters = &program.symbols().descriptor_data(declaration.descriptor).parameters;
            // What never changes holds nothing of ours.
            let is_immutable = |ty: Type| {
                let class = ty.class_name().and_then(|name| program.find(name));
                let safety = class.map(|class| self.bound.facts(class).claims.safety.safety);
                safety == Some(Some(Safety::Immutable))
            };
            let holds = |&ty: &Type| ty.kind() == Kind::Ref && !is_immutable(ty);
            let mut is_reference: Vec<bool> = parameters.iter().map(holds).collect();
            if !is_static {
                is_reference.insert(0, true);
            }
            let makes_view = values.as_ref().is_some_and(|values| !values.makes.is_empty())
                || self.returns_part(method, values.as_ref());
            let keeps_in_any = atomic.is_some_and(|atomic| matches!(atomic.position, Position::FieldOf(_)));
            let kept = |index: usize| match keeps_in_any {
                true => Kept::All,
                false => kept(values.as_ref(), callbacks.is_some(), index, is_static),
            };
            Some(Summary::keeps(&is_reference, is_static, makes_view, kept))
        } else if is_cut {
            Some(Summary::unknown())
        } else {
            None
        }
    }

    /// Whether a method gives a part of what its object belongs to, as the iterator of a map's entries: who has the
    /// part has the map.
    fn returns_part(&self, method: MethodId, values: Option<&Values>) -> bool {
        let program = self.points_to.program();
        let is_element = |object: &Object| matches!(object, Object::Part(Part::Element, _));
        let is_part = |other: MethodId| {
            let (Ok(own), Ok(other)) = (program.method(method), program.method(other)) else { return false };
            let result = program.symbols().descriptor_data(other.descriptor).result;
            let class = result.and_then(Type::class_name).and_then(|name| program.find(name));
            own.name == other.name
                && class.is_some_and(|class| self.bound.facts(class).claims.inside == Some(true))
        };
        values.is_some_and(|values| values.returns.iter().any(is_element))
            && program.methods(method.class).into_iter().flatten().any(is_part)
    }
}

/// Whether a method of the application's has the name of one that every object has.
fn is_answer(program: &Program, method: MethodId) -> bool {
    let name = program.method(method).map(|method| program.symbols().text(method.name));
    program.is_application(method.class) && name.is_ok_and(|name| asked::method(program, &name).is_some())
}

/// Whether a call that names one method passes its arguments to another as they are: not so for lambdas, whose
/// code has what was captured as its first parameters.
pub(crate) fn fits(points_to: &PointsTo<'_>, name: Option<MethodRef>, callee: MethodId) -> bool {
    let program = points_to.program();
    let named = name.map(|name| program.symbols().method_data(name).name);
    program.method(callee).is_ok_and(|callee| Some(callee.name) == named)
}
