//! What ids need to know of the code: which of a method's accesses stands in a line.
//!
//! Lines change, the order of accesses in a method seldom does. The ordinal of an access is the number of lines before its
//! own, in the order of the code, in which methods of its name access the same field (or elements of arrays, or the same
//! methods of libraries) in the same way. Methods of one name, and all lambdas of a method, count as one, because runs do
//! not tell them apart.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use deadheat_program::ir::{Body, Const, Inst, Value, display_method};
use deadheat_program::symbols::FieldRef;
use deadheat_program::{ClassId, MethodId, Program};
use deadheat_report::Code;
use deadheat_report::finding::{Access, AccessKind, Kind, Location};
use deadheat_report::identity::without_numbers;

use crate::names::field_named;

/// An access in the words in which ordinals are counted, and its line.
type Line = (String, u32);
/// A class, and a name of its methods.
type Named = (ClassId, String);

/// The code of a program.
pub(super) struct ProgramCode<'p> {
    program: &'p Program,
    read: RefCell<BTreeMap<Named, Rc<[Line]>>>,
}

impl<'p> ProgramCode<'p> {
    pub(super) fn new(program: &'p Program) -> ProgramCode<'p> {
        ProgramCode { program, read: RefCell::default() }
    }

    /// All accesses of the methods of one name, in the order of the code.
    fn lines(&self, class: ClassId, method: &str) -> Rc<[Line]> {
        let method = without_numbers(method);
        let key = (class, method.clone());
        if let Some(known) = self.read.borrow().get(&key) {
            return known.clone();
        }
        let mut lines = Vec::new();
        for id in self.program.methods(class).into_iter().flatten() {
            let name = self.program.method(id).map(|it| self.program.symbols().text(it.name).into_owned());
            if name.is_ok_and(|name| without_numbers(&name) == method) {
                self.read_method(id, &mut lines);
            }
        }
        let lines: Rc<[Line]> = lines.into();
        self.read.borrow_mut().insert(key, lines.clone());
        lines
    }

    fn read_method(&self, method: MethodId, lines: &mut Vec<Line>) {
        let Ok(Some(body)) = self.program.lower(method) else { return };
        let symbols = self.program.symbols();
        let mut insts: Vec<_> = body.insts().collect();
        insts.sort_by_key(|&inst| body.pc(inst));
        for inst in insts {
            let Some(line) = body.line(inst) else { continue };
            let field =
                |kind: &str, field| format!("{kind} {}", symbols.text(symbols.field_data(field).name));
            let what = match body.inst(inst) {
                Inst::GetField(it, _) | Inst::GetStatic(it) => field("read", it),
                Inst::PutField(it, ..) | Inst::PutStatic(it, _) => field("write", it),
                Inst::ArrayLoad(..) => "read []".to_owned(),
                Inst::ArrayStore(..) => "write []".to_owned(),
                Inst::Invoke(_, called, _) => format!("call {}", display_method(symbols, called)),
                Inst::If(_, one, other) => match asked_for_null(&body, one, other) {
                    Some(it) => field("asks for", it),
                    None => continue,
                },
                _ => continue,
            };
            lines.push((what, u32::from(line)));
        }
    }
}

/// The field whose value is compared with null.
fn asked_for_null(body: &Body, one: Value, other: Value) -> Option<FieldRef> {
    let is_null = |value: Value| matches!(body.inst(value), Inst::Const(Const::Null));
    let asked = if is_null(other) { one } else { is_null(one).then_some(other)? };
    match body.inst(asked) {
        Inst::GetField(it, _) | Inst::GetStatic(it) => Some(it),
        _ => None,
    }
}

impl Code for ProgramCode<'_> {
    fn ordinal(&self, location: &Location, access: &Access) -> Option<usize> {
        let class = self.program.find_class(&access.class.replace('.', "/"))?;
        let lines = self.lines(class, &access.method);
        let at = access.line?;
        let kind = match access.access {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        };
        let wanted: BTreeSet<&str> = match location.kind {
            Kind::Static | Kind::Field | Kind::Elements => {
                let name = if location.kind == Kind::Elements { "[]" } else { &*location.name };
                let wanted = format!("{kind} {name}");
                lines.iter().map(|(what, _)| &**what).filter(|what| *what == wanted).collect()
            }
            Kind::State => {
                let here = lines.iter().filter(|(what, line)| *line == at && what.starts_with("call java"));
                here.map(|(what, _)| &**what).collect()
            }
        };
        let mut seen: Vec<u32> = Vec::new();
        for (_, line) in lines.iter().filter(|(what, _)| wanted.contains(&**what)) {
            if !seen.contains(line) {
                seen.push(*line);
            }
        }
        seen.iter().position(|line| *line == at)
    }

    fn field_type(&self, class: &str, field: &str) -> Option<String> {
        let found = field_named(self.program, &format!("{class}.{field}")).ok()?;
        let declared = self.program.field(found).ok()?;
        Some(declared.ty.display(self.program.symbols()).to_string())
    }

    fn is_kind_of(&self, class: &str, of: &str) -> bool {
        let find = |name: &str| self.program.find_class(&name.replace('.', "/"));
        matches!((find(class), find(of)), (Some(class), Some(of)) if self.program.is_subclass(class, of))
    }

    fn is_made_when_missing(&self, location: &Location, access: &Access) -> bool {
        let Some(class) = self.program.find_class(&access.class.replace('.', "/")) else { return false };
        let lines = self.lines(class, &access.method);
        let at = |what: &str| {
            let sought = format!("{what} {}", location.name);
            lines.iter().position(|(it, _)| *it == sought)
        };
        matches!((at("asks for"), at("write")), (Some(asked), Some(written)) if asked < written)
    }
}
