//! Candidates (Chord 2.4): accesses as the filters see them, by place and abstract object.
//!
//! What the filters know of an access is its view; in contexts with the same view an access is one entry, and
//! entries with the same view are compared at once.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_models::{Bound, Object, Safety};
use deadheat_points_to::{InstanceId, Made, ObjectId, PointsTo, RuntimeType};
use deadheat_program::classfile::Flags;
use deadheat_program::ir::InstId;
use deadheat_program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::common_locks::CommonLocks;
use crate::early::Early;
use crate::escape::Unseen;
use crate::facts::{Access, Facts, Held, Place};
use crate::given::Own;
use crate::handles;
use crate::initial::Initial;
use crate::initialised::Initialised;
use crate::library::Safe;
use crate::lift::{About, Lift, Lifts};
use crate::locks::{self, Guarded};
use crate::may_locks::MayLocks;
use crate::nested::{Nested, Within};
use crate::owned::Owned;
use crate::parallel::{self, Parallel};
use crate::paths::{Path, Root};
use crate::signs::Starts;
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
    /// What is a task's own, unless tasks are not asked for.
    pub(crate) own: Option<&'k Own>,
    /// What is known of tasks that start others.
    pub(crate) nested: Option<Nested<'k>>,
    pub(crate) wrappers: Wrappers,
    /// If locks that may be the same count as the same.
    pub(crate) may_locks: Option<MayLocks>,
    /// Locks that may be one.
    pub(crate) common_locks: CommonLocks,
    /// By object: the threads that are started with it.
    pub(crate) started_with: Vec<Bits>,
    /// Threads that finalize objects.
    pub(crate) finalizers: Bits,
    /// Where methods start threads themselves.
    pub(crate) starts: Starts,
    /// Instances that threads reach without guesses.
    pub(crate) reached_surely: Bits,
    /// Instances that threads reach without being called back by code that nobody looks into.
    pub(crate) reached_openly: Bits,
    /// Classes whose methods callers from outside call.
    pub(crate) api: FxHashSet<ClassId>,
    /// Classes of which a method takes a lock.
    pub(crate) locking: FxHashSet<ClassId>,
    /// Instances that run on an object that is being constructed.
    pub(crate) constructing: Bits,
    /// By object: what it holds.
    pub(crate) held: Vec<Vec<ObjectId>>,
    /// By class and method that every object has: whether it reads the object.
    pub(crate) asked: RefCell<FxHashMap<(ClassId, MethodId), bool>>,
    pub(crate) unsafe_objects: UnsafeObjects,
    /// Which objects share the state of others.
    pub(crate) views: Views,
    /// What runs and is made when classes are initialised.
    pub(crate) initial: Initial,
    /// Classes that are initialised before threads start.
    pub(crate) early: Early,
    /// Classes that are initialised at places; found when it is asked for.
    pub(crate) initialised: OnceCell<Initialised>,
}

/// Objects that are not made for several threads.
#[derive(Debug, Default)]
pub(crate) struct UnsafeObjects {
    /// Those of the application's classes that are derived from such a class of a library.
    derived: Bits,
    /// Those that change when they are read.
    reordered: Bits,
}

/// Finds them.
pub(crate) fn unsafe_objects(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    facts: &FxHashMap<MethodId, Rc<Facts>>,
) -> UnsafeObjects {
    let program = points_to.program();
    let mut by_class: FxHashMap<ClassId, bool> = FxHashMap::default();
    let reordering = reordering_classes(program, facts);
    let mut found = UnsafeObjects::default();
    for object in points_to.objects() {
        let RuntimeType::Class(class) = *points_to.object_type(object) else { continue };
        if *by_class.entry(class).or_insert_with(|| is_unsafe(bound, class)) {
            if program.is_application(class) {
                found.derived.insert(object.index());
            }
            let site = points_to.made_at(object);
            let is_told =
                |(method, inst)| facts.get(&method).is_some_and(|facts| facts.reorders.contains(&inst));
            if site.is_some_and(is_told) || reordering.iter().any(|&base| program.is_subclass(class, base)) {
                found.reordered.insert(object.index());
            }
        }
    }
    found
}

/// Whether what a class has from a library is not made for several threads. An abstract class leaves its state to others.
fn is_unsafe(bound: &Bound<'_>, class: ClassId) -> bool {
    let program = bound.program();
    let is_library = |class: &&ClassId| !program.is_application(**class);
    let Some(&base) = program.superclasses(class).iter().find(is_library) else { return false };
    let is_whole =
        class == base || program.class(base).is_ok_and(|declared| !declared.flags.has(Flags::ABSTRACT));
    is_whole && bound.facts(base).claims.safety.safety == Some(Safety::Unsafe)
}

/// The classes whose constructors make their objects change when they are read.
fn reordering_classes(program: &Program, facts: &FxHashMap<MethodId, Rc<Facts>>) -> Vec<ClassId> {
    let mut found = Vec::new();
    #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
    for (&method, facts) in facts {
        if program.is_constructor(method) && !facts.reorders.is_empty() {
            found.push(method.class);
        }
    }
    found.sort();
    found.dedup();
    found
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

/// An instruction of a method.
pub(crate) type At = (MethodId, InstId);

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
    pub(crate) at: parallel::At,
    pub(crate) guards: Vec<Guarded>,
    /// Whether nobody else sees the object yet.
    pub(crate) is_new: bool,
    pub(crate) whose: Whose,
    /// If the object belongs to a task with all that it starts: what is known of the access within that.
    pub(crate) within: Option<Within>,
    /// The locks that are held at the application's call that leads to it.
    pub(crate) call_guards: Vec<Guarded>,
    /// Whether models say that the access cannot race.
    pub(crate) is_safe: bool,
    /// Whether it is made only behind calls of libraries whose use is described.
    pub(crate) is_behind: bool,
    /// The class in whose initialisation alone it is made.
    pub(crate) initialises: Option<ClassId>,
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
    /// The application's call that stands for it, if it is in library code.
    pub(crate) lift: Option<Lift>,
}

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) views: Vec<View>,
    pub(crate) entries: Vec<Entry>,
    /// By entry: the first one of the same instruction that writes, or reads, as it does.
    firsts: Vec<usize>,
    /// By entry: the instruction at which it is shown.
    ats: Vec<At>,
    /// The entries of each place of each object, sorted.
    pub(crate) places: BTreeMap<Located, Vec<usize>>,
}

impl Candidates {
    /// Accesses in library code are lifted, if it is said how.
    pub(crate) fn of(known: &Known<'_, '_>, safe: &Safe, lifts: Option<&Lifts<'_, '_>>) -> Candidates {
        let mut all = Candidates::default();
        let mut numbers = Numbers::default();
        for instance in known.points_to.all_instances() {
            all.add(known, safe, lifts, instance, &mut numbers);
        }
        for entries in all.places.values_mut() {
            entries.sort_unstable();
            entries.dedup();
        }
        all
    }

    /// How many accesses of objects there are.
    pub(crate) fn size(&self) -> usize {
        self.places.values().map(Vec::len).sum()
    }

    /// The instruction at which an entry is shown.
    pub(crate) fn at(&self, entry: usize) -> At {
        self.ats[entry]
    }

    /// What stands for the reads, or writes, of an entry's instruction, whatever the context.
    pub(crate) fn first_of(&self, entry: usize) -> usize {
        self.firsts[entry]
    }

    fn add(
        &mut self,
        known: &Known<'_, '_>,
        safe: &Safe,
        lifts: Option<&Lifts<'_, '_>>,
        instance: InstanceId,
        numbers: &mut Numbers,
    ) {
        let points_to = known.points_to;
        let (Some(facts), Some(method)) = (known.facts.get(&instance), points_to.method(instance)) else {
            return;
        };
        let initialises = known.initial.class(instance);
        let threads = known.graph.threads_of(instance);
        let is_early = initialises.is_some_and(|class| known.early.has(class, threads));
        let (is_safe, is_behind) = (safe.has(instance), safe.is_behind(instance));
        for (index, access) in facts.accesses.iter().enumerate() {
            // The JVM lets nobody use a class that is being initialised.
            if matches!(access.place, Place::Static(field) if Some(field.class) == initialises) {
                continue;
            }
            let made =
                MadeAccess { method, instance, index, access, is_safe, is_behind, initialises, is_early };
            let leading =
                lifts.and_then(|lifts| Some((lifts, lifts.leading(instance, access.base.as_ref())?)));
            if leading.as_ref().is_none_or(|(_, leading)| leading.is_from_start) {
                self.add_access(known, &made, threads, None, numbers);
            }
            for (lifts, leading) in leading.iter() {
                for (&lift, about) in &leading.calls {
                    let by = (*lifts, lift, about);
                    self.add_access(known, &made, &lifts.threads(instance, lift), Some(by), numbers);
                }
            }
        }
    }

    /// Adds an access as some threads make it, by a call of the application if it is lifted.
    fn add_access(
        &mut self,
        known: &Known<'_, '_>,
        made: &MadeAccess<'_>,
        threads: &Bits,
        by: Option<(&Lifts<'_, '_>, Lift, &About)>,
        numbers: &mut Numbers,
    ) {
        let MadeAccess { method, instance, access, is_safe, is_behind, initialises, .. } = *made;
        let points_to = known.points_to;
        let among = by.and_then(|(_, _, about)| about.objects.as_deref());
        let mut groups: BTreeMap<(Way, Whose, Option<Whose>), Vec<Located>> = BTreeMap::new();
        for (way, place) in known.places(instance, access, among) {
            let whose = known.whose(instance, access, way, place.1);
            let within = known.whose_within(instance, access, way, place.1);
            groups.entry((way, whose, within)).or_default().push(place);
        }
        let (mut main, mut others) = (Bits::default(), threads.clone());
        others.remove(MAIN);
        if (threads.contains(MAIN) || made.is_early) && !groups.is_empty() {
            main.insert(MAIN);
        }
        if made.is_early {
            others = Bits::default();
        }
        for (threads, locks) in [(main, &known.locks.in_main), (others, &known.locks.in_others)] {
            let at_entry = locks[instance.index()].as_ref();
            let Some(at_entry) = at_entry.filter(|_| !threads.is_empty()) else { continue };
            let at = match made.is_early {
                true => known.parallel.at_beginning(&known.early.beside),
                false => known.parallel.at(instance, &access.moment, &threads),
            };
            for (&(way, whose, within), places) in &groups {
                let guards = known.guards(instance, access, way, at_entry);
                let is_new = known.unseen.is_access(points_to, &known.owned, instance, (access, way));
                let call_guards = by.map(|by| known.call_guards(by, way, locks)).unwrap_or_default();
                let nested = known.nested.as_ref().zip(within);
                let within =
                    nested.and_then(|(it, whose)| it.within(instance, (&access.moment, whose), &threads));
                let at = at.clone();
                let view =
                    View { at, guards, is_new, whose, within, call_guards, is_safe, is_behind, initialises };
                let view = numbers.view(&mut self.views, view);
                let next = self.entries.len();
                let lift = by.map(|(_, lift, _)| lift);
                let call = lift.and_then(|lift| Some((points_to.method(lift.caller)?, lift.inst)));
                let number = *numbers.entries.entry((method, made.index, view, call)).or_insert(next);
                if number == next {
                    self.entries.push(Entry { method, instance, access: made.index, view, lift });
                    let (method, inst) = call.unwrap_or((method, access.inst));
                    self.ats.push((method, inst));
                    let key = (method, inst, access.is_write, access.is_atomic);
                    self.firsts.push(*numbers.firsts.entry(key).or_insert(number));
                }
                for &place in places {
                    self.places.entry(place).or_default().push(number);
                }
            }
        }
    }
}

/// An access in a context.
struct MadeAccess<'m> {
    method: MethodId,
    instance: InstanceId,
    /// Its number in the method's facts.
    index: usize,
    access: &'m Access,
    is_safe: bool,
    is_behind: bool,
    initialises: Option<ClassId>,
    /// Threads start only later.
    is_early: bool,
}

/// Whose an object is, for the thread that accesses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Whose {
    /// The thread made it.
    Made,
    /// Of the threads of its kind, only this one was given it.
    Given,
    /// Of the threads of its kind, only this one was given the number of the element.
    Numbered,
    /// It is an element in the task's own range of a tree of tasks.
    Piece(usize),
    /// It stands in a container, or in lists that tasks cut in two, once, in the own part of a task of a tree.
    Placed(usize, Option<ObjectId>),
    Anybodys,
}

impl Whose {
    /// Whether two tasks of a tree have each their own.
    pub(crate) fn are_pieces(one: Whose, other: Whose) -> bool {
        matches!(one, Whose::Piece(_) | Whose::Placed(..)) && one == other
    }

    /// Whether two threads of a kind have each their own.
    pub(crate) fn are_own(one: Whose, other: Whose) -> bool {
        match (one, other) {
            (Whose::Numbered, Whose::Numbered) => true,
            (one, other) => one <= Whose::Given && other <= Whose::Given,
        }
    }
}

#[derive(Default)]
struct Numbers {
    views: FxHashMap<View, usize>,
    entries: FxHashMap<(MethodId, usize, usize, Option<At>), usize>,
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
    /// Classes that are initialised at places.
    pub(crate) fn initialised(&self) -> &Initialised {
        self.initialised.get_or_init(|| Initialised::of(self.points_to, self.graph, self.facts))
    }

    /// Whose an object is that is accessed.
    fn whose(&self, instance: InstanceId, access: &Access, way: Way, object: Option<ObjectId>) -> Whose {
        match (access.base_by(way), object) {
            (Some(base), Some(object)) if way != Way::Wrapper => {
                let is_own = |own: &Made| own.is_own(self.points_to, instance, base.value, object);
                match self.own {
                    _ if is_own(&self.made) => Whose::Made,
                    Some(own) if is_own(&own.given) => Whose::Given,
                    Some(own) if own.indices.is_own(instance, access.inst) => Whose::Numbered,
                    Some(own) => own.piece(instance, access.inst, (base.value, object)),
                    _ => Whose::Anybodys,
                }
            }
            _ => Whose::Anybodys,
        }
    }

    /// If an object that is accessed belongs to a task with all that it starts: whose of those it is.
    fn whose_within(
        &self,
        instance: InstanceId,
        access: &Access,
        way: Way,
        object: Option<ObjectId>,
    ) -> Option<Whose> {
        let nested = self.nested.as_ref()?;
        let base = access.base_by(way).filter(|_| way != Way::Wrapper)?;
        let object = object?;
        if !nested.whole.is_own(self.points_to, instance, base.value, object) {
            return None;
        }
        Some(match nested.own.given.is_own(self.points_to, instance, base.value, object) {
            true => Whose::Given,
            false if nested.own.indices.is_own(instance, access.inst) => Whose::Numbered,
            false => Whose::Anybodys,
        })
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

    /// The locks that are held at an application's call; in terms of the accessed object, if it is an argument.
    fn call_guards(
        &self,
        (lifts, lift, about): (&Lifts<'_, '_>, Lift, &About),
        way: Way,
        locks: &[Option<Vec<Held>>],
    ) -> Vec<Guarded> {
        let Some(call) = lifts.call(lift).filter(|_| !about.may_be_later) else { return Vec::new() };
        let argument = about.argument.filter(|_| matches!(way, Way::Itself | Way::Guarded));
        let base = argument.and_then(|argument| call.arguments.get(argument));
        let entry = locks[lift.caller.index()].as_deref().unwrap_or_default();
        let gives_back = lifts.gives_back(lift);
        let at = (self.points_to, &self.singles, &self.owned);
        locks::guards_at(at, lift.caller, (&call.moment, base), entry, |held| {
            !(gives_back && held.is_explicit)
        })
    }

    pub(crate) fn access(&self, entry: &Entry) -> &Access {
        &self.facts[&entry.instance].accesses[entry.access]
    }

    /// The places that an access is about, with their objects, and how it comes to them; if objects are given, those
    /// of them only.
    fn places(
        &self,
        instance: InstanceId,
        access: &Access,
        among: Option<&[ObjectId]>,
    ) -> Vec<(Way, Located)> {
        let itself = |place| (Way::Itself, place);
        if let Place::Variable(..) = access.place {
            let variables = handles::variables(self.points_to, &self.held, instance, access);
            return variables.into_iter().map(itself).collect();
        }
        let Some(base) = &access.base else { return vec![itself((access.place, None))] };
        let mut places = Vec::new();
        let is_meant = |object: &ObjectId| among.is_none_or(|among| among.contains(object));
        for object in self.points_to.points_to(instance, base.value).into_iter().filter(is_meant) {
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
                    let derived = self.held[object.index()].iter().filter(|&&of| self.inherits(of, None));
                    let derived = derived.map(|&of| (Place::State, of));
                    let all = states.into_iter().chain(derived);
                    places.extend(all.map(|(place, of)| (Way::View, (place, Some(of)))));
                }
                Place::WrappedState(method) => {
                    let inside = self.wrappers.inside(object).iter();
                    let states = inside.clone().flat_map(|&inner| self.views.states(inner));
                    let derived = inside.filter(|&&inner| self.inherits(inner, Some(method)));
                    let all = states.chain(derived.map(|&inner| (Place::State, inner)));
                    places.extend(all.map(|(place, of)| (Way::Wrapper, (place, Some(of)))));
                }
                Place::Inherited(method) if self.inherits(object, method) => {
                    places.push(itself((Place::State, Some(object))));
                }
                Place::Reordered if self.unsafe_objects.reordered.contains(object.index()) => {
                    places.push(itself((Place::State, Some(object))));
                }
                Place::Inherited(_) | Place::Reordered => {}
                Place::Copied => places.extend(self.copied(object, access.is_atomic).into_iter().map(itself)),
                place => places.push(itself((place, Some(object)))),
            }
        }
        places
    }

    /// What is read of an object when it is copied: volatile fields, or the others and elements.
    fn copied(&self, object: ObjectId, is_atomic: bool) -> Vec<Located> {
        let program = self.points_to.program();
        let class = match *self.points_to.object_type(object) {
            RuntimeType::Class(class) => class,
            RuntimeType::Array(_) if !is_atomic => return vec![(Place::Elements, Some(object))],
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for &class in program.superclasses(class) {
            let Ok(declared) = program.class(class) else { continue };
            for (index, field) in declared.fields.iter().enumerate() {
                let flags = field.flags;
                if !flags.is_static() && !flags.has(Flags::FINAL) && flags.has(Flags::VOLATILE) == is_atomic {
                    found.push((Place::Field(FieldId { class, index: index as u16 }), Some(object)));
                }
            }
        }
        found
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

    /// Whether a call runs what an object of the application has from a library class that is not made for several
    /// threads.
    fn inherits(&self, object: ObjectId, method: Option<MethodId>) -> bool {
        let RuntimeType::Class(class) = *self.points_to.object_type(object) else { return false };
        let program = self.points_to.program();
        let selected = method.map(|method| program.select(class, method));
        let is_own =
            selected.is_some_and(|method| method.is_ok_and(|method| program.is_application(method.class)));
        self.unsafe_objects.derived.contains(object.index()) && !is_own
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
        | Place::Inherited(_)
        | Place::Reordered
        | Place::Copied
        | Place::Variable(..) => crate::Target::State,
    }
}

/// Whether a place is a field, of objects or static.
pub(crate) fn is_field(place: Place, field: FieldId) -> bool {
    matches!(place, Place::Field(other) | Place::Static(other) if other == field)
}
