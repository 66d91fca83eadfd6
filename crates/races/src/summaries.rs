//! What each method does with the references that it is given, by its body and by what its callees do; for
//! methods that models describe, by the models.

use std::collections::VecDeque;
use std::rc::Rc;

use deadheat_models::{
    AtomicAccess, AtomicKind, Bound, Contract, Meaning, Object, Part, Position, Safety, Store, Values,
};
use deadheat_points_to::{EdgeKind, Library, PointsTo};
use deadheat_program::ir::InstId;
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::{Kind, Type};
use deadheat_program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::asked;
use crate::flow::{Entry, Flow, NamedCall, Outcome, Summary};

/// See the module's description.
pub(crate) struct Summaries<'s, 'a> {
    points_to: &'s PointsTo<'a>,
    bound: &'s Bound<'a>,
    /// The application's methods by which objects may be asked, as every object can.
    answers: Vec<MethodId>,
    methods: FxHashMap<MethodId, Method>,
}

struct Method {
    /// None for what has no body, or is described by models.
    flow: Option<Rc<Flow>>,
    summary: Summary,
    /// Sorted by instruction. Of what models describe, the methods by which it asks objects.
    callees: Rc<[(InstId, MethodId, EdgeKind)]>,
    /// Those whose summaries depend on this one.
    users: FxHashSet<MethodId>,
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
        let mut all = Summaries { points_to, bound, answers, methods: FxHashMap::default() };
        let mut work: VecDeque<MethodId> = VecDeque::new();
        for &method in methods {
            all.add(method, &mut work);
        }
        while let Some(method) = work.pop_front() {
            let Some(outcome) = all.follow(method, Entry::ALL, Some(&mut work)) else { continue };
            let Some(known) = all.methods.get_mut(&method) else { continue };
            if known.summary != outcome.summary {
                known.summary = outcome.summary;
                let mut users: Vec<MethodId> = known.users.iter().copied().collect();
                users.sort();
                work.extend(users);
            }
        }
        all
    }

    fn add(&mut self, method: MethodId, work: &mut VecDeque<MethodId>) {
        if self.methods.contains_key(&method) {
            return;
        }
        let contract = self.bound.contract(method).unwrap_or_default();
        let asks = self.asks(method, &contract);
        let (flow, summary) = match self.described(method, &contract, asks) {
            Some(summary) => (None, summary),
            None => match self.points_to.program().lower(method) {
                Ok(Some(body)) => {
                    (Some(Rc::new(Flow::of(self.points_to.program(), &body))), Summary::default())
                }
                // What is native keeps nothing that a model does not tell; that there is none is a gap.
                Ok(None) => (None, Summary::keeps_nothing()),
                Err(_) => (None, Summary::unknown()),
            },
        };
        if flow.is_some() {
            work.push_back(method);
        }
        let callees = match flow.is_some() {
            true => self.find_callees(method),
            false if asks => self.find_asked(method, &contract),
            false => Rc::from([]),
        };
        self.methods.insert(method, Method { flow, summary, callees, users: FxHashSet::default() });
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
            let is_stored = |store: &Store| matches!(store.into, Object::Argument(_));
            let keeps_in_any = values.as_ref().is_some_and(|values| values.stores.iter().any(is_stored))
                || atomic.is_some_and(|atomic| matches!(atomic.position, Position::FieldOf(_)));
            Some(Summary::keeps(&is_reference, is_static, makes_view, keeps_in_any))
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

    /// What a method does, given what is known of its parameters; none if it has no body to follow. Callees
    /// that are new are added and left as work, if there is a list for it.
    fn follow(
        &mut self,
        method: MethodId,
        entry: Entry,
        mut work: Option<&mut VecDeque<MethodId>>,
    ) -> Option<Outcome> {
        let known = self.methods.get(&method)?;
        let (flow, callees) = (known.flow.clone()?, known.callees.clone());
        let program = self.points_to.program();
        Some(flow.run(entry, &mut |NamedCall { inst, name, has_tokens }| {
            let from = callees.partition_point(|&(other, ..)| other < inst);
            // Nobody is called when a function object is made.
            let mut all: Option<Summary> = name.is_none().then(Summary::makes);
            for &(_, callee, kind) in callees[from..].iter().take_while(|&&(other, ..)| other == inst) {
                // A library's method that is given nothing of ours gives back nothing of ours.
                if !has_tokens && !program.is_application(callee.class) {
                    all.get_or_insert_default().union(&Summary::keeps_nothing());
                    continue;
                }
                if name.is_none() && kind == EdgeKind::Callback {
                    // An object is asked for its text.
                    if self.use_of(method, callee, work.as_deref_mut())?.summary.publishes() {
                        return None;
                    }
                    continue;
                }
                if kind != EdgeKind::Call || !fits(self.points_to, name, callee) {
                    return None;
                }
                let called = self.use_of(method, callee, work.as_deref_mut())?;
                all.get_or_insert_default().union(&called.summary);
                if called.flow.is_none() {
                    for &(_, asked, _) in called.callees.clone().iter() {
                        if self.use_of(method, asked, work.as_deref_mut())?.summary.publishes() {
                            return None;
                        }
                    }
                }
            }
            all
        }))
    }

    /// A callee, whose summary a method uses.
    fn use_of(
        &mut self,
        user: MethodId,
        callee: MethodId,
        work: Option<&mut VecDeque<MethodId>>,
    ) -> Option<&Method> {
        let is_searched = work.is_some();
        if let Some(work) = work {
            self.add(callee, work);
        }
        let known = self.methods.get_mut(&callee)?;
        if is_searched {
            known.users.insert(user);
        }
        Some(known)
    }

    /// What a method does, given what is known of its parameters.
    pub(crate) fn outcome(&mut self, method: MethodId, entry: Entry) -> Outcome {
        self.follow(method, entry, None).unwrap_or_default()
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
