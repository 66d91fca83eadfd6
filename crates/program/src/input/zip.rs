//! Zip archives by their central directory, as `java.util.zip.ZipFile` reads them.
//!
//! In: a [`Source`]. Out: a table of entries sorted by name, and the checked bytes of any one of them.
//! Opening reads the end record and the central directory; an entry costs one positioned read.
//!
//! As in the JVM: a prefix before the first entry is allowed (executable jars, jmods), names are UTF-8
//! whatever their flag says, sizes and checksum come from the central directory, and of two entries with
//! the same name the last one counts (seen with JDK 17 and 25). Stricter than the JVM: size and checksum
//! must agree with the bytes, also for classes.
//!
//! Invariant: of entries with equal names the one that counts comes first, so that a search for the first
//! one finds it.

use super::bytes::{u16_le, u32_le, u64_le};
use super::inflate::{Window, Wrapping, with_window};
use super::limits::Budget;
use super::source::{Source, place};
use crate::error::{Error, ErrorKind, Result};

const LOCAL_HEADER: u32 = 0x0403_4b50;
const CENTRAL_HEADER: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END_64: u32 = 0x0606_4b50;
const END_64_LOCATOR: u32 = 0x0706_4b50;

const LOCAL_LEN: usize = 30;
const CENTRAL_LEN: usize = 46;
const END_LEN: u64 = 22;
const LONGEST_COMMENT: u64 = 0xffff;

/// How many look-alikes of the end record inside a comment are tried.
const MOST_END_CANDIDATES: usize = 16;

/// Bytes read beyond the local header's name on the chance that it has an extra field.
const EXTRA_GUESS: u64 = 64;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const ENCRYPTED: u16 = 1;

/// An open archive.
#[derive(Debug)]
pub(super) struct Archive {
    source: Source,
    /// Sorted by name; see the module's invariant. Directories are left out.
    pub(super) entries: Vec<Entry>,
    /// How many entries have names that are not UTF-8, and the first of those; they are left out.
    pub(super) bad_names: Option<(usize, String)>,
}

/// One entry as the central directory announces it; nothing of it is proven but the name's encoding.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: Box<str>,
    /// The place in the central directory.
    pub(super) order: u32,
    header: u64,
    compressed: u64,
    size: u64,
    crc: u32,
    method: u16,
    flags: u16,
}

impl Archive {
    pub(super) fn open(source: Source, budget: &mut Budget) -> Result<Archive> {
        let directory = find_directory(&source)?;
        budget.charge_directory(directory.len)?;
        let bytes = source.read_at(directory.at, directory.len)?;
        let mut archive = Archive { source, entries: Vec::new(), bad_names: None };
        archive.read_directory(&bytes, &directory)?;
        archive.entries.sort_by(|a, b| a.name.cmp(&b.name).then(b.order.cmp(&a.order)));
        Ok(archive)
    }

    fn read_directory(&mut self, bytes: &[u8], directory: &Directory) -> Result<()> {
        let mut at = 0;
        let mut order = 0;
        while at < bytes.len() {
            let header = central_header(bytes, at, directory.base)
                .map_err(|error| place(error, directory.at + at as u64))?;
            at += header.len;
            match std::str::from_utf8(header.name) {
                Ok(name) if name.ends_with('/') => {}
                Ok(name) => self.entries.push(Entry { name: name.into(), order, ..header.entry }),
                Err(_) => {
                    let first = || (0, String::from_utf8_lossy(header.name).into_owned());
                    self.bad_names.get_or_insert_with(first).0 += 1;
                }
            }
            order += 1;
        }
        Ok(())
    }

    /// The bytes of entry `index`, checked against size and checksum; at most `limit` of them.
    pub(super) fn read(&self, index: u32, limit: u64) -> Result<Vec<u8>> {
        let entry = self.entry(index)?;
        entry.check(limit)?;
        let bytes = with_window(&self.source, |window| {
            let data = entry.locate(window)?;
            match entry.method {
                STORED => window.copy(data, entry.size),
                _ => window.inflate(data, entry.compressed, entry.size, Wrapping::Raw),
            }
        })?;
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        if crc.sum() != entry.crc {
            let message = format!("checksum is {:08x} instead of {:08x}", crc.sum(), entry.crc);
            return Err(place(Error::malformed(message), entry.header));
        }
        Ok(bytes)
    }

    /// Entry `index` as a source of its own: in place if it is stored, else inflated and kept in memory.
    pub(super) fn nested(&self, index: u32, budget: &mut Budget) -> Result<Source> {
        let entry = self.entry(index)?;
        entry.check(budget.limits().nested)?;
        if entry.method == STORED {
            let data = with_window(&self.source, |window| entry.locate(window))?;
            return self.source.slice(data, entry.size);
        }
        budget.charge_memory(entry.size)?;
        self.read(index, budget.limits().nested).map(Source::memory)
    }

    fn entry(&self, index: u32) -> Result<&Entry> {
        self.entries.get(index as usize).ok_or_else(|| Error::new(ErrorKind::Bug, "no such zip entry"))
    }
}

impl Entry {
    /// Refuses what cannot be read or is too large by its own account.
    fn check(&self, limit: u64) -> Result<()> {
        let unsupported = |what: String| Err(place(Error::new(ErrorKind::Unsupported, what), self.header));
        if self.flags & ENCRYPTED != 0 {
            return unsupported("encrypted entry".into());
        }
        if self.method != STORED && self.method != DEFLATED {
            return unsupported(format!("compression method {}", self.method));
        }
        if self.method == STORED && self.compressed != self.size {
            let message = format!("stored, but {} bytes are to hold {}", self.compressed, self.size);
            return Err(place(Error::malformed(message), self.header));
        }
        // A deflated stream longer than what it holds is possible, but far longer is an attack.
        if self.size > limit || self.compressed / 2 > limit {
            let message = format!("{} bytes, more than the {limit} accepted", self.size.max(self.compressed));
            return Err(place(Error::limit(message), self.header));
        }
        Ok(())
    }

    /// Where the data starts: behind the local header, whose extra field may differ from the central one.
    fn locate(&self, window: &mut Window<'_>) -> Result<u64> {
        let whole = LOCAL_LEN as u64 + self.name.len() as u64 + EXTRA_GUESS + self.compressed;
        let header = window.some(self.header, whole)?;
        if u32_le(header, 0) != Some(LOCAL_HEADER) {
            return Err(place(Error::malformed("no local header here"), self.header));
        }
        let lengths = u16_le(header, 26).zip(u16_le(header, 28));
        let (name, extra) =
            lengths.ok_or_else(|| place(Error::malformed("cut local header"), self.header))?;
        Ok(self.header + LOCAL_LEN as u64 + u64::from(name) + u64::from(extra))
    }
}

/// Where the central directory lies, and what has to be added to the offsets in it.
struct Directory {
    at: u64,
    len: u64,
    base: u64,
}

/// Looks for the end record: at the very end, else before an archive comment, the last one first.
fn find_directory(source: &Source) -> Result<Directory> {
    let tail_len = source.len().min(END_LEN + LONGEST_COMMENT);
    let tail_at = source.len() - tail_len;
    let short = source.len().saturating_sub(END_LEN);
    let last = source.read_at(short, source.len() - short)?;
    if let Some(found) = directory_at(source, &last, short) {
        return Ok(found);
    }
    let tail = source.read_at(tail_at, tail_len)?;
    let candidates = (0..tail.len()).rev().filter(|start| u32_le(&tail, *start) == Some(END));
    candidates
        .take(MOST_END_CANDIDATES)
        .find_map(|start| directory_at(source, tail.get(start..)?, tail_at + start as u64))
        .ok_or_else(|| Error::malformed("not a zip file or cut off: no end of central directory"))
}

/// Reads the end record at the start of `bytes`, which lie at `at`; `None` if it is none or does not fit.
fn directory_at(source: &Source, bytes: &[u8], at: u64) -> Option<Directory> {
    if u32_le(bytes, 0)? != END || bytes.len() < usize::from(u16_le(bytes, 20)?) + END_LEN as usize {
        return None;
    }
    let (count, len, offset) = (u16_le(bytes, 10)?, u32_le(bytes, 12)?, u32_le(bytes, 16)?);
    let mut found = None;
    if count == u16::MAX || len == u32::MAX || offset == u32::MAX {
        found = directory_64(source, at);
    }
    let found = found.or_else(|| fit(at, u64::from(len), u64::from(offset)))?;
    let signature =
        if found.len == 0 { CENTRAL_HEADER } else { u32_le(&source.read_at(found.at, 4).ok()?, 0)? };
    (signature == CENTRAL_HEADER).then_some(found)
}

fn directory_64(source: &Source, end: u64) -> Option<Directory> {
    let locator_at = end.checked_sub(20)?;
    let locator = source.read_at(locator_at, 20).ok()?;
    if u32_le(&locator, 0)? != END_64_LOCATOR {
        return None;
    }
    // With a prefix before the archive the announced offset is off; then the record stands right before.
    [u64_le(&locator, 8)?, locator_at.checked_sub(56)?].into_iter().find_map(|at| {
        let record = source.read_at(at, 56).ok()?;
        let fits = u32_le(&record, 0)? == END_64;
        fits.then(|| fit(at, u64_le(&record, 40)?, u64_le(&record, 48)?))?
    })
}

/// The directory of `len` bytes ends where the end record starts; `offset` tells how long the prefix is.
fn fit(end: u64, len: u64, offset: u64) -> Option<Directory> {
    let at = end.checked_sub(len)?;
    Some(Directory { at, len, base: at.checked_sub(offset)? })
}

struct CentralHeader<'a> {
    entry: Entry,
    name: &'a [u8],
    len: usize,
}

fn central_header(bytes: &[u8], at: usize, base: u64) -> Result<CentralHeader<'_>> {
    let cut = || Error::malformed("cut central directory");
    let rest = bytes.get(at..).ok_or_else(cut)?;
    let short = |at| u16_le(rest, at).ok_or_else(cut);
    let long = |at| u32_le(rest, at).ok_or_else(cut);
    if long(0)? != CENTRAL_HEADER {
        return Err(Error::malformed("no central directory header here"));
    }
    let (name_len, extra_len) = (usize::from(short(28)?), usize::from(short(30)?));
    let name_end = CENTRAL_LEN + name_len;
    let name = rest.get(CENTRAL_LEN..name_end).ok_or_else(cut)?;
    let extra = rest.get(name_end..name_end + extra_len).ok_or_else(cut)?;
    let len = name_end + extra_len + usize::from(short(32)?);
    if len > rest.len() {
        return Err(cut());
    }
    let [size, compressed, offset] = sizes([long(24)?, long(20)?, long(42)?], extra)?;
    let entry = Entry {
        name: Box::default(),
        order: 0,
        header: offset.checked_add(base).ok_or_else(|| Error::malformed("offset out of range"))?,
        compressed,
        size,
        crc: long(16)?,
        method: short(10)?,
        flags: short(8)?,
    };
    Ok(CentralHeader { entry, name, len })
}

/// Replaces those of size, compressed size and offset that are all ones by the zip64 field's values.
fn sizes(short: [u32; 3], extra: &[u8]) -> Result<[u64; 3]> {
    let mut wide = short.map(u64::from);
    if !short.contains(&u32::MAX) {
        return Ok(wide);
    }
    let mut rest = extra;
    while let Some((id, len)) = u16_le(rest, 0).zip(u16_le(rest, 2)) {
        let end = 4 + usize::from(len);
        let field = rest.get(4..end).ok_or_else(|| Error::malformed("cut extra field"))?;
        if id == 1 {
            let mut at = 0;
            for value in wide.iter_mut().filter(|value| **value == u64::from(u32::MAX)) {
                *value = u64_le(field, at).ok_or_else(|| Error::malformed("cut zip64 field"))?;
                at += 8;
            }
            break;
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    Ok(wide)
}
