//! The loosest static graph there is: whatever the class hierarchy allows.
//!
//! Every method is reachable; a call may enter whatever dispatch selects for any class; a call of an interface
//! may enter any lambda; the JDK may call anything; a field may hold what its type allows. A graph that is
//! worth something has far fewer calls. This one checks the recorder: a fact that even it does not have was
//! recorded wrongly, or the program model reads the class files wrongly.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_harness::Jdk;
use deadheat_program::ir::{Body, Inst, InvokeKind};
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::{Type, parse_field_descriptor};
use deadheat_program::{ClassId, MethodId, Program, ProgramOptions};

use super::compare::{MissingEdge, StaticGraph};
use super::observed::{FieldName, MethodName, Site};

/// See the module's description.
pub(crate) struct ByHierarchy {
    program: Program,
    /// Lowered on demand; `None` for what cannot be.
    bodies: Mutex<BTreeMap<MethodId, Option<Arc<Body>>>>,
}

impl ByHierarchy {
    pub(crate) fn open(class_path: &[PathBuf], jdk: &Jdk) -> Result<ByHierarchy, String> {
        let options = ProgramOptions {
            class_path: class_path.to_vec(),
            jdk: Some(jdk.home.clone()),
            ..Default::default()
        };
        let program = Program::open(&options).map_err(|error| error.to_string())?;
        Ok(ByHierarchy { program, bodies: Mutex::default() })
    }

    fn method(&self, method: &MethodName) -> Option<MethodId> {
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

    fn body(&self, method: MethodId) -> Option<Arc<Body>> {
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let lowered = || self.program.lower(method).ok().flatten().map(Arc::new);
        bodies.entry(method).or_insert_with(lowered).clone()
    }

    /// The instruction at a site that does something of interest.
    fn at<T>(&self, site: &Site, find: impl Fn(Inst) -> Option<T>) -> Option<T> {
        let body = self.body(self.method(&site.method)?)?;
        let mut here = body.insts().filter(|&inst| u32::from(body.pc(inst)) == site.offset);
        here.find_map(|inst| find(body.inst(inst)))
    }

    fn may_enter(&self, from: ClassId, kind: InvokeKind, target: MethodRef, callee: MethodId) -> bool {
        let enters = |receiver| self.program.dispatch(from, kind, target, receiver) == Ok(callee);
        let declared = self.program.class(callee.class).is_ok_and(|class| !class.flags.is_interface());
        if enters(None) || (declared && enters(Some(callee.class))) {
            return true;
        }
        let mut classes = self.program.classes();
        classes.any(|class| self.program.is_subclass(class, callee.class) && enters(Some(class)))
    }

    /// The type that a fact names: a class, or an array as a descriptor.
    fn type_named(&self, class: &str) -> Option<Type> {
        let symbols = self.program.symbols();
        match class.starts_with('[') {
            true => parse_field_descriptor(symbols, class.as_bytes()),
            false => Some(Type::class(symbols.name(class.as_bytes()))),
        }
    }
}

/// Whether the JVM made the class up: it is in no file.
fn is_made_up(class: &str) -> bool {
    class.ends_with("$$Lambda") || class == "$Proxy" || class == "$Hidden"
}

impl StaticGraph for ByHierarchy {
    fn has_method(&self, method: &MethodName) -> bool {
        self.method(method).is_some()
    }

    fn has_edge(&self, site: &Site, callee: &MethodName) -> bool {
        let (Some(from), Some(callee_id)) = (self.method(&site.method), self.method(callee)) else {
            return false;
        };
        let call = |inst| match inst {
            Inst::Invoke(kind, target, _) => Some((kind, target)),
            _ => None,
        };
        let Some((kind, target)) = self.at(site, call) else { return false };
        let data = self.program.symbols().method_data(target);
        let owner = data.owner.class_name().and_then(|name| self.program.find(name));
        let implements = owner.is_some_and(|owner| self.program.is_subclass(callee_id.class, owner));
        let may_be_lambda = kind == InvokeKind::Interface && !implements;
        let is_named = self.program.symbols().text(data.name) == callee.name;
        may_be_lambda
            || (kind == InvokeKind::Interface && !is_named)
            || self.may_enter(from.class, kind, target, callee_id)
    }

    fn reaches_through_library(&self, site: &Site, callee: &MethodName) -> bool {
        let is_call = |inst| matches!(inst, Inst::Invoke(..) | Inst::InvokeDynamic(..)).then_some(());
        self.has_method(callee) && self.at(site, is_call).is_some()
    }

    fn allocates(&self, site: &Site, class: &str) -> bool {
        let allocated = |inst| match inst {
            Inst::New(name) => Some(Type::class(name)),
            Inst::NewArray(element, _) => element.array_of(),
            Inst::NewMultiArray(ty, _) => Some(ty),
            _ => None,
        };
        self.at(site, allocated).is_some_and(|ty| self.type_named(class) == Some(ty))
    }

    fn field_may_hold(&self, field: &FieldName, class: &str) -> bool {
        let symbols = self.program.symbols();
        let declared = parse_field_descriptor(symbols, field.descriptor.as_bytes());
        let (Some(to), Some(from)) = (declared, self.type_named(class)) else { return false };
        is_made_up(class) || self.program.is_assignable(from, to) != Some(false)
    }

    fn element_may_hold(&self, site: &Site, _class: &str) -> bool {
        self.at(site, |inst| matches!(inst, Inst::ArrayStore(..)).then_some(())).is_some()
    }

    fn cause(&self, missing: &MissingEdge) -> String {
        match &missing.site {
            _ if !self.has_method(&missing.callee) => "the callee is in no file".to_owned(),
            Some(site) if !self.has_method(&site.method) => "the caller is in no file".to_owned(),
            _ => "the hierarchy does not allow it".to_owned(),
        }
    }
}
