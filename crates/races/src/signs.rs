//! What is known of an object that says whether threads share it, for `confidence`.

use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType, SiteKind};
use deadheat_program::ClassId;
use deadheat_program::classfile::Flags;
use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::candidates::{Entry, Known, View};
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

/// The classes of which a method takes a lock.
pub(crate) fn locking(points_to: &PointsTo<'_>, facts: &FactsOf) -> FxHashSet<ClassId> {
    let mut found = FxHashSet::default();
    for instance in points_to.all_instances() {
        let (Some(method), Some(facts)) = (points_to.method(instance), facts.get(&instance)) else {
            continue;
        };
        let moments = facts.accesses.iter().map(|access| &access.moment);
        let mut moments = moments.chain(facts.calls.iter().map(|call| &call.moment));
        if !found.contains(&method.class)
            && moments.any(|moment| moment.held.iter().any(|held| !held.is_thread))
        {
            found.insert(method.class);
        }
    }
    found
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

    /// Whether a method of an object takes a lock, or a field of it is volatile: who writes such a class means it for several
    /// threads (RacerD takes that for a sign, too).
    fn synchronises(&self, object: ObjectId) -> bool {
        let program = self.known.points_to.program();
        let RuntimeType::Class(class) = *self.known.points_to.object_type(object) else { return false };
        let has_volatile = |class: ClassId| {
            let data = program.class(class);
            data.is_ok_and(|data| data.fields.iter().any(|field| field.flags.has(Flags::VOLATILE)))
        };
        let mut classes = program.superclasses(class).iter();
        classes.any(|&class| self.known.locking.contains(&class) || has_volatile(class))
    }

    /// Whether two kinds of threads have an object, one of them, which makes none, was started with it, and one that makes
    /// none writes: who makes an object often sets it up before.
    pub(crate) fn is_handed_over(&self, object: &ObjectSigns, sides: [(&View, bool); 2]) -> bool {
        let [one, other] = sides.map(|(view, _)| view.at.threads());
        let makes = |threads: &Bits| threads.meets(&object.makers);
        let is_given = |threads: &Bits| !makes(threads) && threads.meets(&object.started);
        let writes = sides.iter().any(|(view, is_write)| *is_write && !makes(view.at.threads()));
        !object.makers.is_empty() && one != other && (is_given(one) || is_given(other)) && writes
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
