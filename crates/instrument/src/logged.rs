//! Tells of accesses as they are, for who holds them against the checks that are made for them (BigFoot 2: each access is
//! to be covered, each check legitimate).

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::accesses::{UninitialisedWrites, before_write, static_number};
use crate::error::Result;
use crate::method::Body;
use crate::settings::Role;

/// Bits of what is told: whether it is a write, an access, a check.
pub(crate) const WRITE: u32 = 1;
pub(crate) const ACCESS: u32 = 2;
pub(crate) const CHECK: u32 = 4;

/// A number for a field's name (FNV-1a), by which logs tell fields apart.
pub fn name_number(name: &[u8]) -> u32 {
    name.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Tells of an access that is about to happen, and of its check if that is here.
pub(crate) fn tell(
    body: &mut Body<'_, '_>,
    index: usize,
    is_seen_to: bool,
    early: &UninitialisedWrites,
) -> Result<()> {
    let settings = body.facts.settings;
    if !settings.is_logged || settings.role != Role::Application || body.is_quiet(index) {
        return Ok(());
    }
    let opcode = body.code.opcode(index);
    let is_write = matches!(opcode, PUTFIELD | PUTSTATIC | IASTORE..=SASTORE);
    let how = ACCESS | if is_seen_to { 0 } else { CHECK } | if is_write { WRITE } else { 0 };
    match opcode {
        GETFIELD | PUTFIELD if is_plain(body, index)? => {
            let member = body.member(index)?;
            let number = name_number(member.name);
            if opcode == GETFIELD {
                return body.before(index, |code| {
                    code.plain(&[DUP]);
                    code.push(number)?;
                    code.push(how)?;
                    code.call_placed("sawField", "(Ljava/lang/Object;II)V")
                });
            }
            if early.has(body, index)? {
                return Ok(());
            }
            before_write(body, index, member.descriptor, |code| {
                code.push(number)?;
                code.push(how)?;
                code.call_placed("sawField", "(Ljava/lang/Object;II)V")
            })
        }
        GETSTATIC | PUTSTATIC if is_plain(body, index)? => {
            let number = static_number(body, &body.member(index)?);
            body.before(index, |code| {
                code.push(number)?;
                code.push(how)?;
                code.push(1)?;
                code.call_placed("sawStatic", "(III)V")
            })
        }
        IALOAD..=SALOAD => body.before(index, |code| {
            code.plain(&[DUP2]);
            code.push(how)?;
            code.call_placed("sawElement", "(Ljava/lang/Object;II)V")
        }),
        IASTORE..=SASTORE => {
            let is_wide = matches!(opcode, LASTORE | DASTORE);
            body.before(index, |code| {
                code.plain(if is_wide { &[DUP2_X2, POP2, DUP2] } else { &[DUP_X2, POP, DUP2] });
                code.push(how)?;
                code.call_placed("sawElement", "(Ljava/lang/Object;II)V")?;
                code.plain(if is_wide { &[DUP2_X2, POP2] } else { &[DUP2_X1, POP2] });
                Ok(())
            })
        }
        _ => Ok(()),
    }
}

/// Whether a field's accesses are checked and do not synchronise, as far as that is known.
fn is_plain(body: &Body<'_, '_>, index: usize) -> Result<bool> {
    let (field, settings) = (body.member(index)?, body.facts.settings);
    let owner = mutf8::to_text(field.owner);
    let elsewhere = || {
        let (name, descriptor) = (mutf8::to_text(field.name), mutf8::to_text(field.descriptor));
        (settings.field_flags)(&owner, &name, &descriptor).map(Flags)
    };
    let flags = body.facts.own_field(&field).or_else(elsewhere);
    let is_plain = flags.is_some_and(|flags| !flags.has(Flags::VOLATILE) && !flags.has(Flags::FINAL));
    Ok(is_plain && !(settings.is_jdk)(&owner))
}
