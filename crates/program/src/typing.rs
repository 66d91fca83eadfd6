//! Static types of the reference values of a body, by the class hierarchy.
//!
//! A forward fixed point over the values: what a constant, parameter, field, call or cast declares, and
//! for a phi the least common superclass of what flows in, as the JVM's type-inferring verifier does it
//! (JVMS 4.10.2.2): two types that only share interfaces meet at `Object`. Where a class is missing, what
//! two types have in common is not known.

use crate::classfile::Flags;
use crate::dynamic::Dynamic;
use crate::ir::{Body, Const, Inst, InstId, Value};
use crate::program::{ClassId, Program};
use crate::symbols::Name;
use crate::types::{Kind, Type};

/// What is known of a reference value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefType {
    /// Nothing flows here (yet); also for values that are no references.
    None,
    /// Only null.
    Null,
    /// An object of this type, or null.
    Of(Type),
    /// Some object: what flows in has a common type, but a missing class hides it.
    Unknown,
}

/// The static types of a body's reference values.
#[derive(Debug)]
pub struct Typing {
    types: Vec<RefType>,
}

impl Typing {
    /// Infers the types.
    pub fn infer(program: &Program, body: &Body) -> Typing {
        let names = Names::new(program);
        let mut typing = Typing { types: vec![RefType::None; body.inst_count()] };
        let has_loops = !body.is_acyclic();
        let mut changed = true;
        while changed {
            changed = false;
            for inst in body.insts().filter(|&inst| body.kind(inst) == Kind::Ref) {
                let ty = typing.of_inst(program, &names, body, inst);
                let joined = join(program, &names, typing.types[inst.index()], ty);
                if joined != typing.types[inst.index()] {
                    typing.types[inst.index()] = joined;
                    // Only phis look at later values.
                    changed |= has_loops;
                }
            }
        }
        typing
    }

    /// The type of a value.
    pub fn of(&self, value: Value) -> RefType {
        self.types[value.index()]
    }

    fn of_inst(&self, program: &Program, names: &Names, body: &Body, inst: InstId) -> RefType {
        let symbols = program.symbols();
        let ty = match body.inst(inst) {
            Inst::Param(index) => parameter(program, body, index),
            Inst::Phi(list) => {
                let operands = body.list(list).iter().map(|&value| self.of(value));
                return operands.fold(RefType::None, |a, b| join(program, names, a, b));
            }
            Inst::Catch(ty) => ty.or(Some(Type::class(names.throwable))),
            Inst::Const(constant) => match constant {
                Const::Null => return RefType::Null,
                Const::String(_) => Some(Type::class(names.string)),
                Const::Class(_) => Some(Type::class(names.class)),
                Const::MethodType(_) => Some(Type::class(names.method_type)),
                Const::MethodHandle(_) => Some(Type::class(names.method_handle)),
                Const::Dynamic(id) => dynamic_type(program, body.dynamic(id)),
                _ => None,
            },
            Inst::New(class) => Some(Type::class(class)),
            Inst::NewArray(element, _) => element.array_of(),
            Inst::NewMultiArray(ty, _) => Some(ty),
            Inst::ArrayLoad(_, array, _) => match self.of(array) {
                RefType::Of(ty) => ty.element(),
                other => return other,
            },
            Inst::GetField(field, _) | Inst::GetStatic(field) => Some(symbols.field_data(field).ty),
            Inst::Invoke(_, method, _) => {
                symbols.descriptor_data(symbols.method_data(method).descriptor).result
            }
            Inst::InvokeDynamic(site, _) => {
                let descriptor = symbols.descriptor(body.dynamic(site).descriptor).ok();
                descriptor.and_then(|descriptor| symbols.descriptor_data(descriptor).result)
            }
            Inst::CheckCast(ty, _) => Some(ty),
            _ => None,
        };
        RefType::Of(ty.unwrap_or(Type::class(names.object)))
    }
}

/// The declared type of a parameter, the receiver included.
fn parameter(program: &Program, body: &Body, index: u16) -> Option<Type> {
    let method = program.method(body.method).ok()?;
    let descriptor = program.symbols().descriptor_data(method.descriptor);
    if body.flags.has(Flags::STATIC) {
        return descriptor.parameters.get(usize::from(index)).copied();
    }
    match index.checked_sub(1) {
        None => Some(Type::class(program.class_name(body.method.class))),
        Some(index) => descriptor.parameters.get(usize::from(index)).copied(),
    }
}

fn dynamic_type(program: &Program, dynamic: &Dynamic) -> Option<Type> {
    let symbols = program.symbols();
    crate::types::parse_field_descriptor(symbols, symbols.bytes(dynamic.descriptor))
}

struct Names {
    object: Name,
    throwable: Name,
    string: Name,
    class: Name,
    method_type: Name,
    method_handle: Name,
}

impl Names {
    fn new(program: &Program) -> Names {
        let name = |text: &str| program.symbols().name(text.as_bytes());
        Names {
            object: name("java/lang/Object"),
            throwable: name("java/lang/Throwable"),
            string: name("java/lang/String"),
            class: name("java/lang/Class"),
            method_type: name("java/lang/invoke/MethodType"),
            method_handle: name("java/lang/invoke/MethodHandle"),
        }
    }
}

fn join(program: &Program, names: &Names, a: RefType, b: RefType) -> RefType {
    match (a, b) {
        (RefType::None, other) | (other, RefType::None) => other,
        (RefType::Null, other) | (other, RefType::Null) => other,
        (RefType::Of(a), RefType::Of(b)) if a == b => RefType::Of(a),
        (RefType::Of(a), RefType::Of(b)) => {
            join_types(program, names.object, a, b).map_or(RefType::Unknown, RefType::Of)
        }
        (RefType::Unknown, _) | (_, RefType::Unknown) => RefType::Unknown,
    }
}

/// The least common supertype of two different reference types; `None` when a class on the way is missing.
fn join_types(program: &Program, object: Name, a: Type, b: Type) -> Option<Type> {
    if program.is_assignable(a, b) == Some(true) {
        return Some(b);
    }
    if program.is_assignable(b, a) == Some(true) {
        return Some(a);
    }
    if let (Some(a), Some(b)) = (a.element(), b.element()) {
        return match (a.kind(), b.kind()) {
            (Kind::Ref, Kind::Ref) => join_types(program, object, a, b)?.array_of(),
            _ => Some(Type::class(object)),
        };
    }
    match (a.class_name(), b.class_name()) {
        (Some(a), Some(b)) => common_superclass(program, a, b),
        _ => Some(Type::class(object)),
    }
}

fn common_superclass(program: &Program, a: Name, b: Name) -> Option<Type> {
    let (a, b) = (program.find(a)?, program.find(b)?);
    let ancestors: &[ClassId] = program.superclasses(b);
    let common = program.superclasses(a).iter().find(|class| ancestors.contains(class))?;
    let name = program.class_name(*common);
    // A missing ancestor may be a closer one.
    let hidden = [a, b].iter().any(|&class| !program.missing_ancestors(class).is_empty());
    (!hidden).then(|| Type::class(name))
}
