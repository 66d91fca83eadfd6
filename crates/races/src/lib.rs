//! Static race detection: Chord's pipeline for today's Java.
//!
//! 1. [`facts`](self): the accesses of each body, with what is held and what has happened there;
//! 2. `threads`: who runs what;
//! 3. candidates: pairs of accesses of one place of one abstract object (aliasing), one of them a write;
//! 4. filters, each a switch: `escape`, constructors (part of `escape`), `parallel`, `locks`;
//! 5. `demand`: the objects with races are told apart more finely, and all is done again.
//!
//! Only accesses in the application's code are candidates; what a call does to the state of a library's
//! object that is not made for several threads is one, too.

mod bits;
mod demand;
mod escape;
mod facts;
mod locks;
mod parallel;
mod paths;
mod singles;
mod threads;

pub use demand::{Budget, Refined, scan_on_demand};

use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_models::{Bound, Safety};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType};
use deadheat_program::ir::InstId;
use deadheat_program::{FieldId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::facts::{Access, Facts, Place};
use crate::locks::Guarded;
use crate::parallel::{At, Parallel};
use crate::paths::{Path, Root};
use crate::threads::Graph;

/// Which filters are used. All are sound but for the gaps of the call graph.
#[derive(Debug, Clone, Copy)]
pub struct Filters {
    /// Objects that no other thread sees.
    pub escape: bool,
    /// Threads that do not run at the same time.
    pub parallel: bool,
    /// Accesses under one lock.
    pub locks: bool,
}

impl Default for Filters {
    fn default() -> Filters {
        Filters { escape: true, parallel: true, locks: true }
    }
}

/// How many pairs of accesses were candidates, and how many each filter removed, in the order of the filters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of accesses of one place of one object.
    pub candidates: usize,
    /// Removed because no other thread sees the object.
    pub escape: usize,
    /// Removed because the threads do not run at the same time.
    pub parallel: usize,
    /// Removed because of a common lock.
    pub locks: usize,
}

/// What races.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A field, of an object or static.
    Field(FieldId),
    /// The elements of an array.
    Elements,
    /// The state of a library's object that is not made for several threads.
    State,
}

/// One of the two accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct End {
    /// Where it stands.
    pub method: MethodId,
    /// The instruction.
    pub inst: InstId,
    /// The line, if the class file has lines.
    pub line: Option<u16>,
    /// Whether it writes.
    pub is_write: bool,
}

/// A possible race.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Race {
    /// What is accessed.
    pub target: Target,
    /// One access; it writes, or the other does.
    pub first: End,
    /// The other, or the same in another thread.
    pub second: End,
    /// An abstract object that both may access, unless the field is static.
    pub object: Option<ObjectId>,
}

/// What a scan found.
#[derive(Debug)]
pub struct Scan {
    /// Sorted; one for each pair of instructions and target.
    pub races: Vec<Race>,
    /// The effect of each filter.
    pub counts: Counts,
    /// How many abstract threads there are.
    pub threads: usize,
}

/// An access in a context.
struct Entry<'f> {
    instance: InstanceId,
    method: MethodId,
    access: &'f Access,
    threads: Rc<Bits>,
    guards: Vec<Guarded>,
    /// Whether the object is still new, and its constructor shows it to nobody.
    is_new: bool,
    is_initialiser: bool,
}

/// Looks for races.
pub fn scan(points_to: &PointsTo<'_>, bound: &Bound<'_>, filters: Filters) -> Scan {
    let mut by_method: FxHashMap<MethodId, Rc<Facts>> = FxHashMap::default();
    let mut facts: FxHashMap<InstanceId, Rc<Facts>> = FxHashMap::default();
    let program = points_to.program();
    for instance in points_to.all_instances() {
        let Some(method) = points_to.method(instance).filter(|method| program.is_application(method.class))
        else {
            continue;
        };
        let known = by_method.entry(method).or_insert_with(|| match program.lower(method) {
            Ok(Some(body)) => Rc::new(facts::of(bound, method, &body)),
            _ => Rc::default(),
        });
        facts.insert(instance, known.clone());
    }
    let graph = Graph::of(points_to, bound, &facts);
    let held = escape::held(points_to);
    let search = Search {
        points_to,
        bound,
        filters,
        escaping: escape::escaping(points_to, &graph, &held),
        held,
        parallel: Parallel::of(points_to, &graph, &facts),
        counts: Counts::default(),
        by_race: false,
        races: BTreeMap::new(),
    };
    let singles = singles::singles(points_to, &graph, &facts);
    let locks = locks::at_entry(points_to, &singles, &graph, &facts);
    let owned = owned(&by_method);
    let entries = entries(points_to, &singles, &graph, &facts, &locks, &owned);
    let mut scan = search.run(&entries);
    scan.threads = graph.threads.len();
    scan
}

/// The final fields that only ever hold an object which the owner's constructor made for it.
fn owned(facts: &FxHashMap<MethodId, Rc<Facts>>) -> FxHashSet<FieldId> {
    let stores = || facts.values().flat_map(|facts| &facts.final_stores);
    let others: FxHashSet<FieldId> =
        stores().filter(|(_, is_new)| !is_new).map(|&(field, _)| field).collect();
    stores().map(|&(field, _)| field).filter(|field| !others.contains(field)).collect()
}

fn entries<'f>(
    points_to: &PointsTo<'_>,
    singles: &Bits,
    graph: &Graph,
    facts: &'f FxHashMap<InstanceId, Rc<Facts>>,
    held: &[Option<Vec<facts::Held>>],
    owned: &FxHashSet<FieldId>,
) -> Vec<Entry<'f>> {
    let mut entries = Vec::new();
    let symbols = points_to.program().symbols();
    for instance in points_to.all_instances() {
        let (Some(facts), Some(method)) = (facts.get(&instance), points_to.method(instance)) else {
            continue;
        };
        let Some(entry) = &held[instance.index()] else { continue };
        let name = points_to.program().method(method).map(|method| symbols.bytes(method.name));
        let is_initialiser = name.is_ok_and(|name| name == b"<clinit>");
        let threads = Rc::new(graph.threads_of(instance));
        for access in &facts.accesses {
            // The JVM lets nobody use a class that is being initialised.
            if is_initialiser && matches!(access.place, Place::Static(field) if field.class == method.class) {
                continue;
            }
            // The new object itself, or what its constructor made for it.
            let is_own = |path: &Path| {
                path.root == Root::Param(0) && path.fields.iter().all(|field| owned.contains(field))
            };
            let is_this = access.base.as_ref().is_some_and(|(_, path)| is_own(path));
            let guards = locks::guards(points_to, singles, instance, access, entry, owned);
            let is_new = facts.keeps_this && is_this;
            entries.push(Entry {
                instance,
                method,
                access,
                threads: threads.clone(),
                guards,
                is_new,
                is_initialiser,
            });
        }
    }
    entries
}

struct Search<'s, 'a> {
    points_to: &'s PointsTo<'a>,
    bound: &'s Bound<'a>,
    filters: Filters,
    escaping: Bits,
    /// By object: what it holds.
    held: Vec<Vec<ObjectId>>,
    parallel: Parallel<'s>,
    counts: Counts,
    /// Objects are looked at that were published by a race.
    by_race: bool,
    races: BTreeMap<(Target, End, End), Option<ObjectId>>,
}

impl Search<'_, '_> {
    fn run(mut self, entries: &[Entry<'_>]) -> Scan {
        let mut places: BTreeMap<(Place, Option<ObjectId>), Vec<&Entry<'_>>> = BTreeMap::new();
        for entry in entries {
            match &entry.access.base {
                None => places.entry((entry.access.place, None)).or_default().push(entry),
                Some((value, _)) => {
                    for object in self.points_to.points_to(entry.instance, *value) {
                        for (place, object) in self.accessed(entry.access.place, object) {
                            places.entry((place, Some(object))).or_default().push(entry);
                        }
                    }
                }
            }
        }
        for (&(place, object), entries) in &places {
            if entries.iter().any(|entry| entry.access.is_write) {
                self.pairs(place, object, entries);
            }
        }
        // What is published by a race may be seen before its constructor ended.
        let published = self.published();
        for (&(place, object), entries) in &places {
            if object.is_some_and(|object| published.contains(object.index()))
                && entries.iter().any(|entry| entry.access.is_write && entry.is_new)
            {
                self.by_race = true;
                self.pairs(place, object, entries);
                self.by_race = false;
            }
        }
        let races = self.races.into_iter();
        let races = races.map(|((target, first, second), object)| Race { target, first, second, object });
        Scan { races: races.collect(), counts: self.counts, threads: 0 }
    }

    /// The places that an access of an object is about.
    fn accessed(&self, place: Place, object: ObjectId) -> Vec<(Place, ObjectId)> {
        let states = |objects: Vec<ObjectId>| {
            let meant = objects.into_iter().filter(|&object| self.is_unsafe(object));
            meant.map(|object| (Place::State, object)).collect()
        };
        match place {
            Place::State => states(vec![object]),
            // An iterator or view holds what it belongs to.
            Place::OwnersState => states(self.held[object.index()].clone()),
            _ => vec![(place, object)],
        }
    }

    /// Whether two calls on an object race by what they read and write.
    fn is_unsafe(&self, object: ObjectId) -> bool {
        let RuntimeType::Class(class) = *self.points_to.object_type(object) else { return false };
        self.bound.facts(class).claims.safety.safety == Some(Safety::Unsafe)
    }

    /// Whether a static initialiser works on an object that it made: others see it when the class is ready.
    fn is_initial(&self, entry: &Entry<'_>, object: ObjectId) -> bool {
        let site = self.points_to.sites(object).first().copied();
        entry.is_initialiser
            && site
                .and_then(|site| self.points_to.site_place(site))
                .is_some_and(|(made, _)| made == entry.method)
    }

    /// The objects that racing reference fields and elements hold.
    fn published(&self) -> Bits {
        let mut published = Bits::default();
        for (&(target, ..), &object) in &self.races {
            let held = match (target, object) {
                (Target::Field(field), None) => self.points_to.static_field(field),
                (Target::Field(field), Some(object)) => self.points_to.field(object, field),
                (Target::Elements, Some(object)) => self.points_to.elements(object),
                _ => Vec::new(),
            };
            held.into_iter().for_each(|object| {
                published.insert(object.index());
            });
        }
        published
    }

    fn pairs(&mut self, place: Place, object: Option<ObjectId>, entries: &[&Entry<'_>]) {
        let target = match place {
            Place::Field(field) | Place::Static(field) => Target::Field(field),
            Place::Elements => Target::Elements,
            Place::State | Place::OwnersState => Target::State,
        };
        for (index, first) in entries.iter().enumerate() {
            for second in &entries[index..] {
                if !first.access.is_write && !second.access.is_write {
                    continue;
                }
                self.counts.candidates += 1;
                if self.is_removed(object, first, second) {
                    continue;
                }
                let (mut first, mut second) = (end(first), end(second));
                if second < first {
                    std::mem::swap(&mut first, &mut second);
                }
                self.races.entry((target, first, second)).or_insert(object);
            }
        }
    }

    fn is_removed(&mut self, object: Option<ObjectId>, first: &Entry<'_>, second: &Entry<'_>) -> bool {
        let is_local = object.is_some_and(|object| !self.escaping.contains(object.index()));
        let is_new = |entry: &Entry<'_>| entry.is_new && !self.by_race;
        let is_initial = |entry: &Entry<'_>| object.is_some_and(|object| self.is_initial(entry, object));
        let is_early = is_new(first) || is_new(second) || is_initial(first) || is_initial(second);
        if self.filters.escape && (is_local || is_early) {
            self.counts.escape += 1;
            return true;
        }
        if self.filters.parallel && !self.parallel.may(&at(first), &at(second)) {
            self.counts.parallel += 1;
            return true;
        }
        if self.filters.locks && locks::exclude(&first.guards, &second.guards) {
            self.counts.locks += 1;
            return true;
        }
        false
    }
}

fn at<'m>(entry: &'m Entry<'_>) -> At<'m> {
    At { instance: entry.instance, moment: &entry.access.moment, threads: &entry.threads }
}

fn end(entry: &Entry<'_>) -> End {
    let Access { inst, line, is_write, .. } = *entry.access;
    End { method: entry.method, inst, line, is_write }
}
