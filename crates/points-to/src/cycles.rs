//! Cycles of unfiltered edges: all pointers on one point to the same objects in the end, so one stands
//! for them all.
//!
//! Tarjan's algorithm over the pointers that stand for themselves, from time to time: when the graph has
//! grown by a part since the last search. What a merged pointer's members had not seen of each other's
//! objects is handed to their edges and uses, nothing else; so no edge is made twice.

use crate::ids::{FilterId, NodeId};
use crate::solver::Solver;
use crate::set::Set;
use crate::template::Use;

/// The components that have more than one pointer, and every pointer's place in a topological order.
struct Search {
    /// By pointer: the order of discovery plus one, or 0.
    order: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<NodeId>,
    next: u32,
    components: Vec<Vec<NodeId>>,
    /// By pointer: how many components were closed before its own.
    closed: Vec<u32>,
    closed_count: u32,
}

impl Solver<'_, '_> {
    /// Merges all cycles that there are now.
    pub(crate) fn collapse_cycles(&mut self) {
        let mut components = self.find_cycles();
        if !self.world.options.cycles {
            components.clear();
        }
        let mut missed = Vec::new();
        for component in &components {
            self.collapse(component, &mut missed);
        }
        for component in &components {
            self.graph.clean_edges(component[0]);
        }
        for (node, delta) in missed {
            let objects = delta.to_vec();
            self.use_objects(node, &delta, &objects);
            let root = self.graph.find(node);
            self.notify(root, &objects);
        }
    }

    fn collapse(&mut self, component: &[NodeId], missed: &mut Vec<(NodeId, Set)>) {
        let Some((&into, rest)) = component.split_first() else { return };
        let mut union = self.graph.set(into).clone();
        for &node in rest {
            self.graph.set(node).for_each(|object| {
                union.insert(object);
            });
        }
        for &node in component {
            let mut missing = self.graph.take_delta(node);
            let set = self.graph.set(node);
            union.for_each(|object| {
                if !set.contains(object) {
                    missing.insert(object);
                }
            });
            if missing.is_empty() {
                continue;
            }
            let mut edge = self.graph.first_edge(node);
            while let Some((to, filter, next)) = self.graph.edge(edge) {
                self.hand(&missing, to, filter);
                edge = next;
            }
            for index in 0..self.graph.members(node).len() {
                missed.push((self.graph.members(node)[index], missing.clone()));
            }
            missed.push((node, missing));
        }
        for &node in rest {
            self.graph.merge(node, into);
            self.move_watches(node, into);
        }
        // Edges within the component may have handed some of the objects back.
        self.graph.take_delta(into);
    }

    fn find_cycles(&mut self) -> Vec<Vec<NodeId>> {
        let count = self.graph.len();
        let mut search = Search {
            order: vec![0; count],
            low: vec![0; count],
            on_stack: vec![false; count],
            stack: Vec::new(),
            next: 1,
            components: Vec::new(),
            closed: vec![0; count],
            closed_count: 0,
        };
        for index in 0..count as u32 {
            let node = NodeId(index);
            if search.order[node.index()] == 0 && self.graph.root(node) == node {
                self.search_from(&mut search, node);
            }
        }
        let last = search.closed_count;
        self.ranks = search.closed.iter().map(|&closed| last - closed).collect();
        search.components
    }

    fn search_from(&mut self, search: &mut Search, root: NodeId) {
        // Each entry: the pointer, its successors, and how many of them were visited.
        let mut path: Vec<(NodeId, Vec<NodeId>, usize)> = Vec::new();
        search.discover(root);
        path.push((root, self.successors(root), 0));
        while let Some((node, successors, visited)) = path.last_mut() {
            let node = *node;
            if let Some(&next) = successors.get(*visited) {
                *visited += 1;
                if search.order[next.index()] == 0 {
                    search.discover(next);
                    let successors = self.successors(next);
                    path.push((next, successors, 0));
                } else if search.on_stack[next.index()] {
                    search.low[node.index()] = search.low[node.index()].min(search.order[next.index()]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, ..)) = path.last() {
                let low = search.low[node.index()];
                search.low[parent.index()] = search.low[parent.index()].min(low);
            }
            if search.low[node.index()] == search.order[node.index()] {
                search.close(node);
            }
        }
    }

    /// Where unfiltered edges of a pointer lead.
    fn successors(&mut self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut edge = self.graph.first_edge(node);
        while let Some((to, filter, next)) = self.graph.edge(edge) {
            if filter == FilterId::ANY {
                found.push(self.graph.find(to));
            }
            edge = next;
        }
        self.template_successors(node, &mut found);
        for index in 0..self.graph.members(node).len() {
            let member = self.graph.members(node)[index];
            self.template_successors(member, &mut found);
        }
        found
    }

    fn template_successors(&mut self, node: NodeId, found: &mut Vec<NodeId>) {
        let Some(owner) = self.graph.owner(node) else { return };
        let instance = &self.instances[owner.index()];
        let first = instance.first_node.0;
        for what in instance.template.uses(node.0 - first) {
            if let Use::Copy(to, FilterId::ANY) = *what {
                found.push(self.graph.find(NodeId(first + to)));
            }
        }
    }
}

impl Search {
    fn discover(&mut self, node: NodeId) {
        self.order[node.index()] = self.next;
        self.low[node.index()] = self.next;
        self.next += 1;
        self.on_stack[node.index()] = true;
        self.stack.push(node);
    }

    fn close(&mut self, node: NodeId) {
        let mut component = Vec::new();
        self.closed_count += 1;
        while let Some(top) = self.stack.pop() {
            self.on_stack[top.index()] = false;
            self.closed[top.index()] = self.closed_count;
            component.push(top);
            if top == node {
                break;
            }
        }
        if component.len() > 1 {
            self.components.push(component);
        }
    }
}
