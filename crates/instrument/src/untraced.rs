//! Methods that are not traced when accesses are recorded: calls of them, from them back, and what they come by (RDIT 4.2).
//!
//! A method that is not traced tells itself when it begins and ends, so that it is known which one a call came to. A
//! constructor cannot be surrounded, for its object is not initialised at first: it tells of two calls, one at its start and one at
//! its end. Static initialisers are not told. Traced methods tell when they begin and end as well, if there are others: one of those may have
//! called them.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::accesses::{UninitialisedWrites, static_number};
use crate::assembly::Assembly;
use crate::descriptors::{is_reference, split, words};
use crate::error::Result;
use crate::method::Body;
use crate::monitors::surround_all;
use crate::recorded::may_be_volatile;
use crate::touched;

const OBJECT: &[u8] = b"java/lang/Object";
/// The descriptor of what takes an object.
const OF_OBJECT: &str = "(Ljava/lang/Object;)V";
/// Objects that a call is told of without an array.
const FEW: usize = 3;

/// Whether a method of a traced class is not traced, because it synchronises.
pub(crate) fn is_missing(body: &Body<'_, '_>) -> Result<bool> {
    let recording = body.facts.settings.recording;
    if !recording.is_some_and(|recording| recording.leaves_out_synchronised || recording.marks_synchronised)
        || body.method.name.starts_with(b"<")
    {
        return Ok(false);
    }
    if body.method.flags.has(Flags::SYNCHRONIZED) {
        return Ok(true);
    }
    for index in 0..body.code.starts.len() {
        let is_meant = match body.code.opcode(index) {
            MONITORENTER => true,
            INVOKEVIRTUAL | INVOKEINTERFACE | INVOKESPECIAL | INVOKESTATIC => {
                let called = body.member(index)?;
                (body.facts.settings.synchronises)(
                    &mutf8::to_text(called.owner),
                    &mutf8::to_text(called.name),
                )
            }
            _ => false,
        };
        if is_meant {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells of the calls of a method that is not traced.
pub(crate) fn add_barrier(body: &mut Body<'_, '_>) -> Result<()> {
    let tells_touched = body.facts.settings.recording.is_some_and(|recording| recording.tells_touched);
    if body.method.name == b"<clinit>" && !tells_touched || !touches_memory(body) {
        return Ok(());
    }
    let name = mutf8::to_text(body.method.name);
    let number = body.facts.settings.numbering.untraced(&body.facts.name, &name);
    let given = given(body)?;
    body.code.extra_stack = body.code.extra_stack.max(6);
    let begin = |code: &mut Assembly<'_, '_>, given: &[u16]| {
        if given.len() <= FEW {
            given.iter().for_each(|&local| code.load(local));
            code.push(number)?;
            let objects = "Ljava/lang/Object;".repeat(given.len());
            return code.call_recorder("begins", &format!("({objects}I)V"));
        }
        code.push(given.len() as u32)?;
        code.array_of(OBJECT)?;
        for (at, &local) in given.iter().enumerate() {
            code.plain(&[DUP]);
            code.push(at as u32)?;
            code.load(local);
            code.plain(&[AASTORE]);
        }
        code.push(number)?;
        code.call_recorder("begins", "([Ljava/lang/Object;I)V")
    };
    let end = |code: &mut Assembly<'_, '_>| {
        code.push(number)?;
        code.call_recorder("ends", "(I)V")
    };
    if !tells_touched {
        add_reached(body)?;
    }
    if !body.is_constructor() {
        if !tells_touched && body.method.flags.has(Flags::SYNCHRONIZED) {
            let this_class = body.facts.class.this_class;
            let is_static = body.is_static();
            body.at_start(|code| {
                if is_static {
                    code.load_constant(this_class);
                } else {
                    code.load(0);
                }
                code.call_recorder("reaches", OF_OBJECT)
            })?;
        }
        return surround_all(body, |code| begin(code, &given), |code, _| end(code));
    }
    if tells_touched {
        // If it throws, whoever catches that or ends next below closes it.
        let begin = body.assemble(|code| begin(code, &[]))?;
        body.code.prologue.splice(0..0, begin);
        for index in body.returns() {
            body.before(index, end)?;
        }
        return Ok(());
    }
    let arguments: Vec<u16> = given.iter().copied().filter(|&local| local != 0).collect();
    body.at_start(|code| {
        begin(code, &arguments)?;
        end(code)
    })?;
    let kept: Vec<u16> = given.iter().copied().filter(|&local| !body.code.stores_to(local)).collect();
    for index in body.returns() {
        body.before(index, |code| {
            begin(code, &kept)?;
            end(code)
        })?;
    }
    Ok(())
}

/// Tells of a traced method that untraced code may call back.
pub(crate) fn add_callback(body: &mut Body<'_, '_>) -> Result<()> {
    let is_meant = body.facts.settings.recording.is_some_and(|recording| recording.leaves_out);
    if !is_meant || body.method.name.starts_with(b"<") || !touches_memory(body) {
        return Ok(());
    }
    let given = given(body)?;
    body.code.extra_stack = body.code.extra_stack.max(4);
    if touched::is_told(body.facts) {
        add_catches(body)?;
    }
    surround_all(
        body,
        |code| {
            // Of more than three, the others are told before the callback begins.
            for &local in given.iter().skip(FEW) {
                code.load(local);
                code.call_recorder("reaches", OF_OBJECT)?;
            }
            for at in 0..FEW {
                match given.get(at) {
                    Some(&local) => code.load(local),
                    None => code.plain(&[ACONST_NULL]),
                }
            }
            let object = "Ljava/lang/Object;";
            code.call_recorder("called", &format!("({object}{object}{object})V"))
        },
        |code, opcode| {
            // What is thrown goes the same way as what is returned.
            code.plain(if matches!(opcode, ARETURN | ATHROW) { &[DUP] } else { &[ACONST_NULL] });
            code.call_recorder("returned", OF_OBJECT)
        },
    )
}

/// Tells of exceptions that a traced method catches: an untraced constructor that threw has not told that it ended.
fn add_catches(body: &mut Body<'_, '_>) -> Result<()> {
    let handlers = body.code.exceptions.iter().map(|row| usize::from(row.handler));
    let mut handlers: Vec<usize> = handlers.filter_map(|at| body.code.index_at(at)).collect();
    handlers.sort_unstable();
    handlers.dedup();
    for index in handlers {
        let caught = body.assemble(|code| code.call_recorder("caught", "()V"))?;
        body.code.edit(index).before.splice(0..0, caught);
    }
    Ok(())
}

/// Tells of what untraced code has without being given it, and of what it stores.
fn add_reached(body: &mut Body<'_, '_>) -> Result<()> {
    let unsafe_writes = UninitialisedWrites::new(body);
    body.code.extra_stack = body.code.extra_stack.max(6);
    for index in 0..body.code.starts.len() {
        match body.code.opcode(index) {
            opcode @ (GETSTATIC | PUTSTATIC) => static_reached(body, index, opcode == GETSTATIC)?,
            GETFIELD => field_reached(body, index, true)?,
            PUTFIELD if !unsafe_writes.has(body, index)? => field_reached(body, index, false)?,
            AASTORE => body.before(index, |code| {
                code.plain(&[DUP_X2, POP, DUP2_X1]);
                code.call_recorder(
                    "storesElement",
                    "(Ljava/lang/Object;[Ljava/lang/Object;I)Ljava/lang/Object;",
                )
            })?,
            MONITORENTER => {
                body.before(index, reach)?;
            }
            INVOKEVIRTUAL..=INVOKEINTERFACE => result_reached(body, index)?,
            _ => {}
        }
    }
    Ok(())
}

fn static_reached(body: &mut Body<'_, '_>, index: usize, is_read: bool) -> Result<()> {
    let field = body.member(index)?;
    let number = static_number(body, &field);
    body.before(index, |code| {
        code.push(number)?;
        code.call_recorder("reachesStatic", "(I)V")
    })?;
    if is_read && leads_on(field.descriptor) {
        body.after(index, reach)?;
    }
    Ok(())
}

/// Objects with volatile fields, which threads may meet at, and references that are stored.
fn field_reached(body: &mut Body<'_, '_>, index: usize, is_read: bool) -> Result<()> {
    let field = body.member(index)?;
    let (is_volatile, is_wide) = (may_be_volatile(body, &field), words(field.descriptor) == 2);
    let is_stored = !is_read && leads_on(field.descriptor);
    body.before(index, |code| {
        if is_stored {
            code.plain(&[DUP2]);
            code.call_recorder("stores", "(Ljava/lang/Object;Ljava/lang/Object;)V")?;
        }
        if !is_volatile {
            return Ok(());
        }
        code.plain(match (is_read, is_wide) {
            (true, _) => &[DUP],
            (false, false) => &[DUP2, POP],
            (false, true) => &[DUP2_X1, POP2, DUP],
        });
        code.call_recorder("reaches", OF_OBJECT)?;
        if !is_read && is_wide {
            code.plain(&[DUP_X2, POP]);
        }
        Ok(())
    })
}

/// What the JDK gives untraced code may come from anywhere.
fn result_reached(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let called = body.member(index)?;
    let (_, result) = split(called.descriptor)?;
    if !leads_on(result) || !(body.facts.settings.is_jdk)(&mutf8::to_text(called.owner)) {
        return Ok(());
    }
    body.after(index, reach)
}

/// Tells of the object on the stack, which stays there.
fn reach(code: &mut Assembly<'_, '_>) -> Result<()> {
    code.plain(&[DUP]);
    code.call_recorder("reaches", OF_OBJECT)
}

/// Whether a type's values may be what threads meet at.
fn leads_on(descriptor: &[u8]) -> bool {
    is_reference(descriptor) && descriptor != b"Ljava/lang/String;"
}

/// Whether a method does anything that other threads could see, or see anything that they do.
fn touches_memory(body: &Body<'_, '_>) -> bool {
    body.method.flags.has(Flags::SYNCHRONIZED)
        || (0..body.code.starts.len()).any(|index| {
            matches!(
                body.code.opcode(index),
                GETSTATIC..=INVOKEDYNAMIC | IALOAD..=SALOAD | IASTORE..=SASTORE | MONITORENTER | MONITOREXIT
            )
        })
}

/// The local variables of the receiver and of the parameters that are objects.
fn given(body: &Body<'_, '_>) -> Result<Vec<u16>> {
    let mut given = Vec::new();
    let mut slot = 0u16;
    if !body.is_static() {
        given.push(0);
        slot = 1;
    }
    for parameter in split(body.method.descriptor)?.0 {
        if is_reference(parameter) {
            given.push(slot);
        }
        slot = slot.saturating_add(words(parameter) as u16);
    }
    Ok(given)
}
