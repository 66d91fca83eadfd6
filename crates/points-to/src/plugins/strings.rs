//! String constants and concatenation (`invokedynamic` of `StringConcatFactory`).
//!
//! A constant's text is kept only where it may decide what a call does: when it names a class of the
//! program. All other strings are one object if strings are merged.

use deadheat_program::ir::{BlockId, InstId};
use deadheat_program::symbols::{MethodRefData, Name};
use deadheat_program::types::Type;

use crate::graph::EdgeKind;
use crate::ids::SiteId;
use crate::template::{NONE, Start, Target, Var};
use crate::translate::Translation;
use crate::world::{SiteKind, World};

/// The site of a string constant.
pub(crate) fn constant(world: &mut World<'_>, text: Name, matters: bool) -> SiteId {
    let ty = world.well_known.string.map(|class| world.types.class(class));
    match ty {
        Some(ty) if world.options.merge.strings && !matters && !names_class(world, text) => {
            world.site_of(SiteKind::Merged(ty), Some(ty))
        }
        _ => world.site_of(SiteKind::Text(text), ty),
    }
}

/// Whether a text is the name of a class, `java.util.ArrayList`.
fn names_class(world: &World<'_>, text: Name) -> bool {
    class_named(world, text).is_some()
}

/// The class that a text names.
pub(crate) fn class_named(world: &World<'_>, text: Name) -> Option<deadheat_program::ClassId> {
    let bytes = world.program.symbols().bytes(text);
    if !bytes.contains(&b'.') && bytes.len() > 60 {
        return None;
    }
    let internal: Vec<u8> = bytes.iter().map(|&byte| if byte == b'.' { b'/' } else { byte }).collect();
    world.program.find(world.program.symbols().find(&internal)?)
}

/// `a + b`: a new string; objects are asked for theirs by `toString`.
pub(crate) fn concat(
    translation: &mut Translation<'_, '_, '_>,
    block: BlockId,
    inst: InstId,
    args: &[Var],
    to: Var,
) {
    let world = &mut *translation.world;
    if to != NONE
        && let Some(string) = world.well_known.string
    {
        let ty = world.types.class(string);
        let site = world.site_of(SiteKind::Alloc(translation.method, inst, 0), Some(ty));
        translation.builder.start(Start::Alloc(to, site));
    }
    for &arg in args.iter().filter(|&&arg| arg != NONE) {
        call_object_method(translation, block, inst, "toString", "()Ljava/lang/String;", &[arg]);
    }
}

/// A call of one of the methods that every object has.
pub(crate) fn call_object_method(
    translation: &mut Translation<'_, '_, '_>,
    block: BlockId,
    inst: InstId,
    name: &str,
    descriptor: &str,
    args: &[Var],
) {
    let symbols = translation.world.program.symbols();
    let Ok(descriptor) = symbols.descriptor(symbols.name(descriptor.as_bytes())) else { return };
    let owner = Type::class(symbols.name(b"java/lang/Object"));
    let name = symbols.name(name.as_bytes());
    let method = symbols.method(MethodRefData { owner, name, descriptor, interface: false });
    translation.call(block, inst, Target::Virtual(method), args, NONE, EdgeKind::Callback);
}
