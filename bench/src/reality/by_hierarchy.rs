//! The loosest static graph there is: whatever the class hierarchy allows.
//!
//! Every method is reachable; a call may enter whatever dispatch selects for any class; a call of an interface
//! may enter any lambda; the JDK may call anything; a field may hold what its type allows. A graph that is
//! worth something has far fewer calls. This one checks the recorder: a fact that even it does not have was
//! recorded wrongly, or the program model reads the class files wrongly.

use std::path::PathBuf;

use deadheat_harness::Jdk;
use deadheat_program::ir::{Inst, InvokeKind};
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::parse_field_descriptor;
use deadheat_program::{ClassId, MethodId};

use super::compare::{MissingEdge, StaticGraph};
use super::lookup::{Lookup, is_made_up};
use super::observed::{FieldName, MethodName, Site};

/// See the module's description.
pub(crate) struct ByHierarchy(Lookup);

impl ByHierarchy {
    pub(crate) fn open(class_path: &[PathBuf], jdk: &Jdk) -> Result<ByHierarchy, String> {
        Lookup::open(class_path, jdk).map(ByHierarchy)
    }

    fn may_enter(&self, from: ClassId, kind: InvokeKind, target: MethodRef, callee: MethodId) -> bool {
        let enters = |receiver| self.0.program.dispatch(from, kind, target, receiver) == Ok(callee);
        let declared = self.0.program.class(callee.class).is_ok_and(|class| !class.flags.is_interface());
        if enters(None) || (declared && enters(Some(callee.class))) {
            return true;
        }
        let mut classes = self.0.program.classes();
        classes.any(|class| self.0.program.is_subclass(class, callee.class) && enters(Some(class)))
    }
}

impl StaticGraph for ByHierarchy {
    fn has_method(&self, method: &MethodName) -> bool {
        self.0.method(method).is_some()
    }

    fn has_edge(&self, site: &Site, callee: &MethodName) -> bool {
        let (Some(from), Some(callee_id)) = (self.0.method(&site.method), self.0.method(callee)) else {
            return false;
        };
        let call = |inst| match inst {
            Inst::Invoke(kind, target, _) => Some((kind, target)),
            _ => None,
        };
        let Some((kind, target)) = self.0.at(site, call) else { return false };
        let data = self.0.program.symbols().method_data(target);
        let owner = data.owner.class_name().and_then(|name| self.0.program.find(name));
        let implements = owner.is_some_and(|owner| self.0.program.is_subclass(callee_id.class, owner));
        let may_be_lambda = kind == InvokeKind::Interface && !implements;
        let is_named = self.0.program.symbols().text(data.name) == callee.name;
        may_be_lambda
            || (kind == InvokeKind::Interface && !is_named)
            || self.may_enter(from.class, kind, target, callee_id)
    }

    fn reaches_through_library(&self, site: &Site, callee: &MethodName) -> bool {
        let is_call = |inst| matches!(inst, Inst::Invoke(..) | Inst::InvokeDynamic(..)).then_some(());
        self.has_method(callee) && self.0.at(site, is_call).is_some()
    }

    fn allocates(&self, site: &Site, class: &str) -> bool {
        self.0.allocates(site, class)
    }

    fn field_may_hold(&self, field: &FieldName, class: &str) -> bool {
        let symbols = self.0.program.symbols();
        let declared = parse_field_descriptor(symbols, field.descriptor.as_bytes());
        let (Some(to), Some(from)) = (declared, self.0.type_named(class)) else { return false };
        is_made_up(class) || self.0.program.is_assignable(from, to) != Some(false)
    }

    fn element_may_hold(&self, site: &Site, _class: &str) -> bool {
        self.0.at(site, |inst| matches!(inst, Inst::ArrayStore(..)).then_some(())).is_some()
    }

    fn cause(&self, missing: &MissingEdge) -> String {
        match &missing.site {
            _ if !self.has_method(&missing.callee) => "the callee is in no file".to_owned(),
            Some(site) if !self.has_method(&site.method) => "the caller is in no file".to_owned(),
            _ => "the hierarchy does not allow it".to_owned(),
        }
    }
}
