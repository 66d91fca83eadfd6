//! What a client may choose.

use deadheat_program::ir::InstId;
use deadheat_program::{ClassId, MethodId};

/// How precisely, and how much of it.
#[derive(Debug, Clone)]
pub struct Options {
    /// The k value of allocation sites in the application: 0 analyses every method in one context.
    pub k: u8,
    /// The k value of sites in libraries, containers apart.
    pub library_k: u8,
    /// Whether containers are told apart: their sites have a k of at least 1, and what a container
    /// allocates for itself has a k that reaches back to the container.
    pub containers: bool,
    /// Which objects are one object for each class, whatever site made them.
    pub merge: Merge,
    /// Where thrown exceptions go.
    pub exceptions: Exceptions,
    /// Whether reflection, services, proxies and method handles are followed.
    pub reflection: bool,
    /// Whether branches that constants decide are followed only where they lead: flags that are passed to methods, members of
    /// annotations.
    pub constants: bool,
    /// Whether pointers on a cycle of assignments become one; the result is the same, only sooner.
    pub cycles: bool,
    /// How library code is treated.
    pub library: Library,
    /// Memory that the solver may use, in bytes; beyond it, it starts again with a smaller k.
    pub memory_limit: Option<usize>,
    /// If more methods of the application can run, it starts again with a k of 0.
    pub most_methods: Option<usize>,
    /// How much work the whole may be ([`PointsTo::work`](crate::PointsTo::work)); if it is more, nothing is found, and a gap says so.
    pub most_work: Option<u64>,
    /// Whether a look-up of members by a name that is not known means all members of the application's
    /// classes. Given up for the whole program when a look-up may be about too many classes.
    pub any_member: bool,
    /// What reflective calls were seen to do when the program ran.
    pub observed: Vec<Observation>,
    /// Classes whose public methods callers from outside use, each call in a thread of its own.
    pub api: Vec<ClassId>,
}

/// What a reflective call was seen to be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observation {
    /// The method that makes the call.
    pub caller: MethodId,
    /// The call.
    pub inst: InstId,
    /// The class or member.
    pub target: ObservedTarget,
}

/// What a reflective call may be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObservedTarget {
    /// A class, looked up by its name or instantiated.
    Class(ClassId),
    /// A method or constructor, called.
    Method(MethodId),
}

/// Objects that are not told apart by site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merge {
    /// `java.lang.String`.
    pub strings: bool,
    /// `Integer` and the like.
    pub boxes: bool,
    /// Throwables.
    pub exceptions: bool,
}

/// How exceptions flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exceptions {
    /// A handler catches whatever is thrown anywhere and has a fitting type.
    Anywhere,
    /// A handler catches what its block and the methods called there throw.
    AlongCalls,
}

/// How library code is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Library {
    /// Contracts stand for the methods that they fully describe; packages marked as opaque are not
    /// looked into; all else is analysed.
    Modelled,
    /// Everything that has a body is analysed; contracts only speak for what has none, and for threads.
    Whole,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            k: 1,
            library_k: 0,
            containers: true,
            merge: Merge { strings: true, boxes: true, exceptions: true },
            exceptions: Exceptions::Anywhere,
            reflection: true,
            constants: true,
            cycles: true,
            library: Library::Modelled,
            memory_limit: None,
            most_methods: None,
            most_work: None,
            any_member: true,
            observed: Vec::new(),
            api: Vec::new(),
        }
    }
}

impl Options {
    /// The same k everywhere, bodies everywhere: what the literature calls 0-CFA, or k-object-sensitive.
    pub fn uniform(k: u8) -> Options {
        Options { k, library_k: k, containers: false, library: Library::Whole, ..Options::default() }
    }
}
