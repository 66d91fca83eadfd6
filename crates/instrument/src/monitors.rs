//! Monitors: the instructions, synchronized methods, waiting, and interrupts that end a wait.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::assembly::Assembly;
use crate::code::Handler;
use crate::descriptors;
use crate::error::Result;
use crate::frames::keep_this;
use crate::method::Body;
use crate::tables::unsupported;

/// The descriptor of the hooks that take a monitor.
const MONITOR: &str = "(Ljava/lang/Object;)V";

/// Adds the hooks at monitor instructions and takes over calls of `wait`.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>) -> Result<()> {
    for index in 0..body.code.starts.len() {
        match body.code.opcode(index) {
            MONITORENTER => {
                body.before(index, |code| {
                    code.plain(&[DUP, DUP]);
                    code.call("entering", MONITOR)
                })?;
                body.after(index, |code| code.call("entered", MONITOR))?;
                // Whoever unlocks for everything behind the instruction unlocks for a hook that fails, too.
                body.code.edit(index).is_covered_early = true;
            }
            MONITOREXIT => body.before(index, |code| {
                code.plain(&[DUP]);
                code.call("leaving", MONITOR)
            })?,
            INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE => take_over_wait(body, index)?,
            _ => {}
        }
    }
    Ok(())
}

/// Takes over calls of `wait` in classes whose monitors are not seen: they may wait for what the program has locked.
pub(crate) fn add_waits(body: &mut Body<'_, '_>) -> Result<()> {
    for index in 0..body.code.starts.len() {
        if matches!(body.code.opcode(index), INVOKEVIRTUAL | INVOKESPECIAL) {
            take_over_wait(body, index)?;
        }
    }
    Ok(())
}

/// `wait` is final: whatever class a call names, it is that of `Object`, whose own calls stay.
fn take_over_wait(body: &mut Body<'_, '_>, index: usize) -> Result<()> {
    let called = body.member(index)?;
    if called.name != b"wait" || body.facts.class.name == b"java/lang/Object" {
        return Ok(());
    }
    let descriptor = match called.descriptor {
        b"()V" => MONITOR,
        b"(J)V" => "(Ljava/lang/Object;J)V",
        b"(JI)V" => "(Ljava/lang/Object;JI)V",
        _ => return Ok(()),
    };
    let call = body.assemble(|code| code.call("wait", descriptor))?;
    body.code.edit(index).instead = Some(call);
    Ok(())
}

/// Tells of interrupts that were caught.
pub(crate) fn add_interrupts(body: &mut Body<'_, '_>) -> Result<()> {
    let mut handlers: Vec<usize> = Vec::new();
    for row in &body.code.exceptions {
        if row.catch_type != 0
            && body.facts.pool.class_name(row.catch_type)? == b"java/lang/InterruptedException"
        {
            handlers.extend(body.code.index_at(usize::from(row.handler)));
        }
    }
    handlers.sort_unstable();
    handlers.dedup();
    handlers.retain(|&index| index < body.code.starts.len());
    for index in handlers {
        let call = body.assemble(|code| code.call("caughtInterrupt", "()V"))?;
        // First of all: what is there belongs to the instruction.
        body.code.edit(index).before.splice(0..0, call);
    }
    Ok(())
}

/// Adds the hooks of a synchronized method: at its start, before it returns, and when an exception leaves it.
pub(crate) fn add_synchronized(body: &mut Body<'_, '_>) -> Result<()> {
    // The JVM ignores the flag on initialisers.
    if !body.method.flags.has(Flags::SYNCHRONIZED) || body.method.name.starts_with(b"<") {
        return Ok(());
    }
    let monitor = monitor(body)?;
    let tell = |hook: &'static str| {
        let monitor = &monitor;
        move |code: &mut Assembly<'_, '_>| {
            monitor.push(code);
            code.call(hook, MONITOR)
        }
    };
    let this_class = (!body.is_static()).then_some(body.facts.class.this_class);
    surround(body, this_class, tell("entered"), tell("leaving"))
}

/// Tells that a method reads or writes the object whose lock it has taken first of all.
pub(crate) fn add_guarded(body: &mut Body<'_, '_>) -> Result<()> {
    if body.is_static() || body.is_constructor() || body.code.stores_to(0) {
        return Ok(());
    }
    let (name, descriptor) = (mutf8::to_text(body.method.name), mutf8::to_text(body.method.descriptor));
    let Some(is_write) = (body.facts.settings.guarded)(&name, &descriptor) else { return Ok(()) };
    let tell = |code: &mut Assembly<'_, '_>| {
        code.load(0);
        code.push(u32::from(is_write))?;
        code.call("guarded", "(Ljava/lang/Object;I)V")
    };
    if body.method.flags.has(Flags::SYNCHRONIZED) {
        return body.at_start(tell);
    }
    match (0..body.code.starts.len()).find(|&index| body.code.opcode(index) == MONITORENTER) {
        Some(index) => body.after(index, tell),
        None => Ok(()),
    }
}

/// Tells that a method synchronises for itself alone, if it calls what does.
pub(crate) fn add_silence(body: &mut Body<'_, '_>) -> Result<()> {
    let is_call = |index: &usize| matches!(body.code.opcode(*index), INVOKEVIRTUAL..=INVOKEINTERFACE);
    let mut is_meant = false;
    for index in (0..body.code.starts.len()).filter(is_call) {
        let owner = body.member(index)?.owner;
        is_meant = is_meant || (body.facts.settings.is_guard)(&mutf8::to_text(owner));
    }
    // What is handed any object may call the program back, which synchronises for others, too. And an object that is not
    // initialised yet would have to be in the handler's frame.
    let (parameters, _) = descriptors::split(body.method.descriptor)?;
    let calls_back =
        body.facts.settings.calls_back && parameters.iter().any(|ty| ty.ends_with(b"Ljava/lang/Object;"));
    if !is_meant || calls_back || body.method.name.starts_with(b"<") {
        return Ok(());
    }
    let tell = |hook: &'static str| move |code: &mut Assembly<'_, '_>| code.call_patch(hook, "()V");
    surround(body, None, tell("inside"), tell("outside"))
}

/// Code at a method's start, and at its end, however that comes; the latter may use the object if its class is told.
pub(crate) fn surround(
    body: &mut Body<'_, '_>,
    this_class: Option<u16>,
    first: impl Fn(&mut Assembly<'_, '_>) -> Result<()>,
    last: impl Fn(&mut Assembly<'_, '_>) -> Result<()>,
) -> Result<()> {
    body.at_start(first)?;
    surround_end(body, this_class, |code, _| last(code))
}

/// As [`surround`], around what is there already.
pub(crate) fn surround_all(
    body: &mut Body<'_, '_>,
    first: impl Fn(&mut Assembly<'_, '_>) -> Result<()>,
    last: impl Fn(&mut Assembly<'_, '_>, u8) -> Result<()>,
) -> Result<()> {
    let first = body.assemble(first)?;
    body.code.prologue.splice(0..0, first);
    surround_end(body, None, last)
}

/// Code at a method's end, which is told by which instruction that is.
fn surround_end(
    body: &mut Body<'_, '_>,
    this_class: Option<u16>,
    last: impl Fn(&mut Assembly<'_, '_>, u8) -> Result<()>,
) -> Result<()> {
    for index in body.returns() {
        let opcode = body.code.opcode(index);
        body.before(index, |code| last(code, opcode))?;
    }
    let inner = body.code.handler.take();
    let this_class = this_class.or(inner.as_ref().and_then(|inner| inner.this_class));
    let code = body.assemble(|code| {
        last(code, ATHROW)?;
        code.plain(&[ATHROW]);
        Ok(())
    })?;
    // What is inside ends first; both have the exception on the stack.
    let mut whole = inner.map_or_else(Vec::new, |inner| inner.code);
    whole.pop();
    whole.extend(code);
    let code = whole;
    let throwable = body.additions.class(b"java/lang/Throwable")?;
    body.code.handler = Some(Handler { code, this_class, throwable });
    Ok(())
}

/// The monitor of a synchronized method.
enum Monitor {
    This,
    /// By its pool index.
    Class(u16),
}

impl Monitor {
    fn push(&self, code: &mut Assembly<'_, '_>) {
        match *self {
            Monitor::This => code.load(0),
            Monitor::Class(index) => code.load_constant(index),
        }
    }
}

fn monitor(body: &Body<'_, '_>) -> Result<Monitor> {
    let class = body.facts.class;
    if body.is_static() {
        return Ok(Monitor::Class(class.this_class));
    }
    let locals = 1 + descriptors::split(body.method.descriptor)?.0.len();
    if body.code.stores_to(0) || !keep_this(&body.code, body.facts.pool, class.this_class, locals)? {
        return Err(unsupported("synchronized, and local variable 0 is not always the object"));
    }
    Ok(Monitor::This)
}
