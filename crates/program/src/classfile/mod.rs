//! Class files (JVMS chapter 4), read lazily: opening walks the structure once and interns the names
//! of the class and its members; code, constants and other attributes are decoded when asked for.
//!
//! A parser of our own, because lowering needs offsets into the code, borrowed slices, interned
//! references and errors that name the offset, and because nothing else was as fast
//! (ARCHITECTURE.md has the figures).
//!
//! Checked on opening: lengths, the constant pool's tags, that names and descriptors are what they
//! have to be. Checked on use: everything else. Not checked: what only the JVM's verifier cares for
//! (flag combinations, duplicate members).

mod annotations;
mod code;
pub mod opcodes;
mod pool;
mod reader;
pub(crate) mod references;

pub use code::{Code, ExceptionEntry, LocalVariable};
pub use pool::{ConstantPool, DynamicRef, HandleKind, HandleMember, Loadable, MethodHandle};
pub use reader::Reader;

/// The length of the instruction at an offset, which must lie inside the code; its end may lie outside.
pub use crate::lower::instruction_length;

use crate::error::{Error, ErrorKind, Result};
use crate::symbols::{DescriptorId, Name, Symbols};
use crate::types::Type;

/// The newest class file version understood: Java 25.
pub const NEWEST_VERSION: u16 = 69;
/// The oldest class file version understood: Java 1.0.2 and 1.1.
pub const OLDEST_VERSION: u16 = 45;

/// Access and property flags of a class, field or method (JVMS tables 4.1-B, 4.5-A, 4.6-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Flags(pub u16);

#[allow(missing_docs, reason = "the names are the specification's")]
impl Flags {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const SUPER: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;

    /// Whether any of `bits` is set.
    pub fn has(self, bits: u16) -> bool {
        self.0 & bits != 0
    }

    pub fn is_public(self) -> bool {
        self.has(Flags::PUBLIC)
    }

    pub fn is_private(self) -> bool {
        self.has(Flags::PRIVATE)
    }

    pub fn is_static(self) -> bool {
        self.has(Flags::STATIC)
    }

    pub fn is_interface(self) -> bool {
        self.has(Flags::INTERFACE)
    }

    pub fn is_abstract(self) -> bool {
        self.has(Flags::ABSTRACT)
    }

    pub fn is_native(self) -> bool {
        self.has(Flags::NATIVE)
    }
}

/// One class or interface.
#[derive(Debug)]
pub struct Class {
    /// The constant pool, which also owns the file's bytes.
    pub pool: ConstantPool,
    /// The class file version: 52 is Java 8, 69 is Java 25.
    pub major: u16,
    /// The minor version: 65535 marks a class that uses preview features.
    pub minor: u16,
    /// Access flags.
    pub flags: Flags,
    /// The internal name, `java/lang/Object`.
    pub name: Name,
    /// The superclass; `None` only for `java/lang/Object` and module descriptors.
    pub super_name: Option<Name>,
    /// The direct superinterfaces.
    pub interfaces: Box<[Name]>,
    /// The declared fields, in file order.
    pub fields: Box<[Field]>,
    /// The declared methods, in file order.
    pub methods: Box<[Method]>,
    /// Where the class's own attributes start.
    attributes: u32,
}

/// A field declaration.
#[derive(Debug)]
pub struct Field {
    /// Access flags.
    pub flags: Flags,
    /// The name.
    pub name: Name,
    /// The declared type.
    pub ty: Type,
    attributes: u32,
}

/// A method declaration.
#[derive(Debug)]
pub struct Method {
    /// Access flags.
    pub flags: Flags,
    /// The name, `<init>` for constructors, `<clinit>` for static initialisers.
    pub name: Name,
    /// The descriptor.
    pub descriptor: DescriptorId,
    /// Where the contents of the `Code` attribute start, 0 for none.
    code: u32,
    attributes: u32,
}

impl Method {
    /// Whether the method has bytecode.
    pub fn has_code(&self) -> bool {
        self.code != 0
    }
}

impl Class {
    /// Opens a class file.
    pub fn parse(symbols: &Symbols, bytes: Box<[u8]>) -> Result<Class> {
        let (major, minor) = check_header(&bytes)?;
        let (pool, rest) = ConstantPool::open(bytes)?;
        let mut reader = Reader::new(pool.bytes(), rest);
        let flags = Flags(reader.u16()?);
        let at = reader.offset();
        let name = pool.class_name(symbols, reader.u16()?).map_err(|error| error.at(at))?;
        let members =
            Members::read(symbols, &pool, reader).map_err(|error| error.in_class(symbols.text(name)))?;
        let Members { super_name, interfaces, fields, methods, attributes } = members;
        Ok(Class { pool, major, minor, flags, name, super_name, interfaces, fields, methods, attributes })
    }

    /// The class file.
    pub fn bytes(&self) -> &[u8] {
        self.pool.bytes()
    }

    /// The size of the class file in bytes.
    pub fn size(&self) -> usize {
        self.pool.bytes().len()
    }

    /// A method's bytecode and tables; `None` when it is abstract or native.
    pub fn code(&self, method: &Method) -> Result<Option<Code<'_>>> {
        if method.has_code() { Code::read(self, method.code as usize).map(Some) } else { Ok(None) }
    }

    /// The contents of a class attribute, by name.
    pub fn attribute(&self, name: &str) -> Result<Option<&[u8]>> {
        self.find_attribute(self.attributes, name)
    }

    /// The contents of a field's attribute, by name.
    pub fn field_attribute(&self, field: &Field, name: &str) -> Result<Option<&[u8]>> {
        self.find_attribute(field.attributes, name)
    }

    /// The contents of a method's attribute, by name.
    pub fn method_attribute(&self, method: &Method, name: &str) -> Result<Option<&[u8]>> {
        self.find_attribute(method.attributes, name)
    }

    fn find_attribute(&self, at: u32, name: &str) -> Result<Option<&[u8]>> {
        let mut reader = Reader::new(self.pool.bytes(), at as usize);
        for _ in 0..reader.u16()? {
            let (found, contents) = read_attribute(&self.pool, &mut reader)?;
            if found == name.as_bytes() {
                return Ok(Some(contents));
            }
        }
        Ok(None)
    }

    /// The source file's name, without directories.
    pub fn source_file(&self) -> Option<String> {
        let index = Reader::new(self.attribute("SourceFile").ok()??, 0).u16().ok()?;
        Some(crate::mutf8::to_text(self.pool.utf8(index).ok()?).into_owned())
    }

    /// Bootstrap method `index` and its arguments.
    pub fn bootstrap(&self, symbols: &Symbols, index: u16) -> Result<(MethodHandle, Vec<Loadable>)> {
        let missing = || Error::malformed(format!("there is no bootstrap method {index}"));
        let mut reader = Reader::new(self.attribute("BootstrapMethods")?.ok_or_else(missing)?, 0);
        if index >= reader.u16()? {
            return Err(missing());
        }
        for _ in 0..index {
            reader.skip(2)?;
            let arguments = reader.u16()?;
            reader.skip(2 * usize::from(arguments))?;
        }
        let handle = self.pool.method_handle(symbols, reader.u16()?)?;
        let count = reader.u16()?;
        let arguments = (0..count).map(|_| self.pool.loadable(symbols, reader.u16()?));
        Ok((handle, arguments.collect::<Result<_>>()?))
    }

    /// The nest host, when the class is a member of another class's nest.
    pub fn nest_host(&self, symbols: &Symbols) -> Result<Option<Name>> {
        match self.attribute("NestHost")? {
            Some(contents) => self.pool.class_name(symbols, Reader::new(contents, 0).u16()?).map(Some),
            None => Ok(None),
        }
    }
}

/// Magic number and version.
fn check_header(bytes: &[u8]) -> Result<(u16, u16)> {
    let mut header = Reader::new(bytes, 0);
    if header.u32()? != 0xCAFE_BABE {
        return Err(Error::malformed("not a class file: it does not start with CAFEBABE").at(0));
    }
    let minor = header.u16()?;
    let major = header.u16()?;
    if (OLDEST_VERSION..=NEWEST_VERSION).contains(&major) {
        return Ok((major, minor));
    }
    let message = format!("class file version {major}; {OLDEST_VERSION} to {NEWEST_VERSION} are known");
    Err(Error::new(ErrorKind::Unsupported, message).at(6))
}

/// What follows the class's name.
struct Members {
    super_name: Option<Name>,
    interfaces: Box<[Name]>,
    fields: Box<[Field]>,
    methods: Box<[Method]>,
    attributes: u32,
}

impl Members {
    fn read<'a>(symbols: &Symbols, pool: &'a ConstantPool, mut reader: Reader<'a>) -> Result<Members> {
        let at = reader.offset();
        let located = |error: Error| error.at(at);
        let super_name = pool.optional_class_name(symbols, reader.u16()?).map_err(located)?;
        let count = reader.u16()?;
        let interfaces = (0..count).map(|_| pool.class_name(symbols, reader.u16()?));
        let interfaces = interfaces.collect::<Result<_>>().map_err(located)?;
        let count = reader.u16()?;
        let fields = (0..count).map(|_| read_field(symbols, pool, &mut reader)).collect::<Result<_>>()?;
        let count = reader.u16()?;
        let methods = (0..count).map(|_| read_method(symbols, pool, &mut reader)).collect::<Result<_>>()?;
        let attributes = reader.offset() as u32;
        for _ in 0..reader.u16()? {
            read_attribute(pool, &mut reader)?;
        }
        if !reader.is_at_end() {
            return Err(Error::malformed("bytes follow the end of the class").at(reader.offset()));
        }
        Ok(Members { super_name, interfaces, fields, methods, attributes })
    }
}

fn read_field<'a>(symbols: &Symbols, pool: &'a ConstantPool, reader: &mut Reader<'a>) -> Result<Field> {
    let at = reader.offset();
    let flags = Flags(reader.u16()?);
    let name = pool.name(symbols, reader.u16()?).map_err(|error| error.at(at))?;
    let ty = pool.field_type(symbols, reader.u16()?).map_err(|error| error.at(at))?;
    let attributes = reader.offset() as u32;
    for _ in 0..reader.u16()? {
        read_attribute(pool, reader)?;
    }
    Ok(Field { flags, name, ty, attributes })
}

fn read_method<'a>(symbols: &Symbols, pool: &'a ConstantPool, reader: &mut Reader<'a>) -> Result<Method> {
    let at = reader.offset();
    let flags = Flags(reader.u16()?);
    let name = pool.name(symbols, reader.u16()?).map_err(|error| error.at(at))?;
    let descriptor = pool.name(symbols, reader.u16()?).and_then(|text| symbols.descriptor(text));
    let descriptor = descriptor.map_err(|error| error.at(at))?;
    let mut code = 0;
    let attributes = reader.offset() as u32;
    for _ in 0..reader.u16()? {
        let (name, contents) = read_attribute(pool, reader)?;
        if name == b"Code" {
            code = (reader.offset() - contents.len()) as u32;
        }
    }
    Ok(Method { flags, name, descriptor, code, attributes })
}

/// An attribute's name and contents.
fn read_attribute<'a>(pool: &'a ConstantPool, reader: &mut Reader<'a>) -> Result<(&'a [u8], &'a [u8])> {
    let at = reader.offset();
    let name = pool.utf8(reader.u16()?).map_err(|error| error.at(at))?;
    let length = reader.u32()?;
    Ok((name, reader.take(length as usize)?))
}
