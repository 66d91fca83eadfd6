//! What untraced code is about to touch, where the recorder keeps only that (`record --barriers touched`).
//!
//! What is told behind an access comes too late: another thread may have seen what was written, or have written what was read, and told
//! so, before. Accesses of plain fields and elements are therefore told before they happen; of those that are volatile the
//! access and what is told of it are one step already. Whether a field of another class is volatile or final
//! knows that class alone, by its helper `$deadheat$t$x`, which takes the object and whether it is written.
//!
//! Of native code nothing is known: a call that comes to a native method of its own class may touch anything from then on. A native method of
//! another class is not noticed, as in traced code.
//!
//! Constructors and static initialisers that are traced may run as a part of untraced code, and so tell the same.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;

use crate::accesses::{UninitialisedWrites, is_left_out, static_number};
use crate::assembly::Assembly;
use crate::class::{Member, NewParts};
use crate::descriptors::words;
use crate::error::Result;
use crate::members::{code_attribute, helper_name, static_method};
use crate::method::{Body, ClassFacts};
use crate::pool::Additions;
use crate::settings::Role;

/// The start of the names of helpers that are called before an access in untraced code.
const TOUCHES: &[u8] = b"$deadheat$t$";
/// The descriptor of what takes an object and whether it is written.
const OF_OBJECT: &str = "(Ljava/lang/Object;I)V";

/// Whether it is told which objects untraced code touches.
pub(crate) fn is_told(facts: &ClassFacts<'_, '_>) -> bool {
    facts.settings.recording.is_some_and(|recording| recording.tells_touched)
}

/// The helper of a field.
pub(crate) fn add_helper(
    facts: &ClassFacts<'_, '_>,
    additions: &mut Additions<'_>,
    field: &Member<'_>,
    new: &mut NewParts,
) -> Result<()> {
    let is_program = matches!(facts.settings.role, Role::Application | Role::Excluded);
    let is_plain = !field.flags.has(Flags::FINAL) && !field.flags.has(Flags::VOLATILE);
    let access = field.flags.0 & (Flags::PUBLIC | Flags::PROTECTED | Flags::PRIVATE);
    let mut code = Assembly::new(additions);
    if is_program && is_plain {
        code.load(0);
        code.local(ILOAD, 1);
        code.call_recorder("touches", OF_OBJECT)?;
    }
    code.plain(&[RETURN]);
    let code = code.bytes;
    let code = code_attribute(additions, &code, (2, 2), &[])?;
    let name = helper_name(TOUCHES, field.name, field.descriptor);
    new.methods.push(static_method(additions, access, &name, OF_OBJECT.as_bytes(), &code)?);
    Ok(())
}

/// Tells of each access before it happens; elements that are written are told so anyway.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>) -> Result<()> {
    let unsafe_writes = UninitialisedWrites::new(body);
    for index in 0..body.code.starts.len() {
        match body.code.opcode(index) {
            GETFIELD => field(body, index, false)?,
            PUTFIELD if !unsafe_writes.has(body, index)? => field(body, index, true)?,
            GETSTATIC => static_field(body, index, false)?,
            PUTSTATIC => static_field(body, index, true)?,
            IALOAD..=SALOAD => body.before(index, |code| {
                code.plain(&[DUP2]);
                code.call_recorder("touchesElement", "(Ljava/lang/Object;I)V")
            })?,
            INVOKEVIRTUAL..=INVOKESTATIC if is_native(body, index)? => {
                body.before(index, |code| code.call_recorder("touchesAnything", "()V"))?;
            }
            _ => {}
        }
    }
    body.code.extra_stack = body.code.extra_stack.max(4);
    Ok(())
}

/// Whether a native method of the same class is called. Of other classes it is not known.
fn is_native(body: &Body<'_, '_>, index: usize) -> Result<bool> {
    let (called, class) = (body.member(index)?, body.facts.class);
    let is_it = |method: &&Member<'_>| method.name == called.name && method.descriptor == called.descriptor;
    let found = class.methods.iter().find(is_it).filter(|_| called.owner == class.name);
    Ok(found.is_some_and(|method| method.flags.has(Flags::NATIVE)))
}

fn field(body: &mut Body<'_, '_>, index: usize, is_write: bool) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return Ok(());
    }
    let (is_wide, helper) =
        (words(field.descriptor) == 2, helper_name(TOUCHES, field.name, field.descriptor));
    body.before(index, |code| {
        code.plain(match (is_write, is_wide) {
            (false, _) => &[DUP],
            (true, false) => &[DUP2, POP],
            (true, true) => &[DUP2_X1, POP2, DUP],
        });
        code.push(u32::from(is_write))?;
        code.call_method(field.owner_index, &helper, OF_OBJECT.as_bytes())?;
        if is_write && is_wide {
            code.plain(&[DUP_X2, POP]);
        }
        Ok(())
    })
}

fn static_field(body: &mut Body<'_, '_>, index: usize, is_write: bool) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return Ok(());
    }
    let number = static_number(body, &field);
    body.before(index, |code| {
        code.push(number)?;
        code.push(u32::from(is_write))?;
        code.call_recorder("touchesStatic", "(II)V")
    })
}
