//! Java types as descriptors name them, and the descriptors' grammar (JVMS 4.3).

use std::fmt;

use crate::symbols::{Name, Symbols};

/// A primitive type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// What the operand stack tells apart (JVMS 2.11.1): the small integer types are all `Int`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    /// No value.
    Void,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

impl Kind {
    /// Whether a value takes two local variables or stack words.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Void => "void",
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            Kind::Ref => "ref",
        })
    }
}

/// The element type of a [`Type`] when all array dimensions are taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    /// `int`, `long`, …
    Primitive(Primitive),
    /// A class or interface, by its internal name.
    Class(Name),
}

/// A field type: a primitive, a class or interface, or an array of those.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type {
    base: Base,
    dimensions: u8,
}

impl Type {
    /// The type of a class or interface.
    pub fn class(name: Name) -> Type {
        Type { base: Base::Class(name), dimensions: 0 }
    }

    /// A primitive type.
    pub fn primitive(primitive: Primitive) -> Type {
        Type { base: Base::Primitive(primitive), dimensions: 0 }
    }

    /// The element type below all dimensions.
    pub fn base(self) -> Base {
        self.base
    }

    /// The number of array dimensions, 0 for no array.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// Whether this is an array type.
    pub fn is_array(self) -> bool {
        self.dimensions > 0
    }

    /// The class, when this is neither primitive nor array.
    pub fn class_name(self) -> Option<Name> {
        match self.base {
            Base::Class(name) if self.dimensions == 0 => Some(name),
            _ => None,
        }
    }

    /// The type of an array's elements; `None` when this is no array.
    pub fn element(self) -> Option<Type> {
        Some(Type { base: self.base, dimensions: self.dimensions.checked_sub(1)? })
    }

    /// The array type with these elements; `None` beyond 255 dimensions.
    pub fn array_of(self) -> Option<Type> {
        Some(Type { base: self.base, dimensions: self.dimensions.checked_add(1)? })
    }

    /// How a value of this type looks on the operand stack.
    pub fn kind(self) -> Kind {
        match self.base {
            Base::Primitive(primitive) if self.dimensions == 0 => match primitive {
                Primitive::Long => Kind::Long,
                Primitive::Float => Kind::Float,
                Primitive::Double => Kind::Double,
                _ => Kind::Int,
            },
            _ => Kind::Ref,
        }
    }

    /// The type in Java's own notation, `java.lang.String[]`.
    pub fn display(self, symbols: &Symbols) -> String {
        let mut text = match self.base {
            Base::Primitive(primitive) => primitive.keyword().to_owned(),
            Base::Class(name) => symbols.text(name).replace('/', "."),
        };
        (0..self.dimensions).for_each(|_| text.push_str("[]"));
        text
    }

    /// The type as a descriptor, `[Ljava/lang/String;`.
    pub fn descriptor(self, symbols: &Symbols) -> String {
        let mut text = "[".repeat(usize::from(self.dimensions));
        match self.base {
            Base::Primitive(primitive) => text.push(primitive.descriptor()),
            Base::Class(name) => {
                text.push('L');
                text.push_str(&symbols.text(name));
                text.push(';');
            }
        }
        text
    }
}

impl Primitive {
    /// The type's keyword in Java.
    pub fn keyword(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// The type's letter in descriptors.
    pub fn descriptor(self) -> char {
        match self {
            Primitive::Boolean => 'Z',
            Primitive::Byte => 'B',
            Primitive::Char => 'C',
            Primitive::Short => 'S',
            Primitive::Int => 'I',
            Primitive::Long => 'J',
            Primitive::Float => 'F',
            Primitive::Double => 'D',
        }
    }

    /// The type that `newarray` means by a number (JVMS table 6.5.newarray-A).
    pub(crate) fn from_newarray(code: u8) -> Option<Primitive> {
        Some(match code {
            4 => Primitive::Boolean,
            5 => Primitive::Char,
            6 => Primitive::Float,
            7 => Primitive::Double,
            8 => Primitive::Byte,
            9 => Primitive::Short,
            10 => Primitive::Int,
            11 => Primitive::Long,
            _ => return None,
        })
    }
}

/// Reads one field descriptor and returns what follows it.
fn take_type<'a>(symbols: &Symbols, text: &'a [u8]) -> Option<(Type, &'a [u8])> {
    let depth = text.iter().take_while(|&&b| b == b'[').count();
    let dimensions = u8::try_from(depth).ok()?;
    let (&letter, rest) = text.get(depth..)?.split_first()?;
    let primitive = |p| Some((Type { base: Base::Primitive(p), dimensions }, rest));
    match letter {
        b'Z' => primitive(Primitive::Boolean),
        b'B' => primitive(Primitive::Byte),
        b'C' => primitive(Primitive::Char),
        b'S' => primitive(Primitive::Short),
        b'I' => primitive(Primitive::Int),
        b'J' => primitive(Primitive::Long),
        b'F' => primitive(Primitive::Float),
        b'D' => primitive(Primitive::Double),
        b'L' => {
            let end = rest.iter().position(|&b| b == b';')?;
            let (class, rest) = rest.split_at(end);
            if class.is_empty() {
                return None;
            }
            Some((Type { base: Base::Class(symbols.name(class)), dimensions }, rest.get(1..)?))
        }
        _ => None,
    }
}

/// Reads a whole field descriptor.
pub fn parse_field_descriptor(symbols: &Symbols, text: &[u8]) -> Option<Type> {
    match take_type(symbols, text)? {
        (ty, []) => Some(ty),
        _ => None,
    }
}

/// Reads a whole method descriptor: parameters and result.
pub(crate) fn parse_method_descriptor(symbols: &Symbols, text: &[u8]) -> Option<(Vec<Type>, Option<Type>)> {
    let mut rest = text.strip_prefix(b"(")?;
    let mut parameters = Vec::new();
    while !rest.starts_with(b")") {
        let (ty, tail) = take_type(symbols, rest)?;
        parameters.push(ty);
        rest = tail;
    }
    let result = &rest[1..];
    // JVMS 4.3.3: at most 255 words of parameters.
    if parameters.iter().map(|ty| 1 + usize::from(ty.kind().is_wide())).sum::<usize>() > 255 {
        return None;
    }
    if result == b"V" {
        return Some((parameters, None));
    }
    Some((parameters, Some(parse_field_descriptor(symbols, result)?)))
}

/// Reads what a `CONSTANT_Class` names: a class by its internal name, or an array by its descriptor.
pub(crate) fn parse_class_constant(symbols: &Symbols, text: Name) -> Option<Type> {
    match symbols.bytes(text) {
        [] => None,
        bytes @ [b'[', ..] => parse_field_descriptor(symbols, bytes),
        _ => Some(Type::class(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read_and_written() {
        let symbols = Symbols::default();
        for text in ["I", "[[J", "Ljava/lang/String;", "[Ljava/lang/String;"] {
            let ty = parse_field_descriptor(&symbols, text.as_bytes()).expect(text);
            assert_eq!(ty.descriptor(&symbols), text);
        }
        let (parameters, result) =
            parse_method_descriptor(&symbols, b"(IJ[Ljava/lang/Object;)D").expect("a method descriptor");
        assert_eq!(parameters.len(), 3);
        assert_eq!(parameters[2].display(&symbols), "java.lang.Object[]");
        assert_eq!(result.map(Type::kind), Some(Kind::Double));
    }

    #[test]
    fn bad_descriptors_are_refused() {
        let symbols = Symbols::default();
        for text in ["", "[", "L;", "Lx", "II", "V", "Q"] {
            assert_eq!(parse_field_descriptor(&symbols, text.as_bytes()), None, "{text}");
        }
        for text in ["", "()", "(", "(V)V", "()VV", "(I", "I"] {
            assert_eq!(parse_method_descriptor(&symbols, text.as_bytes()), None, "{text}");
        }
        let many = format!("({})V", "J".repeat(128));
        assert_eq!(parse_method_descriptor(&symbols, many.as_bytes()), None);
    }
}
