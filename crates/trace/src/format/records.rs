//! How the tables are written: a tag, then numbers and texts.

use super::varint::{Bytes, put, unzigzag, zigzag};
use crate::error::{Error, Result};
use crate::event::{FieldId, MethodId, ObjectId, ReachId, SiteId, StackId, ThreadId, Tick};
use crate::tables::{Field, Record, Site, Thread};

const STATIC: u64 = 1;
const VOLATILE: u64 = 2;
const REFERENCE: u64 = 4;

/// Appends a record.
pub fn encode_record(record: &Record, out: &mut Vec<u8>) {
    match record {
        Record::Info(key, value) => texts(out, 1, &[], &[key, value]),
        Record::Site(site, about) => {
            let numbers = [u64::from(site.0), u64::from(about.line), u64::from(about.offset)];
            texts(out, 2, &numbers, &[&about.class, &about.method, &about.file]);
        }
        Record::Field(field, about) => {
            let flag = |is: bool, flag: u64| if is { flag } else { 0 };
            let flags = flag(about.is_static, STATIC) | flag(about.is_volatile, VOLATILE);
            let flags = flags | flag(about.is_reference, REFERENCE);
            texts(out, 3, &[u64::from(field.0), flags], &[&about.class, &about.name]);
        }
        Record::Thread(thread, about) => {
            let parent = about.parent.map_or(0, |parent| u64::from(parent.0) + 1);
            texts(out, 4, &[u64::from(thread.0), parent, about.object.0, about.tick.0], &[&about.name]);
        }
        Record::Object(object, class) => texts(out, 5, &[object.0], &[class]),
        Record::Stack(stack, sites) => {
            texts(out, 6, &[u64::from(stack.0), sites.len() as u64], &[]);
            sites.iter().for_each(|site| put(out, u64::from(site.0)));
        }
        Record::FirstStack(thread, site, stack) => {
            texts(out, 7, &[u64::from(thread.0), u64::from(site.0), u64::from(stack.0)], &[]);
        }
        Record::Reach(set, objects) => {
            texts(out, 8, &[u64::from(set.0), objects.len() as u64], &[]);
            let mut last = 0;
            for object in objects {
                put(out, zigzag(object.0.wrapping_sub(last)));
                last = object.0;
            }
        }
        Record::Heap(object, tick, children) => {
            texts(out, 9, &[object.0, tick.0, children.len() as u64], &[]);
            for (slot, child) in children {
                put(out, u64::from(*slot));
                put(out, zigzag(child.0.wrapping_sub(object.0)));
            }
        }
        Record::Method(method, name) => texts(out, 10, &[u64::from(method.0)], &[name]),
        Record::Channel(channel, name) => texts(out, 11, &[*channel], &[name]),
        Record::Gap(what, times) => texts(out, 12, &[*times], &[what]),
        Record::Complete(tick) => texts(out, 13, &[tick.0], &[]),
        Record::End => texts(out, 14, &[], &[]),
    }
}

fn texts(out: &mut Vec<u8>, tag: u8, numbers: &[u64], texts: &[&str]) {
    out.push(tag);
    numbers.iter().for_each(|&number| put(out, number));
    for text in texts {
        put(out, text.len() as u64);
        out.extend_from_slice(text.as_bytes());
    }
}

/// Reads the records of a chunk.
///
/// # Errors
///
/// Bytes that are no record.
pub fn decode_records(payload: &[u8]) -> Result<Vec<Record>> {
    let mut bytes = Bytes::new(payload, 0);
    let mut records = Vec::new();
    while !bytes.is_empty() {
        records.push(record(&mut bytes)?);
    }
    Ok(records)
}

fn record(bytes: &mut Bytes<'_>) -> Result<Record> {
    Ok(match bytes.byte()? {
        1 => Record::Info(bytes.text()?, bytes.text()?),
        2 => {
            let site = SiteId(bytes.number32("site")?);
            let (line, offset) = (bytes.number32("line")?, bytes.number32("offset")?);
            let (class, method, file) = (bytes.text()?, bytes.text()?, bytes.text()?);
            Record::Site(site, Site { class, method, file, line, offset })
        }
        3 => {
            let (field, flags) = (FieldId(bytes.number32("field")?), bytes.number()?);
            let (class, name) = (bytes.text()?, bytes.text()?);
            let [is_static, is_volatile, is_reference] =
                [STATIC, VOLATILE, REFERENCE].map(|flag| flags & flag != 0);
            Record::Field(field, Field { class, name, is_static, is_volatile, is_reference })
        }
        4 => {
            let thread = ThreadId(bytes.number32("thread")?);
            let parent = bytes.number32("thread")?.checked_sub(1).map(ThreadId);
            let (object, tick) = (ObjectId(bytes.number()?), Tick(bytes.number()?));
            Record::Thread(thread, Thread { name: bytes.text()?, parent, object, tick })
        }
        5 => Record::Object(ObjectId(bytes.number()?), bytes.text()?),
        6 => {
            let (stack, length) = (StackId(bytes.number32("stack")?), bytes.number()?);
            Record::Stack(stack, many(length, || Ok(SiteId(bytes.number32("site")?)))?)
        }
        7 => {
            let (thread, site) = (ThreadId(bytes.number32("thread")?), SiteId(bytes.number32("site")?));
            Record::FirstStack(thread, site, StackId(bytes.number32("stack")?))
        }
        8 => reach(bytes)?,
        9 => heap(bytes)?,
        10 => Record::Method(MethodId(bytes.number32("method")?), bytes.text()?),
        11 => Record::Channel(bytes.number()?, bytes.text()?),
        12 => {
            let times = bytes.number()?;
            Record::Gap(bytes.text()?, times)
        }
        13 => Record::Complete(Tick(bytes.number()?)),
        14 => Record::End,
        tag => return Err(Error::malformed(format!("there is no record of kind {tag}"))),
    })
}

fn reach(bytes: &mut Bytes<'_>) -> Result<Record> {
    let (set, length) = (ReachId(bytes.number32("reachable set")?), bytes.number()?);
    let mut last = 0u64;
    let objects = many(length, || {
        last = last.wrapping_add(unzigzag(bytes.number()?));
        Ok(ObjectId(last))
    });
    Ok(Record::Reach(set, objects?))
}

fn heap(bytes: &mut Bytes<'_>) -> Result<Record> {
    let (object, tick, length) = (bytes.number()?, Tick(bytes.number()?), bytes.number()?);
    let children = many(length, || {
        let slot = bytes.number32("slot")?;
        Ok((slot, ObjectId(object.wrapping_add(unzigzag(bytes.number()?)))))
    });
    Ok(Record::Heap(ObjectId(object), tick, children?))
}

/// A length is only believed as far as there are bytes.
fn many<T>(length: u64, mut one: impl FnMut() -> Result<T>) -> Result<Vec<T>> {
    let mut all = Vec::new();
    for _ in 0..length {
        all.push(one()?);
    }
    Ok(all)
}
