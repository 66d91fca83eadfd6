//! Accesses as they are recorded: each with its value (RDIT 4.4.1), and calls of methods that are not traced (4.2).
//!
//! As with checks, an access to field `x` of class C goes through helpers of C, which know the field's number and where
//! objects have their identity: `$deadheat$r$x` after a read, `$deadheat$w$x` after a write, with object, value and site;
//! `$deadheat$b$x` before an access to a field that is volatile or of which nothing is known. Elements are told before they are
//! written, when array, index and value are at hand; the runtime looks whether there is such an element. Statics
//! are told after the access, when their class is initialised.
//!
//! Methods that are not traced: `untraced.rs` and `touched.rs`.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::accesses::{UninitialisedWrites, is_left_out, own_static_used, static_number};
use crate::assembly::Assembly;
use crate::class::{Member, NewParts};
use crate::descriptors::words;
use crate::error::Result;
use crate::members::{self, FROZEN, READ, WRITE, code_attribute, helper_name, static_method};
use crate::method::{Body, ClassFacts};
use crate::pool::{Additions, MemberReference};
use crate::settings::Role;
use crate::touched;

/// The field that has an object's identity.
pub(crate) const IDENTITY: &[u8] = b"$deadheat$id";
/// The start of the names of helpers that are called before an access.
const BEFORE: &[u8] = b"$deadheat$b$";

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

/// The field of the identity, if the class is to have it: each that is right below `Object` has one, or below `Number` or
/// `Reference`, which have none: the JVM knows what is where in boxes and references.
pub(crate) fn has_identity(facts: &ClassFacts<'_, '_>) -> bool {
    facts.settings.recording.is_some_and(|recording| recording.has_identity)
        && !facts.class.flags.has(Flags::INTERFACE)
        && matches!(
            facts.class.superclass,
            Some(b"java/lang/Object" | b"java/lang/Number" | b"java/lang/ref/Reference")
        )
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
        let code = code_attribute(additions, &code, (8, locals), &[])?;
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
    let code = code_attribute(additions, &before, (1, 1), &[])?;
    let name = helper_name(BEFORE, field.name, field.descriptor);
    new.methods.push(static_method(additions, access, &name, b"(Ljava/lang/Object;)V", &code)?);
    if touched::is_told(facts) { touched::add_helper(facts, additions, field, new) } else { Ok(()) }
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

/// Tells of each access; if all that is asked is what they touch, not of those that `touched.rs` tells of.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>, is_only_touched: bool) -> Result<()> {
    let unsafe_writes = UninitialisedWrites::new(body);
    for index in 0..body.code.starts.len() {
        match body.code.opcode(index) {
            GETFIELD | PUTFIELD if is_only_touched && is_plain(body, index)? => {}
            IALOAD..=SALOAD if is_only_touched => {}
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

/// Whether a field is neither final nor volatile, for sure: the class has it itself.
fn is_plain(body: &Body<'_, '_>, index: usize) -> Result<bool> {
    let flags = body.facts.own_field(&body.member(index)?);
    Ok(flags.is_some_and(|flags| !flags.has(Flags::FINAL) && !flags.has(Flags::VOLATILE)))
}

/// Whether a field may be volatile.
pub(crate) fn may_be_volatile(body: &Body<'_, '_>, field: &MemberReference<'_>) -> bool {
    let flags = body.facts.field_flags(field);
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
        return own_static_used(body, index, &field);
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
