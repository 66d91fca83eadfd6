//! A method's code (JVMS 4.7.3) with what goes before and after its instructions.

use std::collections::BTreeMap;

use deadheat_program::classfile::opcodes::*;
use deadheat_program::classfile::{ExceptionEntry, Reader, instruction_length};

use crate::error::{Refusal, Result};
use crate::frames::{Frame, FrameType};
use crate::pool::ConstantPool;

/// Decoded code.
#[derive(Debug)]
pub(crate) struct Code<'a> {
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    pub(crate) bytes: &'a [u8],
    /// Where each instruction starts, in order.
    pub(crate) starts: Vec<u16>,
    pub(crate) exceptions: Vec<ExceptionEntry>,
    pub(crate) attributes: Vec<CodeAttribute<'a>>,
    /// What runs once at the start: a jump back to the first instruction passes it by.
    pub(crate) prologue: Vec<u8>,
    /// What is new at instructions, by their index.
    pub(crate) edits: BTreeMap<usize, Edit>,
    /// The handler at the end, whose frame has these locals and one object on the stack.
    pub(crate) handler: Option<Handler>,
    /// New local variables that keep their values everywhere, from the old last one on.
    pub(crate) kept: Vec<KeptLocal>,
    /// All frames, if there are such variables.
    pub(crate) frames: Option<Vec<Frame>>,
    /// Pieces of code behind the end.
    pub(crate) extras: Vec<Extra>,
    /// How many words more than before the new code may need on the stack.
    pub(crate) extra_stack: u16,
    /// How many local variables more than these it uses for a moment.
    pub(crate) new_locals: u16,
}

/// What a new local variable holds; it is null or 0 at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeptLocal {
    Int,
    /// An object; the pool index of `java/lang/Object`.
    Object(u16),
}

/// A piece of code behind the end of the body.
#[derive(Debug)]
pub(crate) struct Extra {
    pub(crate) code: Vec<u8>,
    pub(crate) way: Way,
}

/// How an [`Extra`] is reached and left.
#[derive(Debug)]
pub(crate) enum Way {
    /// On the way from a jump to an old offset.
    Jump { from: usize, to: usize },
    /// When one of these instructions throws, with these local variables; the exception is thrown on.
    Throw { by: Vec<usize>, locals: Vec<FrameType>, throwable: u16 },
}

/// An attribute of the code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CodeAttribute<'a> {
    pub(crate) name_index: u16,
    pub(crate) name: &'a [u8],
    pub(crate) contents: &'a [u8],
}

/// New code at one instruction.
#[derive(Debug, Default)]
pub(crate) struct Edit {
    pub(crate) before: Vec<u8>,
    /// Takes the instruction's place.
    pub(crate) instead: Option<Vec<u8>>,
    pub(crate) after: Vec<u8>,
    /// Whether an exception range that starts at the next instruction covers the code after this one.
    pub(crate) is_covered_early: bool,
}

/// A catch-all handler for the whole body.
#[derive(Debug)]
pub(crate) struct Handler {
    pub(crate) code: Vec<u8>,
    /// The type of local 0 in its frame: the pool index of the class.
    pub(crate) this_class: Option<u16>,
    /// The pool index of what is caught.
    pub(crate) throwable: u16,
}

impl<'a> Code<'a> {
    /// Reads the contents of a `Code` attribute.
    pub(crate) fn read(contents: &'a [u8], pool: &ConstantPool<'a>) -> Result<Code<'a>> {
        let mut reader = Reader::new(contents, 0);
        let (max_stack, max_locals, length) = (reader.u16()?, reader.u16()?, reader.u32()? as usize);
        if length == 0 || length > usize::from(u16::MAX) {
            return Err(Refusal::malformed(format!("code of {length} bytes")));
        }
        let bytes = reader.take(length)?;
        let rows = reader.u16()?;
        let exceptions = (0..rows).map(|_| read_row(&mut reader)).collect::<Result<_>>()?;
        let attributes = read_attributes(pool, &mut reader)?;
        if !reader.is_at_end() {
            return Err(Refusal::malformed("bytes follow the end of the code's attributes"));
        }
        Ok(Code {
            max_stack,
            max_locals,
            bytes,
            starts: instruction_starts(bytes)?,
            exceptions,
            attributes,
            prologue: Vec::new(),
            edits: BTreeMap::new(),
            handler: None,
            kept: Vec::new(),
            frames: None,
            extras: Vec::new(),
            extra_stack: 0,
            new_locals: 0,
        })
    }

    /// Where an instruction starts; behind the last one the code's length.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.starts.get(index).map_or(self.bytes.len(), |&start| usize::from(start))
    }

    /// The bytes of an instruction.
    pub(crate) fn instruction(&self, index: usize) -> &'a [u8] {
        self.bytes.get(self.start(index)..self.start(index + 1)).unwrap_or_default()
    }

    /// The opcode of an instruction.
    pub(crate) fn opcode(&self, index: usize) -> u8 {
        self.instruction(index).first().copied().unwrap_or(NOP)
    }

    /// The pool index that an instruction names in its first two operand bytes.
    pub(crate) fn operand(&self, index: usize) -> u16 {
        match self.instruction(index) {
            [_, high, low, ..] => u16::from_be_bytes([*high, *low]),
            _ => 0,
        }
    }

    /// Which instruction starts at an offset; the code's end counts as one.
    pub(crate) fn index_at(&self, at: usize) -> Option<usize> {
        if at == self.bytes.len() {
            return Some(self.starts.len());
        }
        self.starts.binary_search(&u16::try_from(at).ok()?).ok()
    }

    /// The first local variable that new code may use for a moment.
    pub(crate) fn first_free(&self) -> u16 {
        self.max_locals.saturating_add(self.kept.len() as u16)
    }

    /// What is new at an instruction.
    pub(crate) fn edit(&mut self, index: usize) -> &mut Edit {
        self.edits.entry(index).or_default()
    }

    /// Whether anything is new.
    pub(crate) fn is_changed(&self) -> bool {
        !self.edits.is_empty() || !self.prologue.is_empty() || self.handler.is_some()
    }

    /// Whether an instruction stores to a local variable.
    pub(crate) fn stores_to(&self, local: u16) -> bool {
        (0..self.starts.len()).any(|index| match stored(self.instruction(index)) {
            Some((first, is_wide)) => {
                first == local || (is_wide && first.checked_add(1).is_some_and(|second| second == local))
            }
            None => false,
        })
    }

    /// The line of each offset that starts one, by offset.
    pub(crate) fn lines(&self) -> Result<Vec<(u16, u16)>> {
        let mut lines = Vec::new();
        for table in self.attributes.iter().filter(|attribute| attribute.name == b"LineNumberTable") {
            let mut reader = Reader::new(table.contents, 0);
            for _ in 0..reader.u16()? {
                lines.push((reader.u16()?, reader.u16()?));
            }
        }
        lines.sort_by_key(|&(at, _)| at);
        Ok(lines)
    }
}

/// The first local variable that an instruction stores to, and whether it takes two slots.
pub(crate) fn stored(instruction: &[u8]) -> Option<(u16, bool)> {
    let is_wide = |opcode| matches!(opcode, LSTORE | DSTORE);
    match *instruction {
        [opcode @ ISTORE..=ASTORE, local] => Some((u16::from(local), is_wide(opcode))),
        [opcode @ ISTORE_0..=ASTORE_3] => {
            let index = opcode - ISTORE_0;
            Some((u16::from(index % 4), is_wide(ISTORE + index / 4)))
        }
        [IINC, local, _] => Some((u16::from(local), false)),
        [WIDE, opcode @ (ISTORE..=ASTORE | IINC), high, low, ..] => {
            Some((u16::from_be_bytes([high, low]), is_wide(opcode)))
        }
        _ => None,
    }
}

fn instruction_starts(bytes: &[u8]) -> Result<Vec<u16>> {
    let mut starts = Vec::with_capacity(bytes.len() / 2);
    let mut at = 0;
    while at < bytes.len() {
        starts.push(at as u16);
        at += instruction_length(bytes, at)?;
    }
    if at == bytes.len() {
        return Ok(starts);
    }
    Err(Refusal::malformed("the last instruction is cut").at(bytes.len()))
}

fn read_row(reader: &mut Reader<'_>) -> Result<ExceptionEntry> {
    let (start, end, handler, catch_type) = (reader.u16()?, reader.u16()?, reader.u16()?, reader.u16()?);
    Ok(ExceptionEntry { start, end, handler, catch_type })
}

fn read_attributes<'a>(pool: &ConstantPool<'a>, reader: &mut Reader<'a>) -> Result<Vec<CodeAttribute<'a>>> {
    let mut attributes = Vec::new();
    for _ in 0..reader.u16()? {
        let name_index = reader.u16()?;
        let name = pool.utf8(name_index)?;
        let length = reader.u32()?;
        attributes.push(CodeAttribute { name_index, name, contents: reader.take(length as usize)? });
    }
    Ok(attributes)
}
