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
mod conditions;
mod demand;
mod effects;
mod ends;
mod escape;
mod facts;
mod gather;
mod handles;
mod locks;
mod messages;
mod parallel;
mod paths;
mod signals;
mod singles;
mod tasks;
mod threads;
mod wrappers;

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
use crate::wrappers::Wrappers;

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

/// An access as the filters see it: in contexts that they do not tell apart, it is one.
struct Entry<'f> {
    method: MethodId,
    access: &'f Access,
    at: At,
    guards: Vec<Guarded>,
    /// Whether the object is still new, and its constructor shows it to nobody.
    is_new: bool,
    is_initialiser: bool,
}

/// Accesses, and in how many contexts each is made.
type Counted<'f> = [(&'f Entry<'f>, usize)];

/// The accesses of a program, and in which contexts they are made.
#[derive(Default)]
struct Accesses<'f> {
    entries: Vec<Entry<'f>>,
    /// By context: the entry.
    made: Vec<(InstanceId, usize)>,
}

/// Looks for races.
pub fn scan(points_to: &PointsTo<'_>, bound: &Bound<'_>, filters: Filters) -> Scan {
    let by_method = effects::read(points_to, bound);
    let own = |instance| Some((instance, by_method.get(&points_to.method(instance)?)?.clone()));
    let facts: FxHashMap<InstanceId, Rc<Facts>> = points_to.all_instances().filter_map(own).collect();
    let graph = Graph::of(points_to, bound, &facts);
    let singles = singles::singles(points_to, bound, &graph, &facts);
    let parallel = Parallel::of(points_to, bound, &graph, &facts, &singles);
    let locks = locks::at_entry(points_to, &singles, &graph, &facts);
    let wrappers = Wrappers::of(points_to, bound, &by_method);
    let owned = owned(&by_method);
    let known =
        Known { bound, singles, graph: &graph, parallel: &parallel, locks, owned, wrappers: &wrappers };
    let accesses = accesses(points_to, &facts, &known);
    let held = escape::held(points_to);
    let search = Search {
        points_to,
        bound,
        filters,
        escaping: escape::escaping(points_to, &graph, &held),
        held,
        parallel: &parallel,
        wrappers: &wrappers,
        counts: Counts::default(),
        by_race: false,
        races: BTreeMap::new(),
    };
    let mut scan = search.run(&accesses);
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

/// What the filters need to know of the program.
struct Known<'k> {
    singles: Bits,
    graph: &'k Graph,
    parallel: &'k Parallel<'k>,
    /// By instance: the locks that are held when it begins.
    locks: Vec<Option<Vec<facts::Held>>>,
    owned: FxHashSet<FieldId>,
    bound: &'k Bound<'k>,
    wrappers: &'k Wrappers,
}

fn accesses<'f>(
    points_to: &PointsTo<'_>,
    facts: &'f FxHashMap<InstanceId, Rc<Facts>>,
    known: &Known<'_>,
) -> Accesses<'f> {
    let mut all = Accesses::default();
    let mut numbers: FxHashMap<(MethodId, usize, At, Vec<Guarded>), usize> = FxHashMap::default();
    let symbols = points_to.program().symbols();
    for instance in points_to.all_instances() {
        let (Some(facts), Some(method)) = (facts.get(&instance), points_to.method(instance)) else {
            continue;
        };
        let Some(locks) = &known.locks[instance.index()] else { continue };
        let name = points_to.program().method(method).map(|method| symbols.bytes(method.name));
        let is_initialiser = name.is_ok_and(|name| name == b"<clinit>");
        let threads = known.graph.threads_of(instance);
        for (index, access) in facts.accesses.iter().enumerate() {
            // The JVM lets nobody use a class that is being initialised.
            if is_initialiser && matches!(access.place, Place::Static(field) if field.class == method.class) {
                continue;
            }
            let mut guards = locks::guards(points_to, &known.singles, instance, access, locks, &known.owned);
            if known.wrappers.is_locked(points_to, known.bound, instance, access, locks) {
                guards.push(Guarded::WRAPPER);
            }
            let at = known.parallel.at(instance, &access.moment, &threads);
            let next = all.entries.len();
            let number = *numbers.entry((method, index, at.clone(), guards.clone())).or_insert(next);
            if number == next {
                // The new object itself, or what its constructor made for it.
                let is_own = |path: &Path| {
                    path.root == Root::Param(0) && path.fields.iter().all(|field| known.owned.contains(field))
                };
                let is_this = access.base.as_ref().is_some_and(|(_, path)| is_own(path));
                let is_new = facts.keeps_this && is_this;
                all.entries.push(Entry { method, access, at, guards, is_new, is_initialiser });
            }
            all.made.push((instance, number));
        }
    }
    all
}

struct Search<'s, 'a> {
    points_to: &'s PointsTo<'a>,
    bound: &'s Bound<'a>,
    filters: Filters,
    escaping: Bits,
    /// By object: what it holds.
    held: Vec<Vec<ObjectId>>,
    parallel: &'s Parallel<'s>,
    wrappers: &'s Wrappers,
    counts: Counts,
    /// Objects are looked at that were published by a race.
    by_race: bool,
    races: BTreeMap<(Target, End, End), Option<ObjectId>>,
}

impl Search<'_, '_> {
    fn run(mut self, accesses: &Accesses<'_>) -> Scan {
        let mut places: BTreeMap<(Place, Option<ObjectId>), BTreeMap<usize, usize>> = BTreeMap::new();
        for &(instance, number) in &accesses.made {
            let access = accesses.entries[number].access;
            let mut add = |place, object| {
                *places.entry((place, object)).or_default().entry(number).or_default() += 1;
            };
            if let Place::Variable(..) = access.place {
                for (place, object) in handles::variables(self.points_to, &self.held, instance, access) {
                    add(place, object);
                }
                continue;
            }
            match &access.base {
                None => add(access.place, None),
                Some((value, _)) => {
                    for object in self.points_to.points_to(instance, *value) {
                        for (place, object) in self.accessed(access.place, object) {
                            add(place, Some(object));
                        }
                    }
                }
            }
        }
        let places: Vec<(Place, Option<ObjectId>, Box<Counted<'_>>)> = places
            .into_iter()
            .map(|((place, object), numbers)| {
                let entries = numbers.into_iter().map(|(number, count)| (&accesses.entries[number], count));
                (place, object, entries.collect())
            })
            .collect();
        for (place, object, entries) in &places {
            self.pairs(*place, *object, entries);
        }
        // What is published by a race may be seen before its constructor ended.
        let published = self.published();
        let counts = self.counts;
        self.by_race = true;
        for (place, object, entries) in &places {
            if object.is_some_and(|object| published.contains(object.index()))
                && entries.iter().any(|(entry, _)| entry.access.is_write && entry.is_new)
            {
                self.pairs(*place, *object, entries);
            }
        }
        let races = self.races.into_iter();
        let races = races.map(|((target, first, second), object)| Race { target, first, second, object });
        Scan { races: races.collect(), counts, threads: 0 }
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
            Place::WrappedState(_) => states(self.wrappers.inside(object).to_vec()),
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

    /// All pairs of a place. Entries stand for as many accesses in contexts as are counted with them.
    fn pairs(&mut self, place: Place, object: Option<ObjectId>, entries: &Counted<'_>) {
        let target = match place {
            Place::Field(field) | Place::Static(field) => Target::Field(field),
            Place::Elements => Target::Elements,
            Place::State | Place::OwnersState | Place::WrappedState(_) | Place::Variable(..) => Target::State,
        };
        // Accesses that order are candidates only against plain ones.
        if entries.iter().all(|(entry, _)| entry.access.is_atomic) {
            return;
        }
        if self.filters.escape && object.is_some_and(|object| !self.escaping.contains(object.index())) {
            let number = |is_write| {
                let meant = entries.iter().filter(|(entry, _)| entry.access.is_write == is_write);
                meant.map(|(_, count)| count).sum::<usize>()
            };
            let (writes, reads) = (number(true), number(false));
            let pairs = writes * (writes + 1) / 2 + writes * reads;
            self.counts.candidates += pairs;
            self.counts.escape += pairs;
            return;
        }
        for (index, (first, count)) in entries.iter().enumerate() {
            for (offset, (second, others)) in entries[index..].iter().enumerate() {
                let (one, other) = (first.access, second.access);
                if !one.is_write && !other.is_write || one.is_atomic && other.is_atomic {
                    continue;
                }
                let pairs = if offset == 0 { count * (count + 1) / 2 } else { count * others };
                self.counts.candidates += pairs;
                if let Some(removed) = self.removed_by(object, first, second) {
                    *removed(&mut self.counts) += pairs;
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

    /// The filter that removes a pair, by its count.
    fn removed_by(
        &self,
        object: Option<ObjectId>,
        first: &Entry<'_>,
        second: &Entry<'_>,
    ) -> Option<fn(&mut Counts) -> &mut usize> {
        let is_early = |entry: &Entry<'_>| {
            entry.is_new && !self.by_race || object.is_some_and(|object| self.is_initial(entry, object))
        };
        if self.filters.escape && (is_early(first) || is_early(second)) {
            return Some(|counts| &mut counts.escape);
        }
        if self.filters.parallel && !self.parallel.may(&first.at, &second.at) {
            return Some(|counts| &mut counts.parallel);
        }
        if self.filters.locks && locks::exclude(&first.guards, &second.guards, self.wrappers.is_one(object)) {
            return Some(|counts| &mut counts.locks);
        }
        None
    }
}

fn end(entry: &Entry<'_>) -> End {
    let Access { inst, line, is_write, .. } = *entry.access;
    End { method: entry.method, inst, line, is_write }
}
