//! Bodies as text: one line per instruction, with offsets, source lines and variable names.
//!
//! ```text
//! b2: ← b1 b4  (catches: b6)                          offset 8
//!   v7 = phi int [b1: v3] [b4: v12]                     line 14  i
//! ```

use std::fmt::{self, Write};

use super::{Body, Const, Inst, InstId, InvokeKind, Value, ValueList};
use crate::classfile::{HandleMember, Loadable, MethodHandle};
use crate::dynamic::{Dynamic, Meaning};
use crate::program::Program;
use crate::symbols::{FieldRef, MethodRef, Symbols};
use crate::types::Kind;

/// A body that can be printed.
#[derive(Debug)]
pub struct BodyDisplay<'a> {
    body: &'a Body,
    program: &'a Program,
}

impl Body {
    /// The body as readable text.
    pub fn display<'a>(&'a self, program: &'a Program) -> BodyDisplay<'a> {
        BodyDisplay { body: self, program }
    }
}

/// Where the line numbers start.
const COLUMN: usize = 76;

impl fmt::Display for BodyDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for block in self.body.blocks() {
            let mut head = format!("{block}:");
            if !self.body.preds(block).is_empty() {
                let _ = write!(head, " ← {}", join(self.body.preds(block)));
            }
            if !self.body.pads(block).is_empty() {
                let _ = write!(head, "  (catches: {})", join(self.body.pads(block)));
            }
            if self.body.block(block).is_pad {
                head.push_str("  (landing pad)");
            }
            writeln!(f, "{head}")?;
            for inst in self.body.block_insts(block) {
                self.line(f, inst)?;
            }
        }
        Ok(())
    }
}

impl BodyDisplay<'_> {
    fn line(&self, f: &mut fmt::Formatter<'_>, inst: InstId) -> fmt::Result {
        let mut text = String::from("  ");
        if self.body.kind(inst) != Kind::Void {
            let _ = write!(text, "{inst} = ");
        }
        text.push_str(&self.inst(inst));
        let width = text.chars().count();
        text.extend(std::iter::repeat_n(' ', COLUMN.saturating_sub(width)));
        let _ = write!(text, " ; @{}", self.body.pc(inst));
        if let Some(line) = self.body.line(inst) {
            let _ = write!(text, " line {line}");
        }
        for name in self.body.names(inst) {
            let _ = write!(text, " {}", self.program.symbols().text(name));
        }
        writeln!(f, "{text}")
    }

    /// One instruction, without its place.
    pub fn inst(&self, id: InstId) -> String {
        let (body, symbols) = (self.body, self.program.symbols());
        let block = || body.block_of(id);
        match body.inst(id) {
            Inst::Param(index) => format!("param {index} {}", body.kind(id)),
            Inst::Phi(list) => {
                let mut text = format!("phi {}", body.kind(id));
                for (pred, value) in body.preds(block()).iter().zip(body.list(list)) {
                    let _ = write!(text, " [{pred}: {value}]");
                }
                text
            }
            Inst::Catch(None) => "catch any".to_owned(),
            Inst::Catch(Some(ty)) => format!("catch {}", ty.display(symbols)),
            Inst::Const(constant) => self.constant(constant),
            Inst::Unary(op, a) => format!("{op:?} {a}"),
            Inst::Binary(op, a, b) => format!("{op:?} {a}, {b}"),
            Inst::New(class) => format!("new {}", symbols.text(class).replace('/', ".")),
            Inst::NewArray(element, length) => format!("new {}[{length}]", element.display(symbols)),
            Inst::NewMultiArray(ty, list) => format!("new {} by {}", ty.display(symbols), self.args(list)),
            Inst::ArrayLength(array) => format!("length of {array}"),
            Inst::ArrayLoad(element, array, index) => format!("{array}[{index}] as {element:?}"),
            Inst::ArrayStore(element, array, index, value) => {
                format!("{array}[{index}] := {value} as {element:?}")
            }
            Inst::GetField(field, object) => format!("{object}.{}", display_field(symbols, field)),
            Inst::PutField(field, object, value) => {
                format!("{object}.{} := {value}", display_field(symbols, field))
            }
            Inst::GetStatic(field) => format!("static {}", display_field(symbols, field)),
            Inst::PutStatic(field, value) => format!("static {} := {value}", display_field(symbols, field)),
            Inst::Invoke(kind, method, list) => {
                let kind = match kind {
                    InvokeKind::Virtual => "virtual",
                    InvokeKind::Special => "special",
                    InvokeKind::Static => "static",
                    InvokeKind::Interface => "interface",
                };
                format!("call {kind} {}{}", display_method(symbols, method), self.args(list))
            }
            Inst::InvokeDynamic(site, list) => {
                format!("dynamic {}{}", self.dynamic(body.dynamic(site)), self.args(list))
            }
            Inst::CheckCast(ty, value) => format!("cast {value} to {}", ty.display(symbols)),
            Inst::InstanceOf(ty, value) => format!("{value} instanceof {}", ty.display(symbols)),
            Inst::MonitorEnter(object) => format!("lock {object}"),
            Inst::MonitorExit(object) => format!("unlock {object}"),
            Inst::Goto => format!("goto {}", join(body.succs(block()))),
            Inst::If(condition, a, b) => match body.succs(block()) {
                [then, otherwise] => format!("if {a} {condition:?} {b} then {then} else {otherwise}"),
                _ => format!("if {a} {condition:?} {b}"),
            },
            Inst::Switch(value, table) => {
                let (table, succs) = (body.switch(table), body.succs(block()));
                let target =
                    |index: u32| succs.get(index as usize).map_or(String::new(), ToString::to_string);
                let mut text = format!("switch {value}");
                for &(key, succ) in &table.cases {
                    let _ = write!(text, " {key}: {}", target(succ));
                }
                let _ = write!(text, " else {}", target(table.default));
                text
            }
            Inst::Return(None) => "return".to_owned(),
            Inst::Return(Some(value)) => format!("return {value}"),
            Inst::Throw(value) => format!("throw {value}"),
        }
    }

    fn args(&self, list: ValueList) -> String {
        let args: Vec<_> = self.body.list(list).iter().map(Value::to_string).collect();
        format!("({})", args.join(", "))
    }

    fn constant(&self, constant: Const) -> String {
        let symbols = self.program.symbols();
        match constant {
            Const::Null => "null".to_owned(),
            Const::Int(value) => format!("{value}"),
            Const::Long(value) => format!("{value}L"),
            Const::Float(bits) => format!("{:?}f", f32::from_bits(bits)),
            Const::Double(bits) => format!("{:?}", f64::from_bits(bits)),
            Const::String(text) => format!("{:?}", symbols.text(text)),
            Const::Class(ty) => format!("{}.class", ty.display(symbols)),
            Const::MethodType(descriptor) => {
                format!("method type {}", symbols.text(symbols.descriptor_data(descriptor).text))
            }
            Const::MethodHandle(id) => format!("handle {}", display_handle(symbols, self.body.handle(id))),
            Const::Dynamic(id) => format!("constant {}", self.dynamic(self.body.dynamic(id))),
            Const::ReturnAddress(pc) => format!("return address {pc}"),
        }
    }

    fn dynamic(&self, dynamic: &Dynamic) -> String {
        let symbols = self.program.symbols();
        let loadables = |items: &[Loadable]| {
            let items: Vec<_> = items.iter().map(|item| display_loadable(symbols, item)).collect();
            items.join(", ")
        };
        match &dynamic.meaning {
            Meaning::Lambda(lambda) => {
                let interface = lambda.interface.display(symbols);
                format!("lambda {interface} by {}", display_handle(symbols, lambda.implementation))
            }
            Meaning::Concat(concat) => match concat.recipe {
                Some(recipe) => format!("concat {:?}", symbols.text(recipe)),
                None => "concat".to_owned(),
            },
            Meaning::RecordMethod { class, .. } => {
                format!("record {}.{}", class.display(symbols), symbols.text(dynamic.name))
            }
            Meaning::TypeSwitch { labels } => format!("type switch [{}]", loadables(labels)),
            Meaning::EnumSwitch { labels } => format!("enum switch [{}]", loadables(labels)),
            Meaning::Constant { bootstrap, arguments } => {
                let name = symbols.text(dynamic.name);
                format!("{} {name} [{}]", symbols.text(*bootstrap), loadables(arguments))
            }
            Meaning::DeserializeLambda { .. } => "deserialize lambda".to_owned(),
            Meaning::Unknown { bootstrap, .. } => {
                format!("unknown {} by {}", symbols.text(dynamic.name), display_handle(symbols, *bootstrap))
            }
        }
    }
}

fn join<T: fmt::Display>(items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(T::to_string).collect();
    items.join(" ")
}

/// `package.Class.field`.
pub fn display_field(symbols: &Symbols, field: FieldRef) -> String {
    let data = symbols.field_data(field);
    format!("{}.{}", symbols.text(data.owner).replace('/', "."), symbols.text(data.name))
}

/// `package.Class.method`.
pub fn display_method(symbols: &Symbols, method: MethodRef) -> String {
    let data = symbols.method_data(method);
    format!("{}.{}", data.owner.display(symbols), symbols.text(data.name))
}

fn display_handle(symbols: &Symbols, handle: MethodHandle) -> String {
    match handle.member {
        HandleMember::Field(field) => format!("{:?} {}", handle.kind, display_field(symbols, field)),
        HandleMember::Method(method) => format!("{:?} {}", handle.kind, display_method(symbols, method)),
    }
}

fn display_loadable(symbols: &Symbols, item: &Loadable) -> String {
    match item {
        Loadable::Int(value) => value.to_string(),
        Loadable::Float(value) => format!("{value:?}f"),
        Loadable::Long(value) => format!("{value}L"),
        Loadable::Double(value) => format!("{value:?}"),
        Loadable::String(text) => format!("{:?}", symbols.text(*text)),
        Loadable::Class(ty) => format!("{}.class", ty.display(symbols)),
        Loadable::MethodType(descriptor) => {
            symbols.text(symbols.descriptor_data(*descriptor).text).into_owned()
        }
        Loadable::MethodHandle(handle) => display_handle(symbols, *handle),
        Loadable::Dynamic(site) => format!("dynamic {}", symbols.text(site.name)),
    }
}
