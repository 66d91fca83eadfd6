//! Instructions that work on objects, arrays and static fields.

use deadheat_program::ir::{ElementKind, Inst, InstId};
use deadheat_program::types::{Base, Primitive, Type};

use super::execute::Frame;
use super::heap::{Data, Elements, Reference, Slot};
use super::{Machine, Run, Stop, failed};

impl Machine<'_> {
    pub(super) fn access(&mut self, frame: &Frame<'_>, inst: InstId) -> Run<Slot> {
        let from = frame.body.method.class;
        let value = |operand: InstId| frame.value(operand);
        match frame.body.inst(inst) {
            Inst::New(name) => {
                let class = self.find(name)?;
                self.initialize(class)?;
                Ok(Slot::Ref(self.new_object(class)?))
            }
            Inst::NewArray(element, length) => self.new_checked_array(element, value(length)?.int()),
            Inst::ArrayLength(array) => {
                let array = self.array_operand(value(array)?)?;
                Ok(Slot::Int(self.length(array)? as i32))
            }
            Inst::ArrayLoad(kind, array, index) => {
                let (array, index) = self.element(kind, value(array)?, value(index)?.int())?;
                Ok(self.elements(array)?.get(index))
            }
            Inst::ArrayStore(kind, array, index, stored) => {
                let (array, index) = self.element(kind, value(array)?, value(index)?.int())?;
                self.store_element(array, index, value(stored)?)
            }
            Inst::GetField(field, object) => {
                let (_, slot, _) = self.resolve_field(from, field, false)?;
                let object = self.operand(value(object)?)?;
                match self.heap.fields(object).and_then(|fields| fields.get(slot)) {
                    Some(&value) => Ok(value),
                    None => failed("a field of an object that has none"),
                }
            }
            Inst::PutField(field, object, stored) => {
                let (_, slot, ty) = self.resolve_field(from, field, false)?;
                let (object, stored) = (self.operand(value(object)?)?, value(stored)?.narrow(ty));
                match self.heap.fields_mut(object).and_then(|fields| fields.get_mut(slot)) {
                    Some(place) if stored.fits(ty.kind()) => *place = stored,
                    _ => return failed("a field of an object that has none, or of another kind"),
                }
                Ok(Slot::Undefined)
            }
            Inst::GetStatic(field) => {
                let (id, _, _) = self.resolve_field(from, field, true)?;
                self.initialize(id.class)?;
                self.get_static(id)
            }
            Inst::PutStatic(field, stored) => {
                let (id, _, ty) = self.resolve_field(from, field, true)?;
                self.initialize(id.class)?;
                self.statics.insert(id, value(stored)?.narrow(ty));
                Ok(Slot::Undefined)
            }
            Inst::CheckCast(ty, object) => self.check_cast(ty, value(object)?),
            Inst::InstanceOf(ty, object) => Ok(Slot::Int(match value(object)?.reference() {
                Some(object) => i32::from(self.is_instance(object, ty)?),
                None => 0,
            })),
            Inst::MonitorEnter(object) => {
                let object = self.operand(value(object)?)?;
                self.heap.get_mut(object).monitor += 1;
                Ok(Slot::Undefined)
            }
            Inst::MonitorExit(object) => {
                let object = self.operand(value(object)?)?;
                self.monitor_exit(object)
            }
            other => failed(format!("{other:?} is not known")),
        }
    }

    pub(super) fn monitor_exit(&mut self, object: Reference) -> Run<Slot> {
        let object = self.heap.get_mut(object);
        match object.monitor.checked_sub(1) {
            Some(rest) => object.monitor = rest,
            None => return Err(self.throw("java/lang/IllegalMonitorStateException", None)),
        }
        Ok(Slot::Undefined)
    }

    /// The object, or a null pointer exception.
    pub(super) fn operand(&mut self, slot: Slot) -> Run<Reference> {
        match slot {
            Slot::Ref(reference) => Ok(reference),
            Slot::Null => Err(self.null_pointer()),
            other => failed(format!("{other:?} is no reference")),
        }
    }

    fn array_operand(&mut self, slot: Slot) -> Run<Reference> {
        self.operand(slot)
    }

    pub(super) fn elements(&self, array: Reference) -> Run<&Elements> {
        self.heap.array(array).map_or_else(|| failed("not an array"), |(_, elements)| Ok(elements))
    }

    pub(super) fn length(&self, array: Reference) -> Run<usize> {
        Ok(self.elements(array)?.len())
    }

    /// The array and the index, checked.
    fn element(&mut self, kind: ElementKind, array: Slot, index: i32) -> Run<(Reference, usize)> {
        let array = self.operand(array)?;
        let elements = self.elements(array)?;
        let fits = match elements {
            Elements::Boolean(_) | Elements::Byte(_) => kind == ElementKind::ByteOrBoolean,
            Elements::Char(_) => kind == ElementKind::Char,
            Elements::Short(_) => kind == ElementKind::Short,
            Elements::Int(_) => kind == ElementKind::Int,
            Elements::Long(_) => kind == ElementKind::Long,
            Elements::Float(_) => kind == ElementKind::Float,
            Elements::Double(_) => kind == ElementKind::Double,
            Elements::Ref(_) => kind == ElementKind::Ref,
        };
        if !fits {
            return failed(format!("{kind:?} does not fit the array"));
        }
        let length = elements.len();
        match usize::try_from(index) {
            Ok(index) if index < length => Ok((array, index)),
            _ => Err(self.throw(
                "java/lang/ArrayIndexOutOfBoundsException",
                Some(&format!("Index {index} out of bounds for length {length}")),
            )),
        }
    }

    /// Stores with the check of `aastore`.
    pub(super) fn store_element(&mut self, array: Reference, index: usize, value: Slot) -> Run<Slot> {
        let element = self.heap.array(array).and_then(|(ty, _)| ty.element());
        if let (Some(value), Some(element)) = (value.reference(), element)
            && !self.is_instance(value, element)?
        {
            let name = self.class_display(value);
            return Err(self.throw("java/lang/ArrayStoreException", Some(&name)));
        }
        let stored = self.heap.array_mut(array).is_some_and(|elements| elements.set(index, value));
        if stored { Ok(Slot::Undefined) } else { failed("not an array of this kind") }
    }

    fn check_cast(&mut self, ty: Type, value: Slot) -> Run<Slot> {
        match value.reference() {
            Some(object) if !self.is_instance(object, ty)? => {
                Err(self.throw("java/lang/ClassCastException", Some("model")))
            }
            _ => Ok(value),
        }
    }

    pub(super) fn new_array(&mut self, ty: Type, length: usize) -> Reference {
        let element = ty.element().unwrap_or_else(|| unreachable!("an array type"));
        self.heap.add(Data::Array(ty, Elements::zeros(element, length)))
    }

    pub(super) fn new_bytes(&mut self, bytes: Vec<i8>) -> Reference {
        let ty = Type::primitive(Primitive::Byte).array_of().unwrap_or_else(|| unreachable!());
        self.heap.add(Data::Array(ty, Elements::Byte(bytes)))
    }

    pub(super) fn new_checked_array(&mut self, element: Type, length: i32) -> Run<Slot> {
        let Ok(size) = usize::try_from(length) else { return Err(self.negative_size(length)) };
        match element.array_of() {
            Some(ty) => Ok(Slot::Ref(self.new_array(ty, size))),
            None => failed("an array of more than 255 dimensions"),
        }
    }

    fn negative_size(&mut self, length: i32) -> Stop {
        self.throw("java/lang/NegativeArraySizeException", Some(&length.to_string()))
    }

    /// All lengths are checked before anything is allocated.
    pub(super) fn new_multi_array(&mut self, ty: Type, lengths: &[Slot]) -> Run<Slot> {
        if let Some(negative) = lengths.iter().map(|length| length.int()).find(|&length| length < 0) {
            return Err(self.negative_size(negative));
        }
        self.nested(ty, lengths).map(Slot::Ref)
    }

    fn nested(&mut self, ty: Type, lengths: &[Slot]) -> Run<Reference> {
        let [first, rest @ ..] = lengths else { return failed("an array without dimensions") };
        let array = self.new_array(ty, first.int() as usize);
        if let (Some(element), false) = (ty.element(), rest.is_empty()) {
            for index in 0..first.int() as usize {
                let inner = self.nested(element, rest)?;
                self.store_element(array, index, Slot::Ref(inner))?;
            }
        }
        Ok(array)
    }

    /// The type of an object, for type tests; a lambda has its interface's.
    pub(super) fn type_of(&self, object: Reference) -> Type {
        match &self.heap.get(object).data {
            Data::Instance(class, _) => Type::class(self.program.class_name(*class)),
            Data::Array(ty, _) => *ty,
            Data::Lambda(lambda) => lambda.interface,
        }
    }

    pub(super) fn is_instance(&mut self, object: Reference, ty: Type) -> Run<bool> {
        if let Data::Lambda(lambda) = &self.heap.get(object).data {
            for marker in lambda.markers.clone() {
                if self.is_assignable(marker, ty)? {
                    return Ok(true);
                }
            }
        }
        self.is_assignable(self.type_of(object), ty)
    }

    pub(super) fn is_assignable(&mut self, from: Type, to: Type) -> Run<bool> {
        if let Some(&known) = self.assignable.get(&(from, to)) {
            return Ok(known);
        }
        let Some(answer) = self.program.is_assignable(from, to) else {
            return failed("a class is missing for a type test");
        };
        self.assignable.insert((from, to), answer);
        Ok(answer)
    }

    /// The name that `Class.getName` gives.
    pub(super) fn type_name(&self, ty: Option<Type>) -> String {
        let symbols = self.program.symbols();
        match ty {
            None => "void".to_owned(),
            Some(ty) if ty.is_array() => ty.descriptor(symbols).replace('/', "."),
            Some(ty) => match ty.base() {
                Base::Primitive(primitive) => primitive.keyword().to_owned(),
                Base::Class(name) => symbols.text(name).replace('/', "."),
            },
        }
    }

    pub(super) fn class_display(&self, object: Reference) -> String {
        self.type_name(Some(self.type_of(object)))
    }
}
