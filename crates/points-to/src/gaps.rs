//! What the analysis could not see. A gap is shown to the user, never swallowed.

use std::fmt;

use rustc_hash::FxHashSet;

/// One thing that the analysis could not see; names are as people write them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    /// A file, or a class in one, that cannot be read, and why.
    Input(String),
    /// A class that the program refers to and that is not there.
    MissingClass(String),
    /// A method whose bytecode cannot be read.
    Unreadable {
        /// The method.
        method: String,
        /// Why.
        reason: String,
    },
    /// A native method without a model: what it does to objects is not seen.
    Native(String),
    /// A method of a package that is marked as opaque, or whose body a model cuts off.
    Cut(String),
    /// A reflective call whose target is not known.
    Reflection {
        /// The method that makes the call.
        method: String,
        /// What is not known.
        what: String,
    },
    /// A dynamic call site with an unknown bootstrap.
    Dynamic(String),
    /// An interface of a library that callers from outside use, though only by calls on the application's objects
    /// and by what they find in the library's.
    Callers(String),
    /// A limit that made the result coarser.
    Limit(String),
}

/// A kind of gap, for counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "as in Gap")]
pub enum GapKind {
    Input,
    MissingClass,
    Unreadable,
    Native,
    Cut,
    Reflection,
    Dynamic,
    Callers,
    Limit,
}

impl Gap {
    /// Its kind.
    pub fn kind(&self) -> GapKind {
        match self {
            Gap::Input(_) => GapKind::Input,
            Gap::MissingClass(_) => GapKind::MissingClass,
            Gap::Unreadable { .. } => GapKind::Unreadable,
            Gap::Native(_) => GapKind::Native,
            Gap::Cut(_) => GapKind::Cut,
            Gap::Reflection { .. } => GapKind::Reflection,
            Gap::Dynamic(_) => GapKind::Dynamic,
            Gap::Callers(_) => GapKind::Callers,
            Gap::Limit(_) => GapKind::Limit,
        }
    }
}

impl fmt::Display for GapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GapKind::Input => "unreadable inputs",
            GapKind::MissingClass => "missing classes",
            GapKind::Unreadable => "unreadable methods",
            GapKind::Native => "native methods without a model",
            GapKind::Cut => "library methods not looked into",
            GapKind::Reflection => "reflective calls with unknown targets",
            GapKind::Dynamic => "dynamic calls with unknown bootstraps",
            GapKind::Callers => "library interfaces that callers use in part",
            GapKind::Limit => "limits reached",
        })
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Input(what) => f.write_str(what),
            Gap::MissingClass(name) => write!(f, "class {name} is missing"),
            Gap::Unreadable { method, reason } => write!(f, "{method} cannot be read: {reason}"),
            Gap::Native(method) => write!(f, "{method} is native"),
            Gap::Cut(method) => write!(f, "{method} is not looked into"),
            Gap::Reflection { method, what } => write!(f, "reflection in {method}: {what}"),
            Gap::Dynamic(method) => write!(f, "{method} has a dynamic call with an unknown bootstrap"),
            Gap::Callers(name) => write!(f, "callers use {name} in part"),
            Gap::Limit(what) => f.write_str(what),
        }
    }
}

/// All gaps that were met, each once.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    seen: FxHashSet<Gap>,
    all: Vec<Gap>,
}

impl Gaps {
    pub(crate) fn add(&mut self, gap: Gap) {
        if self.seen.insert(gap.clone()) {
            self.all.push(gap);
        }
    }

    /// In order.
    pub(crate) fn sorted(&self) -> Vec<Gap> {
        let mut all = self.all.clone();
        all.sort();
        all
    }
}
