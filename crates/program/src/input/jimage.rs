//! The JDK's own image, `lib/modules`: a perfect hash table of resources, here read as a list.
//!
//! In: a [`Source`]. Out: all resources, sorted by module and path, and the bytes of any one of them.
//!
//! The format (jdk.internal.jimage, `imageFile.hpp`), in the byte order of the machine that linked it:
//! a header of seven words (magic, version, flags, resource count, table length, attribute bytes, string
//! bytes); a redirect table and an offset table of one word per slot; attribute streams; strings, each
//! ended by a zero; then the resources. A slot's offset leads to an attribute stream: a byte with the kind
//! in its upper five bits and the value's length less one in the lower three, then the value, big-endian,
//! until kind 0.
//!
//! Deviations: the redirect table is not used, as every slot is visited anyway. Of the resource compressors
//! of `jlink`, `zip` is understood and `compact-cp` is not ([`ErrorKind::Unsupported`]).

use std::collections::HashMap;

use super::bytes::Order;
use super::inflate::{Wrapping, with_window};
use super::limits::Budget;
use super::source::{Source, place};
use crate::error::{Error, ErrorKind, Result};

const MAGIC: u32 = 0xcafe_dada;
const COMPRESSED_MAGIC: u32 = 0xcafe_fafa;
const MAJOR_VERSION: u32 = 1;
const HEADER_LEN: u64 = 28;
const COMPRESSED_HEADER_LEN: u64 = 29;

/// Longer names are taken for damage: shared strings would make a small file cost much.
const LONGEST_STRING: usize = 8192;

/// How many compressors may be stacked on one resource; `jlink` knows two.
const MOST_COMPRESSORS: u32 = 4;

/// An open image.
#[derive(Debug)]
pub(super) struct Image {
    source: Source,
    order: Order,
    /// Sorted names.
    pub(super) modules: Vec<Box<str>>,
    /// Sorted by module and path.
    pub(super) resources: Vec<Resource>,
    /// How many resources have names that are not UTF-8, and the first of those; they are left out.
    pub(super) bad_names: Option<(usize, String)>,
    strings: Vec<u8>,
}

/// One resource; nothing of it is proven but the names.
#[derive(Debug)]
pub(super) struct Resource {
    /// Index into the image's modules.
    pub(super) module: u32,
    /// The path below the module: `java/lang/Object.class`.
    pub(super) path: Box<str>,
    at: u64,
    /// Zero if the resource is not compressed.
    compressed: u64,
    size: u64,
}

/// Whether a file that starts with `bytes` is an image, and its byte order.
pub(super) fn byte_order(bytes: &[u8]) -> Option<Order> {
    [Order::Little, Order::Big].into_iter().find(|order| order.u32(bytes, 0) == Some(MAGIC))
}

impl Image {
    pub(super) fn open(source: Source, budget: &mut Budget) -> Result<Image> {
        let header = source.read_at(0, HEADER_LEN)?;
        let order = byte_order(&header).ok_or_else(|| Error::malformed("not a jimage file"))?;
        let word = |index: usize| order.u32(&header, index * 4).map_or(0, u64::from);
        if word(1) >> 16 != u64::from(MAJOR_VERSION) {
            let message = format!("jimage version {}.{}", word(1) >> 16, word(1) & 0xffff);
            return Err(Error::new(ErrorKind::Unsupported, message).at(4));
        }
        let (slots, attributes_len, strings_len) = (word(4), word(5), word(6));
        let offsets_at = HEADER_LEN + slots * 4;
        let attributes_at = offsets_at + slots * 4;
        let strings_at = attributes_at + attributes_len;
        let resources_at = strings_at + strings_len;
        budget.charge_directory(resources_at)?;
        let offsets = source.read_at(offsets_at, slots * 4)?;
        let attributes = source.read_at(attributes_at, attributes_len)?;
        let strings = source.read_at(strings_at, strings_len)?;
        let mut image =
            Image { source, order, modules: Vec::new(), resources: Vec::new(), bad_names: None, strings };
        let mut modules = Modules::default();
        for slot in offsets.chunks_exact(4) {
            let offset = order.u32(slot, 0).unwrap_or(0);
            let location = Location::read(&attributes, offset as usize)
                .map_err(|error| place(error, attributes_at + u64::from(offset)))?;
            let name_len = image.add(&location, resources_at, &mut modules)?;
            budget.charge_directory(name_len)?;
        }
        image.sort(&modules);
        Ok(image)
    }

    /// Adds a resource and tells how long its name is.
    fn add(&mut self, location: &Location, resources_at: u64, modules: &mut Modules) -> Result<u64> {
        let module = string(&self.strings, location.module)?;
        // `/modules/…` and `/packages/…` are the image's own directories, not modules.
        if module.is_empty() || module == b"modules" || module == b"packages" {
            return Ok(0);
        }
        let parts = [location.parent, location.base, location.extension];
        let [parent, base, extension] = parts.map(|part| string(&self.strings, part));
        let path = join(parent?, base?, extension?);
        let len = path.len() as u64;
        match (String::from_utf8(path), std::str::from_utf8(module)) {
            (Ok(path), Ok(module)) => self.resources.push(Resource {
                module: modules.intern(location.module, module),
                path: path.into_boxed_str(),
                at: resources_at
                    .checked_add(location.at)
                    .ok_or_else(|| Error::malformed("offset out of range"))?,
                compressed: location.compressed,
                size: location.size,
            }),
            (Err(path), _) => {
                let first = || (0, String::from_utf8_lossy(path.as_bytes()).into_owned());
                self.bad_names.get_or_insert_with(first).0 += 1;
            }
            (Ok(path), Err(_)) => self.bad_names.get_or_insert((0, path)).0 += 1,
        }
        Ok(len)
    }

    /// Sorts modules by name and resources by module and path, so that the order is not the hash table's.
    fn sort(&mut self, modules: &Modules) {
        let mut ranked: Vec<(&str, u32)> =
            (0..).zip(&modules.names).map(|(id, name)| (&**name, id)).collect();
        ranked.sort_unstable();
        let mut rank = vec![0; ranked.len()];
        for (name, old) in &ranked {
            // One name may stand at several offsets.
            if self.modules.last().is_none_or(|last| **last != **name) {
                self.modules.push((*name).into());
            }
            if let Some(slot) = rank.get_mut(*old as usize) {
                *slot = u32::try_from(self.modules.len() - 1).unwrap_or(u32::MAX);
            }
        }
        for resource in &mut self.resources {
            resource.module = rank.get(resource.module as usize).copied().unwrap_or(0);
        }
        self.resources.sort_by(|a, b| a.module.cmp(&b.module).then_with(|| a.path.cmp(&b.path)));
    }

    /// The bytes of resource `index`, at most `limit` of them.
    pub(super) fn read(&self, index: u32, limit: u64) -> Result<Vec<u8>> {
        let resource = self.resources.get(index as usize);
        let resource = resource.ok_or_else(|| Error::new(ErrorKind::Bug, "no such jimage resource"))?;
        let stored = if resource.compressed == 0 { resource.size } else { resource.compressed };
        if resource.size > limit || stored > limit {
            let message = format!("{} bytes, more than the {limit} accepted", resource.size.max(stored));
            return Err(place(Error::limit(message), resource.at));
        }
        if resource.compressed == 0 {
            return self.source.read_at(resource.at, resource.size);
        }
        let bytes = self.decompress(resource.at, stored, limit)?;
        if bytes.len() as u64 != resource.size {
            let message = format!("decompresses to {} bytes instead of {}", bytes.len(), resource.size);
            return Err(place(Error::malformed(message), resource.at));
        }
        Ok(bytes)
    }

    /// Undoes the compressors one after the other: each result may start with the next one's header.
    fn decompress(&self, at: u64, stored: u64, limit: u64) -> Result<Vec<u8>> {
        let mut source = self.source.slice(at, stored)?;
        for _ in 0..MOST_COMPRESSORS {
            let header = source.read_at(0, COMPRESSED_HEADER_LEN.min(source.len()))?;
            if self.order.u32(&header, 0) != Some(COMPRESSED_MAGIC) {
                return source.read_at(0, source.len());
            }
            let bytes = self.undo(&source, &header, limit).map_err(|error| place(error, at))?;
            source = Source::memory(bytes);
        }
        Err(place(Error::limit("too many compressors on one resource"), at))
    }

    fn undo(&self, source: &Source, header: &[u8], limit: u64) -> Result<Vec<u8>> {
        let cut = || Error::malformed("cut header of a compressed resource");
        let compressed = self.order.u64(header, 4).ok_or_else(cut)?;
        let size = self.order.u64(header, 12).ok_or_else(cut)?;
        let name = string(&self.strings, self.order.u32(header, 20).ok_or_else(cut)?)?;
        if name != b"zip" {
            let message = format!("resource compressor {:?}", String::from_utf8_lossy(name));
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        if size > limit {
            return Err(Error::limit(format!("{size} bytes, more than the {limit} accepted")));
        }
        let data = source.slice(COMPRESSED_HEADER_LEN, compressed)?;
        with_window(&data, |window| window.inflate(0, compressed, size, Wrapping::Zlib))
    }
}

/// Module names in order of appearance, and their places by the offset of the name's string.
#[derive(Default)]
struct Modules {
    names: Vec<Box<str>>,
    places: HashMap<u32, u32>,
}

impl Modules {
    fn intern(&mut self, offset: u32, name: &str) -> u32 {
        *self.places.entry(offset).or_insert_with(|| {
            self.names.push(name.into());
            u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

/// A decoded attribute stream; the names are offsets into the strings.
#[derive(Debug, Default)]
struct Location {
    module: u32,
    parent: u32,
    base: u32,
    extension: u32,
    at: u64,
    compressed: u64,
    size: u64,
}

impl Location {
    fn read(attributes: &[u8], start: usize) -> Result<Location> {
        let mut location = Location::default();
        let mut rest = attributes.get(start..).unwrap_or_default();
        loop {
            let (&head, tail) =
                rest.split_first().ok_or_else(|| Error::malformed("cut jimage attributes"))?;
            let (kind, len) = (head >> 3, usize::from(head & 7) + 1);
            if kind == 0 {
                return Ok(location);
            }
            let (value, tail) =
                tail.split_at_checked(len).ok_or_else(|| Error::malformed("cut jimage attributes"))?;
            let value = value.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
            let name = u32::try_from(value).unwrap_or(u32::MAX);
            match kind {
                1 => location.module = name,
                2 => location.parent = name,
                3 => location.base = name,
                4 => location.extension = name,
                5 => location.at = value,
                6 => location.compressed = value,
                7 => location.size = value,
                // Later JDKs may add kinds; the length tells how to skip them.
                _ => {}
            }
            rest = tail;
        }
    }
}

/// The zero-ended string at `at`.
fn string(strings: &[u8], at: u32) -> Result<&[u8]> {
    let rest = strings.get(at as usize..);
    let rest = rest.ok_or_else(|| Error::malformed(format!("no string at {at} in the jimage strings")))?;
    let len = rest.iter().take(LONGEST_STRING).position(|byte| *byte == 0);
    let len =
        len.ok_or_else(|| Error::malformed(format!("string at {at} in the jimage strings has no end")))?;
    Ok(rest.get(..len).unwrap_or_default())
}

fn join(parent: &[u8], base: &[u8], extension: &[u8]) -> Vec<u8> {
    let mut path = Vec::with_capacity(parent.len() + base.len() + extension.len() + 2);
    path.extend_from_slice(parent);
    if !parent.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(base);
    if !extension.is_empty() {
        path.push(b'.');
        path.extend_from_slice(extension);
    }
    path
}
