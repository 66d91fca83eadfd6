//! What task objects hold: the captured values of lambdas and the fields of objects, with who reads them.

use deadheat_program::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::{FieldKey, InstanceId, NodeId, ObjectId};
use crate::result::PointsTo;
use crate::solver::Instance;
use crate::template::Use;
use crate::world::{Origin, World, capture};

/// Where an object holds another, or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// What a lambda captured, by its number.
    Capture(usize),
    /// A field.
    Field(FieldId),
}

impl Slot {
    pub(crate) fn key(self, world: &World<'_>) -> Option<FieldKey> {
        match self {
            // Beyond this all are one.
            Slot::Capture(index) => (index < 255).then(|| capture(index)),
            Slot::Field(field) => world.field_key(field),
        }
    }
}

/// The code of a lambda: a method whose first parameters are what was captured.
#[derive(Debug, Clone)]
pub struct LambdaCode {
    /// What the lambda runs.
    pub code: InstanceId,
    /// What calls it.
    pub adapter: InstanceId,
    /// The lambda's objects.
    pub objects: Vec<ObjectId>,
}

impl PointsTo<'_> {
    /// The methods that only one lambda runs, in one context.
    pub fn lambda_codes(&self) -> Vec<LambdaCode> {
        let is_adapter = |instance: InstanceId| {
            let method = self.solution.instances[instance.index()].method;
            matches!(self.world.data(method).origin, Origin::Lambda(_))
        };
        let mut callers: FxHashMap<InstanceId, Option<InstanceId>> = FxHashMap::default();
        for instance in self.all_instances().filter(|&instance| is_adapter(instance)) {
            for edge in self.solution.edges_of(instance) {
                callers.insert(edge.callee, None);
            }
        }
        let mut other: FxHashSet<InstanceId> = FxHashSet::default();
        for edge in &self.solution.edges {
            let Some(known) = callers.get_mut(&edge.callee) else { continue };
            if !is_adapter(edge.caller) || known.is_some_and(|known| known != edge.caller) {
                other.insert(edge.callee);
            }
            *known = Some(edge.caller);
        }
        let mut found = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for (&code, &adapter) in callers.iter().filter(|(code, _)| !other.contains(code)) {
            let constructs = self.method(code).is_none_or(|method| self.world.program.is_constructor(method));
            if let Some(adapter) = adapter.filter(|_| !constructs) {
                let objects = self.parameters(adapter).into_iter().next().unwrap_or_default();
                found.push(LambdaCode { code, adapter, objects });
            }
        }
        found.sort_by_key(|lambda| lambda.code);
        found
    }

    /// By slot: the methods that may read it.
    pub fn readers(&self, slots: &[(ObjectId, Slot)]) -> Vec<Vec<InstanceId>> {
        let mut by_key: FxHashMap<FieldKey, Vec<usize>> = FxHashMap::default();
        for (index, (_, slot)) in slots.iter().enumerate() {
            if let Some(key) = slot.key(&self.world) {
                by_key.entry(key).or_default().push(index);
            }
        }
        let mut readers: Vec<Vec<InstanceId>> = vec![Vec::new(); slots.len()];
        for instance in self.all_instances().filter(|_| !by_key.is_empty()) {
            let Instance { template, first_node, .. } = &self.solution.instances[instance.index()];
            for base in 0..template.vars {
                for what in template.uses(base) {
                    let &Use::Load(key, _) = what else { continue };
                    let Some(asked) = by_key.get(&key) else { continue };
                    let graph = &self.solution.graph;
                    let held = graph.set(graph.root(NodeId(first_node.0 + base)));
                    for &index in asked.iter().filter(|&&index| held.contains(slots[index].0.0)) {
                        match self.method(instance) {
                            Some(_) => readers[index].push(instance),
                            None => readers[index].extend(self.called(instance)),
                        }
                    }
                }
            }
        }
        for readers in &mut readers {
            readers.sort();
            readers.dedup();
        }
        readers
    }

    /// What an instance calls, itself or by what plugins made.
    fn called(&self, instance: InstanceId) -> impl Iterator<Item = InstanceId> {
        let edges = self.solution.edges_of(instance).iter();
        edges.flat_map(|edge| self.run_by(edge)).map(|(callee, _)| callee)
    }
}
