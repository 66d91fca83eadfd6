//! Whether a method of the JDK uses the state of its object itself, or leaves that to what a class of the program has put in the place of others.
//!
//! The models say of a method what it does to an object of the JDK's class. An object of a class of the program may do it
//! otherwise: `Format.format(Object)` asks an abstract method, and a program that puts a lock around `toArray` has
//! put one around what a copy constructor does. Only what the JDK's own code does to fields of the object is surely
//! done: a method counts if it, or what it calls on the object and nobody has replaced, reads or writes one that is not final, on each
//! way to its end (some methods ask which class they are of). What cannot
//! be found out does not count, so that nothing is reported that is none.

use std::collections::BTreeSet;

use deadheat_program::classfile::Flags;
use deadheat_program::ir::{BlockId, Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::symbols::MethodRef;
use deadheat_program::{ClassId, MethodId, Program};

/// So many methods are looked into for one question.
const MOST: usize = 64;

/// A class of the program, by the nearest class of the JDK above it and the methods that are replaced below that: names with
/// parameters, as `name(parameters`.
pub(crate) struct Replaced<'r> {
    pub(crate) class: ClassId,
    pub(crate) methods: BTreeSet<&'r str>,
}

impl<'r> Replaced<'r> {
    /// Of the methods that a class of the program declares, those that replace one of the JDK's class.
    pub(crate) fn new(
        jdk: &Program,
        class: ClassId,
        declared: impl Iterator<Item = &'r str>,
    ) -> Replaced<'r> {
        let all: BTreeSet<String> = methods_of(jdk, class).map(|method| signature(jdk, method)).collect();
        Replaced { class, methods: declared.filter(|&method| all.contains(method)).collect() }
    }

    /// Whether the JDK's code is all that runs.
    pub(crate) fn is_none(&self, jdk: &Program) -> bool {
        let is_abstract = jdk.class(self.class).is_ok_and(|class| class.flags.is_abstract());
        self.methods.is_empty() && !is_abstract
    }

    /// Whether a method uses the object itself.
    pub(crate) fn uses_object(&self, jdk: &Program, method: MethodId) -> bool {
        Search { jdk, replaced: self, seen: BTreeSet::new() }.uses(method, 0)
    }
}

/// All methods that objects of a class have from it and the classes above.
pub(crate) fn methods_of(jdk: &Program, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
    let above = jdk.superclasses(class).iter().copied();
    let above = above.filter(move |&above| Some(above) != jdk.find_class("java/lang/Object"));
    above.flat_map(|class| jdk.methods(class).into_iter().flatten())
}

/// `name(parameters`.
pub(crate) fn signature(jdk: &Program, method: MethodId) -> String {
    let Ok(declaration) = jdk.method(method) else { return String::new() };
    let symbols = jdk.symbols();
    let descriptor = symbols.text(symbols.descriptor_data(declaration.descriptor).text);
    let parameters = descriptor.split_once(')').map_or("", |(parameters, _)| parameters);
    format!("{}{parameters}", symbols.text(declaration.name))
}

struct Search<'s> {
    jdk: &'s Program,
    replaced: &'s Replaced<'s>,
    seen: BTreeSet<(MethodId, u16)>,
}

impl Search<'_> {
    /// Whether a method uses the object that it has as this parameter, on each way to its end.
    fn uses(&mut self, method: MethodId, parameter: u16) -> bool {
        if self.seen.len() >= MOST || !self.seen.insert((method, parameter)) {
            return false;
        }
        let Ok(Some(body)) = self.jdk.lower(method) else { return false };
        let (mut reached, mut waiting) = (BTreeSet::new(), vec![BlockId::ENTRY]);
        while let Some(block) = waiting.pop() {
            if !reached.insert(block) {
                continue;
            }
            if body.block_insts(block).any(|inst| self.inst(method, &body, inst, parameter)) {
                // It may have thrown before.
                waiting.extend(body.pads(block));
            } else if matches!(body.inst(body.terminator(block)), Inst::Return(_)) {
                return false;
            } else {
                waiting.extend(body.all_succs(block));
            }
        }
        true
    }

    fn inst(&mut self, method: MethodId, body: &Body, inst: InstId, parameter: u16) -> bool {
        let is_object = |value: Value| body.inst(value) == Inst::Param(parameter);
        match body.inst(inst) {
            Inst::GetField(field, of) | Inst::PutField(field, of, _) if is_object(of) => {
                let field = self.jdk.resolve_field(method.class, field);
                field.is_ok_and(|field| self.jdk.field(field).is_ok_and(|it| !it.flags.has(Flags::FINAL)))
            }
            Inst::Invoke(kind, called, arguments) => {
                let given = body.list(arguments).iter().zip(0..).filter(|&(&value, _)| is_object(value));
                let given: Vec<u16> = given.map(|(_, position)| position).collect();
                given.into_iter().any(|position| self.call(method.class, kind, called, position))
            }
            _ => false,
        }
    }

    fn call(&mut self, from: ClassId, kind: InvokeKind, called: MethodRef, position: u16) -> bool {
        let is_dispatched = matches!(kind, InvokeKind::Virtual | InvokeKind::Interface);
        let target = if is_dispatched && position == 0 {
            let data = self.jdk.symbols().method_data(called);
            self.jdk.lookup(self.replaced.class, data.name, data.descriptor)
        } else {
            self.jdk.resolve_method(from, kind, called)
        };
        let Ok(target) = target else { return false };
        let is_replaced =
            is_dispatched && position == 0 && self.replaced.methods.contains(&*signature(self.jdk, target));
        !is_replaced && self.uses(target, position)
    }
}
