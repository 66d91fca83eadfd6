//! The stack map (JVMS 4.7.4) with new offsets, and the frame of the handler at the end.

use deadheat_program::classfile::Reader;

use crate::code::{Code, KeptLocal, Way};
use crate::descriptors::split;
use crate::error::Result;
use crate::layout::Layout;
use crate::pool::{Additions, ConstantPool};
use crate::tables::unsupported;

const TOP: u8 = 0;
const INTEGER: u8 = 1;
const DOUBLE: u8 = 3;
const LONG: u8 = 4;
const UNINITIALIZED_THIS: u8 = 6;
const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// What a frame says of a local variable or a stack entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameType {
    /// What the tag says alone.
    Simple(u8),
    /// An object, by the pool index of its class.
    Object(u16),
    /// An object without its constructor's call, by the old offset of the instruction that made it.
    Uninitialized(u16),
}

impl FrameType {
    pub(crate) const TOP: FrameType = FrameType::Simple(TOP);

    /// How many local variables it takes.
    pub(crate) fn slots(self) -> usize {
        if matches!(self, FrameType::Simple(LONG | DOUBLE)) { 2 } else { 1 }
    }
}

/// A frame, as a whole.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// The old offset of its instruction.
    pub(crate) at: usize,
    pub(crate) locals: Vec<FrameType>,
    pub(crate) stack: Vec<FrameType>,
}

/// The local variables with which a method starts.
pub(crate) fn initial(
    this_class: Option<u16>,
    is_constructor: bool,
    descriptor: &[u8],
    additions: &mut Additions<'_>,
) -> Result<Vec<FrameType>> {
    let this = this_class.map(|class| match is_constructor {
        true => FrameType::Simple(UNINITIALIZED_THIS),
        false => FrameType::Object(class),
    });
    let mut locals: Vec<FrameType> = this.into_iter().collect();
    for parameter in split(descriptor)?.0 {
        locals.push(match parameter {
            [b'D'] => FrameType::Simple(DOUBLE),
            [b'F'] => FrameType::Simple(2),
            [b'J'] => FrameType::Simple(LONG),
            [b'L', name @ .., b';'] => FrameType::Object(additions.class(name)?),
            [b'[', ..] => FrameType::Object(additions.class(parameter)?),
            _ => FrameType::Simple(INTEGER),
        });
    }
    Ok(locals)
}

/// The frames of a stack map, each as a whole.
pub(crate) fn decode(contents: &[u8], initial: &[FrameType]) -> Result<Vec<Frame>> {
    let mut reader = Reader::new(contents, 0);
    let (mut frames, mut locals): (Vec<Frame>, _) = (Vec::new(), initial.to_vec());
    for _ in 0..reader.u16()? {
        let tag = reader.u8()?;
        let delta = read_delta(&mut reader, tag)?;
        let mut stack = Vec::new();
        match tag {
            64..=127 | 247 => stack.push(read_type(&mut reader)?),
            248..=250 => locals.truncate(locals.len().saturating_sub(usize::from(251 - tag))),
            252..=254 => {
                for _ in 251..tag {
                    locals.push(read_type(&mut reader)?);
                }
            }
            255 => {
                locals = (0..reader.u16()?).map(|_| read_type(&mut reader)).collect::<Result<_>>()?;
                stack = (0..reader.u16()?).map(|_| read_type(&mut reader)).collect::<Result<_>>()?;
            }
            _ => {}
        }
        let at = frames.last().map_or(delta, |last| last.at + delta + 1);
        frames.push(Frame { at, locals: locals.clone(), stack });
    }
    Ok(frames)
}

/// The distance of a frame from the one before, as the format counts it.
fn read_delta(reader: &mut Reader<'_>, tag: u8) -> Result<usize> {
    match tag {
        0..=63 => Ok(usize::from(tag)),
        64..=127 => Ok(usize::from(tag - 64)),
        247..=255 => Ok(usize::from(reader.u16()?)),
        _ => Err(unsupported(format!("a frame of the kind {tag}"))),
    }
}

/// The distance of a frame from the last one, which it is from now on, as the format counts it.
fn step(last: &mut Option<u16>, at: u16) -> Result<u16> {
    let step = match *last {
        None => Some(at),
        Some(last) => at.checked_sub(last).and_then(|distance| distance.checked_sub(1)),
    };
    *last = Some(at);
    step.ok_or_else(|| unsupported("frames that are out of order"))
}

fn read_type(reader: &mut Reader<'_>) -> Result<FrameType> {
    Ok(match reader.u8()? {
        OBJECT => FrameType::Object(reader.u16()?),
        UNINITIALIZED => FrameType::Uninitialized(reader.u16()?),
        tag @ 0..=6 => FrameType::Simple(tag),
        other => return Err(unsupported(format!("a frame with the type {other}"))),
    })
}

/// The contents of a stack map in which every frame is a whole one, with the new local variables in each.
fn write_whole(code: &Code<'_>, layout: &Layout, frames: &[Frame]) -> Result<Vec<u8>> {
    let mut whole: Vec<(u16, Vec<FrameType>, Vec<FrameType>)> = Vec::new();
    for frame in frames {
        let at = layout.label(code, frame.at).filter(|_| frame.at < code.bytes.len());
        let at = at.ok_or_else(|| unsupported("a frame at no instruction"))?;
        whole.push((at, with_kept(code, &frame.locals)?, frame.stack.clone()));
    }
    if let Some(handler) = &code.handler {
        let locals: Vec<_> = handler.this_class.map(FrameType::Object).into_iter().collect();
        whole.push((layout.handler(), with_kept(code, &locals)?, vec![FrameType::Object(handler.throwable)]));
    }
    for (number, extra) in code.extras.iter().enumerate() {
        let (locals, stack) = match &extra.way {
            Way::Throw { locals, throwable, .. } => (locals.clone(), vec![FrameType::Object(*throwable)]),
            Way::Jump { to, .. } => {
                let frame = frames.iter().find(|frame| frame.at == *to);
                let frame = frame.ok_or_else(|| unsupported("a jump to where no frame is"))?;
                (frame.locals.clone(), frame.stack.clone())
            }
        };
        whole.push((layout.extra(number), with_kept(code, &locals)?, stack));
    }
    let mut out = Vec::new();
    out.extend(u16::try_from(whole.len()).map_err(|_| unsupported("too many frames"))?.to_be_bytes());
    let mut last: Option<u16> = None;
    for (at, locals, stack) in &whole {
        out.push(255);
        out.extend(step(&mut last, *at)?.to_be_bytes());
        for types in [locals, stack] {
            out.extend((types.len() as u16).to_be_bytes());
            for ty in types {
                write_type(code, layout, *ty, &mut out)?;
            }
        }
    }
    Ok(out)
}

fn write_type(code: &Code<'_>, layout: &Layout, ty: FrameType, out: &mut Vec<u8>) -> Result<()> {
    match ty {
        FrameType::Simple(tag) => out.push(tag),
        FrameType::Object(class) => {
            out.push(OBJECT);
            out.extend(class.to_be_bytes());
        }
        FrameType::Uninitialized(old) => {
            let new = layout.place(code, usize::from(old));
            let new = new.ok_or_else(|| unsupported("a frame with an object of no instruction"))?;
            out.push(UNINITIALIZED);
            out.extend(new.to_be_bytes());
        }
    }
    Ok(())
}

/// Local variables with the new ones in their places.
fn with_kept(code: &Code<'_>, locals: &[FrameType]) -> Result<Vec<FrameType>> {
    let mut all = locals.to_vec();
    let slots: usize = locals.iter().map(|ty| ty.slots()).sum();
    let missing = usize::from(code.max_locals).checked_sub(slots);
    let missing = missing.ok_or_else(|| unsupported("a frame with too many local variables"))?;
    if !code.kept.is_empty() {
        all.extend(std::iter::repeat_n(FrameType::TOP, missing));
    }
    all.extend(code.kept.iter().map(|kept| match kept {
        KeptLocal::Int => FrameType::Simple(INTEGER),
        KeptLocal::Object(class) => FrameType::Object(*class),
    }));
    Ok(all)
}

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
    if let Some(frames) = &code.frames {
        return write_whole(code, layout, frames);
    }
    let out = Vec::with_capacity(contents.len() + 16);
    let mut frames = Frames { code, layout, reader: Reader::new(contents, 0), out, last: None };
    let count = frames.reader.u16()?;
    let extra = u16::from(code.handler.is_some());
    let whole = count.checked_add(extra).ok_or_else(|| unsupported("too many frames"))?;
    frames.out.extend(whole.to_be_bytes());
    let mut old: Option<usize> = None;
    for _ in 0..count {
        let tag = frames.reader.u8()?;
        let delta = read_delta(&mut frames.reader, tag)?;
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
    fn frame(&mut self, tag: u8, old: usize) -> Result<()> {
        let at = self.layout.label(self.code, old).filter(|_| old < self.code.bytes.len());
        let step = step(&mut self.last, at.ok_or_else(|| unsupported("a frame at no instruction"))?)?;
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
        let ty = read_type(&mut self.reader)?;
        write_type(self.code, self.layout, ty, &mut self.out)
    }

    fn handler(&mut self) -> Result<()> {
        let Some(handler) = &self.code.handler else { return Ok(()) };
        let step = step(&mut self.last, self.layout.handler())?;
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
    this_class: u16,
    locals: usize,
) -> Result<bool> {
    let Some(table) = code.attributes.iter().find(|attribute| attribute.name == b"StackMapTable") else {
        return Ok(true);
    };
    // What the others are does not matter.
    let mut initial = vec![FrameType::TOP; locals];
    initial.iter_mut().take(1).for_each(|this| *this = FrameType::Object(this_class));
    let class = pool.class_name(this_class)?;
    for frame in decode(table.contents, &initial)? {
        match frame.locals.first() {
            Some(FrameType::Object(found)) if pool.class_name(*found)? == class => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}
