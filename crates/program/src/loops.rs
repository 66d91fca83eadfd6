//! Natural loops: a back edge leads to a block that dominates its source; the loop is everything that
//! reaches the source without passing the head. Loops with one head are one loop.
//!
//! A retreating edge whose target does not dominate its source (irreducible code, which no Java
//! compiler writes, but some obfuscators and Kotlin's coroutines do) makes no loop here;
//! [`Loops::irreducible`] lists it, so that a client can refuse to reason about it.

use crate::dominators::DominatorTree;
use crate::ir::{BlockId, Body};

/// A loop of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// One natural loop.
#[derive(Debug, Clone)]
pub struct Loop {
    /// The only block through which the loop is entered.
    pub head: BlockId,
    /// The sources of the back edges.
    pub latches: Box<[BlockId]>,
    /// All blocks of the loop, inner loops included, in the body's order.
    pub blocks: Box<[BlockId]>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// The loops of a body, outer before inner.
#[derive(Debug, Clone)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
    /// Retreating edges that are no back edges, as (source, target).
    pub irreducible: Vec<(BlockId, BlockId)>,
}

impl Loops {
    /// Finds the loops of a body.
    pub fn find(body: &Body, dominators: &DominatorTree) -> Loops {
        let mut found =
            Loops { loops: Vec::new(), innermost: vec![None; body.block_count()], irreducible: Vec::new() };
        // In reverse post-order an outer loop's head comes before an inner one's.
        for head in body.blocks() {
            let (latches, irreducible): (Vec<_>, Vec<_>) = body
                .preds(head)
                .iter()
                .filter(|&&pred| pred >= head)
                .partition(|&&pred| dominators.dominates(head, pred));
            found.irreducible.extend(irreducible.into_iter().map(|pred| (pred, head)));
            if !latches.is_empty() {
                found.add(body, head, latches);
            }
        }
        found
    }

    fn add(&mut self, body: &Body, head: BlockId, latches: Vec<BlockId>) {
        let id = LoopId(self.loops.len() as u32);
        let parent = self.innermost[head.index()];
        let depth = parent.map_or(1, |parent| self.get(parent).depth + 1);
        let mut blocks = vec![head];
        let mut work = latches.clone();
        self.innermost[head.index()] = Some(id);
        while let Some(block) = work.pop() {
            if self.innermost[block.index()] != Some(id) {
                self.innermost[block.index()] = Some(id);
                blocks.push(block);
                work.extend_from_slice(body.preds(block));
            }
        }
        blocks.sort_unstable();
        self.loops.push(Loop { head, latches: latches.into(), blocks: blocks.into(), parent, depth });
    }

    /// The number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there is no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// All loops, outer before inner.
    pub fn iter(&self) -> impl Iterator<Item = (LoopId, &Loop)> {
        (0..).map(LoopId).zip(&self.loops)
    }

    /// A loop.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }
}
