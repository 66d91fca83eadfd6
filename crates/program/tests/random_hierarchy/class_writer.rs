//! Writes class files with straight-line code: no frames are needed, so this stays small.

use deadheat_harness::PoolWriter;
use deadheat_program::ir::InvokeKind;

/// A class file in the making.
#[derive(Debug, Default)]
pub(super) struct ClassWriter {
    pool: PoolWriter,
    methods: Vec<u8>,
    count: u16,
}

const VERSION: u16 = 55;

impl ClassWriter {
    /// Adds a method with the descriptor `()V`.
    pub(super) fn method(&mut self, flags: u16, name: &str, code: Option<Vec<u8>>) {
        let (name, descriptor) = (self.pool.utf8(name), self.pool.utf8("()V"));
        let head = [flags, name, descriptor, u16::from(code.is_some())];
        self.methods.extend(head.iter().flat_map(|part| part.to_be_bytes()));
        if let Some(code) = code {
            let attribute = self.pool.utf8("Code");
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
        let (name, superclass) = (self.pool.class(name), self.pool.class(superclass));
        let interfaces: Vec<u16> = interfaces.iter().map(|interface| self.pool.class(interface)).collect();
        let mut numbers = vec![flags, name, superclass, interfaces.len() as u16];
        numbers.extend(&interfaces);
        numbers.extend([0, self.count]);
        let mut file = 0xcafe_babe_u32.to_be_bytes().to_vec();
        file.extend([0, 0]);
        file.extend(VERSION.to_be_bytes());
        file.extend(self.pool.finish());
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
        let index = self.writer.pool.class(class);
        self.with_index(0xbb, index);
        self.bytes.push(0x59);
        self.invoke(InvokeKind::Special, class, "<init>", false);
    }

    pub(super) fn invoke(&mut self, kind: InvokeKind, class: &str, name: &str, interface: bool) {
        let index = self.writer.pool.member(if interface { 11 } else { 10 }, class, name, "()V");
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
        let out = self.writer.pool.member(9, "java/lang/System", "out", "Ljava/io/PrintStream;");
        self.with_index(0xb2, out);
        let text = self.writer.pool.string(&format!("  {text}"));
        self.with_index(0x13, text);
        let println = self.writer.pool.member(10, "java/io/PrintStream", "println", "(Ljava/lang/String;)V");
        self.with_index(0xb6, println);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
