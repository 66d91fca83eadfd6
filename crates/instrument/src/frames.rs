//! The stack map (JVMS 4.7.4) with new offsets, and the frame of the handler at the end.

use deadheat_program::classfile::Reader;

use crate::code::Code;
use crate::error::Result;
use crate::layout::Layout;
use crate::pool::ConstantPool;
use crate::tables::unsupported;

const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// Frames written so far.
struct Frames<'c, 'a> {
    code: &'c Code<'a>,
    layout: &'c Layout,
    reader: Reader<'c>,
    out: Vec<u8>,
    /// The new offset of the last frame.
    last: Option<u16>,
}

/// The contents of a stack map with new offsets.
pub(crate) fn write(code: &Code<'_>, layout: &Layout, contents: &[u8]) -> Result<Vec<u8>> {
    let out = Vec::with_capacity(contents.len() + 16);
    let mut frames = Frames { code, layout, reader: Reader::new(contents, 0), out, last: None };
    let count = frames.reader.u16()?;
    let extra = u16::from(code.handler.is_some());
    let whole = count.checked_add(extra).ok_or_else(|| unsupported("too many frames"))?;
    frames.out.extend(whole.to_be_bytes());
    let mut old: Option<usize> = None;
    for _ in 0..count {
        let tag = frames.reader.u8()?;
        let delta = frames.delta(tag)?;
        let at = old.map_or(delta, |old| old + delta + 1);
        frames.frame(tag, at)?;
        old = Some(at);
    }
    if !frames.reader.is_at_end() {
        return Err(unsupported("bytes follow the last frame"));
    }
    frames.handler()?;
    Ok(frames.out)
}

impl Frames<'_, '_> {
    fn delta(&mut self, tag: u8) -> Result<usize> {
        match tag {
            0..=63 => Ok(usize::from(tag)),
            64..=127 => Ok(usize::from(tag - 64)),
            247..=255 => Ok(usize::from(self.reader.u16()?)),
            _ => Err(unsupported(format!("a frame of the kind {tag}"))),
        }
    }

    /// The distance of the next frame from the last one, as the format counts it.
    fn step(&mut self, at: u16) -> Result<u16> {
        let step = match self.last {
            None => Some(at),
            Some(last) => at.checked_sub(last).and_then(|distance| distance.checked_sub(1)),
        };
        self.last = Some(at);
        step.ok_or_else(|| unsupported("frames that are out of order"))
    }

    fn frame(&mut self, tag: u8, old: usize) -> Result<()> {
        let at = self.layout.label(self.code, old).filter(|_| old < self.code.bytes.len());
        let step = self.step(at.ok_or_else(|| unsupported("a frame at no instruction"))?)?;
        let (near, far) = if (64..=127).contains(&tag) || tag == 247 { (64, 247) } else { (0, 251) };
        match tag {
            0..=127 | 247 | 251 => match u8::try_from(step) {
                Ok(step @ 0..=63) => self.out.push(near + step),
                _ => self.head(far, step),
            },
            _ => self.head(tag, step),
        }
        match tag {
            64..=127 | 247 => self.type_(),
            252..=254 => (251..tag).try_for_each(|_| self.type_()),
            255 => self.types().and_then(|()| self.types()),
            _ => Ok(()),
        }
    }

    fn head(&mut self, tag: u8, step: u16) {
        self.out.push(tag);
        self.out.extend(step.to_be_bytes());
    }

    fn types(&mut self) -> Result<()> {
        let count = self.reader.u16()?;
        self.out.extend(count.to_be_bytes());
        (0..count).try_for_each(|_| self.type_())
    }

    fn type_(&mut self) -> Result<()> {
        let tag = self.reader.u8()?;
        self.out.push(tag);
        match tag {
            OBJECT => self.out.extend(self.reader.u16()?.to_be_bytes()),
            UNINITIALIZED => {
                let old = usize::from(self.reader.u16()?);
                let new = self.layout.place(self.code, old);
                let new = new.ok_or_else(|| unsupported("a frame with an object of no instruction"))?;
                self.out.extend(new.to_be_bytes());
            }
            0..=6 => {}
            other => return Err(unsupported(format!("a frame with the type {other}"))),
        }
        Ok(())
    }

    fn handler(&mut self) -> Result<()> {
        let Some(handler) = &self.code.handler else { return Ok(()) };
        let step = self.step(self.layout.handler())?;
        self.head(255, step);
        self.out.extend(u16::from(handler.this_class.is_some()).to_be_bytes());
        if let Some(class) = handler.this_class {
            self.out.push(OBJECT);
            self.out.extend(class.to_be_bytes());
        }
        self.out.extend([0, 1, OBJECT]);
        self.out.extend(handler.throwable.to_be_bytes());
        Ok(())
    }
}

/// Whether all frames say that local 0 is of a class: an optimiser may have said that it is nothing any more.
/// At the start there are `locals`, of which a long counts as one.
pub(crate) fn keep_this(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    class: &[u8],
    mut locals: usize,
) -> Result<bool> {
    let Some(table) = code.attributes.iter().find(|attribute| attribute.name == b"StackMapTable") else {
        return Ok(true);
    };
    let mut reader = Reader::new(table.contents, 0);
    for _ in 0..reader.u16()? {
        let tag = reader.u8()?;
        if tag >= 247 {
            reader.skip(2)?;
        }
        match tag {
            64..=127 | 247 => skip_type(&mut reader)?,
            248..=250 => locals = locals.saturating_sub(usize::from(251 - tag)),
            252..=254 => {
                locals += usize::from(tag - 251);
                (251..tag).try_for_each(|_| skip_type(&mut reader))?;
            }
            255 => {
                if !starts_with(&mut reader, pool, class, &mut locals)? {
                    return Ok(false);
                }
                (0..reader.u16()?).try_for_each(|_| skip_type(&mut reader))?;
            }
            _ => {}
        }
        if locals == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads the locals of a full frame: whether the first one is of the class.
fn starts_with(
    reader: &mut Reader<'_>,
    pool: &ConstantPool<'_>,
    class: &[u8],
    locals: &mut usize,
) -> Result<bool> {
    let count = reader.u16()?;
    *locals = usize::from(count);
    let mut is_kept = false;
    for local in 0..count {
        let mut first = *reader;
        skip_type(reader)?;
        if local == 0 {
            is_kept = first.u8()? == OBJECT && pool.class_name(first.u16()?)? == class;
        }
    }
    Ok(is_kept)
}

fn skip_type(reader: &mut Reader<'_>) -> Result<()> {
    let length = if matches!(reader.u8()?, OBJECT | UNINITIALIZED) { 2 } else { 0 };
    Ok(reader.skip(length)?)
}
