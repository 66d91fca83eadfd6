//! Checks in the words of the source.

use deadheat_program::Symbols;
use deadheat_program::classfile::Flags;
use deadheat_program::ir::{BinaryOp, Const, Inst, Value};

use super::checks::{Check, Part, Target};
use super::linear::Linear;
use super::paths::{Path, PathId, Paths};

/// How deep a value is told.
const DEPTH: u32 = 6;

/// Names for values.
pub(crate) struct Words<'p> {
    pub(crate) paths: &'p Paths<'p>,
    pub(crate) symbols: &'p Symbols,
}

impl Words<'_> {
    /// `write this.x/y/z`.
    pub(crate) fn check(&self, check: &Check) -> String {
        let how = if check.is_write { "write" } else { "read" };
        let target = match check.target {
            Some(Target::Value(value)) => self.value(value, DEPTH),
            Some(Target::InLoop(path)) => self.base(path),
            None => String::new(),
        };
        let name = |field| self.symbols.text(self.symbols.field_data(field).name).into_owned();
        match &check.part {
            Part::Fields(fields) => {
                let names: Vec<String> = fields.iter().map(|&(field, _)| name(field)).collect();
                format!("{how} {target}.{}", names.join("/"))
            }
            Part::Static(field) => {
                let owner = self.symbols.text(self.symbols.field_data(*field).owner);
                format!("{how} {}.{}", owner.rsplit(['/', '$']).next().unwrap_or_default(), name(*field))
            }
            Part::Element(id) => format!("{how} {target}[{}]", self.index(*id, 0)),
            Part::Row(id, from, to, step) => {
                let (from, to) = (self.index(*id, *from), self.index(*id, *to));
                format!("{how} {target}[{from}..{to}{}]", stride(*step))
            }
            Part::Range(low, high, step) => {
                format!(
                    "{how} {target}[{}..{}{}]",
                    self.sum(low, DEPTH),
                    self.sum(high, DEPTH),
                    stride(*step)
                )
            }
        }
    }

    fn base(&self, path: PathId) -> String {
        match self.paths.path(path) {
            Path::InLoop { path, .. } => self.base(*path),
            Path::Field { object, .. } => self.value(*object, DEPTH),
            Path::Element { array, .. } | Path::Range { array, .. } => self.value(*array, DEPTH),
            Path::Static { .. } => String::new(),
        }
    }

    fn index(&self, path: PathId, plus: i32) -> String {
        match self.paths.path(path) {
            Path::InLoop { path, .. } => self.index(*path, plus),
            Path::Element { index, .. } => self.sum(&index.plus(plus), DEPTH),
            _ => String::new(),
        }
    }

    /// A sum: by the name of a variable that has just this value, if there is one.
    fn sum(&self, sum: &Linear, depth: u32) -> String {
        if sum.constant != 0 && !sum.terms.is_empty() {
            let body = self.paths.body;
            let is_same =
                |value: &Value| body.names(*value).next().is_some() && Linear::of(body, *value) == *sum;
            if let Some(value) = body.insts().find(is_same) {
                return self.value(value, depth);
            }
        }
        let mut text = String::new();
        for &(value, factor) in &sum.terms {
            let name = self.value(value, depth);
            let sign = if factor < 0 {
                "-"
            } else if text.is_empty() {
                ""
            } else {
                "+"
            };
            let factor = factor.unsigned_abs();
            text += &if factor == 1 { format!("{sign}{name}") } else { format!("{sign}{factor}*{name}") };
        }
        match sum.constant {
            0 if !text.is_empty() => text,
            constant if constant < 0 || text.is_empty() => format!("{text}{constant}"),
            constant => format!("{text}+{constant}"),
        }
    }

    /// A value: by the name of its variable, or as it was made.
    fn value(&self, value: Value, depth: u32) -> String {
        let (body, symbols) = (self.paths.body, self.symbols);
        if let Some(name) = body.names(value).next() {
            return symbols.text(name).into_owned();
        }
        let part = |value| self.value(value, depth.saturating_sub(1));
        let field = |field| symbols.text(symbols.field_data(field).name).into_owned();
        match body.inst(value) {
            _ if depth == 0 => "…".to_owned(),
            Inst::Param(0) if !body.flags.has(Flags::STATIC) => "this".to_owned(),
            Inst::Param(number) => format!("parameter {number}"),
            Inst::Const(Const::Int(number)) => number.to_string(),
            Inst::Const(Const::Null) => "null".to_owned(),
            Inst::GetField(name, base) => format!("{}.{}", part(base), field(name)),
            Inst::GetStatic(name) => field(name),
            Inst::ArrayLoad(_, array, index) => format!("{}[{}]", part(array), part(index)),
            Inst::ArrayLength(array) => format!("{}.length", part(array)),
            Inst::CheckCast(_, same) => part(same),
            Inst::Invoke(_, method, _) => {
                format!("{}()", symbols.text(symbols.method_data(method).name))
            }
            Inst::Binary(BinaryOp::AddInt, left, right) => format!("{}+{}", part(left), part(right)),
            Inst::Binary(BinaryOp::SubInt, left, right) => format!("{}-{}", part(left), part(right)),
            Inst::Binary(BinaryOp::MulInt, left, right) => format!("{}*{}", part(left), part(right)),
            Inst::New(_) | Inst::NewArray(..) | Inst::NewMultiArray(..) => "new".to_owned(),
            _ => "?".to_owned(),
        }
    }
}

fn stride(step: i32) -> String {
    if step == 1 { String::new() } else { format!(":{step}") }
}
