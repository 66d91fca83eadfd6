//! Models of `jdk.internal.misc.Unsafe`: fields and elements by made-up offsets.
//!
//! A field's offset is [`BASE`] and its position; an element's is [`BASE`] and its index times its size,
//! as in the JVM, because code computes with those.

use deadheat_program::types::{Base, Primitive, Type};

use super::heap::{Reference, Slot};
use super::{Machine, Native, Run, failed, natives};

const BASE: i64 = 16;

pub(super) fn find(name: &str, descriptor: &str) -> Option<Native> {
    let is_long = descriptor.ends_with(")J");
    Some(match name {
        "addressSize" | "addressSize0" => |_, _| Ok(Slot::Int(8)),
        "arrayBaseOffset" | "arrayBaseOffset0" if is_long => |_, _| Ok(Slot::Long(BASE)),
        "arrayBaseOffset" | "arrayBaseOffset0" => |_, _| Ok(Slot::Int(BASE as i32)),
        "arrayIndexScale" | "arrayIndexScale0" => |machine, args| {
            let ty = machine.mirrored_type(args[1])?;
            Ok(Slot::Int(ty.and_then(Type::element).map_or(1, scale) as i32))
        },
        "objectFieldOffset" if descriptor.starts_with("(Ljava/lang/Class;") => |machine, args| {
            let name = machine.rust_text(args[2])?;
            let position = machine.field_by_name(args[1], &name)?;
            Ok(Slot::Long(BASE + position as i64))
        },
        "shouldBeInitialized0" => natives::zero,
        "ensureClassInitialized0" | "ensureClassInitialized" => {
            |machine, args| match machine.mirrored_type(args[1])?.and_then(Type::class_name) {
                Some(name) => {
                    let class = machine.find(name)?;
                    machine.initialize(class).map(|()| Slot::Undefined)
                }
                None => Ok(Slot::Undefined),
            }
        }
        "fullFence" | "loadFence" | "storeFence" | "storeStoreFence" => natives::nothing,
        "isBigEndian" | "unalignedAccess" => natives::zero,
        "getLongUnaligned" => |machine, args| bytes(machine, args, 8),
        "getIntUnaligned" => |machine, args| match bytes(machine, args, 4)? {
            Slot::Long(value) => Ok(Slot::Int(value as i32)),
            other => Ok(other),
        },
        _ if name.starts_with("compareAndSet") || name.starts_with("weakCompareAndSet") => |machine, args| {
            let place = place(machine, args)?;
            let matches = place.get(machine)? == args[3];
            if matches {
                place.set(machine, args[4])?;
            }
            Ok(Slot::Int(i32::from(matches)))
        },
        _ if name.starts_with("get") && descriptor.starts_with("(Ljava/lang/Object;J)") => {
            |machine, args| place(machine, args)?.get(machine)
        }
        _ if name.starts_with("put") && descriptor.starts_with("(Ljava/lang/Object;J") => |machine, args| {
            place(machine, args)?.set(machine, args[3])?;
            Ok(Slot::Undefined)
        },
        _ => return None,
    })
}

fn scale(element: Type) -> i64 {
    match (element.base(), element.dimensions()) {
        (Base::Primitive(Primitive::Boolean | Primitive::Byte), 0) => 1,
        (Base::Primitive(Primitive::Char | Primitive::Short), 0) => 2,
        (Base::Primitive(Primitive::Long | Primitive::Double), 0) => 8,
        _ => 4,
    }
}

/// A field or an element.
enum Place {
    Field(Reference, usize),
    Element(Reference, usize),
}

/// What the object and the offset in the arguments mean.
fn place(machine: &mut Machine<'_>, args: &[Slot]) -> Run<Place> {
    let object = machine.operand(args[1])?;
    let offset = args[2].long() - BASE;
    let Some((ty, _)) = machine.heap.array(object) else {
        return Ok(Place::Field(object, offset as usize));
    };
    let scale = ty.element().map_or(1, scale);
    if offset % scale != 0 {
        return failed("an unaligned access");
    }
    Ok(Place::Element(object, (offset / scale) as usize))
}

impl Place {
    fn get(&self, machine: &Machine<'_>) -> Run<Slot> {
        match *self {
            Place::Field(object, position) => {
                let value = machine.heap.fields(object).and_then(|fields| fields.get(position));
                value.copied().map_or_else(|| failed("no such field"), Ok)
            }
            Place::Element(array, index) => Ok(machine.elements(array)?.get(index)),
        }
    }

    fn set(&self, machine: &mut Machine<'_>, value: Slot) -> Run<()> {
        match *self {
            Place::Field(object, position) => {
                match machine.heap.fields_mut(object).and_then(|fields| fields.get_mut(position)) {
                    Some(place) => *place = value,
                    None => return failed("no such field"),
                }
            }
            Place::Element(array, index) => {
                machine.store_element(array, index, value)?;
            }
        }
        Ok(())
    }
}

/// Some bytes of an array, little-endian.
fn bytes(machine: &mut Machine<'_>, args: &[Slot], count: usize) -> Run<Slot> {
    let object = machine.operand(args[1])?;
    let start = (args[2].long() - BASE) as usize;
    let Some((ty, elements)) = machine.heap.array(object) else { return failed("unaligned, no array") };
    let scale = ty.element().map_or(1, scale) as usize;
    if (start + count).div_ceil(scale) > elements.len() {
        return failed("an access behind the array's end");
    }
    let byte = |offset: usize| {
        let bits = match elements.get(offset / scale) {
            Slot::Int(value) => value as u64,
            Slot::Long(value) => value as u64,
            Slot::Float(value) => u64::from(value.to_bits()),
            Slot::Double(value) => value.to_bits(),
            _ => 0,
        };
        bits >> (8 * (offset % scale)) & 0xff
    };
    let value = (start..start + count).rev().fold(0, |value, offset| value << 8 | byte(offset));
    Ok(Slot::Long(value as i64))
}
