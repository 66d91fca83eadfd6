//! Values and the objects that references name. Nothing is ever freed.

use deadheat_program::ClassId;
use deadheat_program::types::{Base, Kind, Primitive, Type};

use super::dynamic::LambdaObject;

/// What an instruction defines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Slot {
    /// Not computed yet: reading it is an error of the SSA form.
    Undefined,
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Null,
    Ref(Reference),
    /// Pushed by `jsr`; only ever stored.
    ReturnAddress,
}

/// Names an object of the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Reference(pub(crate) u32);

impl Slot {
    /// Whether an instruction of this kind may define the value.
    pub(crate) fn fits(self, kind: Kind) -> bool {
        match self {
            Slot::Undefined => kind == Kind::Void,
            Slot::Int(_) => kind == Kind::Int,
            Slot::Long(_) => kind == Kind::Long,
            Slot::Float(_) => kind == Kind::Float,
            Slot::Double(_) => kind == Kind::Double,
            Slot::Null | Slot::Ref(_) | Slot::ReturnAddress => kind == Kind::Ref,
        }
    }

    /// The value of a field or array element that was never written.
    pub(crate) fn zero(ty: Type) -> Slot {
        match ty.kind() {
            Kind::Int => Slot::Int(0),
            Kind::Long => Slot::Long(0),
            Kind::Float => Slot::Float(0.0),
            Kind::Double => Slot::Double(0.0),
            Kind::Ref | Kind::Void => Slot::Null,
        }
    }

    /// The value as a variable of a small integer type keeps it.
    pub(crate) fn narrow(self, ty: Type) -> Slot {
        match (self, ty.base(), ty.dimensions()) {
            (Slot::Int(value), Base::Primitive(primitive), 0) => Slot::Int(match primitive {
                Primitive::Boolean => value & 1,
                Primitive::Byte => i32::from(value as i8),
                Primitive::Char => i32::from(value as u16),
                Primitive::Short => i32::from(value as i16),
                _ => value,
            }),
            _ => self,
        }
    }

    pub(crate) fn reference(self) -> Option<Reference> {
        match self {
            Slot::Ref(reference) => Some(reference),
            _ => None,
        }
    }

    /// The integer; the caller knows that it is one.
    pub(crate) fn int(self) -> i32 {
        match self {
            Slot::Int(value) => value,
            other => panic!("an int was expected, not {other:?}"),
        }
    }

    /// The long; the caller knows that it is one.
    pub(crate) fn long(self) -> i64 {
        match self {
            Slot::Long(value) => value,
            other => panic!("a long was expected, not {other:?}"),
        }
    }
}

impl From<Option<Reference>> for Slot {
    fn from(reference: Option<Reference>) -> Slot {
        reference.map_or(Slot::Null, Slot::Ref)
    }
}

/// One object.
#[derive(Debug)]
pub(crate) struct Object {
    /// How often its monitor is held.
    pub(crate) monitor: u32,
    pub(crate) data: Data,
}

/// What an object holds.
#[derive(Debug)]
pub(crate) enum Data {
    /// An instance of a class, with its fields by position.
    Instance(ClassId, Box<[Slot]>),
    /// An array and its whole type.
    Array(Type, Elements),
    /// What a lambda expression evaluates to.
    Lambda(LambdaObject),
}

/// The elements of an array.
#[derive(Debug, Clone)]
pub(crate) enum Elements {
    Boolean(Vec<i8>),
    Byte(Vec<i8>),
    Char(Vec<u16>),
    Short(Vec<i16>),
    Int(Vec<i32>),
    Long(Vec<i64>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Ref(Vec<Option<Reference>>),
}

/// Runs the same expression on the vector of whichever element type.
macro_rules! each {
    ($elements:expr, $vector:ident => $result:expr) => {
        match $elements {
            Elements::Boolean($vector) | Elements::Byte($vector) => $result,
            Elements::Char($vector) => $result,
            Elements::Short($vector) => $result,
            Elements::Int($vector) => $result,
            Elements::Long($vector) => $result,
            Elements::Float($vector) => $result,
            Elements::Double($vector) => $result,
            Elements::Ref($vector) => $result,
        }
    };
}

impl Elements {
    /// Zeros of the given element type.
    pub(crate) fn zeros(element: Type, length: usize) -> Elements {
        match (element.base(), element.dimensions()) {
            (Base::Primitive(primitive), 0) => match primitive {
                Primitive::Boolean => Elements::Boolean(vec![0; length]),
                Primitive::Byte => Elements::Byte(vec![0; length]),
                Primitive::Char => Elements::Char(vec![0; length]),
                Primitive::Short => Elements::Short(vec![0; length]),
                Primitive::Int => Elements::Int(vec![0; length]),
                Primitive::Long => Elements::Long(vec![0; length]),
                Primitive::Float => Elements::Float(vec![0.0; length]),
                Primitive::Double => Elements::Double(vec![0.0; length]),
            },
            _ => Elements::Ref(vec![None; length]),
        }
    }

    pub(crate) fn len(&self) -> usize {
        each!(self, vector => vector.len())
    }

    pub(crate) fn get(&self, index: usize) -> Slot {
        match self {
            Elements::Boolean(vector) | Elements::Byte(vector) => Slot::Int(i32::from(vector[index])),
            Elements::Char(vector) => Slot::Int(i32::from(vector[index])),
            Elements::Short(vector) => Slot::Int(i32::from(vector[index])),
            Elements::Int(vector) => Slot::Int(vector[index]),
            Elements::Long(vector) => Slot::Long(vector[index]),
            Elements::Float(vector) => Slot::Float(vector[index]),
            Elements::Double(vector) => Slot::Double(vector[index]),
            Elements::Ref(vector) => vector[index].into(),
        }
    }

    /// Stores a value; false when it is not of the right kind.
    pub(crate) fn set(&mut self, index: usize, value: Slot) -> bool {
        match (self, value) {
            (Elements::Boolean(vector), Slot::Int(value)) => vector[index] = value as i8 & 1,
            (Elements::Byte(vector), Slot::Int(value)) => vector[index] = value as i8,
            (Elements::Char(vector), Slot::Int(value)) => vector[index] = value as u16,
            (Elements::Short(vector), Slot::Int(value)) => vector[index] = value as i16,
            (Elements::Int(vector), Slot::Int(value)) => vector[index] = value,
            (Elements::Long(vector), Slot::Long(value)) => vector[index] = value,
            (Elements::Float(vector), Slot::Float(value)) => vector[index] = value,
            (Elements::Double(vector), Slot::Double(value)) => vector[index] = value,
            (Elements::Ref(vector), Slot::Null) => vector[index] = None,
            (Elements::Ref(vector), Slot::Ref(value)) => vector[index] = Some(value),
            _ => return false,
        }
        true
    }

    /// A part of the array.
    pub(crate) fn slice(&self, start: usize, length: usize) -> Vec<Slot> {
        (start..start + length).map(|index| self.get(index)).collect()
    }
}

/// All objects.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    objects: Vec<Object>,
}

impl Heap {
    pub(crate) fn add(&mut self, data: Data) -> Reference {
        self.objects.push(Object { monitor: 0, data });
        Reference(self.objects.len() as u32 - 1)
    }

    pub(crate) fn get(&self, reference: Reference) -> &Object {
        &self.objects[reference.0 as usize]
    }

    pub(crate) fn get_mut(&mut self, reference: Reference) -> &mut Object {
        &mut self.objects[reference.0 as usize]
    }

    pub(crate) fn array(&self, reference: Reference) -> Option<(Type, &Elements)> {
        match &self.get(reference).data {
            Data::Array(ty, elements) => Some((*ty, elements)),
            _ => None,
        }
    }

    pub(crate) fn array_mut(&mut self, reference: Reference) -> Option<&mut Elements> {
        match &mut self.get_mut(reference).data {
            Data::Array(_, elements) => Some(elements),
            _ => None,
        }
    }

    pub(crate) fn fields(&self, reference: Reference) -> Option<&[Slot]> {
        match &self.get(reference).data {
            Data::Instance(_, fields) => Some(fields),
            _ => None,
        }
    }

    pub(crate) fn fields_mut(&mut self, reference: Reference) -> Option<&mut [Slot]> {
        match &mut self.get_mut(reference).data {
            Data::Instance(_, fields) => Some(fields),
            _ => None,
        }
    }

    /// How many monitors are held.
    pub(crate) fn held_monitors(&self) -> usize {
        self.objects.iter().filter(|object| object.monitor > 0).count()
    }
}
