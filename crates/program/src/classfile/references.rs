//! Method references as lambdas: `list::add` becomes `x -> list.add(x)`.
//!
//! A compiler makes a method of each lambda's body, but a method reference names its target itself, so the call stands
//! in no body. Here each reference gets a method of its own that makes the call, on the reference's line, as javac does
//! for those that no handle can express. The class file is written anew: constants, a bootstrap method and a method are
//! added for each `invokedynamic`, whose operand is then changed.
//!
//! In: a class, and which targets are wanted. Out: the bytes of the new class, or nothing if there is nothing to do or
//! the class does not bear it (too many constants). Not touched: references by `invokespecial`, and to constructors
//! without parameters, which can access nothing.

use super::reader::Reader;
use super::{Class, Flags, HandleKind, HandleMember, Method, read_attribute};
use crate::dynamic::{self, Meaning};
use crate::error::Result;
use crate::symbols::{MethodRef, MethodRefData, Symbols};
use crate::types::{Base, Kind, Primitive, Type};

/// `LambdaMetafactory` takes the implementation as its second argument.
const IMPLEMENTATION: usize = 1;
const INVOKE_DYNAMIC: u8 = 0xba;

/// The class with methods for those of its references whose target is `wanted`.
pub(crate) fn with_methods(
    symbols: &Symbols,
    class: &Class,
    wanted: &dyn Fn(MethodRef) -> bool,
) -> Option<Box<[u8]>> {
    let bytes = class.pool.bytes();
    let is_used = bytes.windows(METAFACTORY.len()).any(|window| window == METAFACTORY);
    if class.major < 51 || !is_used || class.attribute("BootstrapMethods").ok()?.is_none() {
        return None;
    }
    let mut writer = Writer::new(symbols, class).ok()?;
    for method in &class.methods {
        for reference in references(symbols, class, method).ok()? {
            if wanted(reference.target) {
                writer.add(method, &reference)?;
            }
        }
    }
    if writer.count == 0 { None } else { writer.finish().ok() }
}

const METAFACTORY: &[u8] = b"java/lang/invoke/LambdaMetafactory";

/// Whether a class itself has the method that a reference names.
pub(crate) fn declares(class: &Class, target: MethodRefData) -> bool {
    let is_it = |method: &Method| method.name == target.name && method.descriptor == target.descriptor;
    class.methods.iter().any(is_it)
}

/// A method reference that is evaluated somewhere.
struct Reference {
    /// Where the operand of its `invokedynamic` stands.
    operand: usize,
    line: Option<u16>,
    bootstrap: u16,
    /// The interface's method, and what is captured.
    name: Vec<u8>,
    captures: Vec<u8>,
    kind: HandleKind,
    target: MethodRef,
    /// What the target is given, and what is wanted of it.
    given: Vec<Type>,
    result: Option<Type>,
}

fn references(symbols: &Symbols, class: &Class, method: &Method) -> Result<Vec<Reference>> {
    let Some(code) = class.code(method)? else { return Ok(Vec::new()) };
    let lines = code.lines()?;
    let mut found = Vec::new();
    for (at, _) in code.instruction_starts().iter().enumerate().filter(|(_, starts)| **starts) {
        if code.bytes[at] != INVOKE_DYNAMIC {
            continue;
        }
        let site = class.pool.invoke_dynamic(symbols, Reader::new(code.bytes, at + 1).u16()?)?;
        let Meaning::Lambda(lambda) = dynamic::resolve(symbols, class, site)?.meaning else { continue };
        let handle = lambda.implementation;
        let HandleMember::Method(target) = handle.member else { continue };
        let data = symbols.method_data(target);
        let takes_nothing = symbols.descriptor_data(data.descriptor).parameters.is_empty();
        let is_left = match handle.kind {
            HandleKind::NewInvokeSpecial => takes_nothing,
            HandleKind::InvokeVirtual | HandleKind::InvokeStatic | HandleKind::InvokeInterface => false,
            _ => true,
        };
        let is_own = data.owner.class_name() == Some(class.name);
        if is_left || is_own && declares(class, data) {
            continue;
        }
        let instantiated = symbols.descriptor_data(lambda.instantiated);
        let captured = symbols.descriptor_data(symbols.descriptor(site.descriptor)?);
        let given = captured.parameters.iter().chain(&instantiated.parameters).copied().collect();
        let line = lines.iter().rev().find(|(from, _)| usize::from(*from) <= at).map(|&(_, line)| line);
        found.push(Reference {
            operand: method.code as usize + 8 + at + 1,
            line,
            bootstrap: site.bootstrap,
            name: symbols.bytes(site.name).to_vec(),
            captures: symbols.bytes(site.descriptor).to_vec(),
            kind: handle.kind,
            target,
            given,
            result: instantiated.result,
        });
    }
    Ok(found)
}

/// The new class file.
struct Writer<'a> {
    symbols: &'a Symbols,
    class: &'a Class,
    /// The old bytes, with operands changed.
    old: Vec<u8>,
    /// What follows the old constants, and the number of the next one.
    pool: Vec<u8>,
    next: u16,
    methods: Vec<u8>,
    /// What follows the old bootstrap methods; the old ones, as handle and arguments.
    bootstraps: Vec<u8>,
    known: Vec<(u16, Vec<u16>)>,
    count: u16,
    code_name: u16,
    lines_name: u16,
}

impl<'a> Writer<'a> {
    fn new(symbols: &'a Symbols, class: &'a Class) -> Result<Writer<'a>> {
        let old = class.pool.bytes().to_vec();
        let next = Reader::new(&old, 8).u16()?;
        let mut known = Vec::new();
        if let Some(contents) = class.attribute("BootstrapMethods")? {
            let mut reader = Reader::new(contents, 0);
            for _ in 0..reader.u16()? {
                let handle = reader.u16()?;
                let count = reader.u16()?;
                known.push((handle, (0..count).map(|_| reader.u16()).collect::<Result<_>>()?));
            }
        }
        let (pool, methods, bootstraps) = (Vec::new(), Vec::new(), Vec::new());
        let (code_name, lines_name) = (0, 0);
        Ok(Writer {
            symbols,
            class,
            old,
            pool,
            next,
            methods,
            bootstraps,
            known,
            count: 0,
            code_name,
            lines_name,
        })
    }

    fn constant(&mut self, tag: u8, contents: &[&[u8]]) -> Option<u16> {
        let index = self.next;
        self.next = index.checked_add(1)?;
        self.pool.push(tag);
        contents.iter().for_each(|part| self.pool.extend_from_slice(part));
        Some(index)
    }

    fn text(&mut self, text: &[u8]) -> Option<u16> {
        let length = u16::try_from(text.len()).ok()?;
        self.constant(1, &[&length.to_be_bytes(), text])
    }

    fn class_constant(&mut self, name: &[u8]) -> Option<u16> {
        let name = self.text(name)?;
        self.constant(7, &[&name.to_be_bytes()])
    }

    fn name_and_type(&mut self, name: &[u8], descriptor: &[u8]) -> Option<u16> {
        let (name, descriptor) = (self.text(name)?, self.text(descriptor)?);
        self.constant(12, &[&name.to_be_bytes(), &descriptor.to_be_bytes()])
    }

    fn member(&mut self, owner: &[u8], name: &[u8], descriptor: &[u8], interface: bool) -> Option<u16> {
        let (owner, member) = (self.class_constant(owner)?, self.name_and_type(name, descriptor)?);
        let tag = if interface { 11 } else { 10 };
        self.constant(tag, &[&owner.to_be_bytes(), &member.to_be_bytes()])
    }

    /// Adds the method of a reference, and changes the reference to name it.
    fn add(&mut self, method: &Method, reference: &Reference) -> Option<()> {
        if self.count == 0 {
            (self.code_name, self.lines_name) = (self.text(b"Code")?, self.text(b"LineNumberTable")?);
        }
        let name = self.name(method, reference);
        let descriptor = descriptor(self.symbols, &reference.given, reference.result);
        let code = self.code(reference)?;
        let (name_index, type_index) = (self.text(&name)?, self.text(&descriptor)?);
        let flags = Flags::PRIVATE | Flags::STATIC | Flags::SYNTHETIC;
        for part in [flags, name_index, type_index, 1] {
            self.methods.extend(part.to_be_bytes());
        }
        self.methods.extend(code);
        let is_interface = self.class.flags.is_interface();
        let owner = self.symbols.bytes(self.class.name).to_vec();
        let own = self.member(&owner, &name, &descriptor, is_interface)?;
        let handle = self.constant(15, &[&[6], &own.to_be_bytes()])?;
        let (factory, mut arguments) = self.known.get(usize::from(reference.bootstrap))?.clone();
        *arguments.get_mut(IMPLEMENTATION)? = handle;
        let bootstrap = u16::try_from(self.known.len()).ok()?.checked_add(self.count)?;
        for part in [factory, arguments.len() as u16].into_iter().chain(arguments) {
            self.bootstraps.extend(part.to_be_bytes());
        }
        let site = self.name_and_type(&reference.name, &reference.captures)?;
        let site = self.constant(18, &[&bootstrap.to_be_bytes(), &site.to_be_bytes()])?;
        self.old.get_mut(reference.operand..reference.operand + 2)?.copy_from_slice(&site.to_be_bytes());
        self.count += 1;
        Some(())
    }

    /// As a compiler would name it, with the reference in it.
    fn name(&self, method: &Method, reference: &Reference) -> Vec<u8> {
        let target = self.symbols.method_data(reference.target);
        let owner = target.owner.class_name().map(|name| self.symbols.bytes(name)).unwrap_or_default();
        let simple = owner.rsplit(|byte| matches!(byte, b'/' | b'$')).next().unwrap_or_default();
        let plain = |name: &[u8]| -> Vec<u8> {
            name.iter().copied().filter(|byte| !matches!(byte, b'<' | b'>')).collect()
        };
        let called = match reference.kind {
            HandleKind::NewInvokeSpecial => b"new".to_vec(),
            _ => self.symbols.bytes(target.name).to_vec(),
        };
        let within = plain(self.symbols.bytes(method.name));
        let count = self.count.to_string();
        [b"lambda$", &within[..], b"$", simple, b"::", &called, b"$", count.as_bytes()].concat()
    }

    /// The `Code` attribute of the method that makes the call.
    fn code(&mut self, reference: &Reference) -> Option<Vec<u8>> {
        let target = self.symbols.method_data(reference.target);
        let declared = self.symbols.descriptor_data(target.descriptor);
        let is_new = reference.kind == HandleKind::NewInvokeSpecial;
        let has_receiver = !is_new && reference.kind != HandleKind::InvokeStatic;
        let owner = class_constant_text(self.symbols, target.owner);
        let mut code = Vec::new();
        if is_new {
            let class = self.class_constant(&owner)?;
            code.push(0xbb);
            code.extend(class.to_be_bytes());
            code.push(0x59);
        }
        let receiver = has_receiver.then_some(target.owner);
        let taken: Vec<Type> = receiver.into_iter().chain(declared.parameters.iter().copied()).collect();
        if taken.len() != reference.given.len() {
            return None;
        }
        let mut slot = 0u16;
        for (&from, &to) in reference.given.iter().zip(&taken) {
            code.extend([0xc4, 0x15 + shape(from)]);
            code.extend(slot.to_be_bytes());
            slot += width(from);
            self.convert(Some(from), Some(to), &mut code)?;
        }
        let (name, text) = (self.symbols.bytes(target.name), self.symbols.bytes(declared.text));
        let called = self.member(&owner, name, text, target.interface)?;
        code.push(match reference.kind {
            HandleKind::InvokeInterface => 0xb9,
            HandleKind::InvokeStatic => 0xb8,
            HandleKind::NewInvokeSpecial => 0xb7,
            _ => 0xb6,
        });
        code.extend(called.to_be_bytes());
        if reference.kind == HandleKind::InvokeInterface {
            let words: u16 = taken.iter().map(|&ty| width(ty)).sum();
            code.extend([u8::try_from(words).ok()?, 0]);
        }
        let gives = if is_new { Some(target.owner) } else { declared.result };
        self.convert(gives, reference.result, &mut code)?;
        code.push(reference.result.map_or(0xb1, |ty| 0xac + shape(ty)));
        Some(self.code_attribute(&code, slot, reference.line))
    }

    fn code_attribute(&self, code: &[u8], locals: u16, line: Option<u16>) -> Vec<u8> {
        let stack = locals.saturating_add(4);
        let mut contents = Vec::new();
        contents.extend(stack.to_be_bytes());
        contents.extend(locals.to_be_bytes());
        contents.extend((code.len() as u32).to_be_bytes());
        contents.extend(code);
        contents.extend([0, 0]);
        match line {
            Some(line) => {
                contents.extend([0, 1]);
                contents.extend(self.lines_name.to_be_bytes());
                contents.extend([0, 0, 0, 6, 0, 1, 0, 0]);
                contents.extend(line.to_be_bytes());
            }
            None => contents.extend([0, 0]),
        }
        let mut attribute = self.code_name.to_be_bytes().to_vec();
        attribute.extend((contents.len() as u32).to_be_bytes());
        attribute.extend(contents);
        attribute
    }

    /// Makes one type of another on the stack, as a call of the interface's method does.
    fn convert(&mut self, from: Option<Type>, to: Option<Type>, code: &mut Vec<u8>) -> Option<()> {
        let (Some(from), to) = (from, to) else { return to.is_none().then_some(()) };
        let Some(to) = to else {
            code.push(if width(from) == 2 { 0x58 } else { 0x57 });
            return Some(());
        };
        match (primitive(from), primitive(to)) {
            (Some(from), Some(to)) => widen(from, to, code),
            (Some(from), None) => {
                let (class, _) = boxed(from);
                let kind = letter(from);
                let descriptor = [b"(", &[kind][..], b")L", class, b";"].concat();
                let method = self.member(class, b"valueOf", &descriptor, false)?;
                code.push(0xb8);
                code.extend(method.to_be_bytes());
                Some(())
            }
            (None, Some(to)) => {
                // The box that is given may be of a narrower number.
                let text = class_constant_text(self.symbols, from);
                let given = PRIMITIVES.into_iter().find(|&primitive| boxed(primitive).0 == &text[..]);
                let unboxed = given.unwrap_or(to);
                let (class, value) = boxed(unboxed);
                self.cast(class, code)?;
                let method = self.member(class, value, &[b'(', b')', letter(unboxed)], false)?;
                code.push(0xb6);
                code.extend(method.to_be_bytes());
                widen(unboxed, to, code)
            }
            (None, None) => {
                let text = class_constant_text(self.symbols, to);
                if from != to && text != b"java/lang/Object" {
                    self.cast(&text, code)?;
                }
                Some(())
            }
        }
    }

    fn cast(&mut self, class: &[u8], code: &mut Vec<u8>) -> Option<()> {
        let class = self.class_constant(class)?;
        code.push(0xc0);
        code.extend(class.to_be_bytes());
        Some(())
    }

    /// All parts, one after the other.
    fn finish(self) -> Result<Box<[u8]>> {
        let Writer { class, old, pool, next, methods, bootstraps, known, count, .. } = self;
        let first = class.methods.first().map_or(class.attributes, |method| method.attributes - 6) as usize;
        let (constants, attributes) = (class.pool.end(), class.attributes as usize);
        let mut new = old[..8].to_vec();
        new.extend(next.to_be_bytes());
        new.extend(&old[10..constants]);
        new.extend(pool);
        new.extend(&old[constants..first - 2]);
        new.extend((class.methods.len() as u16).saturating_add(count).to_be_bytes());
        new.extend(&old[first..attributes]);
        new.extend(methods);
        let mut reader = Reader::new(&old, attributes);
        new.extend(reader.u16()?.to_be_bytes());
        while !reader.is_at_end() {
            let start = reader.offset();
            let (name, contents) = read_attribute(&class.pool, &mut Reader::new(&old, start))?;
            reader.skip(6 + contents.len())?;
            if name != b"BootstrapMethods" {
                new.extend(&old[start..reader.offset()]);
                continue;
            }
            new.extend(&old[start..start + 2]);
            new.extend(((contents.len() + bootstraps.len()) as u32).to_be_bytes());
            new.extend((known.len() as u16).saturating_add(count).to_be_bytes());
            new.extend(&contents[2..]);
            new.extend(&bootstraps);
        }
        Ok(new.into())
    }
}

/// The order of loads and returns: int, long, float, double, reference.
fn shape(ty: Type) -> u8 {
    match ty.kind() {
        Kind::Void | Kind::Int => 0,
        Kind::Long => 1,
        Kind::Float => 2,
        Kind::Double => 3,
        Kind::Ref => 4,
    }
}

fn width(ty: Type) -> u16 {
    if ty.kind().is_wide() { 2 } else { 1 }
}

fn primitive(ty: Type) -> Option<Primitive> {
    match ty.base() {
        Base::Primitive(primitive) if !ty.is_array() => Some(primitive),
        _ => None,
    }
}

const PRIMITIVES: [Primitive; 8] = [
    Primitive::Boolean,
    Primitive::Byte,
    Primitive::Char,
    Primitive::Short,
    Primitive::Int,
    Primitive::Long,
    Primitive::Float,
    Primitive::Double,
];

fn letter(primitive: Primitive) -> u8 {
    b"ZBCSIJFD"[primitive as usize]
}

/// The class of a primitive type's boxes, and its method that gives the value.
fn boxed(primitive: Primitive) -> (&'static [u8], &'static [u8]) {
    match primitive {
        Primitive::Boolean => (b"java/lang/Boolean", b"booleanValue"),
        Primitive::Byte => (b"java/lang/Byte", b"byteValue"),
        Primitive::Char => (b"java/lang/Character", b"charValue"),
        Primitive::Short => (b"java/lang/Short", b"shortValue"),
        Primitive::Int => (b"java/lang/Integer", b"intValue"),
        Primitive::Long => (b"java/lang/Long", b"longValue"),
        Primitive::Float => (b"java/lang/Float", b"floatValue"),
        Primitive::Double => (b"java/lang/Double", b"doubleValue"),
    }
}

/// Widens a number; what no call allows has no code.
fn widen(from: Primitive, to: Primitive, code: &mut Vec<u8>) -> Option<()> {
    let kind = |primitive| Type::primitive(primitive).kind();
    code.extend(match (kind(from), kind(to)) {
        (from, to) if from == to => None,
        (Kind::Int, Kind::Long) => Some(0x85),
        (Kind::Int, Kind::Float) => Some(0x86),
        (Kind::Int, Kind::Double) => Some(0x87),
        (Kind::Long, Kind::Float) => Some(0x89),
        (Kind::Long, Kind::Double) => Some(0x8a),
        (Kind::Float, Kind::Double) => Some(0x8d),
        _ => return None,
    });
    Some(())
}

/// What a constant says that names a class or an array type.
fn class_constant_text(symbols: &Symbols, ty: Type) -> Vec<u8> {
    match ty.class_name() {
        Some(name) => symbols.bytes(name).to_vec(),
        None => type_text(symbols, ty),
    }
}

fn type_text(symbols: &Symbols, ty: Type) -> Vec<u8> {
    let mut text = vec![b'['; usize::from(ty.dimensions())];
    match ty.base() {
        Base::Primitive(primitive) => text.push(letter(primitive)),
        Base::Class(name) => text.extend([b"L", symbols.bytes(name), b";"].concat()),
    }
    text
}

fn descriptor(symbols: &Symbols, parameters: &[Type], result: Option<Type>) -> Vec<u8> {
    let mut text = vec![b'('];
    parameters.iter().for_each(|&ty| text.extend(type_text(symbols, ty)));
    text.push(b')');
    match result {
        Some(ty) => text.extend(type_text(symbols, ty)),
        None => text.push(b'V'),
    }
    text
}
