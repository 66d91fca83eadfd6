//! Objects that are made: their class is initialised first (JLS 12.4.1), so who makes one knows what its initialiser did.
//!
//! The constructor tells of that when it begins ([`crate::method`]). What it is given is computed before, and accesses in
//! between are told apart from those before the object was made only here.

use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::error::Result;
use crate::method::Body;
use crate::settings::{CallKind, Called, Effect};

/// The first class files that may name a class as a constant.
const HAS_CLASSES: u16 = 49;

/// Adds the hooks.
pub(crate) fn add_hooks(body: &mut Body<'_, '_>) -> Result<()> {
    if body.facts.class.major < HAS_CLASSES {
        return Ok(());
    }
    for index in 0..body.code.starts.len() {
        if body.code.opcode(index) == NEW && does_more(body, index) {
            let class = body.code.operand(index);
            if initialises(body, body.facts.pool.class_name(class)?) {
                body.after(index, |code| {
                    code.load_constant(class);
                    code.call("using", "(Ljava/lang/Object;)V")
                })?;
            }
        }
    }
    Ok(())
}

/// Whether something may run when a class of the program's, but the method's own, is initialised.
fn initialises(body: &Body<'_, '_>, class: &[u8]) -> bool {
    let (settings, owner) = (body.facts.settings, mutf8::to_text(class));
    let called = Called { owner: &owner, name: "<clinit>", descriptor: "()V", kind: CallKind::Static };
    class != body.facts.class.name
        && !(settings.is_jdk)(&owner)
        && (settings.call_effect)(&called) != Effect::NONE
}

/// Whether there is more than constants, variables and sums of them between an object and the call of its constructor.
fn does_more(body: &Body<'_, '_>, index: usize) -> bool {
    let is_next = |opcode: u8| opcode != INVOKESPECIAL;
    let is_access =
        |opcode: u8| matches!(opcode, GETSTATIC..=NEW | IALOAD..=SALOAD | IASTORE..=SASTORE) || ends(opcode);
    (index + 1..body.code.starts.len())
        .map(|at| body.code.opcode(at))
        .take_while(|&it| is_next(it))
        .any(is_access)
}

/// Whether code may go on elsewhere.
fn ends(opcode: u8) -> bool {
    matches!(opcode, IFEQ..=LOOKUPSWITCH | IFNULL | IFNONNULL | GOTO_W)
}
