//! Objects that may be there before the initialiser of their class has ended.
//!
//! Who has an object of a class mostly knows that the class is initialised: somebody made it. But the initialiser itself may make
//! one, and let others have it by a race. Their uses of the class's static fields wait for the initialiser's end (JLS 12.4.2),
//! so they know from then on what it did; that a method of the object runs tells nothing.
//!
//! What may have made an object is code of the program's that the initialiser runs. Objects that the JDK makes by reflection need
//! a class that somebody names.

use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::class::ClassFile;
use crate::code::Code;
use crate::pool::ConstantPool;

/// Whether the class has an initialiser that may make objects of it, as far as can be told.
pub(crate) fn has_early_objects(
    class: &ClassFile<'_>,
    pool: &ConstantPool<'_>,
    is_jdk: &dyn Fn(&str) -> bool,
) -> bool {
    let Some(initialiser) = class.methods.iter().find(|method| method.name == b"<clinit>") else {
        return false;
    };
    let code = initialiser.code.map(|contents| Code::read(contents, pool));
    let Some(Ok(code)) = code else { return true };
    let is_foreign = |owner: &[u8]| !owner.starts_with(b"[") && !is_jdk(&mutf8::to_text(owner));
    (0..code.starts.len()).any(|index| match code.opcode(index) {
        NEW => pool.class_name(code.operand(index)).map_or(true, is_foreign),
        INVOKEVIRTUAL..=INVOKEINTERFACE => {
            pool.member(code.operand(index)).map_or(true, |it| is_foreign(it.owner))
        }
        // Another class may be initialised.
        GETSTATIC | PUTSTATIC => {
            let is_other = |owner: &[u8]| owner != class.name && is_foreign(owner);
            pool.member(code.operand(index)).map_or(true, |it| is_other(it.owner))
        }
        INVOKEDYNAMIC => true,
        LDC | LDC_W => names_class(&code, pool, index) && !asks_for_assertions(&code, pool, index + 1),
        _ => false,
    })
}

/// The same of a class file; one that cannot be read has none.
pub(crate) fn may_have_early_objects(bytes: &[u8], is_jdk: &dyn Fn(&str) -> bool) -> bool {
    let Ok(pool) = ConstantPool::open(bytes) else { return false };
    ClassFile::read(bytes, &pool).is_ok_and(|class| has_early_objects(&class, &pool, is_jdk))
}

/// Whether a constant is a class.
fn names_class(code: &Code<'_>, pool: &ConstantPool<'_>, index: usize) -> bool {
    let constant = match code.instruction(index) {
        &[LDC, constant] => u16::from(constant),
        _ => code.operand(index),
    };
    pool.class_name(constant).is_ok()
}

/// Whether a class is asked if its assertions are on, as compilers do where there are some.
fn asks_for_assertions(code: &Code<'_>, pool: &ConstantPool<'_>, index: usize) -> bool {
    code.opcode(index) == INVOKEVIRTUAL
        && pool.member(code.operand(index)).is_ok_and(|it| it.name == b"desiredAssertionStatus")
}
