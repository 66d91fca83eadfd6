//! What is known of an object that says whether threads share it, for `confidence`.

use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType, SiteKind};
use deadheat_program::{ClassId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Target;
use crate::bits::Bits;
use crate::candidates::{Entry, Known, View};
use crate::facts::{Held, Moment};
use crate::parallel::FactsOf;
use crate::paths::Root;
use crate::threads::{Graph, MAIN};

/// What is known of one object. Objects with the same signs are judged alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct ObjectSigns {
    /// There is one in the program.
    pub(crate) is_single: bool,
    /// Callers from outside make it; and whether its class synchronises.
    pub(crate) callers: Option<bool>,
    /// Constructors and static initialisers make it, as a part of something.
    pub(crate) is_part: bool,
    /// The threads that make such objects.
    makers: Bits,
    /// Those that are started with it.
    started: Bits,
}

/// How surely it is known which object is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Aim {
    /// Of each object that it may be there is one.
    pub(crate) is_single: bool,
    /// It may be one abstract object only.
    pub(crate) is_one: bool,
}

/// How many fields are followed from what a thread is started with.
const FIELDS: usize = 2;

/// The objects that each thread is started with, and what those hold by few fields: by object, the threads.
pub(crate) fn started_with(points_to: &PointsTo<'_>, graph: &Graph) -> Vec<Bits> {
    let program = points_to.program();
    let mut held: Vec<Vec<ObjectId>> = vec![Vec::new(); points_to.objects().len()];
    for (holder, field, holds) in points_to.heap() {
        if field.is_some_and(|field| program.is_application(field.class)) {
            held[holder.index()].extend(holds);
        }
    }
    let mut threads: Vec<Bits> = vec![Bits::default(); held.len()];
    for (number, thread) in graph.threads.iter().enumerate().skip(MAIN + 1) {
        if thread.is_outside {
            continue;
        }
        let roots = thread.roots.iter().flat_map(|&root| points_to.parameters(root));
        let mut next: Vec<ObjectId> = roots.flatten().collect();
        for _ in 0..=FIELDS {
            next.retain(|object| threads[object.index()].insert(number));
            next = next.iter().flat_map(|object| held[object.index()].iter().copied()).collect();
        }
    }
    threads
}

/// The threads that finalize objects.
pub(crate) fn finalizers(points_to: &PointsTo<'_>, graph: &Graph) -> Bits {
    let program = points_to.program();
    let is_finalizer = |root: &InstanceId| {
        let method = points_to.method(*root).and_then(|method| program.method(method).ok());
        method.is_some_and(|method| program.symbols().bytes(method.name) == b"finalize")
    };
    let threads = graph.threads.iter().enumerate();
    let finalizers =
        threads.filter(|(_, thread)| !thread.roots.is_empty() && thread.roots.iter().all(is_finalizer));
    finalizers.map(|(number, _)| number).collect()
}

/// The classes whose methods callers from outside call.
pub(crate) fn api(points_to: &PointsTo<'_>, graph: &Graph) -> FxHashSet<ClassId> {
    let outside = graph.threads.iter().filter(|thread| thread.is_outside);
    let roots = outside.flat_map(|thread| &thread.roots).filter_map(|&root| points_to.method(root));
    roots.map(|method| method.class).collect()
}

/// The classes of which a method locks its object, or what that holds.
pub(crate) fn locking(points_to: &PointsTo<'_>, facts: &FactsOf) -> FxHashSet<ClassId> {
    let mut found = FxHashSet::default();
    for instance in points_to.all_instances() {
        let (Some(method), Some(facts)) = (points_to.method(instance), facts.get(&instance)) else {
            continue;
        };
        let program = points_to.program();
        let is_static = program.method(method).is_ok_and(|method| method.flags.is_static());
        if is_static || !program.is_application(method.class) || found.contains(&method.class) {
            continue;
        }
        let moments = facts.accesses.iter().map(|access| &access.moment);
        let mut moments = moments.chain(facts.calls.iter().map(|call| &call.moment));
        let is_own = |held: &Held| !held.is_thread && held.lock.root == Root::Param(0);
        if moments.any(|moment| moment.held.iter().any(is_own)) {
            found.insert(method.class);
        }
    }
    found
}

/// Where methods start threads themselves, not by way of another one of the application.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// By instance, the numbers of these calls.
    own: FxHashMap<InstanceId, Bits>,
    /// What such methods call when they may have started a thread.
    behind: Bits,
}

impl Starts {
    pub(crate) fn of(points_to: &PointsTo<'_>, graph: &Graph, facts: &FactsOf) -> Starts {
        let mut starts = Starts::default();
        for caller in points_to.all_instances() {
            let Some(facts) = facts.get(&caller) else { continue };
            let calls = &graph.calls[caller.index()];
            let by_library = calls.iter().filter(|&&(_, callee)| {
                let method = points_to.method(callee);
                let is_application = |method: MethodId| points_to.program().is_application(method.class);
                !graph.spawns[callee.index()].is_empty() && !method.is_some_and(is_application)
            });
            let insts = graph.spawns[caller.index()].iter().map(|spawn| spawn.0);
            let insts = insts.chain(by_library.map(|&(inst, _)| inst));
            let own: Bits = insts.filter_map(|inst| facts.index_of(inst)).collect();
            if own.is_empty() {
                continue;
            }
            for &(inst, callee) in calls {
                if facts.call_at(inst).is_some_and(|call| call.moment.maybe_before.meets(&own)) {
                    starts.behind.insert(callee.index());
                }
            }
            starts.own.insert(caller, own);
        }
        starts
    }

    /// Whether a thread may have been started by a method, or by who called it, when it is at some moment.
    fn may_be_before(&self, instance: InstanceId, moment: &Moment) -> bool {
        let own = self.own.get(&instance);
        self.behind.contains(instance.index()) || own.is_some_and(|own| moment.maybe_before.meets(own))
    }
}

/// See the module's description.
pub(crate) struct Signs<'s, 'a> {
    pub(crate) known: &'s Known<'s, 'a>,
}

impl Signs<'_, '_> {
    pub(crate) fn of_object(&self, object: Option<ObjectId>) -> ObjectSigns {
        let Some(object) = object else { return ObjectSigns::default() };
        let (points_to, graph) = (self.known.points_to, self.known.graph);
        let mut makers = Bits::default();
        for &instance in points_to.made_at(object).iter().flat_map(|&(method, _)| points_to.instances(method))
        {
            makers.union(graph.threads_of(instance));
        }
        ObjectSigns {
            is_single: self.known.singles.contains(object.index()),
            is_part: self.is_part(object),
            callers: self.is_callers(object).then(|| self.synchronises(object)),
            makers,
            started: self.known.started_with[object.index()].clone(),
        }
    }

    fn is_part(&self, object: ObjectId) -> bool {
        let program = self.known.points_to.program();
        let maker = self.known.points_to.made_at(object).and_then(|(maker, _)| program.method(maker).ok());
        maker.is_some_and(|maker| program.symbols().bytes(maker.name).starts_with(b"<"))
    }

    /// Whether callers from outside make an object of a class whose methods they call.
    fn is_callers(&self, object: ObjectId) -> bool {
        let points_to = self.known.points_to;
        let site = points_to.sites(object).first().map(|&site| points_to.site_kind(site));
        let RuntimeType::Class(class) = *points_to.object_type(object) else { return false };
        let mut classes = points_to.program().superclasses(class).iter();
        matches!(site, Some(SiteKind::Caller(_))) && classes.any(|class| self.known.api.contains(class))
    }

    /// Whether a method of an object locks it, or what it holds: who writes such a class means it for several threads
    /// (RacerD takes that for a sign, too). Volatile fields are none: they are often there to end what one thread does.
    fn synchronises(&self, object: ObjectId) -> bool {
        let program = self.known.points_to.program();
        let RuntimeType::Class(class) = *self.known.points_to.object_type(object) else { return false };
        program.superclasses(class).iter().any(|class| self.known.locking.contains(class))
    }

    /// Whether two kinds of threads have an object, one of them, which makes none, was started with it, and one that makes
    /// none writes: who makes an object often sets it up before.
    pub(crate) fn is_handed_over(&self, object: &ObjectSigns, sides: [(&View, bool); 2]) -> bool {
        let [one, other] = sides.map(|(view, _)| view.at.threads());
        let makes = |threads: &Bits| threads.meets(&object.makers);
        let is_given = |threads: &Bits| !makes(threads) && threads.meets(&object.started);
        let writes = sides.iter().any(|(view, is_write)| *is_write && !makes(view.at.threads()));
        !object.makers.is_empty() && !one.meets(other) && (is_given(one) || is_given(other)) && writes
    }

    /// Whether tasks of a parallel operation, which make no such object, were given it.
    pub(crate) fn is_dealt_out(&self, object: &ObjectSigns, views: [&View; 2]) -> bool {
        let is_parallel = |thread: usize| self.known.graph.threads[thread].is_parallel;
        let is_given = |threads: &Bits| {
            !threads.meets(&object.makers)
                && threads.meets(&object.started)
                && threads.iter().any(is_parallel)
        };
        !object.makers.is_empty() && views.iter().all(|view| is_given(view.at.threads()))
    }

    /// Whether only finalizers make an access: nobody else has the object any more.
    pub(crate) fn is_final(&self, view: &View) -> bool {
        view.at.threads().iter().all(|thread| self.known.finalizers.contains(thread))
    }

    /// Whether compilers for Java 1.4 and before made a field, to keep what `Name.class` gives.
    pub(crate) fn is_class_literal(&self, target: Target) -> bool {
        let program = self.known.points_to.program();
        let Target::Field(field) = target else { return false };
        program.field(field).is_ok_and(|field| {
            field.flags.is_static() && program.symbols().bytes(field.name).starts_with(b"class$")
        })
    }

    /// Whether an access of the main thread may come behind a start of a thread: its method, or one that calls it, starts one
    /// itself. What only calls start that lead further is often set up before they do anything.
    pub(crate) fn is_behind_start(&self, entry: &Entry) -> bool {
        self.known.starts.may_be_before(entry.instance, &self.known.access(entry).moment)
    }

    /// Whether the main thread alone makes an access.
    pub(crate) fn is_main(&self, view: &View) -> bool {
        view.at.threads().iter().all(|thread| thread == MAIN)
    }

    /// How surely it is known which object is accessed.
    pub(crate) fn aim(&self, entry: &Entry) -> Aim {
        let Some(base) = &self.known.access(entry).base else { return Aim::default() };
        let objects = self.known.points_to.points_to(entry.instance, base.value);
        Aim {
            is_single: objects.iter().all(|object| self.known.singles.contains(object.index())),
            is_one: objects.len() == 1,
        }
    }

    /// Whether callers from outside, and nobody else, make an access.
    pub(crate) fn is_outside(&self, view: &View) -> bool {
        view.at.threads().iter().all(|thread| self.known.graph.threads[thread].is_outside)
    }

    /// Whether an access is part of making its object, or what that holds.
    pub(crate) fn is_construction(&self, entry: &Entry) -> bool {
        let access = self.known.access(entry);
        let is_own = access.base.as_ref().is_some_and(|base| {
            let start = base.loads.last().map_or(&base.path, |load| &load.from);
            start.root == Root::Param(0)
        });
        is_own && self.known.constructing.contains(entry.instance.index())
    }
}
