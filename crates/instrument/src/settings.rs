//! What a caller tells the rewriter, and what it gets back.

/// Whose class it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A class of the program under test: its accesses are checked.
    Application,
    /// A class of the program that the user does not ask about: its own plain fields and arrays are not checked.
    Excluded,
    /// A class of the JDK: only what synchronises is seen.
    Library,
    /// A class of the JDK that synchronises for itself alone: what it calls to do so is not to be seen.
    Incidental,
    /// A class of the JDK of which nothing is to be seen: it gets the members that classes which extend it may call.
    Members,
}

/// How to rewrite a class.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// Whose class it is.
    pub role: Role,
    /// Gives out numbers.
    pub numbering: &'a dyn Numbering,
    /// Whether a class is the JDK's, by internal name (`java/util/List`): it has no shadow state.
    pub is_jdk: &'a dyn Fn(&str) -> bool,
    /// Library role only: the access flags of a field that another class declares, by owner, name and
    /// descriptor as a reference has them; `None` when unknown.
    pub field_flags: &'a dyn Fn(&str, &str, &str) -> Option<u16>,
    /// Extra calls in named methods of this class.
    pub patches: &'a [Patch],
    /// Incidental role only: whether calls of a class's methods are what is not to be seen.
    pub is_guard: &'a dyn Fn(&str) -> bool,
    /// Instance fields to add, by name and descriptor; they are private, transient and synthetic.
    pub added: &'a [(&'a str, &'a str)],
}

/// Gives out numbers for what the runtime has to name; the same thing has the same number.
///
/// Numbers are pushed as Java's `int`: those above `i32::MAX` come out negative.
pub trait Numbering {
    /// An access, by the class, method and descriptor it stands in, its line, and its offset in the bytecode
    /// as it was.
    fn site(&self, class: &str, method: &str, descriptor: &str, line: Option<u16>, pc: u16) -> u32;
    /// An instance field that the class declares (or, for the JDK's volatile fields, that a reference names).
    fn field(&self, class: &str, name: &str, descriptor: &str) -> u32;
    /// A static field, by the class that refers to it and what the reference says.
    fn static_field(&self, from: &str, owner: &str, name: &str, descriptor: &str) -> u32;
    /// A class with a static initialiser.
    fn class(&self, name: &str) -> u32;
}

/// An extra call of a static method of `java/lang/Deadheat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patch {
    /// The name of the method that calls.
    pub method: &'static str,
    /// The descriptor of the method that calls.
    pub descriptor: &'static str,
    /// Where it calls.
    pub at: At,
    /// The name of the method that is called.
    pub call: &'static str,
    /// The descriptor of the method that is called. At a return, one that gives an object replaces the result.
    pub call_descriptor: &'static str,
    /// What it is called with, in order.
    pub arguments: &'static [Argument],
}

/// Where a [`Patch`] goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// At the method's start.
    Entry,
    /// Before every normal return.
    Return,
}

/// An argument of a [`Patch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// The receiver.
    This,
    /// The n-th of the method's parameters that are references, from 0: of `(int, A, long, B)`, B is 1.
    Parameter(u8),
    /// The result, a reference; at a return only, and the first argument only.
    Result,
}

/// A class with its hooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The class file.
    pub bytes: Vec<u8>,
    /// What could not be rewritten and is as it was.
    pub left_out: Vec<LeftOut>,
    /// Whether anything changed; if not, the bytes are those that came in.
    pub changed: bool,
    /// How many checks of reads and writes were put in.
    pub checks: u32,
}

/// A method that is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The method, as name and descriptor.
    pub method: String,
    /// The reason.
    pub why: String,
}
