//! The search: the sets of accesses of each place are compared, and each filter has its say on each pair of
//! sets. A pair of instructions survives a filter if two accesses in some contexts do.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_points_to::{ObjectId, RuntimeType};
use deadheat_program::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::candidates::{At, Candidates, Known, View, Whose, target};
use crate::common_locks::MayHold;
use crate::confidence::{self, Confidence, Doubt};
use crate::evidence::Side;
use crate::library::Safe;
use crate::locks::Guarded;
use crate::report::{Kind, Reports};
use crate::signs::{Aim, ObjectSigns, Signs};
use crate::threads::MAIN;
use crate::{Counts, End, Filters, Place, Race, Target, locks};

/// The filters that remove a pair of accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Removed {
    /// Nobody else sees one of the objects.
    pub escape: bool,
    /// The threads do not run at the same time.
    pub parallel: bool,
    /// Both are made under one lock.
    pub locks: bool,
    /// Each of two threads of a kind was given an object of its own.
    pub tasks: bool,
    /// Models say that several threads may do so.
    pub filtering: bool,
    /// The calls of the application that lead to them are made under one lock.
    pub call_locks: bool,
}

impl Removed {
    pub(crate) fn is_removed(self, filters: Filters) -> bool {
        self.escape && filters.escape
            || self.parallel && filters.parallel
            || self.locks && filters.locks
            || self.tasks && filters.tasks
            || self.filtering && filters.filtering
            || self.call_locks && filters.call_locks
    }
}

/// How many races of one target are listed; more are only counted.
const LISTED: usize = 1_000;

/// How many of one object's are listed in any case.
const LISTED_OF_OBJECT: usize = 20;

/// A pair of instructions that may race: the object, and the two entries.
pub(crate) type Witness = (Option<ObjectId>, [usize; 2]);

/// An object, and the entries that access it.
type OfObject<'e> = (Option<ObjectId>, &'e [usize]);

/// Pairs of the accesses of one target, by their numbers there. Both orders of a pair are in it.
#[derive(Default)]
pub(crate) struct Pairs {
    rows: Vec<Bits>,
}

impl Pairs {
    /// Adds all pairs of two sets.
    fn add(&mut self, first: &Bits, second: &Bits) {
        self.add_rows(first, second);
        if !std::ptr::eq(first, second) {
            self.add_rows(second, first);
        }
    }

    fn add_rows(&mut self, rows: &Bits, columns: &Bits) {
        for row in rows.iter() {
            if self.rows.len() <= row {
                self.rows.resize_with(row + 1, Bits::default);
            }
            self.rows[row].union(columns);
        }
    }

    fn add_one(&mut self, first: usize, second: usize) {
        for (row, column) in [(first, second), (second, first)] {
            if self.rows.len() <= row {
                self.rows.resize_with(row + 1, Bits::default);
            }
            self.rows[row].insert(column);
        }
    }

    fn contains(&self, first: usize, second: usize) -> bool {
        self.rows.get(first).is_some_and(|row| row.contains(second))
    }

    /// All pairs, each once.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, columns)| {
            columns.iter().filter(move |&column| row <= column).map(move |it| (row, it))
        })
    }

    pub(crate) fn count(&self) -> usize {
        let all: usize = self.rows.iter().map(Bits::len).sum();
        let same = self.rows.iter().enumerate().filter(|(number, row)| row.contains(*number)).count();
        (all + same) / 2
    }
}

/// Accesses that are compared at once.
pub(crate) struct Set {
    pub(crate) view: usize,
    is_write: bool,
    is_atomic: bool,
    /// A static initialiser works on what it made.
    is_initial: bool,
    pub(crate) entries: Vec<usize>,
    /// The accesses, by their numbers for the target.
    accesses: Bits,
    /// Those that are judged alike.
    parts: Vec<Part>,
}

/// Accesses of a set for which as much speaks.
pub(crate) struct Part {
    /// They are part of making their object.
    pub(crate) is_construction: bool,
    /// Only static initialisers make them.
    pub(crate) is_initialisation: bool,
    /// They may come behind the start of a thread.
    pub(crate) is_behind_start: bool,
    /// Only a guess leads to them.
    pub(crate) is_guessed: bool,
    /// Only code that nobody looks into leads to them, which calls back.
    pub(crate) is_called_back: bool,
    /// How surely it is known which object they are of.
    pub(crate) aim: Aim,
    /// What may be locked.
    pub(crate) locks: Rc<MayHold>,
    entries: Vec<usize>,
    accesses: Bits,
}

/// Accesses of an object, whether it is private, whether it has one wrapper, which sets are initial, and its signs.
type Compared = (Vec<usize>, bool, bool, Bits, ObjectSigns);

/// What is found for one target.
#[derive(Default)]
pub(crate) struct Found {
    /// By access: its number.
    numbers: FxHashMap<usize, usize>,
    /// By number: the access.
    accesses: Vec<usize>,
    /// Pairs that are about one object, and those that survive each filter alone.
    aliasing: Pairs,
    escape: Pairs,
    parallel: Pairs,
    locks: Pairs,
    tasks: Pairs,
    filtering: Pairs,
    call_locks: Pairs,
    /// Those that survive all.
    races: Listed,
    /// Of these, those that are likely.
    likely: Listed,
    /// What was compared already, and the writes that race with a read: objects with the same accesses are no
    /// different.
    compared: FxHashMap<Compared, Bits>,
}

impl Found {
    /// What is needed to find further races.
    fn for_more(self) -> Found {
        let Found { numbers, accesses, races, likely, .. } = self;
        Found { numbers, accesses, races, likely, ..Found::default() }
    }

    /// The accesses that race.
    fn racing(&self) -> impl Iterator<Item = usize> + '_ {
        let rows = self.races.pairs.rows.iter().enumerate().filter(|(_, row)| !row.is_empty());
        rows.map(|(number, _)| self.accesses[number])
    }

    fn number(&mut self, access: usize) -> usize {
        let next = self.accesses.len();
        let number = *self.numbers.entry(access).or_insert(next);
        if number == next {
            self.accesses.push(access);
        }
        number
    }
}

/// Pairs with witnesses.
#[derive(Default)]
struct Listed {
    pairs: Pairs,
    witnesses: Vec<(Witness, Confidence)>,
}

impl Listed {
    /// Two parts of sets race: each pair that is new has its witness.
    fn add(
        &mut self,
        candidates: &Candidates,
        numbers: &FxHashMap<usize, usize>,
        object: Option<ObjectId>,
        [first, second]: [&Part; 2],
        confidence: Confidence,
    ) {
        let is_new =
            |row: usize| self.pairs.rows.get(row).is_none_or(|known| !known.has_all(&second.accesses));
        if !first.accesses.iter().any(is_new) {
            return;
        }
        let of_object = self.witnesses.iter().rev().take_while(|((other, _), _)| *other == object).count();
        let limit = (self.witnesses.len() + LISTED_OF_OBJECT.saturating_sub(of_object)).max(LISTED);
        for &one in &first.entries {
            if self.witnesses.len() >= limit {
                break;
            }
            let row = numbers[&candidates.first_of(one)];
            for &other in &second.entries {
                let column = numbers[&candidates.first_of(other)];
                if !self.pairs.contains(row, column) {
                    self.pairs.add_one(row, column);
                    self.witnesses.push(((object, [one, other]), confidence));
                }
            }
        }
        self.pairs.add(&first.accesses, &second.accesses);
    }
}

/// What a search found.
pub(crate) struct Outcome {
    pub(crate) races: Vec<Race>,
    pub(crate) counts: Counts,
    /// The objects on which there are races, sorted.
    pub(crate) racing: Vec<ObjectId>,
    /// The instructions at which there are.
    pub(crate) accesses: FxHashSet<At>,
}

pub(crate) struct Search<'s, 'k, 'a> {
    pub(crate) known: &'s Known<'k, 'a>,
    pub(crate) candidates: &'s Candidates,
    safe: &'s Safe,
    pub(crate) filters: Filters,
    pub(crate) escaping: &'s Bits,
    /// What races publish, once it is known.
    pub(crate) published: Bits,
    /// By two views, and whether there is one wrapper at most.
    verdicts: FxHashMap<(usize, usize, bool), Removed>,
    /// By entry: what may be locked, once it was asked for.
    entry_locks: RefCell<FxHashMap<usize, Rc<MayHold>>>,
}

impl<'s, 'k, 'a> Search<'s, 'k, 'a> {
    pub(crate) fn new(
        known: &'s Known<'k, 'a>,
        (candidates, safe): (&'s Candidates, &'s Safe),
        filters: Filters,
        escaping: &'s Bits,
    ) -> Search<'s, 'k, 'a> {
        Search {
            known,
            candidates,
            safe,
            filters,
            escaping,
            published: Bits::default(),
            verdicts: FxHashMap::default(),
            entry_locks: RefCell::default(),
        }
    }

    pub(crate) fn run(&mut self) -> Outcome {
        let mut by_target: BTreeMap<Target, Vec<OfObject<'_>>> = BTreeMap::new();
        for (&(place, object), entries) in &self.candidates.places {
            by_target.entry(target(place)).or_default().push((object, entries));
        }
        // Of the objects on which a pair may race, one that threads make says more than one that was there before.
        let are_made = self.made_by_threads();
        for places in by_target.values_mut() {
            places.sort_by_key(|(object, _)| !object.is_some_and(|object| are_made.contains(object.index())));
        }
        let mut counts = Counts::default();
        let mut reports = Reports::default();
        let mut published: FxHashMap<usize, Place> = FxHashMap::default();
        let mut stored: FxHashMap<usize, Bits> = FxHashMap::default();
        let mut all: BTreeMap<Target, Found> = BTreeMap::new();
        for (&target, places) in &by_target {
            counts.original += self.original(places);
            let mut found = Found::default();
            for &(object, entries) in places {
                let writes = self.compare(target, object, entries, false, &mut found);
                for content in self.told_by((target, object), &writes, &found, &mut stored) {
                    published.entry(content.index()).or_insert((target, object));
                }
            }
            let aliasing = found.aliasing.count();
            counts.aliasing += aliasing;
            counts.escape += aliasing - found.escape.count();
            counts.parallel += aliasing - found.parallel.count();
            counts.locks += aliasing - found.locks.count();
            counts.tasks += aliasing - found.tasks.count();
            counts.filtering += aliasing - found.filtering.count();
            counts.call_locks += aliasing - found.call_locks.count();
            all.insert(target, found.for_more());
        }
        counts.aliasing = counts.original.saturating_sub(counts.aliasing);
        let mut own: BTreeMap<Target, usize> = BTreeMap::new();
        for (&target, found) in &all {
            reports.count(self.candidates, &found.accesses, &found.likely.pairs, Kind::Likely);
            reports.count(self.candidates, &found.accesses, &found.races.pairs, Kind::Own);
            own.insert(target, found.races.witnesses.len());
        }
        self.follow(&by_target, &mut all, &mut published, &mut stored);
        let mut accesses = FxHashSet::default();
        for (target, found) in all {
            let own = own[&target];
            reports.count(self.candidates, &found.accesses, &found.races.pairs, Kind::All);
            accesses.extend(found.racing().map(|access| self.candidates.at(access)));
            for (number, (witness, confidence)) in found.races.witnesses.into_iter().enumerate() {
                let by = witness.0.filter(|_| number >= own).and_then(|it| published.get(&it.index()));
                reports.add(self, target, witness, confidence, by.copied());
            }
            for (witness, confidence) in found.likely.witnesses {
                reports.prefer(self, target, witness, confidence);
            }
        }
        #[allow(clippy::iter_over_hash_type, reason = "a set is filled, in any order")]
        for object in published.into_keys() {
            self.published.insert(object);
        }
        (counts.likely, counts.races, counts.following) = reports.counted();
        let racing = reports.racing();
        Outcome { races: reports.races(self), counts, racing, accesses }
    }

    /// What is published by a race may be seen before its constructor ended, and so may what is stored in it until then, and what
    /// is stored in that: compares the accesses of all of it again.
    fn follow(
        &mut self,
        by_target: &BTreeMap<Target, Vec<OfObject<'_>>>,
        all: &mut BTreeMap<Target, Found>,
        published: &mut FxHashMap<usize, Place>,
        stored: &mut FxHashMap<usize, Bits>,
    ) {
        let mut fresh: FxHashSet<usize> = published.keys().copied().collect();
        let held = if fresh.is_empty() { FxHashMap::default() } else { self.held_by_libraries() };
        while !fresh.is_empty() {
            let mut next = FxHashSet::default();
            let mut holders: Vec<usize> = fresh.iter().copied().filter(|it| held.contains_key(it)).collect();
            holders.sort_unstable();
            for holder in holders {
                let by = published[&holder];
                for &content in &held[&holder] {
                    published.entry(content).or_insert_with(|| {
                        next.insert(content);
                        by
                    });
                }
            }
            for (&target, places) in by_target {
                let found = all.entry(target).or_default();
                for &(object, entries) in places {
                    if !object.is_some_and(|object| fresh.contains(&object.index())) {
                        continue;
                    }
                    let writes = self.compare(target, object, entries, true, found);
                    for content in self.told_by((target, object), &writes, found, stored) {
                        published.entry(content.index()).or_insert_with(|| {
                            next.insert(content.index());
                            (target, object)
                        });
                    }
                }
            }
            fresh = next;
        }
    }

    /// By object: what it holds inside of library code, by fields and arrays of the library's or as models say, whoever stored it
    /// there. What a lambda has captured is as safe as a final field.
    fn held_by_libraries(&self) -> FxHashMap<usize, Vec<usize>> {
        let points_to = self.known.points_to;
        let is_librarys = |field: FieldId| !points_to.program().is_application(field.class);
        let mut held: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (holder, field, contents) in points_to.heap() {
            let is_object = matches!(points_to.object_type(holder), RuntimeType::Class(_));
            if !is_object || !field.is_none_or(is_librarys) {
                continue;
            }
            let all = held.entry(holder.index()).or_default();
            for content in contents {
                all.push(content.index());
                // Nobody else has the library's own arrays.
                if let RuntimeType::Array(_) = points_to.object_type(content) {
                    all.extend(points_to.elements(content).iter().map(|element| element.index()));
                }
            }
        }
        held
    }

    /// The objects that writes of a place, by number, may store there.
    fn told_by(
        &self,
        (target, object): Place,
        writes: &Bits,
        found: &Found,
        stored: &mut FxHashMap<usize, Bits>,
    ) -> Vec<ObjectId> {
        if writes.is_empty() {
            return Vec::new();
        }
        let mut contents = self.known.contents(target, object);
        contents.retain(|content| {
            let mut writes = writes.iter().map(|number| found.accesses[number]);
            writes.any(|write| {
                stored.entry(write).or_insert_with(|| self.stored(write)).contains(content.index())
            })
        });
        contents
    }

    /// An entry's access in its context.
    pub(crate) fn side(&self, entry: usize) -> Side {
        let entry = &self.candidates.entries[entry];
        let threads = self.candidates.views[entry.view].at.threads();
        Side::new(entry.instance, entry.access, entry.lift, threads)
    }

    /// Where an entry's access is shown: at the application's call, if it is lifted.
    pub(crate) fn end(&self, entry: usize) -> End {
        let own = self.own_end(entry);
        let Some(lift) = self.candidates.entries[entry].lift else { return own };
        let call = self.known.facts.get(&lift.caller).and_then(|facts| facts.call_at(lift.inst));
        let method = self.known.points_to.method(lift.caller).unwrap_or(own.method);
        End { method, inst: lift.inst, line: call.and_then(|call| call.line), is_write: own.is_write }
    }

    /// Where an entry's access stands.
    pub(crate) fn own_end(&self, entry: usize) -> End {
        let entry = &self.candidates.entries[entry];
        let access = self.known.access(entry);
        End { method: entry.method, inst: access.inst, line: access.line, is_write: access.is_write }
    }

    /// The objects that other threads than the main one make.
    fn made_by_threads(&self) -> Bits {
        let (points_to, graph) = (self.known.points_to, self.known.graph);
        let reached = graph.reached_by(MAIN + 1..);
        let mut made = Bits::default();
        for object in points_to.objects() {
            let site = points_to.made_at(object);
            let mut instances = site.iter().flat_map(|&(method, _)| points_to.instances(method));
            if instances.any(|instance| reached.contains(instance.index())) {
                made.insert(object.index());
            }
        }
        made
    }

    /// How many pairs of instructions there are of a target, whatever the objects.
    fn original(&self, places: &[OfObject<'_>]) -> usize {
        let mut writes: FxHashSet<usize> = FxHashSet::default();
        let mut reads: FxHashSet<usize> = FxHashSet::default();
        for &entry in places.iter().flat_map(|(_, entries)| *entries) {
            let is_write = self.known.access(&self.candidates.entries[entry]).is_write;
            let instructions = if is_write { &mut writes } else { &mut reads };
            instructions.insert(self.candidates.first_of(entry));
        }
        writes.len() * (writes.len() + 1) / 2 + writes.len() * reads.len()
    }

    /// What the write of an entry may store, in any context.
    fn stored(&self, entry: usize) -> Bits {
        let (entry, points_to) = (&self.candidates.entries[entry], self.known.points_to);
        let mut stored = Bits::default();
        let Some(value) = self.known.access(entry).stored else { return stored };
        for &instance in points_to.instances(entry.method) {
            for object in points_to.points_to(instance, value) {
                stored.insert(object.index());
            }
        }
        stored
    }

    /// Compares the accesses of one place of one object; gives the writes that race with a read. If a race
    /// published the object, it may be seen before it is stored.
    fn compare(
        &mut self,
        target: Target,
        object: Option<ObjectId>,
        entries: &[usize],
        by_race: bool,
        found: &mut Found,
    ) -> Bits {
        let sets = self.sets(object, entries, found);
        // Accesses that order are candidates only against plain ones.
        if sets.iter().all(|set| set.is_atomic) || !sets.iter().any(|set| set.is_write) {
            return Bits::default();
        }
        let is_private = object.is_some_and(|object| !self.escaping.contains(object.index()));
        let has_one_wrapper = self.known.wrappers.is_one(object);
        let mut initial = Bits::default();
        for (number, _) in sets.iter().enumerate().filter(|(_, set)| set.is_initial) {
            initial.insert(number);
        }
        let signs = Signs { known: self.known };
        let of_object = signs.of_object(object);
        let key = (entries.to_vec(), is_private, has_one_wrapper, initial, of_object.clone());
        if let Some(known) = found.compared.get(&key) {
            return known.clone();
        }
        let mut writes = Bits::default();
        let (candidates, filters) = (self.candidates, self.filters);
        let mut races: Vec<(&Set, &Set)> = Vec::new();
        self.judge(object, &sets, by_race, &mut |first, second, removed| {
            let pairs = [
                (true, &mut found.aliasing),
                (!removed.escape, &mut found.escape),
                (!removed.parallel, &mut found.parallel),
                (!removed.locks, &mut found.locks),
                (!removed.tasks, &mut found.tasks),
                (!removed.filtering, &mut found.filtering),
                (!removed.call_locks, &mut found.call_locks),
            ];
            for (survives, pairs) in pairs {
                if survives {
                    pairs.add(&first.accesses, &second.accesses);
                }
            }
            if !removed.is_removed(filters) {
                for (set, other) in [(first, second), (second, first)] {
                    if set.is_write && !other.is_write {
                        writes.union(&set.accesses);
                    }
                }
                races.push((first, second));
            }
        });
        let locked = self.locked(&sets);
        for (first, second) in races {
            let views = [first, second].map(|set| &candidates.views[set.view]);
            for (one, other) in
                first.parts.iter().flat_map(|one| second.parts.iter().map(move |it| (one, it)))
            {
                let parts = [one, other];
                let confidence = match by_race {
                    true => Confidence::Possible(Doubt::Follows),
                    false => {
                        let sides = [(views[0], first.is_write, one), (views[1], second.is_write, other)];
                        confidence::of(&signs, (target, object), &of_object, locked, sides)
                    }
                };
                found.races.add(candidates, &found.numbers, object, parts, confidence);
                if confidence.is_likely() {
                    found.likely.add(candidates, &found.numbers, object, parts, confidence);
                }
            }
        }
        found.compared.insert(key, writes.clone());
        writes
    }

    /// What the filters say of each two sets of one object that may race.
    pub(crate) fn judge<'t>(
        &mut self,
        object: Option<ObjectId>,
        sets: &'t [Set],
        by_race: bool,
        note: &mut dyn FnMut(&'t Set, &'t Set, Removed),
    ) {
        let is_private = object.is_some_and(|object| !self.escaping.contains(object.index()));
        let has_one_wrapper = self.known.wrappers.is_one(object);
        let (is_safe, is_inside) = (self.safe.has_object(object), self.safe.is_inside(object));
        for (index, first) in sets.iter().enumerate() {
            for second in &sets[index..] {
                if !first.is_write && !second.is_write || first.is_atomic && second.is_atomic {
                    continue;
                }
                let mut removed = self.verdict(first.view, second.view, has_one_wrapper);
                let is_early =
                    |set: &Set| set.is_initial || self.candidates.views[set.view].is_new && !by_race;
                removed.escape |= is_private || is_early(first) || is_early(second);
                let is_behind = |set: &Set| self.candidates.views[set.view].is_behind;
                removed.filtering |= is_safe || is_inside && is_behind(first) && is_behind(second);
                // Last, because it reads all bodies.
                let is_asked = self.filters.initialisation && !removed.is_removed(self.filters);
                removed.parallel |= is_asked && self.are_in_turn(first, second);
                note(first, second, removed);
            }
        }
    }

    /// Whether the one accesses are made when a class is initialised, and the others only by who waited for that.
    fn are_in_turn(&self, first: &Set, second: &Set) -> bool {
        let is_before = |one: &Set, other: &Set| {
            let class = self.candidates.views[one.view].initialises;
            class.is_some_and(|class| {
                let initialised = self.known.initialised();
                let within = self.candidates.views[other.view].initialises;
                let mut entries = other.entries.iter().map(|&entry| &self.candidates.entries[entry]);
                within.is_some_and(|within| initialised.has_below(within, class))
                    || entries.all(|entry| {
                        let place = (entry.method, self.known.access(entry).inst);
                        initialised.has(self.known.points_to.program(), place, class)
                    })
            })
        };
        is_before(first, second) || is_before(second, first)
    }

    pub(crate) fn sets(&self, object: Option<ObjectId>, entries: &[usize], found: &mut Found) -> Vec<Set> {
        let mut sets: BTreeMap<(usize, bool, bool, bool), Vec<usize>> = BTreeMap::new();
        for &number in entries {
            let entry = &self.candidates.entries[number];
            let access = self.known.access(entry);
            let initialises = self.candidates.views[entry.view].initialises;
            let is_initial = initialises
                .zip(object)
                .is_some_and(|(class, object)| self.known.initial.is_own(class, object));
            sets.entry((entry.view, access.is_write, access.is_atomic, is_initial)).or_default().push(number);
        }
        let mut all = Vec::with_capacity(sets.len());
        for ((view, is_write, is_atomic, is_initial), entries) in sets {
            let mut accesses = Bits::default();
            for &entry in &entries {
                accesses.insert(found.number(self.candidates.first_of(entry)));
            }
            let parts = self.parts(&entries, found);
            all.push(Set { view, is_write, is_atomic, is_initial, entries, accesses, parts });
        }
        all
    }

    /// Entries by what speaks for them.
    fn parts(&self, entries: &[usize], found: &mut Found) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for &number in entries {
            let signs = Signs { known: self.known };
            let entry = &self.candidates.entries[number];
            let (is_construction, aim) = (signs.is_construction(entry), signs.aim(entry));
            let is_initialisation = self.known.initial.is_under_initialisers(entry.instance);
            let is_behind_start = signs.is_behind_start(entry);
            let is_guessed = !self.known.reached_surely.contains(entry.instance.index());
            let is_called_back = !self.known.reached_openly.contains(entry.instance.index());
            let locks = self.common_locks(number);
            let access = found.number(self.candidates.first_of(number));
            let is_like = |part: &&mut Part| {
                (
                    part.is_construction,
                    part.is_initialisation,
                    part.is_behind_start,
                    part.is_guessed,
                    part.is_called_back,
                    part.aim,
                ) == (is_construction, is_initialisation, is_behind_start, is_guessed, is_called_back, aim)
                    && part.locks == locks
            };
            match parts.iter_mut().find(is_like) {
                Some(part) => {
                    part.entries.push(number);
                    part.accesses.insert(access);
                }
                None => parts.push(Part {
                    is_construction,
                    is_initialisation,
                    is_behind_start,
                    is_guessed,
                    is_called_back,
                    aim,
                    locks,
                    entries: vec![number],
                    accesses: Bits::from_iter([access]),
                }),
            }
        }
        parts
    }

    /// What may be locked at an entry's access, in one of its contexts.
    fn common_locks(&self, number: usize) -> Rc<MayHold> {
        let mut known = self.entry_locks.borrow_mut();
        let locks = known.entry(number).or_insert_with(|| {
            let (entry, known) = (&self.candidates.entries[number], self.known);
            let in_main = self.candidates.views[entry.view].at.threads().contains(MAIN);
            let at = |instance, moment| known.common_locks.at(known.points_to, instance, moment, in_main);
            let mut locks = at(entry.instance, &known.access(entry).moment);
            let call = entry
                .lift
                .and_then(|lift| Some((lift.caller, known.facts.get(&lift.caller)?.call_at(lift.inst)?)));
            if let Some((caller, call)) = call {
                let outer = at(caller, &call.moment);
                locks.always.union(&outer.always);
                locks.sometimes.union(&outer.sometimes);
            }
            Rc::new(locks)
        });
        locks.clone()
    }

    /// Of the instructions that access a place, but do not make its object: those that hold a lock, and all.
    fn locked(&self, sets: &[Set]) -> (u32, u32) {
        let (mut locked, mut all) = (Bits::default(), Bits::default());
        for set in sets {
            let view = &self.candidates.views[set.view];
            for part in set.parts.iter().filter(|part| !view.is_new && !part.is_construction) {
                all.union(&part.accesses);
                if view.guards.iter().any(Guarded::is_lock) {
                    locked.union(&part.accesses);
                }
            }
        }
        (locked.len() as u32, all.len() as u32)
    }

    /// What the filters that do not depend on the object say of two views.
    fn verdict(&mut self, first: usize, second: usize, has_one_wrapper: bool) -> Removed {
        if let Some(&known) = self.verdicts.get(&(first, second, has_one_wrapper)) {
            return known;
        }
        let (one, other): (&View, &View) = (&self.candidates.views[first], &self.candidates.views[second]);
        let parallel = self.known.parallel;
        let are_own = Whose::are_own(one.whose, other.whose);
        let nested = self.known.nested.as_ref().zip(one.within.as_ref().zip(other.within.as_ref()));
        let is_one_initialisation = one.initialises.is_some() && one.initialises == other.initialises;
        let removed = Removed {
            // Nobody else made what each of them made itself.
            escape: one.whose == Whose::Made && other.whose == Whose::Made,
            tasks: are_own && !parallel.may_if(&one.at, &other.at, |one, other| one != other)
                || Whose::are_pieces(one.whose, other.whose)
                || nested.is_some_and(|(nested, (one, other))| !nested.may(one, other)),
            parallel: is_one_initialisation || !parallel.may(&one.at, &other.at),
            locks: locks::exclude(&one.guards, &other.guards, has_one_wrapper)
                || self.known.may_locks.is_some() && one.at.threads().is_only(other.at.threads()),
            filtering: one.is_safe || other.is_safe,
            call_locks: {
                let all = |view: &View| [&view.guards[..], &view.call_guards].concat();
                let are_lifted = !one.call_guards.is_empty() || !other.call_guards.is_empty();
                are_lifted && locks::exclude(&all(one), &all(other), has_one_wrapper)
            },
        };
        self.verdicts.insert((first, second, has_one_wrapper), removed);
        removed
    }
}
