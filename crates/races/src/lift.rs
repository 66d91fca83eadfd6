//! Where the application calls the library code that makes an access (IteRace 3.3, Bubble-up).
//!
//! An access in library code is lifted to each call in the application's code from which only library code leads to
//! it. IteRace then matches calls by their receivers, whether or not the receivers have to do with the race. Here
//! the way from the access back to the call tells what the accessed object is for the call (its receiver, a field
//! of its second argument): the access is about these objects only, and calls match if these do.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::FieldId;
use deadheat_program::ir::InstId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::components::components;
use crate::facts::{Base, Call};
use crate::library::Library;
use crate::parallel::FactsOf;
use crate::paths::Root;
use crate::summaries::fits;
use crate::threads::Graph;

/// A call of the application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lift {
    pub(crate) caller: InstanceId,
    pub(crate) inst: InstId,
}

/// What leads to an access.
#[derive(Debug, Default)]
pub(crate) struct Leading {
    /// The application's calls, with what the access is about when it is made by them.
    pub(crate) calls: BTreeMap<Lift, About>,
    /// Whether a thread comes there without any.
    pub(crate) is_from_start: bool,
}

/// What an access is about.
#[derive(Debug, Clone, Default)]
pub(crate) struct About {
    /// One of these objects; none if they are not known more closely.
    pub(crate) objects: Option<Vec<ObjectId>>,
    /// This very argument of the call.
    pub(crate) argument: Option<usize>,
    /// Whether it may be made after the call, by way of code that is not looked into.
    pub(crate) may_be_later: bool,
}

/// What an object is for a method: a parameter, and the fields that lead on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Route {
    parameter: u16,
    fields: Vec<FieldId>,
}

/// An instance, and what is looked for there.
type Start = (InstanceId, Option<Route>);

/// A longer way is not followed.
const FIELDS: usize = 4;

/// Nor are more ways.
const FOLLOWED: usize = 500;

impl Route {
    fn of(base: &Base) -> Option<Route> {
        if let Root::Param(parameter) = base.path.root {
            return Some(Route { parameter, fields: base.path.fields.clone() });
        }
        let mut fields = Vec::new();
        for load in &base.loads {
            fields.insert(0, load.field);
            if let Root::Param(parameter) = load.from.root {
                let fields = load.from.fields.iter().copied().chain(fields).collect();
                return Some(Route { parameter, fields });
            }
        }
        None
    }

    /// The same for the caller of a method.
    fn in_caller(&self, call: &Call) -> Option<Route> {
        let mut route = Route::of(call.arguments.get(usize::from(self.parameter))?)?;
        route.fields.extend(&self.fields);
        (route.fields.len() <= FIELDS).then_some(route)
    }

    /// What it may lead to by a call.
    fn about(&self, points_to: &PointsTo<'_>, caller: InstanceId, call: &Call) -> Option<About> {
        let index = usize::from(self.parameter);
        let mut objects = points_to.points_to(caller, call.arguments.get(index)?.value);
        for &field in &self.fields {
            objects = objects.into_iter().flat_map(|object| points_to.field(object, field)).collect();
            objects.sort();
            objects.dedup();
        }
        let argument = self.fields.is_empty().then_some(index);
        Some(About { objects: Some(objects), argument, may_be_later: false })
    }
}

/// What leads to an instance.
#[derive(Debug, Clone, Default)]
struct Reaching {
    /// Calls of the application, by number.
    calls: Bits,
    /// Those of them that may have returned by then.
    later: Bits,
    /// Whether a thread comes there without any.
    is_from_start: bool,
}

/// See the module's description.
pub(crate) struct Lifts<'l, 'a> {
    points_to: &'l PointsTo<'a>,
    graph: &'l Graph,
    facts: &'l FactsOf,
    library: &'l Library,
    /// The application's calls of library code.
    calls: Vec<Lift>,
    /// By instance: its component, of library code that calls each other.
    component: Vec<usize>,
    /// By component of library code: which of them lead there.
    reaching: Vec<Reaching>,
    known: RefCell<FxHashMap<Start, Rc<Leading>>>,
}

impl<'l, 'a> Lifts<'l, 'a> {
    pub(crate) fn new(
        points_to: &'l PointsTo<'a>,
        graph: &'l Graph,
        facts: &'l FactsOf,
        library: &'l Library,
    ) -> Lifts<'l, 'a> {
        let (calls, component, reaching, known) = Default::default();
        let mut lifts = Lifts { points_to, graph, facts, library, calls, component, reaching, known };
        lifts.reach();
        lifts
    }

    /// Finds what leads to each instance of library code: what leads to one of several that call each other leads to all.
    fn reach(&mut self) {
        let graph = self.graph;
        let initialisers = self.points_to.initialisations_by().iter().map(|(_, initialiser)| initialiser);
        // No call leads to a static initialiser.
        let is_initialiser: Bits = initialisers.clone().map(|initialiser| initialiser.index()).collect();
        let library = self.library;
        let is_called =
            |callee: InstanceId| library.contains(callee) && !is_initialiser.contains(callee.index());
        let callees = |caller: InstanceId| {
            let calls = if library.contains(caller) { &graph.calls[caller.index()][..] } else { &[] };
            calls.iter().map(|&(_, callee)| callee).filter(|&callee| is_called(callee))
        };
        let instances: Vec<InstanceId> = self.points_to.all_instances().collect();
        let component = components(graph.calls.len(), |node| callees(instances[node]).map(InstanceId::index));
        let mut reaching = vec![Reaching::default(); component.iter().max().map_or(0, |last| last + 1)];
        let roots = graph.threads.iter().flat_map(|thread| &thread.roots);
        for start in roots.chain(initialisers) {
            reaching[component[start.index()]].is_from_start = true;
        }
        for &caller in instances.iter().filter(|&&caller| !library.contains(caller)) {
            for &(inst, callee) in graph.calls[caller.index()].iter().filter(|(_, callee)| is_called(*callee))
            {
                let lift = Lift { caller, inst };
                if self.calls.last() != Some(&lift) {
                    self.calls.push(lift);
                }
                reaching[component[callee.index()]].calls.insert(self.calls.len() - 1);
            }
        }
        let mut callers = instances;
        callers.retain(|&caller| library.contains(caller));
        callers.sort_by_key(|caller| Reverse(component[caller.index()]));
        for group in callers.chunk_by(|one, other| component[one.index()] == component[other.index()]) {
            self.pass(group, &component, &callees, &mut reaching);
        }
        (self.component, self.reaching) = (component, reaching);
    }

    /// Hands what leads to a component, which is complete, to those that are called from there.
    fn pass<I: Iterator<Item = InstanceId>>(
        &self,
        callers: &[InstanceId],
        component: &[usize],
        callees: &impl Fn(InstanceId) -> I,
        reaching: &mut [Reaching],
    ) {
        let Some(own) = callers.first().map(|caller| component[caller.index()]) else { return };
        // What is not looked into may make its calls later.
        let mut calls: Vec<(usize, bool)> = callers
            .iter()
            .flat_map(|&caller| {
                let may_be_later = !self.facts.contains_key(&caller);
                callees(caller).map(move |callee| (component[callee.index()], may_be_later))
            })
            .collect();
        calls.sort_unstable();
        calls.dedup();
        let mut passed = std::mem::take(&mut reaching[own]);
        if calls.contains(&(own, true)) {
            passed.later.union(&passed.calls);
        }
        for &(callee, may_be_later) in calls.iter().filter(|(callee, _)| *callee != own) {
            let known = &mut reaching[callee];
            known.is_from_start |= passed.is_from_start;
            known.calls.union(&passed.calls);
            known.later.union(if may_be_later { &passed.calls } else { &passed.later });
        }
        reaching[own] = passed;
    }

    fn reaching(&self, instance: InstanceId) -> &Reaching {
        &self.reaching[self.component[instance.index()]]
    }

    /// What leads to an access in library code; none for the application's own code.
    pub(crate) fn leading(&self, instance: InstanceId, base: Option<&Base>) -> Option<Rc<Leading>> {
        if !self.library.contains(instance) {
            return None;
        }
        let key = (instance, base.and_then(Route::of));
        if let Some(known) = self.known.borrow().get(&key) {
            return Some(known.clone());
        }
        let found = Rc::new(self.find(key.clone()));
        self.known.borrow_mut().insert(key, found.clone());
        Some(found)
    }

    /// The threads that make an access by a call.
    pub(crate) fn threads(&self, instance: InstanceId, lift: Lift) -> Bits {
        let mut threads = self.graph.threads_of(instance).clone();
        threads.intersect(self.graph.threads_of(lift.caller));
        threads
    }

    pub(crate) fn call(&self, lift: Lift) -> Option<&'l Call> {
        self.facts.get(&lift.caller)?.call_at(lift.inst)
    }

    /// Whether a call may give back a lock that it did not take.
    pub(crate) fn gives_back(&self, lift: Lift) -> bool {
        let mut callees = self.graph.calls[lift.caller.index()].iter().filter(|(inst, _)| *inst == lift.inst);
        callees.any(|(_, callee)| {
            let releases = self.facts.get(callee).map(|facts| facts.effect.releases.as_deref());
            releases != Some(Some(&[]))
        })
    }

    fn find(&self, (instance, route): Start) -> Leading {
        let reaching = self.reaching(instance);
        let mut leading = Leading { is_from_start: reaching.is_from_start, ..Leading::default() };
        let mut seen: FxHashSet<(InstanceId, Option<Route>)> = FxHashSet::default();
        let mut work = vec![(instance, route)];
        while let Some((instance, route)) = work.pop() {
            if !seen.insert((instance, route.clone())) {
                continue;
            }
            let Some(route) = route.filter(|_| seen.len() < FOLLOWED) else {
                self.add_all(instance, &mut leading);
                continue;
            };
            for &(caller, inst) in self.graph.callers(instance) {
                let lift = Lift { caller, inst };
                // What lies behind a call that passes its arguments on in another way is not known.
                let method = self.points_to.method(instance);
                let is_fitting =
                    |call: &&Call| method.is_some_and(|method| fits(self.points_to, call.name, method));
                let call = self.call(lift).filter(is_fitting);
                if self.library.contains(caller) {
                    work.push((caller, call.and_then(|call| route.in_caller(call))));
                } else {
                    let about = call.and_then(|call| route.about(self.points_to, caller, call));
                    leading.add(lift, &about.unwrap_or_default());
                }
            }
        }
        leading
    }

    /// Adds all calls that lead to an instance, whatever they are about.
    fn add_all(&self, instance: InstanceId, leading: &mut Leading) {
        let reaching = self.reaching(instance);
        let may_be_later = !self.facts.contains_key(&instance);
        for number in reaching.calls.iter() {
            let may_be_later = may_be_later || reaching.later.contains(number);
            leading.add(self.calls[number], &About { may_be_later, ..About::default() });
        }
    }
}

impl Leading {
    fn add(&mut self, lift: Lift, about: &About) {
        let known = self.calls.entry(lift);
        known.and_modify(|known| known.merge(about)).or_insert_with(|| about.clone());
    }
}

impl About {
    /// Adds what is known of another way.
    fn merge(&mut self, other: &About) {
        match (self.objects.as_mut(), &other.objects) {
            (Some(known), Some(objects)) => {
                known.extend(objects);
                known.sort();
                known.dedup();
            }
            _ => self.objects = None,
        }
        self.argument = self.argument.filter(|_| self.argument == other.argument);
        self.may_be_later |= other.may_be_later;
    }
}
