//! Which streams may be parallel.
//!
//! Stages of one pipeline belong together, with the collectors that are given to it. Whether its functions run in
//! several threads is decided by the call that ends it: by the last of `parallel` and `sequential` before, as far as the
//! calls stand in one body; else a pipeline is parallel if any of its calls says so.

use deadheat_models::{Bound, Contract, Mode, Object, Times, View};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::MethodId;
use deadheat_program::ir::{Body, Const, Inst, InstId, InvokeKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// See the module's description.
pub(crate) struct Streams {
    parallel: FxHashSet<InstanceId>,
    /// Operations that end streams which are surely not parallel.
    sequential: FxHashSet<InstanceId>,
}

/// A call on a stream, a stream's source, or a collector's.
struct Operation {
    instance: InstanceId,
    contract: Contract,
    objects: Vec<ObjectId>,
}

impl Streams {
    pub(crate) fn of(points_to: &PointsTo<'_>, bound: &Bound<'_>) -> Streams {
        let mut search =
            Search { points_to, bound, parents: FxHashMap::default(), callers: FxHashMap::default() };
        let operations = search.operations();
        search.callers = points_to.callers_of(operations.iter().map(|operation| operation.instance));
        let mut parallel: FxHashSet<ObjectId> = FxHashSet::default();
        let mut undecided: FxHashSet<ObjectId> = FxHashSet::default();
        let mut ended: FxHashSet<ObjectId> = FxHashSet::default();
        for operation in operations.iter().filter(|operation| joins_own(&operation.contract)) {
            let modes = search.modes_at_end(operation.instance);
            for &object in &operation.objects {
                let pipeline = search.find(object);
                ended.insert(pipeline);
                if modes.contains(&Some(Mode::Parallel)) {
                    parallel.insert(pipeline);
                }
                if modes.contains(&None) {
                    undecided.insert(pipeline);
                }
            }
        }
        for operation in &operations {
            if mode(&operation.contract) == Some(Mode::Parallel) && !search.is_told_no(operation.instance) {
                for &object in &operation.objects {
                    let pipeline = search.find(object);
                    if undecided.contains(&pipeline) || !ended.contains(&pipeline) {
                        parallel.insert(pipeline);
                    }
                }
            }
        }
        let mut is_parallel = |operation: &&Operation| {
            operation.objects.iter().any(|&object| parallel.contains(&search.find(object)))
        };
        let parallel: FxHashSet<InstanceId> =
            operations.iter().filter(&mut is_parallel).map(|operation| operation.instance).collect();
        let sequential = search.sequential(&operations, &parallel);
        Streams { parallel, sequential }
    }

    /// Whether an operation ends only streams that are surely not parallel.
    pub(crate) fn is_sequential(&self, operation: InstanceId) -> bool {
        self.sequential.contains(&operation)
    }

    /// All operations on parallel streams, in any order.
    pub(crate) fn parallel(&self) -> impl Iterator<Item = InstanceId> {
        self.parallel.iter().copied()
    }

    /// Whether the functions that an operation is given may run in several threads.
    pub(crate) fn is_parallel(&self, operation: InstanceId) -> bool {
        self.parallel.contains(&operation)
    }
}

struct Search<'s, 'a> {
    points_to: &'s PointsTo<'a>,
    bound: &'s Bound<'a>,
    /// By object: another of the same pipeline.
    parents: FxHashMap<ObjectId, ObjectId>,
    /// By operation.
    callers: FxHashMap<InstanceId, Vec<(InstanceId, InstId)>>,
}

impl Search<'_, '_> {
    /// The operations on streams. Objects that an operation has to do with are of one pipeline.
    fn operations(&mut self) -> Vec<Operation> {
        let mut contracts: FxHashMap<MethodId, Option<Contract>> = FxHashMap::default();
        let mut operations = Vec::new();
        for instance in self.points_to.all_instances() {
            let Some(method) = self.points_to.method(instance) else { continue };
            let contract = contracts
                .entry(method)
                .or_insert_with(|| self.bound.contract(method).filter(is_about_streams))
                .clone();
            let Some(contract) = contract else { continue };
            let is_static = self.points_to.program().method(method).is_ok_and(|it| it.flags.is_static());
            let objects = self.objects(instance, &contract, is_static);
            for pair in objects.windows(2) {
                let (one, other) = (self.find(pair[0]), self.find(pair[1]));
                self.parents.insert(one, other);
            }
            operations.push(Operation { instance, contract, objects });
        }
        operations
    }

    /// The streams and collectors that an operation is about.
    fn objects(&self, instance: InstanceId, contract: &Contract, is_static: bool) -> Vec<ObjectId> {
        let parameters = self.points_to.parameters(instance);
        let given = |object: &Object| match object {
            Object::This if !is_static => parameters.first(),
            Object::Argument(index) => parameters.get(usize::from(*index) + usize::from(!is_static)),
            _ => None,
        };
        let mut objects = Vec::new();
        let makes = contract.values.iter().flat_map(|values| &values.makes);
        let is_source = mode(contract).is_some();
        for made in makes.filter(|_| !is_source) {
            objects.extend(given(&made.of).into_iter().flatten());
        }
        let joins = contract.ordering.iter().flat_map(|ordering| &ordering.joins);
        let returns = contract.values.iter().flat_map(|values| &values.returns);
        for object in joins.chain(returns) {
            objects.extend(given(object).into_iter().flatten());
        }
        let makes_handle = contract.spawning.as_ref().is_some_and(|it| it.handle != Some(Object::This));
        if makes_handle || mode(contract).is_some() || objects.is_empty() || !joins_own(contract) {
            objects.extend(self.points_to.results(instance));
        }
        objects
    }

    /// The operations that end streams whose stages were seen, and which are not parallel.
    fn sequential(
        &mut self,
        operations: &[Operation],
        parallel: &FxHashSet<InstanceId>,
    ) -> FxHashSet<InstanceId> {
        let mut staged: FxHashSet<ObjectId> = FxHashSet::default();
        for operation in operations.iter().filter(|operation| is_stage(&operation.contract)) {
            staged.extend(operation.objects.iter().map(|&object| self.find(object)));
        }
        let ends = operations.iter().filter(|it| joins_own(&it.contract) && !parallel.contains(&it.instance));
        let ends = ends.filter(|it| it.objects.iter().all(|&object| staged.contains(&self.find(object))));
        ends.map(|operation| operation.instance).collect()
    }

    fn find(&mut self, object: ObjectId) -> ObjectId {
        let mut root = object;
        while let Some(&parent) = self.parents.get(&root).filter(|&&parent| parent != root) {
            root = parent;
        }
        self.parents.insert(object, root);
        root
    }

    /// How a pipeline runs that an operation ends, by caller; none where it is not known.
    fn modes_at_end(&self, end: InstanceId) -> Vec<Option<Mode>> {
        self.at_calls(end, |caller, body, arguments| self.mode_of(caller, body, *arguments.first()?))
    }

    /// Whether all callers say that a stream shall not be parallel.
    fn is_told_no(&self, source: InstanceId) -> bool {
        let told = self.at_calls(source, |_, body, arguments| Some(is_told_no(body, arguments)));
        !told.is_empty() && told.iter().all(|told| *told == Some(true))
    }

    /// What is found at each call of an operation; none where there is no body to look at.
    fn at_calls<T>(
        &self,
        operation: InstanceId,
        find: impl Fn(InstanceId, &Body, &[Value]) -> Option<T>,
    ) -> Vec<Option<T>> {
        let calls = self.callers.get(&operation).into_iter().flatten();
        let found = calls.map(|&(caller, inst)| {
            let body = self.points_to.body(caller)?;
            match body.inst(inst) {
                Inst::Invoke(_, _, list) => find(caller, &body, body.list(list)),
                _ => None,
            }
        });
        found.collect()
    }

    /// How the stream in a value runs, by the calls that made it.
    fn mode_of(&self, instance: InstanceId, body: &Body, value: Value) -> Option<Mode> {
        let mut value = value;
        loop {
            match body.inst(value) {
                Inst::CheckCast(_, inner) => value = inner,
                Inst::Invoke(kind, _, list) => {
                    let list = body.list(list);
                    let callees = self.points_to.callees(instance, value);
                    let contract = |(callee, _)| self.bound.contract(self.points_to.method(callee)?);
                    let mut contracts = callees.into_iter().map(contract);
                    let first = contracts.next()??;
                    if !contracts.all(|other| other.as_ref() == Some(&first)) {
                        return None;
                    }
                    if let Some(mode) = mode(&first) {
                        return Some(if is_told_no(body, list) { Mode::Sequential } else { mode });
                    }
                    if kind == InvokeKind::Static || !is_next_stage(&first) {
                        return None;
                    }
                    value = *list.first()?;
                }
                _ => return None,
            }
        }
    }
}

/// Whether the last argument says that a stream shall not be parallel.
fn is_told_no(body: &Body, arguments: &[Value]) -> bool {
    arguments.last().is_some_and(|&last| matches!(body.inst(last), Inst::Const(Const::Int(0))))
}

fn mode(contract: &Contract) -> Option<Mode> {
    contract.values.as_ref().and_then(|values| values.mode)
}

fn is_about_streams(contract: &Contract) -> bool {
    is_stage(contract) || joins_own(contract)
}

/// Whether only streams have such a contract.
fn is_stage(contract: &Contract) -> bool {
    let is_as_mode = contract.spawning.as_ref().is_some_and(|it| it.times == Some(Times::AsMode));
    let makes_stage = |it: &deadheat_models::Values| it.makes.iter().any(|made| made.kind == View::Stage);
    is_as_mode || mode(contract).is_some() || contract.values.as_ref().is_some_and(makes_stage)
}

/// Whether a contract gives the next stage of the stream that it is called on, or that itself.
pub(crate) fn is_next_stage(contract: &Contract) -> bool {
    contract.values.as_ref().is_some_and(|values| {
        values.returns.contains(&Object::This)
            || values.makes.iter().any(|it| it.kind == View::Stage && it.of == Object::This)
    })
}

/// Whether a contract waits for what runs for its own object.
pub(crate) fn joins_own(contract: &Contract) -> bool {
    contract.ordering.as_ref().is_some_and(|ordering| ordering.joins.contains(&Object::This))
}
