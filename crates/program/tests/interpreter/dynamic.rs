//! Dynamic call sites: lambdas, string concatenation, record methods, pattern switches.

use deadheat_program::ClassId;
use deadheat_program::classfile::{HandleMember, Loadable, MethodHandle};
use deadheat_program::dynamic::{Concat, Dynamic, Meaning};
use deadheat_program::symbols::DescriptorId;
use deadheat_program::types::{Primitive, Type};
use deadheat_program::{Name, mutf8};

use super::heap::{Data, Slot};
use super::lambdas::{primitive, wrapper};
use super::{Machine, Run, failed};

/// What a lambda expression evaluates to.
#[derive(Debug, Clone)]
pub(crate) struct LambdaObject {
    pub(super) from: ClassId,
    pub(super) interface: Type,
    pub(super) markers: Box<[Type]>,
    pub(super) method: Name,
    pub(super) erased: DescriptorId,
    pub(super) bridges: Box<[DescriptorId]>,
    pub(super) instantiated: DescriptorId,
    pub(super) implementation: MethodHandle,
    pub(super) captured: Box<[Slot]>,
}

impl Machine<'_> {
    pub(super) fn invoke_dynamic(&mut self, from: ClassId, site: &Dynamic, arguments: &[Slot]) -> Run<Slot> {
        match &site.meaning {
            Meaning::Lambda(lambda) => {
                let mut markers = lambda.markers.to_vec();
                if lambda.serializable {
                    markers.push(self.class_type("java/io/Serializable"));
                }
                let object = LambdaObject {
                    from,
                    interface: lambda.interface,
                    markers: markers.into(),
                    method: site.name,
                    erased: lambda.erased,
                    bridges: lambda.bridges.clone(),
                    instantiated: lambda.instantiated,
                    implementation: lambda.implementation,
                    captured: arguments.into(),
                };
                Ok(Slot::Ref(self.heap.add(Data::Lambda(object))))
            }
            Meaning::Concat(concat) => self.concat(site, concat, arguments),
            Meaning::RecordMethod { class, getters } => {
                self.record_method(from, site.name, *class, getters, arguments)
            }
            Meaning::TypeSwitch { labels } => self.type_switch(from, labels, arguments),
            Meaning::EnumSwitch { labels } => self.enum_switch(labels, arguments),
            other => failed(format!("{other:?} is not known")),
        }
    }

    pub(super) fn dynamic_constant(&mut self, _from: ClassId, site: &Dynamic) -> Run<Slot> {
        failed(format!("the dynamic constant {site:?} is not known"))
    }

    fn concat(&mut self, site: &Dynamic, concat: &Concat, arguments: &[Slot]) -> Run<Slot> {
        let symbols = self.program.symbols();
        let descriptor = symbols.descriptor(site.descriptor).or_else(|error| failed(error.to_string()))?;
        let types = &symbols.descriptor_data(descriptor).parameters;
        // The arguments are all turned to strings before anything is joined, in order.
        let mut texts = Vec::new();
        for (&ty, &argument) in types.iter().zip(arguments) {
            texts.push(self.typed_units(ty, argument)?);
        }
        let mut texts = texts.into_iter();
        let Some(recipe) = concat.recipe else {
            let joined: Vec<u16> = texts.flatten().collect();
            return self.new_string(&joined).map(Slot::Ref);
        };
        let mut joined = Vec::new();
        let mut constants = concat.constants.iter();
        for unit in mutf8::to_utf16(self.program.symbols().bytes(recipe)) {
            match unit {
                1 => joined.extend(texts.next().unwrap_or_default()),
                2 => match constants.next() {
                    Some(Loadable::String(name)) => {
                        joined.extend(mutf8::to_utf16(self.program.symbols().bytes(*name)));
                    }
                    other => return failed(format!("{other:?} in a recipe")),
                },
                unit => joined.push(unit),
            }
        }
        if texts.next().is_some() || constants.next().is_some() {
            return failed("the recipe leaves arguments over");
        }
        self.new_string(&joined).map(Slot::Ref)
    }

    /// `String.valueOf` for a value of a type.
    pub(super) fn typed_units(&mut self, ty: Type, value: Slot) -> Run<Vec<u16>> {
        let letter = match primitive(ty) {
            None => return self.object_units(value),
            Some(Primitive::Byte | Primitive::Short) => 'I',
            Some(primitive) => primitive.descriptor(),
        };
        let descriptor = format!("({letter})Ljava/lang/String;");
        let string = self.call_static("java/lang/String", "valueOf", &descriptor, &[value])?;
        let string = self.operand(string)?;
        self.units(string)
    }

    fn record_method(
        &mut self,
        from: ClassId,
        name: Name,
        class: Type,
        getters: &[MethodHandle],
        arguments: &[Slot],
    ) -> Run<Slot> {
        let mut components = Vec::new();
        for getter in getters {
            let HandleMember::Field(field) = getter.member else { return failed("a getter without field") };
            let (_, position, ty) = self.resolve_field(from, field, false)?;
            components.push((self.program.symbols().field_data(field).name, position, ty));
        }
        let this = self.operand(arguments[0])?;
        let component = |machine: &Self, object, position: usize| {
            machine.heap.fields(object).map_or(Slot::Undefined, |fields| fields[position])
        };
        match self.program.symbols().bytes(name) {
            b"hashCode" => {
                let mut hash = 0i32;
                for (_, position, ty) in components {
                    let value = component(self, this, position);
                    hash = hash.wrapping_mul(31).wrapping_add(self.hash_of(ty, value)?);
                }
                Ok(Slot::Int(hash))
            }
            b"toString" => {
                let mut text: Vec<u16> = self.simple_name(class).encode_utf16().collect();
                for (index, (name, position, ty)) in components.into_iter().enumerate() {
                    text.extend(if index == 0 { "[" } else { ", " }.encode_utf16());
                    text.extend(mutf8::to_utf16(self.program.symbols().bytes(name)));
                    text.extend("=".encode_utf16());
                    let value = component(self, this, position);
                    text.extend(self.typed_units(ty, value)?);
                }
                text.extend(if getters.is_empty() { "[]" } else { "]" }.encode_utf16());
                self.new_string(&text).map(Slot::Ref)
            }
            b"equals" => {
                let other = match arguments[1].reference() {
                    Some(other) if self.is_instance(other, class)? => other,
                    _ => return Ok(Slot::Int(0)),
                };
                for (_, position, ty) in components {
                    let (a, b) = (component(self, this, position), component(self, other, position));
                    if !self.same(ty, a, b)? {
                        return Ok(Slot::Int(0));
                    }
                }
                Ok(Slot::Int(1))
            }
            other => failed(format!("{other:?} is no method of a record")),
        }
    }

    fn hash_of(&mut self, ty: Type, value: Slot) -> Run<i32> {
        let result = match primitive(ty) {
            Some(primitive) => {
                let descriptor = format!("({})I", primitive.descriptor());
                self.call_static(wrapper(primitive), "hashCode", &descriptor, &[value])?
            }
            None if value == Slot::Null => Slot::Int(0),
            None => self.call_object_method("hashCode", "()I", &[value])?,
        };
        Ok(result.int())
    }

    fn same(&mut self, ty: Type, a: Slot, b: Slot) -> Run<bool> {
        match primitive(ty) {
            Some(primitive) => {
                let letter = primitive.descriptor();
                let descriptor = format!("({letter}{letter})I");
                let order = self.call_static(wrapper(primitive), "compare", &descriptor, &[a, b])?;
                Ok(order == Slot::Int(0))
            }
            None if a == Slot::Null => Ok(b == Slot::Null),
            None => {
                let equal = self.call_object_method("equals", "(Ljava/lang/Object;)Z", &[a, b])?;
                Ok(equal == Slot::Int(1))
            }
        }
    }

    fn type_switch(&mut self, from: ClassId, labels: &[Loadable], arguments: &[Slot]) -> Run<Slot> {
        let Some(target) = arguments[0].reference() else { return Ok(Slot::Int(-1)) };
        for (index, label) in labels.iter().enumerate().skip(arguments[1].int() as usize) {
            let matches = match *label {
                Loadable::Class(ty) => self.is_instance(target, ty)?,
                Loadable::String(name) => {
                    let string = self.class_type("java/lang/String");
                    self.is_instance(target, string)?
                        && self.units(target)? == mutf8::to_utf16(self.program.symbols().bytes(name))
                }
                Loadable::Int(value) => {
                    let class = self.class_display(target);
                    matches!(&*class, "java.lang.Integer" | "java.lang.Character")
                        && self.get_field(target, "value")? == Slot::Int(value)
                }
                Loadable::Dynamic(site) => self.is_enum_constant(from, site, target)?,
                other => return failed(format!("{other:?} as a label")),
            };
            if matches {
                return Ok(Slot::Int(index as i32));
            }
        }
        Ok(Slot::Int(labels.len() as i32))
    }

    /// Whether an object is the enum constant that `EnumDesc.of(ClassDesc.of(class), name)` describes.
    fn is_enum_constant(
        &mut self,
        from: ClassId,
        site: deadheat_program::classfile::DynamicRef,
        target: super::heap::Reference,
    ) -> Run<bool> {
        let symbols = self.program.symbols();
        let class = self.declaration(from)?;
        let bootstrap = |index| class.bootstrap(symbols, index).or_else(|error| failed(error.to_string()));
        let (_, arguments) = bootstrap(site.bootstrap)?;
        let [_, Loadable::Dynamic(owner), Loadable::String(name)] = arguments[..] else {
            return failed(format!("{arguments:?} as a label"));
        };
        let (_, arguments) = bootstrap(owner.bootstrap)?;
        let [_, Loadable::String(owner)] = arguments[..] else {
            return failed(format!("{arguments:?} as a class"));
        };
        let owner = self.class_type(&symbols.text(owner).replace('.', "/"));
        Ok(self.is_instance(target, owner)? && self.enum_name(target)? == symbols.text(name))
    }

    fn enum_name(&mut self, constant: super::heap::Reference) -> Run<String> {
        let class = self.class("java/lang/Enum")?;
        let name = self.call_special(class, "name", "()Ljava/lang/String;", &[Slot::Ref(constant)])?;
        self.rust_text(name)
    }

    fn enum_switch(&mut self, labels: &[Loadable], arguments: &[Slot]) -> Run<Slot> {
        let Some(target) = arguments[0].reference() else { return Ok(Slot::Int(-1)) };
        for (index, label) in labels.iter().enumerate().skip(arguments[1].int() as usize) {
            let matches = match *label {
                Loadable::Class(ty) => self.is_instance(target, ty)?,
                Loadable::String(name) => self.enum_name(target)? == self.program.symbols().text(name),
                other => return failed(format!("{other:?} as a label")),
            };
            if matches {
                return Ok(Slot::Int(index as i32));
            }
        }
        Ok(Slot::Int(labels.len() as i32))
    }
}
