//! What annotations, and names in subclasses of a framework's class, say of the application's code: which of its
//! methods a framework calls, on which objects, and what it puts into them.
//!
//! An annotation counts where it stands, and where an annotation stands that has it itself, as frameworks take it.
//! Its class need not be on the class path.

use deadheat_program::{ClassId, FieldId, MethodId, Program};

use crate::bind::Bound;
use crate::error::{Error, ErrorKind, Place};
use crate::pattern::dotted;
use crate::suggest;
use crate::words::{Called, Lifetime};

/// What one annotation, or one name, says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mark {
    /// Of a method, or a class for all its public methods: a framework calls it.
    pub entry: Option<Called>,
    /// Of a class, or a method for its class: which object the framework uses.
    pub object: Option<Lifetime>,
    /// Entries with the same word are called one after the other, by one thread.
    pub turns: Option<Box<str>>,
    /// Whether it counts only if nothing else starts the program.
    pub alone: bool,
    /// Of a field, constructor or method: the framework puts in objects of the declared types.
    pub injects: bool,
    /// Of a method: the framework calls it once, and puts its result into others.
    pub provides: bool,
}

/// What is said of an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotationModel {
    /// Its class, with dots all along.
    pub name: Box<str>,
    /// Where it is said.
    pub place: Place,
    /// What it says of what has it.
    pub mark: Mark,
}

/// What is said of the methods of a class's subclasses, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubclassModel {
    /// The class, with dots all along.
    pub name: Box<str>,
    /// Where it is said.
    pub place: Place,
    /// Names, of which a last `*` stands for anything, and what they say.
    pub methods: Vec<(Box<str>, Mark)>,
}

/// How many annotations may stand on each other.
const DEPTH: usize = 8;

impl<'a> Bound<'a> {
    /// What the annotations of a class say; an error when they cannot be read.
    pub fn class_marks(&self, class: ClassId) -> deadheat_program::Result<Vec<&'a Mark>> {
        Ok(self.marks(&self.program().class(class)?.annotations()?))
    }

    /// What the annotations of a method say.
    pub fn method_marks(&self, method: MethodId) -> deadheat_program::Result<Vec<&'a Mark>> {
        let class = self.program().class(method.class)?;
        Ok(self.marks(&class.method_annotations(self.program().method(method)?)?))
    }

    /// What the annotations of a field say.
    pub fn field_marks(&self, field: FieldId) -> deadheat_program::Result<Vec<&'a Mark>> {
        let class = self.program().class(field.class)?;
        Ok(self.marks(&class.field_annotations(self.program().field(field)?)?))
    }

    /// What a method's name says in a class, because of what the class inherits from. The framework's class
    /// need not be on the class path.
    pub fn name_marks(&self, class: ClassId, name: &str) -> Vec<&'a Mark> {
        let is_meant = |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == pattern,
        };
        let models = self.subclass_models().filter(|model| inherits(self.program(), class, &model.name));
        let methods = models.flat_map(|model| &model.methods);
        methods.filter(|(pattern, _)| is_meant(pattern)).map(|(_, mark)| mark).collect()
    }

    /// Whether methods of a class's own may be meant by their names.
    pub fn has_name_marks(&self, class: ClassId) -> bool {
        self.subclass_models().any(|model| inherits(self.program(), class, &model.name))
    }

    fn marks(&self, annotations: &[&[u8]]) -> Vec<&'a Mark> {
        let mut found = Vec::new();
        let mut names: Vec<Vec<u8>> = annotations.iter().map(|name| name.to_vec()).collect();
        let (mut next, mut depth_end, mut depth) = (0, names.len(), 0);
        while let Some(name) = names.get(next).cloned() {
            next += 1;
            found.extend(self.annotation_model(&name).map(|model| &model.mark));
            let class = self.program().symbols().find(&name).and_then(|name| self.program().find(name));
            let inner = class.and_then(|class| self.program().class(class).ok()?.annotations().ok());
            for name in inner.into_iter().flatten().filter(|_| depth < DEPTH) {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_vec());
                }
            }
            if next == depth_end {
                (depth_end, depth) = (names.len(), depth + 1);
            }
        }
        found
    }
}

/// Whether a class has a superclass of a name, which may be missing.
fn inherits(program: &Program, class: ClassId, name: &str) -> bool {
    let is_named = |ancestor| dotted(&program.symbols().text(ancestor)) == name;
    let known = program.superclasses(class).iter().map(|&ancestor| program.class_name(ancestor));
    known.skip(1).chain(program.missing_ancestors(class).iter().copied()).any(is_named)
}

/// The error for a user's class that nothing inherits from.
pub(crate) fn without_subclasses(program: &Program, model: &SubclassModel) -> Option<Error> {
    if program.application_classes().any(|class| inherits(program, class, &model.name)) {
        return None;
    }
    let message = format!("{}: nothing inherits from this class", model.name);
    Some(Error::new(ErrorKind::NoSuchClass, model.place.clone(), message))
}

/// The error for a user's annotation that the program neither has nor uses.
pub(crate) fn unused(program: &Program, model: &AnnotationModel) -> Option<Error> {
    let is_named = |name: &[u8]| dotted(&String::from_utf8_lossy(name)) == *model.name;
    let mut used: Vec<String> = Vec::new();
    for id in program.application_classes() {
        if is_named(program.symbols().bytes(program.class_name(id))) {
            return None;
        }
        let Ok(class) = program.class(id) else { continue };
        let of_methods = class.methods.iter().map(|method| class.method_annotations(method));
        let of_fields = class.fields.iter().map(|field| class.field_annotations(field));
        for name in of_methods.chain(of_fields).chain([class.annotations()]).flatten().flatten() {
            if is_named(name) {
                return None;
            }
            used.push(dotted(&String::from_utf8_lossy(name)));
        }
    }
    used.sort();
    used.dedup();
    let hint = suggest::hint(suggest::nearest(&model.name, &used));
    let message = format!("{}: nothing has this annotation{hint}", model.name);
    Some(Error::new(ErrorKind::NoSuchClass, model.place.clone(), message))
}
