//! Looks written names up in a program, and says what is wrong with those that lead nowhere.

use deadheat_program::classfile::Method;
use deadheat_program::{ClassId, MethodId, Program};

use crate::error::{Error, ErrorKind, Place};
use crate::pattern::{ClassPattern, MethodPattern, dotted};
use crate::suggest;

/// `java.util.Map.Entry` is `java/util/Map$Entry`: dots from the right may stand for nesting.
pub fn find_class(program: &Program, dotted: &str) -> Option<ClassId> {
    let mut name = dotted.replace('.', "/");
    loop {
        if let Some(class) = program.find_class(&name) {
            return Some(class);
        }
        let slash = name.rfind('/')?;
        name.replace_range(slash..=slash, "$");
    }
}

/// What may be called on a class: its own and inherited methods. Constructors and private methods are not
/// inherited.
pub(crate) fn visible_methods(program: &Program, class: ClassId) -> Vec<MethodId> {
    let mut found = Vec::new();
    for ancestor in program.ancestors(class) {
        let Ok(methods) = program.methods(ancestor) else { continue };
        found.extend(methods.filter(|&method| {
            program.method(method).is_ok_and(|declaration| {
                let name = program.symbols().bytes(declaration.name);
                let is_inherited = !declaration.flags.is_private() && name != b"<init>";
                (is_inherited || ancestor == class) && name != b"<clinit>"
            })
        }));
    }
    found
}

pub(crate) fn matching(
    program: &Program,
    class: ClassId,
    visible: &[MethodId],
    pattern: &MethodPattern,
) -> Vec<MethodId> {
    let symbols = program.symbols();
    let object = program.object_class();
    let is_meant = |&&method: &&MethodId| {
        let Ok(declaration) = program.method(method) else { return false };
        let is_name = match pattern.binary_name() {
            Some(name) => symbols.bytes(declaration.name) == name.as_bytes(),
            None => symbols.bytes(declaration.name) != b"<init>",
        };
        // `toString(..)` of a utility class means its own ones, not the one that every object has.
        let is_own = pattern.parameters.is_some() || Some(method.class) != object || Some(class) == object;
        // A private method is meant only by its whole signature.
        let is_open = pattern.parameters.is_some() || !declaration.flags.is_private();
        is_name && is_own && is_open && pattern.matches_parameters(&parameter_names(program, declaration))
    };
    visible.iter().filter(is_meant).copied().collect()
}

fn parameter_names(program: &Program, method: &Method) -> Vec<String> {
    let symbols = program.symbols();
    let parameters = symbols.descriptor_data(method.descriptor).parameters.iter();
    parameters.map(|ty| ty.display(symbols)).collect()
}

pub(crate) fn no_such_class(program: &Program, name: &str, place: &Place) -> Error {
    let written = |class| dotted(&program.symbols().text(program.class_name(class)));
    let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
    let all: Vec<String> = program.classes().map(written).collect();
    let siblings = all.iter().filter_map(|class| match package {
        "" => (!class.contains('.')).then_some(class.as_str()),
        _ => class.strip_prefix(package)?.strip_prefix('.').filter(|rest| !rest.contains('.')),
    });
    let elsewhere = || {
        let same = |class: &&String| class.rsplit('.').next() == Some(simple);
        all.iter().filter(same).min().cloned()
    };
    let suggestion =
        suggest::nearest(simple, siblings).or_else(elsewhere).or_else(|| suggest::nearest(name, &all));
    let message = format!("{name}: no such class{}", suggest::hint(suggestion));
    Error::new(ErrorKind::NoSuchClass, place.clone(), message)
}

/// The error for a package or class mark that means nothing.
pub(crate) fn missing_package(program: &Program, pattern: &ClassPattern, place: &Place) -> Option<Error> {
    let matches = |class| pattern.matches(&program.symbols().text(program.class_name(class)));
    if program.classes().any(matches) {
        return None;
    }
    if let ClassPattern::Class(name) = pattern {
        return Some(no_such_class(program, name, place));
    }
    let message = format!("{pattern}: no such package");
    Some(Error::new(ErrorKind::NoSuchClass, place.clone(), message))
}

pub(crate) fn no_such_method(
    program: &Program,
    class: ClassId,
    visible: &[MethodId],
    pattern: &MethodPattern,
    place: &Place,
) -> Error {
    let symbols = program.symbols();
    let class_name = dotted(&symbols.text(program.class_name(class)));
    let declarations = || visible.iter().filter_map(|&method| program.method(method).ok());
    let same_name =
        declarations().filter(|method| Some(&*symbols.text(method.name)) == pattern.binary_name());
    let name = pattern.name.as_deref().unwrap_or("*");
    let mut overloads: Vec<String> =
        same_name.map(|method| format!("{name}({})", parameter_names(program, method).join(", "))).collect();
    overloads.sort();
    overloads.dedup();
    let hint = match overloads.is_empty() {
        true => suggest::hint(suggest::nearest(name, declarations().map(|method| symbols.text(method.name)))),
        false => format!("; there is {}", overloads.join(", ")),
    };
    let message = format!("{class_name}.{pattern}: no such method{hint}");
    Error::new(ErrorKind::NoSuchMethod, place.clone(), message)
}
