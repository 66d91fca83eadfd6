//! Dynamic call sites: the JVM makes what a bootstrap method gave visible to all threads that use the call site (package
//! `java.lang.invoke`), so whoever uses one comes after whoever linked it.
//!
//! The runtime knows which class's call sites were linked, not which of them. Those that the JDK's own bootstraps link are
//! left out: lambdas, concatenation and the like hand nothing over that could change.

use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::error::Result;
use crate::method::Body;

/// Adds the hooks.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>) -> Result<()> {
    for index in 0..body.code.starts.len() {
        if body.code.opcode(index) == INVOKEDYNAMIC && is_linked_by_program(body, index)? {
            let this_class = body.facts.class.this_class;
            body.before(index, |code| {
                code.load_constant(this_class);
                code.call("linking", "(Ljava/lang/Object;)V")
            })?;
        }
    }
    Ok(())
}

fn is_linked_by_program(body: &Body<'_, '_>, index: usize) -> Result<bool> {
    let number = body.facts.pool.bootstrap(body.code.operand(index))?;
    let Some(&handle) = body.facts.class.bootstraps.get(usize::from(number)) else { return Ok(false) };
    let owner = body.facts.pool.handle(handle)?.owner;
    Ok(!(body.facts.settings.is_jdk)(&mutf8::to_text(owner)))
}
