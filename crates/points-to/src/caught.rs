//! Whose exceptions are caught.
//!
//! All that is thrown anywhere is in one pot, from which every handler takes what fits; so the pot's pointers stand for
//! the variables of all handlers. But a thread catches what it threw itself, unless a call waits for other threads and
//! throws what they threw: then handlers in the methods that lead to that call may get it. So each variable that takes from
//! the pot has a place of its own among what is foreign, besides that of the pot, which has what was foreign to whoever
//! threw it.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use crate::graph::EdgeKind;
use crate::ids::{InstanceId, NodeId, ObjectId};
use crate::result::{PointsTo, Solution};
use crate::set::has_bit;
use crate::template::{NONE, Start, Template, Use, Var};
use crate::world::THROWN;

/// The calls that may throw what other threads threw.
#[derive(Debug, Clone, Default)]
pub struct Waits {
    /// Contracts that wait for other threads.
    pub always: FxHashSet<InstanceId>,
    /// Those that do so only if what they are called on is another's.
    pub for_foreign: FxHashSet<InstanceId>,
    /// Those that throw only some of it, and what that is.
    pub within: (Vec<InstanceId>, Vec<ObjectId>),
    /// Contracts that run the functions of streams in the same thread.
    pub ends: Vec<InstanceId>,
}

impl Waits {
    pub(crate) fn contains(&self, contract: InstanceId) -> bool {
        self.always.contains(&contract)
            || self.for_foreign.contains(&contract)
            || self.within.0.contains(&contract)
    }
}

/// The variables that take from the pot: a mask over pointers.
#[derive(Debug, Default)]
pub(crate) struct Caught {
    mask: Vec<u64>,
}

impl Caught {
    pub(crate) fn of(solution: &Solution) -> Caught {
        let mut mask = vec![0; solution.graph.len().div_ceil(64)];
        for instance in &solution.instances {
            for var in taken(&instance.template) {
                let node = NodeId(instance.first_node.0 + var).index();
                mask[node / 64] |= 1 << (node % 64);
            }
        }
        Caught { mask }
    }

    /// Whether a pointer is a variable that takes from the pot.
    pub(crate) fn contains(&self, node: NodeId) -> bool {
        has_bit(&self.mask, node.0)
    }

    /// Where it is kept what a pointer holds that is foreign.
    pub(crate) fn slot(&self, solution: &Solution, node: NodeId) -> NodeId {
        if self.contains(node) { node } else { solution.graph.root(node) }
    }
}

/// The variables of a method that take from the pot.
pub(crate) fn taken(template: &Template) -> impl Iterator<Item = Var> {
    template.starts.iter().filter_map(|start| match *start {
        Start::LoadStatic(var, THROWN, _) => Some(var),
        _ => None,
    })
}

impl PointsTo<'_> {
    /// What an instance throws itself, and what the JVM throws, if it is asked for that.
    pub fn thrown_by(&self, instance: Option<InstanceId>) -> Vec<ObjectId> {
        let solution = &self.solution;
        let root = |node: NodeId| solution.graph.root(node);
        let Some(instance) = instance else {
            let pot = solution.statics.get(&THROWN).map(|&pot| root(pot));
            let given = solution.given.iter().filter(|&&(node, _)| Some(root(node)) == pot);
            return given.filter_map(|&(_, object)| object).collect();
        };
        let it = &solution.instances[instance.index()];
        let thrown = it.template.starts.iter().filter_map(|start| match *start {
            Start::StoreStatic(THROWN, var) => Some(NodeId(it.first_node.0 + var)),
            _ => None,
        });
        thrown.flat_map(|node| solution.graph.set(root(node)).to_vec()).map(ObjectId).collect()
    }
}

/// Whether a variable is what a contract makes and throws.
pub(crate) fn is_thrown(template: &Template, var: Var) -> bool {
    template.starts.iter().any(|start| matches!(*start, Start::StoreStatic(THROWN, of) if of == var))
}

/// To which pointers of others a variable is handed: parameters, results, static fields, and fields of objects.
pub(crate) fn handed_to(
    solution: &Solution,
    callers: &Callers,
    owner: InstanceId,
    var: Var,
    mut hand: impl FnMut(NodeId),
) {
    let instance = &solution.instances[owner.index()];
    let template = &instance.template;
    for (index, call) in template.calls.iter().enumerate() {
        let args = template.args(call).iter().enumerate().filter(|&(_, &arg)| arg == var);
        for (position, _) in args {
            for edge in solution.edges_at(owner, index as u32) {
                let callee = &solution.instances[edge.callee.index()];
                let param = callee.template.params.get(position).filter(|&&param| param != NONE);
                param.into_iter().for_each(|&param| hand(NodeId(callee.first_node.0 + param)));
            }
        }
    }
    for start in &template.starts {
        if let Start::StoreStatic(field, of) = *start
            && of == var
        {
            solution.statics.get(&field).into_iter().for_each(|&node| hand(node));
        }
    }
    for base in 0..template.vars {
        for what in template.uses(base) {
            if let Use::Store(field, from) = *what
                && from == var
            {
                let holders = solution.graph.set(solution.graph.root(NodeId(instance.first_node.0 + base)));
                holders.for_each(|holder| {
                    let held = solution.fields.get(&(ObjectId(holder), field));
                    held.into_iter().for_each(|&node| hand(node));
                });
            }
        }
    }
    let results = [(template.result, false), (template.raised, true)];
    for (_, is_raised) in results.into_iter().filter(|&(result, _)| result == var) {
        for &edge in callers.edges(solution, owner) {
            let edge = solution.edges[edge as usize];
            let caller = &solution.instances[edge.caller.index()];
            let call = &caller.template.calls[edge.call as usize];
            let to = if is_raised { call.raised } else { call.result };
            if to != NONE {
                hand(NodeId(caller.first_node.0 + to));
            }
        }
    }
}

/// The edges to each instance, found when they are asked for.
#[derive(Debug, Default)]
pub(crate) struct Callers {
    /// Where the edges to an instance begin, and the edges, sorted by callee.
    known: OnceCell<(Vec<u32>, Vec<u32>)>,
}

impl Callers {
    pub(crate) fn edges(&self, solution: &Solution, callee: InstanceId) -> &[u32] {
        let (first, edges) = self.known.get_or_init(|| {
            let mut edges: Vec<u32> = (0..solution.edges.len() as u32).collect();
            edges.sort_by_key(|&edge| solution.edges[edge as usize].callee);
            let mut first = vec![0u32; solution.instances.len() + 1];
            for edge in &solution.edges {
                first[edge.callee.index() + 1] += 1;
            }
            for index in 1..first.len() {
                first[index] += first[index - 1];
            }
            (first, edges)
        });
        &edges[first[callee.index()] as usize..first[callee.index() + 1] as usize]
    }
}

/// The instances in which exceptions of other threads may arrive.
#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    seen: FxHashSet<InstanceId>,
    are_ends_seen: bool,
}

impl Arrivals {
    /// Contracts throw what another thread threw: it arrives in all methods that lead there. Gives those that are new.
    pub(crate) fn add(
        &mut self,
        solution: &Solution,
        callers: &Callers,
        waits: &Waits,
        contracts: &[InstanceId],
    ) -> Vec<InstanceId> {
        let mut found = Vec::new();
        let mut work = contracts.to_vec();
        while let Some(instance) = work.pop() {
            if !self.seen.insert(instance) {
                continue;
            }
            found.push(instance);
            for &edge in callers.edges(solution, instance) {
                let edge = solution.edges[edge as usize];
                let kind = solution.instances[edge.caller.index()].template.calls[edge.call as usize].kind;
                if kind != EdgeKind::Spawn {
                    work.push(edge.caller);
                }
                // Whoever asks a stream for its result runs the functions of its stages.
                if kind == EdgeKind::Stage && !std::mem::replace(&mut self.are_ends_seen, true) {
                    work.extend(&waits.ends);
                }
            }
            let first = solution.initialisations.partition_point(|(_, it)| *it < instance);
            let initialised = solution.initialisations[first..].iter().take_while(|(_, it)| *it == instance);
            work.extend(initialised.map(|&(by, _)| by));
        }
        found
    }
}
