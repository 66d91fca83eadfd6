//! What a caller tells the rewriter, and what it gets back.

use crate::detectors::Detector;
use crate::plan::PlannedClass;
use crate::techniques::Techniques;

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
    /// How checks are placed.
    pub techniques: Techniques,
    /// Which detector looks at accesses.
    pub detector: Detector,
    /// Gives out numbers.
    pub numbering: &'a dyn Numbering,
    /// Whether a class is the JDK's, by internal name (`java/util/List`): it has no shadow state.
    pub is_jdk: &'a dyn Fn(&str) -> bool,
    /// The access flags of a field of another class, by owner, name and descriptor as a reference has them; `None` when
    /// unknown.
    pub field_flags: &'a dyn Fn(&str, &str, &str) -> Option<u16>,
    /// Whether a class is known to declare a field itself, by class, name and descriptor.
    pub declares: &'a dyn Fn(&str, &str, &str) -> bool,
    /// How a method of another class synchronises, with all that it calls.
    pub call_effect: &'a dyn Fn(&Called<'_>) -> Effect,
    /// The bytes of another class of the program; `None` when unknown.
    pub class_bytes: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    /// Which of the class's accesses are known to race with none.
    pub planned: Option<&'a PlannedClass>,
    /// Whether checks name source variables when they are described.
    pub names_variables: bool,
    /// Extra calls in named methods of this class.
    pub patches: &'a [Patch],
    /// Whether the beginnings of the application's methods are told of.
    pub is_audited: bool,
    /// Whether accesses and checks are counted.
    pub is_counted: bool,
    /// Whether accesses and checks are written down.
    pub is_logged: bool,
    /// What is recorded, if accesses are, instead of being checked.
    pub recording: Option<Recording>,
    /// Recording only: whether a method, by class and name, synchronises, for who leaves out those that call it.
    pub synchronises: &'a dyn Fn(&str, &str) -> bool,
    /// What is to be told of a call of a library's method.
    pub calls: &'a dyn Fn(&Called<'_>) -> Option<LibraryCall>,
    /// Library role only: whether a method of this class, by name and descriptor, reads or writes (`true`) the object
    /// that it locks.
    pub guarded: &'a dyn Fn(&str, &str) -> Option<bool>,
    /// Incidental role only: whether methods that are handed any object call it back, as those of print streams do.
    pub calls_back: bool,
    /// Incidental role only: whether calls of a class's methods are what is not to be seen.
    pub is_guard: &'a dyn Fn(&str) -> bool,
    /// Whether objects of a class have a field for what hangs on them, by the name of its superclass.
    pub has_entry: &'a dyn Fn(&str) -> bool,
    /// Instance fields to add, by name and descriptor; they are private, transient and synthetic.
    pub added: &'a [(&'a str, &'a str)],
}

/// How accesses are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recording {
    /// Whether the class's objects have a field for their identity.
    pub has_identity: bool,
    /// Whether methods that synchronise are not traced.
    pub leaves_out_synchronised: bool,
    /// Whether they are traced all the same, and told from others.
    pub marks_synchronised: bool,
    /// Whether of methods that are not traced it is told which objects they touch.
    pub tells_touched: bool,
    /// Whether what they do is recorded besides.
    pub keeps_untraced: bool,
    /// Whether there may be methods that are not traced.
    pub leaves_out: bool,
}

/// How something synchronises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effect {
    /// It may learn what other threads did.
    pub acquires: bool,
    /// It may tell other threads what this one did.
    pub releases: bool,
}

impl Effect {
    /// Not at all.
    pub const NONE: Effect = Effect { acquires: false, releases: false };
    /// As entering a monitor does.
    pub const ACQUIRES: Effect = Effect { acquires: true, releases: false };
    /// As leaving a monitor does.
    pub const RELEASES: Effect = Effect { acquires: false, releases: true };
    /// In every way: what nothing is known of.
    pub const BOTH: Effect = Effect { acquires: true, releases: true };

    /// Whether it does not.
    pub fn is_none(self) -> bool {
        self == Effect::NONE
    }

    /// One and the other.
    pub fn or(self, other: Effect) -> Effect {
        Effect { acquires: self.acquires || other.acquires, releases: self.releases || other.releases }
    }
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
    /// Fields that share a shadow are checked together: name, descriptor and access of each. The runtime knows the access of
    /// one of them.
    fn together(&self, _accesses: &[(String, String, u32)]) {}
    /// A static field, by the class that refers to it and what the reference says.
    fn static_field(&self, from: &str, owner: &str, name: &str, descriptor: &str) -> u32;
    /// A class with a static initialiser.
    fn class(&self, name: &str) -> u32;
    /// A method of the application's.
    fn method(&self) -> u32;
    /// A method that is not traced, by its class and name; asked only if accesses are recorded.
    fn untraced(&self, _class: &str, _method: &str) -> u32 {
        0
    }
}

/// A call, as the code has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Called<'a> {
    /// The class that the call names, by internal name; of a dynamic one, the class that it stands in.
    pub owner: &'a str,
    /// The method's name.
    pub name: &'a str,
    /// The method's descriptor.
    pub descriptor: &'a str,
    /// How it is called.
    pub kind: CallKind,
}

/// How a method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallKind {
    /// By the receiver's class.
    Virtual,
    /// A constructor, a method of a superclass, a private one.
    Special,
    /// Without a receiver.
    Static,
    /// By `invokedynamic`.
    Dynamic,
}

/// What the runtime is told of a call. Positions count the receiver, if there is one, as 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LibraryCall {
    /// By which the runtime finds out what the call does with the objects.
    pub number: u32,
    /// The objects, three at most.
    pub objects: Vec<u8>,
    /// Whether the first of the objects may be changed: the runtime is told after the call, too.
    pub changes: bool,
    /// Objects that are asked for their text, hash or equality, and what the runtime is told of it.
    pub asked: Vec<(u8, u32)>,
    /// Of a dynamic call in a record: its components are asked so.
    pub components: Option<u32>,
    /// Elements of arrays that are read or written.
    pub elements: Vec<Elements>,
    /// The object that the result is a view of.
    pub view_of: Option<u8>,
    /// The variable that is read or written by reflection or a handle.
    pub variable: Option<Variable>,
}

/// A variable that an object stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// A field or handle.
    pub handle: u8,
    /// The object or array that has the variable, if it is not static.
    pub base: Option<u8>,
    /// The index in an array.
    pub index: Option<u8>,
    /// Whether it is written.
    pub is_write: bool,
}

impl LibraryCall {
    /// The first position that matters.
    pub(crate) fn first(&self) -> Option<u8> {
        let numbers = |elements: &Elements| {
            let end = match elements.end {
                End::Before(position) | End::For(position) => Some(position),
                End::Between(from, to) => Some(from.min(to)),
                End::All | End::One | End::Result => None,
            };
            [Some(elements.array), elements.from, end].into_iter().flatten()
        };
        let objects = self.objects.iter().copied().chain(self.asked.iter().map(|&(position, _)| position));
        let own = self.components.map(|_| 0);
        let variable = self.variable.iter().flat_map(|it| [Some(it.handle), it.base, it.index]).flatten();
        let numbers = self.elements.iter().flat_map(numbers);
        objects.chain(numbers).chain(self.view_of).chain(own).chain(variable).min()
    }
}

/// Elements of an array that a call reads or writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elements {
    /// The array.
    pub array: u8,
    /// The first element; without it, that at 0.
    pub from: Option<u8>,
    /// Where they end.
    pub end: End,
    /// Whether they are written.
    pub is_write: bool,
}

/// Where elements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Where the array ends.
    All,
    /// There is but one.
    One,
    /// Before the index in this argument.
    Before(u8),
    /// After as many as this argument says.
    For(u8),
    /// After as many as there are from the index in one argument to that in another.
    Between(u8, u8),
    /// After as many as the call gives back.
    Result,
}

/// An extra call of a static method of `java/lang/DeadheatPatches`.
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
    /// The result, a reference, or a truth value for who takes a number; at a return only, and the first argument only.
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
    /// How many methods have code.
    pub methods: u32,
    /// How long it took to place checks.
    pub placing: std::time::Duration,
    /// The fields that share a shadow, by name.
    pub shared: Vec<Vec<String>>,
}

/// A method that is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The method, as name and descriptor.
    pub method: String,
    /// The reason.
    pub why: String,
}

/// Where a check was placed, and of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedCheck {
    /// The line of what runs before it.
    pub after: Option<u16>,
    /// The line of what runs after it.
    pub before: Option<u16>,
    /// What is checked: `write this.x/y/z, read a[0..i]`.
    pub text: String,
    /// Whether it is made only if what comes next throws.
    pub is_on_throw: bool,
}
