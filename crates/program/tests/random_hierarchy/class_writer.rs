//! Writes class files with straight-line code: no frames are needed, so this stays small.

use std::collections::BTreeMap;

use deadheat_program::ir::InvokeKind;

/// A class file in the making.
#[derive(Debug)]
pub(super) struct ClassWriter {
    pool: Vec<u8>,
    next: u16,
    known: BTreeMap<Vec<u8>, u16>,
    methods: Vec<u8>,
    count: u16,
}

impl Default for ClassWriter {
    fn default() -> ClassWriter {
        ClassWriter { pool: Vec::new(), next: 1, known: BTreeMap::new(), methods: Vec::new(), count: 0 }
    }
}

const VERSION: u16 = 55;

impl ClassWriter {
    fn constant(&mut self, entry: Vec<u8>) -> u16 {
        if let Some(&index) = self.known.get(&entry) {
            return index;
        }
        self.pool.extend(&entry);
        self.known.insert(entry, self.next);
        self.next += 1;
        self.next - 1
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let length = (text.len() as u16).to_be_bytes();
        self.constant([&[1], &length[..], text.as_bytes()].concat())
    }

    fn numbers(&mut self, tag: u8, parts: &[u16]) -> u16 {
        let parts = parts.iter().flat_map(|part| part.to_be_bytes());
        self.constant(std::iter::once(tag).chain(parts).collect())
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.numbers(7, &[name])
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name, descriptor) = (self.class(class), self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.numbers(12, &[name, descriptor]);
        self.numbers(tag, &[class, name_and_type])
    }

    /// Adds a method with the descriptor `()V`.
    pub(super) fn method(&mut self, flags: u16, name: &str, code: Option<Vec<u8>>) {
        let (name, descriptor) = (self.utf8(name), self.utf8("()V"));
        let head = [flags, name, descriptor, u16::from(code.is_some())];
        self.methods.extend(head.iter().flat_map(|part| part.to_be_bytes()));
        if let Some(code) = code {
            let attribute = self.utf8("Code");
            self.methods.extend(attribute.to_be_bytes());
            self.methods.extend((code.len() as u32 + 12).to_be_bytes());
            // Three words of stack, one variable, no handlers, no attributes.
            self.methods.extend([0, 3, 0, 1]);
            self.methods.extend((code.len() as u32).to_be_bytes());
            self.methods.extend(code);
            self.methods.extend([0; 4]);
        }
        self.count += 1;
    }

    pub(super) fn finish(mut self, flags: u16, name: &str, superclass: &str, interfaces: &[&str]) -> Vec<u8> {
        let (name, superclass) = (self.class(name), self.class(superclass));
        let interfaces: Vec<u16> = interfaces.iter().map(|interface| self.class(interface)).collect();
        let mut numbers = vec![flags, name, superclass, interfaces.len() as u16];
        numbers.extend(&interfaces);
        numbers.extend([0, self.count]);
        let mut file = 0xcafe_babe_u32.to_be_bytes().to_vec();
        file.extend([0, 0]);
        file.extend(VERSION.to_be_bytes());
        file.extend(self.next.to_be_bytes());
        file.extend(&self.pool);
        file.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        file.extend(&self.methods);
        file.extend([0, 0]);
        file
    }
}

/// The code of one method.
pub(super) struct Code<'a> {
    writer: &'a mut ClassWriter,
    bytes: Vec<u8>,
}

impl<'a> Code<'a> {
    pub(super) fn new(writer: &'a mut ClassWriter) -> Code<'a> {
        Code { writer, bytes: Vec::new() }
    }

    fn with_index(&mut self, opcode: u8, index: u16) {
        self.bytes.push(opcode);
        self.bytes.extend(index.to_be_bytes());
    }

    pub(super) fn aload_0(&mut self) {
        self.bytes.push(0x2a);
    }

    pub(super) fn ret(&mut self) {
        self.bytes.push(0xb1);
    }

    /// `new C()`, left on the stack.
    pub(super) fn new_object(&mut self, class: &str) {
        let index = self.writer.class(class);
        self.with_index(0xbb, index);
        self.bytes.push(0x59);
        self.invoke(InvokeKind::Special, class, "<init>", false);
    }

    pub(super) fn invoke(&mut self, kind: InvokeKind, class: &str, name: &str, interface: bool) {
        let index = self.writer.member(if interface { 11 } else { 10 }, class, name, "()V");
        match kind {
            InvokeKind::Virtual => self.with_index(0xb6, index),
            InvokeKind::Special => self.with_index(0xb7, index),
            InvokeKind::Static => self.with_index(0xb8, index),
            InvokeKind::Interface => {
                self.with_index(0xb9, index);
                self.bytes.extend([1, 0]);
            }
        }
    }

    /// Prints two blanks and a text.
    pub(super) fn say(&mut self, text: &str) {
        let out = self.writer.member(9, "java/lang/System", "out", "Ljava/io/PrintStream;");
        self.with_index(0xb2, out);
        let text = self.writer.utf8(&format!("  {text}"));
        let text = self.writer.numbers(8, &[text]);
        self.with_index(0x13, text);
        let println = self.writer.member(10, "java/io/PrintStream", "println", "(Ljava/lang/String;)V");
        self.with_index(0xb6, println);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
