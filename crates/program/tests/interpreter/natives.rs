//! Models: native methods, and methods that would lead deep into the virtual machine.

use deadheat_program::types::{Primitive, Type};
use deadheat_program::{MethodId, Program};

use super::heap::{Data, Slot};
use super::{Machine, Native, Run, failed, natives_class, natives_unsafe};

/// The model of a method, if it is not to be interpreted.
pub(super) fn find(program: &Program, method: MethodId) -> Option<Native> {
    if program.is_application(method.class) {
        return None;
    }
    let symbols = program.symbols();
    let declaration = program.method(method).ok()?;
    let class = symbols.text(program.class_name(method.class));
    let name = symbols.text(declaration.name);
    let descriptor = symbols.text(symbols.descriptor_data(declaration.descriptor).text);
    let known = match &*class {
        "java/io/PrintStream" => print_stream(&name, &descriptor),
        "java/lang/Class" => natives_class::find(&name),
        "jdk/internal/misc/Unsafe" => natives_unsafe::find(&name, &descriptor),
        _ => lang(&class, &name, &descriptor),
    };
    let is_registration = declaration.flags.is_native() && matches!(&*name, "registerNatives" | "initIDs");
    known.or_else(|| is_registration.then_some(nothing as Native))
}

pub(super) fn nothing(_: &mut Machine<'_>, _: &[Slot]) -> Run<Slot> {
    Ok(Slot::Undefined)
}

pub(super) fn null(_: &mut Machine<'_>, _: &[Slot]) -> Run<Slot> {
    Ok(Slot::Null)
}

pub(super) fn zero(_: &mut Machine<'_>, _: &[Slot]) -> Run<Slot> {
    Ok(Slot::Int(0))
}

pub(super) fn long_zero(_: &mut Machine<'_>, _: &[Slot]) -> Run<Slot> {
    Ok(Slot::Long(0))
}

fn lang(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    Some(match (class, name) {
        ("java/lang/Object", "hashCode") => |_, args| identity_hash(args[0]),
        ("java/lang/System", "identityHashCode") => |_, args| identity_hash(args[0]),
        ("java/lang/Object", "getClass") => |machine, args| {
            let object = machine.operand(args[0])?;
            let ty = machine.type_of(object);
            machine.mirror(Some(ty)).map(Slot::Ref)
        },
        ("java/lang/Object", "clone") => clone,
        ("java/lang/Object", "notify" | "notifyAll") => nothing,
        ("java/lang/System", "arraycopy") => array_copy,
        ("java/lang/System", "currentTimeMillis" | "nanoTime") => long_zero,
        ("java/lang/System", "getProperty") if descriptor.starts_with("(Ljava/lang/String;)") => null,
        ("java/lang/System", "getProperty") => |_, args| Ok(args[1]),
        ("java/lang/System", "lineSeparator") => |machine, _| machine.text("\n"),
        ("java/lang/System", "getSecurityManager") => null,
        ("java/lang/Throwable", "fillInStackTrace") => |machine, args| {
            let exception = machine.operand(args[0])?;
            let frames = machine.frames.clone();
            machine.traces.insert(exception, frames);
            Ok(args[0])
        },
        ("java/lang/String", "intern") => |machine, args| {
            let string = machine.operand(args[0])?;
            let units = machine.units(string)?;
            machine.intern(units).map(Slot::Ref)
        },
        // Without a locale.
        ("java/lang/String", "toUpperCase") => |machine, args| {
            let text = machine.rust_text(args[0])?;
            machine.text(&text.to_uppercase())
        },
        ("java/lang/String", "toLowerCase") => |machine, args| {
            let text = machine.rust_text(args[0])?;
            machine.text(&text.to_lowercase())
        },
        ("java/lang/Float", "floatToRawIntBits") => |_, args| match args[0] {
            Slot::Float(value) => Ok(Slot::Int(value.to_bits() as i32)),
            _ => failed("no float"),
        },
        ("java/lang/Float", "intBitsToFloat") => |_, args| {
            let bits = args[0].int() as u32;
            Ok(Slot::Float(f32::from_bits(bits)))
        },
        ("java/lang/Double", "doubleToRawLongBits") => |_, args| match args[0] {
            Slot::Double(value) => Ok(Slot::Long(value.to_bits() as i64)),
            _ => failed("no double"),
        },
        ("java/lang/Double", "longBitsToDouble") => |_, args| {
            let bits = args[0].long() as u64;
            Ok(Slot::Double(f64::from_bits(bits)))
        },
        ("java/lang/Math" | "java/lang/StrictMath", "sqrt") => |_, args| match args[0] {
            Slot::Double(value) => Ok(Slot::Double(value.sqrt())),
            _ => failed("no double"),
        },
        // Close enough for the tables that BigInteger makes.
        ("java/lang/StrictMath", "log") => |_, args| match args[0] {
            Slot::Double(value) => Ok(Slot::Double(value.ln())),
            _ => failed("no double"),
        },
        ("java/lang/StringUTF16", "isBigEndian") => zero,
        ("java/lang/StringCoding", "err") => nothing,
        ("java/lang/Thread", "currentThread" | "currentCarrierThread") => |machine, _| {
            if machine.thread.is_none() {
                let class = machine.class("java/lang/Thread")?;
                machine.thread = Some(machine.new_object(class)?);
            }
            Ok(machine.thread.into())
        },
        ("java/lang/Runtime", "availableProcessors") => |_, _| Ok(Slot::Int(1)),
        ("jdk/internal/misc/VM", "getSavedProperty") => null,
        ("jdk/internal/misc/VM", "initialize") => nothing,
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8") => |_, _| Ok(Slot::Int(1)),
        ("jdk/internal/misc/VM", "isBooted") => |_, _| Ok(Slot::Int(1)),
        ("jdk/internal/misc/CDS", _) => match descriptor.rsplit(')').next() {
            Some("V") => nothing,
            Some("J") => long_zero,
            Some("Z" | "I") => zero,
            _ => return None,
        },
        ("jdk/internal/reflect/Reflection", "getCallerClass") => null,
        ("sun/security/action/GetPropertyAction", "privilegedGetProperty") => {
            if descriptor.starts_with("(Ljava/lang/String;)") { null } else { |_, args| Ok(args[1]) }
        }
        ("sun/security/action/GetBooleanAction", "privilegedGetProperty") => zero,
        ("java/lang/reflect/Array", "newArray") => |machine, args| match machine.mirrored_type(args[0])? {
            Some(element) => machine.new_checked_array(element, args[1].int()),
            None => failed("an array of void"),
        },
        ("java/lang/reflect/Array", "getLength") => |machine, args| {
            let array = machine.operand(args[0])?;
            Ok(Slot::Int(machine.length(array)? as i32))
        },
        // Its message takes `String.format`.
        ("jdk/internal/util/Preconditions", "outOfBoundsMessage") => |machine, _| machine.text("model"),
        ("java/lang/ref/Reference", "<clinit>") => nothing,
        ("java/lang/ref/Reference", "refersTo0") => |machine, args| {
            let reference = machine.operand(args[0])?;
            let referent = machine.get_field(reference, "referent")?;
            Ok(Slot::Int(i32::from(referent == args[1])))
        },
        ("java/util/EnumMap", "getKeyUniverse") | ("java/util/EnumSet", "getUniverse") => {
            |machine, args| natives_class::enum_constants(machine, args[0])
        }
        ("java/lang/NullPointerException", "getExtendedNPEMessage") => null,
        _ => return None,
    })
}

fn identity_hash(object: Slot) -> Run<Slot> {
    Ok(Slot::Int(object.reference().map_or(0, |object| object.0 as i32 + 1)))
}

fn clone(machine: &mut Machine<'_>, args: &[Slot]) -> Run<Slot> {
    let object = machine.operand(args[0])?;
    let copy = match &machine.heap.get(object).data {
        Data::Instance(class, fields) => Data::Instance(*class, fields.clone()),
        Data::Array(ty, elements) => Data::Array(*ty, elements.clone()),
        Data::Lambda(_) => return failed("a lambda is cloned"),
    };
    let cloneable = machine.class_type("java/lang/Cloneable");
    if !machine.is_instance(object, cloneable)? {
        return Err(machine.throw("java/lang/CloneNotSupportedException", None));
    }
    Ok(Slot::Ref(machine.heap.add(copy)))
}

/// `System.arraycopy`: what was copied before a failing store stays copied.
fn array_copy(machine: &mut Machine<'_>, args: &[Slot]) -> Run<Slot> {
    let (from, to) = (machine.operand(args[0])?, machine.operand(args[2])?);
    let (start, target, length) = (args[1].int(), args[3].int(), args[4].int());
    let element = |machine: &Machine<'_>, array| machine.heap.array(array).and_then(|(ty, _)| ty.element());
    let (source_type, target_type) = (element(machine, from), element(machine, to));
    let is_primitive = |ty: Option<Type>| ty.is_some_and(|ty| super::lambdas::primitive(ty).is_some());
    let mismatch = source_type.is_none()
        || target_type.is_none()
        || (is_primitive(source_type) || is_primitive(target_type)) && source_type != target_type;
    if mismatch {
        return Err(machine.throw("java/lang/ArrayStoreException", Some("model")));
    }
    let fits = |start: i32, size: usize| {
        start >= 0 && length >= 0 && i64::from(start) + i64::from(length) <= size as i64
    };
    if !fits(start, machine.length(from)?) || !fits(target, machine.length(to)?) {
        return Err(machine.throw("java/lang/ArrayIndexOutOfBoundsException", Some("model")));
    }
    let copied = machine.elements(from)?.slice(start as usize, length as usize);
    for (offset, value) in copied.into_iter().enumerate() {
        machine.store_element(to, target as usize + offset, value)?;
    }
    Ok(Slot::Undefined)
}

/// Only `System.out` is ever used.
fn print_stream(name: &str, descriptor: &str) -> Option<Native> {
    macro_rules! printer {
        ($ty:expr) => {
            if name == "println" {
                |m, args| print(m, args, $ty, true)
            } else {
                |m, args| print(m, args, $ty, false)
            }
        };
    }
    match (name, descriptor) {
        ("flush" | "close", _) => return Some(nothing),
        ("println", "()V") => {
            return Some(|machine, _| {
                machine.print("\n");
                Ok(Slot::Undefined)
            });
        }
        ("print" | "println", _) => {}
        _ => return None,
    }
    Some(match descriptor {
        "(Z)V" => printer!(Some(Primitive::Boolean)),
        "(C)V" => printer!(Some(Primitive::Char)),
        "(I)V" => printer!(Some(Primitive::Int)),
        "(J)V" => printer!(Some(Primitive::Long)),
        "(F)V" => printer!(Some(Primitive::Float)),
        "(D)V" => printer!(Some(Primitive::Double)),
        "([C)V" => return None,
        _ => printer!(None),
    })
}

fn print(machine: &mut Machine<'_>, args: &[Slot], ty: Option<Primitive>, line: bool) -> Run<Slot> {
    let ty = ty.map_or_else(|| machine.class_type("java/lang/Object"), Type::primitive);
    let units = machine.typed_units(ty, args[1])?;
    machine.output.extend(units);
    if line {
        machine.print("\n");
    }
    Ok(Slot::Undefined)
}
