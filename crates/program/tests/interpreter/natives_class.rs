//! Models of `java.lang.Class`.

use deadheat_program::types::{Base, Primitive, Type};

use super::heap::Slot;
use super::{Machine, Native, Run, failed, natives};

pub(super) fn find(name: &str) -> Option<Native> {
    Some(match name {
        "desiredAssertionStatus" => natives::zero,
        "getName" | "getTypeName" | "initClassName" => |machine, args| {
            let ty = machine.mirrored_type(args[0])?;
            let name: Vec<u16> = machine.type_name(ty).encode_utf16().collect();
            machine.intern(name).map(Slot::Ref)
        },
        "getSimpleName" => |machine, args| {
            let Some(ty) = machine.mirrored_type(args[0])? else { return machine.text("void") };
            let name = machine.simple_name(ty);
            machine.text(&name)
        },
        "getCanonicalName" => |machine, args| {
            let Some(ty) = machine.mirrored_type(args[0])? else { return machine.text("void") };
            let name = ty.display(machine.program.symbols()).replace('$', ".");
            machine.text(&name)
        },
        "isArray" => |machine, args| test(machine, args, |_, ty| ty.is_some_and(Type::is_array)),
        "isPrimitive" => |machine, args| {
            test(machine, args, |_, ty| ty.is_none_or(|ty| super::lambdas::primitive(ty).is_some()))
        },
        "isInterface" => |machine, args| {
            test(machine, args, |machine, ty| {
                let class = ty.and_then(Type::class_name).and_then(|name| machine.program.find(name));
                class.is_some_and(|class| {
                    machine.declaration(class).is_ok_and(|class| class.flags.is_interface())
                })
            })
        },
        "isHidden" => natives::zero,
        "getPrimitiveClass" => |machine, args| {
            let name = machine.rust_text(args[0])?;
            machine.mirror(primitive_named(&name).map(Type::primitive)).map(Slot::Ref)
        },
        "getComponentType" => |machine, args| match machine.mirrored_type(args[0])?.and_then(Type::element) {
            Some(element) => machine.mirror(Some(element)).map(Slot::Ref),
            None => Ok(Slot::Null),
        },
        "getSuperclass" => superclass,
        "isInstance" => |machine, args| match (args[1].reference(), machine.mirrored_type(args[0])?) {
            (Some(object), Some(ty)) => machine.is_instance(object, ty).map(|is| Slot::Int(i32::from(is))),
            _ => Ok(Slot::Int(0)),
        },
        "isAssignableFrom" => |machine, args| {
            let (to, from) = (machine.mirrored_type(args[0])?, machine.mirrored_type(args[1])?);
            let (Some(to), Some(from)) = (to, from) else { return Ok(Slot::Int(i32::from(to == from))) };
            machine.is_assignable(from, to).map(|is| Slot::Int(i32::from(is)))
        },
        "getEnumConstantsShared" => |machine, args| enum_constants(machine, args[0]),
        "getEnumConstants" => |machine, args| enum_constants(machine, args[0]),
        "getClassLoader" | "getClassLoader0" => natives::null,
        _ => return None,
    })
}

fn test(machine: &mut Machine<'_>, args: &[Slot], test: fn(&Machine<'_>, Option<Type>) -> bool) -> Run<Slot> {
    let ty = machine.mirrored_type(args[0])?;
    Ok(Slot::Int(i32::from(test(machine, ty))))
}

fn superclass(machine: &mut Machine<'_>, args: &[Slot]) -> Run<Slot> {
    let Some(ty) = machine.mirrored_type(args[0])? else { return Ok(Slot::Null) };
    if ty.is_array() {
        let object = machine.class_type("java/lang/Object");
        return machine.mirror(Some(object)).map(Slot::Ref);
    }
    let Some(name) = ty.class_name() else { return Ok(Slot::Null) };
    let class = machine.find(name)?;
    match machine.program.superclasses(class).get(1) {
        Some(&parent) if !machine.declaration(class)?.flags.is_interface() => {
            let parent = Type::class(machine.program.class_name(parent));
            machine.mirror(Some(parent)).map(Slot::Ref)
        }
        _ => Ok(Slot::Null),
    }
}

pub(super) fn enum_constants(machine: &mut Machine<'_>, mirror: Slot) -> Run<Slot> {
    let Some(name) = machine.mirrored_type(mirror)?.and_then(Type::class_name) else {
        return Ok(Slot::Null);
    };
    let enumeration = machine.class_type("java/lang/Enum");
    if !machine.is_assignable(Type::class(name), enumeration)? {
        return Ok(Slot::Null);
    }
    let name = machine.program.symbols().text(name).into_owned();
    machine.call_static(&name, "values", &format!("()[L{name};"), &[])
}

fn primitive_named(name: &str) -> Option<Primitive> {
    #[rustfmt::skip]
    let all = [
        Primitive::Boolean, Primitive::Byte, Primitive::Char, Primitive::Short,
        Primitive::Int, Primitive::Long, Primitive::Float, Primitive::Double,
    ];
    all.into_iter().find(|primitive| primitive.keyword() == name)
}

impl Machine<'_> {
    /// The name in the source: without package and enclosing classes.
    pub(super) fn simple_name(&self, ty: Type) -> String {
        let base = match ty.base() {
            Base::Primitive(primitive) => primitive.keyword().to_owned(),
            Base::Class(name) => {
                let text = self.program.symbols().text(name);
                let last = text.rsplit(['/', '$']).next().unwrap_or_default();
                // Local classes are numbered, anonymous ones are nothing but a number.
                last.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()
            }
        };
        base + &"[]".repeat(usize::from(ty.dimensions()))
    }

    /// For fields that `Unsafe` addresses.
    pub(super) fn field_by_name(&mut self, mirror: Slot, name: &str) -> Run<usize> {
        let Some(class) = self.mirrored_type(mirror)?.and_then(Type::class_name) else {
            return failed("no class");
        };
        let class = self.find(class)?;
        let layout = self.layout(class)?;
        let symbols = self.program.symbols();
        let found = layout.fields.iter().rposition(|&(_, field, _)| symbols.bytes(field) == name.as_bytes());
        found.map_or_else(|| failed(format!("there is no field {name}")), Ok)
    }
}
