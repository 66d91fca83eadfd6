//! Calls of lambdas and method references, with the adaptations of `LambdaMetafactory`.

use deadheat_program::classfile::{HandleKind, HandleMember};
use deadheat_program::ir::{InvokeKind, UnaryOp};
use deadheat_program::symbols::DescriptorId;
use deadheat_program::types::{Base, Primitive, Type};

use super::dynamic::LambdaObject;
use super::heap::Slot;
use super::{Machine, Run, arithmetic, failed};

impl Machine<'_> {
    /// Calls the interface method of a lambda, through the descriptor of the call.
    pub(super) fn call_lambda(
        &mut self,
        lambda: &LambdaObject,
        called: DescriptorId,
        arguments: &[Slot],
    ) -> Run<Slot> {
        let HandleMember::Method(method) = lambda.implementation.member else {
            return failed("a lambda over a field");
        };
        let symbols = self.program.symbols();
        if called != lambda.erased && !lambda.bridges.contains(&called) {
            let text = symbols.text(symbols.descriptor_data(called).text);
            return failed(format!("the lambda does not answer to {text}"));
        }
        let instantiated = symbols.descriptor_data(lambda.instantiated);
        let data = symbols.method_data(method);
        let implementation = symbols.descriptor_data(data.descriptor);
        let (parameters, kind) = match lambda.implementation.kind {
            HandleKind::InvokeStatic => (implementation.parameters.to_vec(), InvokeKind::Static),
            HandleKind::NewInvokeSpecial => (implementation.parameters.to_vec(), InvokeKind::Special),
            other => {
                let mut parameters = vec![data.owner];
                parameters.extend(implementation.parameters.iter().copied());
                let kind = match other {
                    HandleKind::InvokeSpecial => InvokeKind::Special,
                    HandleKind::InvokeInterface => InvokeKind::Interface,
                    _ => InvokeKind::Virtual,
                };
                (parameters, kind)
            }
        };
        let mut adapted = lambda.captured.to_vec();
        for (index, &argument) in arguments.iter().enumerate() {
            let from = instantiated.parameters[index];
            adapted.push(self.adapt(argument, from, parameters[adapted.len()])?);
        }
        let (result, from) = if lambda.implementation.kind == HandleKind::NewInvokeSpecial {
            let class = self.find(data.owner.class_name().unwrap_or_else(|| unreachable!()))?;
            self.initialize(class)?;
            let object = Slot::Ref(self.new_object(class)?);
            adapted.insert(0, object);
            self.invoke(lambda.from, kind, method, &adapted)?;
            (object, Some(data.owner))
        } else {
            (self.invoke(lambda.from, kind, method, &adapted)?, implementation.result)
        };
        match (from, instantiated.result) {
            (Some(from), Some(to)) => self.adapt(result, from, to),
            _ => Ok(Slot::Undefined),
        }
    }

    /// Casts, boxes, unboxes and widens a value from one type to another.
    fn adapt(&mut self, value: Slot, from: Type, to: Type) -> Run<Slot> {
        match (primitive(from), primitive(to)) {
            (Some(from), Some(to)) => widen(value, from, to),
            (Some(from), None) => self.box_value(value, from),
            (None, Some(to)) => {
                let object = self.operand(value)?;
                let class = self.program.symbols().text(match self.type_of(object).base() {
                    Base::Class(name) => name,
                    Base::Primitive(_) => return failed("unboxing an array"),
                });
                let Some(from) = wrapped(&class) else {
                    return Err(self.throw("java/lang/ClassCastException", Some("model")));
                };
                let value = self.get_field(object, "value")?;
                widen(value, from, to)
            }
            (None, None) => {
                if let Some(object) = value.reference()
                    && !(self.is_instance(object, from)? && self.is_instance(object, to)?)
                {
                    return Err(self.throw("java/lang/ClassCastException", Some("model")));
                }
                Ok(value)
            }
        }
    }

    /// The wrapper object of a primitive value.
    pub(super) fn box_value(&mut self, value: Slot, primitive: Primitive) -> Run<Slot> {
        let class = wrapper(primitive);
        let descriptor = format!("({})L{class};", primitive.descriptor());
        self.call_static(class, "valueOf", &descriptor, &[value])
    }
}

pub(super) fn primitive(ty: Type) -> Option<Primitive> {
    match (ty.base(), ty.dimensions()) {
        (Base::Primitive(primitive), 0) => Some(primitive),
        _ => None,
    }
}

pub(super) fn wrapper(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "java/lang/Boolean",
        Primitive::Byte => "java/lang/Byte",
        Primitive::Char => "java/lang/Character",
        Primitive::Short => "java/lang/Short",
        Primitive::Int => "java/lang/Integer",
        Primitive::Long => "java/lang/Long",
        Primitive::Float => "java/lang/Float",
        Primitive::Double => "java/lang/Double",
    }
}

#[rustfmt::skip]
const PRIMITIVES: [Primitive; 8] = [
    Primitive::Boolean, Primitive::Byte, Primitive::Char, Primitive::Short,
    Primitive::Int, Primitive::Long, Primitive::Float, Primitive::Double,
];

fn wrapped(class: &str) -> Option<Primitive> {
    PRIMITIVES.into_iter().find(|&primitive| wrapper(primitive) == class)
}

fn widen(value: Slot, from: Primitive, to: Primitive) -> Run<Slot> {
    use Primitive::{Double, Float, Long};
    let op = match (from, to) {
        (Long, Long) | (Float, Float) | (Double, Double) => return Ok(value),
        (Long, Float) => UnaryOp::LongToFloat,
        (Long, Double) => UnaryOp::LongToDouble,
        (Float, Double) => UnaryOp::FloatToDouble,
        (Long | Float | Double, _) => return failed("a narrowing adaptation"),
        (_, Long) => UnaryOp::IntToLong,
        (_, Float) => UnaryOp::IntToFloat,
        (_, Double) => UnaryOp::IntToDouble,
        _ => return Ok(value),
    };
    arithmetic::unary(op, value).map_or_else(|| failed("a bad adaptation"), Ok)
}
