//! First pass over a method's bytecode: instruction boundaries, basic blocks, uses of local variables.
//!
//! Blocks end where JVM blocks end, at the borders of exception ranges, and, inside such ranges,
//! behind every store to a local variable (see [`crate::ir`] for what that buys).

use crate::classfile::opcodes::*;
use crate::classfile::{Class, Code, ExceptionEntry};
use crate::error::{Error, Result};

use super::bits::BitRows;

/// A run of instructions with one way in and one way out, exceptions aside.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawBlock {
    pub(super) start: u32,
    /// Behind the last instruction.
    pub(super) end: u32,
    /// Where the last instruction starts.
    pub(super) last: u32,
    pub(super) can_throw: bool,
}

/// What the first pass found.
#[derive(Default)]
pub(super) struct Scan {
    pub(super) blocks: Vec<RawBlock>,
    /// The block that starts at an offset, or `NO_BLOCK`.
    pub(super) block_at: Vec<u16>,
    pub(super) has_subroutines: bool,
    /// Local variables that a block reads before it writes them, a row per block.
    pub(super) uses: BitRows,
    /// Local variables that a block writes, a row per block.
    pub(super) defs: BitRows,
    /// The exception table without empty rows.
    pub(super) exceptions: Vec<ExceptionEntry>,
    /// How many instructions there are.
    pub(super) instructions: usize,
    /// What is known of each offset while the pass runs.
    marks: Vec<u8>,
}

pub(super) const NO_BLOCK: u16 = u16::MAX;

/// More than any real method has, less than what would hurt.
const MAX_TABLE_BITS: usize = 1 << 28;

const START: u8 = 1;
const LEADER: u8 = 2;
const TARGET: u8 = 4;
const COVERED: u8 = 8;

/// Fills `scan`, whose memory is used again from method to method.
pub(super) fn scan(class: &Class, code: &Code<'_>, scan: &mut Scan) -> Result<()> {
    let bytes = code.bytes;
    let mut marks = std::mem::take(&mut scan.marks);
    marks.clear();
    marks.resize(bytes.len() + 1, 0);
    mark_exceptions(code, &mut marks, &mut scan.exceptions)?;
    mark_instructions(bytes, &mut marks, scan)?;
    let mut count = 0;
    for (at, mark) in marks.iter().enumerate() {
        if mark & (TARGET | START) == TARGET {
            let message = "a jump or exception range does not meet an instruction";
            return Err(Error::malformed(message).at_pc(at));
        }
        count += usize::from(mark & LEADER != 0 && at < bytes.len());
    }
    let locals = usize::from(code.max_locals);
    if count.saturating_mul(locals) > MAX_TABLE_BITS {
        return Err(Error::limit(format!("{count} blocks with {locals} local variables")));
    }
    scan.blocks.clear();
    scan.block_at.clear();
    scan.block_at.resize(bytes.len(), NO_BLOCK);
    scan.uses.reset(count, locals);
    scan.defs.reset(count, locals);
    form_blocks(class, code, &marks, scan)?;
    scan.marks = marks;
    Ok(())
}

fn mark_exceptions(code: &Code<'_>, marks: &mut [u8], rows: &mut Vec<ExceptionEntry>) -> Result<()> {
    let length = code.bytes.len();
    rows.clear();
    for row in code.exceptions() {
        let (start, end, handler) = (usize::from(row.start), usize::from(row.end), usize::from(row.handler));
        if end > length || handler >= length || start > end {
            let message = format!("exception range {start} to {end}, handler {handler}");
            return Err(Error::malformed(message).at_pc(start));
        }
        if start == end {
            continue;
        }
        marks[start] |= LEADER | TARGET;
        marks[end] |= LEADER | TARGET;
        marks[handler] |= LEADER | TARGET;
        rows.push(row);
    }
    if rows.is_empty() {
        return Ok(());
    }
    marks[length] &= !(LEADER | TARGET);
    let mut depth = vec![0i32; length + 1];
    for row in rows {
        depth[usize::from(row.start)] += 1;
        depth[usize::from(row.end)] -= 1;
    }
    let mut covered = 0;
    for (mark, change) in marks.iter_mut().zip(depth) {
        covered += change;
        if covered > 0 {
            *mark |= COVERED;
        }
    }
    Ok(())
}

/// Walks over all instructions, marks their starts and the leaders.
fn mark_instructions(bytes: &[u8], marks: &mut [u8], scan: &mut Scan) -> Result<()> {
    let mut pc = 0;
    scan.has_subroutines = false;
    scan.instructions = 0;
    marks[0] |= LEADER;
    while pc < bytes.len() {
        let opcode = bytes[pc];
        let next = pc + checked_length(bytes, pc)?;
        if next > bytes.len() {
            return Err(Error::malformed("the code ends inside an instruction").at_pc(pc));
        }
        marks[pc] |= START;
        if EFFECTS[usize::from(opcode)] & CONTROL != 0 {
            mark_control(bytes, pc, next, marks, scan)?;
        }
        if marks[pc] & COVERED != 0 && stored_local(bytes, pc).is_some() {
            marks[next] |= LEADER;
        }
        scan.instructions += 1;
        pc = next;
    }
    Ok(())
}

/// Marks where an instruction that ends a block goes.
fn mark_control(bytes: &[u8], pc: usize, next: usize, marks: &mut [u8], scan: &mut Scan) -> Result<()> {
    match bytes[pc] {
        TABLESWITCH | LOOKUPSWITCH => {
            let switch = Switch::read(bytes, pc)?;
            mark_target(marks, switch.default_target(), pc)?;
            for index in 0..switch.len() {
                mark_target(marks, switch.case(index).1, pc)?;
            }
        }
        IRETURN..=RETURN | ATHROW => {}
        RET => scan.has_subroutines = true,
        WIDE if bytes[pc + 1] == RET => scan.has_subroutines = true,
        WIDE => return Ok(()),
        opcode => {
            mark_target(marks, branch_target(bytes, pc), pc)?;
            scan.has_subroutines |= matches!(opcode, JSR | JSR_W);
        }
    }
    marks[next] |= LEADER;
    Ok(())
}

/// What an opcode may do, so that the passes can skip the many that do nothing of interest.
static EFFECTS: [u8; 256] = effects();
/// May end a block.
const CONTROL: u8 = 1;
/// May use a local variable.
const LOCAL: u8 = 2;

const fn effects() -> [u8; 256] {
    let mut table = [0; 256];
    let mut opcode = 0;
    while opcode <= JSR_W {
        table[opcode as usize] = match opcode {
            IFEQ..=JSR | TABLESWITCH..=RETURN | ATHROW | IFNULL..=JSR_W => CONTROL,
            ILOAD..=ALOAD_3 | ISTORE..=ASTORE_3 | IINC => LOCAL,
            RET | WIDE => CONTROL | LOCAL,
            _ => 0,
        };
        opcode += 1;
    }
    table
}

fn mark_target(marks: &mut [u8], target: i64, pc: usize) -> Result<()> {
    match usize::try_from(target) {
        Ok(target) if target + 1 < marks.len() => {
            marks[target] |= LEADER | TARGET;
            Ok(())
        }
        _ => Err(Error::malformed(format!("a jump to offset {target}, outside of the code")).at_pc(pc)),
    }
}

/// The length of the instruction at `pc`, which need not be inside the code as a whole.
pub fn instruction_length(bytes: &[u8], pc: usize) -> Result<usize> {
    let opcode = bytes[pc];
    match LENGTHS[usize::from(opcode)] {
        0 => match opcode {
            TABLESWITCH | LOOKUPSWITCH => Ok(Switch::read(bytes, pc)?.end() - pc),
            WIDE => match bytes.get(pc + 1) {
                Some(&IINC) => Ok(6),
                Some(&(ILOAD..=ALOAD | ISTORE..=ASTORE | RET)) => Ok(4),
                _ => Err(Error::malformed("wide before an instruction that has no wide form").at_pc(pc)),
            },
            _ => Err(Error::malformed(format!("{opcode} is no opcode")).at_pc(pc)),
        },
        length => Ok(usize::from(length)),
    }
}

/// The same for an instruction that the first pass has seen: mostly a look into the table.
#[inline]
pub(super) fn checked_length(bytes: &[u8], pc: usize) -> Result<usize> {
    match LENGTHS[usize::from(bytes[pc])] {
        0 => instruction_length(bytes, pc),
        length => Ok(usize::from(length)),
    }
}

#[inline]
pub(super) fn read_u16(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

pub(super) fn read_i32(bytes: &[u8], at: usize) -> i32 {
    i32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Where the branch at `pc` goes; the instruction is known to be whole.
pub(super) fn branch_target(bytes: &[u8], pc: usize) -> i64 {
    let distance = match bytes[pc] {
        GOTO_W | JSR_W if pc + 5 <= bytes.len() => i64::from(read_i32(bytes, pc + 1)),
        _ => i64::from(read_u16(bytes, pc + 1) as i16),
    };
    pc as i64 + distance
}

/// A `tableswitch` or `lookupswitch`, its length checked.
pub(super) struct Switch<'a> {
    bytes: &'a [u8],
    pc: usize,
    /// Behind the padding: default, then low and high, or the count.
    operands: usize,
    len: usize,
    is_table: bool,
}

impl<'a> Switch<'a> {
    pub(super) fn read(bytes: &'a [u8], pc: usize) -> Result<Switch<'a>> {
        let cut = || Error::malformed("the code ends inside a switch").at_pc(pc);
        let operands = (pc & !3) + 4;
        let is_table = bytes[pc] == TABLESWITCH;
        let header = if is_table { 12 } else { 8 };
        if operands + header > bytes.len() {
            return Err(cut());
        }
        let len = if is_table {
            let (low, high) = (read_i32(bytes, operands + 4), read_i32(bytes, operands + 8));
            i64::from(high) - i64::from(low) + 1
        } else {
            i64::from(read_i32(bytes, operands + 4))
        };
        let len =
            usize::try_from(len).map_err(|_| Error::malformed("a switch of negative size").at_pc(pc))?;
        let switch = Switch { bytes, pc, operands, len, is_table };
        // The first test keeps `end` from overflowing.
        if len > bytes.len() || switch.end() > bytes.len() { Err(cut()) } else { Ok(switch) }
    }

    fn end(&self) -> usize {
        if self.is_table { self.operands + 12 + 4 * self.len } else { self.operands + 8 + 8 * self.len }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn target(&self, at: usize) -> i64 {
        self.pc as i64 + i64::from(read_i32(self.bytes, at))
    }

    pub(super) fn default_target(&self) -> i64 {
        self.target(self.operands)
    }

    /// Key and target of a case.
    pub(super) fn case(&self, index: usize) -> (i32, i64) {
        if self.is_table {
            let key = read_i32(self.bytes, self.operands + 4).wrapping_add(index as i32);
            (key, self.target(self.operands + 12 + 4 * index))
        } else {
            let at = self.operands + 8 + 8 * index;
            (read_i32(self.bytes, at), self.target(at + 4))
        }
    }
}

/// The local variable that the instruction at `pc` stores to, and whether it takes two slots.
pub(super) fn stored_local(bytes: &[u8], pc: usize) -> Option<(u16, bool)> {
    let wide = |opcode| matches!(opcode, LSTORE | DSTORE);
    match bytes[pc] {
        opcode @ ISTORE..=ASTORE => Some((u16::from(bytes[pc + 1]), wide(opcode))),
        opcode @ ISTORE_0..=ASTORE_3 => {
            let index = opcode - ISTORE_0;
            Some((u16::from(index % 4), wide(ISTORE + index / 4)))
        }
        IINC => Some((u16::from(bytes[pc + 1]), false)),
        WIDE => match bytes[pc + 1] {
            opcode @ ISTORE..=ASTORE => Some((read_u16(bytes, pc + 2), wide(opcode))),
            IINC => Some((read_u16(bytes, pc + 2), false)),
            _ => None,
        },
        _ => None,
    }
}

/// The local variable that the instruction at `pc` reads, and whether it takes two slots.
fn loaded_local(bytes: &[u8], pc: usize) -> Option<(u16, bool)> {
    let wide = |opcode| matches!(opcode, LLOAD | DLOAD);
    match bytes[pc] {
        opcode @ ILOAD..=ALOAD => Some((u16::from(bytes[pc + 1]), wide(opcode))),
        opcode @ ILOAD_0..=ALOAD_3 => {
            let index = opcode - ILOAD_0;
            Some((u16::from(index % 4), wide(ILOAD + index / 4)))
        }
        IINC | RET => Some((u16::from(bytes[pc + 1]), false)),
        WIDE => match bytes[pc + 1] {
            opcode @ ILOAD..=ALOAD => Some((read_u16(bytes, pc + 2), wide(opcode))),
            _ => Some((read_u16(bytes, pc + 2), false)).filter(|_| matches!(bytes[pc + 1], IINC | RET)),
        },
        _ => None,
    }
}

fn form_blocks(class: &Class, code: &Code<'_>, marks: &[u8], scan: &mut Scan) -> Result<()> {
    let bytes = code.bytes;
    let mut pc = 0;
    while pc < bytes.len() {
        let row = scan.blocks.len();
        let start = pc;
        scan.block_at[start] = row as u16;
        let mut can_throw = false;
        let mut last = pc;
        while pc < bytes.len() && (pc == start || marks[pc] & LEADER == 0) {
            if EFFECTS[usize::from(bytes[pc])] & LOCAL != 0 {
                note_locals(code, pc, row, scan)?;
            }
            can_throw |= marks[pc] & COVERED != 0 && throws(class, bytes, pc)?;
            last = pc;
            pc += checked_length(bytes, pc)?;
        }
        scan.blocks.push(RawBlock { start: start as u32, end: pc as u32, last: last as u32, can_throw });
    }
    Ok(())
}

fn note_locals(code: &Code<'_>, pc: usize, row: usize, scan: &mut Scan) -> Result<()> {
    let check = |(slot, wide): (u16, bool)| {
        if u32::from(slot) + u32::from(wide) < u32::from(code.max_locals) {
            return Ok(usize::from(slot));
        }
        let message = format!("local variable {slot} of {}", code.max_locals);
        Err(Error::malformed(message).at_pc(pc))
    };
    if let Some(local) = loaded_local(code.bytes, pc) {
        let slot = check(local)?;
        if !scan.defs.has(row, slot) {
            scan.uses.set(row, slot);
        }
    }
    if let Some(local) = stored_local(code.bytes, pc) {
        let slot = check(local)?;
        scan.defs.set(row, slot);
        if local.1 {
            scan.defs.set(row, slot + 1);
        }
    }
    Ok(())
}

fn throws(class: &Class, bytes: &[u8], pc: usize) -> Result<bool> {
    let constant = match bytes[pc] {
        LDC => u16::from(bytes[pc + 1]),
        LDC_W | LDC2_W => read_u16(bytes, pc + 1),
        opcode => return Ok(can_throw(opcode)),
    };
    class.pool.is_resolved_at_run_time(constant).map_err(|error| error.at_pc(pc))
}
