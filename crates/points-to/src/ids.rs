//! The numbers by which the solver names things.

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident,)*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A method that the analysis knows: a real one, or one that a plugin made.
    MethodIx,
    /// A method in a context: a node of the call graph.
    InstanceId,
    /// An abstract object.
    ObjectId,
    /// A place where objects are made.
    SiteId,
    /// A runtime type of abstract objects.
    TypeId,
    /// An interned sequence of allocation sites.
    SequenceId,
    /// A method context: a sequence of sites and a client's element.
    ContextId,
    /// A field, or a part of an object that contracts speak of.
    FieldKey,
    /// A set of runtime types that may pass.
    FilterId,
    /// A pointer: a variable in a context, a field of an abstract object, a static field.
    NodeId,
}

impl FilterId {
    /// Lets everything pass.
    pub(crate) const ANY: FilterId = FilterId(0);
}

impl SequenceId {
    /// The empty sequence.
    pub(crate) const EMPTY: SequenceId = SequenceId(0);
}

impl ContextId {
    /// No sites, no client element: the context of `main` and of static initialisers.
    pub(crate) const EMPTY: ContextId = ContextId(0);
}
