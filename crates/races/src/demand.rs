//! Demand-driven k (Chord 4.5): the objects on which races are left are told apart more finely, and all is
//! done again, until nothing is left to try.
//!
//! The thesis stops when each object with a race was considered before or has a site twice. So it finds out by
//! solving once more that an object is told apart as well as can be; here that is seen before: its first site
//! is in code that runs in one context, and so on for that context's sites. A number of rounds, an amount of work and a
//! time may be given, too; work is counted, so that the result is the same on every machine. What two rounds in a row
//! have not told apart, a third seldom does (figure 4.1 of the thesis has one that changes nothing before one that does). In
//! large programs a round takes seconds, and one that removes next to nothing is the last: the second round of H2 and ecj
//! removed nothing, that of HSQLDB 4 pairs of 758,134, that of Weka one pair in forty. So one begins there only if the work
//! would allow for two that cost what the last one did.
//!
//! The thesis gives static methods the contexts of their callers. Here, an object whose maker is a factory of the
//! application that is called at several places is told apart by these calls, and so is what the static methods do
//! that have to do with such objects. Each such call is a context, which static methods hand on and objects keep, so a
//! program with hundreds of such factories grows without measure (HSQLDB with 292: from 1 to 48 million edges when it was
//! stopped): then none is told apart. A round that takes too much work all the same is given up, and the one before stands.

use std::time::{Duration, Instant};

use deadheat_models::Bound;
use deadheat_points_to::{NoElements, ObjectId, PointsTo, SiteId, SiteKind};
use deadheat_program::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Plan, Scan, scan};

/// How many rounds in a row may change nothing.
const IDLE: usize = 2;
/// In programs with so many methods one round is enough, and to remove fewer pairs than one in so many is nothing.
const MANY_METHODS: usize = 10_000;
const FEW: usize = 50;

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// How often the analysis may run.
    pub rounds: usize,
    /// No round begins after so much work, of which a million takes one to three seconds, nor, in large programs, if
    /// two such rounds would end after it; a round whose points-to sets take more is given up.
    pub work: u64,
    /// No round begins after this time: then the result depends on the machine.
    pub time: Option<Duration>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { rounds: 5, work: 6_000_000, time: None }
    }
}

/// What came out in the end.
#[derive(Debug)]
pub struct Refined<'a> {
    /// The last points-to sets.
    pub points_to: PointsTo<'a>,
    /// The last scan.
    pub scan: Scan,
    /// How often the analysis ran.
    pub rounds: usize,
    /// Whether the thesis's rule ended it, and not the budget.
    pub is_complete: bool,
}

/// Scans with larger and larger k where races are left.
pub fn scan_on_demand<'a>(
    mut points_to: PointsTo<'a>,
    bound: &Bound<'a>,
    plan: impl Into<Plan>,
    budget: Budget,
    progress: &mut dyn FnMut(usize, &Scan),
) -> Refined<'a> {
    let plan = plan.into();
    let start = Instant::now();
    let mut considered: FxHashSet<Vec<SiteId>> = FxHashSet::default();
    let mut factories: FxHashSet<MethodId> = FxHashSet::default();
    let mut rounds = 0;
    let (mut fewest, mut idle) = (usize::MAX, 0);
    let mut work = 0;
    loop {
        let scan = scan(&points_to, bound, plan.clone());
        rounds += 1;
        let round = points_to.work() + scan.work;
        work += round;
        let is_large = points_to.methods().len() > MANY_METHODS;
        let (most_idle, few) = if is_large { (1, fewest / FEW) } else { (IDLE, 0) };
        idle = if scan.counts.races < fewest - few { 0 } else { idle + 1 };
        fewest = fewest.min(scan.counts.races);
        progress(rounds, &scan);
        let mut raise: Vec<SiteId> = Vec::new();
        for &object in &scan.racing {
            let sites = points_to.sites(object);
            let distinct: FxHashSet<SiteId> = sites.iter().copied().collect();
            let is_new = considered.insert(sites.clone()) && distinct.len() == sites.len();
            if is_new && can_be_finer(&points_to, &sites) {
                raise.extend(sites);
            }
        }
        raise.retain(|&site| matches!(points_to.site_kind(site), SiteKind::Alloc(..)));
        raise.sort();
        raise.dedup();
        let by_call = new_factories(&points_to, &scan, &mut factories);
        let by_call = if by_call.len() > MOST_FACTORIES { Vec::new() } else { by_call };
        let is_complete = raise.is_empty() && by_call.is_empty();
        // In large programs a further round is worth little: it must be cheap.
        let expected = if is_large { work + 2 * round } else { work };
        let is_late = budget.time.is_some_and(|time| start.elapsed() >= time) || expected >= budget.work;
        if is_complete || idle >= most_idle || rounds >= budget.rounds || is_late {
            return Refined { points_to, scan, rounds, is_complete };
        }
        let raise: Vec<(SiteId, u8)> =
            raise.into_iter().map(|site| (site, points_to.k(site).saturating_add(1))).collect();
        if !points_to.refine(&raise, &by_call, budget.work, &mut NoElements, &mut |_| {}) {
            return Refined { points_to, scan, rounds, is_complete: false };
        }
    }
}

/// More factories than that are not told apart.
const MOST_FACTORIES: usize = 100;

/// How many calls of a factory are told apart at most.
const CALLS: usize = 16;

/// The application's methods that make racing objects and return something, and its static methods that have to do with
/// such objects; those that are called at a few places, and were not found before.
fn new_factories(points_to: &PointsTo<'_>, scan: &Scan, known: &mut FxHashSet<MethodId>) -> Vec<MethodId> {
    let program = points_to.program();
    let is_factory = |method: &MethodId| {
        program.is_application(method.class)
            && program.method(*method).is_ok_and(|it| {
                let result = program.symbols().descriptor_data(it.descriptor).result;
                result.is_some_and(|ty| ty.class_name().is_some() || ty.is_array())
            })
    };
    let maker = |&object: &ObjectId| {
        let sites = points_to.sites(object).into_iter();
        let mut sites = sites.filter(|&site| matches!(points_to.site_kind(site), SiteKind::Alloc(..)));
        sites.find_map(|site| points_to.site_place(site).map(|(method, _)| method).filter(is_factory))
    };
    let made: Vec<(ObjectId, MethodId)> =
        scan.racing.iter().filter_map(|object| Some((*object, maker(object)?))).collect();
    let makers: FxHashSet<MethodId> = made.iter().map(|&(_, method)| method).collect();
    let is_few = |calls: &FxHashMap<MethodId, usize>, method: &MethodId| {
        calls.get(method).is_some_and(|count| (2..=CALLS).contains(count))
    };
    let calls = points_to.call_counts(&makers);
    let objects: FxHashSet<ObjectId> =
        made.iter().filter(|(_, maker)| is_few(&calls, maker)).map(|&(object, _)| object).collect();
    let mut all: FxHashSet<MethodId> = makers;
    if !objects.is_empty() {
        all.extend(points_to.static_users(&objects));
    }
    let calls = points_to.call_counts(&all);
    let mut found: Vec<MethodId> =
        all.into_iter().filter(|method| is_few(&calls, method) && known.insert(*method)).collect();
    found.sort();
    found
}

/// Whether objects of a sequence of sites could be told apart by further sites: the method of the last one runs in
/// several contexts, or in one whose last site could be told apart.
fn can_be_finer(points_to: &PointsTo<'_>, sites: &[SiteId]) -> bool {
    let mut last = sites.last().copied();
    let mut seen: FxHashSet<SiteId> = FxHashSet::default();
    while let Some(site) = last {
        // What a method of this kind stands for may be several.
        let Some((method, _)) = points_to.site_place(site) else {
            return matches!(points_to.site_kind(site), SiteKind::Entered(_));
        };
        let instances = points_to.instances(method);
        let contexts: FxHashSet<_> = instances.iter().map(|&instance| points_to.context(instance)).collect();
        if contexts.len() > 1 || !seen.insert(site) {
            return contexts.len() > 1;
        }
        last = contexts.into_iter().next().and_then(|(sites, _)| sites.last().copied());
    }
    false
}
