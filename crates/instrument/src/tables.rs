//! The tables of a method's code with new offsets: lines, variables, type annotations; frames are beside.
//!
//! Everything but the frames keeps its length, so the old table is copied and its offsets are overwritten.

use deadheat_program::classfile::Reader;

use crate::code::{Code, CodeAttribute};
use crate::error::{Place, Refusal, Result};
use crate::frames;
use crate::layout::Layout;
use crate::pool::Additions;

/// Annotations inside annotations are followed so deep.
const DEEPEST: usize = 32;

/// Writes the attributes of the code.
pub(crate) fn write(
    code: &Code<'_>,
    layout: &Layout,
    additions: &mut Additions<'_>,
    major: u16,
    out: &mut Vec<u8>,
) -> Result<()> {
    // A handler has to have a frame where frames are.
    let lacks_frames = (code.handler.is_some() || !code.extras.is_empty())
        && major >= 50
        && code.attributes.iter().all(|attribute| attribute.name != b"StackMapTable");
    let count = u16::try_from(code.attributes.len() + usize::from(lacks_frames));
    out.extend(count.map_err(|_| Refusal::limit("too many attributes"))?.to_be_bytes());
    for attribute in &code.attributes {
        let contents = match attribute.name {
            b"LineNumberTable" => lines(code, layout, attribute)?,
            b"LocalVariableTable" | b"LocalVariableTypeTable" => variables(code, layout, attribute)?,
            b"StackMapTable" if major >= 50 => frames::write(code, layout, attribute.contents)?,
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                TypeAnnotations::write(code, layout, attribute)?
            }
            _ => attribute.contents.to_vec(),
        };
        write_attribute(attribute.name_index, &contents, out);
    }
    if lacks_frames {
        let name = additions.utf8(b"StackMapTable")?;
        write_attribute(name, &frames::write(code, layout, &[0, 0])?, out);
    }
    Ok(())
}

fn write_attribute(name: u16, contents: &[u8], out: &mut Vec<u8>) {
    out.extend(name.to_be_bytes());
    out.extend((contents.len() as u32).to_be_bytes());
    out.extend(contents);
}

fn put(out: &mut [u8], at: usize, value: u16) {
    if let Some(place) = out.get_mut(at..at + 2) {
        place.copy_from_slice(&value.to_be_bytes());
    }
}

fn lines(code: &Code<'_>, layout: &Layout, table: &CodeAttribute<'_>) -> Result<Vec<u8>> {
    let mut out = table.contents.to_vec();
    let mut reader = Reader::new(table.contents, 0);
    for _ in 0..reader.u16()? {
        let at = reader.offset();
        put(&mut out, at, layout.debug_label(code, usize::from(reader.u16()?)));
        reader.skip(2)?;
    }
    Ok(out)
}

fn variables(code: &Code<'_>, layout: &Layout, table: &CodeAttribute<'_>) -> Result<Vec<u8>> {
    let mut out = table.contents.to_vec();
    let mut reader = Reader::new(table.contents, 0);
    for _ in 0..reader.u16()? {
        variable(code, layout, &mut reader, &mut out)?;
        reader.skip(6)?;
    }
    Ok(out)
}

/// The start and length of a variable.
fn variable(code: &Code<'_>, layout: &Layout, reader: &mut Reader<'_>, out: &mut [u8]) -> Result<()> {
    let at = reader.offset();
    let (start, length) = (usize::from(reader.u16()?), usize::from(reader.u16()?));
    let (from, to) = (layout.debug_label(code, start), layout.debug_label(code, start + length));
    put(out, at, from);
    put(out, at + 2, to.saturating_sub(from));
    Ok(())
}

/// A walk over type annotations (JVMS 4.7.20) that overwrites the offsets on its way.
struct TypeAnnotations<'c, 'a> {
    code: &'c Code<'a>,
    layout: &'c Layout,
    reader: Reader<'a>,
    out: Vec<u8>,
}

impl<'c, 'a> TypeAnnotations<'c, 'a> {
    fn write(code: &'c Code<'a>, layout: &'c Layout, table: &CodeAttribute<'a>) -> Result<Vec<u8>> {
        let (reader, out) = (Reader::new(table.contents, 0), table.contents.to_vec());
        let mut walk = TypeAnnotations { code, layout, reader, out };
        for _ in 0..walk.reader.u16()? {
            walk.target()?;
            let path = walk.reader.u8()?;
            walk.reader.skip(2 * usize::from(path))?;
            walk.annotation(0)?;
        }
        Ok(walk.out)
    }

    fn target(&mut self) -> Result<()> {
        match self.reader.u8()? {
            0x40 | 0x41 => {
                for _ in 0..self.reader.u16()? {
                    variable(self.code, self.layout, &mut self.reader, &mut self.out)?;
                    self.reader.skip(2)?;
                }
            }
            0x42 => self.reader.skip(2)?,
            0x43..=0x46 => self.offset()?,
            0x47..=0x4b => {
                self.offset()?;
                self.reader.skip(1)?;
            }
            other => return Err(unsupported(format!("a type annotation with the target {other:#x}"))),
        }
        Ok(())
    }

    /// The offset of an instruction.
    fn offset(&mut self) -> Result<()> {
        let at = self.reader.offset();
        let old = usize::from(self.reader.u16()?);
        let new = self.layout.place(self.code, old);
        put(&mut self.out, at, new.ok_or_else(|| unsupported("a type annotation of no instruction"))?);
        Ok(())
    }

    fn annotation(&mut self, depth: usize) -> Result<()> {
        self.reader.skip(2)?;
        for _ in 0..self.reader.u16()? {
            self.reader.skip(2)?;
            self.element(depth)?;
        }
        Ok(())
    }

    fn element(&mut self, depth: usize) -> Result<()> {
        if depth > DEEPEST {
            return Err(unsupported("annotations that are nested too deep"));
        }
        match self.reader.u8()? {
            b'e' => self.reader.skip(4)?,
            b'@' => self.annotation(depth + 1)?,
            b'[' => {
                for _ in 0..self.reader.u16()? {
                    self.element(depth + 1)?;
                }
            }
            _ => self.reader.skip(2)?,
        }
        Ok(())
    }
}

/// Something that leaves a method out.
pub(crate) fn unsupported(message: impl Into<String>) -> Refusal {
    Refusal::Unsupported(Place::default(), message.into())
}
