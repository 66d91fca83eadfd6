//! What placement knows beyond the method at hand: the class's own methods and fields, and what the caller tells.

use std::cell::RefCell;

use deadheat_program::classfile::Flags;
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind};
use deadheat_program::symbols::{FieldRef, MethodRef, Name, Symbols};
use deadheat_program::types::Kind;
use deadheat_program::{ClassId, LowerOptions, Program};
use rustc_hash::FxHashMap;

use crate::placement::{Paths, object};
use crate::settings::{CallKind, Called, Effect, Settings};
use crate::summary::Summary;

/// What is known of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// Its accesses are checked, and no more.
    Plain,
    /// It never changes; whether it leads on to other objects.
    Final(bool),
    /// Its accesses synchronise.
    Volatile,
    /// Nothing is known of it, so its accesses may do anything.
    Unknown,
    /// It is the JDK's, and nobody looks at it.
    Library,
}

/// A class under work, as placement sees it.
pub(crate) struct Scene<'w> {
    program: Program,
    class: ClassId,
    name: Name,
    settings: &'w Settings<'w>,
    /// Whether objects of the class may be there before its initialiser has ended.
    has_early_objects: bool,
    /// By method: its code in SSA form, if it has some that can be understood.
    bodies: Vec<Option<Body>>,
    /// By method: what a call of it does.
    effects: Vec<Effect>,
    /// What was found out about fields.
    fields: RefCell<FxHashMap<FieldRef, Field>>,
}

impl<'w> Scene<'w> {
    /// Opens a class; `None` if it cannot be understood as a whole.
    pub(crate) fn open(
        bytes: &[u8],
        settings: &'w Settings<'w>,
        has_early_objects: bool,
    ) -> Option<Scene<'w>> {
        let (program, class) = Program::of_class(bytes).ok()?;
        let name = program.class_name(class);
        let options = LowerOptions { slots: true, names: settings.names_variables };
        let methods: Vec<_> = program.methods(class).ok()?.collect();
        let bodies: Vec<Option<Body>> =
            methods.iter().map(|&method| program.lower_with(method, options).ok().flatten()).collect();
        let mut scene = Scene {
            program,
            class,
            name,
            settings,
            has_early_objects,
            effects: Vec::new(),
            bodies,
            fields: RefCell::default(),
        };
        scene.effects = scene.summarise();
        Some(scene)
    }

    pub(crate) fn symbols(&self) -> &Symbols {
        self.program.symbols()
    }

    /// What its methods do, for those who call them.
    pub(crate) fn summary(&self) -> Summary {
        let Ok(class) = self.program.class(self.class) else { return Summary::default() };
        let symbols = self.symbols();
        let extends = class.super_name.map(|name| symbols.text(name).into_owned());
        let implements = class.interfaces.iter().map(|&name| symbols.text(name).into_owned()).collect();
        let mut summary = Summary::new(class.flags.has(Flags::FINAL), extends, implements);
        for (method, &effect) in class.methods.iter().zip(&self.effects) {
            let descriptor = symbols.text(symbols.descriptor_data(method.descriptor).text);
            summary.add(format!("{}{descriptor}", symbols.text(method.name)), method.flags, effect);
        }
        summary
    }

    /// A method's code.
    pub(crate) fn body(&self, method: usize) -> Option<&Body> {
        self.bodies.get(method)?.as_ref()
    }

    /// What each method does, by all that it calls: none does anything, until one is seen to.
    fn summarise(&mut self) -> Vec<Effect> {
        let class = self.program.class(self.class);
        let flags: Vec<Flags> =
            class.map(|class| class.methods.iter().map(|method| method.flags).collect()).unwrap_or_default();
        let start = flags.iter().zip(&self.bodies).map(|(flags, body)| {
            match body {
                _ if flags.has(Flags::SYNCHRONIZED) => Effect::BOTH,
                // Nothing may wait for what perhaps does not end.
                Some(body) if !Paths::all_end(body) => Effect::ACQUIRES,
                Some(_) => Effect::NONE,
                None => Effect::BOTH,
            }
        });
        self.effects = start.collect();
        loop {
            let found = self.effects.iter().zip(&self.bodies).map(|(&effect, body)| match body {
                Some(body) => body.insts().fold(effect, |effect, inst| effect.or(self.effect(body, inst))),
                None => effect,
            });
            let found: Vec<Effect> = found.collect();
            if found == self.effects {
                return found;
            }
            self.effects = found;
        }
    }

    /// How an instruction synchronises.
    pub(crate) fn effect(&self, body: &Body, inst: InstId) -> Effect {
        let initialises = match body.inst(inst) {
            Inst::GetStatic(field) | Inst::PutStatic(field, _) => self.use_of(body, field),
            Inst::New(class) => self.use_class(body, class),
            _ => Effect::NONE,
        };
        initialises.or(self.effect_initialised(body, inst))
    }

    /// The same, if the class that it uses is initialised for sure.
    pub(crate) fn effect_initialised(&self, body: &Body, inst: InstId) -> Effect {
        let told = |field, synchronises| match self.field(field) {
            Field::Plain | Field::Final(_) | Field::Library => Effect::NONE,
            Field::Volatile => synchronises,
            Field::Unknown => Effect::BOTH,
        };
        match body.inst(inst) {
            // Who comes to an object by a final field knows what its constructor did. A method's own objects it knows
            // from the start.
            Inst::GetField(field, base)
                if self.field(field) == Field::Final(true)
                    && !matches!(body.inst(object(body, base)), Inst::Param(_)) =>
            {
                Effect::ACQUIRES
            }
            Inst::MonitorEnter(_) => Effect::ACQUIRES,
            Inst::MonitorExit(_) => Effect::RELEASES,
            Inst::GetField(field, _) | Inst::GetStatic(field) => told(field, Effect::ACQUIRES),
            Inst::PutField(field, ..) | Inst::PutStatic(field, _) => told(field, Effect::RELEASES),
            Inst::Invoke(kind, method, _) => self.call(kind, method),
            Inst::InvokeDynamic(..) => Effect::BOTH,
            _ => Effect::NONE,
        }
    }

    /// Whether two references have the same name and type, and so may mean one field of a class and another that extends it.
    pub(crate) fn is_same_name(&self, one: FieldRef, other: FieldRef) -> bool {
        let (one, other) = (self.symbols().field_data(one), self.symbols().field_data(other));
        one.name == other.name && one.ty == other.ty
    }

    /// What is known of a field.
    pub(crate) fn field(&self, field: FieldRef) -> Field {
        if let Some(&known) = self.fields.borrow().get(&field) {
            return known;
        }
        let found = self.find_field(field);
        self.fields.borrow_mut().insert(field, found);
        found
    }

    fn find_field(&self, field: FieldRef) -> Field {
        let symbols = self.symbols();
        let data = symbols.field_data(field);
        let owner = symbols.text(data.owner);
        if (self.settings.is_jdk)(&owner) {
            return Field::Library;
        }
        let class = self.program.class(self.class).ok();
        let declared = class.filter(|_| data.owner == self.name).and_then(|class| {
            class.fields.iter().find(|field| field.name == data.name && field.ty == data.ty)
        });
        let elsewhere = || {
            let descriptor = data.ty.descriptor(symbols);
            (self.settings.field_flags)(&owner, &symbols.text(data.name), &descriptor).map(Flags)
        };
        match declared.map(|field| field.flags).or_else(elsewhere) {
            Some(flags) if flags.has(Flags::VOLATILE) => Field::Volatile,
            Some(flags) if flags.has(Flags::FINAL) => Field::Final(data.ty.kind() == Kind::Ref),
            Some(_) => Field::Plain,
            None => Field::Unknown,
        }
    }

    /// What a call does.
    pub(crate) fn call(&self, kind: InvokeKind, method: MethodRef) -> Effect {
        let symbols = self.symbols();
        let data = symbols.method_data(method);
        let Some(owner) = data.owner.class_name() else { return Effect::NONE };
        if owner == self.name
            && let Some(known) = self.own_method(kind, &data)
        {
            return known;
        }
        let called = Called {
            owner: &symbols.text(owner),
            name: &symbols.text(data.name),
            descriptor: &symbols.text(symbols.descriptor_data(data.descriptor).text),
            kind: match kind {
                InvokeKind::Virtual | InvokeKind::Interface => CallKind::Virtual,
                InvokeKind::Special => CallKind::Special,
                InvokeKind::Static => CallKind::Static,
            },
        };
        (self.settings.call_effect)(&called)
    }

    /// What a method of this class does that no other class replaces.
    fn own_method(
        &self,
        kind: InvokeKind,
        data: &deadheat_program::symbols::MethodRefData,
    ) -> Option<Effect> {
        let class = self.program.class(self.class).ok()?;
        let is_meant = |method: &deadheat_program::classfile::Method| {
            method.name == data.name && method.descriptor == data.descriptor
        };
        let at = class.methods.iter().position(is_meant)?;
        let flags = class.methods.get(at)?.flags;
        let is_fixed = matches!(kind, InvokeKind::Special | InvokeKind::Static)
            || flags.has(Flags::PRIVATE | Flags::FINAL)
            || class.flags.has(Flags::FINAL);
        self.effects.get(at).copied().filter(|_| is_fixed)
    }

    /// What using the class of a static field does; also what the JDK does when one of its classes is initialised may be seen.
    pub(crate) fn use_of(&self, body: &Body, field: FieldRef) -> Effect {
        self.use_class(body, self.symbols().field_data(field).owner)
    }

    /// Whether a field is declared by the class that a reference to it names.
    pub(crate) fn is_declared(&self, field: FieldRef) -> bool {
        let symbols = self.symbols();
        let data = symbols.field_data(field);
        let descriptor = data.ty.descriptor(symbols);
        (self.settings.declares)(&symbols.text(data.owner), &symbols.text(data.name), &descriptor)
    }

    /// What using a class does, as who makes an object does: it may be initialised first. Whoever has an object of the method's own
    /// class may have to wait for that.
    fn use_class(&self, body: &Body, class: Name) -> Effect {
        if class == self.name {
            let may_wait = self.has_early_objects && !body.flags.has(Flags::STATIC);
            return if may_wait { Effect::ACQUIRES } else { Effect::NONE };
        }
        let name = self.symbols().text(class);
        let kind = CallKind::Static;
        (self.settings.call_effect)(&Called { owner: &name, name: "<clinit>", descriptor: "()V", kind })
    }
}
