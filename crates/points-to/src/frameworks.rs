//! What frameworks call in the application: the methods, fields and classes that annotations or names mark, as the
//! models say (`[annotation]`, `[subclass]`), by class.

use deadheat_models::{Bound, Called, Lifetime, Mark};
use deadheat_program::classfile::Flags;
use deadheat_program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// A class of which a framework uses objects.
#[derive(Debug)]
pub(crate) struct Component<'a> {
    pub(crate) class: ClassId,
    /// Which object, if the class itself says so.
    pub(crate) says: Option<Lifetime>,
    /// Methods that are called, an ancestor's first.
    pub(crate) steps: Vec<Step<'a>>,
    /// Fields that are filled.
    pub(crate) fields: Vec<FieldId>,
    /// Constructors and methods whose parameters are.
    pub(crate) injecting: Vec<MethodId>,
    /// Methods whose results are put into others.
    pub(crate) providers: Vec<MethodId>,
}

/// A method that a framework calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) method: MethodId,
    pub(crate) when: Called,
    pub(crate) mark: &'a Mark,
}

impl Step<'_> {
    /// Whether it is called for its own sake.
    pub(crate) fn is_entry(&self) -> bool {
        matches!(self.when, Called::Once | Called::Repeated | Called::Parallel)
    }
}

impl Component<'_> {
    /// Which object of the class is used for a step.
    pub(crate) fn lifetime(&self, step: &Step<'_>) -> Option<Lifetime> {
        self.says.or(step.mark.object)
    }

    /// Whether there is one object for all.
    pub(crate) fn is_shared(&self) -> bool {
        self.says == Some(Lifetime::Shared)
            || self.says.is_none()
                && self.steps.iter().any(|step| step.mark.object == Some(Lifetime::Shared) && step.is_entry())
    }

    /// Whether a new object is made for each use.
    pub(crate) fn is_new(&self) -> bool {
        let mut objects = self.steps.iter().map(|step| step.mark.object);
        self.says == Some(Lifetime::New) || self.says.is_none() && objects.any(|it| it == Some(Lifetime::New))
    }
}

/// Whether frameworks call the application: by what it inherits from, or by annotations and names. What counts
/// only where nothing else starts the program is left out if something does.
pub fn has_framework_entries(bound: &Bound<'_>, is_alone: bool) -> bool {
    let has_entry = |component: &Component<'_>| {
        let lifetime = |step: &Step<'_>| component.lifetime(step).is_some() || is_static(bound, step.method);
        component.steps.iter().any(|step| step.is_entry() && lifetime(step))
    };
    !crate::callers::inherited_entries(bound).is_empty()
        || find(bound, is_alone, &mut |_, _| {}).iter().any(has_entry)
}

fn is_static(bound: &Bound<'_>, method: MethodId) -> bool {
    bound.program().method(method).is_ok_and(|method| method.flags.is_static())
}

/// What is marked in one class.
#[derive(Debug, Default)]
struct Declared<'a> {
    steps: Vec<Step<'a>>,
    fields: Vec<FieldId>,
    injecting: Vec<MethodId>,
    providers: Vec<MethodId>,
}

/// The application's classes that frameworks use, in the order of their numbers. Annotations that cannot be read are
/// told of.
pub(crate) fn find<'a>(
    bound: &Bound<'a>,
    is_alone: bool,
    tell: &mut dyn FnMut(ClassId, deadheat_program::Error),
) -> Vec<Component<'a>> {
    let program = bound.program();
    let mut declared: FxHashMap<ClassId, Declared<'a>> = FxHashMap::default();
    for class in program.application_classes() {
        match declared_in(bound, class, is_alone) {
            Ok(Some(found)) => {
                declared.insert(class, found);
            }
            Ok(None) => {}
            Err(error) => tell(class, error),
        }
    }
    let concrete = program.application_classes().filter(|&class| is_concrete(program, class));
    concrete.filter_map(|class| component(bound, class, is_alone, &declared)).collect()
}

fn is_concrete(program: &Program, class: ClassId) -> bool {
    program.class(class).is_ok_and(|class| !class.flags.has(Flags::ABSTRACT | Flags::INTERFACE))
}

fn declared_in<'a>(
    bound: &Bound<'a>,
    class: ClassId,
    is_alone: bool,
) -> deadheat_program::Result<Option<Declared<'a>>> {
    let program = bound.program();
    // A class that cannot be read is a gap wherever it is used.
    let Ok(data) = program.class(class) else { return Ok(None) };
    let mut found = Declared::default();
    for (index, field) in data.fields.iter().enumerate() {
        let id = FieldId { class, index: index as u16 };
        if !field.flags.is_static() && bound.field_marks(id)?.iter().any(|mark| mark.injects) {
            found.fields.push(id);
        }
    }
    for (index, method) in data.methods.iter().enumerate() {
        // Compilers copy annotations to bridges.
        if method.flags.has(Flags::SYNTHETIC) {
            continue;
        }
        let id = MethodId { class, index: index as u16 };
        for mark in bound.method_marks(id)? {
            found.steps.extend(step(id, mark, is_alone));
            if mark.injects && !found.injecting.contains(&id) {
                found.injecting.push(id);
            }
            if mark.provides && !found.providers.contains(&id) {
                found.providers.push(id);
            }
        }
    }
    let is_empty = found.steps.is_empty()
        && found.fields.is_empty()
        && found.injecting.is_empty()
        && found.providers.is_empty();
    Ok((!is_empty).then_some(found))
}

fn step(method: MethodId, mark: &Mark, is_alone: bool) -> Option<Step<'_>> {
    let when = mark.entry.filter(|_| is_alone || !mark.alone)?;
    Some(Step { method, when, mark })
}

/// What a class is to frameworks, by its own marks and those that it inherits.
fn component<'a>(
    bound: &Bound<'a>,
    class: ClassId,
    is_alone: bool,
    declared: &FxHashMap<ClassId, Declared<'a>>,
) -> Option<Component<'a>> {
    let program = bound.program();
    // Those that cannot be read were told of.
    let marks = bound.class_marks(class).unwrap_or_default();
    let objects = || marks.iter().filter(|mark| mark.entry.is_none()).filter_map(|mark| mark.object);
    let says = objects().find(|&object| object == Lifetime::New).or_else(|| objects().next());
    let mut found = Component {
        class,
        says,
        steps: Vec::new(),
        fields: Vec::new(),
        injecting: Vec::new(),
        providers: Vec::new(),
    };
    let ancestors: Vec<ClassId> =
        program.ancestors(class).filter(|&ancestor| program.is_application(ancestor)).collect();
    for &ancestor in ancestors.iter().rev() {
        let Some(own) = declared.get(&ancestor) else { continue };
        found.steps.extend(&own.steps);
        found.fields.extend(&own.fields);
        let is_inherited = |&&id: &&MethodId| ancestor == class || !program.is_constructor(id);
        found.injecting.extend(own.injecting.iter().filter(is_inherited));
        found.providers.extend(&own.providers);
    }
    if bound.has_name_marks(class) {
        for &ancestor in ancestors.iter().rev() {
            found.steps.extend(named(bound, class, ancestor, is_alone));
        }
    }
    for mark in marks {
        found.steps.extend(public(program, class).filter_map(|method| step(method, mark, is_alone)));
    }
    // An overriding method is the same as what it overrides, and one may be marked twice.
    let mut seen = FxHashSet::default();
    found.steps.retain(|step| {
        let method = program.method(step.method).map(|method| (method.name, method.descriptor));
        method.is_ok_and(|(name, descriptor)| seen.insert((name, descriptor, step.when)))
    });
    (says.is_some() || !found.steps.is_empty()).then_some(found)
}

/// The methods of an ancestor that a class's names mark.
fn named<'a>(bound: &Bound<'a>, class: ClassId, ancestor: ClassId, is_alone: bool) -> Vec<Step<'a>> {
    let program = bound.program();
    let Ok(data) = program.class(ancestor) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, method) in data.methods.iter().enumerate() {
        let has_parameters = !program.symbols().descriptor_data(method.descriptor).parameters.is_empty();
        if !has_parameters && !method.flags.has(Flags::STATIC | Flags::PRIVATE | Flags::SYNTHETIC) {
            let id = MethodId { class: ancestor, index: index as u16 };
            let marks = bound.name_marks(class, &program.symbols().text(method.name));
            found.extend(marks.into_iter().filter_map(|mark| step(id, mark, is_alone)));
        }
    }
    found
}

/// The public methods of a class.
fn public(program: &Program, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
    let methods = program.class(class).map(|class| &class.methods[..]).unwrap_or_default();
    methods.iter().enumerate().filter_map(move |(index, method)| {
        let is_named = !program.symbols().bytes(method.name).starts_with(b"<");
        let is_meant = is_named && method.flags.is_public() && !method.flags.has(Flags::SYNTHETIC);
        is_meant.then_some(MethodId { class, index: index as u16 })
    })
}
