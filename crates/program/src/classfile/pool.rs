//! The constant pool (JVMS 4.4): where each entry starts, and what it says when asked.
//!
//! Opening a class only walks the pool; an entry is decoded when it is used, and names and member
//! references are interned once per class and index.

use std::sync::atomic::{AtomicU32, Ordering};

use super::reader::Reader;
use crate::error::{Error, Result};
use crate::symbols::{DescriptorId, FieldRef, FieldRefData, MethodRef, MethodRefData, Name, Symbols};
use crate::types::{Type, parse_class_constant, parse_field_descriptor};

const UTF8: u8 = 1;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;
const STRING: u8 = 8;
const FIELD_REF: u8 = 9;
const METHOD_REF: u8 = 10;
const INTERFACE_METHOD_REF: u8 = 11;
const NAME_AND_TYPE: u8 = 12;
const METHOD_HANDLE: u8 = 15;
const METHOD_TYPE: u8 = 16;
const DYNAMIC: u8 = 17;
const INVOKE_DYNAMIC: u8 = 18;
const MODULE: u8 = 19;
const PACKAGE: u8 = 20;

/// The constant pool of one class.
#[derive(Debug)]
pub struct ConstantPool {
    bytes: Box<[u8]>,
    /// Where each entry's tag stands; 0 for index 0 and the second halves of longs and doubles.
    offsets: Box<[u32]>,
    /// One more than the interned number of a string or member reference, 0 while unknown.
    /// Written by whoever looks first; every writer stores the same number, so order does not matter.
    interned: Box<[AtomicU32]>,
    /// Where the rest of the class file starts.
    end: usize,
}

/// A loadable constant, as `ldc` and bootstrap arguments name it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Loadable {
    Int(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    String(Name),
    Class(Type),
    MethodType(DescriptorId),
    MethodHandle(MethodHandle),
    Dynamic(DynamicRef),
}

/// A method handle constant (JVMS 4.4.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodHandle {
    /// What calling the handle does.
    pub kind: HandleKind,
    /// The field or method it works on.
    pub member: HandleMember,
}

/// The member behind a [`MethodHandle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandleMember {
    /// For the four field kinds.
    Field(FieldRef),
    /// For the five method kinds.
    Method(MethodRef),
}

/// The nine behaviours of a method handle (JVMS table 5.4.3.5-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the specification's")]
pub enum HandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

/// A `CONSTANT_Dynamic` or `CONSTANT_InvokeDynamic`: which bootstrap, with which name and type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DynamicRef {
    /// Index into the `BootstrapMethods` attribute.
    pub bootstrap: u16,
    /// The name, whose meaning is the bootstrap's own.
    pub name: Name,
    /// The descriptor: of a field for a constant, of a method for a call site.
    pub descriptor: Name,
}

impl ConstantPool {
    /// Walks the pool and returns where the rest of the class file starts.
    pub(super) fn open(bytes: Box<[u8]>) -> Result<(ConstantPool, usize)> {
        let mut reader = Reader::new(&bytes, 8);
        let count = reader.u16()?;
        let mut offsets = vec![0; usize::from(count).max(1)];
        let mut index = 1;
        while index < offsets.len() {
            let start = reader.offset();
            let tag = reader.u8()?;
            let length = match tag {
                UTF8 => usize::from(reader.u16()?),
                CLASS | STRING | METHOD_TYPE | MODULE | PACKAGE => 2,
                METHOD_HANDLE => 3,
                INTEGER | FLOAT | FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF | NAME_AND_TYPE | DYNAMIC
                | INVOKE_DYNAMIC => 4,
                LONG | DOUBLE => 8,
                _ => {
                    let message = format!("constant {index} has the unknown tag {tag}");
                    return Err(Error::malformed(message).at(start));
                }
            };
            reader.skip(length)?;
            offsets[index] = start as u32;
            index += if matches!(tag, LONG | DOUBLE) { 2 } else { 1 };
        }
        let end = reader.offset();
        let interned = (0..offsets.len()).map(|_| AtomicU32::new(0)).collect();
        Ok((ConstantPool { bytes, offsets: offsets.into(), interned, end }, end))
    }

    /// The whole class file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where the rest of the class file starts.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The tag of an entry and a reader behind it.
    fn entry(&self, index: u16) -> Result<(u8, Reader<'_>)> {
        match self.offsets.get(usize::from(index)) {
            Some(&offset) if offset != 0 => {
                let mut reader = Reader::new(&self.bytes, offset as usize);
                Ok((reader.u8()?, reader))
            }
            _ => Err(Error::malformed(format!("there is no constant {index}"))),
        }
    }

    fn expect(&self, index: u16, tag: u8, what: &str) -> Result<Reader<'_>> {
        match self.entry(index)? {
            (found, reader) if found == tag => Ok(reader),
            (_, reader) => Err(self.unexpected(index, what, reader)),
        }
    }

    #[cold]
    fn unexpected(&self, index: u16, what: &str, reader: Reader<'_>) -> Error {
        Error::malformed(format!("constant {index} is not {what}")).at(reader.offset() - 1)
    }

    /// The interned number of an entry, made by `make` when it is asked for the first time.
    fn cached(&self, index: u16, make: impl FnOnce() -> Result<u32>) -> Result<u32> {
        let Some(slot) = self.interned.get(usize::from(index)) else {
            return Err(Error::malformed(format!("there is no constant {index}")));
        };
        match slot.load(Ordering::Relaxed) {
            0 => {
                let number = make()?;
                slot.store(number + 1, Ordering::Relaxed);
                Ok(number)
            }
            known => Ok(known - 1),
        }
    }

    /// A string's bytes, in modified UTF-8.
    pub fn utf8(&self, index: u16) -> Result<&[u8]> {
        let mut reader = self.expect(index, UTF8, "a string")?;
        let length = reader.u16()?;
        reader.take(usize::from(length))
    }

    /// A string, interned.
    pub fn name(&self, symbols: &Symbols, index: u16) -> Result<Name> {
        // The cache is shared with member references: the tag says what a stored number means.
        self.expect(index, UTF8, "a string")?;
        self.cached(index, || Ok(symbols.name(self.utf8(index)?).0)).map(Name)
    }

    /// The class, interface or array type that a `CONSTANT_Class` names.
    pub fn class_type(&self, symbols: &Symbols, index: u16) -> Result<Type> {
        let name_index = self.expect(index, CLASS, "a class")?.u16()?;
        let name = self.name(symbols, name_index)?;
        parse_class_constant(symbols, name)
            .ok_or_else(|| Error::malformed(format!("{:?} names no class", symbols.text(name))))
    }

    /// The class or interface that a `CONSTANT_Class` names; an array is an error.
    pub fn class_name(&self, symbols: &Symbols, index: u16) -> Result<Name> {
        self.class_type(symbols, index)?
            .class_name()
            .ok_or_else(|| Error::malformed(format!("constant {index} is an array, not a class")))
    }

    /// The class behind an index that may be 0 for none.
    pub(super) fn optional_class_name(&self, symbols: &Symbols, index: u16) -> Result<Option<Name>> {
        if index == 0 { Ok(None) } else { self.class_name(symbols, index).map(Some) }
    }

    fn name_and_type(&self, index: u16) -> Result<(u16, u16)> {
        let mut reader = self.expect(index, NAME_AND_TYPE, "a name and type")?;
        Ok((reader.u16()?, reader.u16()?))
    }

    /// A symbolic field reference, interned.
    pub fn field_ref(&self, symbols: &Symbols, index: u16) -> Result<FieldRef> {
        let mut reader = self.expect(index, FIELD_REF, "a field reference")?;
        let make = || {
            let owner = self.class_name(symbols, reader.u16()?)?;
            let (name, descriptor) = self.name_and_type(reader.u16()?)?;
            let name = self.name(symbols, name)?;
            let ty = self.field_type(symbols, descriptor)?;
            Ok(symbols.field(FieldRefData { owner, name, ty }).0)
        };
        self.cached(index, make).map(FieldRef)
    }

    /// The type that a field descriptor spells.
    pub(super) fn field_type(&self, symbols: &Symbols, index: u16) -> Result<Type> {
        let text = self.utf8(index)?;
        parse_field_descriptor(symbols, text).ok_or_else(|| {
            Error::malformed(format!("{:?} is no field descriptor", crate::mutf8::to_text(text)))
        })
    }

    /// A symbolic method reference, of a class or an interface, interned.
    pub fn method_ref(&self, symbols: &Symbols, index: u16) -> Result<MethodRef> {
        let (tag, mut reader) = self.entry(index)?;
        if tag != METHOD_REF && tag != INTERFACE_METHOD_REF {
            return Err(self.unexpected(index, "a method reference", reader));
        }
        let make = || {
            let owner = self.class_type(symbols, reader.u16()?)?;
            let (name, descriptor) = self.name_and_type(reader.u16()?)?;
            let name = self.name(symbols, name)?;
            let descriptor = symbols.descriptor(self.name(symbols, descriptor)?)?;
            let interface = tag == INTERFACE_METHOD_REF;
            Ok(symbols.method(MethodRefData { owner, name, descriptor, interface }).0)
        };
        self.cached(index, make).map(MethodRef)
    }

    /// A method handle.
    pub fn method_handle(&self, symbols: &Symbols, index: u16) -> Result<MethodHandle> {
        let mut reader = self.expect(index, METHOD_HANDLE, "a method handle")?;
        let kind = match reader.u8()? {
            1 => HandleKind::GetField,
            2 => HandleKind::GetStatic,
            3 => HandleKind::PutField,
            4 => HandleKind::PutStatic,
            5 => HandleKind::InvokeVirtual,
            6 => HandleKind::InvokeStatic,
            7 => HandleKind::InvokeSpecial,
            8 => HandleKind::NewInvokeSpecial,
            9 => HandleKind::InvokeInterface,
            other => return Err(Error::malformed(format!("{other} is no kind of method handle"))),
        };
        let member = reader.u16()?;
        let member = match kind {
            HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic => {
                HandleMember::Field(self.field_ref(symbols, member)?)
            }
            _ => HandleMember::Method(self.method_ref(symbols, member)?),
        };
        Ok(MethodHandle { kind, member })
    }

    /// The dynamic call site that `invokedynamic` names.
    pub fn invoke_dynamic(&self, symbols: &Symbols, index: u16) -> Result<DynamicRef> {
        let reader = self.expect(index, INVOKE_DYNAMIC, "a dynamic call site")?;
        self.dynamic(symbols, reader)
    }

    fn dynamic(&self, symbols: &Symbols, mut reader: Reader<'_>) -> Result<DynamicRef> {
        let bootstrap = reader.u16()?;
        let (name, descriptor) = self.name_and_type(reader.u16()?)?;
        Ok(DynamicRef {
            bootstrap,
            name: self.name(symbols, name)?,
            descriptor: self.name(symbols, descriptor)?,
        })
    }

    /// A constant that `ldc` may push or a bootstrap method may take.
    pub fn loadable(&self, symbols: &Symbols, index: u16) -> Result<Loadable> {
        let (tag, mut reader) = self.entry(index)?;
        Ok(match tag {
            INTEGER => Loadable::Int(reader.u32()? as i32),
            FLOAT => Loadable::Float(f32::from_bits(reader.u32()?)),
            LONG => Loadable::Long(reader.u64()? as i64),
            DOUBLE => Loadable::Double(f64::from_bits(reader.u64()?)),
            STRING => Loadable::String(self.name(symbols, reader.u16()?)?),
            CLASS => Loadable::Class(self.class_type(symbols, index)?),
            METHOD_TYPE => Loadable::MethodType(symbols.descriptor(self.name(symbols, reader.u16()?)?)?),
            METHOD_HANDLE => Loadable::MethodHandle(self.method_handle(symbols, index)?),
            DYNAMIC => Loadable::Dynamic(self.dynamic(symbols, reader)?),
            _ => return Err(self.unexpected(index, "loadable", reader)),
        })
    }

    /// Whether loading the constant runs code of the JVM or the program, and so can throw.
    pub(crate) fn is_resolved_at_run_time(&self, index: u16) -> Result<bool> {
        let (tag, _) = self.entry(index)?;
        Ok(matches!(tag, CLASS | METHOD_TYPE | METHOD_HANDLE | DYNAMIC))
    }

    /// The texts of all string constants, in modified UTF-8.
    pub(crate) fn strings(&self) -> impl Iterator<Item = &[u8]> {
        (1..self.offsets.len()).filter_map(|index| {
            let (tag, mut reader) = self.entry(index as u16).ok()?;
            if tag == STRING { self.utf8(reader.u16().ok()?).ok() } else { None }
        })
    }

    /// All texts that anything in the class is named by, in modified UTF-8.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        (1..self.offsets.len()).filter_map(|index| self.utf8(index as u16).ok())
    }

    /// Every class that the pool names, for finding what a class needs.
    pub fn class_constants<'a>(&'a self, symbols: &'a Symbols) -> impl Iterator<Item = Type> + 'a {
        (1..self.offsets.len()).filter_map(move |index| {
            let (tag, _) = self.entry(index as u16).ok()?;
            if tag == CLASS { self.class_type(symbols, index as u16).ok() } else { None }
        })
    }
}
