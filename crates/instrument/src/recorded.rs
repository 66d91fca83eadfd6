//! Accesses as they are recorded: each with its value (RDIT 4.4.1), and calls of methods that are not traced (4.2).
//!
//! As with checks, an access to field `x` of class C goes through helpers of C, which know the field's number and where
//! objects have their identity: `$deadheat$r$x` after a read, `$deadheat$w$x` after a write, with object, value and site;
//! `$deadheat$b$x` before an access to a field that is volatile or of which nothing is known. Elements are told before they are
//! written, when array, index and value are at hand; the runtime looks whether there is such an element. Statics
//! are told after the access, when their class is initialised.
//!
//! A method that is not traced tells itself when it begins and ends, so that it is known which one a call came to. A
//! constructor cannot be surrounded, for its object is not initialised at first: it tells of two calls, one at its start and one at
//! its end. Static initialisers are not told.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::accesses::{UninitialisedWrites, is_left_out, static_number};
use crate::assembly::Assembly;
use crate::class::{Member, NewParts};
use crate::descriptors::{is_reference, split, words};
use crate::error::Result;
use crate::members::{self, FROZEN, READ, WRITE, code_attribute, helper_name, static_method};
use crate::method::{Body, ClassFacts};
use crate::monitors::surround_all;
use crate::pool::{Additions, MemberReference};
use crate::settings::Role;

/// The field that has an object's identity.
pub(crate) const IDENTITY: &[u8] = b"$deadheat$id";
/// The start of the names of helpers that are called before an access.
const BEFORE: &[u8] = b"$deadheat$b$";
const OBJECT: &[u8] = b"java/lang/Object";
/// The descriptor of what takes an object.
const OF_OBJECT: &str = "(Ljava/lang/Object;)V";
/// Objects that a call is told of without an array.
const FEW: usize = 3;

/// How the runtime's methods are told apart that take a value of a type; and the type as they take it.
fn value_kind(descriptor: &[u8]) -> (&'static str, &'static str) {
    match descriptor.first() {
        Some(b'J') => ("J", "J"),
        Some(b'F') => ("F", "F"),
        Some(b'D') => ("D", "D"),
        Some(b'L' | b'[') => ("A", "Ljava/lang/Object;"),
        _ => ("I", "I"),
    }
}

/// The descriptor of a helper that takes a value.
fn helper_descriptor(descriptor: &[u8]) -> Vec<u8> {
    format!("(Ljava/lang/Object;{}I)V", value_kind(descriptor).1).into_bytes()
}

/// The load of a local variable of a type, and the store to one.
fn local_opcodes(descriptor: &[u8]) -> (u8, u8) {
    match descriptor.first() {
        Some(b'J') => (LLOAD, LSTORE),
        Some(b'F') => (FLOAD, FSTORE),
        Some(b'D') => (DLOAD, DSTORE),
        Some(b'L' | b'[') => (ALOAD, ASTORE),
        _ => (ILOAD, ISTORE),
    }
}

/// The field of the identity, if the class is to have it: each that is right below `Object` has one, or below `Number`, which
/// has none for the sake of boxes.
pub(crate) fn has_identity(facts: &ClassFacts<'_, '_>) -> bool {
    facts.settings.recording.is_some_and(|recording| recording.has_identity)
        && !facts.class.flags.has(Flags::INTERFACE)
        && matches!(facts.class.superclass, Some(b"java/lang/Object" | b"java/lang/Number"))
}

/// A public field for the identity: classes below reach it by their own names.
pub(crate) fn add_identity(additions: &mut Additions<'_>, new: &mut NewParts) -> Result<()> {
    let flags = Flags::PUBLIC | Flags::TRANSIENT | Flags::SYNTHETIC;
    let mut field = Vec::with_capacity(8);
    for value in [flags, additions.utf8(IDENTITY)?, additions.utf8(b"J")?, 0] {
        field.extend(value.to_be_bytes());
    }
    new.fields.push(field);
    Ok(())
}

/// The three helpers of a field.
pub(crate) fn add_helpers(
    facts: &ClassFacts<'_, '_>,
    additions: &mut Additions<'_>,
    field: &Member<'_>,
    new: &mut NewParts,
) -> Result<()> {
    let is_program = matches!(facts.settings.role, Role::Application | Role::Excluded);
    let is_final = field.flags.has(Flags::FINAL);
    let is_volatile = field.flags.has(Flags::VOLATILE);
    let access = field.flags.0 & (Flags::PUBLIC | Flags::PROTECTED | Flags::PRIVATE);
    for start in [READ, WRITE] {
        let code = match (is_program, is_final, is_volatile) {
            (true, false, true) => volatile_body(facts, additions, field, start)?,
            (true, false, false) => plain_body(facts, additions, field, start)?,
            (true, true, _) if start == READ && members::leads_on(field) => final_body(facts, additions)?,
            _ => vec![RETURN],
        };
        let locals = 2 + words(field.descriptor) as u16;
        let code = code_attribute(additions, &code, (8, locals), false)?;
        let (name, descriptor) =
            (helper_name(start, field.name, field.descriptor), helper_descriptor(field.descriptor));
        new.methods.push(static_method(additions, access, &name, &descriptor, &code)?);
    }
    let mut before = Assembly::new(additions);
    if is_program && is_volatile {
        before.load(0);
        before.call_recorder("approach", "(Ljava/lang/Object;)V")?;
    }
    before.plain(&[RETURN]);
    let before = before.bytes;
    let code = code_attribute(additions, &before, (1, 1), false)?;
    let name = helper_name(BEFORE, field.name, field.descriptor);
    new.methods.push(static_method(additions, access, &name, b"(Ljava/lang/Object;)V", &code)?);
    Ok(())
}

fn number(facts: &ClassFacts<'_, '_>, field: &Member<'_>) -> u32 {
    let (name, descriptor) = (mutf8::to_text(field.name), mutf8::to_text(field.descriptor));
    facts.settings.numbering.field(&facts.name, &name, &descriptor)
}

fn plain_body(
    facts: &ClassFacts<'_, '_>,
    additions: &mut Additions<'_>,
    field: &Member<'_>,
    start: &[u8],
) -> Result<Vec<u8>> {
    let (this_class, number) = (facts.class.this_class, recorded_field(number(facts, field)));
    let (kind, ty) = value_kind(field.descriptor);
    let mut code = Assembly::new(additions);
    code.load(0);
    code.with(CHECKCAST, this_class);
    let identity = code.field(this_class, IDENTITY, b"J")?;
    code.with(GETFIELD, identity);
    code.load(0);
    load_value(&mut code, field, number)?;
    let name = if start == READ { "read" } else { "write" };
    code.call_recorder(&format!("{name}{kind}"), &format!("(JLjava/lang/Object;{ty}II)V"))?;
    code.plain(&[RETURN]);
    Ok(code.bytes)
}

fn volatile_body(
    facts: &ClassFacts<'_, '_>,
    additions: &mut Additions<'_>,
    field: &Member<'_>,
    start: &[u8],
) -> Result<Vec<u8>> {
    let (kind, ty) = value_kind(field.descriptor);
    let number = recorded_field(number(facts, field));
    let mut code = Assembly::new(additions);
    code.load(0);
    load_value(&mut code, field, number)?;
    let name = if start == READ { "volatileRead" } else { "volatileWrite" };
    code.call_recorder(&format!("{name}{kind}"), &format!("(Ljava/lang/Object;{ty}II)V"))?;
    code.plain(&[RETURN]);
    Ok(code.bytes)
}

/// Pushes a helper's value, the field and the site.
fn load_value(code: &mut Assembly<'_, '_>, field: &Member<'_>, number: u32) -> Result<()> {
    code.local(local_opcodes(field.descriptor).0, 1);
    code.push(number)?;
    code.local(ILOAD, 1 + words(field.descriptor) as u16);
    Ok(())
}

fn final_body(facts: &ClassFacts<'_, '_>, additions: &mut Additions<'_>) -> Result<Vec<u8>> {
    let this_class = facts.class.this_class;
    let mut code = Assembly::new(additions);
    code.load(0);
    code.load(0);
    code.with(CHECKCAST, this_class);
    let frozen = code.field(this_class, FROZEN, b"J")?;
    code.with(GETFIELD, frozen);
    code.call_recorder("finalRead", "(Ljava/lang/Object;J)V")?;
    code.plain(&[RETURN]);
    Ok(code.bytes)
}

/// The number that a field has in the trace: statics and states of objects, which get theirs at run time, have odd ones.
pub fn recorded_field(number: u32) -> u32 {
    (number + 1) << 1
}

/// Tells of each access.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>) -> Result<()> {
    let unsafe_writes = UninitialisedWrites::new(body);
    for index in 0..body.code.starts.len() {
        match body.code.opcode(index) {
            GETFIELD => field(body, index, READ)?,
            PUTFIELD if !unsafe_writes.has(body, index)? => field(body, index, WRITE)?,
            GETSTATIC => static_field(body, index, READ)?,
            PUTSTATIC => static_field(body, index, WRITE)?,
            opcode @ IALOAD..=SALOAD => element_read(body, index, opcode)?,
            opcode @ IASTORE..=SASTORE => element_write(body, index, opcode)?,
            _ => {}
        }
    }
    Ok(())
}

/// Whether a field may be volatile.
fn may_be_volatile(body: &Body<'_, '_>, field: &MemberReference<'_>) -> bool {
    let elsewhere = || {
        let (owner, name) = (mutf8::to_text(field.owner), mutf8::to_text(field.name));
        (body.facts.settings.field_flags)(&owner, &name, &mutf8::to_text(field.descriptor)).map(Flags)
    };
    let flags = body.facts.own_field(field).or_else(elsewhere);
    flags.is_none_or(|flags| flags.has(Flags::VOLATILE))
}

fn field(body: &mut Body<'_, '_>, index: usize, start: &[u8]) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return Ok(());
    }
    let site = body.site(index);
    let (is_wide, is_read) = (words(field.descriptor) == 2, start == READ);
    body.checks += 1;
    let approaches = may_be_volatile(body, &field);
    let before = helper_name(BEFORE, field.name, field.descriptor);
    body.before(index, |code| {
        // A write needs object and value twice, a read the object.
        code.plain(match (is_read, is_wide) {
            (true, _) => &[DUP],
            (false, false) => &[DUP2],
            (false, true) => &[DUP2_X1, POP2, DUP_X2, DUP_X2, POP, DUP2_X1],
        });
        if !approaches {
            return Ok(());
        }
        // The object, once more.
        match (is_read, is_wide) {
            (true, _) => {
                code.plain(&[DUP]);
                code.call_method(field.owner_index, &before, b"(Ljava/lang/Object;)V")
            }
            (false, false) => {
                code.plain(&[DUP2, POP]);
                code.call_method(field.owner_index, &before, b"(Ljava/lang/Object;)V")
            }
            (false, true) => {
                code.plain(&[DUP2_X1, POP2, DUP]);
                code.call_method(field.owner_index, &before, b"(Ljava/lang/Object;)V")?;
                code.plain(&[DUP_X2, POP]);
                Ok(())
            }
        }
    })?;
    let helper = helper_name(start, field.name, field.descriptor);
    body.code.extra_stack = body.code.extra_stack.max(8);
    body.after(index, |code| {
        if is_read {
            code.plain(if is_wide { &[DUP2_X1] } else { &[DUP_X1] });
        }
        code.push(site)?;
        code.call_method(field.owner_index, &helper, &helper_descriptor(field.descriptor))
    })
}

fn static_field(body: &mut Body<'_, '_>, index: usize, start: &[u8]) -> Result<()> {
    let field = body.member(index)?;
    if is_left_out(body, &field) {
        return Ok(());
    }
    let (number, site) = (static_number(body, &field), body.site(index));
    body.checks += 1;
    if may_be_volatile(body, &field) {
        body.before(index, |code| {
            code.push(number)?;
            code.call_recorder("approachStatic", "(I)V")
        })?;
    }
    let (kind, ty) = value_kind(field.descriptor);
    let (load, store) = local_opcodes(field.descriptor);
    let is_wide = words(field.descriptor) == 2;
    let local = body.code.first_free();
    if start == WRITE {
        body.code.new_locals = body.code.new_locals.max(2);
        body.before(index, |code| {
            code.plain(if is_wide { &[DUP2] } else { &[DUP] });
            code.local(store, local);
            Ok(())
        })?;
    }
    let name = if start == READ { "readStatic" } else { "wroteStatic" };
    body.after(index, |code| {
        match start == READ {
            true => code.plain(if is_wide { &[DUP2] } else { &[DUP] }),
            false => code.local(load, local),
        }
        code.push(number)?;
        code.push(site)?;
        code.call_recorder(&format!("{name}{kind}"), &format!("({ty}II)V"))
    })
}

/// By the distance from the first: the letter of the runtime's methods, the array's type, the value's type.
const ELEMENTS: [(&str, &str, &str); 8] = [
    ("I", "[I", "I"),
    ("J", "[J", "J"),
    ("F", "[F", "F"),
    ("D", "[D", "D"),
    ("A", "[Ljava/lang/Object;", "Ljava/lang/Object;"),
    ("B", "Ljava/lang/Object;", "I"),
    ("C", "[C", "I"),
    ("S", "[S", "I"),
];

fn element_read(body: &mut Body<'_, '_>, index: usize, opcode: u8) -> Result<()> {
    let Some((letter, array, value)) = ELEMENTS.get(usize::from(opcode - IALOAD)) else { return Ok(()) };
    let (site, is_wide) = (body.site(index), matches!(opcode, LALOAD | DALOAD));
    body.checks += 1;
    body.code.extra_stack = body.code.extra_stack.max(6);
    body.before(index, |code| {
        code.plain(&[DUP2]);
        Ok(())
    })?;
    body.after(index, |code| {
        code.plain(if is_wide { &[DUP2_X2] } else { &[DUP_X2] });
        code.push(site)?;
        code.call_recorder(&format!("element{letter}"), &format!("({array}I{value}I)V"))
    })
}

fn element_write(body: &mut Body<'_, '_>, index: usize, opcode: u8) -> Result<()> {
    let Some((letter, array, value)) = ELEMENTS.get(usize::from(opcode - IASTORE)) else { return Ok(()) };
    let (site, is_wide) = (body.site(index), matches!(opcode, LASTORE | DASTORE));
    body.checks += 1;
    body.code.extra_stack = body.code.extra_stack.max(6);
    body.before(index, |code| {
        code.plain(if is_wide { &[DUP2_X2, POP2, DUP2_X2] } else { &[DUP_X2, POP, DUP2_X1] });
        code.push(site)?;
        code.call_recorder(&format!("store{letter}"), &format!("({value}{array}II){value}"))
    })
}

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
        // If it throws, whoever ends next below closes it.
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
                body.before(index, |code| {
                    code.plain(&[DUP]);
                    code.call_recorder("reaches", OF_OBJECT)
                })?;
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
        body.after(index, |code| {
            code.plain(&[DUP]);
            code.call_recorder("reaches", OF_OBJECT)
        })?;
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
    body.after(index, |code| {
        code.plain(&[DUP]);
        code.call_recorder("reaches", OF_OBJECT)
    })
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

/// Tells of notifications, whoever's class it is.
pub(crate) fn add_notifications(body: &mut Body<'_, '_>) -> Result<()> {
    for index in 0..body.code.starts.len() {
        if !matches!(body.code.opcode(index), INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE) {
            continue;
        }
        let called = body.member(index)?;
        if matches!(called.name, b"notify" | b"notifyAll") && called.descriptor == b"()V" {
            body.before(index, |code| {
                code.plain(&[DUP]);
                code.call_recorder("notifying", "(Ljava/lang/Object;)V")
            })?;
        }
    }
    Ok(())
}
