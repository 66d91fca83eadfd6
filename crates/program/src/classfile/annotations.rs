//! Annotations that the JVM keeps for reflection (JVMS 4.7.16 to 4.7.18): which types, not their values, but for
//! numbers that are the default of a member (4.7.22).
//!
//! Read when asked for. Values are walked over only to find the next annotation; how deep they may be nested
//! is limited. Offsets of errors count from the beginning of the attribute.

use super::reader::Reader;
use super::{Class, Field, Loadable, Method};
use crate::error::{Error, Result};
use crate::symbols::Symbols;

/// How deep annotations and arrays may stand inside each other.
const DEPTH: u32 = 64;

const VISIBLE: &str = "RuntimeVisibleAnnotations";
const DEFAULT: &str = "AnnotationDefault";
const OF_PARAMETERS: &str = "RuntimeVisibleParameterAnnotations";

/// Is told the descriptor of an annotation and the name of a member.
type Given<'g> = dyn FnMut(&[u8], &[u8]) + 'g;

impl Class {
    /// Whether an annotation of the class, its fields, methods or their parameters gives a member a value.
    pub(crate) fn gives(&self, descriptor: &[u8], member: &[u8]) -> Result<bool> {
        let mut found = false;
        let mut given = |ty: &[u8], name: &[u8]| found |= ty == descriptor && name == member;
        let of_fields = self.fields.iter().map(|field| self.field_attribute(field, VISIBLE));
        let of_methods = self.methods.iter().map(|method| self.method_attribute(method, VISIBLE));
        for contents in std::iter::once(self.attribute(VISIBLE)).chain(of_fields).chain(of_methods) {
            if let Some(contents) = contents? {
                self.list(&mut Reader::new(contents, 0), &mut given)?;
            }
        }
        for method in &self.methods {
            let Some(contents) = self.method_attribute(method, OF_PARAMETERS)? else { continue };
            let mut reader = Reader::new(contents, 0);
            for _ in 0..reader.u8()? {
                self.list(&mut reader, &mut given)?;
            }
        }
        Ok(found)
    }

    /// The internal names of the class's annotations.
    pub fn annotations(&self) -> Result<Vec<&[u8]>> {
        self.read_annotations(self.attribute(VISIBLE)?)
    }

    /// The internal names of a field's annotations.
    pub fn field_annotations(&self, field: &Field) -> Result<Vec<&[u8]>> {
        self.read_annotations(self.field_attribute(field, VISIBLE)?)
    }

    /// The internal names of a method's annotations.
    pub fn method_annotations(&self, method: &Method) -> Result<Vec<&[u8]>> {
        self.read_annotations(self.method_attribute(method, VISIBLE)?)
    }

    /// The internal names of the annotations of each of a method's parameters. Compilers leave out leading
    /// parameters that they added themselves, so there may be fewer than the descriptor has.
    pub fn parameter_annotations(&self, method: &Method) -> Result<Vec<Vec<&[u8]>>> {
        let Some(contents) = self.method_attribute(method, OF_PARAMETERS)? else { return Ok(Vec::new()) };
        let mut reader = Reader::new(contents, 0);
        let count = reader.u8()?;
        (0..count).map(|_| self.list(&mut reader, &mut |_, _| {})).collect()
    }

    /// The default of an annotation's member, if it has one that is a number.
    pub fn annotation_default(&self, symbols: &Symbols, method: &Method) -> Result<Option<Loadable>> {
        let Some(contents) = self.method_attribute(method, DEFAULT)? else { return Ok(None) };
        let mut reader = Reader::new(contents, 0);
        match reader.u8()? {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => {
                self.pool.loadable(symbols, reader.u16()?).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn read_annotations<'a>(&'a self, contents: Option<&'a [u8]>) -> Result<Vec<&'a [u8]>> {
        match contents {
            Some(contents) => self.list(&mut Reader::new(contents, 0), &mut |_, _| {}),
            None => Ok(Vec::new()),
        }
    }

    fn list<'a>(&'a self, reader: &mut Reader<'_>, given: &mut Given<'_>) -> Result<Vec<&'a [u8]>> {
        let mut found = Vec::new();
        for _ in 0..reader.u16()? {
            found.push(self.annotation(reader, 0, given)?);
        }
        Ok(found)
    }

    /// One annotation; of what stands in it, the members are told of that are given a value.
    fn annotation(&self, reader: &mut Reader<'_>, depth: u32, given: &mut Given<'_>) -> Result<&[u8]> {
        let at = reader.offset();
        let descriptor = self.pool.utf8(reader.u16()?).map_err(|error| error.at(at))?;
        for _ in 0..reader.u16()? {
            let name = reader.u16()?;
            self.value(reader, depth + 1, given)?;
            given(descriptor, self.pool.utf8(name).unwrap_or_default());
        }
        let name = descriptor.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";"));
        name.ok_or_else(|| Error::malformed("an annotation whose type is no class").at(at))
    }

    fn value(&self, reader: &mut Reader<'_>, depth: u32, given: &mut Given<'_>) -> Result<()> {
        if depth > DEPTH {
            return Err(Error::limit(format!("annotations are nested more than {DEPTH} deep")));
        }
        let at = reader.offset();
        match reader.u8()? {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => reader.skip(2),
            b'e' => reader.skip(4),
            b'@' => self.annotation(reader, depth, given).map(|_| ()),
            b'[' => {
                let count = reader.u16()?;
                (0..count).try_for_each(|_| self.value(reader, depth + 1, given))
            }
            tag => Err(Error::malformed(format!("an annotation's value of the unknown kind {tag}")).at(at)),
        }
    }
}
