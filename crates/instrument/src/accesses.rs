//! The application's accesses: instance fields through helpers of their class, statics, arrays.
//!
//! Reads of fields are told of when they are done, writes before they are; arrays always before, when array and
//! index are at hand. All shuffling is on the stack, so no local variables are needed.

use std::collections::BTreeSet;

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::assembly::Assembly;
use crate::descriptors::{is_reference, words};
use crate::error::Result;
use crate::members::{READ, WRITE, helper_name};
use crate::method::Body;
use crate::pool::MemberReference;
use crate::settings::Role;
use crate::{logged, uninitialised};

/// The descriptor of what is told an object and a number.
const OBJECT_AND_NUMBER: &str = "(Ljava/lang/Object;I)V";

/// Adds a check to every access that has one and is not seen to.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>, seen_to: &BTreeSet<usize>) -> Result<()> {
    let unsafe_writes = UninitialisedWrites::new(body);
    let is_checked = body.facts.settings.role == Role::Application;
    for index in 0..body.code.starts.len() {
        let is_seen_to = seen_to.contains(&index) || body.is_quiet(index);
        count(body, index, is_seen_to)?;
        logged::tell(body, index, is_seen_to, &unsafe_writes)?;
        match body.code.opcode(index) {
            GETSTATIC | PUTSTATIC if body.is_quiet(index) && !seen_to.contains(&index) => {
                static_used(body, index)?;
            }
            _ if is_seen_to => {}
            GETFIELD => field_read(body, index)?,
            PUTFIELD if !unsafe_writes.has(body, index)? => field_write(body, index)?,
            GETSTATIC => static_read(body, index)?,
            PUTSTATIC => static_write(body, index)?,
            IALOAD..=SALOAD if is_checked => array_read(body, index)?,
            opcode @ IASTORE..=SASTORE if is_checked => array_write(body, index, opcode)?,
            _ => {}
        }
    }
    Ok(())
}

/// Counts an access to what may have a check, and the check if it is here, before it happens.
fn count(body: &mut Body<'_, '_>, index: usize, is_seen_to: bool) -> Result<()> {
    if !body.facts.settings.is_counted || body.facts.settings.role != Role::Application {
        return Ok(());
    }
    let is_access = match body.code.opcode(index) {
        GETFIELD | PUTFIELD | GETSTATIC | PUTSTATIC => may_race(body, &body.member(index)?),
        IALOAD..=SALOAD | IASTORE..=SASTORE => true,
        _ => false,
    };
    if !is_access {
        return Ok(());
    }
    body.before(index, |code| {
        code.push(u32::from(!is_seen_to))?;
        code.call("accessed", "(I)V")
    })
}

/// The writes to fields of the method's own class that may come before its object is initialised.
pub(crate) enum UninitialisedWrites {
    /// The method is no constructor.
    None,
    /// These instructions.
    Some(BTreeSet<usize>),
    /// Nobody knows.
    Any,
}

impl UninitialisedWrites {
    pub(crate) fn new(body: &Body<'_, '_>) -> UninitialisedWrites {
        if !body.is_constructor() {
            return UninitialisedWrites::None;
        }
        match uninitialised::writes(&body.code, body.facts.pool) {
            Some(found) => UninitialisedWrites::Some(found),
            None => UninitialisedWrites::Any,
        }
    }

    /// Whether the write is one of them.
    pub(crate) fn has(&self, body: &Body<'_, '_>, index: usize) -> Result<bool> {
        match self {
            UninitialisedWrites::None => Ok(false),
            UninitialisedWrites::Some(found) => Ok(found.contains(&index)),
            UninitialisedWrites::Any => Ok(body.member(index)?.owner == body.facts.class.name),
        }
    }
}

/// Whether a field is plain, as far as is known: others have hooks, but what they tell is no access that may race.
fn may_race(body: &Body<'_, '_>, field: &MemberReference<'_>) -> bool {
    let flags = body.facts.field_flags(field);
    !is_left_out(body, field) && !flags.is_some_and(|flags| flags.has(Flags::FINAL | Flags::VOLATILE))
}

/// Whether accesses to a field are not checked: it never changes, it is the JDK's, or nobody asks about it.
pub(crate) fn is_left_out(body: &Body<'_, '_>, field: &MemberReference<'_>) -> bool {
    // Of excluded code that is recorded, all is asked.
    let is_excluded = body.facts.settings.role == Role::Excluded && body.facts.settings.recording.is_none();
    let leads_on = is_reference(field.descriptor);
    let is_left_out = |flags: Flags| match flags.has(Flags::FINAL) {
        // What it leads to is ordered by the constructor's end.
        true => flags.has(Flags::STATIC) || !leads_on,
        false => is_excluded && !flags.has(Flags::VOLATILE),
    };
    body.facts.own_field(field).is_some_and(is_left_out)
        || (body.facts.settings.is_jdk)(&mutf8::to_text(field.owner))
}

fn field_read(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return Ok(());
    }
    let (site, helper) = (body.site(index), helper_name(READ, field.name, field.descriptor));
    body.facts.note_alone(&field);
    body.checks += 1;
    around_read(body, index, field.descriptor, |code| {
        code.push(site)?;
        code.call_method(field.owner_index, &helper, OBJECT_AND_NUMBER.as_bytes())
    })
}

fn field_write(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return Ok(());
    }
    let (site, helper) = (body.site(index), helper_name(WRITE, field.name, field.descriptor));
    body.facts.note_alone(&field);
    body.checks += 1;
    before_write(body, index, field.descriptor, |code| {
        code.push(site)?;
        code.call_method(field.owner_index, &helper, OBJECT_AND_NUMBER.as_bytes())
    })
}

/// Calls a hook that takes the object, after a field of it was read.
pub(crate) fn around_read<'a>(
    body: &mut Body<'_, 'a>,
    index: usize,
    descriptor: &[u8],
    hook: impl FnOnce(&mut Assembly<'_, 'a>) -> Result<()>,
) -> Result<()> {
    body.code.edit(index).before.push(DUP);
    body.after(index, |code| {
        code.plain(if words(descriptor) == 2 { &[DUP2_X1, POP2] } else { &[SWAP] });
        hook(code)
    })
}

/// Calls a hook that takes the object, before a field of it is written.
pub(crate) fn before_write<'a>(
    body: &mut Body<'_, 'a>,
    index: usize,
    descriptor: &[u8],
    hook: impl FnOnce(&mut Assembly<'_, 'a>) -> Result<()>,
) -> Result<()> {
    body.before(index, |code| {
        if words(descriptor) == 2 {
            code.plain(&[DUP2_X1, POP2, DUP]);
            hook(code)?;
            code.plain(&[DUP_X2, POP]);
            return Ok(());
        }
        code.plain(&[DUP2, POP]);
        hook(code)
    })
}

/// The number of a static field as this class refers to it.
pub(crate) fn static_number(body: &Body<'_, '_>, field: &MemberReference<'_>) -> u32 {
    let (owner, name) = (mutf8::to_text(field.owner), mutf8::to_text(field.name));
    let descriptor = mutf8::to_text(field.descriptor);
    body.facts.settings.numbering.static_field(&body.facts.name, &owner, &name, &descriptor)
}

fn static_read(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return own_static_used(body, index, &field);
    }
    let (number, site) = (static_number(body, &field), body.site(index));
    body.checks += 1;
    body.after(index, |code| {
        code.push(number)?;
        code.push(site)?;
        code.call("staticRead", "(II)V")
    })
}

fn static_write(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return Ok(());
    }
    let (number, site) = (static_number(body, &field), body.site(index));
    body.checks += 1;
    body.before(index, |code| {
        code.push(number)?;
        code.call("beforeStaticWrite", "(I)V")
    })?;
    body.after(index, |code| {
        code.push(number)?;
        code.push(site)?;
        code.call("staticWrite", "(II)V")
    })
}

/// A static field that nobody asks about still tells of what its class's initialiser did.
fn static_used(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let field = body.member(index)?;
    if field.owner == body.facts.class.name || is_left_out(body, &field) {
        return own_static_used(body, index, &field);
    }
    let number = static_number(body, &field);
    body.after(index, |code| {
        code.push(number)?;
        code.call("staticUsed", "(I)V")
    })
}

/// A method of an object that may be there before its class's initialiser has ended uses one of the class's static fields: behind that,
/// the initialiser has ended. Static methods and constructors know that when they begin.
pub(crate) fn own_static_used(
    body: &mut Body<'_, '_>,
    index: usize,
    field: &MemberReference<'_>,
) -> Result<()> {
    let knows = body.is_static() || body.is_constructor() || !body.facts.has_early_objects;
    let Some(number) = body.facts.initialiser.filter(|_| !knows && field.owner == body.facts.class.name)
    else {
        return Ok(());
    };
    body.after(index, |code| {
        code.push(number)?;
        code.call("used", "(I)V")
    })
}

fn array_read(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let site = body.site(index);
    body.checks += 1;
    body.before(index, |code| {
        code.plain(&[DUP2]);
        code.push(site)?;
        code.call("arrayRead", "(Ljava/lang/Object;II)V")
    })
}

fn array_write(body: &mut Body<'_, '_>, index: usize, opcode: u8) -> Result<()> {
    let site = body.site(index);
    body.checks += 1;
    let is_wide = matches!(opcode, LASTORE | DASTORE);
    body.before(index, |code| {
        code.plain(if is_wide { &[DUP2_X2, POP2, DUP2] } else { &[DUP_X2, POP, DUP2] });
        code.push(site)?;
        code.call("arrayWrite", "(Ljava/lang/Object;II)V")?;
        code.plain(if is_wide { &[DUP2_X2, POP2] } else { &[DUP2_X1, POP2] });
        Ok(())
    })
}
