//! The program's class path: what classes declare that are not loaded yet.
//!
//! A class that uses a field is often rewritten before the field's own class is there. What is asked here is
//! remembered: if another class of that name is loaded in the end, somebody has to be told.

use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

use deadheat_program::classfile::Field;
use deadheat_program::{ClassId, Program, ProgramOptions, input};

/// The class path. It is opened when something is asked.
pub(crate) struct ClassPath {
    /// The JVM's: jars may have other classes for other releases.
    release: u16,
    /// As the JVM tells it.
    path: OnceLock<String>,
    /// `None` if it cannot be read.
    program: OnceLock<Option<Program>>,
    /// The classes that something was taken from. Guarded by a mutex.
    asked: Mutex<HashSet<ClassId>>,
}

impl ClassPath {
    pub(crate) fn new(release: u16) -> ClassPath {
        ClassPath { release, path: OnceLock::new(), program: OnceLock::new(), asked: Mutex::default() }
    }

    /// The JVM is up, and tells its path.
    pub(crate) fn set(&self, path: Option<String>) {
        // It is told once.
        let _ = self.path.set(path.unwrap_or_default());
    }

    fn open(&self) -> Option<Program> {
        let separator = if cfg!(windows) { ';' } else { ':' };
        let exists = |entry: &&str| !entry.is_empty() && std::path::Path::new(entry).exists();
        let class_path = self.path.get()?.split(separator).filter(exists).map(Into::into).collect();
        let input = input::Options { release: self.release, ..input::Options::default() };
        Program::open(&ProgramOptions { class_path, input, ..ProgramOptions::default() }).ok()
    }

    /// The flags of a field, by the owner that a reference names.
    pub(crate) fn field_flags(&self, owner: &str, name: &str, descriptor: &str) -> Option<u16> {
        let program = self.program.get_or_init(|| self.open()).as_ref()?;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        field_flags(program, owner, name, descriptor, |class| {
            asked.insert(class);
        })
    }

    /// Whether a class declares a field itself.
    pub(crate) fn declares(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let Some(program) = self.program.get_or_init(|| self.open()) else { return false };
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.extend(program.find_class(owner));
        declares(program, owner, name, descriptor)
    }

    /// The bytes of a class.
    pub(crate) fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let program = self.program.get_or_init(|| self.open()).as_ref()?;
        let class = program.find_class(name)?;
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(class);
        program.class(class).ok().map(|class| class.bytes().to_vec())
    }

    /// Whether something may run when a class is initialised, with all that it extends and implements; `elsewhere` is asked
    /// of classes that are not here.
    pub(crate) fn initialises(&self, name: &str, elsewhere: &dyn Fn(&str) -> bool) -> bool {
        let Some(program) = self.program.get_or_init(|| self.open()) else { return true };
        let symbols = program.symbols();
        let mut names = vec![name.to_owned()];
        // A class that the JVM would not load may be its own ancestor.
        let mut seen = HashSet::new();
        while let Some(name) = names.pop() {
            let Some(class) = program.find_class(&name) else {
                if elsewhere(&name) {
                    return true;
                }
                continue;
            };
            if !seen.insert(class) {
                continue;
            }
            self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(class);
            let Ok(data) = program.class(class) else { return true };
            if data.methods.iter().any(|method| symbols.bytes(method.name) == b"<clinit>") {
                return true;
            }
            let above = data.super_name.iter().chain(data.interfaces.iter());
            names.extend(above.map(|&name| symbols.text(name).into_owned()));
        }
        false
    }

    /// Whether a class that is loaded is the one that was asked, if it was.
    pub(crate) fn is_as_expected(&self, name: &str, bytes: &[u8]) -> bool {
        let Some(program) = self.program.get().and_then(Option::as_ref) else { return true };
        let Some(class) = program.find_class(name) else { return true };
        !self.asked.lock().unwrap_or_else(PoisonError::into_inner).contains(&class)
            || program.class(class).is_ok_and(|known| known.size() == bytes.len())
    }
}

/// The flags of the field that a reference means: the owner's, or of the nearest class above it. A static field of an
/// interface would come first; those are final. The classes that are looked into are told.
pub(crate) fn field_flags(
    program: &Program,
    owner: &str,
    name: &str,
    descriptor: &str,
    mut looks_into: impl FnMut(ClassId),
) -> Option<u16> {
    let mut class = program.find_class(owner)?;
    loop {
        looks_into(class);
        let data = program.class(class).ok()?;
        if let Some(field) = declared(program, &data.fields, name, descriptor) {
            return Some(field.flags.0);
        }
        class = program.find(data.super_name?)?;
    }
}

/// A field among those of a class.
fn declared<'f>(program: &Program, fields: &'f [Field], name: &str, descriptor: &str) -> Option<&'f Field> {
    let symbols = program.symbols();
    fields.iter().find(|field| {
        symbols.bytes(field.name) == name.as_bytes() && field.ty.descriptor(symbols) == descriptor
    })
}

/// Whether a class declares a field itself.
pub(crate) fn declares(program: &Program, owner: &str, name: &str, descriptor: &str) -> bool {
    let class = program.find_class(owner).and_then(|class| program.class(class).ok());
    class.is_some_and(|class| declared(program, &class.fields, name, descriptor).is_some())
}

/// Whether something runs when a class is initialised, with those above it; also if that is not known. Interfaces are
/// initialised for what they declare themselves.
pub(crate) fn initialises(program: &Program, name: &str) -> bool {
    let symbols = program.symbols();
    let mut next = program.find_class(name);
    while let Some(class) = next {
        let Ok(data) = program.class(class) else { return true };
        if data.methods.iter().any(|method| symbols.bytes(method.name) == b"<clinit>") {
            return true;
        }
        let Some(above) = data.super_name else { return false };
        next = program.find(above);
    }
    true
}
