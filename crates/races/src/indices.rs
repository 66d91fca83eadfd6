//! Numbers that tell the tasks of a loop apart: each task of a loop over a range is given another one, and so has the
//! elements at it for itself, in any array.
//!
//! Which streams hold each number once is what the models say (`numbers`). A number is followed from the function that
//! is given it into the methods that are passed it, as it is.

use deadheat_models::{Bound, Contract, Numbers, Object, Task, Times};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::MethodId;
use deadheat_program::ir::{Inst, InstId, Value};
use deadheat_program::types::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::given::is_by_one;
use crate::summaries::fits;
use crate::threads::{Graph, MAIN};

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Indices {
    /// Loads and stores of elements at a task's own number.
    own: FxHashSet<(InstanceId, InstId)>,
}

impl Indices {
    pub(crate) fn of(points_to: &PointsTo<'_>, bound: &Bound<'_>, graph: &Graph) -> Indices {
        let streams = distinct_streams(points_to, bound);
        let mut found = Indices::default();
        for (number, thread) in graph.threads.iter().enumerate().skip(MAIN + 1) {
            let mut starters = thread.starters.iter().map(|&(by, _)| by).peekable();
            let is_numbered = starters.peek().is_some()
                && starters.all(|by| is_by_one(graph, by) && gives_numbers(points_to, bound, &streams, by));
            if is_numbered {
                found.follow(points_to, graph, number);
            }
        }
        found
    }

    /// Whether an instruction accesses an element at the task's own number.
    pub(crate) fn is_own(&self, instance: InstanceId, inst: InstId) -> bool {
        self.own.contains(&(instance, inst))
    }

    /// All of them, sorted.
    pub(crate) fn all(&self) -> Vec<(InstanceId, InstId)> {
        let mut all: Vec<(InstanceId, InstId)> = self.own.iter().copied().collect();
        all.sort();
        all
    }

    /// Follows the numbers of a thread from its roots.
    fn follow(&mut self, points_to: &PointsTo<'_>, graph: &Graph, thread: usize) {
        let roots = &graph.threads[thread].roots;
        let is_alone = |instance: InstanceId| {
            graph.threads_of(instance).iter().all(|other| other == thread || other == MAIN)
        };
        let mut own: FxHashMap<InstanceId, u32> = FxHashMap::default();
        let mut work: Vec<InstanceId> = Vec::new();
        for &root in roots.iter().filter(|&&root| is_alone(root)) {
            if let Some(last) = points_to.method(root).and_then(|method| last_number(points_to, method)) {
                own.insert(root, 1 << last);
                work.push(root);
            }
        }
        let mut reached = work.clone();
        while let Some(caller) = work.pop() {
            for &(inst, callee) in &graph.calls[caller.index()] {
                let passed = match own[&caller] {
                    mask if is_alone(callee) => passed(points_to, caller, mask, inst, callee),
                    _ => 0,
                };
                // What another thread or caller passes is not known to be a number of the loop.
                let callers = graph.callers(callee);
                let is_from_here = callers.iter().all(|&(by, _)| by == caller && own.contains_key(&by));
                let passed = if is_from_here && !roots.contains(&callee) { passed } else { 0 };
                let known = own.entry(callee).or_insert(u32::MAX);
                let met = *known & passed;
                if met != *known {
                    *known = met;
                    work.push(callee);
                    reached.push(callee);
                }
            }
        }
        reached.sort();
        reached.dedup();
        for instance in reached {
            self.note(points_to, instance, own[&instance]);
        }
    }

    fn note(&mut self, points_to: &PointsTo<'_>, instance: InstanceId, mask: u32) {
        let Some(body) = points_to.body(instance).filter(|_| mask != 0) else { return };
        for inst in body.insts() {
            if let Inst::ArrayLoad(_, _, index) | Inst::ArrayStore(_, _, index, _) = body.inst(inst)
                && is_number(body.inst(index), mask)
            {
                self.own.insert((instance, inst));
            }
        }
    }
}

fn is_number(inst: Inst, mask: u32) -> bool {
    matches!(inst, Inst::Param(index) if index < 32 && mask >> index & 1 == 1)
}

/// The parameters of a callee that are passed numbers of the task.
fn passed(points_to: &PointsTo<'_>, caller: InstanceId, mask: u32, inst: InstId, callee: InstanceId) -> u32 {
    let (Some(body), Some(callee)) = (points_to.body(caller), points_to.method(callee)) else { return 0 };
    let Inst::Invoke(_, name, list) = body.inst(inst) else { return 0 };
    if !fits(points_to, Some(name), callee) {
        return 0;
    }
    let is_passed = |(_, value): &(usize, &Value)| is_number(body.inst(**value), mask);
    let arguments = body.list(list).iter().enumerate().take(32).filter(is_passed);
    arguments.fold(0, |all, (index, _)| all | 1 << index)
}

/// The place of a method's last parameter, if it is a whole number.
fn last_number(points_to: &PointsTo<'_>, method: MethodId) -> Option<usize> {
    let program = points_to.program();
    let declared = program.method(method).ok()?;
    let parameters = &program.symbols().descriptor_data(declared.descriptor).parameters;
    parameters.last().filter(|last| matches!(last.kind(), Kind::Int | Kind::Long))?;
    let place = parameters.len() - 1 + usize::from(!declared.flags.is_static());
    (place < 32).then_some(place)
}

/// The streams of numbers in which none is twice.
fn distinct_streams(points_to: &PointsTo<'_>, bound: &Bound<'_>) -> FxHashSet<ObjectId> {
    let mut makers: FxHashMap<ObjectId, Vec<(InstanceId, Option<Numbers>)>> = FxHashMap::default();
    let mut contracts: FxHashMap<MethodId, Option<Contract>> = FxHashMap::default();
    for instance in points_to.all_instances() {
        let Some(method) = points_to.method(instance) else { continue };
        let contract = contracts.entry(method).or_insert_with(|| bound.contract(method));
        let Some(values) = contract.as_ref().and_then(|contract| contract.values.as_ref()) else { continue };
        if !values.returns.contains(&Object::This) {
            for stream in points_to.results(instance) {
                makers.entry(stream).or_default().push((instance, values.numbers));
            }
        }
    }
    let mut distinct: FxHashSet<ObjectId> = FxHashSet::default();
    loop {
        let is_distinct = |maker: &(InstanceId, Option<Numbers>)| match maker.1 {
            Some(Numbers::Distinct) => true,
            Some(Numbers::Kept) => {
                let of = points_to.parameters(maker.0).into_iter().next().unwrap_or_default();
                !of.is_empty() && of.iter().all(|stream| distinct.contains(stream))
            }
            None => false,
        };
        let mut more: Vec<ObjectId> = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
        for (&stream, makers) in &makers {
            if !distinct.contains(&stream) && makers.iter().all(is_distinct) {
                more.push(stream);
            }
        }
        if more.is_empty() {
            return distinct;
        }
        distinct.extend(more);
    }
}

/// Whether a contract gives each task another number, as the last argument of its only function.
fn gives_numbers(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    streams: &FxHashSet<ObjectId>,
    by: InstanceId,
) -> bool {
    let Some(method) = points_to.method(by) else { return false };
    let contract = bound.contract(method).unwrap_or_default();
    let numbers = contract.values.as_ref().and_then(|values| values.numbers);
    let is_of_numbers = match contract.spawning.as_ref().and_then(|spawning| spawning.times) {
        Some(Times::AsMode) => {
            let of = points_to.parameters(by).into_iter().next().unwrap_or_default();
            !of.is_empty() && of.iter().all(|stream| streams.contains(stream))
        }
        Some(Times::Parallel) => numbers == Some(Numbers::Distinct),
        _ => false,
    };
    is_of_numbers && has_one_function(points_to, method, &contract)
}

/// Whether a contract calls one function, and gives it one number.
fn has_one_function(points_to: &PointsTo<'_>, method: MethodId, contract: &Contract) -> bool {
    let (program, symbols) = (points_to.program(), points_to.program().symbols());
    let Some([Task { object: Object::Argument(index), method: name, .. }]) =
        contract.spawning.as_ref().map(|spawning| &spawning.starts[..])
    else {
        return false;
    };
    let parameters = |method: MethodId| {
        let declared = program.method(method).ok()?;
        Some((declared.name, symbols.descriptor_data(declared.descriptor).parameters.clone()))
    };
    let function = parameters(method).and_then(|(_, all)| all.get(usize::from(*index))?.class_name());
    let methods = function.and_then(|class| program.methods(program.find(class)?).ok());
    let takes_number = |method: MethodId| {
        parameters(method).is_some_and(|(own, all)| {
            symbols.bytes(own) == name.as_bytes()
                && matches!(&all[..], [only] if matches!(only.kind(), Kind::Int | Kind::Long))
        })
    };
    methods.into_iter().flatten().any(takes_number)
}
