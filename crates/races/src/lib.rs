//! Static race detection: Chord's pipeline for today's Java.
//!
//! 1. [`facts`](self): the accesses of each body, with what is held and what has happened there;
//! 2. `threads`: who runs what;
//! 3. `candidates`: sets of accesses of one place of one abstract object (aliasing);
//! 4. `search`: pairs of sets go through the filters, each a switch: `escape`, `parallel`, `locks`;
//! 5. `confidence`: how much speaks for what is left, by `signs`, `common_locks` and `guessed`;
//! 6. `report`: what is left, once; what is in `library` code, `lift`ed to the application's calls;
//! 7. `demand`: the objects with races are told apart more finely, and all is done again;
//! 8. `evidence`: how the two accesses of a race come about.
//!
//! Only accesses in the code of the class path are candidates; what a call does to the state of a library's
//! object that is not made for several threads is one, too.

mod asked;
mod assigned;
mod bits;
mod bundles;
mod called_back;
mod candidates;
mod common_locks;
mod components;
mod conditions;
mod confidence;
mod constructing;
mod counted;
mod data;
mod demand;
mod early;
mod effects;
mod ends;
mod escape;
mod evidence;
mod explain;
mod facts;
mod filled;
mod flow;
mod forks;
mod frozen;
mod gather;
mod given;
mod guessed;
mod halves;
mod handles;
mod idle;
mod indices;
mod initial;
mod initialised;
mod kept;
mod library;
mod lift;
mod lock_calls;
mod locks;
mod makers;
mod may_locks;
mod messages;
mod moment;
mod nested;
mod owned;
mod owners;
mod parallel;
mod paths;
mod pieces;
mod quiet;
mod ranges;
mod relayed;
mod report;
mod rethrown;
mod search;
mod signals;
mod signs;
mod singles;
mod streams;
mod summaries;
mod tasks;
mod threads;
mod tokens;
mod tuples;
mod turns;
mod views;
mod wrappers;

pub use confidence::{Confidence, Doubt, Sign};
pub use demand::{Budget, Refined, scan_on_demand};
pub use evidence::{Counterexample, Frame, Side, ThreadKind};
pub use explain::{Asked, ExplainedPair, Explanation, explain_pairs};
pub use quiet::quiet_accesses;
pub use search::Removed;
pub use tuples::{Executed, Tuple, tuples};

use std::rc::Rc;

use deadheat_models::{Bound, ClassPattern};
use deadheat_points_to::{InstanceId, Made, ObjectId, Placed, PointsTo, Roots};
use deadheat_program::ir::InstId;
use deadheat_program::{FieldId, MethodId};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::candidates::{Candidates, Known, Locks};
use crate::common_locks::CommonLocks;
use crate::early::Early;
use crate::escape::Unseen;
use crate::evidence::Evidence;
use crate::facts::Facts;
use crate::given::{News, Own};
use crate::idle::Idle;
use crate::initial::Initial;
use crate::library::{Library, Safe};
use crate::lift::Lifts;
use crate::may_locks::MayLocks;
use crate::nested::{Nested, Nests};
use crate::owned::Owned;
use crate::parallel::Parallel;
use crate::search::Search;
use crate::signs::Starts;
use crate::streams::Streams;
use crate::threads::Graph;
use crate::views::Views;
use crate::wrappers::Wrappers;

/// Which filters are used. All are sound but for the gaps of the call graph, and but for [`Filters::may_locks`].
#[derive(Debug, Clone, Copy)]
pub struct Filters {
    /// Objects that no other thread sees.
    pub escape: bool,
    /// Threads that do not run at the same time.
    pub parallel: bool,
    /// Accesses under one lock.
    pub locks: bool,
    /// Tasks of a kind that have each an object of its own (IteRace's two threads).
    pub tasks: bool,
    /// What models say several threads may do (IteRace's filtering).
    pub filtering: bool,
    /// Whether accesses in library code are shown at the application's calls (IteRace's bubble-up).
    pub bubble_up: bool,
    /// Application's calls under one lock (IteRace's synchronized accesses).
    pub call_locks: bool,
    /// Uses of a class, behind which its static initialiser is over: a part of `parallel`.
    pub initialisation: bool,
    /// Whether locks that may be one count as one, and threads that may be one as one: chapter 2 of the thesis,
    /// which misses races.
    pub may_locks: bool,
}

impl Default for Filters {
    fn default() -> Filters {
        Filters {
            escape: true,
            parallel: true,
            locks: true,
            tasks: true,
            filtering: true,
            bubble_up: true,
            call_locks: true,
            initialisation: true,
            may_locks: false,
        }
    }
}

/// What is asked of a scan.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Which filters are used.
    pub filters: Filters,
    /// What is library code besides what the models say: each is a further fold, and a [`Level`] of the result.
    pub folds: Vec<Vec<ClassPattern>>,
}

impl From<Filters> for Plan {
    fn from(filters: Filters) -> Plan {
        Plan { filters, folds: Vec::new() }
    }
}

/// How many pairs of instructions there are, and how many each filter alone removes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of accesses of one field, of arrays, or of library objects' state, one of them a write.
    pub original: usize,
    /// Removed because they are never about the same object.
    pub aliasing: usize,
    /// Of the others, removed because no other thread sees the object.
    pub escape: usize,
    /// Of the others, removed because the threads do not run at the same time.
    pub parallel: usize,
    /// Of the others, removed because of a common lock.
    pub locks: usize,
    /// Of the others, removed because each of two tasks was given its own.
    pub tasks: usize,
    /// Of the others, removed because models say that several threads may do so.
    pub filtering: usize,
    /// Of the others, removed because of a common lock at the application's calls.
    pub call_locks: usize,
    /// What is left.
    pub races: usize,
    /// Of these, what is likely.
    pub likely: usize,
    /// Further pairs that are left only because those publish the object before it is complete.
    pub following: usize,
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

/// What races, and of which object, unless it is a static field.
pub type Place = (Target, Option<ObjectId>);

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    /// What is accessed.
    pub target: Target,
    /// One access; it writes, or the other does.
    pub first: End,
    /// The other, or the same in another thread.
    pub second: End,
    /// An abstract object that both may access, unless the field is static.
    pub object: Option<ObjectId>,
    /// The two accesses in contexts.
    pub sides: [Side; 2],
    /// If the ends are calls of library code: what races inside, the first of it.
    pub inside: Vec<Inner>,
    /// If one access is made before the object is published, and it is only a race because another one publishes it:
    /// what that is about.
    pub published_by: Option<Place>,
    /// How much speaks for it.
    pub confidence: Confidence,
}

/// Two accesses of which one or both are in library code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inner {
    /// What is accessed.
    pub target: Target,
    /// One access.
    pub first: End,
    /// The other, or the same in another thread.
    pub second: End,
}

/// What a scan found, with some code taken for library code.
#[derive(Debug, Default)]
pub struct Level {
    /// How many of the folds count, besides the marks of the models; none if those do not count, either.
    pub folds: Option<usize>,
    /// As in [`Scan`].
    pub races: Vec<Race>,
    /// The effect of each filter.
    pub counts: Counts,
}

/// What a scan found.
#[derive(Debug)]
pub struct Scan {
    /// Sorted; one for each pair of instructions and target, but not more than 1,000 of a target, or somewhat
    /// more: `counts` has how many there are.
    pub races: Vec<Race>,
    /// The effect of each filter.
    pub counts: Counts,
    /// The same with less and less library code: by each fold, by the marks of the models alone, by none.
    pub unfolded: Vec<Level>,
    /// How many abstract threads there are.
    pub threads: usize,
    /// The objects on which there are races, sorted.
    racing: Vec<ObjectId>,
    /// How much work it was, in the unit of [`PointsTo::work`].
    work: u64,
    evidence: Evidence,
}

impl Scan {
    /// Goes on with the races of a level further inside; the last one if there are not so many.
    pub fn unfold(&mut self, levels: usize) {
        let levels = levels.min(self.unfolded.len());
        if let Some(level) = self.unfolded.drain(..levels).next_back() {
            (self.races, self.counts) = (level.races, level.counts);
        }
    }

    /// How one side of a race comes about.
    pub fn counterexample(&self, points_to: &PointsTo<'_>, side: &Side) -> Counterexample {
        self.evidence.counterexample(points_to, side)
    }
}

/// What reading a method in a context is worth, of which comparing an access of an object is the unit.
const WORK_OF_INSTANCE: u64 = 20;

/// Looks for races.
pub fn scan(points_to: &PointsTo<'_>, bound: &Bound<'_>, plan: impl Into<Plan>) -> Scan {
    let plan = plan.into();
    let mut work = points_to.all_instances().count() as u64 * WORK_OF_INSTANCE;
    let (found, evidence) = prepare(points_to, bound, plan.filters, |prepared| {
        let mut levels: Vec<(Level, Vec<ObjectId>)> = Vec::new();
        for folds in levels_of(&plan) {
            let folded = plan.folds[..folds.unwrap_or(0)].iter().flatten();
            let library = Library::of(points_to, bound, folded);
            levels.push(prepared.search(&library, folds.is_some(), |search| {
                work += search.candidates.size() as u64;
                let found = search.run();
                (Level { folds, races: found.races, counts: found.counts }, found.racing)
            }));
            // Without marked code there is nothing to unfold.
            if !library.is_marked {
                break;
            }
        }
        levels
    });
    // What the filters remove is counted in terms of accesses.
    let innermost = found.last().map_or(Counts::default(), |(level, _)| level.counts);
    let counted = |mut level: Level| {
        let Counts { races, likely, following, .. } = level.counts;
        level.counts = Counts { races, likely, following, ..innermost };
        level
    };
    let mut levels = found.into_iter().map(|(level, racing)| (counted(level), racing));
    let (shown, racing) = levels.next().unwrap_or_default();
    Scan {
        races: shown.races,
        counts: shown.counts,
        unfolded: levels.map(|(level, _)| level).collect(),
        threads: evidence.graph.threads.len(),
        racing,
        work,
        evidence,
    }
}

/// A program that was read.
struct Prepared<'p, 'k, 'a> {
    known: &'p Known<'k, 'a>,
    escaping: &'p Bits,
    filters: Filters,
}

impl<'k, 'a> Prepared<'_, 'k, 'a> {
    /// Searches, given what is library code, and whether what is in it is lifted.
    fn search<T>(
        &self,
        library: &Library,
        is_lifted: bool,
        find: impl FnOnce(&mut Search<'_, 'k, 'a>) -> T,
    ) -> T {
        let known = self.known;
        let safe = Safe::of(known.points_to, known.bound, known.graph, known.facts, library);
        let lifts = (is_lifted && library.is_marked)
            .then(|| Lifts::new(known.points_to, known.graph, known.facts, library));
        let candidates = Candidates::of(known, &safe, lifts.as_ref());
        find(&mut Search::new(known, (&candidates, &safe), self.filters, self.escaping))
    }

    /// Searches as a scan's first level is searched, but for folds.
    fn search_marked<T>(&self, find: impl FnOnce(&mut Search<'_, 'k, 'a>) -> T) -> T {
        let known = self.known;
        let library = Library::of(known.points_to, known.bound, []);
        self.search(&library, self.filters.bubble_up, find)
    }
}

/// How many folds count at each level: all, one less, and so on; in the end not even the marks of the models.
fn levels_of(plan: &Plan) -> impl Iterator<Item = Option<usize>> {
    let folded = (0..=plan.folds.len()).rev().map(Some).filter(|_| plan.filters.bubble_up);
    folded.chain([None])
}

/// Larger programs do without the second pass for tasks that start tasks, to be done within a minute.
const MANY_METHODS: usize = 20_000;

/// Reads the program, and hands over to a search in it.
fn prepare<T>(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    filters: Filters,
    find: impl FnOnce(&Prepared<'_, '_, '_>) -> T,
) -> (T, Evidence) {
    let mut by_method = effects::read(points_to, bound);
    filled::add(points_to, bound, &mut by_method);
    let own = |instance| Some((instance, by_method.get(&points_to.method(instance)?)?.clone()));
    let read: FxHashMap<InstanceId, Rc<Facts>> = points_to.all_instances().filter_map(own).collect();
    let streams = Streams::of(points_to, bound);
    let graph = Graph::of(points_to, bound, &read, &streams);
    let singles = singles::singles(points_to, bound, &graph, &read);
    let parallel = Parallel::of(points_to, bound, &graph, &read, &singles);
    let unseen = Unseen::of(points_to, bound, &graph, &read);
    let owned = Owned::of(points_to, &graph, &read, &unseen);
    let facts = frozen::name_elements(points_to, &read, &unseen, &owned);
    let locks = Locks {
        in_main: locks::at_entry(points_to, &singles, &graph, &facts, &owned, true),
        in_others: locks::at_entry(points_to, &singles, &graph, &facts, &owned, false),
    };
    let wrappers = Wrappers::of(points_to, bound, &by_method);
    let held = escape::held(points_to);
    let views = Views::of(points_to, bound, &held);
    let escaping = escape::escaping(points_to, &graph, &held, &views);
    let constructing = constructing::constructing(points_to, &graph, &facts);
    let roots = Roots {
        threads: graph.threads.iter().flat_map(|thread| thread.roots.iter().copied()).collect(),
        waits: rethrown::waits(points_to, bound, &graph, &streams),
        ..Roots::default()
    };
    let made = Made::of(points_to, &roots);
    let news = News { points_to, unseen: &unseen, bodies: Default::default() };
    let idle = Idle { bound, graph: &graph, facts: &read, parallel: &parallel };
    let placed = filters.tasks.then(|| Placed::of(points_to, &news));
    let own = |idle: &Idle<'_>, placed: &Placed<'_, '_>| {
        Own::of(points_to, idle, &streams, &owned, placed, (&made, &roots))
    };
    let of_tasks = placed.as_ref().map(|placed| own(&idle, placed));
    let is_small = points_to.methods().len() <= MANY_METHODS;
    let nests = (filters.tasks && is_small).then(|| Nests::of(bound, &graph, &read)).flatten();
    let within = nests.as_ref().map(|it| Parallel::of(points_to, bound, it.graph(), &read, &singles));
    let nested = nests.as_ref().zip(within.as_ref()).zip(placed.as_ref().zip(of_tasks.as_ref()));
    let nested = nested.map(|((nests, parallel), (placed, of_tasks))| {
        let idle = Idle { bound, graph: nests.graph(), facts: &read, parallel };
        let whole =
            nests.whole(points_to, (bound, &graph), &streams, (&owned, of_tasks), (placed, &roots.waits));
        Nested { nests, parallel, own: own(&idle, placed), whole }
    });
    let known = Known {
        points_to,
        bound,
        facts: &facts,
        singles,
        graph: &graph,
        parallel: &parallel,
        locks: &locks,
        owned,
        unseen,
        made,
        own: of_tasks.as_ref(),
        nested,
        wrappers,
        may_locks: filters.may_locks.then(|| MayLocks::of(points_to, &graph, &facts)),
        common_locks: CommonLocks::of(points_to, &graph, &facts),
        started_with: signs::started_with(points_to, &graph),
        api: signs::api(points_to, &graph),
        locking: signs::locking(points_to, &facts),
        finalizers: signs::finalizers(points_to, &graph),
        starts: Starts::of(points_to, &graph, &facts),
        reached_surely: guessed::reached_surely(points_to, bound, &graph),
        reached_openly: graph.reached_openly(),
        constructing,
        initial: Initial::of(points_to, &graph, &held),
        early: Early::of(points_to, &graph, &read, &parallel),
        initialised: Default::default(),
        views,
        held,
        unsafe_objects: candidates::unsafe_objects(points_to, bound, &by_method),
        asked: Default::default(),
    };
    let found = find(&Prepared { known: &known, escaping: &escaping, filters });
    (found, Evidence { graph, facts, locks, trees: Default::default() })
}
