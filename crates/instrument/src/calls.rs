//! Calls of libraries' methods that read or write objects which two threads must not use at once.
//!
//! What such a call means is known to the caller of this crate ([`Settings::calls`](crate::Settings)); here the
//! arguments that matter are handed to the runtime before the call, and what it gives back after it. To get at them, the
//! arguments from the first that matters on are put into new local variables, and taken from there again: no frame of
//! the method knows these variables.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::assembly::Assembly;
use crate::class::Member;
use crate::descriptors::{is_reference, split, words};
use crate::error::{Refusal, Result};
use crate::method::Body;
use crate::settings::{CallKind, Called, Elements, End, LibraryCall, Role, Variable};
use crate::touched;

/// The bits that tell the runtime of elements: they are written, or the second number is where they end.
const IS_WRITE: u32 = 1;
const IS_END: u32 = 2;
const IS_ALL: u32 = 4;
const OBJECT: &[u8] = b"java/lang/Object";
/// The descriptor of what is told of an object that is asked something.
const ASKED: &str = "(Ljava/lang/Object;II)V";

/// Adds hooks to calls that have some.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>) -> Result<()> {
    let first_free = body.code.first_free();
    for index in 0..body.code.starts.len() {
        let kind = match body.code.opcode(index) {
            INVOKEVIRTUAL | INVOKEINTERFACE => CallKind::Virtual,
            INVOKESPECIAL => CallKind::Special,
            INVOKESTATIC => CallKind::Static,
            INVOKEDYNAMIC => CallKind::Dynamic,
            _ => continue,
        };
        add_hook(body, index, kind, first_free)?;
    }
    Ok(())
}

/// Tells of copies that `Object.clone` makes: they have the shadow of what they are copies of, which is not theirs; and
/// to make one reads what is copied.
pub(crate) fn add_clones(body: &mut Body<'_, '_>) -> Result<()> {
    let role = body.facts.settings.role;
    let is_read = role == Role::Application || role == Role::Excluded && touched::is_told(body.facts);
    for index in 0..body.code.starts.len() {
        if !matches!(body.code.opcode(index), INVOKEVIRTUAL | INVOKESPECIAL) {
            continue;
        }
        let called = body.member(index)?;
        if called.name != b"clone" || called.descriptor != b"()Ljava/lang/Object;" || called.owner != OBJECT {
            continue;
        }
        if is_read {
            let site = body.site(index);
            body.before(index, |code| {
                code.plain(&[DUP]);
                code.push(site)?;
                code.call("copying", "(Ljava/lang/Object;I)V")
            })?;
        }
        body.after(index, |code| {
            code.plain(&[DUP]);
            code.call_anyway("copied", "(Ljava/lang/Object;)V")
        })?;
    }
    Ok(())
}

fn add_hook(body: &mut Body<'_, '_>, index: usize, kind: CallKind, first_free: u16) -> Result<()> {
    let (owner, name, descriptor) = match kind {
        CallKind::Dynamic => {
            let (name, descriptor) = body.facts.pool.dynamic(body.code.operand(index))?;
            (body.facts.class.name, name, descriptor)
        }
        _ => {
            let member = body.member(index)?;
            (member.owner, member.name, member.descriptor)
        }
    };
    let (owner, name) = (mutf8::to_text(owner), mutf8::to_text(name));
    let text = mutf8::to_text(descriptor);
    let called = Called { owner: &owner, name: &name, descriptor: &text, kind };
    let Some(call) = (body.facts.settings.calls)(&called) else { return Ok(()) };
    // What is a view, or a variable, is news for others.
    if body.is_quiet(index) && call.view_of.is_none() && call.variable.is_none() {
        return Ok(());
    }
    let (parameters, result) = split(descriptor)?;
    let mut types: Vec<&[u8]> = match kind {
        CallKind::Static | CallKind::Dynamic => Vec::new(),
        _ => vec![b"Ljava/lang/Object;"],
    };
    types.extend(parameters);
    let spill = Spill::new(&call, types, first_free)?;
    let site = body.site(index);
    body.checks += 1;
    let components =
        if kind == CallKind::Dynamic && call.components.is_some() { components(body)? } else { Vec::new() };
    let is_recorded = body.facts.settings.recording.is_some();
    let tells_touched = touched::is_told(body.facts);
    body.before(index, |code| {
        spill.store(code);
        if tells_touched {
            tell_touched(code, &spill, &call)?;
        }
        tell_before(code, &spill, &call, site, is_recorded)?;
        for (&field, how) in components.iter().zip(call.components.into_iter().cycle()) {
            spill.load(code, 0)?;
            code.with(GETFIELD, field);
            code.push(how)?;
            code.push(site)?;
            code.call("asked", ASKED)?;
        }
        spill.load_all(code);
        Ok(())
    })?;
    body.after(index, |code| {
        if is_recorded {
            tell_written(code, &spill, &call, site)?;
        }
        tell_after(code, &spill, &call, result, site)?;
        spill.forget(code);
        Ok(())
    })?;
    body.code.extra_stack = body.code.extra_stack.max(7);
    body.code.new_locals = body.code.new_locals.max(spill.end - first_free);
    Ok(())
}

/// References to the components of a record that are objects.
fn components(body: &mut Body<'_, '_>) -> Result<Vec<u16>> {
    let class = body.facts.class;
    let is_component =
        |field: &&Member<'_>| !field.flags.has(Flags::STATIC) && is_reference(field.descriptor);
    let fields = class.fields.iter().filter(is_component);
    fields.map(|field| body.additions.field(class.this_class, field.name, field.descriptor)).collect()
}

/// What is told of a write only after the call is touched before it, if the code is not traced.
fn tell_touched(code: &mut Assembly<'_, '_>, spill: &Spill<'_>, call: &LibraryCall) -> Result<()> {
    let arrays = call.elements.iter().filter(|elements| elements.is_write).map(|elements| elements.array);
    let variable = call.variable.filter(|variable| variable.is_write).and_then(|variable| variable.base);
    for position in arrays.chain(variable) {
        spill.load(code, position)?;
        code.push(1)?;
        code.call_recorder("touches", "(Ljava/lang/Object;I)V")?;
    }
    Ok(())
}

/// What is recorded has values: a write has its own only after the call.
fn tell_written(code: &mut Assembly<'_, '_>, spill: &Spill<'_>, call: &LibraryCall, site: u32) -> Result<()> {
    let is_meant = |elements: &&Elements| elements.end != End::Result && elements.is_write;
    for elements in call.elements.iter().filter(is_meant) {
        spill.tell_elements(code, elements, None, site)?;
    }
    match call.variable.filter(|variable| variable.is_write) {
        Some(variable) => spill.tell_variable(code, variable, site),
        None => Ok(()),
    }
}

fn tell_before(
    code: &mut Assembly<'_, '_>,
    spill: &Spill<'_>,
    call: &LibraryCall,
    site: u32,
    is_recorded: bool,
) -> Result<()> {
    let is_now = |is_write: bool| !(is_recorded && is_write);
    for elements in call.elements.iter().filter(|it| it.end != End::Result && is_now(it.is_write)) {
        spill.tell_elements(code, elements, None, site)?;
    }
    if let Some(variable) = call.variable.filter(|variable| is_now(variable.is_write)) {
        spill.tell_variable(code, variable, site)?;
    }
    for &(position, how) in &call.asked {
        spill.load(code, position)?;
        code.push(how)?;
        code.push(site)?;
        code.call("asked", ASKED)?;
    }
    if !call.objects.is_empty() {
        if let Some(&first) = call.objects.first().filter(|_| call.changes) {
            spill.load(code, first)?;
            code.call("modified", "(Ljava/lang/Object;)I")?;
            code.local(ISTORE, spill.end - 2);
        }
        for &position in &call.objects {
            spill.load(code, position)?;
        }
        code.push(call.number)?;
        code.push(site)?;
        code.call("called", &format!("({}II)V", "Ljava/lang/Object;".repeat(call.objects.len())))?;
    }
    Ok(())
}

fn tell_after(
    code: &mut Assembly<'_, '_>,
    spill: &Spill<'_>,
    call: &LibraryCall,
    result: &[u8],
    site: u32,
) -> Result<()> {
    if let Some(&first) = call.objects.first().filter(|_| call.changes) {
        spill.load(code, first)?;
        code.local(ILOAD, spill.end - 2);
        code.push(call.number)?;
        code.push(site)?;
        code.call("changed", "(Ljava/lang/Object;III)V")?;
    }
    if let Some(position) = call.view_of.filter(|_| is_reference(result)) {
        code.plain(&[DUP]);
        spill.load(code, position)?;
        code.call("viewed", "(Ljava/lang/Object;Ljava/lang/Object;)V")?;
    }
    for elements in call.elements.iter().filter(|elements| elements.end == End::Result && result == b"I") {
        let local = spill.end - 1;
        code.plain(&[DUP]);
        code.local(ISTORE, local);
        spill.tell_elements(code, elements, Some(local), site)?;
    }
    Ok(())
}

/// Arguments in local variables.
struct Spill<'t> {
    types: Vec<&'t [u8]>,
    /// By position; those before the first that matters stay on the stack.
    locals: Vec<Option<u16>>,
    /// Behind the last variable; the last two are for a number and a result.
    end: u16,
}

impl<'t> Spill<'t> {
    fn new(call: &LibraryCall, types: Vec<&'t [u8]>, first_free: u16) -> Result<Spill<'t>> {
        let first = call.first().map_or(types.len(), usize::from);
        let mut locals = Vec::with_capacity(types.len());
        let mut free = usize::from(first_free);
        for (position, descriptor) in types.iter().enumerate() {
            locals.push((position >= first).then_some(free as u16));
            free += if position >= first { words(descriptor) } else { 0 };
        }
        let end = u16::try_from(free + 2).map_err(|_| Refusal::limit("too many local variables"))?;
        Ok(Spill { types, locals, end })
    }

    fn store(&self, code: &mut Assembly<'_, '_>) {
        for (descriptor, local) in self.types.iter().zip(&self.locals).rev() {
            if let Some(local) = *local {
                code.local(ISTORE + kind_of(descriptor), local);
            }
        }
    }

    /// What the program does not keep, its frame must not keep either: programs look whether objects are collected.
    fn forget(&self, code: &mut Assembly<'_, '_>) {
        let references =
            self.types.iter().zip(&self.locals).filter(|(descriptor, _)| is_reference(descriptor));
        for local in references.filter_map(|(_, &local)| local) {
            code.plain(&[ACONST_NULL]);
            code.local(ASTORE, local);
        }
    }

    fn load_all(&self, code: &mut Assembly<'_, '_>) {
        for (descriptor, local) in self.types.iter().zip(&self.locals) {
            if let Some(local) = *local {
                code.local(ILOAD + kind_of(descriptor), local);
            }
        }
    }

    fn load(&self, code: &mut Assembly<'_, '_>, position: u8) -> Result<()> {
        let position = usize::from(position);
        match (self.types.get(position), self.locals.get(position)) {
            (Some(descriptor), Some(&Some(local))) => {
                code.local(ILOAD + kind_of(descriptor), local);
                Ok(())
            }
            _ => Err(Refusal::malformed("a library's call is told to have more arguments than it has")),
        }
    }

    fn tell_variable(&self, code: &mut Assembly<'_, '_>, variable: Variable, site: u32) -> Result<()> {
        self.load(code, variable.handle)?;
        match variable.base {
            Some(position) => self.load(code, position)?,
            None => code.plain(&[ACONST_NULL]),
        }
        match variable.index {
            Some(position) => self.load(code, position)?,
            None => code.push(0)?,
        }
        code.push(u32::from(variable.is_write))?;
        code.push(site)?;
        code.call("variable", "(Ljava/lang/Object;Ljava/lang/Object;III)V")
    }

    fn tell_elements(
        &self,
        code: &mut Assembly<'_, '_>,
        elements: &Elements,
        result: Option<u16>,
        site: u32,
    ) -> Result<()> {
        self.load(code, elements.array)?;
        match elements.from {
            Some(position) => self.load(code, position)?,
            None => code.push(0)?,
        }
        let mut how = if elements.is_write { IS_WRITE } else { 0 };
        match (elements.end, result) {
            (End::Before(position), _) => {
                how |= IS_END;
                self.load(code, position)?;
            }
            (End::For(position), _) => self.load(code, position)?,
            (End::Between(from, to), _) => {
                self.load(code, to)?;
                self.load(code, from)?;
                code.plain(&[ISUB]);
            }
            (End::One, _) => code.push(1)?,
            (End::Result, Some(local)) => code.local(ILOAD, local),
            (End::All | End::Result, _) => {
                how |= IS_ALL;
                code.push(0)?;
            }
        }
        code.push(how)?;
        code.push(site)?;
        code.call("elements", "(Ljava/lang/Object;IIII)V")
    }
}

/// How far a type's load and store are from those of `int`.
fn kind_of(descriptor: &[u8]) -> u8 {
    match descriptor.first() {
        Some(b'J') => 1,
        Some(b'F') => 2,
        Some(b'D') => 3,
        Some(b'L' | b'[') => 4,
        _ => 0,
    }
}
