//! What a contract says a call does with objects, as a template.
//!
//! A contract speaks for a method that has no body (native, or abstract on an object of which only the
//! interface is known), for one that starts a thread or hands a task on, and for every method of a class
//! whose contracts are complete (`summary`). Each call site has an instance of its own, so what one call
//! makes is not mixed with what another makes.
//!
//! Parts of objects (`element of this`) are fields. A view shares the parts of what it is a view of; a
//! copy takes them. An object that is analysed by its code has no parts; there, the calls that its class
//! names (`element = "iterator().next()"`) reach them.

use std::rc::Rc;

use deadheat_models::{Contract, Object, Part, Slot, Task, Times, View, find_class};
use deadheat_program::ir::InstId;
use deadheat_program::types::Type;
use deadheat_program::{ClassId, MethodId};

use crate::behaviour::{merged_or, outline};
use crate::graph::EdgeKind;
use crate::ids::{FilterId, MethodIx};
use crate::options::Library;
use crate::plugins::lambdas;
use crate::template::{Builder, NONE, NewCall, Start, Target, Template, Var};
use crate::types::{RuntimeType, is_reference};
use crate::world::{CURRENT_THREAD, SiteKind, THROWN, World, part};

/// The parts that views share.
const SHARED: [Part; 6] = [Part::Element, Part::Key, Part::Value, Part::Outcome, Part::Task, Part::Local];

/// The contract of a method, when it stands for the method's body.
pub(crate) fn standing(world: &mut World<'_>, id: MethodId, receiver: ClassId) -> Option<Rc<Contract>> {
    if world.program.is_application(id.class) && !world.is_opaque(id.class) {
        return None;
    }
    let has_body = world.program.method(id).ok()?.has_code();
    let contract = world.contract(id, receiver)?;
    if !has_body {
        return speaks(&contract).then_some(contract);
    }
    let is_void = world.result_type(id).is_none();
    let says_all = contract.summary == Some(true) || world.facts(id.class).claims.summary == Some(true);
    let is_summary = world.options.library == Library::Modelled && says_all;
    (is_summary || starts(&contract, is_void, world.options.library)).then_some(contract)
}

/// Whether a contract says anything about objects.
fn speaks(contract: &Contract) -> bool {
    contract.values.is_some() || contract.callbacks.is_some() || contract.spawning.is_some()
}

/// Whether a body is left out because it only brings a task to a thread.
fn starts(contract: &Contract, is_void: bool, library: Library) -> bool {
    let Some(spawning) = &contract.spawning else { return false };
    // A stream's stages are brought to threads by code that also moves the elements.
    if spawning.starts.is_empty() || !is_void || spawning.times == Some(Times::AsMode) {
        return false;
    }
    library == Library::Modelled || spawning.starts_itself()
}

/// The template.
pub(crate) fn template(
    world: &mut World<'_>,
    method: MethodIx,
    id: MethodId,
    receiver: ClassId,
    contract: &Contract,
) -> Template {
    world.data_mut(method).per_call = true;
    let builder = outline(world, id);
    let (result, is_static) = (world.result_type(id), world.is_static(id));
    let mut summary = Summary {
        world,
        builder,
        method,
        result,
        made: None,
        callback: None,
        consumer: None,
        is_static,
        class: receiver,
    };
    summary.run(contract);
    summary.builder.finish()
}

/// The exceptions that a contract names are made, with any other as their cause, and thrown.
pub(crate) fn throws(world: &mut World<'_>, builder: &mut Builder, contract: &Contract) {
    for thrown in contract.values.iter().flat_map(|values| &values.throws) {
        let Object::New(name) = thrown else { continue };
        let Some(class) = find_class(world.program, name) else { continue };
        let ty = world.types.class(class);
        let site = merged_or(world, ty, SiteKind::Jvm(ty, 0));
        let (made, cause) = (builder.var(), builder.var());
        builder.start(Start::Constant(made, site));
        builder.start(Start::LoadStatic(cause, THROWN, FilterId::ANY));
        builder.start(Start::StoreStatic(THROWN, made));
        for constructor in constructors_with_cause(world, class) {
            let target = Target::Exact(world.method(constructor));
            let args = [made, cause];
            builder.call(NewCall {
                inst: InstId(0),
                target,
                args: &args,
                result: NONE,
                raised: NONE,
                kind: EdgeKind::Call,
            });
        }
    }
}

/// The constructors of an exception that take another one and nothing else.
fn constructors_with_cause(world: &World<'_>, class: ClassId) -> Vec<MethodId> {
    let (program, symbols) = (world.program, world.program.symbols());
    let throwable = world.well_known.throwable.map(|class| Type::class(program.class_name(class)));
    let takes_cause = |method: &MethodId| {
        program.method(*method).is_ok_and(|method| {
            let parameters = &symbols.descriptor_data(method.descriptor).parameters;
            symbols.bytes(method.name) == b"<init>"
                && parameters.len() == 1
                && parameters.first() == throwable.as_ref()
        })
    };
    program.methods(class).into_iter().flatten().filter(takes_cause).collect()
}

struct Summary<'w, 'a> {
    world: &'w mut World<'a>,
    builder: Builder,
    method: MethodIx,
    result: Option<Type>,
    /// The new object that the call returns.
    made: Option<Var>,
    /// What callbacks return.
    callback: Option<Var>,
    consumer: Option<Var>,
    is_static: bool,
    class: ClassId,
}

impl Summary<'_, '_> {
    fn run(&mut self, contract: &Contract) {
        if let Some(spawning) = &contract.spawning {
            if spawning.starts_itself() {
                let this = self.object(&Object::This);
                self.builder.start(Start::StoreStatic(CURRENT_THREAD, this));
            }
            let is_stage = spawning.times == Some(Times::AsMode);
            let kind = if is_stage { EdgeKind::Stage } else { EdgeKind::Spawn };
            spawning.starts.iter().for_each(|task| self.task(task, kind));
            if spawning.handle.as_ref().is_some_and(|handle| *handle == Object::Result) {
                self.make();
            }
        }
        if let Some(callbacks) = &contract.callbacks {
            callbacks.calls.iter().for_each(|task| self.task(task, EdgeKind::Callback));
        }
        let returns = contract.values.as_ref().is_some_and(|values| !values.returns.is_empty());
        if !returns && self.class_result() {
            self.make();
        }
        let Some(values) = &contract.values else { return };
        throws(self.world, &mut self.builder, contract);
        for argument in values.throws.iter().filter(|thrown| !matches!(thrown, Object::New(_))) {
            let thrown = self.object(argument);
            if thrown != NONE {
                self.builder.start(Start::StoreStatic(THROWN, thrown));
            }
        }
        for made in &values.makes {
            self.relate(made.kind, &made.of);
        }
        for store in &values.stores {
            let value = self.object(&store.value);
            match &store.slot {
                Slot::Part(slot) => {
                    let into = self.object(&store.into);
                    self.builder.store(into, part(*slot), value);
                }
                Slot::Field(field) => self.store_field(&store.into, field, value),
            }
        }
        for object in &values.returns {
            let var = self.object(object);
            self.give(var);
        }
    }

    /// What is returned has the declared type.
    fn give(&mut self, var: Var) {
        if var == NONE {
            return;
        }
        match self.result.map_or(FilterId::ANY, |ty| self.world.types.filter(ty)) {
            FilterId::ANY => self.builder.give(var),
            filter => {
                let narrowed = self.builder.var();
                self.builder.copy(var, narrowed, filter);
                self.builder.give(narrowed);
            }
        }
    }

    /// Whether the result is of a class that says what it is. A contract that does not say where it comes
    /// from means a new object.
    fn class_result(&self) -> bool {
        let class = self.result.and_then(Type::class_name).and_then(|name| self.world.program.find(name));
        class.is_some() && class != self.world.program.object_class()
    }

    /// The new object that the call returns.
    fn make(&mut self) -> Var {
        if let Some(made) = self.made {
            return made;
        }
        let ty = self.result.filter(|&ty| is_reference(ty)).and_then(|ty| self.world.types.declared(ty));
        let var = match ty {
            Some(ty) => {
                if let RuntimeType::Class(class) = *self.world.types.get(ty) {
                    self.builder.start(Start::Initialise(class));
                }
                let var = self.builder.var();
                self.builder.start(Start::AllocHere(var, ty));
                self.builder.give(var);
                var
            }
            None => NONE,
        };
        self.made = Some(var);
        var
    }

    fn new_object(&mut self, class: &str) -> Var {
        let Some(class) = find_class(self.world.program, class) else { return NONE };
        let (ty, var) = (self.world.types.class(class), self.builder.var());
        self.builder.start(Start::Initialise(class));
        self.builder.start(Start::AllocHere(var, ty));
        var
    }

    /// The consumer that the call makes.
    fn consumer(&mut self) -> Var {
        if let Some(consumer) = self.consumer {
            return consumer;
        }
        let var = match lambdas::consumer(self.world, self.method) {
            Some(ty) => {
                let var = self.builder.var();
                self.builder.start(Start::AllocHere(var, ty));
                var
            }
            None => NONE,
        };
        self.consumer = Some(var);
        var
    }

    /// A new result, or in a constructor the new object, belongs to another.
    fn relate(&mut self, kind: View, of: &Object) {
        let own = match self.result {
            Some(_) => self.make(),
            None => self.object(&Object::This),
        };
        let other = self.object(of);
        self.builder.store(own, part(Part::Owner), other);
        if matches!(kind, View::LockPart | View::Condition | View::Stage | View::Aspect) {
            return;
        }
        for shared in SHARED {
            let hub = self.part(shared, other);
            self.builder.store(own, part(shared), hub);
            if kind == View::View {
                self.builder.load(own, part(shared), hub);
                self.builder.store(other, part(shared), hub);
            }
        }
    }

    fn task(&mut self, task: &Task, kind: EdgeKind) {
        let object = self.object(&task.object);
        let callback = *self.callback.get_or_insert_with(|| self.builder.var());
        let mut args = vec![object];
        args.extend(task.arguments.iter().map(|argument| self.object(argument)));
        let arity = (!task.arguments.is_empty()).then_some(task.arguments.len() as u8);
        let name = self.world.program.symbols().name(task.method.as_bytes());
        if object != NONE {
            self.call(Target::Named(name, arity), &args, callback, kind);
        }
    }

    fn call(&mut self, target: Target, args: &[Var], result: Var, kind: EdgeKind) {
        self.builder.call(NewCall { inst: InstId(0), target, args, result, raised: NONE, kind });
    }

    /// The variable for an object that a contract names.
    fn object(&mut self, object: &Object) -> Var {
        match object {
            Object::This if self.is_static => NONE,
            Object::This => self.builder.params.first().copied().unwrap_or(NONE),
            Object::Argument(index) => {
                let index = usize::from(*index) + usize::from(!self.is_static);
                self.builder.params.get(index).copied().unwrap_or(NONE)
            }
            Object::Result => self.make(),
            Object::Callback => *self.callback.get_or_insert_with(|| self.builder.var()),
            Object::CurrentThread => {
                let var = self.builder.var();
                self.builder.start(Start::LoadStatic(var, CURRENT_THREAD, FilterId::ANY));
                var
            }
            Object::Class | Object::Unknown => NONE,
            Object::Thrown => {
                let var = self.builder.var();
                self.builder.start(Start::LoadStatic(var, THROWN, FilterId::ANY));
                var
            }
            // A view shares the parts of its owner, so either will do.
            Object::Part(Part::Owner, of) => self.object(of),
            Object::Part(name, of) => {
                let of = self.object(of);
                self.part(*name, of)
            }
            Object::Field(field, of) => self.load_field(of, field),
            Object::Call(method, of) => {
                let (of, result) = (self.object(of), self.builder.var());
                let name = self.world.program.symbols().name(method.as_bytes());
                self.call(Target::Named(name, Some(0)), &[of], result, EdgeKind::Callback);
                result
            }
            Object::Consumer => self.consumer(),
            Object::New(class) => self.new_object(class),
        }
    }

    /// What a part of an object holds, by the field that contracts use or by the calls that reach it.
    fn part(&mut self, name: Part, of: Var) -> Var {
        if of == NONE {
            return NONE;
        }
        let var = self.builder.var();
        self.builder.load(of, part(name), var);
        for (class, calls) in self.world.paths(name) {
            let mut current = self.builder.var();
            let filter = self.world.types.concrete_filter(class);
            self.builder.copy(of, current, filter);
            for (position, &call) in calls.iter().enumerate() {
                let next = if position + 1 == calls.len() { var } else { self.builder.var() };
                self.call(Target::Named(call, Some(0)), &[current], next, EdgeKind::Callback);
                current = next;
            }
        }
        var
    }

    fn field_named(&mut self, of: &Object, field: &str) -> Option<crate::ids::FieldKey> {
        let class = match of {
            Object::This | Object::Class => self.class,
            _ => return None,
        };
        let name = self.world.program.symbols().name(field.as_bytes());
        let program = self.world.program;
        let found = program.superclasses(class).iter().find_map(|&class| {
            let index = program.class(class).ok()?.fields.iter().position(|field| field.name == name)?;
            Some(deadheat_program::FieldId { class, index: index as u16 })
        });
        found.map(|id| self.world.field(id))
    }

    fn load_field(&mut self, of: &Object, field: &str) -> Var {
        let Some(key) = self.field_named(of, field) else { return NONE };
        let var = self.builder.var();
        match of {
            Object::Class => self.builder.start(Start::LoadStatic(var, key, FilterId::ANY)),
            _ => {
                let of = self.object(of);
                self.builder.load(of, key, var);
            }
        }
        var
    }

    fn store_field(&mut self, into: &Object, field: &str, value: Var) {
        let Some(key) = self.field_named(into, field) else { return };
        match into {
            Object::Class if value != NONE => self.builder.start(Start::StoreStatic(key, value)),
            Object::Class => {}
            _ => {
                let into = self.object(into);
                self.builder.store(into, key, value);
            }
        }
    }
}
