//! Where everything comes to lie, and the code written anew.
//!
//! Naive model: every instruction keeps its length but for the padding of switches, which its new place decides;
//! so one pass from the start places all of them. Three places of an instruction matter:
//!
//! ```text
//! label ─▶ before … place ─▶ instruction … behind ─▶ after … (the next one's label)
//! ```
//!
//! Jumps, handlers and frames lead to the label; what names the instruction itself (a frame's uninitialised
//! object, a type annotation) to the place. A jump that no longer fits into its bytes is a limit: widening it
//! would take new branches.

use deadheat_program::classfile::ExceptionEntry;
use deadheat_program::classfile::opcodes::*;

use crate::code::{Code, Way};
use crate::error::{Refusal, Result};
use crate::pool::Additions;
use crate::tables;

/// The new places.
#[derive(Debug)]
pub(crate) struct Layout {
    /// For each instruction and the code's end: where jumps to it lead.
    labels: Vec<u32>,
    /// For each instruction: where it starts.
    places: Vec<u32>,
    /// Where the body ends and the new handler, if any, starts.
    end: u32,
    /// Where the pieces behind it start, and the code's end.
    extras: Vec<u32>,
}

impl Layout {
    /// Places all instructions.
    pub(crate) fn new(code: &Code<'_>) -> Result<Layout> {
        let mut edits = code.edits.iter().peekable();
        let (mut labels, mut places) = (Vec::with_capacity(code.starts.len() + 1), Vec::new());
        let mut at = code.prologue.len();
        for index in 0..code.starts.len() {
            labels.push(at as u32);
            let edit = edits.next_if(|(edited, _)| **edited == index).map(|(_, edit)| edit);
            at += edit.map_or(0, |edit| edit.before.len());
            places.push(at as u32);
            at += match edit.and_then(|edit| edit.instead.as_ref()) {
                Some(instead) => instead.len(),
                None => new_length(code, index, at),
            };
            at += edit.map_or(0, |edit| edit.after.len());
        }
        labels.push(at as u32);
        let mut whole = at + code.handler.as_ref().map_or(0, |handler| handler.code.len());
        let mut extras = Vec::with_capacity(code.extras.len() + 1);
        for extra in &code.extras {
            extras.push(whole as u32);
            whole += extra.code.len() + if matches!(extra.way, Way::Jump { .. }) { 3 } else { 1 };
        }
        extras.push(whole as u32);
        if whole > usize::from(u16::MAX) {
            return Err(Refusal::limit(format!("the code would have {whole} bytes")));
        }
        Ok(Layout { labels, places, end: at as u32, extras })
    }

    /// Where a jump to the instruction at an old offset leads.
    pub(crate) fn label(&self, code: &Code<'_>, at: usize) -> Option<u16> {
        self.labels.get(code.index_at(at)?).map(|&label| label as u16)
    }

    /// Where the instruction at an old offset starts.
    pub(crate) fn place(&self, code: &Code<'_>, at: usize) -> Option<u16> {
        self.places.get(code.index_at(at)?).map(|&place| place as u16)
    }

    /// The label of the instruction that holds an old offset, which need not be its first byte: the JVM lets
    /// debugging tables point anywhere. What starts with the method starts with the new code, too.
    pub(crate) fn debug_label(&self, code: &Code<'_>, at: usize) -> u16 {
        if at == 0 {
            return 0;
        }
        let index = if at >= code.bytes.len() {
            code.starts.len()
        } else {
            code.starts.partition_point(|&start| usize::from(start) <= at).saturating_sub(1)
        };
        self.labels.get(index).map_or(0, |&label| label as u16)
    }

    /// Where the new handler starts, which is where the body ends.
    pub(crate) fn handler(&self) -> u16 {
        self.end as u16
    }

    /// Where a piece behind the body starts.
    pub(crate) fn extra(&self, number: usize) -> u16 {
        self.extras.get(number).map_or(0, |&start| start as u16)
    }

    /// Where an instruction and what is new behind it lie.
    fn span(&self, index: usize) -> (u16, u16) {
        let (start, end) = (self.places.get(index), self.labels.get(index + 1));
        (start.map_or(0, |&it| it as u16), end.map_or(0, |&it| it as u16))
    }

    fn range_start(&self, code: &Code<'_>, at: u16) -> Option<u16> {
        let index = code.index_at(usize::from(at))?;
        let label = *self.labels.get(index)?;
        let previous = index.checked_sub(1).and_then(|previous| code.edits.get(&previous));
        let covered = previous.filter(|edit| edit.is_covered_early).map_or(0, |edit| edit.after.len());
        Some(label as u16 - covered as u16)
    }
}

fn new_length(code: &Code<'_>, index: usize, at: usize) -> usize {
    let length = code.instruction(index).len();
    match code.opcode(index) {
        TABLESWITCH | LOOKUPSWITCH => length - padding(code.start(index)) + padding(at),
        _ => length,
    }
}

fn padding(at: usize) -> usize {
    3 - at % 4
}

/// The contents of the new `Code` attribute.
pub(crate) fn write(code: &Code<'_>, additions: &mut Additions<'_>, major: u16) -> Result<Vec<u8>> {
    let layout = Layout::new(code)?;
    let max_stack = code.max_stack.checked_add(code.extra_stack);
    let max_stack = max_stack.ok_or_else(|| Refusal::limit("the stack would be too deep"))?;
    let max_locals = code.first_free().checked_add(code.new_locals);
    let max_locals = max_locals.ok_or_else(|| Refusal::limit("too many local variables"))?;
    let mut out = Vec::with_capacity(code.bytes.len() * 3);
    out.extend(max_stack.to_be_bytes());
    out.extend(max_locals.to_be_bytes());
    let length_at = out.len();
    out.extend([0; 4]);
    write_instructions(code, &layout, &mut out)?;
    let length = (out.len() - length_at - 4) as u32;
    if let Some(place) = out.get_mut(length_at..length_at + 4) {
        place.copy_from_slice(&length.to_be_bytes());
    }
    write_exceptions(code, &layout, &mut out)?;
    tables::write(code, &layout, additions, major, &mut out)?;
    Ok(out)
}

fn write_instructions(code: &Code<'_>, layout: &Layout, out: &mut Vec<u8>) -> Result<()> {
    out.extend(&code.prologue);
    let mut edits = code.edits.iter().peekable();
    for (index, &place) in layout.places.iter().enumerate() {
        match edits.next_if(|(edited, _)| **edited == index) {
            Some((_, edit)) => {
                out.extend(&edit.before);
                match &edit.instead {
                    Some(instead) => out.extend(instead),
                    None => write_instruction(code, layout, index, place, out)?,
                }
                out.extend(&edit.after);
            }
            None => write_instruction(code, layout, index, place, out)?,
        }
    }
    out.extend(code.handler.iter().flat_map(|handler| &handler.code));
    for (number, extra) in code.extras.iter().enumerate() {
        out.extend(&extra.code);
        match extra.way {
            Way::Jump { to, .. } => {
                let from = layout.extra(number) as i32 + extra.code.len() as i32;
                let label = layout.label(code, to);
                let label = label.ok_or_else(|| Refusal::malformed("a jump to no instruction"))?;
                let near = i16::try_from(i32::from(label) - from);
                out.push(GOTO);
                out.extend(near.map_err(|_| Refusal::limit("a jump would be too wide"))?.to_be_bytes());
            }
            Way::Throw { .. } => out.push(ATHROW),
        }
    }
    Ok(())
}

fn write_instruction(
    code: &Code<'_>,
    layout: &Layout,
    index: usize,
    place: u32,
    out: &mut Vec<u8>,
) -> Result<()> {
    let start = code.start(index);
    // The distance to where a target went.
    let distance = |old: i32| {
        let target = usize::try_from(start as i64 + i64::from(old)).ok();
        let target = target.filter(|&target| target < code.bytes.len());
        let by_way = |target: usize| {
            let is_way = |way: &Way| matches!(way, Way::Jump { from, to } if *from == index && *to == target);
            code.extras.iter().position(|extra| is_way(&extra.way)).map(|number| layout.extra(number))
        };
        let label = target.and_then(|at| by_way(at).or_else(|| layout.label(code, at)));
        let label = label.ok_or_else(|| Refusal::malformed("a jump to no instruction").at(start))?;
        Ok(i32::from(label) - place as i32)
    };
    match *code.instruction(index) {
        [opcode @ (IFEQ..=JSR | IFNULL | IFNONNULL), high, low] => {
            let near = i16::try_from(distance(i32::from(i16::from_be_bytes([high, low])))?);
            out.push(opcode);
            out.extend(near.map_err(|_| Refusal::limit("a jump would be too wide").at(start))?.to_be_bytes());
        }
        [opcode @ (GOTO_W | JSR_W), a, b, c, d] => {
            out.push(opcode);
            out.extend(distance(i32::from_be_bytes([a, b, c, d]))?.to_be_bytes());
        }
        [opcode @ (TABLESWITCH | LOOKUPSWITCH), ..] => {
            out.push(opcode);
            out.extend(std::iter::repeat_n(0, padding(place as usize)));
            let words = code.instruction(index).get(1 + padding(start)..).unwrap_or_default();
            write_switch(opcode, words, distance, out)?;
        }
        _ => out.extend(code.instruction(index)),
    }
    Ok(())
}

fn write_switch(
    opcode: u8,
    words: &[u8],
    distance: impl Fn(i32) -> Result<i32>,
    out: &mut Vec<u8>,
) -> Result<()> {
    for (number, word) in words.as_chunks::<4>().0.iter().enumerate() {
        let is_target = match (opcode, number) {
            (_, 0) => true,
            (TABLESWITCH, number) => number > 2,
            (_, number) => number > 1 && number % 2 == 1,
        };
        let word = i32::from_be_bytes(*word);
        out.extend(if is_target { distance(word)? } else { word }.to_be_bytes());
    }
    Ok(())
}

fn write_exceptions(code: &Code<'_>, layout: &Layout, out: &mut Vec<u8>) -> Result<()> {
    let thrown = thrown_rows(code, layout);
    // What is behind the body belongs to it, as far as the new handler goes.
    let has_both = code.handler.is_some() && !code.extras.is_empty();
    let rows =
        code.exceptions.len() + thrown.len() + usize::from(code.handler.is_some()) + usize::from(has_both);
    let count = u16::try_from(rows).map_err(|_| Refusal::limit("the exception table is full"))?;
    out.extend(count.to_be_bytes());
    thrown.into_iter().for_each(|row| write_row(row, out));
    for row in &code.exceptions {
        let ends = (layout.range_start(code, row.start), layout.label(code, usize::from(row.end)));
        let handler = layout.label(code, usize::from(row.handler));
        let ((Some(start), Some(end)), Some(handler)) = (ends, handler) else {
            return Err(Refusal::malformed("an exception range of no instructions"));
        };
        write_row(ExceptionEntry { start, end, handler, catch_type: row.catch_type }, out);
    }
    if code.handler.is_some() {
        let (start, end) = (code.prologue.len() as u16, layout.handler());
        write_row(ExceptionEntry { start, end, handler: end, catch_type: 0 }, out);
    }
    if has_both {
        let (start, end) = (layout.extra(0), layout.extra(code.extras.len()));
        write_row(ExceptionEntry { start, end, handler: layout.handler(), catch_type: 0 }, out);
    }
    Ok(())
}

/// The rows of what is done when instructions throw: they come before all others.
fn thrown_rows(code: &Code<'_>, layout: &Layout) -> Vec<ExceptionEntry> {
    let mut rows: Vec<ExceptionEntry> = Vec::new();
    for (number, extra) in code.extras.iter().enumerate() {
        let Way::Throw { by, .. } = &extra.way else { continue };
        let handler = layout.extra(number);
        for &index in by {
            let (start, end) = layout.span(index);
            match rows.last_mut() {
                Some(last) if last.handler == handler && last.end == start => last.end = end,
                _ => rows.push(ExceptionEntry { start, end, handler, catch_type: 0 }),
            }
        }
    }
    rows
}

fn write_row(row: ExceptionEntry, out: &mut Vec<u8>) {
    for value in [row.start, row.end, row.handler, row.catch_type] {
        out.extend(value.to_be_bytes());
    }
}
