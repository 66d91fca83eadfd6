//! Call graph and points-to: which objects each variable and field may refer to, and which methods each
//! call may run, in which contexts.
//!
//! ```text
//! bodies ──translate──▶ templates ──solver──▶ PointsTo ──▶ race filters
//! contracts ──plugins──────┘          ▲
//!                       k per site ───┘  (raised on demand, solved again)
//! ```
//!
//! [`solve`] is the analysis of Chord's chapter 4.4: inclusion-based, with an on-the-fly call graph, flow
//! sensitive only as far as SSA is. Abstract objects and method contexts are sequences of allocation
//! sites, as long as the k of their site allows ([`Options`]); k may differ from site to site
//! ([`PointsTo::refine`]). A client may add elements of its own to contexts ([`Elements`]).
//!
//! Soundness: every object and call of every execution is in the result, but for what [`PointsTo::gaps`]
//! lists: reflection that is not understood, native methods without a model, missing classes, opaque
//! packages, and writes of raw memory to other classes' fields.

mod behaviour;
mod by_call;
mod callers;
mod calls;
mod caught;
mod client;
mod collected;
mod context;
mod cycles;
mod dealt;
mod decided;
mod display;
mod frameworks;
mod gaps;
mod graph;
mod grown;
mod ids;
mod jvm;
mod made;
mod options;
mod placed;
mod plugins;
mod precision;
mod result;
mod scripts;
mod set;
mod slots;
mod solver;
mod taken;
mod template;
mod translate;
mod types;
mod world;

pub use callers::api_of;
pub use caught::Waits;
pub use client::{CallView, Elements, NoElements};
pub use context::Element;
pub use dealt::{Dealing, DealtFrom, DealtTo};
pub use frameworks::has_framework_entries;
pub use gaps::{Gap, GapKind};
pub use graph::EdgeKind;
pub use ids::{
    ContextId, FieldKey, FilterId, InstanceId, MethodIx, NodeId, ObjectId, SequenceId, SiteId, TypeId,
};
pub use made::{Giving, Made, Roots, Tasks};
pub use options::{Exceptions, Library, Merge, Observation, ObservedTarget, Options};
pub use placed::{NewObjects, Placed};
pub use result::{MethodEdge, PointsTo, Statistics};
pub use scripts::Script;
pub use slots::{LambdaCode, Slot};
pub use types::RuntimeType;
pub use world::{Origin, SiteKind};

use deadheat_models::Bound;
use deadheat_program::MethodId;
use rustc_hash::FxHashSet;

use crate::result::Solution;
use crate::solver::Solver;
use crate::world::World;

/// How far the analysis is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Methods in contexts that were reached.
    pub instances: usize,
    /// Abstract objects that were made.
    pub objects: usize,
}

/// Analyses a program from its entry points: `main`, or whatever else the JVM or a framework calls, and the
/// API that callers from outside use ([`Options::api`]). What frameworks call is found by itself; tests are, if nothing
/// else is called.
pub fn solve<'a>(
    bound: &'a Bound<'a>,
    options: Options,
    entries: &[MethodId],
    client: &mut dyn Elements,
    progress: &mut dyn FnMut(Progress),
) -> PointsTo<'a> {
    let mut world = World::new(bound, options);
    let most = world.options.most_work.unwrap_or(u64::MAX);
    let solution = match run(&mut world, entries, most, client, progress) {
        Some(solution) => solution,
        None => {
            world.gaps.add(Gap::Limit(
                "the program is more work than allowed; nothing of it was analysed".to_owned(),
            ));
            Solution::of(Solver::new(&mut world, client))
        }
    };
    PointsTo { world, entries: entries.to_vec(), solution }
}

impl PointsTo<'_> {
    /// Solves again with a higher k for some sites, and with what some methods make told apart by their calls. Templates,
    /// resolved references and types are kept. False if that takes more than so much work ([`PointsTo::work`]): then it is
    /// given up, and all is as it was.
    pub fn refine(
        &mut self,
        raise: &[(SiteId, u8)],
        by_call: &[MethodId],
        most: u64,
        client: &mut dyn Elements,
        progress: &mut dyn FnMut(Progress),
    ) -> bool {
        let before = self.world.precision();
        for &(site, k) in raise {
            self.world.raise(site, k);
        }
        for &method in by_call {
            self.world.tell_apart_by_call(method);
        }
        match run(&mut self.world, &self.entries, most, client, progress) {
            Some(solution) => self.solution = solution,
            None => {
                self.world.restore(before);
                return false;
            }
        }
        true
    }
}

/// How many steps lie between two looks at memory and two reports of progress.
const STEPS: u32 = 4_096;

/// Nothing if it would be more than so much work.
fn run(
    world: &mut World<'_>,
    entries: &[MethodId],
    most: u64,
    client: &mut dyn Elements,
    progress: &mut dyn FnMut(Progress),
) -> Option<Solution> {
    let mut fallbacks = Vec::new();
    loop {
        let what = match attempt(world, entries, most, client, progress) {
            Attempt::Solved(mut solution) => {
                solution.fallbacks = fallbacks;
                return Some(*solution);
            }
            Attempt::TooLong => return None,
            Attempt::TooMany => {
                world.lower(0);
                continue;
            }
            Attempt::TooWide => {
                world.options.any_member = false;
                "members are looked up by unknown names in too many classes; they are left out".to_owned()
            }
            Attempt::TooLarge => match world.options.k {
                0 => {
                    world.options.memory_limit = None;
                    "the memory limit is too small for any analysis; it was passed over".to_owned()
                }
                k => {
                    world.lower(k - 1);
                    format!("k = {k} needs more memory than the limit; solved with k = {} instead", k - 1)
                }
            },
        };
        world.gaps.add(Gap::Limit(what.clone()));
        fallbacks.push(what);
    }
}

/// How an attempt ended.
enum Attempt {
    Solved(Box<Solution>),
    /// The memory limit was reached.
    TooLarge,
    /// Reflection may mean nearly everything.
    TooWide,
    /// It was more work than allowed.
    TooLong,
    /// More methods than this k is for can run.
    TooMany,
}

/// The methods of the application that can run, as far as they were counted.
#[derive(Default)]
struct Reached {
    instances: usize,
    methods: FxHashSet<MethodIx>,
}

impl Reached {
    /// How many there are now.
    fn count(&mut self, solver: &Solver<'_, '_>) -> usize {
        let world = &solver.world;
        let new = solver.instances[self.instances..].iter().map(|instance| instance.method);
        self.methods.extend(new.filter(|&method| world.is_application(method)));
        self.instances = solver.instances.len();
        self.methods.len()
    }
}

fn attempt(
    world: &mut World<'_>,
    entries: &[MethodId],
    most: u64,
    client: &mut dyn Elements,
    progress: &mut dyn FnMut(Progress),
) -> Attempt {
    world.forget_solution();
    let limit = world.options.memory_limit;
    let most_methods = world.options.most_methods.filter(|_| world.options.k > 0);
    let mut reached = Reached::default();
    let mut solver = Solver::new(world, client);
    jvm::start(&mut solver, entries);
    callers::start(&mut solver, entries.is_empty());
    let mut steps = 0u32;
    while solver.step() {
        if solver.too_wide {
            return Attempt::TooWide;
        }
        if solver.work() > most {
            return Attempt::TooLong;
        }
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(STEPS) {
            progress(Progress { instances: solver.instances.len(), objects: solver.objects.len() });
            if most_methods.is_some_and(|most| reached.count(&solver) > most) {
                return Attempt::TooMany;
            }
            // Sizes are counted less often: it takes a walk over all sets.
            if limit.is_some_and(|limit| steps.is_multiple_of(64 * STEPS) && solver.heap_size() > limit) {
                return Attempt::TooLarge;
            }
        }
    }
    if limit.is_some_and(|limit| solver.heap_size() > limit) {
        return Attempt::TooLarge;
    }
    Attempt::Solved(Box::new(Solution::of(solver)))
}
