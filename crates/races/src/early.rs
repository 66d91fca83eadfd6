//! Classes that the main thread has surely initialised before it starts a thread: what their initialisers do comes before
//! all that threads do which are started later.
//!
//! A class is initialised at the latest by the first call of one of its static methods or constructors. In the method that
//! starts threads it is followed which calls have surely returned before the first start: of these, those that run one
//! method name a class, and so does what has surely returned when that method does. If a call starts threads, and it is
//! the first that does, its method is looked into in the same way.
//!
//! What can be missed: uses of a class that are no calls (a static field is read), and programs that callers from outside,
//! frameworks or several entry points start. Threads that the JVM, or an initialiser, starts may run earlier (`beside`).

use deadheat_points_to::{InstanceId, PointsTo};
use deadheat_program::{ClassId, MethodId};
use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::facts::{Facts, Moment};
use crate::parallel::{FactsOf, Parallel};
use crate::threads::{Graph, MAIN};

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Early {
    classes: FxHashSet<ClassId>,
    /// Threads that may run all the same.
    pub(crate) beside: Bits,
}

impl Early {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        graph: &Graph,
        facts: &FactsOf,
        parallel: &Parallel<'_>,
    ) -> Early {
        let roots = &graph.threads[MAIN].roots;
        let mut own = roots.iter().filter(|root| facts.contains_key(root));
        let (Some(&main), None) = (own.next(), own.next()) else { return Early::default() };
        if graph.outside.is_some() || !graph.scripts.is_empty() {
            return Early::default();
        }
        let initialisers: FxHashSet<InstanceId> =
            points_to.initialisations_by().iter().map(|&(_, initialiser)| initialiser).collect();
        let mut beside = Bits::default();
        let others = roots.iter().filter(|&&root| root != main).chain(&initialisers);
        others.chain(&points_to.jvm_code()).for_each(|&it| {
            beside.union(parallel.started(it));
        });
        let mut walk = Walk { points_to, graph, facts, parallel, initialisers, beside };
        let found = walk.before_starts(main, &mut Vec::new());
        let own = points_to.method(main).map(|method| method.class);
        let with_ancestors =
            |class: ClassId| points_to.program().superclasses(class).iter().copied().chain([class]);
        let classes = found.into_iter().chain(own).flat_map(with_ancestors).collect();
        Early { classes, beside: walk.beside }
    }

    /// Whether the main thread initialises a class before threads start, if no other threads than these may do so.
    pub(crate) fn has(&self, class: ClassId, threads: &Bits) -> bool {
        self.classes.contains(&class) && !threads.meets(&self.beside)
    }
}

struct Walk<'w, 'a> {
    points_to: &'w PointsTo<'a>,
    graph: &'w Graph,
    facts: &'w FactsOf,
    parallel: &'w Parallel<'w>,
    initialisers: FxHashSet<InstanceId>,
    /// Threads of whose start it is not known where it is.
    beside: Bits,
}

impl Walk<'_, '_> {
    /// The classes that are initialised before an instance starts a thread.
    fn before_starts(&mut self, instance: InstanceId, path: &mut Vec<InstanceId>) -> Vec<ClassId> {
        let mut unknown = self.parallel.started(instance).clone();
        let Some(facts) = self.facts.get(&instance).filter(|_| !path.contains(&instance)) else {
            self.beside.union(&unknown);
            return Vec::new();
        };
        let known = self.parallel.starts(instance).flat_map(|(_, threads)| threads.iter());
        known.for_each(|thread| unknown.remove(thread));
        self.beside.union(&unknown);
        let starts: Vec<usize> = self.parallel.starts(instance).map(|(call, _)| call).collect();
        let moment = |index: &usize| &facts.calls[*index].moment;
        let Some(&first) = starts.iter().min_by_key(|index| moment(index).maybe_before.len()) else {
            return Vec::new();
        };
        let mut before = moment(&first).surely_before.clone();
        for index in &starts {
            before.intersect(&moment(index).surely_before);
        }
        path.push(instance);
        let mut classes = self.of_calls(instance, facts, &before, path);
        let is_first = |index: &usize| *index == first || moment(index).surely_before.contains(first);
        if starts.iter().all(is_first)
            && let Some(callee) = self.only_callee(instance, facts, first)
        {
            classes.extend(self.before_starts(callee, path));
        }
        path.pop();
        classes
    }

    /// The classes that some calls of an instance, which have returned, have initialised.
    fn of_calls(
        &self,
        instance: InstanceId,
        facts: &Facts,
        calls: &Bits,
        path: &mut Vec<InstanceId>,
    ) -> Vec<ClassId> {
        let mut classes = Vec::new();
        for callee in calls.iter().filter_map(|index| self.only_callee(instance, facts, index)) {
            let uses = |method: &MethodId| self.uses_class(*method);
            classes.extend(self.points_to.method(callee).filter(uses).map(|method| method.class));
            let ends: Option<(&Facts, &Moment)> =
                self.facts.get(&callee).and_then(|facts| Some((&**facts, facts.end.as_ref()?)));
            if let Some((facts, end)) = ends.filter(|_| !path.contains(&callee)) {
                path.push(callee);
                classes.extend(self.of_calls(callee, facts, &end.surely_before, path));
                path.pop();
            }
        }
        classes
    }

    /// The method that a call runs, if it is one.
    fn only_callee(&self, instance: InstanceId, facts: &Facts, call: usize) -> Option<InstanceId> {
        let inst = facts.calls.get(call)?.inst;
        let calls = self.graph.calls[instance.index()].iter();
        let mut callees =
            calls.filter(|(at, callee)| *at == inst && !self.initialisers.contains(callee)).map(|it| it.1);
        callees.next().filter(|_| callees.next().is_none())
    }

    /// Whether who runs a method uses its class.
    fn uses_class(&self, method: MethodId) -> bool {
        let program = self.points_to.program();
        program
            .method(method)
            .is_ok_and(|data| data.flags.is_static() || program.symbols().bytes(data.name) == b"<init>")
    }
}
