//! A tiny assembler, for bytecode that javac never emits: text in, a class file of version 48 out.
//!
//! `.super class` stands first, when it is not `Object`. A static method starts with `.method name
//! descriptor`, another one with `.instance name descriptor`; it ends where the next one starts. Lines hold a
//! label (`here:`), an instruction with its operands, `.catch class from to handler` (`any` for all
//! exceptions), `.locals count` (30 unless told), or `.run value …`, which makes `main` print the result of the method for each `int`.
//! `tableswitch low L1 L2 else L3` and `lookupswitch 5:L1 else L3` are as javap prints them, in a line.
//! Version 48 has `jsr` and no stack maps; the JVM verifies it by inference.

mod class;
mod opcodes;

use std::collections::BTreeMap;

use class::{AssembledMethod, class_file};
use deadheat_harness::PoolWriter;
use opcodes::{Operand, opcode, operand};

/// A method on its way to the class file.
#[derive(Debug, Default)]
struct Method {
    name: String,
    descriptor: String,
    is_instance: bool,
    lines: Vec<String>,
    runs: Vec<String>,
}

/// Assembles a class; `main` prints what the `.run` lines ask for.
pub(crate) fn assemble(name: &str, text: &str) -> Vec<u8> {
    let mut methods: Vec<Method> = Vec::new();
    let mut parent = "java/lang/Object".to_owned();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    for line in lines.filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (words[0], methods.last_mut()) {
            (".super", _) => parent = words[1].to_owned(),
            (".method" | ".instance", _) => methods.push(Method {
                name: words[1].to_owned(),
                descriptor: words[2].to_owned(),
                is_instance: words[0] == ".instance",
                ..Method::default()
            }),
            (".run", Some(method)) => method.runs.extend(words[1..].iter().map(|&word| word.to_owned())),
            (_, Some(method)) => method.lines.push(line.to_owned()),
            (_, None) => panic!("{name}: {line} stands before any method"),
        }
    }
    methods.push(main_method(name, &methods));
    let mut pool = PoolWriter::default();
    let codes: Vec<AssembledMethod> = methods
        .iter()
        .map(|method| {
            let code = Assembly::new(&mut pool, &format!("{name}.{}", method.name)).code(&method.lines);
            let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
            AssembledMethod { name, descriptor, is_instance: method.is_instance, code }
        })
        .collect();
    class_file(pool, name, &parent, &codes)
}

/// Calls each method with its values, prints the result or the exception's class.
fn main_method(class: &str, methods: &[Method]) -> Method {
    let mut main = Method {
        name: "main".to_owned(),
        descriptor: "([Ljava/lang/String;)V".to_owned(),
        ..Method::default()
    };
    let mut number = 0;
    for method in methods {
        for value in &method.runs {
            number += 1;
            let call = [
                "getstatic java/lang/System out Ljava/io/PrintStream;".to_owned(),
                format!("from{number}:"),
                format!("ldc {value}"),
                format!("invokestatic {class} {} {}", method.name, method.descriptor),
                "invokevirtual java/io/PrintStream println (I)V".to_owned(),
                format!("goto next{number}"),
                format!("to{number}:"),
                "invokevirtual java/lang/Object getClass ()Ljava/lang/Class;".to_owned(),
                "invokevirtual java/lang/Class getName ()Ljava/lang/String;".to_owned(),
                "astore_0".to_owned(),
                "getstatic java/lang/System out Ljava/io/PrintStream;".to_owned(),
                "aload_0".to_owned(),
                "invokevirtual java/io/PrintStream println (Ljava/lang/String;)V".to_owned(),
                format!("next{number}:"),
                format!(".catch any from{number} to{number} to{number}"),
            ];
            main.lines.extend(call);
        }
    }
    main.lines.push("return".to_owned());
    main
}

/// The assembly of one method.
struct Assembly<'a> {
    pool: &'a mut PoolWriter,
    method: &'a str,
    code: Vec<u8>,
    labels: BTreeMap<String, usize>,
    /// Where an offset is to be written, how wide, the instruction that it counts from, the label.
    fixes: Vec<(usize, usize, usize, String)>,
    catches: Vec<[String; 4]>,
    locals: u16,
}

impl<'a> Assembly<'a> {
    fn new(pool: &'a mut PoolWriter, method: &'a str) -> Assembly<'a> {
        let (code, labels) = (Vec::new(), BTreeMap::new());
        Assembly { pool, method, code, labels, fixes: Vec::new(), catches: Vec::new(), locals: 30 }
    }

    /// The contents of the `Code` attribute.
    fn code(mut self, lines: &[String]) -> Vec<u8> {
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [label] if label.ends_with(':') => {
                    let old = self.labels.insert(label.trim_end_matches(':').to_owned(), self.code.len());
                    assert!(old.is_none(), "{}: {label} twice", self.method);
                }
                [".locals", count] => self.locals = self.number(count),
                [".catch", class, from, to, handler] => {
                    self.catches.push([class, from, to, handler].map(str::to_owned));
                }
                _ => self.instruction(&words),
            }
        }
        for (at, width, start, label) in std::mem::take(&mut self.fixes) {
            let offset = self.label(&label) as i64 - start as i64;
            let bytes = offset.to_be_bytes();
            self.code[at..at + width].copy_from_slice(&bytes[8 - width..]);
        }
        let mut attribute = Vec::new();
        // Room for every stack: how much is needed is not what is tested.
        attribute.extend(40u16.to_be_bytes());
        attribute.extend(self.locals.to_be_bytes());
        attribute.extend((self.code.len() as u32).to_be_bytes());
        attribute.extend(&self.code);
        attribute.extend((self.catches.len() as u16).to_be_bytes());
        for [class, from, to, handler] in &self.catches {
            for label in [from, to, handler] {
                attribute.extend((self.label(label) as u16).to_be_bytes());
            }
            let class = if class == "any" { 0 } else { self.pool.class(class) };
            attribute.extend(class.to_be_bytes());
        }
        attribute.extend([0, 0]);
        attribute
    }

    fn label(&self, name: &str) -> usize {
        *self.labels.get(name).unwrap_or_else(|| panic!("{}: there is no label {name}", self.method))
    }

    fn number<T: std::str::FromStr>(&self, word: &str) -> T {
        word.parse().unwrap_or_else(|_| panic!("{}: {word} is no number", self.method))
    }

    fn branch(&mut self, start: usize, width: usize, label: &str) {
        self.fixes.push((self.code.len(), width, start, label.to_owned()));
        self.code.extend(&[0; 4][..width]);
    }

    fn instruction(&mut self, words: &[&str]) {
        let start = self.code.len();
        let (wide, words) = match words {
            ["wide", rest @ ..] => (true, rest),
            _ => (false, words),
        };
        if wide {
            self.code.push(opcode("wide"));
        }
        let code = opcode(words[0]);
        self.code.push(code);
        let words = &words[1..];
        match operand(code) {
            Operand::None => {}
            Operand::Byte => self.code.push(self.number::<i8>(words[0]) as u8),
            Operand::Short => self.code.extend(self.number::<i16>(words[0]).to_be_bytes()),
            Operand::Local if wide => self.code.extend(self.number::<u16>(words[0]).to_be_bytes()),
            Operand::Local => self.code.push(self.number(words[0])),
            Operand::Increment if wide => {
                self.code.extend(self.number::<u16>(words[0]).to_be_bytes());
                self.code.extend(self.number::<i16>(words[1]).to_be_bytes());
            }
            Operand::Increment => {
                self.code.push(self.number(words[0]));
                self.code.push(self.number::<i8>(words[1]) as u8);
            }
            Operand::Branch(width) => self.branch(start, width, words[0]),
            Operand::Constant(width) => {
                let index = self.pool.constant(words[0]);
                self.code.extend(&index.to_be_bytes()[2 - width..]);
            }
            Operand::Class => self.code.extend(self.pool.class(words[0]).to_be_bytes()),
            Operand::Member(tag) => {
                self.code.extend(self.pool.member(tag, words[0], words[1], words[2]).to_be_bytes());
            }
            Operand::MultiArray => {
                self.code.extend(self.pool.class(words[0]).to_be_bytes());
                self.code.push(self.number(words[1]));
            }
            Operand::Switch => self.switch(start, code == opcode("tableswitch"), words),
        }
    }

    fn switch(&mut self, start: usize, is_table: bool, words: &[&str]) {
        while !self.code.len().is_multiple_of(4) {
            self.code.push(0);
        }
        let [words @ .., "else", default] = words else { panic!("{}: no default", self.method) };
        self.branch(start, 4, default);
        if is_table {
            let low: i32 = self.number(words[0]);
            let high = low + (words.len() as i32 - 2);
            self.code.extend(low.to_be_bytes());
            self.code.extend(high.to_be_bytes());
            for label in &words[1..] {
                self.branch(start, 4, label);
            }
        } else {
            self.code.extend((words.len() as u32).to_be_bytes());
            for case in words {
                let (key, label) = case.split_once(':').expect("key:label");
                let key: i32 = self.number(key);
                self.code.extend(key.to_be_bytes());
                self.branch(start, 4, label);
            }
        }
    }
}
