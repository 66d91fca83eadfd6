//! Interned names, descriptors and member references, shared by every class of a program.
//!
//! The same few hundred thousand strings stand in the constant pools of all classes; here each gets
//! one number, so that comparing and hashing them is free. Interning is concurrent: a sharded hash
//! table of numbers into an append-only vector, which is read without a lock.
//!
//! Invariant for callers: numbers depend on the order of loading, which is not the same from run to
//! run. They may decide equality, never an order that reaches output.

use std::borrow::Cow;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::error::{Error, Result};
use crate::types::{Type, parse_method_descriptor};

/// An interned string of a class file, in its modified UTF-8: a class, field or method name, a
/// descriptor, or a string constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u32);

/// An interned method descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DescriptorId(u32);

/// An interned symbolic field reference: owner, name and type as a constant pool gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldRef(pub(crate) u32);

/// An interned symbolic method reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodRef(pub(crate) u32);

/// A method descriptor, taken apart.
#[derive(Debug)]
pub struct Descriptor {
    /// The descriptor as text, `(ILjava/lang/String;)V`.
    pub text: Name,
    /// The parameter types, without a receiver.
    pub parameters: Box<[Type]>,
    /// The result; `None` for `void`.
    pub result: Option<Type>,
}

/// What a [`FieldRef`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldRefData {
    /// The class named in the reference, not always the one that declares the field.
    pub owner: Name,
    /// The field's name.
    pub name: Name,
    /// The field's type.
    pub ty: Type,
}

/// What a [`MethodRef`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodRefData {
    /// The class, interface or array type named in the reference.
    pub owner: Type,
    /// The method's name.
    pub name: Name,
    /// The method's descriptor.
    pub descriptor: DescriptorId,
    /// Whether the constant is an `InterfaceMethodref`.
    pub interface: bool,
}

/// The symbol tables of one program.
#[derive(Default)]
pub struct Symbols {
    names: Interner<Box<[u8]>>,
    descriptors: Interner<Descriptor>,
    fields: Interner<FieldRefData>,
    methods: Interner<MethodRefData>,
}

impl Symbols {
    /// The number of a modified UTF-8 string.
    pub fn name(&self, bytes: &[u8]) -> Name {
        Name(self.names.intern(hash(bytes), |item| **item == *bytes, || bytes.into()))
    }

    /// The number of a string, if it was ever interned.
    pub fn find(&self, bytes: &[u8]) -> Option<Name> {
        self.names.find(hash(bytes), |item| **item == *bytes).map(Name)
    }

    /// A name's bytes, as they stand in the class file.
    pub fn bytes(&self, name: Name) -> &[u8] {
        &self.names.items[name.0 as usize]
    }

    /// A name as text: lone surrogates, which no Rust string can hold, are replaced.
    pub fn text(&self, name: Name) -> Cow<'_, str> {
        crate::mutf8::to_text(self.bytes(name))
    }

    /// The number of a descriptor, which is parsed when first seen.
    pub fn descriptor(&self, text: Name) -> Result<DescriptorId> {
        if let Some(id) = self.descriptors.find(hash(text), |item| item.text == text) {
            return Ok(DescriptorId(id));
        }
        let (parameters, result) = parse_method_descriptor(self, self.bytes(text))
            .ok_or_else(|| Error::malformed(format!("{:?} is no method descriptor", self.text(text))))?;
        let make = || Descriptor { text, parameters: parameters.into(), result };
        Ok(DescriptorId(self.descriptors.intern(hash(text), |item| item.text == text, make)))
    }

    /// A descriptor's parts.
    pub fn descriptor_data(&self, id: DescriptorId) -> &Descriptor {
        &self.descriptors.items[id.0 as usize]
    }

    /// The number of a field reference.
    pub fn field(&self, data: FieldRefData) -> FieldRef {
        FieldRef(self.fields.intern(hash(data), |item| *item == data, || data))
    }

    /// A field reference's parts.
    pub fn field_data(&self, id: FieldRef) -> FieldRefData {
        self.fields.items[id.0 as usize]
    }

    /// The number of a method reference.
    pub fn method(&self, data: MethodRefData) -> MethodRef {
        MethodRef(self.methods.intern(hash(data), |item| *item == data, || data))
    }

    /// A method reference's parts.
    pub fn method_data(&self, id: MethodRef) -> MethodRefData {
        self.methods.items[id.0 as usize]
    }
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symbols({} names)", self.names.items.count())
    }
}

fn hash(value: impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

const SHARDS: usize = 32;

/// Naive model: a `HashMap<T, u32>` and a `Vec<T>` behind one lock.
struct Interner<T> {
    /// Hashes and numbers of items. An item is pushed under its shard's lock, so no item is there twice.
    shards: [Mutex<HashTable<Known>>; SHARDS],
    items: boxcar::Vec<T>,
}

/// The hash stands beside the number, so that neither a search nor a growing table has to look at items
/// that differ.
struct Known {
    hash: u32,
    id: u32,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { shards: std::array::from_fn(|_| Mutex::default()), items: boxcar::Vec::new() }
    }
}

/// The part of a hash that is kept, spread over all bits again.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<T> Interner<T> {
    fn shard(&self, hash: u32) -> std::sync::MutexGuard<'_, HashTable<Known>> {
        let shard = &self.shards[hash as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, hash: u64, equal: impl Fn(&T) -> bool) -> Option<u32> {
        let hash = (hash >> 32) as u32 ^ hash as u32;
        let is_it = |known: &Known| known.hash == hash && equal(&self.items[known.id as usize]);
        self.shard(hash).find(spread(hash), is_it).map(|known| known.id)
    }

    fn intern(&self, hash: u64, equal: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        let hash = (hash >> 32) as u32 ^ hash as u32;
        let is_it = |known: &Known| known.hash == hash && equal(&self.items[known.id as usize]);
        let mut shard = self.shard(hash);
        match shard.entry(spread(hash), is_it, |known| spread(known.hash)) {
            Entry::Occupied(known) => known.get().id,
            Entry::Vacant(free) => {
                let id = self.items.push(make()) as u32;
                free.insert(Known { hash, id });
                id
            }
        }
    }
}
