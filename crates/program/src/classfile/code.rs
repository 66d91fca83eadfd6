//! The `Code` attribute (JVMS 4.7.3): bytecode, exception table, line numbers, variable names.

use super::reader::Reader;
use super::{Class, read_attribute};
use crate::error::{Error, Result};
use crate::symbols::Name;

/// A method's bytecode, borrowed from its class.
#[derive(Debug)]
pub struct Code<'a> {
    class: &'a Class,
    /// Words of operand stack that the method claims to need.
    pub max_stack: u16,
    /// Local variable slots.
    pub max_locals: u16,
    /// The bytecode; offsets of instructions count from its start.
    pub bytes: &'a [u8],
    exceptions: &'a [u8],
    attributes: usize,
}

/// A row of the exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceptionEntry {
    /// The first offset that is covered.
    pub start: u16,
    /// The first offset that is not covered any more.
    pub end: u16,
    /// Where the handler starts.
    pub handler: u16,
    /// Constant pool index of the class that is caught, 0 for everything.
    pub catch_type: u16,
}

/// A row of the local variable table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalVariable {
    /// The first offset at which the variable has a value.
    pub start: u16,
    /// The first offset at which it has none any more.
    pub end: u32,
    /// The variable's name, by its constant pool index.
    pub name: u16,
    /// The slot.
    pub slot: u16,
}

impl<'a> Code<'a> {
    pub(super) fn read(class: &'a Class, at: usize) -> Result<Code<'a>> {
        let mut reader = Reader::new(class.pool.bytes(), at);
        // Before Java 1.0.2 the sizes were half as wide; the JVM still reads such classes.
        let (max_stack, max_locals, length) = if class.major == 45 && class.minor < 3 {
            (u16::from(reader.u8()?), u16::from(reader.u8()?), usize::from(reader.u16()?))
        } else {
            (reader.u16()?, reader.u16()?, reader.u32()? as usize)
        };
        if length == 0 || length > usize::from(u16::MAX) {
            return Err(Error::malformed(format!("code of {length} bytes")).at(at));
        }
        let bytes = reader.take(length)?;
        let rows = reader.u16()?;
        let exceptions = reader.take(8 * usize::from(rows))?;
        Ok(Code { class, max_stack, max_locals, bytes, exceptions, attributes: reader.offset() })
    }

    /// The exception table, in the order in which the JVM searches it.
    pub fn exceptions(&self) -> impl Iterator<Item = ExceptionEntry> + 'a {
        self.exceptions.chunks_exact(8).map(|row| {
            let field = |i: usize| u16::from_be_bytes([row[i], row[i + 1]]);
            ExceptionEntry { start: field(0), end: field(2), handler: field(4), catch_type: field(6) }
        })
    }

    fn for_each_attribute(&self, name: &str, mut visit: impl FnMut(Reader<'a>) -> Result<()>) -> Result<()> {
        let mut reader = Reader::new(self.class.pool.bytes(), self.attributes);
        for _ in 0..reader.u16()? {
            let (found, contents) = read_attribute(&self.class.pool, &mut reader)?;
            if found == name.as_bytes() {
                visit(Reader::new(contents, 0))?;
            }
        }
        Ok(())
    }

    /// The line table as (offset, line), sorted by offset; empty when the class has none.
    pub fn lines(&self) -> Result<Vec<(u16, u16)>> {
        let mut lines = Vec::new();
        self.for_each_attribute("LineNumberTable", |mut reader| {
            let count = reader.u16()?;
            lines.reserve(usize::from(count));
            for _ in 0..count {
                lines.push((reader.u16()?, reader.u16()?));
            }
            Ok(())
        })?;
        if !lines.is_sorted_by_key(|&(pc, _)| pc) {
            lines.sort_by_key(|&(pc, _)| pc);
        }
        Ok(lines)
    }

    /// The local variable table; empty when the class was compiled without `-g`.
    pub fn local_variables(&self) -> Result<Vec<LocalVariable>> {
        let mut variables = Vec::new();
        self.for_each_attribute("LocalVariableTable", |mut reader| {
            for _ in 0..reader.u16()? {
                let (start, length, name) = (reader.u16()?, reader.u16()?, reader.u16()?);
                reader.skip(2)?;
                let end = u32::from(start) + u32::from(length);
                variables.push(LocalVariable { start, end, name, slot: reader.u16()? });
            }
            Ok(())
        })?;
        Ok(variables)
    }

    /// For each offset, whether an instruction starts there; ends early where the code is malformed.
    pub fn instruction_starts(&self) -> Vec<bool> {
        let mut starts = vec![false; self.bytes.len()];
        let mut pc = 0;
        while pc < self.bytes.len() {
            starts[pc] = true;
            match crate::lower::instruction_length(self.bytes, pc) {
                Ok(length) => pc += length,
                Err(_) => break,
            }
        }
        starts
    }

    /// A variable's name.
    pub fn variable_name(&self, symbols: &crate::Symbols, variable: &LocalVariable) -> Result<Name> {
        self.class.pool.name(symbols, variable.name)
    }
}
