//! `equals`, `hashCode` and `toString` that the compiler gives a record: they ask the components for theirs.

use deadheat_program::classfile::{HandleMember, MethodHandle};
use deadheat_program::dynamic::Dynamic;
use deadheat_program::ir::{BlockId, InstId};

use crate::plugins::strings::call_object_method;
use crate::template::{NONE, Start, Var};
use crate::translate::Translation;
use crate::types::is_reference;
use crate::world::SiteKind;

/// The call of a record's method at the body that the compiler made for it.
pub(crate) fn method(
    translation: &mut Translation<'_, '_, '_>,
    block: BlockId,
    inst: InstId,
    dynamic: &Dynamic,
    getters: &[MethodHandle],
    args: &[Var],
    to: Var,
) {
    let Some(&this) = args.first() else { return };
    let symbols = translation.world.program.symbols();
    let (name, descriptor) = match symbols.bytes(dynamic.name) {
        b"equals" => ("equals", "(Ljava/lang/Object;)Z"),
        b"hashCode" => ("hashCode", "()I"),
        _ => ("toString", "()Ljava/lang/String;"),
    };
    for getter in getters {
        let HandleMember::Field(field) = getter.member else { continue };
        if !is_reference(translation.world.program.symbols().field_data(field).ty) {
            continue;
        }
        let Some(key) = translation.world.resolve_field(translation.class, field) else { continue };
        let own = translation.builder.var();
        translation.builder.load(this, key, own);
        match args.get(1) {
            Some(&other) if name == "equals" && other != NONE => {
                let others = translation.builder.var();
                translation.builder.load(other, key, others);
                call_object_method(translation, block, inst, name, descriptor, &[own, others]);
            }
            _ => call_object_method(translation, block, inst, name, descriptor, &[own]),
        }
    }
    if to != NONE
        && let Some(string) = translation.world.well_known.string
    {
        let ty = translation.world.types.class(string);
        let site = translation.world.site_of(SiteKind::Alloc(translation.method, inst, 0), Some(ty));
        translation.builder.start(Start::Alloc(to, site));
    }
}
