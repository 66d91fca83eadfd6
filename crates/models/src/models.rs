//! The loaded models, by name as they are written; [`Models::bind`] looks the names up in a program.
//!
//! Models come in layers: the shipped files are the first, each extension is one more. Within a layer a
//! class may be described once; a later layer adds to and overrides an earlier one, group by group.

use crate::contract::{Contract, MethodSafety};
use crate::error::{Error, ErrorKind, Place};
use crate::marks::{AnnotationModel, SubclassModel};
use crate::object::Object;
use crate::pattern::{ClassPattern, MethodPattern};
use crate::words::Part;
use crate::{shipped, syntax};

/// What we know of libraries.
#[derive(Debug, Clone, Default)]
pub struct Models {
    /// The shipped layer first.
    pub(crate) layers: Vec<Layer>,
}

/// What one set of files says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layer {
    /// Whether names that the program lacks are reported by [`Models::bind`].
    pub(crate) is_user: bool,
    pub(crate) classes: Vec<ClassModel>,
    pub(crate) annotations: Vec<AnnotationModel>,
    pub(crate) subclasses: Vec<SubclassModel>,
    pub(crate) library: Vec<PackageMark>,
    pub(crate) opaque: Vec<PackageMark>,
}

/// A mark on packages or classes.
#[derive(Debug, Clone)]
pub(crate) struct PackageMark {
    pub(crate) pattern: ClassPattern,
    pub(crate) place: Place,
    /// Whether a program may do without them.
    pub(crate) optional: bool,
}

/// What is said of a class or a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassModel {
    /// Which classes.
    pub pattern: ClassPattern,
    /// Where it is said.
    pub place: Place,
    /// What is said of the class as a whole.
    pub claims: Claims,
    /// What is said of its methods, in the order of the file.
    pub methods: Vec<MethodModel>,
}

/// What is said of a class as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The claims that hold for each of its methods.
    pub safety: MethodSafety,
    /// The lock under which the calls of a guarded class run.
    pub guard: Option<Object>,
    /// Whether its objects hold others, as collections do; engines tell such objects apart more finely.
    pub container: Option<bool>,
    /// Whether its contracts say all that its methods do with objects, so that nobody needs to look inside.
    pub summary: Option<bool>,
    /// Whether whatever is added to it stays, and is iterated over, until it is removed.
    pub keeps: Option<bool>,
    /// Whether what it holds for a thread, those that the thread starts have, too.
    pub inherited: Option<bool>,
    /// Whether its objects need not be told apart when they are made in libraries.
    pub merged: Option<bool>,
    /// Whether the objects that a library's calls return are told apart by the application's call.
    pub apart: Option<bool>,
    /// Whether its objects are parts of the container that holds them, whose state is theirs.
    pub inside: Option<bool>,
    /// Whether engines look into it, whatever its package says.
    pub opaque: Option<bool>,
    /// The calls by which what an object holds is reached, where no contract keeps it as a part.
    pub paths: Vec<(Part, Box<[Box<str>]>)>,
    /// Whether no engine looks into it or takes its calls for synchronisation.
    pub unseen: Option<bool>,
    /// The JDK releases that have it.
    pub since: Option<u16>,
    /// The last JDK release that has it.
    pub until: Option<u16>,
    /// Whether a program may do without it.
    pub optional: bool,
    /// Why nothing is said of it.
    pub unmodelled: Option<Box<str>>,
}

/// What is said of some methods of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodModel {
    /// Which methods, and where each is named.
    pub patterns: Vec<(MethodPattern, Place)>,
    /// What their calls do.
    pub contract: Contract,
    /// The first JDK release that has them.
    pub since: Option<u16>,
    /// The last JDK release that has them.
    pub until: Option<u16>,
}

impl Models {
    /// What Deadheat ships.
    pub fn shipped() -> &'static Models {
        shipped::models()
    }

    /// No models at all.
    pub fn empty() -> Models {
        Models::default()
    }

    /// Adds a layer: the text of a model file. All its errors are returned, and then nothing is added.
    pub fn extend(&mut self, text: &str, file: &str) -> Result<(), Vec<Error>> {
        let layer = syntax::read_models(&[(file, text)]);
        layer.map(|layer| self.add(Layer { is_user: true, ..layer }))
    }

    pub(crate) fn add(&mut self, layer: Layer) {
        self.layers.push(layer);
    }

    /// All class entries, the shipped ones first, in the order of the files.
    pub fn classes(&self) -> impl Iterator<Item = &ClassModel> {
        self.layers.iter().flat_map(|layer| &layer.classes)
    }

    /// Packages and classes that are library code: findings inside are shown at the application's call.
    pub fn is_library(&self, internal_name: &str) -> bool {
        let mut marks = self.layers.iter().flat_map(|layer| &layer.library);
        marks.any(|mark| mark.pattern.matches_nest(internal_name))
    }

    /// Packages and classes whose code the engines do not look into; contracts are all they know of it.
    pub fn is_opaque(&self, internal_name: &str) -> bool {
        let mut marks = self.layers.iter().flat_map(|layer| &layer.opaque);
        marks.any(|mark| mark.pattern.matches_nest(internal_name))
    }

    /// For a program that is a library itself: what we ship on libraries whose mark has a class that is tested is
    /// left out. Their code is to be judged, not believed.
    pub fn leave_out(&mut self, is_tested: impl Fn(&ClassPattern) -> bool) {
        for layer in self.layers.iter_mut().filter(|layer| !layer.is_user) {
            let tested: Vec<ClassPattern> = layer
                .library
                .iter()
                .filter(|mark| mark.optional && is_tested(&mark.pattern))
                .map(|mark| mark.pattern.clone())
                .collect();
            let is_other = |pattern: &ClassPattern| !tested.iter().any(|library| library.covers(pattern));
            layer.library.retain(|mark| is_other(&mark.pattern));
            layer.opaque.retain(|mark| is_other(&mark.pattern));
            layer.classes.retain(|class| is_other(&class.pattern));
        }
    }
}

impl Claims {
    /// Takes from a less specific claim what this one does not say.
    pub(crate) fn inherit(&mut self, other: &Claims) {
        // A guard explains a safety, so the two go together.
        if self.guard.is_none() && self.safety.safety.is_none() {
            self.guard.clone_from(&other.guard);
        }
        self.safety.inherit(&other.safety);
        self.container = self.container.or(other.container);
        self.summary = self.summary.or(other.summary);
        self.keeps = self.keeps.or(other.keeps);
        self.inherited = self.inherited.or(other.inherited);
        self.merged = self.merged.or(other.merged);
        self.unseen = self.unseen.or(other.unseen);
        self.apart = self.apart.or(other.apart);
        self.inside = self.inside.or(other.inside);
        self.opaque = self.opaque.or(other.opaque);
    }
}

impl Layer {
    /// Adds what one file says of annotations.
    pub(crate) fn merge_annotations(&mut self, annotations: Vec<AnnotationModel>, errors: &mut Vec<Error>) {
        for annotation in annotations {
            match self.annotations.iter().find(|known| known.name == annotation.name) {
                Some(known) => {
                    let message = format!("{} is already described at {}", annotation.name, known.place);
                    errors.push(Error::new(ErrorKind::Duplicate, annotation.place, message));
                }
                None => self.annotations.push(annotation),
            }
        }
    }

    /// Adds the entries of one file; a class that is there already is an error.
    pub(crate) fn merge(&mut self, classes: Vec<ClassModel>, errors: &mut Vec<Error>) {
        for class in classes {
            match self.classes.iter().find(|known| known.pattern == class.pattern) {
                Some(known) => {
                    let message = format!("{} is already described at {}", class.pattern, known.place);
                    errors.push(Error::new(ErrorKind::Duplicate, class.place, message));
                }
                None => self.classes.push(class),
            }
        }
    }
}

/// Whether a release lies between two bounds.
pub(crate) fn in_releases(release: u16, since: Option<u16>, until: Option<u16>) -> bool {
    since.is_none_or(|since| release >= since) && until.is_none_or(|until| release <= until)
}
