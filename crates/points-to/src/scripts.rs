//! What frameworks do with the application's classes, as templates.
//!
//! One object of each shared class is made, filled and prepared by callers from outside, before anything else
//! runs. Each entry is a *script*, a thread's whole life: the object is made and filled, if each entry has its own; what
//! comes before is called, then the entry with new arguments, then what comes after. The calls of a script are made in
//! the order of their numbers. What is put into fields and constructors is what of the shared objects fits.

use deadheat_models::{Called, Lifetime};
use deadheat_program::ir::InstId;
use deadheat_program::types::Type;
use deadheat_program::{ClassId, MethodId};

use crate::callers::Callers;
use crate::frameworks::{Component, Step};
use crate::graph::EdgeKind;
use crate::ids::FilterId;
use crate::plugins::reflection;
use crate::template::{NONE, Start, Target, Var};
use crate::types::is_reference;
use crate::world::{CALLERS, SiteKind};

/// How a script runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Script {
    /// Once, again and again, or several at a time.
    pub called: Called,
    /// Scripts with the same number run one after the other.
    pub turn: Option<u32>,
    /// The call of the entry. Its arguments are new.
    pub entry: InstId,
}

/// How deep objects that are made anew may stand in each other.
const DEPTH: u32 = 4;

/// Who an object is made for.
#[derive(Debug, Clone, Copy)]
struct Use {
    /// Scripts, and objects that others hold alone, are numbered from 1; callers from outside are 0.
    number: u32,
    /// Whether it is there once.
    is_single: bool,
    depth: u32,
}

impl<'a> Callers<'_, 'a> {
    /// Everything that frameworks do.
    pub(crate) fn use_components(&mut self, components: &[Component<'a>]) {
        let outside = Use { number: 0, is_single: true, depth: 0 };
        for component in components {
            if component.is_shared() {
                let object = self.make_component(components, component, outside);
                self.builder.start(Start::StoreStatic(CALLERS, object));
                self.provide_results(components, component, object);
            }
            for step in component.steps.iter().filter(|step| step.when == Called::Made) {
                if self.world.is_static(step.method) {
                    self.builder.start(Start::Initialise(component.class));
                    self.call_step(component.class, step.method, NONE, outside);
                }
            }
        }
        let mut turns: Vec<&str> = Vec::new();
        for component in components {
            for step in component.steps.iter().filter(|step| step.is_entry()) {
                let lifetime = component.lifetime(step);
                if lifetime.is_none() && !self.world.is_static(step.method) {
                    continue;
                }
                let turn =
                    step.mark.turns.as_deref().map(|word| match turns.iter().position(|it| *it == word) {
                        Some(known) => known as u32,
                        None => {
                            turns.push(word);
                            turns.len() as u32 - 1
                        }
                    });
                self.add_script(components, component, step, lifetime, turn);
            }
        }
    }

    fn add_script(
        &mut self,
        components: &[Component<'a>],
        component: &Component<'a>,
        step: &Step<'a>,
        lifetime: Option<Lifetime>,
        turn: Option<u32>,
    ) {
        let outer = self.begin_part();
        self.number += 1;
        let made_for = Use { number: self.number, is_single: step.when == Called::Once, depth: 0 };
        let is_static = self.world.is_static(step.method);
        let object = match lifetime {
            _ if is_static => {
                self.builder.start(Start::Initialise(component.class));
                NONE
            }
            Some(Lifetime::New) => self.make_component(components, component, made_for),
            _ => self.component_object(component.class, Use { number: 0, is_single: true, depth: 0 }),
        };
        let beside = |when: Called| {
            let meant =
                component.steps.iter().filter(move |it| it.when == when && it.mark.turns == step.mark.turns);
            meant.map(|it| it.method).collect::<Vec<MethodId>>()
        };
        let takes_turns = step.mark.turns.is_some() && !is_static;
        for before in beside(Called::Before).into_iter().filter(|_| takes_turns) {
            self.call_step(component.class, before, object, made_for);
        }
        let entry = InstId(self.calls);
        self.call_step(component.class, step.method, object, made_for);
        for after in beside(Called::After).into_iter().filter(|_| takes_turns) {
            self.call_step(component.class, after, object, made_for);
        }
        let template = self.end_part(outer);
        let method = self.world.add_script(template, Script { called: step.when, turn, entry });
        self.add_call(Target::Exact(method), &[], NONE, EdgeKind::Spawn);
    }

    /// An object of a class, made, filled and prepared.
    fn make_component(&mut self, components: &[Component<'a>], of: &Component<'a>, made_for: Use) -> Var {
        let object = self.component_object(of.class, made_for);
        self.builder.start(Start::Initialise(of.class));
        for constructor in self.constructors(of) {
            self.inject(components, constructor, object, made_for);
        }
        for &field in &of.fields {
            let Ok(ty) = self.program.field(field).map(|field| field.ty) else { continue };
            let (value, key) = (self.supply(components, ty, made_for), self.world.field(field));
            self.builder.store(object, key, value);
        }
        for &method in of.injecting.iter().filter(|&&method| !self.program.is_constructor(method)) {
            self.inject(components, method, object, made_for);
        }
        for step in of.steps.iter().filter(|step| step.when == Called::Made) {
            if !self.world.is_static(step.method) {
                self.call_step(of.class, step.method, object, made_for);
            }
        }
        object
    }

    /// The constructors that a framework may call: the marked ones, else the only one, else that without parameters.
    fn constructors(&self, of: &Component<'_>) -> Vec<MethodId> {
        let all = self.program.methods(of.class).into_iter().flatten();
        let all: Vec<MethodId> = all.filter(|&id| self.program.is_constructor(id)).collect();
        let marked: Vec<MethodId> = all.iter().copied().filter(|id| of.injecting.contains(id)).collect();
        match reflection::default_constructor(self.world, of.class) {
            _ if !marked.is_empty() => marked,
            Some(plain) if all.len() > 1 => vec![plain],
            _ => all,
        }
    }

    /// A constructor or method is called with what fits its parameters.
    fn inject(&mut self, components: &[Component<'a>], id: MethodId, object: Var, made_for: Use) {
        let mut args = vec![object];
        args.extend(self.parameters(id).into_iter().map(|ty| self.supply(components, ty, made_for)));
        let target = Target::Exact(self.world.method(id));
        self.add_call(target, &args, NONE, EdgeKind::Call);
    }

    /// What a framework puts in where an object of a type is wanted.
    fn supply(&mut self, components: &[Component<'a>], ty: Type, made_for: Use) -> Var {
        if !is_reference(ty) {
            return NONE;
        }
        let program = self.program;
        let class = ty.class_name().and_then(|name| program.find(name));
        let fits = |component: &&Component<'_>| {
            class.is_some_and(|class| program.is_subclass(component.class, class))
        };
        let is_shared = components.iter().filter(fits).any(Component::is_shared);
        let is_provided = components.iter().flat_map(|component| &component.providers).any(|&provider| {
            let result = self.world.result_type(provider);
            result.is_some_and(|result| program.is_assignable(result, ty) == Some(true))
        });
        // What is made anew says so itself; a test's object is wanted by the tests of an inner class alone.
        let is_anew = |it: &&Component<'_>| it.is_new() && (it.says.is_some() || Some(it.class) == class);
        let anew: Vec<&Component<'a>> = components.iter().filter(fits).filter(is_anew).collect();
        if anew.is_empty() || made_for.depth >= DEPTH {
            return if is_shared || is_provided { self.pool(ty) } else { self.argument(ty) };
        }
        let all = self.builder.var();
        for component in anew {
            self.number += 1;
            let inner = Use { number: self.number, depth: made_for.depth + 1, ..made_for };
            let object = self.make_component(components, component, inner);
            for step in component.steps.iter().filter(|step| step.when == Called::Before) {
                self.call_step(component.class, step.method, object, inner);
            }
            self.builder.copy(object, all, FilterId::ANY);
        }
        if is_shared || is_provided {
            let pool = self.pool(ty);
            self.builder.copy(pool, all, FilterId::ANY);
        }
        all
    }

    /// What a shared object's methods make for others.
    fn provide_results(&mut self, components: &[Component<'a>], of: &Component<'a>, object: Var) {
        let outside = Use { number: 0, is_single: true, depth: 0 };
        for &id in &of.providers {
            let mut args = if self.world.is_static(id) { Vec::new() } else { vec![object] };
            args.extend(self.parameters(id).into_iter().map(|ty| self.supply(components, ty, outside)));
            let result = self.builder.var();
            self.builder.start(Start::StoreStatic(CALLERS, result));
            let target = self.exactly(id);
            self.add_call(target, &args, result, EdgeKind::Call);
        }
    }

    /// A method is called on an object of a class, with new arguments.
    fn call_step(&mut self, class: ClassId, declared: MethodId, object: Var, made_for: Use) {
        let is_static = self.world.is_static(declared);
        let selected = (!is_static).then(|| self.program.select(class, declared).ok()).flatten();
        let id = selected.unwrap_or(declared);
        let mut args = if is_static { Vec::new() } else { vec![object] };
        args.extend(self.parameters(id).into_iter().map(|ty| self.new_argument(ty, made_for)));
        let target = self.exactly(id);
        self.add_call(target, &args, NONE, EdgeKind::Call);
    }

    /// An object of a declared type that nobody else has.
    fn new_argument(&mut self, ty: Type, made_for: Use) -> Var {
        let Some(id) = Some(ty).filter(|&ty| is_reference(ty)).and_then(|ty| self.world.types.declared(ty))
        else {
            return NONE;
        };
        let kind = SiteKind::Framework(id, made_for.number, false);
        let site = crate::behaviour::merged_or(self.world, id, kind);
        let var = self.builder.var();
        self.builder.start(Start::Constant(var, site));
        let class = ty.class_name().and_then(|name| self.program.find(name));
        if let Some(class) = class.filter(|&class| self.program.is_application(class)) {
            self.builder.start(Start::Initialise(class));
            if let Some(plain) = reflection::default_constructor(self.world, class) {
                let target = Target::Exact(self.world.method(plain));
                self.add_call(target, &[var], NONE, EdgeKind::Call);
            }
        }
        var
    }

    fn component_object(&mut self, class: ClassId, made_for: Use) -> Var {
        let ty = self.world.types.class(class);
        let kind = SiteKind::Framework(ty, made_for.number, made_for.is_single);
        let site = crate::behaviour::merged_or(self.world, ty, kind);
        let var = self.builder.var();
        self.builder.start(Start::Constant(var, site));
        var
    }
}
