//! The constant pool (JVMS 4.4): what its entries say, and new entries at its end.
//!
//! What was there keeps its index. An entry that is wanted twice is added once; additions can be taken back,
//! so that a method that is left out leaves nothing behind.

use std::borrow::Cow;

use deadheat_program::classfile::Reader;
use rustc_hash::FxHashMap;

use crate::error::{Refusal, Result};

const UTF8: u8 = 1;
const INTEGER: u8 = 3;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;
const FIELD_REF: u8 = 9;
const METHOD_REF: u8 = 10;
const INTERFACE_METHOD_REF: u8 = 11;
const NAME_AND_TYPE: u8 = 12;
const METHOD_HANDLE: u8 = 15;
const INVOKE_DYNAMIC: u8 = 18;

/// The entries that were there.
#[derive(Debug)]
pub(crate) struct ConstantPool<'a> {
    bytes: &'a [u8],
    /// Where each entry starts and ends; empty for index 0 and the second halves of longs and doubles.
    entries: Vec<(u32, u32)>,
    end: usize,
}

/// A field or method reference, as its names are spelt.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemberReference<'a> {
    pub(crate) owner_index: u16,
    pub(crate) owner: &'a [u8],
    pub(crate) name: &'a [u8],
    pub(crate) descriptor: &'a [u8],
}

impl<'a> ConstantPool<'a> {
    /// Walks the pool of a class file.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<ConstantPool<'a>> {
        let mut reader = Reader::new(bytes, 8);
        let count = reader.u16()?.max(1);
        let mut entries = vec![(0, 0); usize::from(count)];
        let mut index = 1;
        while index < entries.len() {
            let start = reader.offset();
            let tag = reader.u8()?;
            let length = match tag {
                UTF8 => usize::from(reader.u16()?),
                CLASS | 8 | 16 | 19 | 20 => 2,
                METHOD_HANDLE => 3,
                3 | 4 | FIELD_REF..=NAME_AND_TYPE | 17 | INVOKE_DYNAMIC => 4,
                LONG | DOUBLE => 8,
                _ => return Err(Refusal::malformed(format!("constant {index} has the tag {tag}")).at(start)),
            };
            reader.skip(length)?;
            entries[index] = (start as u32, reader.offset() as u32);
            index += if matches!(tag, LONG | DOUBLE) { 2 } else { 1 };
        }
        Ok(ConstantPool { bytes, entries, end: reader.offset() })
    }

    /// Where the rest of the class file starts.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// The entries, without their count.
    pub(crate) fn entry_bytes(&self) -> &'a [u8] {
        self.bytes.get(10..self.end).unwrap_or_default()
    }

    fn entry(&self, index: u16) -> Option<&'a [u8]> {
        let (start, end) = *self.entries.get(usize::from(index))?;
        self.bytes.get(start as usize..end as usize).filter(|entry| !entry.is_empty())
    }

    fn wrong(index: u16, what: &str) -> Refusal {
        Refusal::malformed(format!("constant {index} is no {what}"))
    }

    /// A string.
    pub(crate) fn utf8(&self, index: u16) -> Result<&'a [u8]> {
        match self.entry(index) {
            Some([UTF8, _, _, text @ ..]) => Ok(text),
            _ => Err(Self::wrong(index, "string")),
        }
    }

    /// The name of a class.
    pub(crate) fn class_name(&self, index: u16) -> Result<&'a [u8]> {
        match self.entry(index) {
            Some(&[CLASS, high, low]) => self.utf8(u16::from_be_bytes([high, low])),
            _ => Err(Self::wrong(index, "class")),
        }
    }

    /// A reference to a field or a method.
    pub(crate) fn member(&self, index: u16) -> Result<MemberReference<'a>> {
        let Some(&[FIELD_REF | METHOD_REF | INTERFACE_METHOD_REF, a, b, c, d]) = self.entry(index) else {
            return Err(Self::wrong(index, "reference to a member"));
        };
        let owner_index = u16::from_be_bytes([a, b]);
        let owner = self.class_name(owner_index)?;
        let (name, descriptor) = self.name_and_type(u16::from_be_bytes([c, d]))?;
        Ok(MemberReference { owner_index, owner, name, descriptor })
    }

    /// All references to fields and methods that can be read.
    pub(crate) fn members(&self) -> impl Iterator<Item = MemberReference<'a>> + '_ {
        (1..=u16::MAX).zip(self.entries.iter().skip(1)).filter_map(|(index, _)| self.member(index).ok())
    }

    fn name_and_type(&self, index: u16) -> Result<(&'a [u8], &'a [u8])> {
        let Some(&[NAME_AND_TYPE, a, b, c, d]) = self.entry(index) else {
            return Err(Self::wrong(index, "name and type"));
        };
        Ok((self.utf8(u16::from_be_bytes([a, b]))?, self.utf8(u16::from_be_bytes([c, d]))?))
    }

    /// The name and descriptor of a dynamic call site.
    pub(crate) fn dynamic(&self, index: u16) -> Result<(&'a [u8], &'a [u8])> {
        match self.entry(index) {
            Some(&[INVOKE_DYNAMIC, _, _, high, low]) => self.name_and_type(u16::from_be_bytes([high, low])),
            _ => Err(Self::wrong(index, "dynamic call site")),
        }
    }

    /// The number of the bootstrap of a dynamic call site.
    pub(crate) fn bootstrap(&self, index: u16) -> Result<u16> {
        match self.entry(index) {
            Some(&[INVOKE_DYNAMIC, high, low, ..]) => Ok(u16::from_be_bytes([high, low])),
            _ => Err(Self::wrong(index, "dynamic call site")),
        }
    }

    /// The member that a method handle is for.
    pub(crate) fn handle(&self, index: u16) -> Result<MemberReference<'a>> {
        match self.entry(index) {
            Some(&[METHOD_HANDLE, _, high, low]) => self.member(u16::from_be_bytes([high, low])),
            _ => Err(Self::wrong(index, "method handle")),
        }
    }
}

/// The entries that are new.
#[derive(Debug)]
pub(crate) struct Additions<'a> {
    pool: &'a ConstantPool<'a>,
    /// All entries by their bytes; filled when the first one is wanted.
    known: FxHashMap<Cow<'a, [u8]>, u16>,
    added: Vec<Vec<u8>>,
    /// The index that the next entry gets.
    next: u16,
    /// Whether the class is the JDK's, which calls the runtime in another way.
    pub(crate) is_jdk: bool,
}

/// How far the additions had come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark(usize);

impl<'a> Additions<'a> {
    pub(crate) fn new(pool: &'a ConstantPool<'a>, is_jdk: bool) -> Additions<'a> {
        Additions {
            pool,
            known: FxHashMap::default(),
            added: Vec::new(),
            next: pool.entries.len() as u16,
            is_jdk,
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.added.len())
    }

    /// Takes back everything that was added since.
    pub(crate) fn take_back(&mut self, mark: Mark) {
        for entry in self.added.drain(mark.0..) {
            self.known.remove(entry.as_slice());
            self.next -= 1;
        }
    }

    fn add(&mut self, entry: Vec<u8>) -> Result<u16> {
        if self.known.is_empty() {
            let all = (1..=u16::MAX).zip(self.pool.entries.iter().skip(1));
            for (index, _) in all {
                if let Some(entry) = self.pool.entry(index) {
                    self.known.entry(Cow::Borrowed(entry)).or_insert(index);
                }
            }
        }
        if let Some(&index) = self.known.get(entry.as_slice()) {
            return Ok(index);
        }
        let index = self.next;
        self.next = index.checked_add(1).ok_or_else(|| Refusal::limit("the constant pool is full"))?;
        self.known.insert(Cow::Owned(entry.clone()), index);
        self.added.push(entry);
        Ok(index)
    }

    pub(crate) fn utf8(&mut self, text: &[u8]) -> Result<u16> {
        let length = u16::try_from(text.len()).map_err(|_| Refusal::limit("a name is too long"))?;
        let mut entry = Vec::with_capacity(3 + text.len());
        entry.push(UTF8);
        entry.extend(length.to_be_bytes());
        entry.extend(text);
        self.add(entry)
    }

    pub(crate) fn class(&mut self, name: &[u8]) -> Result<u16> {
        let name = self.utf8(name)?;
        self.add(one(CLASS, name))
    }

    pub(crate) fn integer(&mut self, value: i32) -> Result<u16> {
        let mut entry = vec![INTEGER];
        entry.extend(value.to_be_bytes());
        self.add(entry)
    }

    fn member(&mut self, tag: u8, owner: u16, name: &[u8], descriptor: &[u8]) -> Result<u16> {
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        let pair = self.add(two(NAME_AND_TYPE, name, descriptor))?;
        self.add(two(tag, owner, pair))
    }

    /// A field of the class at an index.
    pub(crate) fn field(&mut self, owner: u16, name: &[u8], descriptor: &[u8]) -> Result<u16> {
        self.member(FIELD_REF, owner, name, descriptor)
    }

    /// A method of the class, not an interface, at an index.
    pub(crate) fn method(&mut self, owner: u16, name: &[u8], descriptor: &[u8]) -> Result<u16> {
        self.member(METHOD_REF, owner, name, descriptor)
    }

    /// The number of entries, as a class file has it.
    pub(crate) fn count(&self) -> u16 {
        self.next
    }

    /// The new entries, one behind the other.
    pub(crate) fn entry_bytes(&self) -> impl Iterator<Item = &[u8]> {
        self.added.iter().map(Vec::as_slice)
    }
}

fn one(tag: u8, index: u16) -> Vec<u8> {
    let [high, low] = index.to_be_bytes();
    vec![tag, high, low]
}

fn two(tag: u8, first: u16, second: u16) -> Vec<u8> {
    let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
    vec![tag, a, b, c, d]
}
