//! New code, written instruction by instruction.

use deadheat_program::classfile::opcodes::*;

use crate::error::Result;
use crate::pool::Additions;

/// The class that hooks are methods of.
const RUNTIME: &[u8] = b"java/lang/Deadheat";
/// The class that the hooks of the JDK's own synchronisation are methods of.
const RUNTIME_OF_JDK: &[u8] = b"java/lang/DeadheatJdk";

/// The class that patches call.
const RUNTIME_OF_PATCHES: &[u8] = b"java/lang/DeadheatPatches";

/// The class that is told what is recorded.
const RUNTIME_OF_RECORDER: &[u8] = b"java/lang/DeadheatRecorder";

/// The class that placed checks call besides.
const RUNTIME_OF_PLACED: &[u8] = b"java/lang/DeadheatPlaced";

/// Code in the making.
#[derive(Debug)]
pub(crate) struct Assembly<'w, 'a> {
    additions: &'w mut Additions<'a>,
    pub(crate) bytes: Vec<u8>,
}

impl<'w, 'a> Assembly<'w, 'a> {
    pub(crate) fn new(additions: &'w mut Additions<'a>) -> Assembly<'w, 'a> {
        Assembly { additions, bytes: Vec::new() }
    }

    /// Instructions without operands.
    pub(crate) fn plain(&mut self, opcodes: &[u8]) {
        self.bytes.extend(opcodes);
    }

    /// An instruction with a two-byte operand.
    pub(crate) fn with(&mut self, opcode: u8, operand: u16) {
        self.bytes.push(opcode);
        self.bytes.extend(operand.to_be_bytes());
    }

    /// Pushes a number; it is Java's `int` of the same bits.
    pub(crate) fn push(&mut self, number: u32) -> Result<()> {
        let value = number.cast_signed();
        match (i8::try_from(value), i16::try_from(value)) {
            (Ok(value @ -1..=5), _) => self.bytes.push(ICONST_0.wrapping_add_signed(value)),
            (Ok(value), _) => self.bytes.extend([BIPUSH, value.cast_unsigned()]),
            (_, Ok(value)) => self.with(SIPUSH, value.cast_unsigned()),
            _ => {
                let index = self.additions.integer(value)?;
                self.load_constant(index);
            }
        }
        Ok(())
    }

    /// Pushes a constant of one word.
    pub(crate) fn load_constant(&mut self, index: u16) {
        match u8::try_from(index) {
            Ok(index) => self.bytes.extend([LDC, index]),
            Err(_) => self.with(LDC_W, index),
        }
    }

    /// Pushes an object from a local variable.
    pub(crate) fn load(&mut self, local: u16) {
        match u8::try_from(local) {
            Ok(local @ 0..=3) => self.bytes.push(ALOAD_0 + local),
            _ => self.local(ALOAD, local),
        }
    }

    /// A load from a local variable, or a store to one.
    pub(crate) fn local(&mut self, opcode: u8, local: u16) {
        match u8::try_from(local) {
            Ok(local) => self.bytes.extend([opcode, local]),
            Err(_) => {
                self.bytes.push(WIDE);
                self.with(opcode, local);
            }
        }
    }

    /// Calls a method of the runtime.
    pub(crate) fn call(&mut self, name: &str, descriptor: &str) -> Result<()> {
        let runtime = if self.additions.is_jdk { RUNTIME_OF_JDK } else { RUNTIME };
        let owner = self.additions.class(runtime)?;
        self.call_method(owner, name.as_bytes(), descriptor.as_bytes())
    }

    /// Calls a method of the runtime that is for placed checks.
    pub(crate) fn call_placed(&mut self, name: &str, descriptor: &str) -> Result<()> {
        let owner = self.additions.class(RUNTIME_OF_PLACED)?;
        self.call_method(owner, name.as_bytes(), descriptor.as_bytes())
    }

    /// Calls a method of the runtime that is told what is recorded.
    pub(crate) fn call_recorder(&mut self, name: &str, descriptor: &str) -> Result<()> {
        let owner = self.additions.class(RUNTIME_OF_RECORDER)?;
        self.call_method(owner, name.as_bytes(), descriptor.as_bytes())
    }

    /// Makes an array of a class, of as many elements as is on the stack.
    pub(crate) fn array_of(&mut self, class: &[u8]) -> Result<()> {
        let class = self.additions.class(class)?;
        self.with(ANEWARRAY, class);
        Ok(())
    }

    /// Calls a method of the runtime, whoever's class it is.
    pub(crate) fn call_anyway(&mut self, name: &str, descriptor: &str) -> Result<()> {
        let owner = self.additions.class(RUNTIME)?;
        self.call_method(owner, name.as_bytes(), descriptor.as_bytes())
    }

    /// Calls a method of the runtime that is for patched methods.
    pub(crate) fn call_patch(&mut self, name: &str, descriptor: &str) -> Result<()> {
        let owner = self.additions.class(RUNTIME_OF_PATCHES)?;
        self.call_method(owner, name.as_bytes(), descriptor.as_bytes())
    }

    /// A field's place in the pool.
    pub(crate) fn field(&mut self, owner: u16, name: &[u8], descriptor: &[u8]) -> Result<u16> {
        self.additions.field(owner, name, descriptor)
    }

    /// Calls a static method of a class.
    pub(crate) fn call_method(&mut self, owner: u16, name: &[u8], descriptor: &[u8]) -> Result<()> {
        let method = self.additions.method(owner, name, descriptor)?;
        self.with(INVOKESTATIC, method);
        Ok(())
    }
}
