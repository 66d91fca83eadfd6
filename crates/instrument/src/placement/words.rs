//! Checks in the words of the source.

use deadheat_program::Symbols;
use deadheat_program::classfile::Flags;
use deadheat_program::ir::{BinaryOp, BlockId, Const, Inst, InstId, Value};

use super::checks::{Check, Part, Target};
use super::linear::Linear;
use super::paths::{Path, PathId, Paths};

/// How deep a value is told.
const DEPTH: u32 = 6;

/// Names for values.
pub(crate) struct Words<'p> {
    pub(crate) paths: &'p Paths<'p>,
    pub(crate) symbols: &'p Symbols,
    /// Where the check is: in this block, before this instruction, or at its end.
    pub(crate) block: BlockId,
    pub(crate) before: Option<InstId>,
}

impl Words<'_> {
    /// `write this.x/y/z`.
    pub(crate) fn check(&self, check: &Check) -> String {
        let how = if check.is_write { "write" } else { "read" };
        let target = match check.target {
            Some(Target::Value(value)) => self.value(value, DEPTH),
            Some(Target::InLoop(path) | Target::First(path)) => self.base(path),
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
            Part::Range(low, high, step, more) => {
                let (low, high) = (self.sum(low, DEPTH), self.sum(&high.plus(*more), DEPTH));
                format!("{how} {target}[{low}..{high}{}]", stride(*step))
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

    /// Whether a variable has got a value by now.
    fn is_set(&self, value: Value) -> bool {
        let body = self.paths.body;
        let block = body.block_of(value);
        body.names(value).next().is_some()
            && match block == self.block {
                true => self.before.is_none_or(|before| value < before),
                false => self.paths.dominators.dominates(block, self.block),
            }
    }

    /// A sum, by the values that variables have by now.
    fn sum(&self, sum: &Linear, depth: u32) -> String {
        let body = self.paths.body;
        let mut sum = sum.clone();
        // A variable that has moved on is so much ahead.
        for (value, factor) in sum.terms.clone() {
            let name = body.names(value).next();
            let moved =
                body.insts().rev().filter(|&other| other > value && self.is_set(other)).find_map(|other| {
                    let ahead = (&Linear::of(body, other) - &Linear::value(value)).number()?;
                    (body.names(other).next() == name).then_some((other, ahead))
                });
            if let Some((other, ahead)) = moved {
                sum = sum.with(value, &Linear::value(other).plus(ahead.wrapping_neg()));
                debug_assert!(sum.factor(other) == factor, "one value stands for another");
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
