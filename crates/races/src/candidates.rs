//! Candidates (Chord 2.4): accesses as the filters see them, by place and abstract object.
//!
//! What the filters know of an access is its view; in contexts with the same view an access is one entry, and
//! entries with the same view are compared at once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_models::{Bound, Object};
use deadheat_points_to::{InstanceId, Made, ObjectId, PointsTo, RuntimeType};
use deadheat_program::ir::InstId;
use deadheat_program::{ClassId, FieldId, MethodId};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::escape::Unseen;
use crate::facts::{Access, Facts, Held, Place};
use crate::handles;
use crate::locks::{self, Guarded};
use crate::may_locks::MayLocks;
use crate::owned::Owned;
use crate::parallel::{At, Parallel};
use crate::paths::{Path, Root};
use crate::threads::{Graph, MAIN};
use crate::views::Views;
use crate::wrappers::Wrappers;

/// What the filters need to know of the program.
pub(crate) struct Known<'k, 'a> {
    pub(crate) points_to: &'k PointsTo<'a>,
    pub(crate) bound: &'k Bound<'a>,
    pub(crate) facts: &'k FxHashMap<InstanceId, Rc<Facts>>,
    pub(crate) singles: Bits,
    pub(crate) graph: &'k Graph,
    pub(crate) parallel: &'k Parallel<'k>,
    /// By instance: the locks that are held when it begins, in the main thread and in others.
    pub(crate) locks: &'k Locks,
    pub(crate) owned: Owned,
    pub(crate) unseen: Unseen,
    pub(crate) made: Made,
    pub(crate) wrappers: Wrappers,
    /// If locks that may be the same count as the same.
    pub(crate) may_locks: Option<MayLocks>,
    /// Instances that run on an object that is being constructed.
    pub(crate) constructing: Bits,
    /// By object: what it holds.
    pub(crate) held: Vec<Vec<ObjectId>>,
    /// By class and method that every object has: whether it reads the object.
    pub(crate) asked: RefCell<FxHashMap<(ClassId, MethodId), bool>>,
    /// Which objects share the state of others.
    pub(crate) views: Views,
}

/// By instance: locks at its beginning.
#[derive(Debug)]
pub(crate) struct Locks {
    pub(crate) in_main: Vec<Option<Vec<Held>>>,
    pub(crate) in_others: Vec<Option<Vec<Held>>>,
}

impl Locks {
    /// The locks at the beginning of an instance that a thread runs.
    pub(crate) fn at(&self, thread: usize, instance: InstanceId) -> &[Held] {
        let locks = if thread == MAIN { &self.in_main } else { &self.in_others };
        locks[instance.index()].as_deref().unwrap_or_default()
    }
}

/// A place, and whose it is.
type Located = (Place, Option<ObjectId>);

/// How an access comes to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Way {
    /// It is about the object itself.
    Itself,
    /// So it is, and the call locks the object.
    Guarded,
    /// It is about a wrapper of the object, whose calls run under a lock.
    Wrapper,
    /// It is about a view or iterator of the object.
    View,
}

/// What the filters see of an access.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct View {
    pub(crate) at: At,
    pub(crate) guards: Vec<Guarded>,
    /// Whether nobody else sees the object yet.
    pub(crate) is_new: bool,
    /// Whether the thread that accesses the object made it.
    pub(crate) is_own: bool,
}

/// An access in contexts with the same view.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) method: MethodId,
    /// One of the contexts.
    pub(crate) instance: InstanceId,
    /// The access, by its number in the method's facts.
    pub(crate) access: usize,
    pub(crate) view: usize,
    pub(crate) is_initialiser: bool,
}

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) views: Vec<View>,
    pub(crate) entries: Vec<Entry>,
    /// By entry: the first one of the same access.
    firsts: Vec<usize>,
    /// The entries of each place of each object, sorted.
    pub(crate) places: BTreeMap<Located, Vec<usize>>,
}

impl Candidates {
    pub(crate) fn of(known: &Known<'_, '_>) -> Candidates {
        let mut all = Candidates::default();
        let mut numbers = Numbers::default();
        for instance in known.points_to.all_instances() {
            all.add(known, instance, &mut numbers);
        }
        for entries in all.places.values_mut() {
            entries.sort_unstable();
            entries.dedup();
        }
        all
    }

    /// What stands for an entry's access, whatever the context.
    pub(crate) fn first_of(&self, entry: usize) -> usize {
        self.firsts[entry]
    }

    fn add(&mut self, known: &Known<'_, '_>, instance: InstanceId, numbers: &mut Numbers) {
        let points_to = known.points_to;
        let (Some(facts), Some(method)) = (known.facts.get(&instance), points_to.method(instance)) else {
            return;
        };
        let program = points_to.program();
        let name = program.method(method).map(|method| program.symbols().bytes(method.name));
        let is_initialiser = name.is_ok_and(|name| name == b"<clinit>");
        let threads = known.graph.threads_of(instance);
        let (mut main, mut others) = (Bits::default(), threads.clone());
        others.remove(MAIN);
        if threads.contains(MAIN) {
            main.insert(MAIN);
        }
        let runs = [(main, &known.locks.in_main), (others, &known.locks.in_others)];
        for (index, access) in facts.accesses.iter().enumerate() {
            // The JVM lets nobody use a class that is being initialised.
            if is_initialiser && matches!(access.place, Place::Static(field) if field.class == method.class) {
                continue;
            }
            let places = known.places(instance, access);
            if places.is_empty() {
                continue;
            }
            let mut groups: BTreeMap<(Way, bool), Vec<Located>> = BTreeMap::new();
            for (way, place) in places {
                groups.entry((way, known.is_own(instance, access, way, place.1))).or_default().push(place);
            }
            for (threads, locks) in &runs {
                let locks = locks[instance.index()].as_ref();
                let Some(locks) = locks.filter(|_| !threads.is_empty()) else { continue };
                let at = known.parallel.at(instance, &access.moment, threads);
                for (&(way, is_own), places) in &groups {
                    let guards = known.guards(instance, access, way, locks);
                    let is_new = known.unseen.is_access(points_to, &known.owned, instance, (access, way));
                    let view = View { at: at.clone(), guards, is_new, is_own };
                    let view = numbers.view(&mut self.views, view);
                    let next = self.entries.len();
                    let number = *numbers.entries.entry((method, index, view)).or_insert(next);
                    if number == next {
                        self.entries.push(Entry { method, instance, access: index, view, is_initialiser });
                        let key = (method, access.inst, access.is_write, access.is_atomic);
                        self.firsts.push(*numbers.firsts.entry(key).or_insert(number));
                    }
                    for &place in places {
                        self.places.entry(place).or_default().push(number);
                    }
                }
            }
        }
    }
}

#[derive(Default)]
struct Numbers {
    views: FxHashMap<View, usize>,
    entries: FxHashMap<(MethodId, usize, usize), usize>,
    /// A call may access the state of several objects: for the reader it is one access.
    firsts: FxHashMap<(MethodId, InstId, bool, bool), usize>,
}

impl Numbers {
    fn view(&mut self, views: &mut Vec<View>, view: View) -> usize {
        let next = views.len();
        let number = *self.views.entry(view.clone()).or_insert(next);
        if number == next {
            views.push(view);
        }
        number
    }
}

impl Known<'_, '_> {
    /// Whether the thread that accesses an object made it.
    fn is_own(&self, instance: InstanceId, access: &Access, way: Way, object: Option<ObjectId>) -> bool {
        match (access.base_by(way), object) {
            (Some(base), Some(object)) if way != Way::Wrapper => {
                self.made.is_own(self.points_to, instance, base.value, object)
            }
            _ => false,
        }
    }

    /// The guards of an access, given the locks at the beginning of its method.
    pub(crate) fn guards(
        &self,
        instance: InstanceId,
        access: &Access,
        way: Way,
        locks: &[Held],
    ) -> Vec<Guarded> {
        let mut guards = match &self.may_locks {
            None => locks::guards(self.points_to, &self.singles, instance, (access, way), locks, &self.owned),
            Some(may) => may.guards(self.points_to, instance, &access.moment.held),
        };
        if self.wrappers.is_locked(self.points_to, self.bound, instance, (access, way), locks) {
            guards.push(Guarded::WRAPPER);
        }
        if way == Way::Guarded {
            guards.push(Guarded::ITSELF);
        }
        let is_this = access.base.as_ref().is_some_and(|base| base.path == Path::new(Root::Param(0)));
        if is_this && !access.is_call && self.constructing.contains(instance.index()) {
            guards.push(Guarded::CONSTRUCTOR);
        }
        guards
    }

    pub(crate) fn access(&self, entry: &Entry) -> &Access {
        &self.facts[&entry.instance].accesses[entry.access]
    }

    /// The places that an access is about, with their objects, and how it comes to them.
    fn places(&self, instance: InstanceId, access: &Access) -> Vec<(Way, Located)> {
        let itself = |place| (Way::Itself, place);
        if let Place::Variable(..) = access.place {
            let variables = handles::variables(self.points_to, &self.held, instance, access);
            return variables.into_iter().map(itself).collect();
        }
        let Some(base) = &access.base else { return vec![itself((access.place, None))] };
        let mut places = Vec::new();
        for object in self.points_to.points_to(instance, base.value) {
            match access.place {
                Place::State => places.extend(self.states(object)),
                Place::Asked(method) if self.reads_itself(object, method) => {
                    places.extend(self.states(object));
                }
                Place::Asked(_) => {}
                Place::AskedComponents(method, class) => {
                    places.extend(self.components(object, method, class));
                }
                Place::OwnersState => {
                    let states = self.views.owners_states(&self.held, &self.wrappers, object);
                    places.extend(states.into_iter().map(|(place, of)| (Way::View, (place, Some(of)))));
                }
                Place::WrappedState(_) => {
                    let inside = self.wrappers.inside(object).iter();
                    let states = inside.flat_map(|&inner| self.views.states(inner));
                    places.extend(states.map(|(place, of)| (Way::Wrapper, (place, Some(of)))));
                }
                place => places.push(itself((place, Some(object)))),
            }
        }
        places
    }

    /// The states of the components that a record asks by a method that every object has.
    fn components(
        &self,
        record: ObjectId,
        method: MethodId,
        class: ClassId,
    ) -> impl Iterator<Item = (Way, Located)> {
        let is_record = *self.points_to.object_type(record) == RuntimeType::Class(class);
        let components = self.held[record.index()].iter().filter(move |_| is_record);
        let asked = components.filter(move |&&component| self.reads_itself(component, method));
        let states = asked.flat_map(|&component| self.states(component));
        states.map(|(way, place)| (if way == Way::Itself { Way::View } else { way }, place))
    }

    /// The state that a call on an object is about.
    fn states(&self, object: ObjectId) -> impl Iterator<Item = (Way, Located)> {
        let is_guarded = self.views.is_guarded(object);
        self.views.states(object).into_iter().map(move |(place, of)| {
            let way = match of == object {
                true if is_guarded => Way::Guarded,
                true => Way::Itself,
                false => Way::View,
            };
            (way, (place, Some(of)))
        })
    }

    /// Whether a method that every object has reads the state of an object.
    fn reads_itself(&self, object: ObjectId, method: MethodId) -> bool {
        let RuntimeType::Class(class) = *self.points_to.object_type(object) else { return false };
        *self.asked.borrow_mut().entry((class, method)).or_insert_with(|| {
            let data = self.bound.contract_at(class, method).and_then(|contract| contract.data);
            data.is_some_and(|data| data.reads.contains(&Object::This))
        })
    }

    /// Whether a static initialiser works on an object that it made: others see it when the class is ready.
    pub(crate) fn is_initial(&self, entry: &Entry, object: Option<ObjectId>) -> bool {
        let made = || {
            let site = self.points_to.sites(object?).first().copied()?;
            self.points_to.site_place(site)
        };
        entry.is_initialiser && made().is_some_and(|(made, _)| made == entry.method)
    }

    /// What a field, or the elements, of an object hold.
    pub(crate) fn contents(&self, target: crate::Target, object: Option<ObjectId>) -> Vec<ObjectId> {
        match (target, object) {
            (crate::Target::Field(field), None) => self.points_to.static_field(field),
            (crate::Target::Field(field), Some(object)) => self.points_to.field(object, field),
            (crate::Target::Elements, Some(object)) => self.points_to.elements(object),
            _ => Vec::new(),
        }
    }
}

/// What is accessed, for the report.
pub(crate) fn target(place: Place) -> crate::Target {
    match place {
        Place::Field(field) | Place::Static(field) => crate::Target::Field(field),
        Place::Elements => crate::Target::Elements,
        Place::State
        | Place::Asked(_)
        | Place::AskedComponents(..)
        | Place::OwnersState
        | Place::WrappedState(_)
        | Place::Variable(..) => crate::Target::State,
    }
}

/// Whether a place is a field, of objects or static.
pub(crate) fn is_field(place: Place, field: FieldId) -> bool {
    matches!(place, Place::Field(other) | Place::Static(other) if other == field)
}
