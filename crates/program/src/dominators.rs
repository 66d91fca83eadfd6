//! Dominators and post-dominators: the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast
//! Dominance Algorithm"), which walks up the tree built so far until both sides meet.
//!
//! Both count exceptional edges. Post-dominators are computed towards a virtual exit behind every
//! return and throw; a block from which no exit is reached (an endless loop) has none.

use crate::ir::{BlockId, Body};

/// A dominator or post-dominator tree over the blocks of a body.
#[derive(Debug, Clone)]
pub struct DominatorTree {
    /// The parent of each block; the root's is itself, `NONE` for a block outside of the tree.
    parent: Vec<u32>,
    /// When a walk over the tree enters and leaves each block.
    times: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl DominatorTree {
    /// The dominator tree: `a` dominates `b` when every way from the entry to `b` goes through `a`.
    pub fn dominators(body: &Body) -> DominatorTree {
        let count = body.block_count();
        let graph = Graph::new(count, |block| body.preds(BlockId(block)).iter().map(|pred| pred.0));
        let order: Vec<u32> = (0..count as u32).collect();
        Self::solve(&order, &graph)
    }

    /// The post-dominator tree: `a` post-dominates `b` when every way from `b` out of the method goes
    /// through `a`.
    pub fn post_dominators(body: &Body) -> DominatorTree {
        let exit = body.block_count() as u32;
        let leaves = |block: BlockId| {
            // Returns and throws leave; so may anything that throws past all handlers, which is left
            // out: else next to nothing would post-dominate.
            body.succs(block).is_empty()
        };
        let successors = |block: u32| {
            let own = (block < exit).then(|| body.all_succs(BlockId(block))).into_iter().flatten();
            let to_exit = (block < exit && leaves(BlockId(block))).then_some(exit);
            own.map(|succ| succ.0).chain(to_exit)
        };
        let forward = Graph::new(exit as usize + 1, successors);
        let order = reverse_post_order_backwards(body, exit, &leaves);
        Self::solve(&order, &forward)
    }

    /// `order`: the blocks that can be reached from the root, the root first, in reverse post-order;
    /// `incoming`: the edges against the direction of that order.
    fn solve(order: &[u32], incoming: &Graph) -> DominatorTree {
        let count = incoming.starts.len() - 1;
        let mut position = vec![NONE; count];
        for (at, &block) in order.iter().enumerate() {
            position[block as usize] = at as u32;
        }
        let mut parent = vec![NONE; count];
        let root = order[0];
        parent[root as usize] = root;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &order[1..] {
                let known = incoming.of(block).iter().copied().filter(|&pred| parent[pred as usize] != NONE);
                let meet = known.reduce(|a, b| intersect(a, b, &parent, &position));
                let meet = meet.unwrap_or(NONE);
                if parent[block as usize] != meet {
                    parent[block as usize] = meet;
                    changed = true;
                }
            }
        }
        let times = walk_times(root, &parent);
        DominatorTree { parent, times }
    }

    /// The block's parent in the tree; `None` for the root, for a block outside of the tree, and for one
    /// whose parent is the virtual exit.
    pub fn parent(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.parent[block.index()];
        let is_virtual = parent as usize == self.parent.len() - 1 && self.parent[parent as usize] == parent;
        (parent != NONE && parent != block.0 && (!is_virtual || parent == 0)).then_some(BlockId(parent))
    }

    /// Whether `a` dominates `b`; every block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let ((enter_a, leave_a), (enter_b, leave_b)) = (self.times[a.index()], self.times[b.index()]);
        a == b || enter_a < enter_b && leave_b < leave_a
    }
}

fn intersect(mut a: u32, mut b: u32, parent: &[u32], position: &[u32]) -> u32 {
    while a != b {
        while position[a as usize] > position[b as usize] {
            a = parent[a as usize];
        }
        while position[b as usize] > position[a as usize] {
            b = parent[b as usize];
        }
    }
    a
}

/// Entry and exit times of a walk; blocks outside of the tree get times that nest in nothing.
fn walk_times(root: u32, parent: &[u32]) -> Vec<(u32, u32)> {
    let children = Graph::of_parents(parent);
    let mut times = vec![(NONE, 0); parent.len()];
    let mut clock = 0;
    let mut stack = vec![(root, 0)];
    times[root as usize].0 = clock;
    while let Some((block, next)) = stack.last_mut() {
        clock += 1;
        match children.of(*block).get(*next) {
            Some(&child) => {
                *next += 1;
                times[child as usize].0 = clock;
                stack.push((child, 0));
            }
            None => {
                times[*block as usize].1 = clock;
                stack.pop();
            }
        }
    }
    times
}

fn reverse_post_order_backwards(body: &Body, exit: u32, leaves: &dyn Fn(BlockId) -> bool) -> Vec<u32> {
    let mut seen = vec![false; exit as usize + 1];
    let mut order = Vec::new();
    let exits: Vec<u32> = body.blocks().filter(|&block| leaves(block)).map(|block| block.0).collect();
    let preds = |block: u32| -> Vec<u32> {
        if block == exit { exits.clone() } else { body.preds(BlockId(block)).iter().map(|p| p.0).collect() }
    };
    seen[exit as usize] = true;
    let mut stack = vec![(exit, preds(exit), 0)];
    while let Some((block, next, at)) = stack.last_mut() {
        match next.get(*at).copied() {
            Some(pred) => {
                *at += 1;
                if !std::mem::replace(&mut seen[pred as usize], true) {
                    stack.push((pred, preds(pred), 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Adjacency lists in one vector.
struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    fn new<I: Iterator<Item = u32>>(count: usize, edges: impl Fn(u32) -> I) -> Graph {
        let mut graph = Graph { starts: Vec::with_capacity(count + 1), targets: Vec::new() };
        for block in 0..count as u32 {
            graph.starts.push(graph.targets.len() as u32);
            graph.targets.extend(edges(block));
        }
        graph.starts.push(graph.targets.len() as u32);
        graph
    }

    fn of_parents(parent: &[u32]) -> Graph {
        let mut counts = vec![0u32; parent.len() + 1];
        let is_child = |&(child, &parent): &(usize, &u32)| parent != NONE && parent as usize != child;
        for (_, &parent) in parent.iter().enumerate().filter(is_child) {
            counts[parent as usize + 1] += 1;
        }
        for index in 1..counts.len() {
            counts[index] += counts[index - 1];
        }
        let mut graph =
            Graph { targets: vec![0; *counts.last().unwrap_or(&0) as usize], starts: counts.clone() };
        for (child, &parent) in parent.iter().enumerate().filter(is_child) {
            graph.targets[counts[parent as usize] as usize] = child as u32;
            counts[parent as usize] += 1;
        }
        graph
    }

    fn of(&self, block: u32) -> &[u32] {
        &self.targets[self.starts[block as usize] as usize..self.starts[block as usize + 1] as usize]
    }
}
