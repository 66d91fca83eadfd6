//! The JDK's own classes: volatile fields, and `Unsafe` where it stands for a volatile access.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::accesses::{UninitialisedWrites, around_read, before_write, static_number};
use crate::error::Result;
use crate::method::Body;
use crate::pool::MemberReference;

/// The descriptor of the hooks that take an object and a field's number.
const OBJECT_AND_FIELD: &str = "(Ljava/lang/Object;I)V";

/// Adds the hooks of volatile accesses.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>) -> Result<()> {
    let unsafe_writes = UninitialisedWrites::new(body);
    for index in 0..body.code.starts.len() {
        match body.code.opcode(index) {
            opcode @ GETSTATIC..=PUTFIELD => {
                let field = body.member(index)?;
                if is_volatile(body, &field) && !(opcode == PUTFIELD && unsafe_writes.has(body, index)?) {
                    add_volatile(body, index, opcode, &field)?;
                }
            }
            INVOKEVIRTUAL => take_over_unsafe(body, index)?,
            _ => {}
        }
    }
    Ok(())
}

fn is_volatile(body: &Body<'_, '_>, field: &MemberReference<'_>) -> bool {
    let flags = body.facts.own_field(field).or_else(|| {
        let (owner, name) = (mutf8::to_text(field.owner), mutf8::to_text(field.name));
        (body.facts.settings.field_flags)(&owner, &name, &mutf8::to_text(field.descriptor)).map(Flags)
    });
    flags.is_some_and(|flags| flags.has(Flags::VOLATILE))
}

fn add_volatile(
    body: &mut Body<'_, '_>,
    index: usize,
    opcode: u8,
    field: &MemberReference<'_>,
) -> Result<()> {
    if matches!(opcode, GETSTATIC | PUTSTATIC) {
        let number = static_number(body, field);
        if opcode == PUTSTATIC {
            return body.before(index, |code| {
                code.push(number)?;
                code.call("beforeStaticWrite", "(I)V")
            });
        }
        return body.after(index, |code| {
            code.push(number)?;
            code.push(0)?;
            code.call("staticRead", "(II)V")
        });
    }
    let (owner, name) = (mutf8::to_text(field.owner), mutf8::to_text(field.name));
    let number = body.facts.settings.numbering.field(&owner, &name, &mutf8::to_text(field.descriptor));
    if opcode == GETFIELD {
        return around_read(body, index, field.descriptor, |code| {
            code.push(number)?;
            code.call("volatileRead", OBJECT_AND_FIELD)
        });
    }
    before_write(body, index, field.descriptor, |code| {
        code.push(number)?;
        code.call("volatileWrite", OBJECT_AND_FIELD)
    })
}

/// A call of `Unsafe` that synchronises goes to the runtime, with `Unsafe` as first argument.
fn take_over_unsafe(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let called = body.member(index)?;
    if called.owner != b"jdk/internal/misc/Unsafe" || !synchronises(called.name, called.descriptor) {
        return Ok(());
    }
    let (name, descriptor) = (mutf8::to_text(called.name), mutf8::to_text(called.descriptor));
    let descriptor = descriptor.replacen('(', "(Ljdk/internal/misc/Unsafe;", 1);
    let call = body.assemble(|code| code.call(&name, &descriptor))?;
    body.code.edit(index).instead = Some(call);
    Ok(())
}

/// Whether a method of `Unsafe` works on a field or element (object and offset) like a volatile access.
fn synchronises(name: &[u8], descriptor: &[u8]) -> bool {
    const STARTS: [&[u8]; 6] = [
        b"compareAndSet",
        b"compareAndExchange",
        b"weakCompareAndSet",
        b"getAndSet",
        b"getAndAdd",
        b"getAndBitwise",
    ];
    let is_ordered = |start: &[u8], ends: [&[u8]; 3]| {
        name.starts_with(start) && ends.iter().any(|end| name.ends_with(end))
    };
    descriptor.starts_with(b"(Ljava/lang/Object;J")
        && (STARTS.iter().any(|start| name.starts_with(start))
            || is_ordered(b"get", [b"Volatile", b"Acquire", b"Opaque"])
            || is_ordered(b"put", [b"Volatile", b"Release", b"Opaque"]))
}
