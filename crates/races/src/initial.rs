//! Class initialisation: what only a static initialiser runs is run once, by one thread, and before other threads get
//! at the class.
//!
//! A method that is called only below the initialiser of a class runs when the class is initialised. Two of its accesses
//! are made by one thread. Whoever uses the class's static fields waits until it is ready; so nobody else sees what the
//! initialiser made and only these fields lead to, unless it starts threads to which it may hand that.

use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::ClassId;
use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::threads::Graph;

/// One class, or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Nobodys,
    One(ClassId),
    Several,
}

impl Whose {
    /// Adds a class, or all if there is none; whether that changes something.
    fn add(&mut self, class: Option<ClassId>) -> bool {
        let before = *self;
        *self = match (before, class) {
            (Whose::Nobodys, Some(class)) => Whose::One(class),
            (Whose::One(known), Some(class)) if known == class => before,
            _ => Whose::Several,
        };
        *self != before
    }
}

/// See the module's description.
#[derive(Debug)]
pub(crate) struct Initial {
    /// By instance: the classes whose initialisers run it, if only initialisers do.
    under: Vec<Whose>,
    /// By object: the classes whose static fields lead to it.
    statics: Vec<Whose>,
    /// By object: the classes in whose initialisation it is made, if it is made there only.
    made: Vec<Whose>,
    /// Classes whose initialisation starts threads.
    starting: FxHashSet<ClassId>,
}

impl Initial {
    pub(crate) fn of(points_to: &PointsTo<'_>, graph: &Graph, held: &[Vec<ObjectId>]) -> Initial {
        let under = under(points_to, graph);
        let mut starting = FxHashSet::default();
        for instance in points_to.all_instances().filter(|it| !graph.spawns[it.index()].is_empty()) {
            if let Whose::One(class) = under[instance.index()] {
                starting.insert(class);
            }
        }
        let made = |object| {
            let site = points_to.made_at(object);
            let instances = site.map_or(&[][..], |(method, _)| points_to.instances(method));
            let mut all = instances.iter().map(|instance| under[instance.index()]);
            match all.next() {
                Some(first) if all.all(|other| other == first) => first,
                _ => Whose::Nobodys,
            }
        };
        let made = points_to.objects().map(made).collect();
        Initial { statics: statics(points_to, held), under, made, starting }
    }

    /// The class in whose initialisation alone an instance runs.
    pub(crate) fn class(&self, instance: InstanceId) -> Option<ClassId> {
        match self.under[instance.index()] {
            Whose::One(class) => Some(class),
            _ => None,
        }
    }

    /// Whether an instance runs in the initialisation of classes alone.
    pub(crate) fn is_under_initialisers(&self, instance: InstanceId) -> bool {
        self.under[instance.index()] != Whose::Nobodys
    }

    /// Whether nobody else sees an object while a class is initialised.
    pub(crate) fn is_own(&self, class: ClassId, object: ObjectId) -> bool {
        self.made[object.index()] == Whose::One(class)
            && [Whose::One(class), Whose::Nobodys].contains(&self.statics[object.index()])
            && !self.starting.contains(&class)
    }
}

fn under(points_to: &PointsTo<'_>, graph: &Graph) -> Vec<Whose> {
    let initialisers: FxHashSet<InstanceId> =
        points_to.initialisations_by().iter().map(|&(_, initialiser)| initialiser).collect();
    let reach = |work: &mut Vec<InstanceId>, is_new: &mut dyn FnMut(InstanceId) -> bool| {
        while let Some(instance) = work.pop() {
            if is_new(instance) {
                let callees = graph.calls[instance.index()].iter().map(|&(_, callee)| callee);
                work.extend(callees.filter(|callee| !initialisers.contains(callee)));
            }
        }
    };
    let roots = graph.threads.iter().flat_map(|thread| thread.roots.iter().copied());
    let mut work: Vec<InstanceId> = roots.filter(|root| !initialisers.contains(root)).collect();
    let mut others = Bits::default();
    reach(&mut work, &mut |instance| others.insert(instance.index()));
    let mut under = vec![Whose::Nobodys; graph.calls.len()];
    let mut all: Vec<InstanceId> = initialisers.iter().copied().collect();
    all.sort();
    for initialiser in all {
        let Some(method) = points_to.method(initialiser) else { continue };
        reach(&mut vec![initialiser], &mut |instance| {
            !others.contains(instance.index()) && under[instance.index()].add(Some(method.class))
        });
    }
    under
}

/// By object: the classes whose static fields lead to it.
fn statics(points_to: &PointsTo<'_>, held: &[Vec<ObjectId>]) -> Vec<Whose> {
    let mut found = vec![Whose::Nobodys; held.len()];
    for (class, objects) in points_to.statics_by_class() {
        let mut work = objects;
        while let Some(object) = work.pop() {
            if found[object.index()].add(class) {
                work.extend(&held[object.index()]);
            }
        }
    }
    found
}
