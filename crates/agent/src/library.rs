//! What the models know of the JDK's objects that two threads must not use at once, for calls in the program's code.
//!
//! When a class is rewritten, [`Library::plan`] says which of a call's arguments the runtime is to see. What the call does
//! with them depends on the receiver's class, which only the runtime knows: it asks ([`Library::effects`]) for each
//! class once. Which class has a state of its own, and which is a view of another object: [`Library::kind`].
//!
//! What is told is exact, or not told: which elements of an array a call reads is known only if the models say so, and
//! streams may be the program's own at the end of a chain. A call of which nothing is known reads and writes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use deadheat_instrument::{CallKind, Called, Elements, End, LibraryCall, Variable, split_text};
use deadheat_models::{Bound, Contract, DataAccess, Models, Object, Part, Ranges, Safety, View};
use deadheat_program::classfile::Flags;
use deadheat_program::{ClassId, MethodId, Program};

use crate::delegation::{Replaced, methods_of, signature};

/// What objects are asked, by the first numbers of calls.
const ASKED: [(&str, &str); 3] =
    [("toString", "()Ljava/lang/String;"), ("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z")];
/// What is added to the number if the elements of an array are asked.
const ASKED_ELEMENTS: u32 = 4;
/// As many objects as the runtime is told of a call.
const MOST_OBJECTS: usize = 3;

/// See the module's description.
pub(crate) struct Library {
    bound: Bound<'static>,
    /// By name and parameters: the positions that any contract of such a method speaks of.
    shapes: BTreeMap<(String, String), Shape>,
    /// By the calls' numbers. Guarded by a mutex.
    calls: Mutex<Vec<Planned>>,
}

#[derive(Debug, Default)]
struct Shape {
    objects: BTreeSet<u8>,
    /// Those that may be written.
    written: BTreeSet<u8>,
    view_of: Option<u8>,
}

/// A call that was given a number.
#[derive(Debug)]
struct Planned {
    owner: String,
    name: String,
    descriptor: String,
    is_virtual: bool,
    objects: Vec<u8>,
}

/// What a class's objects are to who calls their methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// For one thread at a time: they have a shadow.
    Unsafe,
    /// Their methods lock them: they have a shadow, for what goes around the lock.
    Guarded,
    /// Perhaps views of others.
    View,
    /// For all threads, or nothing is known.
    Other,
}

impl Library {
    pub(crate) fn new(jdk: &'static Program, release: u16) -> Library {
        let (bound, _) = Models::shipped().bind(jdk, release);
        let mut shapes: BTreeMap<(String, String), Shape> = BTreeMap::new();
        for method in bound.methods_with(is_meant) {
            let Some(contract) = bound.contract(method) else { continue };
            let Ok(declaration) = jdk.method(method) else { continue };
            if declaration.flags.is_static() {
                continue;
            }
            let name = jdk.symbols().text(declaration.name).into_owned();
            let descriptor = jdk.symbols().descriptor_data(declaration.descriptor).text;
            let shape =
                shapes.entry((name, parameters(&jdk.symbols().text(descriptor)).to_owned())).or_default();
            shape.objects.extend(objects(&contract, false));
            shape.written.extend(written(&contract, false));
            shape.view_of = shape.view_of.or(view_of(&contract, false));
        }
        let calls = ASKED.iter().map(|&(name, descriptor)| Planned {
            owner: "java/lang/Object".to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            is_virtual: true,
            objects: vec![0],
        });
        Library { bound, shapes, calls: Mutex::new(calls.collect()) }
    }

    fn jdk(&self) -> &'static Program {
        self.bound.program()
    }

    /// What the runtime is to be told of a call.
    pub(crate) fn plan(&self, called: &Called<'_>) -> Option<LibraryCall> {
        match called.kind {
            CallKind::Dynamic => dynamic(called),
            _ if called.owner.starts_with('[') => cloned(called),
            CallKind::Virtual if called.owner == "java/lang/reflect/Field" => reflected(called),
            CallKind::Virtual if called.owner == "java/lang/invoke/VarHandle" => handled(called),
            _ => match self.jdk().find_class(called.owner) {
                Some(class) => self.plan_of(class, called),
                None => self.plan_inherited(called),
            },
        }
    }

    /// A call that names one of the JDK's classes.
    fn plan_of(&self, class: ClassId, called: &Called<'_>) -> Option<LibraryCall> {
        let method = self.lookup(class, called.name, called.descriptor)?;
        let contract = self.bound.contract_at(class, method);
        let is_static = called.kind == CallKind::Static;
        let mut call = LibraryCall::default();
        if let Some(contract) = &contract {
            call.view_of = view_of(contract, is_static);
            call.elements = self.elements(class, contract, called);
            call.asked = asked(contract, is_static);
            call.objects = objects(contract, is_static).into_iter().collect();
            call.changes = changes(&call.objects, &written(contract, is_static));
        }
        if called.kind == CallKind::Virtual
            && !self.is_closed(class)
            && let Some(shape) = self.shape(called)
        {
            call.objects = shape.objects.iter().copied().collect();
            call.changes = changes(&call.objects, &shape.written);
            call.view_of = call.view_of.or(shape.view_of);
        }
        self.number(called, call)
    }

    /// A call that names a class of the program, which may inherit the method from the JDK's.
    fn plan_inherited(&self, called: &Called<'_>) -> Option<LibraryCall> {
        let shape = self.shape(called).filter(|_| called.kind == CallKind::Virtual)?;
        let objects: Vec<u8> = shape.objects.iter().copied().collect();
        let call = LibraryCall {
            changes: changes(&objects, &shape.written),
            objects,
            view_of: shape.view_of,
            ..LibraryCall::default()
        };
        self.number(called, call)
    }

    fn shape(&self, called: &Called<'_>) -> Option<&Shape> {
        self.shapes.get(&(called.name.to_owned(), parameters(called.descriptor).to_owned()))
    }

    fn number(&self, called: &Called<'_>, mut call: LibraryCall) -> Option<LibraryCall> {
        // A new object has no state that anybody else sees.
        if called.name == "<init>" {
            call.objects.retain(|&position| position != 0);
            call.changes = false;
            call.view_of = None;
        }
        call.objects.truncate(MOST_OBJECTS);
        if call == LibraryCall::default() {
            return None;
        }
        let mut calls = self.calls.lock().ok()?;
        call.number = calls.len() as u32;
        calls.push(Planned {
            owner: called.owner.to_owned(),
            name: called.name.to_owned(),
            descriptor: called.descriptor.to_owned(),
            is_virtual: called.kind == CallKind::Virtual,
            objects: call.objects.clone(),
        });
        Some(call)
    }

    /// Whether no class below can do otherwise.
    fn is_closed(&self, class: ClassId) -> bool {
        self.jdk().class(class).is_ok_and(|class| class.flags.has(Flags::FINAL))
    }

    fn lookup(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let symbols = self.jdk().symbols();
        let name = symbols.find(name.as_bytes())?;
        let descriptor = symbols.descriptor(symbols.find(descriptor.as_bytes())?).ok()?;
        self.jdk().lookup(class, name, descriptor).ok()
    }

    /// A call's name and parameters if the receiver's class matters.
    pub(crate) fn called(&self, number: u32) -> Vec<String> {
        let Ok(calls) = self.calls.lock() else { return Vec::new() };
        let call = calls.get(number as usize).filter(|call| call.is_virtual);
        call.map_or(Vec::new(), |call| vec![call.name.clone(), parameters(&call.descriptor).to_owned()])
    }

    /// What a call does with its objects if its receiver is of this class of the JDK: for each, `r` or `w`, or in
    /// capitals if it is what the object belongs to, the number of the object, and `a` if it is no receiver. If the receiver is of a class of the
    /// program below that, what that declares (`delegation.rs`).
    pub(crate) fn effects(&self, number: u32, receiver: &str, declared: Option<&str>) -> Vec<String> {
        let found = || {
            let calls = self.calls.lock().ok()?;
            let call = calls.get(number as usize)?;
            let class = if call.is_virtual { receiver.replace('.', "/") } else { call.owner.clone() };
            let class = self.jdk().find_class(&class)?;
            let method = self.lookup(class, &call.name, &call.descriptor)?;
            let is_static = self.jdk().method(method).ok()?.flags.is_static();
            let contract = self.bound.contract_at(class, method)?;
            // What does not take the wrapper's lock is done with what is wrapped.
            let goes_around = self.kind_of(class) == Kind::Guarded
                && contract.safety.safety == Some(Safety::Unsafe)
                && !is_static;
            let mut found = effects(&contract.data?, is_static, goes_around, &call.objects);
            if let Some(declared) = declared.filter(|_| call.is_virtual && !is_static) {
                let replaced = self.replaced(class, declared);
                if !replaced.is_none(self.jdk()) && !replaced.uses_object(self.jdk(), method) {
                    found.retain(|effect| effect.ends_with('a'));
                }
            }
            Some(found)
        };
        found().unwrap_or_default()
    }

    fn replaced<'d>(&self, class: ClassId, declared: &'d str) -> Replaced<'d> {
        Replaced::new(self.jdk(), class, declared.split_whitespace())
    }

    /// Whether a class of the program, below one of the JDK, may do what calls do that are given its objects: it replaces
    /// a method of which models say anything.
    pub(crate) fn does_otherwise(&self, class: &str, declared: &str) -> bool {
        let Some(class) = self.jdk().find_class(&class.replace('.', "/")) else { return false };
        let replaced = self.replaced(class, declared);
        let is_told = |method: MethodId| {
            self.bound.contract_at(class, method).is_some()
                && replaced.methods.contains(&*signature(self.jdk(), method))
        };
        let is_abstract = replaced.methods.is_empty() && !replaced.is_none(self.jdk());
        is_abstract || methods_of(self.jdk(), class).any(is_told)
    }

    /// Whether a method of a class whose methods lock its objects reads or writes them: `true` if it writes.
    pub(crate) fn guarded(&self, class: &str, name: &str, descriptor: &str) -> Option<bool> {
        let class = self.jdk().find_class(class).filter(|&class| self.kind_of(class) == Kind::Guarded)?;
        let data = self.bound.contract_at(class, self.lookup(class, name, descriptor)?)?.data?;
        match data.writes.contains(&Object::This) {
            true => Some(true),
            false => data.reads.contains(&Object::This).then_some(false),
        }
    }

    /// The field that has the lock of a class's objects, if it is not they themselves.
    pub(crate) fn guard(&self, class: &str) -> Option<String> {
        let class = self.jdk().find_class(&class.replace('.', "/"))?;
        match self.bound.facts(class).claims.guard? {
            Object::Field(name, of) if *of == Object::This => Some(name.into()),
            _ => None,
        }
    }

    /// What the objects of a class of the JDK are, and the class that has their shadow.
    pub(crate) fn kind(&self, class: &str) -> (Kind, Option<String>) {
        let Some(class) = self.jdk().find_class(&class.replace('.', "/")) else { return (Kind::Other, None) };
        let kind = self.kind_of(class);
        let mut holders =
            self.jdk().superclasses(class).iter().copied().filter(|&class| self.has_shadow(class));
        let name = |class| self.jdk().symbols().text(self.jdk().class_name(class)).replace('/', ".");
        (kind, holders.next().map(name))
    }

    /// Whether a class is the first in its line whose objects have a shadow.
    pub(crate) fn adds_shadow(&self, class: &str) -> bool {
        let Some(class) = self.jdk().find_class(class) else { return false };
        self.has_shadow(class)
    }

    fn has_shadow(&self, class: ClassId) -> bool {
        let is_meant = |class: ClassId| matches!(self.kind_of(class), Kind::Unsafe | Kind::Guarded);
        let is_interface = self.jdk().class(class).is_ok_and(|class| class.flags.is_interface());
        let mut above = self.jdk().superclasses(class).iter().copied().filter(|&above| above != class);
        !is_interface && is_meant(class) && !above.any(is_meant)
    }

    fn kind_of(&self, class: ClassId) -> Kind {
        match self.bound.facts(class).claims.safety.safety {
            Some(Safety::Unsafe) => Kind::Unsafe,
            Some(Safety::Guarded) => Kind::Guarded,
            None => Kind::View,
            Some(_) => Kind::Other,
        }
    }

    /// The elements that a call reads and writes.
    fn elements(&self, class: ClassId, contract: &Contract, called: &Called<'_>) -> Vec<Elements> {
        let name = self.jdk().symbols().text(self.jdk().class_name(class));
        // What is at the end of a chain of streams may not do what it is asked to.
        let is_known = called.kind != CallKind::Virtual
            || !name.starts_with("java/io/")
            || name.starts_with("java/io/ByteArray");
        let Some(data) = contract.data.as_ref().filter(|_| is_known) else { return Vec::new() };
        let Some((types, _)) = split_text(called.descriptor) else { return Vec::new() };
        let is_static = called.kind == CallKind::Static;
        let lists = [(&data.reads, false), (&data.writes, true)];
        let all =
            lists.into_iter().flat_map(|(objects, is_write)| objects.iter().map(move |it| (it, is_write)));
        let arrays = all.filter_map(|(object, is_write)| match object {
            Object::Part(Part::Element, of) => Some((argument(of)?, is_write)),
            _ => None,
        });
        arrays.filter_map(|(array, is_write)| range(data, &types, array, is_write, is_static)).collect()
    }
}

/// Which elements of the array in an argument are meant.
fn range(data: &DataAccess, types: &[&str], array: u8, is_write: bool, is_static: bool) -> Option<Elements> {
    let is_int = |argument: u8| types.get(usize::from(argument)).is_some_and(|ty| *ty == "I");
    let position = |argument: u8| argument + u8::from(!is_static);
    let (first, second) = (is_int(array + 1), is_int(array + 1) && is_int(array + 2));
    let (from, next) = (position(array + 1), position(array + 2));
    let (from, end) = match data.ranges {
        Some(Ranges::Ends) if second => (Some(from), End::Before(next)),
        Some(Ranges::Ends) => (None, End::All),
        Some(Ranges::At) => (Some(from), End::One),
        Some(Ranges::First) => (None, End::Before(from)),
        Some(Ranges::Filled) => (first.then_some(from), End::Result),
        Some(Ranges::Copied) => (Some(from), End::For(position(types.len() as u8 - 1))),
        Some(Ranges::Some) => return None,
        None if second => (Some(from), End::For(next)),
        // As texts copy a part of them to a place in an array.
        None if array == 2 && is_int(0) && is_int(1) && first => {
            (Some(from), End::Between(position(0), position(1)))
        }
        None if !types.contains(&"I") => (None, End::All),
        None => return None,
    };
    Some(Elements { array: position(array), from, end, is_write })
}

/// Whether a contract speaks of objects that the runtime is to see.
fn is_meant(contract: &Contract) -> bool {
    !objects(contract, false).is_empty() || view_of(contract, false).is_some()
}

fn argument(object: &Object) -> Option<u8> {
    match object {
        Object::Argument(index) => Some(*index),
        _ => None,
    }
}

/// The position of an object among a call's arguments.
fn position(object: &Object, is_static: bool) -> Option<u8> {
    match object {
        Object::This if !is_static => Some(0),
        Object::Argument(index) => Some(index + u8::from(!is_static)),
        _ => None,
    }
}

/// The position of the object that is read or written, or that belongs to what is.
fn state(object: &Object, is_static: bool) -> Option<(u8, bool)> {
    match object {
        Object::Part(Part::Owner, of) => Some((position(of, is_static)?, true)),
        other => Some((position(other, is_static)?, false)),
    }
}

/// The positions of all objects whose state a call reads or writes.
fn objects(contract: &Contract, is_static: bool) -> BTreeSet<u8> {
    let data = contract.data.iter().flat_map(|data| data.reads.iter().chain(&data.writes));
    data.filter_map(|object| state(object, is_static)).map(|(position, _)| position).collect()
}

/// The positions of those that it may write.
fn written(contract: &Contract, is_static: bool) -> BTreeSet<u8> {
    let data = contract.data.iter().flat_map(|data| data.writes.iter().chain(&data.touches));
    data.filter_map(|object| state(object, is_static)).map(|(position, _)| position).collect()
}

/// Whether the first of some objects may be written.
fn changes(objects: &[u8], written: &BTreeSet<u8>) -> bool {
    objects.first().is_some_and(|first| written.contains(first))
}

/// The position of what the result is a view of.
fn view_of(contract: &Contract, is_static: bool) -> Option<u8> {
    let made = contract.values.iter().flat_map(|values| &values.makes);
    made.filter(|made| matches!(made.kind, View::View | View::Aspect))
        .find_map(|made| state(&made.of, is_static))
        .map(|(at, _)| at)
}

fn effects(data: &DataAccess, is_static: bool, goes_around: bool, objects: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let is_read = data.elementwise == Some(true);
    let written = if is_read { ['r', 'R'] } else { ['w', 'W'] };
    for (list, letters) in [(&data.writes, written), (&data.reads, ['r', 'R'])] {
        for (position, is_owner) in list.iter().filter_map(|object| state(object, is_static)) {
            if let Some(index) = objects.iter().position(|&object| object == position) {
                let is_owner = is_owner || goes_around && position == 0;
                let letter = letters[usize::from(is_owner)];
                let is_argument = is_static || position > 0;
                found.push(format!("{letter}{index}{}", if is_argument { "a" } else { "" }));
            }
        }
    }
    found
}

/// The objects that a call asks by methods that every object has.
fn asked(contract: &Contract, is_static: bool) -> Vec<(u8, u32)> {
    let calls = contract.callbacks.iter().flat_map(|callbacks| &callbacks.calls);
    let asked = calls.filter_map(|task| {
        let how = ASKED.iter().position(|(name, _)| **name == *task.method)? as u32;
        match &task.object {
            Object::Part(Part::Element, of) => {
                Some((argument_position(of, is_static)?, how + ASKED_ELEMENTS))
            }
            object => Some((argument_position(object, is_static)?, how)),
        }
    });
    let all: BTreeSet<(u8, u32)> = asked.collect();
    all.into_iter().collect()
}

/// As [`position`], of what is no receiver: that is asked by its own contract.
fn argument_position(object: &Object, is_static: bool) -> Option<u8> {
    argument(object).map(|index| index + u8::from(!is_static))
}

/// Concatenation asks objects for their text; what the compiler gives a record asks its components.
fn dynamic(called: &Called<'_>) -> Option<LibraryCall> {
    let (types, result) = split_text(called.descriptor)?;
    match (called.name, result) {
        ("makeConcatWithConstants" | "makeConcat", "Ljava/lang/String;") => {
            let is_object =
                |ty: &str| (ty.starts_with('L') && ty != "Ljava/lang/String;") || ty.starts_with('[');
            let all = types.iter().enumerate().filter(|(_, ty)| is_object(ty));
            let asked: Vec<(u8, u32)> = all.map(|(position, _)| (position as u8, 0)).collect();
            (!asked.is_empty()).then(|| LibraryCall { asked, ..LibraryCall::default() })
        }
        ("toString", "Ljava/lang/String;") | ("hashCode", "I") | ("equals", "Z")
            if types.first().is_some_and(|ty| **ty == format!("L{};", called.owner)) =>
        {
            let how = ASKED.iter().position(|(name, _)| *name == called.name)?;
            Some(LibraryCall { components: Some(how as u32), ..LibraryCall::default() })
        }
        _ => None,
    }
}

/// The clone of an array reads all of it.
fn cloned(called: &Called<'_>) -> Option<LibraryCall> {
    let elements = vec![Elements { array: 0, from: None, end: End::All, is_write: false }];
    (called.name == "clone").then(|| LibraryCall { elements, ..LibraryCall::default() })
}

/// A field that is read or written by reflection.
fn reflected(called: &Called<'_>) -> Option<LibraryCall> {
    let (types, _) = split_text(called.descriptor)?;
    let is_write = called.name.starts_with("set") && types.len() == 2;
    let is_read = called.name.starts_with("get") && types.len() == 1;
    let is_meant = types.first() == Some(&"Ljava/lang/Object;") && (is_write || is_read);
    let variable = Variable { handle: 0, base: Some(1), index: None, is_write };
    is_meant.then(|| LibraryCall { variable: Some(variable), ..LibraryCall::default() })
}

/// A variable that is read or written by a handle, in plain mode; others synchronise.
fn handled(called: &Called<'_>) -> Option<LibraryCall> {
    let (mut coordinates, _) = split_text(called.descriptor)?;
    let is_write = called.name == "set";
    if is_write {
        coordinates.pop()?;
    } else if called.name != "get" {
        return None;
    }
    let (base, index) = match coordinates[..] {
        [] => (None, None),
        [base] if base.starts_with(['L', '[']) => (Some(1), None),
        [base, "I"] if base.starts_with(['L', '[']) => (Some(1), Some(2)),
        _ => return None,
    };
    let variable = Variable { handle: 0, base, index, is_write };
    Some(LibraryCall { variable: Some(variable), ..LibraryCall::default() })
}

/// The parameters of a descriptor, as it has them.
fn parameters(descriptor: &str) -> &str {
    descriptor.split_once(')').map_or(descriptor, |(parameters, _)| parameters)
}
