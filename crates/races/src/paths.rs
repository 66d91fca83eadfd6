//! Access paths that name the same object whenever they are evaluated within one call of a method.
//!
//! `this.lock` is such a path if `lock` is final, or could be (`Program::is_assigned_once`); a local variable in SSA form is
//! one; what a final static field holds is one everywhere. Here all fields that are assigned once are called final: who
//! finds null there instead, before the assignment, neither locks nor accesses anything.

use deadheat_points_to::ObjectId;
use deadheat_program::classfile::Flags;
use deadheat_program::ir::{Body, Const, Inst, InstId, InvokeKind, Value};
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::Type;
use deadheat_program::{FieldId, Program};

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    /// A parameter; 0 is the receiver of an instance method.
    Param(u16),
    /// A value of the body.
    Value(InstId),
    /// What a final static field holds.
    Static(FieldId),
    /// A class object.
    Class(Type),
    /// The one object that an abstract object stands for.
    Object(ObjectId),
}

/// A root and final fields.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Path {
    pub(crate) root: Root,
    pub(crate) fields: Vec<FieldId>,
}

impl Path {
    pub(crate) fn new(root: Root) -> Path {
        Path { root, fields: Vec::new() }
    }

    /// The path of a value.
    pub(crate) fn of(program: &Program, body: &Body, value: Value) -> Path {
        match body.inst(value) {
            Inst::Param(index) => Path::new(Root::Param(index)),
            Inst::CheckCast(_, inner) => Path::of(program, body, inner),
            Inst::Const(Const::Class(ty)) => Path::new(Root::Class(ty)),
            Inst::GetField(field, base) => match final_field(program, body, field) {
                Some(field) => {
                    let mut path = Path::of(program, body, base);
                    path.fields.push(field);
                    path
                }
                None => Path::new(Root::Value(value)),
            },
            Inst::Invoke(InvokeKind::Static, method, list) => match accessor(program, body, method) {
                Some(field) if program.is_assigned_once(field) => {
                    let mut path = Path::of(program, body, body.list(list)[0]);
                    path.fields.push(field);
                    path
                }
                _ => Path::new(Root::Value(value)),
            },
            Inst::GetStatic(field) => match final_field(program, body, field) {
                Some(field) => Path::new(Root::Static(field)),
                None => Path::new(Root::Value(value)),
            },
            _ => Path::new(Root::Value(value)),
        }
    }

    /// Whether it names the same object in every method and thread.
    pub(crate) fn is_global(&self) -> bool {
        matches!(self.root, Root::Static(_) | Root::Class(_) | Root::Object(_))
    }

    /// What follows another path, if this one goes through it.
    pub(crate) fn beyond(&self, start: &Path) -> Option<&[FieldId]> {
        (self.root == start.root).then(|| self.fields.strip_prefix(&start.fields[..])).flatten()
    }

    /// Whether a caller can name it.
    pub(crate) fn is_of_caller(&self) -> bool {
        self.is_global() || matches!(self.root, Root::Param(_))
    }

    /// The path as a caller sees it, who passes these arguments.
    pub(crate) fn in_caller(&self, arguments: &[Path]) -> Option<Path> {
        match self.root {
            Root::Param(index) => {
                let mut path = arguments.get(usize::from(index))?.clone();
                path.fields.extend(&self.fields);
                Some(path)
            }
            _ => self.is_global().then(|| self.clone()),
        }
    }

    /// The path as a callee sees it, whose arguments are given as paths.
    pub(crate) fn in_callee(&self, arguments: &[&Path]) -> Option<Path> {
        if self.is_global() {
            return Some(self.clone());
        }
        arguments.iter().enumerate().find_map(|(index, argument)| {
            let fields = self.beyond(argument)?.to_vec();
            Some(Path { root: Root::Param(index as u16), fields })
        })
    }
}

/// The field, if it is final.
pub(crate) fn final_field(
    program: &Program,
    body: &Body,
    field: deadheat_program::symbols::FieldRef,
) -> Option<FieldId> {
    let field = program.resolve_field(body.method.class, field).ok()?;
    program.is_assigned_once(field).then_some(field)
}

/// The field that a method reads for a nested class, if it is one that old compilers make for that.
pub(crate) fn accessor(program: &Program, body: &Body, method: MethodRef) -> Option<FieldId> {
    let found = program.resolve_method(body.method.class, InvokeKind::Static, method).ok()?;
    if !program.is_application(found.class) || !program.method(found).ok()?.flags.has(Flags::SYNTHETIC) {
        return None;
    }
    let body = program.lower(found).ok()??;
    let mut insts = body.insts().map(|inst| (inst, body.inst(inst)));
    match [insts.next()?, insts.next()?, insts.next()?] {
        [(this, Inst::Param(0)), (read, Inst::GetField(field, from)), (_, Inst::Return(Some(value)))]
            if from == this && value == read && insts.next().is_none() =>
        {
            program.resolve_field(found.class, field).ok()
        }
        _ => None,
    }
}
