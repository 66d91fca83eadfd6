//! Views of libraries' objects: whose state a call on one reads or writes.
//!
//! The models say which methods make a view or an aspect of another object: what such a method's body allocates is a
//! view of the argument that it holds, or with which it has a part in common. A view has no state of its own, unless
//! the models say that its class has, as that of an iterator: then a contract tells its own state from its owner's.
//! A call on a view of a view is one on what is at the end.
//!
//! Parts of a container are followed in the same way: the map inside a set, which the set's constructor made, and
//! the entries of a map. Views that another method makes on behalf of one with a contract are not known as views.

use std::rc::Rc;

use deadheat_models::{Bound, Object, Safety, View};
use deadheat_points_to::{ObjectId, PointsTo, RuntimeType, SiteKind};
use deadheat_program::{ClassId, MethodId};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::data;
use crate::facts::Place;
use crate::wrappers::Wrappers;

/// What the models say of an object, by its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An array.
    Array,
    /// A library's, not made for several threads.
    Unsafe,
    /// A library's, each call of which locks the object itself.
    Guarded,
    /// A library's of which nothing is said.
    Unclaimed,
    /// A part of the container that has it.
    Inside,
    /// The application's, or made for several threads.
    Other,
}

/// The views of a program.
pub(crate) struct Views {
    kinds: Vec<Kind>,
    /// By object: what it is a view or part of.
    owners: Vec<Vec<ObjectId>>,
    /// Objects with owners that have a state of their own.
    partial: Bits,
    /// Guarded objects of which somebody has a view.
    viewed: Bits,
}

impl Views {
    pub(crate) fn of(points_to: &PointsTo<'_>, bound: &Bound<'_>, held: &[Vec<ObjectId>]) -> Views {
        let kinds = kinds(points_to, bound);
        let mut finder = Finder { points_to, bound, held, kinds: &kinds, makers: FxHashMap::default() };
        let mut owners: Vec<Vec<ObjectId>> =
            points_to.objects().map(|object| finder.owners(object)).collect();
        for container in points_to.objects() {
            for part in finder.parts(container) {
                owners[part.index()].push(container);
            }
        }
        let mut partial = Bits::default();
        let mut viewed = Bits::default();
        for object in points_to.objects() {
            let is_like = |owner: &ObjectId| {
                points_to.object_type(*owner) == points_to.object_type(object)
                    && is_container(points_to, bound, object)
            };
            let is_part = |owner: &ObjectId| held[owner.index()].contains(&object);
            let own = &mut owners[object.index()];
            own.sort_unstable();
            own.dedup();
            if kinds[object.index()] == Kind::Unsafe && !own.iter().any(|of| is_like(of) || is_part(of)) {
                partial.insert(object.index());
            }
            let held = own.iter().chain(&held[object.index()]);
            for owner in held.filter(|owner| kinds[owner.index()] == Kind::Guarded) {
                viewed.insert(owner.index());
            }
        }
        Views { kinds, owners, partial, viewed }
    }

    /// What an object is a view or part of.
    pub(crate) fn owners(&self, object: ObjectId) -> &[ObjectId] {
        &self.owners[object.index()]
    }

    /// Whether calls on an object lock the object itself.
    pub(crate) fn is_guarded(&self, object: ObjectId) -> bool {
        self.kinds[object.index()] == Kind::Guarded
    }

    /// The state that a call on an object is about: its own, or that of what it is a view of. What the application's
    /// own code does is seen in its accesses.
    pub(crate) fn states(&self, object: ObjectId) -> Vec<(Place, ObjectId)> {
        let mut found = States::default();
        match self.is_guarded(object) {
            // Who calls its methods excludes each other: only views go around the lock.
            true if self.viewed.contains(object.index()) => found.states.push((Place::State, object)),
            true => {}
            false => self.collect(object, true, &mut found),
        }
        found.sorted()
    }

    /// The states of an object, or of what it is a view of.
    fn collect(&self, object: ObjectId, is_itself: bool, found: &mut States) {
        if !is_itself && !found.seen.insert(object.index()) {
            return;
        }
        let owners = &self.owners[object.index()];
        match self.kinds[object.index()] {
            Kind::Unsafe if owners.is_empty() || self.partial.contains(object.index()) => {
                found.states.push((Place::State, object));
            }
            Kind::Array if !is_itself => found.states.push((Place::Elements, object)),
            Kind::Unsafe | Kind::Unclaimed | Kind::Inside => {
                owners.iter().for_each(|&owner| self.collect(owner, false, found));
            }
            // A view of what is guarded calls the guarded methods.
            _ => {}
        }
    }

    /// The state of what an object belongs to, as an iterator to its collection.
    pub(crate) fn owners_states(
        &self,
        held: &[Vec<ObjectId>],
        wrappers: &Wrappers,
        object: ObjectId,
    ) -> Vec<(Place, ObjectId)> {
        let mut found = States::default();
        let mut work = vec![object];
        let mut seen = Bits::default();
        while let Some(object) = work.pop() {
            if !seen.insert(object.index()) {
                continue;
            }
            // Others hold what they belong to. Arrays are no collections.
            let held = held[object.index()].iter().filter(|of| self.kinds[of.index()] != Kind::Array);
            for &owner in self.owners[object.index()].iter().chain(held) {
                self.collect(owner, false, &mut found);
                if self.is_guarded(owner) {
                    found.states.push((Place::State, owner));
                }
                wrappers.inside(owner).iter().for_each(|&inner| self.collect(inner, false, &mut found));
                if self.partial.contains(owner.index()) && !self.owners[owner.index()].is_empty() {
                    work.push(owner);
                }
            }
        }
        found.sorted()
    }
}

/// States that are collected.
#[derive(Default)]
struct States {
    states: Vec<(Place, ObjectId)>,
    /// Whose were asked for.
    seen: Bits,
}

impl States {
    fn sorted(mut self) -> Vec<(Place, ObjectId)> {
        self.states.sort_unstable();
        self.states.dedup();
        self.states
    }
}

/// Whether an object's class is one of containers; else, as a buffer, it has a state of its own besides what it shares.
fn is_container(points_to: &PointsTo<'_>, bound: &Bound<'_>, object: ObjectId) -> bool {
    match *points_to.object_type(object) {
        RuntimeType::Class(class) => bound.facts(class).claims.container == Some(true),
        _ => false,
    }
}

fn kinds(points_to: &PointsTo<'_>, bound: &Bound<'_>) -> Vec<Kind> {
    let mut by_class: FxHashMap<ClassId, Kind> = FxHashMap::default();
    let mut kind = |object| match *points_to.object_type(object) {
        RuntimeType::Class(_) if is_for_all(points_to, object) => Kind::Other,
        RuntimeType::Class(class) => *by_class.entry(class).or_insert_with(|| kind_of(bound, class)),
        RuntimeType::Array(_) => Kind::Array,
        _ => Kind::Other,
    };
    points_to.objects().map(&mut kind).collect()
}

/// Whether a library's static initialiser makes an object: it is meant for all threads, as the iterator of what is empty.
fn is_for_all(points_to: &PointsTo<'_>, object: ObjectId) -> bool {
    let program = points_to.program();
    let site = points_to.made_at(object);
    site.is_some_and(|(method, _)| {
        let name = program.method(method).map(|method| program.symbols().bytes(method.name));
        !program.is_application(method.class) && name.is_ok_and(|name| name == b"<clinit>")
    })
}

fn kind_of(bound: &Bound<'_>, class: ClassId) -> Kind {
    let claims = bound.facts(class).claims;
    if bound.program().is_application(class) {
        return Kind::Other;
    }
    match claims.safety.safety {
        Some(Safety::Unsafe) => Kind::Unsafe,
        Some(Safety::Guarded) if claims.guard == Some(Object::This) => Kind::Guarded,
        None if claims.inside == Some(true) => Kind::Inside,
        None => Kind::Unclaimed,
        _ => Kind::Other,
    }
}

/// What a method makes views of.
struct Maker {
    /// The objects that may be viewed, sorted.
    viewed: Vec<ObjectId>,
    /// By what they hold: those.
    holders: FxHashMap<ObjectId, Vec<ObjectId>>,
}

struct Finder<'f, 'a> {
    points_to: &'f PointsTo<'a>,
    bound: &'f Bound<'a>,
    held: &'f [Vec<ObjectId>],
    kinds: &'f [Kind],
    makers: FxHashMap<MethodId, Option<Rc<Maker>>>,
}

impl Finder<'_, '_> {
    /// What an object is a view of.
    fn owners(&mut self, object: ObjectId) -> Vec<ObjectId> {
        if !matches!(self.kinds[object.index()], Kind::Unsafe | Kind::Unclaimed) {
            return Vec::new();
        }
        let Some(maker) = self.site(object).and_then(|method| self.maker(method)) else { return Vec::new() };
        let held = &self.held[object.index()];
        let is_viewed = |held: &&ObjectId| maker.viewed.binary_search(held).is_ok();
        let direct: Vec<ObjectId> = held.iter().filter(is_viewed).copied().collect();
        if !direct.is_empty() {
            return direct;
        }
        let common = |part: &ObjectId| maker.holders.get(part).into_iter().flatten().copied();
        let found: Vec<ObjectId> = held.iter().flat_map(common).collect();
        match found.is_empty() {
            true => held.iter().flat_map(|part| &self.held[part.index()]).flat_map(common).collect(),
            false => found,
        }
    }

    /// The parts of a container: its entries, and what its constructor made for it.
    fn parts(&self, container: ObjectId) -> Vec<ObjectId> {
        let RuntimeType::Class(class) = *self.points_to.object_type(container) else { return Vec::new() };
        if !matches!(self.kinds[container.index()], Kind::Unsafe | Kind::Guarded) {
            return Vec::new();
        }
        let program = self.points_to.program();
        let is_kind = |object: &ObjectId, kind| self.kinds[object.index()] == kind;
        let held = &self.held[container.index()];
        let arrays = held.iter().filter(|held| is_kind(held, Kind::Array));
        let inside = arrays.flat_map(|array| &self.held[array.index()]).chain(held);
        let is_nested = |object: ObjectId| match *self.points_to.object_type(object) {
            RuntimeType::Class(nested) => {
                program.outer_class(nested).is_some_and(|outer| program.is_subclass(class, outer))
            }
            _ => false,
        };
        let is_entry = |object: &&ObjectId| is_kind(object, Kind::Inside) && is_nested(**object);
        let is_inner = |object: &&ObjectId| {
            let is_own =
                |method: MethodId| program.is_constructor(method) && program.is_subclass(class, method.class);
            is_kind(object, Kind::Unsafe) && self.site(**object).is_some_and(is_own)
        };
        let mut parts: Vec<ObjectId> = inside.filter(is_entry).copied().collect();
        parts.extend(held.iter().filter(is_inner));
        parts
    }

    /// The library's method whose body allocates an object.
    fn site(&self, object: ObjectId) -> Option<MethodId> {
        let site = self.points_to.sites(object).first().copied()?;
        let is_allocation = matches!(self.points_to.site_kind(site), SiteKind::Alloc(..));
        let (method, _) = self.points_to.site_place(site).filter(|_| is_allocation)?;
        (!self.points_to.program().is_application(method.class)).then_some(method)
    }

    fn maker(&mut self, method: MethodId) -> Option<Rc<Maker>> {
        if let Some(known) = self.makers.get(&method) {
            return known.clone();
        }
        let maker = self.find_maker(method).map(Rc::new);
        self.makers.insert(method, maker.clone());
        maker
    }

    fn find_maker(&self, method: MethodId) -> Option<Maker> {
        let values = self.bound.contract(method)?.values?;
        let is_static = self.points_to.program().method(method).ok()?.flags.is_static();
        let views = values.makes.iter().filter(|made| matches!(made.kind, View::View | View::Aspect));
        let indices: Vec<usize> = views.filter_map(|made| data::parameter(&made.of, is_static)).collect();
        let mut viewed: Vec<ObjectId> = Vec::new();
        for &instance in self.points_to.instances(method) {
            let parameters = self.points_to.parameters(instance);
            viewed.extend(indices.iter().filter_map(|&index| parameters.get(index)).flatten());
        }
        viewed.sort_unstable();
        viewed.dedup();
        let mut holders: FxHashMap<ObjectId, Vec<ObjectId>> = FxHashMap::default();
        for &object in &viewed {
            self.held[object.index()].iter().for_each(|&part| holders.entry(part).or_default().push(object));
        }
        (!viewed.is_empty()).then_some(Maker { viewed, holders })
    }
}
