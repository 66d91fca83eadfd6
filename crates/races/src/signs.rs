//! What is known of an object that says whether threads share it, for `confidence`.

use std::collections::BTreeSet;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType, SiteKind};
use deadheat_program::ClassId;
use deadheat_program::classfile::Flags;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::candidates::{Entry, Known, View};
use crate::facts::{Facts, Held};
use crate::paths::Root;
use crate::threads::{Graph, MAIN};

/// What is known of one object. Objects with the same signs are judged alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct ObjectSigns {
    /// There is one in the program.
    pub(crate) is_single: bool,
    /// Callers from outside make it.
    pub(crate) is_callers: bool,
    /// Its class takes part in synchronisation.
    is_synchronising: bool,
    /// The threads that make such objects.
    makers: Bits,
    /// Those that are started with it.
    started: Bits,
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

/// The classes of the application whose objects take part in synchronisation: they lock themselves or what they hold, or
/// have fields that are volatile or made for several threads.
pub(crate) fn synchronising(
    points_to: &PointsTo<'_>,
    facts: &FxHashMap<InstanceId, Rc<Facts>>,
) -> FxHashSet<ClassId> {
    let program = points_to.program();
    let mut found = FxHashSet::default();
    for instance in points_to.all_instances() {
        let own = facts.get(&instance).zip(points_to.method(instance));
        let Some((facts, method)) = own else { continue };
        if program.method(method).is_ok_and(|method| method.flags.is_static()) {
            continue;
        }
        let moments = facts.accesses.iter().map(|access| &access.moment);
        let mut moments = moments.chain(facts.calls.iter().map(|call| &call.moment));
        let is_own = |held: &Held| !held.is_thread && held.lock.root == Root::Param(0);
        if moments.any(|moment| moment.held.iter().any(is_own)) {
            found.insert(method.class);
        }
    }
    for class in points_to.methods().iter().map(|method| method.class).collect::<BTreeSet<_>>() {
        let Ok(declared) = program.class(class) else { continue };
        let mut fields = declared.fields.iter().filter(|field| !field.flags.is_static());
        if fields.any(|field| field.flags.has(Flags::VOLATILE)) {
            found.insert(class);
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
        let site = points_to.sites(object).first().map(|&site| points_to.site_kind(site));
        let mut makers = Bits::default();
        for &instance in points_to.made_at(object).iter().flat_map(|&(method, _)| points_to.instances(method))
        {
            makers.union(graph.threads_of(instance));
        }
        ObjectSigns {
            is_single: self.known.singles.contains(object.index()),
            is_callers: matches!(site, Some(SiteKind::Caller(_))),
            is_synchronising: self.is_synchronising(object),
            makers,
            started: self.known.started_with[object.index()].clone(),
        }
    }

    fn is_synchronising(&self, object: ObjectId) -> bool {
        let RuntimeType::Class(class) = *self.known.points_to.object_type(object) else { return false };
        let supers = self.known.points_to.program().superclasses(class);
        supers.iter().any(|class| self.known.synchronising.contains(class))
    }

    /// Whether two kinds of threads have an object, and one of them makes none: it was started with it, or the object's
    /// class is made for that.
    pub(crate) fn is_handed_over(&self, object: &ObjectSigns, views: [&View; 2]) -> bool {
        let [one, other] = views.map(|view| view.at.threads());
        let is_given = |threads: &Bits| {
            !threads.meets(&object.makers) && (threads.meets(&object.started) || object.is_synchronising)
        };
        !object.makers.is_empty() && one != other && (is_given(one) || is_given(other))
    }

    /// Whether threads of a kind that makes no such object were started with it.
    pub(crate) fn is_dealt_out(&self, object: &ObjectSigns, views: [&View; 2]) -> bool {
        let threads = views.map(|view| view.at.threads());
        let is_given = |threads: &&Bits| !threads.meets(&object.makers) && threads.meets(&object.started);
        !object.makers.is_empty() && threads.iter().all(is_given)
    }

    /// Whether an access is of an object of which there is one, whichever it is.
    pub(crate) fn is_of_single(&self, entry: &Entry) -> bool {
        self.known.access(entry).base.as_ref().is_some_and(|base| {
            let objects = self.known.points_to.points_to(entry.instance, base.value);
            objects.iter().all(|object| self.known.singles.contains(object.index()))
        })
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
