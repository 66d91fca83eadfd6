//! Extra calls that the caller asks for in named methods.

use deadheat_program::classfile::opcodes::*;

use crate::descriptors::{is_reference, split, words};
use crate::error::Result;
use crate::method::Body;
use crate::settings::{Argument, At, Patch};
use crate::tables::unsupported;

/// Adds the calls that are meant for this method.
pub(crate) fn add_calls(body: &mut Body<'_, '_>) -> Result<()> {
    let (name, descriptor) = (body.method.name, body.method.descriptor);
    let patches = body.facts.settings.patches.iter();
    for patch in patches.filter(|patch| is_meant(patch, name, descriptor)) {
        check_arguments(body, patch)?;
        let more = u16::try_from(patch.arguments.len()).unwrap_or(u16::MAX).saturating_add(2);
        body.code.extra_stack = body.code.extra_stack.max(more);
        match patch.at {
            At::Entry => at_entry(body, patch)?,
            At::Return => at_returns(body, patch)?,
        }
    }
    Ok(())
}

/// Whether a patch is for a method.
pub(crate) fn is_meant(patch: &Patch, name: &[u8], descriptor: &[u8]) -> bool {
    patch.method.as_bytes() == name && patch.descriptor.as_bytes() == descriptor
}

fn check_arguments(body: &Body<'_, '_>, patch: &Patch) -> Result<()> {
    for (position, argument) in patch.arguments.iter().enumerate() {
        let problem = match argument {
            Argument::This if body.is_static() => Some("a static method has no object"),
            Argument::This if body.is_constructor() && patch.at == At::Entry => {
                Some("the object is not initialised at a constructor's entry")
            }
            Argument::Result if position > 0 => Some("the result has to be the first argument"),
            Argument::Result
                if patch.at == At::Entry || !gives_object(body)? && !is_truth_taken(body, patch)? =>
            {
                Some("there is no object as result")
            }
            _ => None,
        };
        if let Some(problem) = problem {
            return Err(unsupported(format!("the patch that calls {}: {problem}", patch.call)));
        }
    }
    Ok(())
}

/// Whether the method says yes or no, and the call takes a number first.
fn is_truth_taken(body: &Body<'_, '_>, patch: &Patch) -> Result<bool> {
    Ok(split(body.method.descriptor)?.1 == b"Z" && patch.call_descriptor.starts_with("(I"))
}

fn gives_object(body: &Body<'_, '_>) -> Result<bool> {
    Ok(is_reference(split(body.method.descriptor)?.1))
}

/// The local variable of an argument; `None` for the result.
fn local(body: &Body<'_, '_>, patch: &Patch, argument: Argument) -> Result<Option<u16>> {
    let local = match argument {
        Argument::Result => return Ok(None),
        Argument::This => Some(0),
        Argument::Parameter(number) => parameter_slot(body, number)?,
    };
    let local = local
        .ok_or_else(|| unsupported(format!("the patch that calls {}: no such parameter", patch.call)))?;
    if patch.at == At::Return && body.code.stores_to(local) {
        return Err(unsupported(format!("the patch that calls {}: a parameter is overwritten", patch.call)));
    }
    Ok(Some(local))
}

fn parameter_slot(body: &Body<'_, '_>, number: u8) -> Result<Option<u16>> {
    let mut slot = usize::from(!body.is_static());
    let mut references = 0;
    for parameter in split(body.method.descriptor)?.0 {
        if is_reference(parameter) {
            if references == number {
                return Ok(u16::try_from(slot).ok());
            }
            references += 1;
        }
        slot += words(parameter);
    }
    Ok(None)
}

fn locals(body: &Body<'_, '_>, patch: &Patch) -> Result<Vec<u16>> {
    let found = patch.arguments.iter().map(|&argument| local(body, patch, argument));
    Ok(found.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

fn discard(result: &[u8]) -> &'static [u8] {
    match words(result) {
        0 => &[],
        1 => &[POP],
        _ => &[POP2],
    }
}

fn at_entry(body: &mut Body<'_, '_>, patch: &Patch) -> Result<()> {
    let locals = locals(body, patch)?;
    let (_, given) = split(patch.call_descriptor.as_bytes())?;
    body.at_start(|code| {
        locals.iter().for_each(|&local| code.load(local));
        code.call_patch(patch.call, patch.call_descriptor)?;
        code.plain(discard(given));
        Ok(())
    })
}

fn at_returns(body: &mut Body<'_, '_>, patch: &Patch) -> Result<()> {
    let locals = locals(body, patch)?;
    let takes_result = patch.arguments.first() == Some(&Argument::Result);
    let (_, given) = split(patch.call_descriptor.as_bytes())?;
    let replaces = is_reference(given) && gives_object(body)?;
    let (_, wanted) = split(body.method.descriptor)?;
    let cast = if replaces && given != wanted { Some(body.additions.class(class_of(wanted))?) } else { None };
    let calls = body.assemble(|code| {
        code.plain(if takes_result && !replaces { &[DUP] } else { &[] });
        locals.iter().for_each(|&local| code.load(local));
        code.call_patch(patch.call, patch.call_descriptor)?;
        code.plain(match (replaces, takes_result) {
            (true, true) => &[],
            (true, false) => &[SWAP, POP],
            (false, _) => discard(given),
        });
        cast.into_iter().for_each(|class| code.with(CHECKCAST, class));
        Ok(())
    })?;
    for index in body.returns() {
        // Before what is there: a synchronized method leaves its monitor last.
        body.code.edit(index).before.splice(0..0, calls.iter().copied());
    }
    Ok(())
}

/// The class or array that a descriptor is of, as a class constant names it.
fn class_of(descriptor: &[u8]) -> &[u8] {
    match descriptor {
        [b'L', name @ .., b';'] => name,
        array => array,
    }
}
