//! From the names that a recording uses to the program model: classes, methods, instructions, types.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_harness::Jdk;
use deadheat_program::ir::{Body, Inst, InstId};
use deadheat_program::types::{Type, parse_field_descriptor};
use deadheat_program::{FieldId, MethodId, Program, ProgramOptions};

use super::observed::{FieldName, MethodName, Site};

/// The program that ran, to be asked by name.
pub(crate) struct Lookup {
    pub(crate) program: Program,
    /// Lowered on demand; `None` for what cannot be.
    bodies: Mutex<BTreeMap<MethodId, Option<Arc<Body>>>>,
}

impl Lookup {
    pub(crate) fn open(class_path: &[PathBuf], jdk: &Jdk) -> Result<Lookup, String> {
        let options = ProgramOptions {
            class_path: class_path.to_vec(),
            jdk: Some(jdk.home.clone()),
            ..Default::default()
        };
        let program = Program::open(&options).map_err(|error| error.to_string())?;
        Ok(Lookup { program, bodies: Mutex::default() })
    }

    pub(crate) fn method(&self, method: &MethodName) -> Option<MethodId> {
        let class = self.program.find_class(&method.class)?;
        let symbols = self.program.symbols();
        let is_it = |id: &MethodId| {
            self.program.method(*id).is_ok_and(|declared| {
                let descriptor = symbols.descriptor_data(declared.descriptor).text;
                symbols.text(declared.name) == method.name && symbols.text(descriptor) == method.descriptor
            })
        };
        self.program.methods(class).ok()?.find(is_it)
    }

    pub(crate) fn field(&self, field: &FieldName) -> Option<FieldId> {
        let class = self.program.find_class(&field.class)?;
        let ty = parse_field_descriptor(self.program.symbols(), field.descriptor.as_bytes())?;
        let name = self.program.symbols().find(field.name.as_bytes())?;
        let fields = &self.program.class(class).ok()?.fields;
        let index = fields.iter().position(|declared| declared.name == name && declared.ty == ty)?;
        Some(FieldId { class, index: index as u16 })
    }

    pub(crate) fn body(&self, method: MethodId) -> Option<Arc<Body>> {
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let lowered = || self.program.lower(method).ok().flatten().map(Arc::new);
        bodies.entry(method).or_insert_with(lowered).clone()
    }

    /// The instructions at an offset that do something of interest.
    pub(crate) fn all_at<T>(&self, site: &Site, find: impl Fn(Inst) -> Option<T>) -> Vec<(InstId, T)> {
        let Some(body) = self.method(&site.method).and_then(|method| self.body(method)) else {
            return Vec::new();
        };
        let here = body.insts().filter(|&inst| u32::from(body.pc(inst)) == site.offset);
        here.filter_map(|inst| Some((inst, find(body.inst(inst))?))).collect()
    }

    /// The instruction at a site that does something of interest.
    pub(crate) fn at<T>(&self, site: &Site, find: impl Fn(Inst) -> Option<T>) -> Option<T> {
        self.all_at(site, find).into_iter().next().map(|(_, found)| found)
    }

    /// The type that a fact names: a class, or an array as a descriptor.
    pub(crate) fn type_named(&self, class: &str) -> Option<Type> {
        let symbols = self.program.symbols();
        match class.starts_with('[') {
            true => parse_field_descriptor(symbols, class.as_bytes()),
            false => Some(Type::class(symbols.name(class.as_bytes()))),
        }
    }

    /// Whether an instruction at the site allocates the class or array.
    pub(crate) fn allocates(&self, site: &Site, class: &str) -> bool {
        let allocated = |inst| match inst {
            Inst::New(name) => Some(Type::class(name)),
            Inst::NewArray(element, _) => element.array_of(),
            Inst::NewMultiArray(ty, _) => Some(ty),
            _ => None,
        };
        self.at(site, allocated).is_some_and(|ty| self.type_named(class) == Some(ty))
    }
}

/// Whether the JVM made the class up: it is in no file.
pub(crate) fn is_made_up(class: &str) -> bool {
    class.ends_with("$$Lambda") || class == "$Proxy" || class == "$Hidden"
}
