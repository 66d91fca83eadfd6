//! Members of annotations to which nobody gives a value: whoever reads one reads its default.
//!
//! In: a method of an annotation type of the class path. Out: the number that it returns, if it is always the same one. That
//! is so if it has a default (JVMS 4.7.22), and for every class of the class path:
//!
//! 1. it does not give the member a value: no annotation of the class, its members and their parameters does. Where other
//!    places are annotated (types, components of records, defaults of annotations), it is enough that the constant pool
//!    lacks the type's descriptor or the member's name, which a use needs;
//! 2. it does not implement the annotation type, which is an interface;
//! 3. it does not name what makes objects of any interface: proxies, and the JDK's own maker of annotations.
//!
//! A class that cannot be read might do all of that. What can be missed: classes that are not on the class path, or are made
//! when the program runs, as everywhere.

use rayon::prelude::*;

use crate::classfile::{Class, Flags, Loadable};
use crate::program::{ClassId, MethodId, Program};

/// What makes objects of interfaces that no class implements.
const MAKERS: [&[u8]; 3] = [
    b"java/lang/reflect/Proxy",
    b"java/lang/invoke/MethodHandleProxies",
    b"sun/reflect/annotation/AnnotationParser",
];

/// Attributes with annotations that are not looked into.
const ELSEWHERE: [&[u8]; 3] = [b"RuntimeVisibleTypeAnnotations", b"Record", b"AnnotationDefault"];

impl Program {
    /// See the module's description.
    pub fn annotation_member(&self, member: MethodId) -> Option<i64> {
        let class = self.class(member.class).ok()?;
        if !class.flags.has(Flags::ANNOTATION) || !self.is_on_class_path(member.class) {
            return None;
        }
        let method = self.method(member).ok()?;
        let default = class.annotation_default(self.symbols(), method).ok()??;
        let (ty, name) = (self.symbols().bytes(class.name), self.symbols().bytes(method.name));
        let descriptor = [b"L", ty, b";"].concat();
        let all: Vec<ClassId> = self.application_classes().collect();
        let keeps = |&id: &ClassId| {
            self.class(id).is_ok_and(|other| {
                !other.interfaces.contains(&class.name) && gives_nothing(other, &descriptor, name)
            })
        };
        (method.flags.is_abstract() && all.par_iter().all(keeps)).then_some(())?;
        match default {
            Loadable::Int(number) => Some(number.into()),
            Loadable::Long(number) => Some(number),
            _ => None,
        }
    }
}

fn gives_nothing(class: &Class, descriptor: &[u8], name: &[u8]) -> bool {
    let (mut has_type, mut has_name, mut has_more) = (false, false, false);
    for text in class.pool.texts() {
        has_type |= text == descriptor;
        has_name |= text == name;
        has_more |= ELSEWHERE.contains(&text);
        if MAKERS.contains(&text) {
            return false;
        }
    }
    !(has_type && has_name) || !has_more && class.gives(descriptor, name).is_ok_and(|gives| !gives)
}
