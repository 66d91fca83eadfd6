//! A program without a `main` (Chord 2.9.2): callers from outside make objects of its public classes, share
//! them, and call every public method of its API, each call in a thread of its own.
//!
//! All that callers have is in one pool: what they made, what calls returned, what public static fields hold.
//! A method is called on whatever of it is of the method's class, with whatever fits the parameters. Where the
//! program has nothing that fits, callers bring an object of their own, of the declared type. Interfaces of libraries
//! are used in part (`taken.rs`). A framework that calls the application from threads of its own, as models say
//! (`entry`), is such a caller, too; what annotations and names mark is used as `scripts` says.

use deadheat_models::Bound;
use deadheat_program::classfile::Flags;
use deadheat_program::symbols::MethodRefData;
use deadheat_program::types::Type;
use deadheat_program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::behaviour;
use crate::frameworks::{self, Component};
use crate::gaps::Gap;
use crate::graph::EdgeKind;
use crate::ids::{ContextId, FieldKey, TypeId};
use crate::plugins::{Special, Watch};
use crate::solver::Solver;
use crate::taken;
use crate::template::{Builder, NONE, NewCall, Start, Target, Template, Var};
use crate::types::is_reference;
use crate::world::{CALLERS, CALLERS_INSIDE, CALLERS_OTHERS, CALLERS_OWN, ELEMENT, SiteKind, Unseen, World};

/// The API that callers from outside see: the application's public classes that are meant, and what their
/// methods return, if it is public: classes and interfaces of the application, interfaces of libraries.
pub fn api_of(program: &Program, is_meant: impl Fn(ClassId) -> bool) -> Vec<ClassId> {
    let is_public = |class: ClassId| program.class(class).is_ok_and(|class| class.flags.has(Flags::PUBLIC));
    let mut api: Vec<ClassId> =
        program.application_classes().filter(|&class| is_public(class) && is_meant(class)).collect();
    let mut known: FxHashSet<ClassId> = api.iter().copied().collect();
    let mut next = 0;
    while let Some(&class) = api.get(next) {
        next += 1;
        let Ok(data) = program.class(class) else { continue };
        for (index, method) in data.methods.iter().enumerate() {
            if !is_used(program, MethodId { class, index: index as u16 }) {
                continue;
            }
            let result = program.symbols().descriptor_data(method.descriptor).result;
            let class = result.and_then(|ty| program.find(ty.class_name()?));
            let is_seen = |&class: &ClassId| {
                let is_interface = program.class(class).is_ok_and(|class| class.flags.has(Flags::INTERFACE));
                is_public(class) && (is_interface || program.is_application(class))
            };
            api.extend(class.filter(is_seen).filter(|&class| known.insert(class)));
        }
    }
    api
}

/// Whether callers use a method of the API. Of an interface of a library, static methods are not the program's, and
/// default methods do nothing that callers could not do by the others, unless the application overrides them.
fn is_used(program: &Program, id: MethodId) -> bool {
    let Ok(method) = program.method(id) else { return false };
    if !method.flags.has(Flags::PUBLIC) {
        return false;
    }
    if program.is_application(id.class) || !method.has_code() {
        return true;
    }
    let overrides = |class: ClassId| {
        program.class(class).is_ok_and(|data| {
            let mut own = data.methods.iter();
            own.any(|own| own.name == method.name && own.descriptor == method.descriptor)
        })
    };
    let mut own = program.application_classes().filter(|&class| program.is_subclass(class, id.class));
    !method.flags.is_static() && own.any(overrides)
}

/// Callers from outside begin to use an API; frameworks begin to use what is meant for them.
pub(crate) fn start(solver: &mut Solver<'_, '_>, is_alone: bool) {
    let method = match solver.world.known_unseen(Unseen::Callers) {
        Some(known) => known,
        None => {
            let program = solver.world.program;
            let world = &mut *solver.world;
            let is_alone = is_alone && world.options.api.is_empty();
            let (bound, gaps) = (world.bound, &mut world.gaps);
            let components = frameworks::find(bound, is_alone, &mut |class, error| {
                let method = program.symbols().text(program.class_name(class)).replace('/', ".");
                gaps.add(Gap::Unreadable { method, reason: error.to_string() });
            });
            let entries = inherited_entries(bound);
            let template = Callers::new(world).template(&entries, &components);
            solver.world.unseen(Unseen::Callers, || template)
        }
    };
    if behaviour::template(solver.world, method).starts.is_empty() {
        return;
    }
    let instance = solver.reach(method, ContextId::EMPTY);
    for (pool, parameter) in [(CALLERS, taken::HAD), (CALLERS_INSIDE, taken::INSIDE)] {
        let pool = solver.static_node(pool);
        solver.watch(pool, Watch { special: Special::Callers, instance, parameter });
    }
}

/// The methods that the models say frameworks call from threads of their own, of which the application has some.
pub(crate) fn inherited_entries(bound: &Bound<'_>) -> Vec<MethodId> {
    let program = bound.program();
    let is_static = |entry: MethodId| program.method(entry).is_ok_and(|method| method.flags.is_static());
    let has_own = |entry: MethodId| {
        let mut own = program.application_classes();
        own.any(|class| class != entry.class && program.is_subclass(class, entry.class))
    };
    let entries = bound.methods_with(|contract| contract.entry.is_some()).into_iter();
    entries.filter(|&entry| !is_static(entry) && has_own(entry)).collect()
}

pub(crate) struct Callers<'w, 'a> {
    pub(crate) world: &'w mut World<'a>,
    pub(crate) program: &'a Program,
    pub(crate) builder: Builder,
    /// By type and pool: what of it fits.
    fitting: FxHashMap<(Type, FieldKey), Var>,
    /// The application's public classes that callers can make objects of.
    makeable: Vec<ClassId>,
    made: FxHashSet<ClassId>,
    /// Types that callers need objects of, each once.
    needed: FxHashSet<Type>,
    work: Vec<Type>,
    /// How many calls the builder has.
    pub(crate) calls: u32,
    /// The last number that tells objects of frameworks apart.
    pub(crate) number: u32,
}

/// A template that waits for another one.
pub(crate) struct Part {
    builder: Builder,
    fitting: FxHashMap<(Type, FieldKey), Var>,
    calls: u32,
}

impl<'w, 'a> Callers<'w, 'a> {
    fn new(world: &'w mut World<'a>) -> Callers<'w, 'a> {
        let program = world.program;
        let makeable = program.application_classes().filter(|&class| is_makeable(program, class)).collect();
        Callers {
            world,
            program,
            builder: Builder::default(),
            fitting: FxHashMap::default(),
            makeable,
            made: FxHashSet::default(),
            needed: FxHashSet::default(),
            work: Vec::new(),
            calls: 0,
            number: 0,
        }
    }

    fn template(mut self, entries: &[MethodId], components: &[Component<'a>]) -> Template {
        self.use_components(components);
        for &entry in entries {
            self.use_framework(entry);
        }
        for class in self.world.options.api.clone() {
            self.use_class(class);
        }
        while let Some(ty) = self.work.pop() {
            self.provide(ty);
        }
        self.builder.finish()
    }

    /// A template of its own is begun.
    pub(crate) fn begin_part(&mut self) -> Part {
        Part {
            builder: std::mem::take(&mut self.builder),
            fitting: std::mem::take(&mut self.fitting),
            calls: std::mem::take(&mut self.calls),
        }
    }

    /// It is ready; the one that waits goes on.
    pub(crate) fn end_part(&mut self, waiting: Part) -> Template {
        let ready = std::mem::replace(&mut self.builder, waiting.builder);
        (self.fitting, self.calls) = (waiting.fitting, waiting.calls);
        ready.finish()
    }

    /// A framework makes objects of all classes that have a method which it calls.
    fn use_framework(&mut self, entry: MethodId) {
        for class in self.makeable.clone() {
            if self.program.is_subclass(class, entry.class) && self.made.insert(class) {
                self.make(class);
            }
        }
        self.call(entry);
    }

    /// Every public method of a class is called, and its public static fields are read.
    fn use_class(&mut self, class: ClassId) {
        let Ok(data) = self.program.class(class) else { return };
        self.need(Type::class(self.program.class_name(class)));
        let is_own = self.program.is_application(class);
        if !is_own {
            let name = self.program.symbols().text(self.program.class_name(class)).replace('/', ".");
            self.world.gaps.add(Gap::Callers(name));
        }
        for (index, method) in data.methods.iter().enumerate() {
            let is_named = !self.program.symbols().bytes(method.name).starts_with(b"<");
            let id = MethodId { class, index: index as u16 };
            if !is_named || method.flags.has(Flags::SYNTHETIC) || !is_used(self.program, id) {
                continue;
            }
            match is_own {
                true => self.call(id),
                false => self.call_in_part(id),
            }
        }
        for (index, field) in data.fields.iter().enumerate() {
            if field.flags.is_static() && field.flags.has(Flags::PUBLIC) && is_reference(field.ty) {
                let key = self.world.field(FieldId { class, index: index as u16 });
                let (var, filter) = (self.builder.var(), self.world.types.filter(field.ty));
                self.builder.start(Start::Initialise(class));
                self.builder.start(Start::LoadStatic(var, key, filter));
                self.builder.start(Start::StoreStatic(CALLERS, var));
            }
        }
    }

    /// A thread calls a method.
    fn call(&mut self, id: MethodId) {
        let args = self.arguments(id);
        self.call_on(id, CALLERS, args);
    }

    /// A thread calls a method of a library's interface (see `taken.rs`).
    fn call_in_part(&mut self, id: MethodId) {
        let args = self.arguments(id);
        self.call_on(id, CALLERS_OWN, args);
        if self.program.method(id).is_ok_and(|method| !method.has_code()) {
            let parameters = self.parameters(id).into_iter();
            let args = parameters
                .map(|ty| if is_reference(ty) { self.own(ty).unwrap_or(NONE) } else { NONE })
                .collect();
            self.call_on(id, CALLERS_OTHERS, args);
        }
    }

    /// A thread calls a method on what a pool has.
    fn call_on(&mut self, id: MethodId, pool: FieldKey, passed: Vec<Var>) {
        let Ok(method) = self.program.method(id) else { return };
        let (name, descriptor, is_static) = (method.name, method.descriptor, method.flags.is_static());
        let owner = Type::class(self.program.class_name(id.class));
        let interface = self.program.class(id.class).is_ok_and(|class| class.flags.has(Flags::INTERFACE));
        let target = self.program.symbols().method(MethodRefData { owner, name, descriptor, interface });
        let target = match (is_static, interface) {
            (true, _) => Target::Static(target),
            (false, true) => Target::Interface(target),
            (false, false) => Target::Virtual(target),
        };
        let mut args = Vec::new();
        if !is_static {
            args.push(self.fitting(owner, pool));
        }
        args.extend(passed);
        let result = match self.world.result_type(id).filter(|&ty| is_reference(ty)) {
            Some(_) => {
                let var = self.builder.var();
                self.builder.start(Start::StoreStatic(CALLERS, var));
                var
            }
            None => NONE,
        };
        self.add_call(target, &args, result, EdgeKind::Spawn);
    }

    /// This very method.
    pub(crate) fn exactly(&mut self, id: MethodId) -> Target {
        match self.program.method(id) {
            Ok(method) if method.flags.is_static() => {
                let owner = Type::class(self.program.class_name(id.class));
                let interface =
                    self.program.class(id.class).is_ok_and(|class| class.flags.has(Flags::INTERFACE));
                let (name, descriptor) = (method.name, method.descriptor);
                let method = MethodRefData { owner, name, descriptor, interface };
                Target::Static(self.program.symbols().method(method))
            }
            _ => Target::Exact(self.world.method(id)),
        }
    }

    pub(crate) fn add_call(&mut self, target: Target, args: &[Var], result: Var, kind: EdgeKind) {
        let inst = deadheat_program::ir::InstId(self.calls);
        self.calls += 1;
        self.builder.call(NewCall { inst, target, args, result, raised: NONE, kind });
    }

    /// What callers pass for the declared parameters.
    fn arguments(&mut self, id: MethodId) -> Vec<Var> {
        self.parameters(id).into_iter().map(|ty| self.argument(ty)).collect()
    }

    pub(crate) fn parameters(&self, id: MethodId) -> Vec<Type> {
        let Ok(method) = self.program.method(id) else { return Vec::new() };
        self.program.symbols().descriptor_data(method.descriptor).parameters.to_vec()
    }

    pub(crate) fn argument(&mut self, ty: Type) -> Var {
        if !is_reference(ty) {
            return NONE;
        }
        self.need(ty);
        // Anything at all: an object of the caller's own.
        let is_object =
            ty.class_name().is_some_and(|name| self.program.find(name) == self.program.object_class());
        if is_object {
            return self.own(ty).unwrap_or(NONE);
        }
        self.pool(ty)
    }

    /// What of all that callers have fits a type.
    pub(crate) fn pool(&mut self, ty: Type) -> Var {
        self.fitting(ty, CALLERS)
    }

    /// What of a pool fits a type.
    fn fitting(&mut self, ty: Type, pool: FieldKey) -> Var {
        if let Some(&var) = self.fitting.get(&(ty, pool)) {
            return var;
        }
        let (var, filter) = (self.builder.var(), self.world.types.filter(ty));
        self.builder.start(Start::LoadStatic(var, pool, filter));
        self.fitting.insert((ty, pool), var);
        var
    }

    fn need(&mut self, ty: Type) {
        if self.needed.insert(ty) {
            self.work.push(ty);
        }
    }

    /// Callers get objects of a type: of each public class that fits, by its public constructors.
    fn provide(&mut self, ty: Type) {
        let class = ty.class_name().and_then(|name| self.program.find(name));
        let own = class.filter(|&class| self.program.is_application(class));
        let fitting: Vec<ClassId> = match own {
            Some(class) => {
                let all = self.makeable.iter().copied();
                all.filter(|&makeable| self.program.is_subclass(makeable, class)).collect()
            }
            None => Vec::new(),
        };
        if fitting.is_empty() {
            self.bring(ty);
        }
        for class in fitting {
            if self.made.insert(class) {
                self.make(class);
            }
        }
    }

    /// Callers call the public constructors of a class.
    fn make(&mut self, class: ClassId) {
        let Ok(data) = self.program.class(class) else { return };
        let ty = self.world.types.class(class);
        let object = self.object(ty);
        self.builder.start(Start::Initialise(class));
        self.builder.start(Start::StoreStatic(CALLERS, object));
        for (index, method) in data.methods.iter().enumerate() {
            if method.flags.has(Flags::PUBLIC) && self.program.symbols().bytes(method.name) == b"<init>" {
                let id = MethodId { class, index: index as u16 };
                let mut args = vec![object];
                args.extend(self.arguments(id));
                let target = Target::Exact(self.world.method(id));
                self.add_call(target, &args, NONE, EdgeKind::Call);
            }
        }
    }

    /// Callers bring an object of their own.
    fn bring(&mut self, ty: Type) {
        if let Some(var) = self.own(ty) {
            self.builder.start(Start::StoreStatic(CALLERS, var));
        }
    }

    fn own(&mut self, ty: Type) -> Option<Var> {
        let id = self.world.types.declared(ty)?;
        let var = self.object(id);
        if let Some(element) = ty.element().filter(|&ty| is_reference(ty)) {
            let element = self.argument(element);
            self.builder.store(var, ELEMENT, element);
        }
        Some(var)
    }

    fn object(&mut self, ty: TypeId) -> Var {
        let site = behaviour::merged_or(self.world, ty, SiteKind::Caller(ty));
        let var = self.builder.var();
        self.builder.start(Start::Constant(var, site));
        var
    }
}

/// Whether callers can make objects of a class: it is public and concrete and has a public constructor.
fn is_makeable(program: &Program, class: ClassId) -> bool {
    let Ok(data) = program.class(class) else { return false };
    data.flags.has(Flags::PUBLIC)
        && !data.flags.has(Flags::ABSTRACT)
        && data.methods.iter().any(|method| {
            method.flags.has(Flags::PUBLIC) && program.symbols().bytes(method.name) == b"<init>"
        })
}
