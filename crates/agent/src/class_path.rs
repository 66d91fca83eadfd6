//! The program's class path: what classes declare that are not loaded yet.
//!
//! A class that uses a field is often rewritten before the field's own class is there. What is asked here is
//! remembered: if another class of that name is loaded in the end, somebody has to be told.

use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

use deadheat_program::{ClassId, Program, ProgramOptions};

/// The class path, once the JVM has told it.
#[derive(Default)]
pub(crate) struct ClassPath {
    program: OnceLock<Program>,
    /// The classes that something was taken from. Guarded by a mutex.
    asked: Mutex<HashSet<ClassId>>,
}

impl ClassPath {
    /// Lists the classes of a path; what cannot be read is not known.
    pub(crate) fn open(&self, path: Option<&str>) {
        let Some(path) = path.filter(|path| !path.is_empty()) else { return };
        let separator = if cfg!(windows) { ';' } else { ':' };
        let exists = |entry: &&str| !entry.is_empty() && std::path::Path::new(entry).exists();
        let class_path = path.split(separator).filter(exists).map(Into::into).collect();
        if let Ok(program) = Program::open(&ProgramOptions { class_path, ..ProgramOptions::default() }) {
            let _ = self.program.set(program);
        }
    }

    /// The flags of a field, by the owner that a reference names.
    pub(crate) fn field_flags(&self, owner: &str, name: &str, descriptor: &str) -> Option<u16> {
        let program = self.program.get()?;
        let symbols = program.symbols();
        let mut class = program.find_class(owner)?;
        loop {
            self.note(class);
            let data = program.class(class).ok()?;
            let mut fields = data.fields.iter();
            let is_meant = |name_of| symbols.bytes(name_of) == name.as_bytes();
            let found =
                fields.find(|field| is_meant(field.name) && field.ty.descriptor(symbols) == descriptor);
            if let Some(field) = found {
                return Some(field.flags.0);
            }
            // A static field of an interface would come first; those are final.
            class = program.find(data.super_name?)?;
        }
    }

    fn note(&self, class: ClassId) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(class);
    }

    /// Whether a class that is loaded is the one that was asked, if it was.
    pub(crate) fn is_as_expected(&self, name: &str, bytes: &[u8]) -> bool {
        let Some((program, class)) = self.program.get().and_then(|it| Some((it, it.find_class(name)?)))
        else {
            return true;
        };
        if !self.asked.lock().unwrap_or_else(PoisonError::into_inner).contains(&class) {
            return true;
        }
        program.class(class).is_ok_and(|known| known.size() == bytes.len())
    }
}
