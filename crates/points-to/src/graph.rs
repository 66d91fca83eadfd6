//! Pointers and the edges between them: what one points to, the other does, too.
//!
//! Pointers that are on a cycle of unfiltered edges point to the same objects; they are merged into one
//! ([`Graph::merge`]), which stands for all of them. Edges of variables of one method to each other are
//! not here: the method's template has them, once for all contexts.

use crate::ids::{FilterId, InstanceId, NodeId};
use crate::set::{Bits, Set};

/// Why a method runs because of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeKind {
    /// The call instruction itself.
    Call,
    /// Library code that the call runs calls back, in the same thread.
    Callback,
    /// The call starts a thread, or hands a task to one.
    Spawn,
    /// The call runs, or prepares, a stage of a stream: in the same thread, or in several when the stream is
    /// parallel.
    Stage,
}

const NOTHING: u32 = u32::MAX;

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    sets: Vec<Set>,
    /// Members that were not handed on yet.
    deltas: Vec<Set>,
    /// The pointer that stands for this one, or itself.
    parents: Vec<u32>,
    /// The instance whose variable it is.
    owners: Vec<u32>,
    /// The first edge out.
    first_edges: Vec<u32>,
    edges: Vec<Edge>,
    /// By merged pointer: the others that it stands for.
    members: rustc_hash::FxHashMap<NodeId, Vec<NodeId>>,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    to: NodeId,
    filter: FilterId,
    next: u32,
}

impl Graph {
    /// Adds `count` pointers, numbered one after the other.
    pub(crate) fn add(&mut self, count: usize, owner: Option<InstanceId>) -> NodeId {
        let first = self.sets.len();
        let total = first + count;
        self.sets.resize_with(total, Set::default);
        self.deltas.resize_with(total, Set::default);
        self.parents.extend(first as u32..total as u32);
        self.owners.resize(total, owner.map_or(NOTHING, |owner| owner.0));
        self.first_edges.resize(total, NOTHING);
        NodeId(first as u32)
    }

    /// How many pointers there are.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// How many edges there are.
    pub(crate) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The pointer that stands for `node`.
    #[inline]
    pub(crate) fn find(&mut self, node: NodeId) -> NodeId {
        let parent = self.parents[node.index()];
        if parent == node.0 {
            return node;
        }
        let root = self.find(NodeId(parent));
        self.parents[node.index()] = root.0;
        root
    }

    /// As [`Graph::find`], without making the next search shorter.
    pub(crate) fn root(&self, mut node: NodeId) -> NodeId {
        while self.parents[node.index()] != node.0 {
            node = NodeId(self.parents[node.index()]);
        }
        node
    }

    /// The instance whose variable a pointer is.
    #[inline]
    pub(crate) fn owner(&self, node: NodeId) -> Option<InstanceId> {
        let owner = self.owners[node.index()];
        (owner != NOTHING).then_some(InstanceId(owner))
    }

    /// What `node`, which must stand for itself, points to.
    #[inline]
    pub(crate) fn set(&self, node: NodeId) -> &Set {
        &self.sets[node.index()]
    }

    /// The members that were handed on already.
    pub(crate) fn handed_on(&self, node: NodeId) -> Set {
        let delta = &self.deltas[node.index()];
        let mut handed = Set::default();
        self.sets[node.index()].for_each(|item| {
            if !delta.contains(item) {
                handed.insert(item);
            }
        });
        handed
    }

    /// Takes a set out while others change; it must be put back.
    pub(crate) fn take_set(&mut self, node: NodeId) -> Set {
        std::mem::take(&mut self.sets[node.index()])
    }

    /// Puts back what was taken out.
    pub(crate) fn put_set(&mut self, node: NodeId, set: Set) {
        self.sets[node.index()] = set;
    }

    /// Adds a member to the set of a pointer that stands for itself, and says whether it now has members to
    /// hand on and had none before.
    #[inline]
    pub(crate) fn insert(&mut self, node: NodeId, item: u32) -> bool {
        if !self.sets[node.index()].insert(item) {
            return false;
        }
        let delta = &mut self.deltas[node.index()];
        let was_idle = delta.is_empty();
        delta.insert(item);
        was_idle
    }

    /// As [`Graph::insert`], for all members of a large set that the mask has.
    pub(crate) fn absorb(&mut self, node: NodeId, from: &Bits, mask: Option<&[u64]>) -> bool {
        let delta = &mut self.deltas[node.index()];
        let was_idle = delta.is_empty();
        self.sets[node.index()].absorb(from, mask, delta) && was_idle
    }

    /// The members that were not handed on yet.
    pub(crate) fn take_delta(&mut self, node: NodeId) -> Set {
        std::mem::take(&mut self.deltas[node.index()])
    }

    /// Adds an edge.
    pub(crate) fn link(&mut self, from: NodeId, to: NodeId, filter: FilterId) {
        let next = self.first_edges[from.index()];
        self.first_edges[from.index()] = self.edges.len() as u32;
        self.edges.push(Edge { to, filter, next });
    }

    /// The first edge out of a pointer; see [`Graph::edge`].
    #[inline]
    pub(crate) fn first_edge(&self, node: NodeId) -> u32 {
        self.first_edges[node.index()]
    }

    /// Target and filter of an edge, and the next edge; `None` at the end.
    #[inline]
    pub(crate) fn edge(&self, edge: u32) -> Option<(NodeId, FilterId, u32)> {
        let Edge { to, filter, next } = *self.edges.get(edge as usize)?;
        Some((to, filter, next))
    }

    /// The other pointers that one stands for.
    pub(crate) fn members(&self, node: NodeId) -> &[NodeId] {
        self.members.get(&node).map_or(&[], |members| members)
    }

    /// Makes `into` stand for `node`. The caller hands all of `into`'s set on again.
    pub(crate) fn merge(&mut self, node: NodeId, into: NodeId) {
        self.parents[node.index()] = into.0;
        let set = std::mem::take(&mut self.sets[node.index()]);
        self.deltas[node.index()] = Set::default();
        set.for_each(|item| {
            self.sets[into.index()].insert(item);
        });
        self.append_edges(node, into);
        let mut moved = self.members.remove(&node).unwrap_or_default();
        moved.push(node);
        self.members.entry(into).or_default().append(&mut moved);
    }

    fn append_edges(&mut self, from: NodeId, to: NodeId) {
        let first = self.first_edges[from.index()];
        if first == NOTHING {
            return;
        }
        let mut last = first;
        while self.edges[last as usize].next != NOTHING {
            last = self.edges[last as usize].next;
        }
        self.edges[last as usize].next = self.first_edges[to.index()];
        self.first_edges[to.index()] = first;
        self.first_edges[from.index()] = NOTHING;
    }

    /// Drops edges of a merged pointer that lead back to it or are there twice.
    pub(crate) fn clean_edges(&mut self, node: NodeId) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut edge = self.first_edges[node.index()];
        let mut kept = NOTHING;
        while edge != NOTHING {
            let Edge { to, filter, next } = self.edges[edge as usize];
            let to = self.find(to);
            if to != node && seen.insert((to, filter)) {
                self.edges[edge as usize] = Edge { to, filter, next: kept };
                kept = edge;
            }
            edge = next;
        }
        self.first_edges[node.index()] = kept;
    }

    /// Bytes on the heap, about.
    pub(crate) fn heap_size(&self) -> usize {
        let sets: usize = self.sets.iter().map(Set::heap_size).sum();
        sets + self.sets.capacity() * (2 * size_of::<Set>() + 12) + self.edges.capacity() * size_of::<Edge>()
    }
}
