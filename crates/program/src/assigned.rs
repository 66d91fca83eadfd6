//! Fields that are assigned once: the final ones, and those that could be.
//!
//! In: a field. Out: whether it holds one value from its assignment on, so that two reads that do not find null find the
//! same object. Beyond final fields these are the class path's fields of reference type that
//!
//! 1. only constructors of their class assign (static ones: the static initialiser), to `this`, by one instruction each that
//!    no loop repeats, and not after another constructor of the class was called;
//! 2. nobody else can assign unseen: they are neither public nor volatile (what is volatile is often swapped by a handle or
//!    an updater), have no annotations by which a framework would find them, and neither their class nor the outermost one
//!    around it has a text with their name, which reflection and handles need.
//!
//! Assignments are looked up in all code of the class path, also in code that cannot run. What can be missed: classes that
//! are not on the class path and assign a protected field, and reflection over all fields.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::classfile::{Class, Flags, Method, opcodes};
use crate::ir::{BlockId, Body, Inst, InvokeKind};
use crate::lower::instruction_length;
use crate::program::{ClassId, FieldId, Program};
use crate::symbols::FieldRef;
use crate::types::Kind;

impl Body {
    /// Whether a block leads back to itself.
    pub fn is_repeated(&self, block: BlockId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work: Vec<BlockId> = self.all_succs(block).collect();
        while let Some(next) = work.pop() {
            if seen.insert(next) {
                work.extend(self.all_succs(next));
            }
        }
        seen.contains(&block)
    }
}

impl Program {
    /// Whether a constructor leaves the work to another one of its class.
    pub fn delegates(&self, body: &Body) -> bool {
        body.insts().any(|inst| match body.inst(inst) {
            Inst::Invoke(InvokeKind::Special, method, arguments) => {
                let data = self.symbols().method_data(method);
                let is_this =
                    body.list(arguments).first().is_some_and(|&this| body.inst(this) == Inst::Param(0));
                is_this
                    && self.symbols().bytes(data.name) == b"<init>"
                    && data.owner.class_name() == Some(self.class_name(body.method.class))
            }
            _ => false,
        })
    }

    /// See the module's description.
    pub fn is_assigned_once(&self, field: FieldId) -> bool {
        let Ok(declared) = self.field(field) else { return false };
        if declared.flags.has(Flags::FINAL) || !self.is_on_class_path(field.class) {
            return declared.flags.has(Flags::FINAL);
        }
        self.assigned_once(field.class, || of_class(self, field.class))[usize::from(field.index)]
    }
}

/// By field of a class, whether it is one of those that could be final.
fn of_class(program: &Program, id: ClassId) -> Box<[bool]> {
    let Ok(class) = program.class(id) else { return Box::default() };
    let elsewhere = program.assigned_elsewhere(|| elsewhere(program));
    let mut found: Vec<bool> = (0..class.fields.len())
        .map(|index| {
            !elsewhere.contains(&FieldId { class: id, index: index as u16 })
                && is_out_of_reach(program, id, class, index)
        })
        .collect();
    if !found.contains(&true) {
        return found.into();
    }
    let mut assigned = vec![false; found.len()];
    for method in program.methods(id).into_iter().flatten() {
        let Ok(declared) = program.method(method) else { continue };
        if !is_maker(program, declared, true) && !is_maker(program, declared, false) {
            continue;
        }
        let Ok(Some(body)) = program.lower(method) else { return vec![false; found.len()].into() };
        for (field, is_once) in assignments(program, id, &body) {
            assigned[field] = true;
            found[field] &= is_once;
        }
    }
    found.iter().zip(assigned).map(|(&found, assigned)| found && assigned).collect()
}

/// Whether a method is a constructor, or the static initialiser.
fn is_maker(program: &Program, method: &Method, is_static: bool) -> bool {
    program.symbols().bytes(method.name) == if is_static { &b"<clinit>"[..] } else { &b"<init>"[..] }
}

/// The second condition.
fn is_out_of_reach(program: &Program, id: ClassId, class: &Class, index: usize) -> bool {
    let field = &class.fields[index];
    let names = |class: &Class| class.pool.strings().any(|text| text == program.symbols().bytes(field.name));
    let mut outermost = id;
    while let Some(outer) = program.outer_class(outermost) {
        outermost = outer;
    }
    field.ty.kind() == Kind::Ref
        && !field.flags.is_public()
        && !field.flags.has(Flags::VOLATILE)
        && matches!(class.field_attribute(field, "RuntimeVisibleAnnotations"), Ok(None))
        && !names(class)
        && program.class(outermost).is_ok_and(|outermost| !names(outermost))
}

/// The own fields that a constructor or static initialiser assigns, and whether once.
fn assignments(program: &Program, class: ClassId, body: &Body) -> BTreeMap<usize, bool> {
    let is_own = |field: FieldRef| program.resolve_field(class, field).ok().filter(|own| own.class == class);
    let mut found = BTreeMap::new();
    for inst in body.insts() {
        let (field, is_of_this) = match body.inst(inst) {
            Inst::PutField(field, object, _) => (field, body.inst(object) == Inst::Param(0)),
            Inst::PutStatic(field, _) => (field, true),
            _ => continue,
        };
        if let Some(field) = is_own(field) {
            let is_once = is_of_this && !body.is_repeated(body.block_of(inst)) && !program.delegates(body);
            let known = found.entry(usize::from(field.index));
            known.and_modify(|once| *once = false).or_insert(is_once);
        }
    }
    found
}

/// All fields that code of the class path assigns outside of what makes their object.
fn elsewhere(program: &Program) -> FxHashSet<FieldId> {
    let classes: Vec<ClassId> = program.application_classes().collect();
    let found = classes.par_iter().map(|&id| {
        let mut found = FxHashSet::default();
        if let Ok(class) = program.class(id) {
            let fields = foreign_assignments(program, class);
            found.extend(fields.into_iter().filter_map(|field| program.resolve_field(id, field).ok()));
        }
        found
    });
    found.reduce(FxHashSet::default, |mut all, found| {
        all.extend(found);
        all
    })
}

/// The references by which a class assigns fields of others, and its own outside of constructors.
fn foreign_assignments(program: &Program, class: &Class) -> FxHashSet<FieldRef> {
    let mut found = FxHashSet::default();
    for method in &class.methods {
        let Ok(Some(code)) = class.code(method) else { continue };
        let mut pc = 0;
        while let Some(&opcode) = code.bytes.get(pc) {
            if let (opcodes::PUTFIELD | opcodes::PUTSTATIC, Some(&[high, low])) =
                (opcode, code.bytes.get(pc + 1..pc + 3).and_then(<[u8]>::first_chunk))
                && let Ok(field) = class.pool.field_ref(program.symbols(), u16::from_be_bytes([high, low]))
                && !(program.symbols().field_data(field).owner == class.name
                    && is_maker(program, method, opcode == opcodes::PUTSTATIC))
            {
                found.insert(field);
            }
            let Ok(length) = instruction_length(code.bytes, pc) else { break };
            pc += length;
        }
    }
    found
}
