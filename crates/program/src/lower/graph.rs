//! The control-flow graph of a method: reachable blocks and landing pads in reverse post-order.
//!
//! Methods with `jsr` get their graph from [`super::subroutines`], which copies subroutine blocks per
//! way in; everything behind this file sees no difference.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::classfile::ExceptionEntry;
use crate::classfile::opcodes::*;
use crate::error::{Error, Result};

use super::scan::{RawBlock, Scan, Switch, branch_target};

/// What a node of the graph stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// An empty block before the first, made when the first one is jumped to.
    Entry,
    /// The raw block of this number.
    Code(u32),
    /// The landing pad of this number.
    Pad(u32),
}

/// A landing pad: one handler with one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pad {
    pub(super) handler: u16,
    /// Constant pool index, 0 for everything.
    pub(super) catch_type: u16,
}

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) content: Content,
    pub(super) succs: Range<u32>,
    pub(super) pads: Range<u32>,
    pub(super) preds: Range<u32>,
}

/// Nodes and edges. While it is built, numbers are those of creation; [`Graph::order`] renumbers.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<u32>,
    pub(super) pads: Vec<Pad>,
}

/// Memory that is used again from method to method.
#[derive(Default)]
pub(super) struct OrderScratch {
    order: Vec<u32>,
    number: Vec<u32>,
    seen: Vec<bool>,
    stack: Vec<(u32, u32)>,
    work: Vec<u32>,
    targets: Vec<u32>,
}

/// Each block with each of its handlers is an edge; hostile tables could make billions.
const MAX_EDGES: usize = 1 << 22;

impl Graph {
    pub(super) fn add(&mut self, content: Content) -> u32 {
        self.nodes.push(Node { content, succs: 0..0, pads: 0..0, preds: 0..0 });
        (self.nodes.len() - 1) as u32
    }

    /// Appends edges, leaving out repetitions.
    pub(super) fn add_edges(&mut self, targets: impl IntoIterator<Item = u32>) -> Result<Range<u32>> {
        let start = self.edges.len();
        for target in targets {
            if !self.edges[start..].contains(&target) {
                self.edges.push(target);
            }
        }
        self.check_edges()?;
        Ok(start as u32..self.edges.len() as u32)
    }

    /// Appends edges that are known to have no repetitions.
    pub(super) fn add_distinct_edges(
        &mut self,
        targets: impl IntoIterator<Item = u32>,
    ) -> Result<Range<u32>> {
        let start = self.edges.len();
        self.edges.extend(targets);
        self.check_edges()?;
        Ok(start as u32..self.edges.len() as u32)
    }

    fn check_edges(&self) -> Result<()> {
        if self.edges.len() > MAX_EDGES {
            return Err(Error::limit("more than four million control-flow edges in one method"));
        }
        Ok(())
    }

    pub(super) fn succs(&self, node: usize) -> &[u32] {
        let range = &self.nodes[node].succs;
        &self.edges[range.start as usize..range.end as usize]
    }

    pub(super) fn pads(&self, node: usize) -> &[u32] {
        let range = &self.nodes[node].pads;
        &self.edges[range.start as usize..range.end as usize]
    }

    pub(super) fn preds(&self, node: usize) -> &[u32] {
        let range = &self.nodes[node].preds;
        &self.edges[range.start as usize..range.end as usize]
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.pads.clear();
    }

    /// Puts what node `entry` reaches into `ordered`, numbered in reverse post-order, with predecessors.
    pub(super) fn order(&mut self, entry: u32, ordered: &mut Graph, scratch: &mut OrderScratch) {
        self.post_order(entry, scratch);
        let OrderScratch { order, number, .. } = scratch;
        number.clear();
        number.resize(self.nodes.len(), u32::MAX);
        for (position, &old) in order.iter().rev().enumerate() {
            number[old as usize] = position as u32;
        }
        ordered.clear();
        std::mem::swap(&mut ordered.pads, &mut self.pads);
        let renumber = |ordered: &mut Graph, range: &Range<u32>| {
            let start = ordered.edges.len() as u32;
            let old = &self.edges[range.start as usize..range.end as usize];
            ordered.edges.extend(old.iter().map(|&target| number[target as usize]));
            start..ordered.edges.len() as u32
        };
        for &old in order.iter().rev() {
            let node = &self.nodes[old as usize];
            let succs = renumber(ordered, &node.succs);
            let pads = renumber(ordered, &node.pads);
            ordered.nodes.push(Node { content: node.content, succs, pads, preds: 0..0 });
        }
        ordered.add_preds();
    }

    fn post_order(&self, entry: u32, scratch: &mut OrderScratch) {
        let OrderScratch { order, seen, stack, .. } = scratch;
        order.clear();
        seen.clear();
        seen.resize(self.nodes.len(), false);
        stack.clear();
        stack.push((entry, 0));
        seen[entry as usize] = true;
        while let Some((node, visited)) = stack.last_mut() {
            // What is visited first comes last: pads, then branch targets, then the next instruction, so
            // that the code keeps its order, loop bodies stay together, and handlers follow what they guard.
            let (pads, succs) = (self.pads(*node as usize), self.succs(*node as usize));
            let Some(&next) = pads.iter().chain(succs).nth(*visited as usize) else {
                order.push(*node);
                stack.pop();
                continue;
            };
            *visited += 1;
            if !std::mem::replace(&mut seen[next as usize], true) {
                stack.push((next, 0));
            }
        }
    }

    fn add_preds(&mut self) {
        let outgoing = self.edges.len();
        let mut counts = vec![0u32; self.nodes.len()];
        for &target in &self.edges {
            counts[target as usize] += 1;
        }
        let mut at = outgoing as u32;
        for (node, count) in self.nodes.iter_mut().zip(counts) {
            node.preds = at..at;
            at += count;
        }
        self.edges.resize(at as usize, 0);
        for source in 0..self.nodes.len() {
            let (succs, pads) = (self.nodes[source].succs.clone(), self.nodes[source].pads.clone());
            for edge in succs.chain(pads) {
                let target = self.edges[edge as usize] as usize;
                let preds = &mut self.nodes[target].preds;
                self.edges[preds.end as usize] = source as u32;
                preds.end += 1;
            }
        }
    }
}

/// Builds the graph of a method without subroutines and returns its entry; it is not yet ordered.
pub(super) fn build(bytes: &[u8], scan: &Scan, graph: &mut Graph, scratch: &mut OrderScratch) -> Result<u32> {
    graph.clear();
    for block in 0..scan.blocks.len() as u32 {
        graph.add(Content::Code(block));
    }
    let first_pad = scan.blocks.len() as u32;
    let mut handlers = Handlers::new(scan)?;
    for pad in 0..handlers.pads.len() as u32 {
        graph.add(Content::Pad(pad));
    }
    let OrderScratch { seen: reached, work, targets, .. } = scratch;
    reached.clear();
    reached.resize(graph.nodes.len(), false);
    reached[0] = true;
    work.clear();
    work.push(0);
    while let Some(node) = work.pop() {
        targets.clear();
        if node >= first_pad {
            let handler = handlers.pads[(node - first_pad) as usize].handler;
            targets.push(u32::from(scan.block_at[usize::from(handler)]));
        } else {
            successors(bytes, scan, &scan.blocks[node as usize], |target| targets.push(u32::from(target)))?;
        }
        let succs = graph.add_edges(targets.iter().copied())?;
        graph.nodes[node as usize].succs = succs;
        if node < first_pad && scan.blocks[node as usize].can_throw {
            let pads = handlers.of(&scan.blocks[node as usize]);
            graph.nodes[node as usize].pads =
                graph.add_distinct_edges(pads.iter().map(|&pad| first_pad + pad))?;
        }
        let edges = graph.nodes[node as usize].succs.start..graph.edges.len() as u32;
        for edge in edges {
            let target = graph.edges[edge as usize];
            if !std::mem::replace(&mut reached[target as usize], true) {
                work.push(target);
            }
        }
    }
    graph.pads = handlers.pads;
    entry_node(graph, 0)
}

/// The first block; if it is jumped to, a new empty one before it.
pub(super) fn entry_node(graph: &mut Graph, first: u32) -> Result<u32> {
    if !graph.edges.contains(&first) {
        return Ok(first);
    }
    let entry = graph.add(Content::Entry);
    graph.nodes[entry as usize].succs = graph.add_edges([first])?;
    Ok(entry)
}

/// Which landing pads cover a block.
pub(super) struct Handlers<'a> {
    exceptions: &'a [ExceptionEntry],
    pub(super) pads: Vec<Pad>,
    /// The pad of each row of the exception table.
    pad_of_row: Vec<u32>,
    found: Vec<u32>,
    /// For each pad, the number of the search that found it last.
    found_in: Vec<u32>,
    search: u32,
}

/// Rows of the exception table times blocks that can throw.
const MAX_SEARCH: usize = 1 << 28;

impl<'a> Handlers<'a> {
    pub(super) fn new(scan: &'a Scan) -> Result<Handlers<'a>> {
        if scan.exceptions.len().saturating_mul(scan.blocks.len()) > MAX_SEARCH {
            return Err(Error::limit("the exception table is too long for this many blocks"));
        }
        let mut pads: Vec<Pad> = Vec::new();
        let mut known = FxHashMap::default();
        let pad_of_row = scan.exceptions.iter().map(|row| {
            let pad = Pad { handler: row.handler, catch_type: row.catch_type };
            *known.entry(pad).or_insert_with(|| {
                pads.push(pad);
                (pads.len() - 1) as u32
            })
        });
        let pad_of_row = pad_of_row.collect();
        let found_in = vec![0; pads.len()];
        Ok(Handlers {
            exceptions: &scan.exceptions,
            pads,
            pad_of_row,
            found: Vec::new(),
            found_in,
            search: 0,
        })
    }

    /// In the order of the search, up to the first that catches everything; none twice.
    pub(super) fn of(&mut self, block: &RawBlock) -> &[u32] {
        self.found.clear();
        self.search += 1;
        for (row, &pad) in self.exceptions.iter().zip(&self.pad_of_row) {
            if u32::from(row.start) <= block.start && block.start < u32::from(row.end) {
                if std::mem::replace(&mut self.found_in[pad as usize], self.search) != self.search {
                    self.found.push(pad);
                }
                if row.catch_type == 0 {
                    break;
                }
            }
        }
        &self.found
    }
}

/// Calls `visit` with the blocks that the last instruction of a block leads to: for an `if` the taken
/// branch first, for a switch the default first. `jsr` leads to its subroutine, `ret` nowhere.
pub(super) fn successors(
    bytes: &[u8],
    scan: &Scan,
    block: &RawBlock,
    mut visit: impl FnMut(u16),
) -> Result<()> {
    let pc = block.last as usize;
    // The first pass has checked that targets are inside the code and start a block.
    let mut go = |target: i64| visit(scan.block_at[target as usize]);
    let opcode = bytes[pc];
    match opcode {
        IFEQ..=JSR | IFNULL | IFNONNULL | GOTO_W | JSR_W => go(branch_target(bytes, pc)),
        TABLESWITCH | LOOKUPSWITCH => {
            let switch = Switch::read(bytes, pc)?;
            go(switch.default_target());
            (0..switch.len()).for_each(|index| go(switch.case(index).1));
        }
        _ => {}
    }
    let falls_through = match opcode {
        GOTO | GOTO_W | JSR | JSR_W | RET | TABLESWITCH | LOOKUPSWITCH | IRETURN..=RETURN | ATHROW => false,
        WIDE => bytes[pc + 1] != RET,
        _ => true,
    };
    if falls_through {
        if block.end as usize >= bytes.len() {
            return Err(Error::malformed("execution can run past the end of the code").at_pc(pc));
        }
        go(i64::from(block.end));
    }
    Ok(())
}
