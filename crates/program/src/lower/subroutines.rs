//! `jsr` and `ret` (class files before Java 7): each subroutine is copied for each way in.
//!
//! A node is a block together with the return addresses that are alive at its start: which local
//! variable or stack word holds which return offset. `jsr` pushes one, `ret` goes where its variable
//! says. Addresses in variables that no `ret` can read any more are forgotten, so a subroutine that
//! is left by a jump (a `continue` in a `finally` block) does not make ever new nodes; what remains is
//! finite, and limited against hostile nests.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::classfile::opcodes::*;
use crate::classfile::{Class, Code};
use crate::error::{Error, Result};
use crate::symbols::Symbols;
use crate::types::Type;

use super::bits::BitRows;
use super::graph::{Content, Graph, Handlers, entry_node, successors};
use super::liveness;
use super::scan::{RawBlock, Scan, instruction_length, read_u16, stored_local};

/// Return offsets by word, 0 for anything else.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Addresses {
    locals: Vec<u16>,
    stack: Vec<u16>,
}

const MAX_NODES: usize = 20_000;
/// Nodes times words of their addresses.
const MAX_WORDS: usize = 1 << 24;

/// Builds the graph of a method with subroutines, and its entry.
pub(super) fn build(symbols: &Symbols, class: &Class, code: &Code<'_>, scan: &Scan) -> Result<(Graph, u32)> {
    let live = live_addresses(code, scan)?;
    let mut handlers = Handlers::new(scan)?;
    let mut copies =
        Copies { graph: Graph::default(), known: FxHashMap::default(), work: Vec::new(), words: 0 };
    let entry = Addresses { locals: vec![0; usize::from(code.max_locals)], stack: Vec::new() };
    let first = copies.node(Content::Code(0), entry)?;
    let mut targets: Vec<u16> = Vec::new();
    while let Some((node, content, addresses)) = copies.work.pop() {
        targets.clear();
        let state = match content {
            Content::Entry => continue,
            Content::Pad(pad) => {
                let handler = usize::from(handlers.pads[pad as usize].handler);
                targets.push(scan.block_at[handler]);
                Addresses { locals: addresses.locals.clone(), stack: vec![0] }
            }
            Content::Code(block) => {
                let raw = &scan.blocks[block as usize];
                execute(symbols, class, code, scan, raw, addresses.clone(), &mut targets)?
            }
        };
        // A switch may name a block thousands of times, and a state may be large.
        let mut seen = FxHashSet::default();
        targets.retain(|&block| seen.insert(block));
        let mut succs = Vec::with_capacity(targets.len());
        for &block in &targets {
            let mut state = state.clone();
            for (local, address) in state.locals.iter_mut().enumerate() {
                if *address != 0 && !live.has(usize::from(block), local) {
                    *address = 0;
                }
            }
            succs.push(copies.node(Content::Code(u32::from(block)), state)?);
        }
        copies.graph.nodes[node as usize].succs = copies.graph.add_edges(succs)?;
        if let Content::Code(block) = content
            && scan.blocks[block as usize].can_throw
        {
            let pads = handlers.of(&scan.blocks[block as usize]).to_vec();
            let state = Addresses { locals: addresses.locals, stack: Vec::new() };
            let pads = pads.into_iter().map(|pad| copies.node(Content::Pad(pad), state.clone()));
            let pads: Vec<u32> = pads.collect::<Result<_>>()?;
            copies.graph.nodes[node as usize].pads = copies.graph.add_edges(pads)?;
        }
    }
    copies.graph.pads = handlers.pads;
    let mut graph = copies.graph;
    let entry = entry_node(&mut graph, first)?;
    Ok((graph, entry))
}

/// Runs a block on the return addresses; notes the blocks that it leads to.
fn execute(
    symbols: &Symbols,
    class: &Class,
    code: &Code<'_>,
    scan: &Scan,
    block: &RawBlock,
    mut state: Addresses,
    targets: &mut Vec<u16>,
) -> Result<Addresses> {
    let mut returns_to = None;
    let mut pc = block.start as usize;
    while pc < block.end as usize {
        returns_to = step(symbols, class, code, pc, &mut state).map_err(|error| error.at_pc(pc))?;
        pc += instruction_length(code.bytes, pc)?;
    }
    match returns_to {
        Some(address) => {
            let behind = || Error::malformed("ret behind the end of the code").at_pc(block.last as usize);
            targets.push(*scan.block_at.get(usize::from(address)).ok_or_else(behind)?);
        }
        None => successors(code.bytes, scan, block, |block| targets.push(block))?,
    }
    Ok(state)
}

struct Copies {
    graph: Graph,
    known: FxHashMap<(u32, bool, Addresses), u32>,
    work: Vec<(u32, Content, Addresses)>,
    words: usize,
}

impl Copies {
    fn node(&mut self, content: Content, addresses: Addresses) -> Result<u32> {
        let (number, is_pad) = match content {
            Content::Code(block) => (block, false),
            Content::Pad(pad) => (pad, true),
            Content::Entry => (u32::MAX, false),
        };
        let key = (number, is_pad, addresses);
        if let Some(&node) = self.known.get(&key) {
            return Ok(node);
        }
        self.words += key.2.locals.len() + key.2.stack.len();
        if self.graph.nodes.len() >= MAX_NODES || self.words > MAX_WORDS {
            return Err(Error::limit("subroutines (jsr) are nested too deeply"));
        }
        let node = self.graph.add(content);
        self.work.push((node, content, key.2.clone()));
        self.known.insert(key, node);
        Ok(node)
    }
}

/// Liveness in the graph in which every `ret` may return to behind every `jsr`: a superset.
fn live_addresses(code: &Code<'_>, scan: &Scan) -> Result<BitRows> {
    let bytes = code.bytes;
    let mut graph = Graph::default();
    for block in 0..scan.blocks.len() as u32 {
        graph.add(Content::Code(block));
    }
    let is_jump = |pc: usize| matches!(bytes[pc], JSR | JSR_W);
    let behind = scan.blocks.iter().filter(|block| is_jump(block.last as usize));
    let returns: Vec<u32> = behind
        .filter_map(|block| scan.block_at.get(block.end as usize))
        .map(|&block| u32::from(block))
        .collect();
    let mut handlers = Handlers::new(scan)?;
    let mut targets = Vec::new();
    for (index, block) in scan.blocks.iter().enumerate() {
        targets.clear();
        let last = block.last as usize;
        if bytes[last] == RET || bytes[last] == WIDE && bytes[last + 1] == RET {
            targets.extend(&returns);
        } else if block.end as usize == bytes.len() {
            // Falling off the end matters only if it is reached; the real graph will tell.
            let _unreached = successors(bytes, scan, block, |target| targets.push(u32::from(target)));
        } else {
            successors(bytes, scan, block, |target| targets.push(u32::from(target)))?;
        }
        graph.nodes[index].succs = graph.add_edges(targets.iter().copied())?;
        if block.can_throw {
            let rows: Vec<u16> =
                handlers.of(block).to_vec().iter().map(|&pad| handlers.pads[pad as usize].handler).collect();
            let blocks = rows.into_iter().map(|handler| u32::from(scan.block_at[usize::from(handler)]));
            graph.nodes[index].pads = graph.add_edges(blocks)?;
        }
    }
    let mut live = BitRows::default();
    liveness::live_in(&graph, scan, usize::from(code.max_locals), &mut live);
    Ok(live)
}

/// The effect of one instruction on the return addresses; for `ret`, where it goes.
fn step(
    symbols: &Symbols,
    class: &Class,
    code: &Code<'_>,
    pc: usize,
    state: &mut Addresses,
) -> Result<Option<u16>> {
    let bytes = code.bytes;
    let opcode = bytes[pc];
    let stack = &mut state.stack;
    let underflow = || Error::malformed("the operand stack is empty");
    match opcode {
        JSR | JSR_W => {
            let behind = pc + instruction_length(bytes, pc)?;
            stack.push(u16::try_from(behind).map_err(|_| Error::malformed("jsr at the end of the code"))?);
        }
        RET | WIDE if opcode == RET || bytes[pc + 1] == RET => {
            let local = if opcode == RET { u16::from(bytes[pc + 1]) } else { read_u16(bytes, pc + 2) };
            return match state.locals[usize::from(local)] {
                0 => Err(Error::malformed(format!("ret, but variable {local} holds no return address"))),
                address => Ok(Some(address)),
            };
        }
        POP..=SWAP => shuffle(opcode, stack)?,
        _ => {
            let top = stack.last().copied();
            let (pops, pushes) = stack_effect(symbols, class, bytes, pc)?;
            let left = stack.len().checked_sub(pops).ok_or_else(underflow)?;
            stack.truncate(left);
            stack.resize(left + pushes, 0);
            if let Some((local, wide)) = stored_local(bytes, pc) {
                let is_reference = matches!(opcode, ASTORE | ASTORE_0..=ASTORE_3)
                    || opcode == WIDE && bytes[pc + 1] == ASTORE;
                state.locals[usize::from(local)] = top.filter(|_| is_reference).unwrap_or(0);
                if wide {
                    state.locals[usize::from(local) + 1] = 0;
                }
            }
        }
    }
    Ok(None)
}

/// `pop` to `swap`, by words.
fn shuffle(opcode: u8, stack: &mut Vec<u16>) -> Result<()> {
    let words = match opcode {
        POP | DUP => 1,
        POP2 | DUP2 | DUP_X1 | SWAP => 2,
        DUP_X2 | DUP2_X1 => 3,
        _ => 4,
    };
    let base =
        stack.len().checked_sub(words).ok_or_else(|| Error::malformed("the operand stack is empty"))?;
    let top = stack.split_off(base);
    // The new order, by position in `top`.
    let order: &[usize] = match opcode {
        POP | POP2 => &[],
        DUP => &[0, 0],
        DUP_X1 => &[1, 0, 1],
        DUP_X2 => &[2, 0, 1, 2],
        DUP2 => &[0, 1, 0, 1],
        DUP2_X1 => &[1, 2, 0, 1, 2],
        DUP2_X2 => &[2, 3, 0, 1, 2, 3],
        _ => &[1, 0],
    };
    stack.extend(order.iter().map(|&index| top[index]));
    Ok(())
}

/// Words popped and pushed by every instruction but `jsr`, `ret` and the shuffles.
fn stack_effect(symbols: &Symbols, class: &Class, bytes: &[u8], pc: usize) -> Result<(usize, usize)> {
    let words = |ty: Type| 1 + usize::from(ty.kind().is_wide());
    let pool = &class.pool;
    Ok(match bytes[pc] {
        NOP | IINC | GOTO | GOTO_W | RETURN => (0, 0),
        ACONST_NULL..=ICONST_5 | FCONST_0..=FCONST_2 | BIPUSH | SIPUSH | LDC | LDC_W => (0, 1),
        LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 | LDC2_W => (0, 2),
        ILOAD | FLOAD | ALOAD | ILOAD_0..=ILOAD_3 | FLOAD_0..=FLOAD_3 | ALOAD_0..=ALOAD_3 | NEW => (0, 1),
        LLOAD | DLOAD | LLOAD_0..=LLOAD_3 | DLOAD_0..=DLOAD_3 => (0, 2),
        IALOAD | FALOAD | AALOAD..=SALOAD => (2, 1),
        LALOAD | DALOAD => (2, 2),
        ISTORE | FSTORE | ASTORE | ISTORE_0..=ISTORE_3 | FSTORE_0..=FSTORE_3 | ASTORE_0..=ASTORE_3 => (1, 0),
        LSTORE | DSTORE | LSTORE_0..=LSTORE_3 | DSTORE_0..=DSTORE_3 => (2, 0),
        IASTORE | FASTORE | AASTORE..=SASTORE => (3, 0),
        LASTORE | DASTORE => (4, 0),
        opcode @ IADD..=DREM => {
            if (opcode - IADD).is_multiple_of(2) {
                (2, 1)
            } else {
                (4, 2)
            }
        }
        INEG | FNEG | I2F | F2I | I2B..=I2S | NEWARRAY | ANEWARRAY | ARRAYLENGTH | CHECKCAST | INSTANCEOF => {
            (1, 1)
        }
        LNEG | DNEG | L2D | D2L => (2, 2),
        ISHL | ISHR | IUSHR | IAND | IOR | IXOR | FCMPL | FCMPG => (2, 1),
        LSHL | LSHR | LUSHR => (3, 2),
        LAND | LOR | LXOR => (4, 2),
        I2L | I2D | F2L | F2D => (1, 2),
        L2I | L2F | D2I | D2F => (2, 1),
        LCMP | DCMPL | DCMPG => (4, 1),
        IFEQ..=IFLE | IFNULL | IFNONNULL | TABLESWITCH | LOOKUPSWITCH => (1, 0),
        IF_ICMPEQ..=IF_ACMPNE => (2, 0),
        IRETURN | FRETURN | ARETURN | ATHROW | MONITORENTER | MONITOREXIT => (1, 0),
        LRETURN | DRETURN => (2, 0),
        opcode @ GETSTATIC..=PUTFIELD => {
            let size = words(symbols.field_data(pool.field_ref(symbols, read_u16(bytes, pc + 1))?).ty);
            match opcode {
                GETSTATIC => (0, size),
                PUTSTATIC => (size, 0),
                GETFIELD => (1, size),
                _ => (1 + size, 0),
            }
        }
        opcode @ INVOKEVIRTUAL..=INVOKEDYNAMIC => {
            let index = read_u16(bytes, pc + 1);
            let descriptor = if opcode == INVOKEDYNAMIC {
                symbols.descriptor(pool.invoke_dynamic(symbols, index)?.descriptor)?
            } else {
                symbols.method_data(pool.method_ref(symbols, index)?).descriptor
            };
            let descriptor = symbols.descriptor_data(descriptor);
            let receiver = usize::from(!matches!(opcode, INVOKESTATIC | INVOKEDYNAMIC));
            let arguments: usize = descriptor.parameters.iter().map(|&ty| words(ty)).sum();
            (receiver + arguments, descriptor.result.map_or(0, words))
        }
        MULTIANEWARRAY => (usize::from(bytes[pc + 3]), 1),
        WIDE => match bytes[pc + 1] {
            IINC => (0, 0),
            ILOAD | FLOAD | ALOAD => (0, 1),
            LLOAD | DLOAD => (0, 2),
            LSTORE | DSTORE => (2, 0),
            _ => (1, 0),
        },
        opcode => return Err(Error::malformed(format!("{opcode} is no opcode"))),
    })
}
