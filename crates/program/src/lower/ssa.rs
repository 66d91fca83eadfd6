//! One pass over the ordered graph that turns variables and stack words into values.
//!
//! For each node: its entry frame from the predecessors' exit frames, then the instructions. A
//! predecessor that is not there yet (a back edge) makes phis for the variables that the loop may
//! write; their operands are filled in at the end. "May write" looks at the blocks between the loop's
//! head and its last back edge in reverse post-order, which is right for reducible loops; the check at
//! the end finds the irreducible rest, for which the pass runs again with phis for all live variables.

use crate::classfile::{Class, Code, Flags, LocalVariable, Method};
use crate::error::{Error, Result};
use crate::ir::{Block, BlockId, Body, Inst, InstData, InstId, Value, ValueList};
use crate::program::MethodId;
use crate::symbols::Symbols;
use crate::types::{Kind, Type};

use super::LowerOptions;
use super::bits::{BitRows, ones};
use super::graph::{Content, Graph};
use super::scan::Scan;
use super::simplify::simplify;
use super::translate;

/// Everything that is known of a method before values are named.
pub(super) struct Source<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) class: &'a Class,
    pub(super) method: &'a Method,
    pub(super) id: MethodId,
    pub(super) code: &'a Code<'a>,
    pub(super) scan: &'a Scan,
    pub(super) graph: &'a Graph,
    pub(super) live: &'a BitRows,
}

/// No value: an unset variable, or the second half of a wide one.
pub(super) const NONE: Value = InstId(u32::MAX);

/// The frame while a block is executed, and the body so far.
pub(super) struct Builder<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) body: Body,
    pub(super) locals: Vec<Value>,
    /// One entry per value, also for wide ones.
    pub(super) stack: Vec<Value>,
    frames: &'a mut Frames,
    /// Steps that the search for a loop's writes may still take.
    search_budget: usize,
    variables: Vec<LocalVariable>,
    keeps_slots: bool,
}

/// Frames that later merges will ask for.
#[derive(Default)]
pub(super) struct Frames {
    saved: Vec<Value>,
    nodes: Vec<NodeFrames>,
    pending: Vec<Pending>,
    heads: Vec<Head>,
    locals: Vec<Value>,
    stack: Vec<Value>,
}

impl Frames {
    /// Whether a huge method left more memory behind than is worth keeping.
    pub(super) fn is_large(&self) -> bool {
        self.saved.capacity() > 1 << 20
    }
}

/// Where in `saved` a node's frames are.
#[derive(Clone, Copy, Default)]
struct NodeFrames {
    /// Variables at entry, for the landing pads.
    entry: u32,
    /// Variables at exit, then the stack.
    exit: u32,
    depth: u32,
}

/// A phi that waits for the operands from back edges.
struct Pending {
    node: u32,
    phi: Value,
    slot: Slot,
}

/// A loop head, with its entry frame in `saved`.
struct Head {
    node: u32,
    entry: u32,
    depth: u32,
}

#[derive(Clone, Copy)]
enum Slot {
    Local(u32),
    Stack(u32),
}

/// Blocks times variables, and with the operand stacks what all frames together take.
const MAX_FRAME_WORDS: usize = 1 << 23;
const MAX_SAVED_WORDS: usize = 1 << 25;
/// Instructions and operands; without phis there are at most 65,535 of the one.
const MAX_INSTS: usize = 1 << 21;
const MAX_OPERANDS: usize = 1 << 23;
const SEARCH_BUDGET: usize = 1 << 26;

pub(super) fn build(source: &Source<'_>, options: LowerOptions, frames: &mut Frames) -> Result<Body> {
    let words = source.graph.nodes.len().saturating_mul(usize::from(source.code.max_locals));
    if words > MAX_FRAME_WORDS {
        return Err(Error::limit(format!("{words} variable states in one method")));
    }
    match Builder::new(source, options, frames)?.run(false)? {
        Some(body) => Ok(body),
        None => Builder::new(source, options, frames)?
            .run(true)?
            .ok_or_else(|| Error::new(crate::ErrorKind::Bug, "a merge was missed with all phis in place")),
    }
}

impl<'a> Builder<'a> {
    fn new(source: &'a Source<'a>, options: LowerOptions, frames: &'a mut Frames) -> Result<Builder<'a>> {
        // Parameters and the constants that tests for zero and increments need come on top.
        let insts = source.scan.instructions + source.scan.instructions / 4 + 4;
        let body = Body {
            method: source.id,
            flags: source.method.flags,
            blocks: Vec::with_capacity(source.graph.nodes.len()),
            insts: Vec::with_capacity(insts),
            values: Vec::with_capacity(source.scan.instructions / 2),
            edges: source.graph.edges.iter().map(|&node| BlockId(node)).collect(),
            switches: Vec::new(),
            dynamics: Vec::new(),
            handles: Vec::new(),
            lines: source.code.lines()?,
            names: Vec::new(),
            slots: Vec::new(),
        };
        let variables = if options.names { source.code.local_variables()? } else { Vec::new() };
        frames.saved.clear();
        frames.nodes.clear();
        frames.nodes.resize(source.graph.nodes.len(), NodeFrames::default());
        frames.pending.clear();
        frames.heads.clear();
        let mut locals = std::mem::take(&mut frames.locals);
        locals.clear();
        locals.resize(usize::from(source.code.max_locals), NONE);
        let mut stack = std::mem::take(&mut frames.stack);
        stack.clear();
        Ok(Builder {
            source,
            body,
            locals,
            stack,
            frames,
            search_budget: SEARCH_BUDGET,
            variables,
            keeps_slots: options.slots,
        })
    }

    /// `None` when the shortcut for loops missed a merge.
    fn run(mut self, all_phis: bool) -> Result<Option<Body>> {
        let graph = self.source.graph;
        for node in 0..graph.nodes.len() {
            let content = graph.nodes[node].content;
            let (start, pc) = (self.body.insts.len() as u32, self.pc_of(content));
            if node == 0 {
                self.parameters()?;
            } else {
                self.merge(node, pc, all_phis).map_err(|error| error.at_pc(usize::from(pc)))?;
            }
            if !graph.pads(node).is_empty() {
                self.frames.nodes[node].entry = self.frames.saved.len() as u32;
                self.frames.saved.extend_from_slice(&self.locals);
            }
            match content {
                Content::Entry => {
                    self.emit(Inst::Goto, Kind::Void, pc);
                }
                Content::Pad(pad) => self.pad(pad, pc).map_err(|error| error.at_pc(usize::from(pc)))?,
                Content::Code(block) => {
                    let block = self.source.scan.blocks[block as usize];
                    translate::block(&mut self, block)?;
                }
            }
            let needs_exit = !graph.succs(node).is_empty();
            if needs_exit {
                self.frames.nodes[node].exit = self.frames.saved.len() as u32;
                self.frames.nodes[node].depth = self.stack.len() as u32;
                self.frames.saved.extend_from_slice(&self.locals);
                self.frames.saved.extend_from_slice(&self.stack);
            }
            if self.frames.saved.len() > MAX_SAVED_WORDS {
                return Err(Error::limit("too many blocks with too deep an operand stack"));
            }
            let node = &graph.nodes[node];
            self.body.blocks.push(Block {
                pc,
                is_pad: matches!(content, Content::Pad(_)),
                insts: start..self.body.insts.len() as u32,
                preds: node.preds.clone(),
                succs: node.succs.clone(),
                pads: node.pads.clone(),
            });
        }
        if !self.fill_pending()? {
            return Ok(None);
        }
        self.frames.locals = self.locals;
        self.frames.stack = self.stack;
        let mut body = self.body;
        simplify(&mut body);
        // A value may get a second name long after it was made.
        body.names.sort_by_key(|&(value, _)| value);
        body.names.dedup();
        Ok(Some(body))
    }

    fn pc_of(&self, content: Content) -> u16 {
        match content {
            Content::Entry => 0,
            Content::Code(block) => self.source.scan.blocks[block as usize].start as u16,
            Content::Pad(pad) => self.source.graph.pads[pad as usize].handler,
        }
    }

    pub(super) fn emit(&mut self, inst: Inst, kind: Kind, pc: u16) -> Value {
        let value = InstId(self.body.insts.len() as u32);
        self.body.insts.push(InstData { inst, pc, kind });
        value
    }

    /// A list of operands in the body's pool.
    pub(super) fn list(&mut self, values: &[Value]) -> ValueList {
        let start = self.body.values.len() as u32;
        self.body.values.extend_from_slice(values);
        ValueList { start, len: values.len() as u32 }
    }

    fn parameters(&mut self) -> Result<()> {
        let method = self.source.method;
        let descriptor = self.source.symbols.descriptor_data(method.descriptor);
        let receiver = (!method.flags.has(Flags::STATIC)).then_some(Kind::Ref);
        let kinds = receiver.into_iter().chain(descriptor.parameters.iter().map(|ty| ty.kind()));
        let mut slot = 0;
        for (index, kind) in kinds.enumerate() {
            let value = self.emit(Inst::Param(index as u16), kind, 0);
            self.name_variable(slot, 0, value)?;
            let Some(local) = self.locals.get_mut(slot) else {
                return Err(Error::malformed("the parameters do not fit in the local variables").at_pc(0));
            };
            *local = value;
            slot += 1 + usize::from(kind.is_wide());
        }
        if slot > self.locals.len() {
            return Err(Error::malformed("the parameters do not fit in the local variables").at_pc(0));
        }
        Ok(())
    }

    fn pad(&mut self, pad: u32, pc: u16) -> Result<()> {
        let catch_type = match self.source.graph.pads[pad as usize].catch_type {
            0 => None,
            index => Some(Type::class(self.source.class.pool.class_name(self.source.symbols, index)?)),
        };
        let exception = self.emit(Inst::Catch(catch_type), Kind::Ref, pc);
        self.stack.clear();
        self.stack.push(exception);
        self.emit(Inst::Goto, Kind::Void, pc);
        Ok(())
    }

    /// Where in `saved` the variables on the edge from `pred` to `node` are.
    fn edge_frame(&self, pred: u32, node: usize) -> usize {
        let frames = self.frames.nodes[pred as usize];
        let is_pad = matches!(self.source.graph.nodes[node].content, Content::Pad(_));
        if is_pad { frames.entry as usize } else { frames.exit as usize }
    }

    fn edge_depth(&self, pred: u32, node: usize) -> usize {
        let is_pad = matches!(self.source.graph.nodes[node].content, Content::Pad(_));
        if is_pad { 0 } else { self.frames.nodes[pred as usize].depth as usize }
    }

    /// Sets the frame to what holds at a node's entry.
    fn merge(&mut self, node: usize, pc: u16, all_phis: bool) -> Result<()> {
        let graph = self.source.graph;
        let preds = graph.preds(node);
        let done = |pred: u32| (pred as usize) < node;
        let first = *preds
            .iter()
            .find(|&&pred| done(pred))
            .ok_or_else(|| Error::new(crate::ErrorKind::Bug, "a block without a predecessor before it"))?;
        let (from, depth) = (self.edge_frame(first, node), self.edge_depth(first, node));
        let locals = self.locals.len();
        self.locals.copy_from_slice(&self.frames.saved[from..from + locals]);
        self.stack.clear();
        self.stack.extend_from_slice(&self.frames.saved[from + locals..from + locals + depth]);
        if preds.len() == 1 {
            return Ok(());
        }
        let is_head = preds.iter().any(|&pred| !done(pred));
        let written = if is_head && !all_phis { self.written_in_loop(node) } else { None };
        for local in 0..locals {
            if !self.source.live.has(node, local) {
                self.locals[local] = NONE;
                continue;
            }
            let must = is_head && written.as_ref().is_none_or(|row| row[local / 64] >> (local % 64) & 1 != 0);
            self.merge_slot(node, Slot::Local(local as u32), must, pc)?;
        }
        for index in 0..depth {
            self.merge_slot(node, Slot::Stack(index as u32), is_head, pc)?;
        }
        if preds.iter().any(|&pred| done(pred) && self.edge_depth(pred, node) != depth) {
            return Err(Error::malformed(UNEQUAL_DEPTH));
        }
        if is_head {
            self.frames.heads.push(Head {
                node: node as u32,
                entry: self.frames.saved.len() as u32,
                depth: depth as u32,
            });
            self.frames.saved.extend_from_slice(&self.locals);
        }
        if self.body.insts.len() > MAX_INSTS || self.body.values.len() > MAX_OPERANDS {
            return Err(Error::limit("too many merges of variables in one method"));
        }
        Ok(())
    }

    /// The value of a slot on an edge from a predecessor that is done.
    fn incoming(&self, pred: u32, node: usize, slot: Slot) -> Value {
        let frame = self.edge_frame(pred, node);
        match slot {
            Slot::Local(local) => self.frames.saved[frame + local as usize],
            Slot::Stack(index) => {
                let at = frame + self.locals.len() + index as usize;
                if (index as usize) < self.edge_depth(pred, node) { self.frames.saved[at] } else { NONE }
            }
        }
    }

    /// Puts a phi into a slot if the predecessors differ, or if one is not known yet.
    fn merge_slot(&mut self, node: usize, slot: Slot, must: bool, pc: u16) -> Result<()> {
        let graph = self.source.graph;
        let preds = graph.preds(node);
        let current = match slot {
            Slot::Local(local) => self.locals[local as usize],
            Slot::Stack(index) => self.stack[index as usize],
        };
        let differs = |pred: &&u32| (**pred as usize) < node && self.incoming(**pred, node, slot) != current;
        if !must && !preds.iter().any(|pred| differs(&pred)) {
            return Ok(());
        }
        let start = self.body.values.len() as u32;
        for &pred in preds {
            let value = if (pred as usize) < node { self.incoming(pred, node, slot) } else { NONE };
            self.body.values.push(value);
        }
        let list = ValueList { start, len: preds.len() as u32 };
        let kind = self.phi_kind(list, node, slot)?;
        let phi = self.emit(Inst::Phi(list), kind, pc);
        match slot {
            Slot::Local(local) => {
                self.locals[local as usize] = phi;
                if self.keeps_slots {
                    self.body.slots.push((phi, local as u16));
                }
                self.name_variable(local as usize, pc, phi)?;
            }
            Slot::Stack(index) => self.stack[index as usize] = phi,
        }
        if preds.iter().any(|&pred| pred as usize >= node) {
            self.frames.pending.push(Pending { node: node as u32, phi, slot });
        }
        Ok(())
    }

    /// The one kind of all operands that are known.
    fn phi_kind(&self, list: ValueList, node: usize, slot: Slot) -> Result<Kind> {
        let what = || match slot {
            Slot::Local(local) => format!("local variable {local}"),
            Slot::Stack(index) => format!("stack entry {index}"),
        };
        let mut kind = None;
        for (&value, &pred) in self.body.list(list).iter().zip(self.source.graph.preds(node)) {
            if pred as usize >= node {
                continue;
            }
            if value == NONE {
                return Err(Error::malformed(format!("{} is not set on all ways here", what())));
            }
            let found = self.body.kind(value);
            if *kind.get_or_insert(found) != found {
                return Err(Error::malformed(format!("{} is not of one kind on all ways here", what())));
            }
        }
        Ok(kind.unwrap_or(Kind::Void))
    }

    /// The variables that are written between a loop's head and its last back edge; `None` when
    /// finding out would take too long.
    fn written_in_loop(&mut self, head: usize) -> Option<Vec<u64>> {
        let graph = self.source.graph;
        let mut last = head;
        let mut node = head;
        // Loops that overlap belong together: their back edges widen the range.
        while node <= last {
            last = graph.preds(node).iter().fold(last, |last, &pred| last.max(pred as usize));
            node += 1;
        }
        let width = self.source.live.width();
        self.search_budget = self.search_budget.checked_sub((last - head + 1) * width)?;
        let mut written = vec![0; width];
        for node in head..=last {
            if let Content::Code(block) = graph.nodes[node].content {
                let defs = self.source.scan.defs.row(block as usize);
                written.iter_mut().zip(defs).for_each(|(word, bits)| *word |= bits);
            }
        }
        Some(written)
    }

    /// Completes the phis of loop heads; false when a variable without a phi would need one.
    fn fill_pending(&mut self) -> Result<bool> {
        let graph = self.source.graph;
        for pending in std::mem::take(&mut self.frames.pending) {
            let node = pending.node as usize;
            let Inst::Phi(list) = self.body.inst(pending.phi) else { continue };
            let kind = self.body.kind(pending.phi);
            for (index, &pred) in graph.preds(node).iter().enumerate() {
                if (pred as usize) < node {
                    continue;
                }
                let value = self.incoming(pred, node, pending.slot);
                let at = usize::from(self.body.pc(pending.phi));
                if value == NONE || self.body.kind(value) != kind {
                    return Err(
                        Error::malformed("a loop changes the kind of a variable or stack entry").at_pc(at)
                    );
                }
                self.body.values[list.start as usize + index] = value;
            }
        }
        self.check_back_edges()
    }

    fn check_back_edges(&self) -> Result<bool> {
        let graph = self.source.graph;
        for head in &self.frames.heads {
            let node = head.node as usize;
            for &pred in graph.preds(node).iter().filter(|&&pred| pred as usize >= node) {
                if self.edge_depth(pred, node) != head.depth as usize {
                    let at = usize::from(self.pc_of(graph.nodes[node].content));
                    return Err(Error::malformed(UNEQUAL_DEPTH).at_pc(at));
                }
                for local in ones(self.source.live.row(node)) {
                    let entry = self.frames.saved[head.entry as usize + local];
                    if !self.is_phi_of(entry, node)
                        && self.incoming(pred, node, Slot::Local(local as u32)) != entry
                    {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn is_phi_of(&self, value: Value, node: usize) -> bool {
        self.body.blocks[node].insts.contains(&value.0) && matches!(self.body.inst(value), Inst::Phi(_))
    }

    /// Notes the source variable that starts in a slot at an offset, if names are wanted.
    pub(super) fn name_variable(&mut self, slot: usize, pc: u16, value: Value) -> Result<()> {
        let covers = |variable: &&LocalVariable| {
            usize::from(variable.slot) == slot && variable.start <= pc && u32::from(pc) < variable.end
        };
        if let Some(variable) = self.variables.iter().find(covers) {
            let name = self.source.code.variable_name(self.source.symbols, variable)?;
            self.body.names.push((value, name));
        }
        Ok(())
    }
}

const UNEQUAL_DEPTH: &str = "the operand stack is not equally deep on all ways here";
