//! The JDK's own classes: volatile fields, and `Unsafe` where it stands for a volatile access.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::accesses::{UninitialisedWrites, around_read, before_write, static_number};
use crate::assembly::Assembly;
use crate::error::Result;
use crate::members::{code_attribute, static_method};
use crate::method::{Body, ClassFacts};
use crate::pool::{Additions, MemberReference};

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
    let (owner, name) = (mutf8::to_text(field.owner), mutf8::to_text(field.name));
    let told = (body.facts.settings.field_flags)(&owner, &name, &mutf8::to_text(field.descriptor)).map(Flags);
    let flags = told.or_else(|| body.facts.own_field(field));
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

/// A call of `Unsafe` that synchronises goes to a wrapper in this class, with `Unsafe` as first argument.
fn take_over_unsafe(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let called = body.member(index)?;
    let is_meant = called.owner == UNSAFE && synchronises(called.name, called.descriptor);
    // A method of an interface is called in another way; the JDK's interfaces have no such calls.
    if !is_meant || body.facts.class.flags.has(Flags::INTERFACE) {
        return Ok(());
    }
    let wrapper = wrapper(called.name, called.descriptor);
    let this_class = body.facts.class.this_class;
    let call = body.assemble(|code| code.call_method(this_class, &wrapper.0, &wrapper.1))?;
    body.code.edit(index).instead = Some(call);
    body.facts.wrapped.borrow_mut().insert((called.name, called.descriptor));
    Ok(())
}

const UNSAFE: &[u8] = b"jdk/internal/misc/Unsafe";
/// What is told of an object and an offset in it.
const OBJECT_AND_OFFSET: &str = "(Ljava/lang/Object;J)V";

/// The name and descriptor of the wrapper of a method of `Unsafe`.
fn wrapper(name: &[u8], descriptor: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let parameters = descriptor.strip_prefix(b"(").unwrap_or(descriptor);
    ([b"$deadheat$u$", name].concat(), [b"(L".as_slice(), UNSAFE, b";", parameters].concat())
}

/// The wrappers that the class's methods call: what was known before a write is told before it, what is known after a
/// read is asked for after it.
pub(crate) fn wrappers<'a>(
    facts: &ClassFacts<'_, 'a>,
    additions: &mut Additions<'a>,
) -> Result<Vec<Vec<u8>>> {
    let wrapped = facts.wrapped.borrow();
    wrapped.iter().map(|&(name, descriptor)| write_wrapper(additions, name, descriptor)).collect()
}

fn write_wrapper(additions: &mut Additions<'_>, name: &[u8], descriptor: &[u8]) -> Result<Vec<u8>> {
    let is_read = name.starts_with(b"get") && !name.starts_with(b"getAnd");
    let is_write = name.starts_with(b"put");
    let owner = additions.class(UNSAFE)?;
    let method = additions.method(owner, name, descriptor)?;
    let mut code = Assembly::new(additions);
    let tell = |code: &mut Assembly<'_, '_>, hook: &str| {
        // The object is the first argument after `Unsafe`, the offset follows it.
        code.load(1);
        code.plain(&[LLOAD_2]);
        code.call(hook, OBJECT_AND_OFFSET)
    };
    if !is_read {
        tell(&mut code, "publish")?;
    }
    let mut local = 0;
    for load in loads(descriptor) {
        code.bytes.extend([load.0, local]);
        local += load.1;
    }
    code.with(INVOKEVIRTUAL, method);
    if !is_write {
        tell(&mut code, "receive")?;
    }
    code.plain(&[return_of(descriptor)]);
    let code = std::mem::take(&mut code.bytes);
    // The result stays below what is told.
    let stack = u16::from(local) + 5;
    let code = code_attribute(additions, &code, (stack, u16::from(local)), &[])?;
    let (name, descriptor) = wrapper(name, descriptor);
    static_method(additions, Flags::PRIVATE, &name, &descriptor, &code)
}

/// The instructions that load the receiver and the parameters, and how many words each is.
fn loads(descriptor: &[u8]) -> Vec<(u8, u8)> {
    let mut all = vec![(ALOAD, 1)];
    let mut rest = descriptor.iter().skip(1);
    while let Some(&first) = rest.next() {
        all.push(match first {
            b')' => break,
            b'J' => (LLOAD, 2),
            b'D' => (DLOAD, 2),
            b'F' => (FLOAD, 1),
            b'L' => {
                // To the end of the name.
                let _ = rest.by_ref().find(|&&byte| byte == b';');
                (ALOAD, 1)
            }
            _ => (ILOAD, 1),
        });
    }
    all
}

fn return_of(descriptor: &[u8]) -> u8 {
    let result = descriptor.iter().position(|&byte| byte == b')').and_then(|at| descriptor.get(at + 1));
    match result {
        Some(b'V') => RETURN,
        Some(b'J') => LRETURN,
        Some(b'D') => DRETURN,
        Some(b'F') => FRETURN,
        Some(b'L') => ARETURN,
        _ => IRETURN,
    }
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
