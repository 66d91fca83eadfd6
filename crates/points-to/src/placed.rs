//! Where objects stand: whether one may stand in two places.
//!
//! An object is *placed* in a container, a lambda or a task when it is put there as a new object that nothing
//! held before: then it stands in no other place as a placed one. In a copy of a container each object stands
//! as often as in the original; the elements of a set are not equal. What nobody saw being put there may stand
//! anywhere.

use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

use deadheat_models::{Meaning, Part};
use deadheat_program::ir::{InstId, Value};
use deadheat_program::{ClassId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::EdgeKind;
use crate::ids::{FieldKey, InstanceId, NodeId, ObjectId, SiteId};
use crate::result::PointsTo;
use crate::set::Set;
use crate::solver::{CallEdge, Instance};
use crate::template::{NONE, Start, Template, Use, Var};
use crate::types::RuntimeType;
use crate::world::{ELEMENT, Origin, SiteKind, World, capture_index, part};

/// What is known of new objects in the application's code.
pub trait NewObjects {
    /// Whether an argument of a call, or what a lambda captures, is new, and nothing holds it.
    fn is_passed(&self, caller: InstanceId, inst: InstId, argument: usize) -> bool;

    /// Whether it is new whenever a body stores a value in an array, and nothing holds it.
    fn is_stored(&self, instance: InstanceId, value: Value) -> bool;

    /// Whether what an instance gives back is new, and nothing holds it.
    fn is_returned(&self, instance: InstanceId) -> bool;
}

/// See the module's description.
pub struct Placed<'s, 'a> {
    pub(crate) points_to: &'s PointsTo<'a>,
    pub(crate) news: &'s dyn NewObjects,
    /// By container: what is stored there.
    pub(crate) stores: FxHashMap<ObjectId, Vec<Store>>,
    /// By what is called.
    callers: FxHashMap<InstanceId, Vec<CallEdge>>,
    /// Objects of libraries that the application never has.
    inside: Set,
    /// What static fields hold.
    pub(crate) statics: Set,
    known: RefCell<FxHashMap<(ObjectId, FieldKey, ObjectId, How), bool>>,
    /// By instance and parameter: whether all callers place what they pass.
    passed: Known<usize>,
    /// By instance and variable: whether it holds what was just made.
    new: Known<Var>,
    /// By method: whether it has no loop.
    straight: RefCell<FxHashMap<MethodId, bool>>,
    /// By array of a library: whether containers grow by it.
    pub(crate) grown: RefCell<FxHashMap<ObjectId, bool>>,
    /// By template, which is told by its address, and variable.
    sources: RefCell<Sources>,
}

/// How far back the contract of a collection is looked for.
pub(crate) const DEEP: u32 = 8;

/// How far back it is followed whether two variables are the same.
pub(crate) const DEPTH: u32 = 4;

/// What was found out of a part of an instance. Questions of it assume that what they lead to again is so: a no is
/// one for good, a yes when the whole question has it.
type Known<T> = RefCell<FxHashMap<(InstanceId, T), bool>>;

type Sources = FxHashMap<(*const Template, Var), Rc<[Source]>>;

/// What a question has led to.
pub(crate) type Seen = FxHashSet<Step>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    Stands(ObjectId, FieldKey),
    /// By what a call gives back.
    Returned(InstanceId, u32),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Store {
    pub(crate) instance: InstanceId,
    pub(crate) base: Var,
    pub(crate) key: FieldKey,
    pub(crate) from: Var,
}

/// In which way an object may stand in one place only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum How {
    /// In one place of the container.
    Within,
    /// In no other container, either.
    Anywhere,
}

/// Where a variable of a contract comes from.
#[derive(Debug)]
pub(crate) enum Source {
    Param(usize),
    Made,
    Loaded(Var, FieldKey),
    Returned(u32),
    Other,
}

impl<'s, 'a> Placed<'s, 'a> {
    /// Finds all places.
    pub fn of(points_to: &'s PointsTo<'a>, news: &'s dyn NewObjects) -> Placed<'s, 'a> {
        let solution = &points_to.solution;
        let mut stores: FxHashMap<ObjectId, Vec<Store>> = FxHashMap::default();
        for instance in points_to.all_instances() {
            let Instance { template, first_node, .. } = &solution.instances[instance.index()];
            for base in 0..template.vars {
                for what in template.uses(base) {
                    let &Use::Store(key, from) = what else { continue };
                    if !is_place(&points_to.world, key) {
                        continue;
                    }
                    let node = solution.graph.root(NodeId(first_node.0 + base));
                    solution.graph.set(node).for_each(|holder| {
                        let store = Store { instance, base, key, from };
                        stores.entry(ObjectId(holder)).or_default().push(store);
                    });
                }
            }
        }
        let mut callers: FxHashMap<InstanceId, Vec<CallEdge>> = FxHashMap::default();
        for &edge in &solution.edges {
            callers.entry(edge.callee).or_default().push(edge);
        }
        let mut placed = Placed {
            points_to,
            news,
            stores,
            callers,
            inside: Set::default(),
            statics: Set::default(),
            known: RefCell::default(),
            passed: RefCell::default(),
            new: RefCell::default(),
            straight: RefCell::default(),
            grown: RefCell::default(),
            sources: RefCell::default(),
        };
        placed.inside = placed.inside();
        points_to.statics().into_iter().for_each(|object| {
            placed.statics.insert(object.0);
        });
        placed
    }

    /// Whether an object stands in one place of a container at most.
    pub(crate) fn is_once(&self, container: ObjectId, key: FieldKey, object: ObjectId) -> bool {
        self.stands(container, key, object, How::Within, &mut Seen::default())
    }

    /// The only one of some arrays in which an object stands, if it was placed there, once, and nowhere else.
    pub fn only_array(&self, arrays: &[ObjectId], object: ObjectId) -> Option<ObjectId> {
        let mut found = arrays.iter().copied().filter(|&array| self.contains(array, ELEMENT, object));
        let (Some(only), None) = (found.next(), found.next()) else { return None };
        self.is_placed(only, ELEMENT, object).then_some(only)
    }

    /// Whether an object that stands in a container was placed there.
    pub(crate) fn is_placed(&self, container: ObjectId, key: FieldKey, object: ObjectId) -> bool {
        self.stands(container, key, object, How::Anywhere, &mut Seen::default())
    }

    /// Whether a call that goes through a container gives an object once; and if so, whether it was placed there.
    pub(crate) fn is_given_once(&self, caller: InstanceId, inst: InstId, object: ObjectId) -> Option<bool> {
        let template = &self.instance(caller).template;
        let calls = template.calls.iter().enumerate().filter(|(_, call)| call.inst == inst);
        let calls: Vec<u32> = calls.map(|(index, _)| index as u32).collect();
        let stands = |how: How| {
            let mut calls = calls.iter();
            calls.all(|&call| self.is_returned(caller, call, object, how, &mut Seen::default()))
        };
        (!calls.is_empty() && stands(How::Within)).then(|| stands(How::Anywhere))
    }

    /// Whether a call that asks a container for an element gives an object that was placed there, and stands in no other
    /// place.
    pub fn is_given_in_one_place(&self, caller: InstanceId, inst: InstId, object: ObjectId) -> bool {
        self.is_given_once(caller, inst, object) == Some(true)
    }

    /// Whether the calls by which a contract takes the elements of a container give an object once; and if so, whether
    /// it was placed there.
    pub(crate) fn is_taken_once(
        &self,
        contract: InstanceId,
        container: Var,
        element: Var,
        object: ObjectId,
    ) -> Option<bool> {
        let calls = self.instance(contract).template.calls.iter().enumerate();
        let calls = calls.filter(|(_, call)| call.result == element).map(|(index, _)| index as u32);
        let calls: Vec<u32> = calls.collect();
        let stands = |how: How| {
            calls.iter().all(|&call| self.is_returned(contract, call, object, how, &mut Seen::default()))
        };
        let is_once = self.gives_each_once(contract, Some(&container)) && stands(How::Within);
        is_once.then(|| stands(How::Anywhere))
    }

    /// Whether all callers place what they pass.
    pub(crate) fn is_passed(&self, callee: InstanceId, parameter: usize) -> bool {
        answer(&self.passed, |seen| self.is_passed_by_all(callee, parameter, seen))
    }

    fn is_passed_by_all(
        &self,
        callee: InstanceId,
        parameter: usize,
        seen: &mut FxHashSet<(InstanceId, usize)>,
    ) -> bool {
        if let Some(&known) = self.passed.borrow().get(&(callee, parameter)) {
            return known;
        }
        if !seen.insert((callee, parameter)) {
            return true;
        }
        let callers = self.callers(callee);
        let is_passed = !callers.is_empty()
            && callers.iter().all(|edge| {
                let template = &self.instance(edge.caller).template;
                let call = &template.calls[edge.call as usize];
                if self.is_application(edge.caller) {
                    return self.news.is_passed(edge.caller, call.inst, parameter);
                }
                let Some(&arg) = template.args(call).get(parameter).filter(|&&arg| arg != NONE) else {
                    return false;
                };
                self.sources(template, arg).iter().all(|source| match *source {
                    Source::Param(index) => {
                        self.is_straight(edge.caller) && self.is_passed_by_all(edge.caller, index, seen)
                    }
                    Source::Made => true,
                    Source::Returned(call) => {
                        self.is_straight(edge.caller) && self.gives_new(edge.caller, call, DEPTH)
                    }
                    _ => false,
                })
            });
        if !is_passed {
            self.passed.borrow_mut().insert((callee, parameter), false);
        }
        is_passed
    }

    /// Whether a call gives back what was just made.
    pub(crate) fn gives_new(&self, caller: InstanceId, call: u32, depth: u32) -> bool {
        let edges = self.points_to.solution.edges_at(caller, call);
        depth > 0
            && !edges.is_empty()
            && edges.iter().all(|edge| {
                if self.is_application(edge.callee) {
                    return self.news.is_returned(edge.callee);
                }
                let template = &self.instance(edge.callee).template;
                let sources = self.sources(template, template.result);
                !sources.is_empty()
                    && sources.iter().all(|source| match *source {
                        Source::Made => true,
                        Source::Returned(call) => self.gives_new(edge.callee, call, depth - 1),
                        _ => false,
                    })
            })
    }

    /// Whether a variable of a library holds what was just made.
    fn is_new(&self, instance: InstanceId, var: Var, seen: &mut FxHashSet<(InstanceId, Var)>) -> bool {
        if let Some(&known) = self.new.borrow().get(&(instance, var)) {
            return known;
        }
        if !seen.insert((instance, var)) {
            return true;
        }
        let template = &self.instance(instance).template;
        let sources = self.sources(template, var);
        let is_new = !sources.is_empty()
            && sources.iter().all(|source| match *source {
                Source::Made => true,
                Source::Param(index) => {
                    let callers = self.callers(instance);
                    !callers.is_empty()
                        && callers.iter().all(|edge| {
                            let template = &self.instance(edge.caller).template;
                            let call = &template.calls[edge.call as usize];
                            let arg = template.args(call).get(index).filter(|&&arg| arg != NONE);
                            let is_once = !self.is_application(edge.caller) && self.is_straight(edge.caller);
                            is_once && arg.is_some_and(|&arg| self.is_new(edge.caller, arg, seen))
                        })
                }
                Source::Returned(call) => {
                    let edges = self.points_to.solution.edges_at(instance, call);
                    edges.iter().all(|edge| self.makes_array(edge.callee))
                        || self.gives_new(instance, call, DEPTH)
                }
                Source::Loaded(..) | Source::Other => false,
            });
        if !is_new {
            self.new.borrow_mut().insert((instance, var), false);
        }
        is_new
    }

    /// Whether an instance does nothing twice.
    pub(crate) fn is_straight(&self, instance: InstanceId) -> bool {
        let world = &self.points_to.world;
        let data = world.data(self.instance(instance).method);
        let Origin::Method(id) = data.origin else { return true };
        let is_acyclic =
            || world.program.lower(id).is_ok_and(|body| body.is_none_or(|body| body.is_acyclic()));
        data.per_call || *self.straight.borrow_mut().entry(id).or_insert_with(is_acyclic)
    }

    /// Whether an instance makes an array of a type that is known at run time.
    fn makes_array(&self, instance: InstanceId) -> bool {
        let contract = self.points_to.method(instance).and_then(|it| self.points_to.world.bound.contract(it));
        contract.is_some_and(|contract| contract.meaning == Some(Meaning::NewArray))
    }

    /// Whether two variables of a library hold the same object whenever they are used.
    pub(crate) fn are_same(&self, instance: InstanceId, one: Var, other: Var, depth: u32) -> bool {
        if one == other {
            return true;
        }
        let template = &self.instance(instance).template;
        match (&self.sources(template, one)[..], &self.sources(template, other)[..]) {
            (&[Source::Loaded(one, key)], &[Source::Loaded(other, same)]) => {
                key == same && depth < DEPTH && self.are_same(instance, one, other, depth + 1)
            }
            (&[Source::Param(one)], &[Source::Param(other)]) => {
                let callers = self.callers(instance);
                !callers.is_empty()
                    && callers.iter().all(|edge| {
                        let template = &self.instance(edge.caller).template;
                        let args = template.args(&template.calls[edge.call as usize]);
                        match (args.get(one), args.get(other)) {
                            (Some(&one), Some(&other)) if one != NONE && other != NONE && depth < DEPTH => {
                                self.are_same(edge.caller, one, other, depth + 1)
                            }
                            _ => false,
                        }
                    })
            }
            _ => false,
        }
    }

    /// Library objects that no variable of the application holds.
    fn inside(&self) -> Set {
        let solution = &self.points_to.solution;
        let world = &self.points_to.world;
        let mut had = Set::default();
        for instance in self.points_to.all_instances().filter(|&instance| self.is_application(instance)) {
            let Instance { template, first_node, .. } = self.instance(instance);
            for var in 0..template.vars {
                let node = solution.graph.root(NodeId(first_node.0 + var));
                solution.graph.set(node).for_each(|object| {
                    had.insert(object);
                });
            }
        }
        let mut inside = Set::default();
        for object in self.points_to.objects().filter(|object| !had.contains(object.0)) {
            let site = self.points_to.sites(object).first().copied();
            if site.is_some_and(|site| world.is_library_site(site) || is_called_by_library(world, site)) {
                inside.insert(object.0);
            }
        }
        inside
    }

    pub(crate) fn stands(
        &self,
        container: ObjectId,
        key: FieldKey,
        object: ObjectId,
        how: How,
        seen: &mut Seen,
    ) -> bool {
        if how == How::Within && self.is_kept_apart(container, key, object) {
            return true;
        }
        if let Some(&known) = self.known.borrow().get(&(container, key, object, how)) {
            return known;
        }
        // All that an object comes from must be as well.
        if !seen.insert(Step::Stands(container, key)) {
            return true;
        }
        let is_first = seen.len() == 1;
        let stores = self.stores.get(&container).map_or(&[][..], |stores| stores);
        let stores = stores.iter().filter(|store| store.key == key);
        let mut stores = stores.filter(|store| self.holds(store.instance, store.from, object)).peekable();
        // What is put together from two may have it from both.
        let mut copies = 0;
        let stands = stores.peek().is_some()
            && stores.all(|store| self.is_place(store, object, how, &mut copies, seen))
            && copies < 2;
        if is_first || !stands {
            self.known.borrow_mut().insert((container, key, object, how), stands);
        }
        stands
    }

    /// Whether a store puts an object into one place only.
    fn is_place(&self, store: &Store, object: ObjectId, how: How, copies: &mut u32, seen: &mut Seen) -> bool {
        let Instance { method, template, .. } = self.instance(store.instance);
        let data = self.points_to.world.data(*method);
        match data.origin {
            Origin::Method(_) if self.is_application(store.instance) => match capture_index(store.key) {
                Some(index) => self.is_captured(store, index),
                None => {
                    let mut values = template.values_of(store.from).peekable();
                    values.peek().is_some() && values.all(|value| self.news.is_stored(store.instance, value))
                }
            },
            Origin::Contract(id, _) | Origin::Method(id) => {
                let contract = match data.origin {
                    Origin::Contract(_, receiver) => self.points_to.world.bound.contract_at(receiver, id),
                    _ => self.points_to.world.bound.contract(id),
                };
                let contract = contract.filter(|_| data.per_call);
                let mut values = contract.iter().filter_map(|contract| contract.values.as_ref());
                let is_repeated = values.any(|values| values.stores.iter().any(|store| store.again));
                let is_constructor = self.points_to.world.program.is_constructor(id);
                !is_repeated && self.is_put(store, object, how, is_constructor, copies, seen)
            }
            _ => false,
        }
    }

    /// Whether a contract puts what a variable holds into one place only.
    fn is_put(
        &self,
        store: &Store,
        object: ObjectId,
        how: How,
        is_constructor: bool,
        copies: &mut u32,
        seen: &mut Seen,
    ) -> bool {
        let from = store.from;
        let template = &self.instance(store.instance).template;
        let is_new = |var: Var| {
            let is_this = is_constructor && template.params.first() == Some(&var);
            is_this || answer(&self.new, |seen| self.is_new(store.instance, var, seen))
        };
        if how == How::Within && is_new(store.base) && self.is_of_set(store.instance, object) {
            return true;
        }
        // What is only moved about inside of a container stays there.
        let is_inside = |var: Var| {
            let objects = self.objects(store.instance, var);
            !objects.is_empty() && objects.iter().all(|object| self.inside.contains(object.0))
        };
        for source in self.sources(template, from).iter() {
            let is_put = match *source {
                Source::Made => true,
                Source::Other => false,
                Source::Param(index) => {
                    self.is_straight(store.instance)
                        && (self.is_passed(store.instance, index)
                            || how == How::Within
                                && self.is_collected((store.instance, index), object, copies, seen, DEEP))
                }
                Source::Returned(call) => {
                    let is_asked = template.calls[call as usize].kind == EdgeKind::Callback;
                    let is_run = !self.points_to.solution.edges_at(store.instance, call).is_empty();
                    (!is_run || !is_asked || self.gives_each_once(store.instance, template.params.first()))
                        && self.is_returned(store.instance, call, object, how, seen)
                }
                Source::Loaded(base, key)
                    if key == store.key && self.are_same(store.instance, base, store.base, 0) =>
                {
                    true
                }
                // A function may give the same container again and again.
                Source::Loaded(base, _) if self.is_given_by_function(store.instance, base) => false,
                // The parts of a collection are put together: each element was in one of them.
                Source::Loaded(..) if how == How::Within && self.is_combining(store.instance, DEEP) => true,
                Source::Loaded(base, key) => {
                    // A view of a container is the container; a copy of it is another one.
                    let is_view = views(template, store.base, base, store.key, from);
                    let is_moved = is_new(store.base)
                        && is_inside(store.base)
                        && is_inside(base)
                        && (key != ELEMENT || self.are_grown(store.instance, store.base));
                    let is_copy = is_new(store.base) || self.is_outcome(template, store.base);
                    let is_copy = is_moved || how == How::Within && is_copy;
                    if !is_view && !is_moved && is_copy && self.holds_in(store.instance, base, key, object) {
                        *copies += 1;
                    }
                    let originals = self.objects(store.instance, base).into_iter();
                    (is_view || is_copy)
                        && originals
                            .filter(|&original| self.contains(original, key, object))
                            .all(|original| self.stands(original, key, object, how, seen))
                }
            };
            if !is_put {
                return false;
            }
        }
        true
    }

    /// Whether what a call gives back is new, or stands in one place of what is asked for it.
    fn is_returned(
        &self,
        caller: InstanceId,
        call: u32,
        object: ObjectId,
        how: How,
        seen: &mut Seen,
    ) -> bool {
        // A method that calls itself gives back what it gets elsewhere.
        if !seen.insert(Step::Returned(caller, call)) {
            return true;
        }
        self.points_to.solution.edges_at(caller, call).iter().all(|edge| {
            let Instance { method, template, .. } = self.instance(edge.callee);
            let result = template.result;
            let data = self.points_to.world.data(*method);
            let is_new_array = || self.makes_array(edge.callee);
            if result == NONE || !self.holds(edge.callee, result, object) || is_new_array() {
                return true;
            }
            match data.origin {
                Origin::Method(_) if self.is_application(edge.callee) => self.news.is_returned(edge.callee),
                Origin::Lambda(_) => self.sources(template, result).iter().all(|source| match *source {
                    Source::Made => true,
                    Source::Returned(call) => self.is_returned(edge.callee, call, object, how, seen),
                    _ => false,
                }),
                Origin::Contract(..) | Origin::Method(_) => {
                    self.sources(template, result).iter().all(|source| match *source {
                        Source::Loaded(base, key) => {
                            let holders = self.objects(edge.callee, base).into_iter();
                            let mut holders = holders.filter(|&holder| self.contains(holder, key, object));
                            holders.all(|holder| self.stands(holder, key, object, how, seen))
                        }
                        Source::Made => true,
                        Source::Returned(call) => self.is_returned(edge.callee, call, object, how, seen),
                        _ => false,
                    })
                }
                Origin::Plugin => false,
            }
        })
    }

    /// Whether a lambda captures what nothing else holds.
    fn is_captured(&self, store: &Store, index: usize) -> bool {
        let world = &self.points_to.world;
        let lambdas = self.objects(store.instance, store.base);
        !lambdas.is_empty()
            && lambdas.into_iter().all(|lambda| {
                let site = self.points_to.sites(lambda).first().copied();
                site.is_some_and(|site| match world.site(site).kind {
                    SiteKind::Alloc(method, inst, _) if method == self.instance(store.instance).method => {
                        self.news.is_passed(store.instance, inst, index)
                    }
                    _ => false,
                })
            })
    }

    /// Whether the containers that a contract is about give what they hold as often as they hold it.
    fn gives_each_once(&self, contract: InstanceId, container: Option<&Var>) -> bool {
        let container = container.copied().filter(|&container| container != NONE);
        let containers = container.map_or(Vec::new(), |container| self.objects(contract, container));
        !containers.is_empty()
            && containers.iter().all(|&container| match *self.points_to.object_type(container) {
                RuntimeType::Class(class) => {
                    self.points_to.world.bound.facts(class).claims.keeps == Some(true)
                }
                _ => false,
            })
    }

    /// Whether what a contract is about is a set, or several, of which each holds an object once.
    fn is_of_set(&self, contract: InstanceId, object: ObjectId) -> bool {
        let Instance { method, template, .. } = self.instance(contract);
        let Some(&this) = template.params.first().filter(|&&this| this != NONE) else { return false };
        let containers = self.objects(contract, this);
        self.points_to.world.data(*method).per_call
            && !containers.is_empty()
            && containers.iter().all(|&container| self.is_kept_apart(container, ELEMENT, object))
    }

    /// Whether a container holds nothing twice: the elements of a set, which are equal to themselves only.
    fn is_kept_apart(&self, container: ObjectId, key: FieldKey, object: ObjectId) -> bool {
        let program = self.points_to.world.program;
        let RuntimeType::Class(class) = *self.points_to.object_type(container) else { return false };
        let is_set = program.find_class("java/util/Set").is_some_and(|set| program.is_subclass(class, set));
        let holds_once = key == part(Part::Key) || key == ELEMENT && is_set;
        holds_once
            && matches!(*self.points_to.object_type(object), RuntimeType::Class(of) if has_identity(program, of))
    }

    /// As [`sources`], found out once.
    pub(crate) fn sources(&self, template: &Template, var: Var) -> Rc<[Source]> {
        let mut known = self.sources.borrow_mut();
        known.entry((template, var)).or_insert_with(|| sources(template, var).into()).clone()
    }

    /// Whether a variable is what a collector makes for each stream that it is given to.
    fn is_outcome(&self, template: &Template, var: Var) -> bool {
        let is_outcome =
            |source: &Source| matches!(source, Source::Loaded(_, key) if *key == part(Part::Outcome));
        let sources = self.sources(template, var);
        !sources.is_empty() && sources.iter().all(is_outcome)
    }

    pub(crate) fn instance(&self, instance: InstanceId) -> &'s Instance {
        &self.points_to.solution.instances[instance.index()]
    }

    pub(crate) fn is_application(&self, instance: InstanceId) -> bool {
        let data = self.points_to.world.data(self.instance(instance).method);
        let program = self.points_to.world.program;
        matches!(data.origin, Origin::Method(id) if program.is_application(id.class)) && !data.per_call
    }

    /// The calls of an instance.
    pub(crate) fn callers(&self, instance: InstanceId) -> &[CallEdge] {
        self.callers.get(&instance).map_or(&[], |callers| callers)
    }

    fn set(&self, instance: InstanceId, var: Var) -> &'s Set {
        let graph = &self.points_to.solution.graph;
        graph.set(graph.root(NodeId(self.instance(instance).first_node.0 + var)))
    }

    pub(crate) fn objects(&self, instance: InstanceId, var: Var) -> Vec<ObjectId> {
        self.set(instance, var).to_vec().into_iter().map(ObjectId).collect()
    }

    pub(crate) fn holds(&self, instance: InstanceId, var: Var, object: ObjectId) -> bool {
        self.set(instance, var).contains(object.0)
    }

    /// Whether a container that a variable holds has an object.
    fn holds_in(&self, instance: InstanceId, var: Var, key: FieldKey, object: ObjectId) -> bool {
        self.objects(instance, var).into_iter().any(|container| self.contains(container, key, object))
    }

    /// Whether a container has an object.
    pub(crate) fn contains(&self, container: ObjectId, key: FieldKey, object: ObjectId) -> bool {
        let solution = &self.points_to.solution;
        let node = solution.fields.get(&(container, key));
        node.is_some_and(|&node| solution.graph.set(solution.graph.root(node)).contains(object.0))
    }
}

/// Whether a call in a library is said to make what comes from a site.
fn is_called_by_library(world: &World<'_>, site: SiteId) -> bool {
    matches!(world.site(site).kind, SiteKind::Call(method, ..) if !world.is_application(method))
}

/// Asks a question, and keeps what a yes rests on.
fn answer<T: Copy + Eq + Hash>(
    known: &Known<T>,
    ask: impl FnOnce(&mut FxHashSet<(InstanceId, T)>) -> bool,
) -> bool {
    let mut seen = FxHashSet::default();
    let is_so = ask(&mut seen);
    if is_so {
        known.borrow_mut().extend(seen.into_iter().map(|it| (it, true)));
    }
    is_so
}

/// The fields that are places: parts, what is captured, and the fields of libraries' objects.
pub(crate) fn is_place(world: &World<'_>, key: FieldKey) -> bool {
    match world.field_id(key) {
        Some(field) => !world.program.is_application(field.class),
        None => {
            [ELEMENT, part(Part::Key), part(Part::Value), part(Part::Task)].contains(&key)
                || capture_index(key).is_some()
        }
    }
}

/// Where a variable of a template comes from.
pub(crate) fn sources(template: &Template, var: Var) -> Vec<Source> {
    let mut all = Vec::new();
    let mut work = vec![var];
    let mut seen = vec![var];
    while let Some(var) = work.pop() {
        all.extend(template.params.iter().position(|&param| param == var).map(Source::Param));
        for start in &template.starts {
            match *start {
                Start::Alloc(to, _) | Start::AllocHere(to, _) if to == var => all.push(Source::Made),
                Start::Constant(to, _) | Start::LoadStatic(to, ..) if to == var => all.push(Source::Other),
                Start::Special(_) => all.push(Source::Other),
                _ => {}
            }
        }
        for base in 0..template.vars {
            for what in template.uses(base) {
                match *what {
                    Use::Copy(to, _) if to == var && !seen.contains(&base) => {
                        seen.push(base);
                        work.push(base);
                    }
                    Use::Load(key, to) if to == var => all.push(Source::Loaded(base, key)),
                    _ => {}
                }
            }
        }
        let calls = template.calls.iter().enumerate().filter(|(_, call)| call.result == var);
        all.extend(calls.map(|(index, _)| Source::Returned(index as u32)));
    }
    all
}

/// Whether two containers share their elements by a variable: what is put into the one is in the other.
fn views(template: &Template, one: Var, other: Var, key: FieldKey, hub: Var) -> bool {
    let shares = |container: Var| {
        let uses = template.uses(container);
        uses.iter().any(|it| matches!(*it, Use::Load(field, to) if field == key && to == hub))
            && uses.iter().any(|it| matches!(*it, Use::Store(field, from) if field == key && from == hub))
    };
    shares(one) && shares(other)
}

/// Whether objects of a class are equal to themselves alone.
fn has_identity(program: &Program, class: ClassId) -> bool {
    let is_own = |&class: &ClassId| {
        let defines = |id: MethodId| {
            program.method(id).is_ok_and(|method| {
                let name = program.symbols().bytes(method.name);
                !method.flags.is_static() && (name == b"equals" || name == b"hashCode")
            })
        };
        program.methods(class).into_iter().flatten().any(defines)
    };
    let object = program.object_class();
    !program.superclasses(class).iter().filter(|&&class| Some(class) != object).any(is_own)
}
