//! Annotations that the JVM keeps for reflection (JVMS 4.7.16 to 4.7.18): which types, not their values.
//!
//! Read when asked for. Values are walked over only to find the next annotation; how deep they may be nested
//! is limited. Offsets of errors count from the beginning of the attribute.

use super::reader::Reader;
use super::{Class, Field, Method};
use crate::error::{Error, Result};

/// How deep annotations and arrays may stand inside each other.
const DEPTH: u32 = 64;

const VISIBLE: &str = "RuntimeVisibleAnnotations";
const OF_PARAMETERS: &str = "RuntimeVisibleParameterAnnotations";

impl Class {
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
        (0..count).map(|_| self.list(&mut reader)).collect()
    }

    fn read_annotations<'a>(&'a self, contents: Option<&'a [u8]>) -> Result<Vec<&'a [u8]>> {
        match contents {
            Some(contents) => self.list(&mut Reader::new(contents, 0)),
            None => Ok(Vec::new()),
        }
    }

    fn list<'a>(&'a self, reader: &mut Reader<'_>) -> Result<Vec<&'a [u8]>> {
        let mut found = Vec::new();
        for _ in 0..reader.u16()? {
            found.push(self.annotation(reader, 0)?);
        }
        Ok(found)
    }

    /// One annotation; what stands in it is passed over.
    fn annotation(&self, reader: &mut Reader<'_>, depth: u32) -> Result<&[u8]> {
        let at = reader.offset();
        let descriptor = self.pool.utf8(reader.u16()?).map_err(|error| error.at(at))?;
        for _ in 0..reader.u16()? {
            reader.skip(2)?;
            self.skip_value(reader, depth + 1)?;
        }
        let name = descriptor.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";"));
        name.ok_or_else(|| Error::malformed("an annotation whose type is no class").at(at))
    }

    fn skip_value(&self, reader: &mut Reader<'_>, depth: u32) -> Result<()> {
        if depth > DEPTH {
            return Err(Error::limit(format!("annotations are nested more than {DEPTH} deep")));
        }
        let at = reader.offset();
        match reader.u8()? {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => reader.skip(2),
            b'e' => reader.skip(4),
            b'@' => self.annotation(reader, depth).map(|_| ()),
            b'[' => {
                let count = reader.u16()?;
                (0..count).try_for_each(|_| self.skip_value(reader, depth + 1))
            }
            tag => Err(Error::malformed(format!("an annotation's value of the unknown kind {tag}")).at(at)),
        }
    }
}
