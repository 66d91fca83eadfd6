//! A class file as parts that can be exchanged: pool, fields, methods, the rest.

use deadheat_program::classfile::{Flags, NEWEST_VERSION, OLDEST_VERSION, Reader};

use crate::error::{Place, Refusal, Result};
use crate::pool::{Additions, ConstantPool};

/// The parts of a class file behind its constant pool.
#[derive(Debug)]
pub(crate) struct ClassFile<'a> {
    bytes: &'a [u8],
    pub(crate) major: u16,
    pub(crate) flags: Flags,
    /// The pool index of this class; hidden classes know themselves by no other one.
    pub(crate) this_class: u16,
    pub(crate) name: &'a [u8],
    /// None of `Object`.
    pub(crate) superclass: Option<&'a [u8]>,
    /// Flags to interfaces.
    head: &'a [u8],
    pub(crate) fields: Vec<Member<'a>>,
    pub(crate) methods: Vec<Member<'a>>,
    /// The class's own attributes with their count.
    attributes: &'a [u8],
    /// The pool indexes of the methods that link dynamic call sites.
    pub(crate) bootstraps: Vec<u16>,
    /// The classes that its attributes name as its nest mates, which may access its private members (JVMS 5.4.4): the host, or
    /// if it is the host, all others.
    pub(crate) nest: Vec<&'a [u8]>,
}

/// A field or method.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    pub(crate) flags: Flags,
    pub(crate) name: &'a [u8],
    pub(crate) descriptor: &'a [u8],
    /// All of it.
    bytes: &'a [u8],
    /// The contents of the `Code` attribute.
    pub(crate) code: Option<&'a [u8]>,
    /// Where the length of the `Code` attribute stands in the bytes.
    code_length_at: usize,
}

impl<'a> ClassFile<'a> {
    /// Takes a class file apart.
    pub(crate) fn read(bytes: &'a [u8], pool: &ConstantPool<'a>) -> Result<ClassFile<'a>> {
        let mut reader = Reader::new(bytes, pool.end());
        let flags = Flags(reader.u16()?);
        let this_class = reader.u16()?;
        let name = pool.class_name(this_class)?;
        let superclass = match reader.u16()? {
            0 => None,
            index => Some(pool.class_name(index)?),
        };
        let interfaces = reader.u16()?;
        reader.skip(2 * usize::from(interfaces))?;
        let head = slice(bytes, pool.end(), reader.offset());
        let count = reader.u16()?;
        let fields = (0..count).map(|_| read_member(bytes, pool, &mut reader)).collect::<Result<_>>()?;
        let count = reader.u16()?;
        let methods = (0..count).map(|_| read_member(bytes, pool, &mut reader)).collect::<Result<_>>()?;
        let attributes_at = reader.offset();
        let (mut bootstraps, mut nest) = (Vec::new(), Vec::new());
        for _ in 0..reader.u16()? {
            let (name, contents) = read_attribute(pool, &mut reader)?;
            match name {
                b"BootstrapMethods" => bootstraps = read_bootstraps(contents)?,
                b"NestHost" => nest.push(pool.class_name(Reader::new(contents, 0).u16()?)?),
                b"NestMembers" => nest = read_classes(pool, contents)?,
                _ => {}
            }
        }
        if !reader.is_at_end() {
            return Err(Refusal::malformed("bytes follow the end of the class").at(reader.offset()));
        }
        let attributes = slice(bytes, attributes_at, bytes.len());
        let major = check_version(bytes)?;
        Ok(ClassFile {
            bytes,
            major,
            flags,
            this_class,
            name,
            superclass,
            head,
            fields,
            methods,
            attributes,
            bootstraps,
            nest,
        })
    }

    /// Puts a class file together again: methods with new code where there is some, and new members.
    pub(crate) fn write(
        &self,
        pool: &ConstantPool<'_>,
        additions: &Additions<'_>,
        new: &NewParts,
    ) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.bytes.len() * 2);
        out.extend(slice(self.bytes, 0, 4));
        out.extend(self.version());
        out.extend(additions.count().to_be_bytes());
        out.extend(pool.entry_bytes());
        additions.entry_bytes().for_each(|entry| out.extend(entry));
        out.extend(self.head);
        out.extend(member_count(self.fields.len() + new.fields.len())?.to_be_bytes());
        self.fields.iter().for_each(|field| out.extend(field.bytes));
        new.fields.iter().for_each(|field| out.extend(field));
        out.extend(member_count(self.methods.len() + new.methods.len())?.to_be_bytes());
        for (method, code) in self.methods.iter().zip(&new.codes) {
            method.write(code.as_deref(), &mut out);
        }
        new.methods.iter().for_each(|method| out.extend(method));
        out.extend(self.attributes);
        Ok(out)
    }
}

impl ClassFile<'_> {
    /// The version, at least that of Java 5: before it, names of members had to be Java's identifiers, which
    /// those of the new ones are not, and classes were no constants.
    fn version(&self) -> [u8; 4] {
        match slice(self.bytes, 4, 8) {
            &[a, b, c, d] if self.major >= 49 => [a, b, c, d],
            _ => [0, 0, 0, 49],
        }
    }
}

/// What a rewritten class has that it did not have.
#[derive(Debug, Default)]
pub(crate) struct NewParts {
    /// For each method its new `Code` contents.
    pub(crate) codes: Vec<Option<Vec<u8>>>,
    pub(crate) fields: Vec<Vec<u8>>,
    pub(crate) methods: Vec<Vec<u8>>,
}

impl Member<'_> {
    fn write(&self, code: Option<&[u8]>, out: &mut Vec<u8>) {
        let (Some(new), Some(old)) = (code, self.code) else {
            out.extend(self.bytes);
            return;
        };
        out.extend(slice(self.bytes, 0, self.code_length_at));
        out.extend((new.len() as u32).to_be_bytes());
        out.extend(new);
        out.extend(slice(self.bytes, self.code_length_at + 4 + old.len(), self.bytes.len()));
    }
}

/// Checks that so many members can be.
pub(crate) fn member_count(count: usize) -> Result<u16> {
    u16::try_from(count).map_err(|_| Refusal::limit("more than 65,535 fields or methods"))
}

fn slice(bytes: &[u8], from: usize, to: usize) -> &[u8] {
    bytes.get(from..to).unwrap_or_default()
}

/// Checks magic number and version; the major version.
pub(crate) fn check_version(bytes: &[u8]) -> Result<u16> {
    let mut header = Reader::new(bytes, 0);
    if header.u32()? != 0xCAFE_BABE {
        return Err(Refusal::malformed("not a class file: it does not start with CAFEBABE").at(0));
    }
    let (minor, major) = (header.u16()?, header.u16()?);
    let is_known = (OLDEST_VERSION..=NEWEST_VERSION).contains(&major);
    // The oldest classes have a `Code` attribute of other widths.
    if is_known && (major, minor) >= (45, 3) {
        return Ok(major);
    }
    Err(Refusal::Unsupported(Place::default(), format!("class file version {major}.{minor}")).at(4))
}

fn read_member<'a>(bytes: &'a [u8], pool: &ConstantPool<'a>, reader: &mut Reader<'a>) -> Result<Member<'a>> {
    let start = reader.offset();
    let flags = Flags(reader.u16()?);
    let name = pool.utf8(reader.u16()?).map_err(|refusal| refusal.at(start))?;
    let descriptor = pool.utf8(reader.u16()?).map_err(|refusal| refusal.at(start))?;
    let (mut code, mut code_length_at) = (None, 0);
    for _ in 0..reader.u16()? {
        let at = reader.offset();
        let (attribute, contents) = read_attribute(pool, reader)?;
        if attribute == b"Code" {
            if code.is_some() {
                return Err(Refusal::malformed("a method with two codes").at(at));
            }
            (code, code_length_at) = (Some(contents), at + 2 - start);
        }
    }
    let bytes = slice(bytes, start, reader.offset());
    Ok(Member { flags, name, descriptor, bytes, code, code_length_at })
}

/// The method handles of the bootstraps (JVMS 4.7.23).
fn read_bootstraps(contents: &[u8]) -> Result<Vec<u16>> {
    let mut reader = Reader::new(contents, 0);
    let mut handles = Vec::new();
    for _ in 0..reader.u16()? {
        handles.push(reader.u16()?);
        let arguments = reader.u16()?;
        reader.skip(2 * usize::from(arguments))?;
    }
    Ok(handles)
}

/// Names of classes, with their count.
fn read_classes<'a>(pool: &ConstantPool<'a>, contents: &[u8]) -> Result<Vec<&'a [u8]>> {
    let mut reader = Reader::new(contents, 0);
    (0..reader.u16()?).map(|_| pool.class_name(reader.u16()?)).collect()
}

/// An attribute's name and contents.
pub(crate) fn read_attribute<'a>(
    pool: &ConstantPool<'a>,
    reader: &mut Reader<'a>,
) -> Result<(&'a [u8], &'a [u8])> {
    let at = reader.offset();
    let name = pool.utf8(reader.u16()?).map_err(|refusal| refusal.at(at))?;
    let length = reader.u32()?;
    Ok((name, reader.take(length as usize)?))
}
