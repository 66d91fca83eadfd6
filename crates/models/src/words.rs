//! The format's closed vocabularies: each word of a model file and what it stands for.

/// Something that a model file writes as one of a few words.
pub(crate) trait Word: Copy + 'static {
    /// All words, in the order in which messages list them.
    const ALL: &'static [(&'static str, Self)];
}

macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl Word for $name {
            const ALL: &'static [(&'static str, $name)] = &[$(($text, $name::$variant),)*];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $($name::$variant => $text,)* })
            }
        }
    )*};
}

words! {
    /// How far objects of a class, or calls of a method, may be shared between threads.
    Safety {
        /// State never changes after construction; safe even when published by a race.
        Immutable = "immutable",
        /// Thread-safe, and so is all that a call reaches (IteRace 3.2).
        TransitivelyThreadSafe = "transitively-thread-safe",
        /// The method's own instructions cannot race; what it calls may (IteRace 3.2).
        ThreadSafe = "thread-safe",
        /// Every call runs under a lock, which the entry's `guard` names.
        Guarded = "guarded",
        /// Calls from two threads race by what they read and write.
        Unsafe = "unsafe",
    }
    /// Which elements of an array a call reads or writes, if not those at an offset that follows the array, as many as
    /// the number behind it says; or all, if the call takes no numbers.
    Ranges {
        /// From the number that follows the array to the next; all if there are no two.
        Ends = "ends",
        /// The one at the number that follows the array.
        At = "at",
        /// From the offset that follows the array, if one does, as many as the call returns.
        Filled = "filled",
        /// From the offset that follows each array, as many as the last argument says.
        Copied = "copied",
        /// As many as the number that follows the array.
        First = "first",
        /// Nobody can say.
        Some = "some",
    }
    /// What a method allocates in its own body (IteRace 3.2).
    Instantiates {
        /// Only thread-safe objects.
        Safe = "safe",
        /// Others too.
        Unsafe = "unsafe",
    }
    /// What passes through a method's parameters and result (IteRace 3.2).
    Circulates {
        /// Only thread-safe objects.
        Safe = "safe",
        /// Objects that may be thread-unsafe.
        Unsafe = "unsafe",
    }
    /// How often a task or callback runs per call.
    Times {
        /// At most once.
        Once = "once",
        /// Any number of times, one after the other, each ordered before the next.
        Repeated = "repeated",
        /// Any number of times, at the same time as itself.
        Parallel = "parallel",
        /// In parallel when the stream is parallel, else repeated.
        AsMode = "as-mode",
    }
    /// When, and how often, a framework calls a method.
    Called {
        /// Once.
        Once = "once",
        /// Again and again, one call after the other.
        Repeated = "repeated",
        /// From several threads at the same time.
        Parallel = "parallel",
        /// When its object is made and filled; of a static method, before anything else.
        Made = "made",
        /// Before each entry that takes turns with it, in the same thread, on the same object.
        Before = "before",
        /// After each such entry.
        After = "after",
    }
    /// Which object of a class a framework uses.
    Lifetime {
        /// One for all.
        Shared = "shared",
        /// A new one for each call of an entry, and for each object that it is put into.
        New = "new",
    }
    /// How the functions of a stream run.
    Mode {
        /// In the caller, one after the other.
        Sequential = "sequential",
        /// In several threads at once.
        Parallel = "parallel",
    }
    /// What is known of the numbers in a stream, or of those that a function is given.
    Numbers {
        /// None is there twice.
        Distinct = "distinct",
        /// They are those of the stream that it was made from, or some of them.
        Kept = "kept",
        /// It is the least of those that the method is given.
        Least = "least",
    }
    /// The outcome of a call on which its locks and edges depend; a call that throws has none of them.
    When {
        /// It returned true.
        True = "true",
        /// It returned false.
        False = "false",
        /// It returned an object.
        NonNull = "non-null",
        /// It returned a number other than 0.
        NonZero = "non-zero",
        /// It returned 0.
        Zero = "zero",
        /// It returned a number that is not negative.
        NonNegative = "non-negative",
        /// The thread or task that it waited for has ended; the result does not tell.
        Ended = "ended",
    }
    /// What an atomic access does with its variable.
    AtomicKind {
        /// Reads.
        Read = "read",
        /// Writes.
        Write = "write",
        /// Reads and writes in one step.
        Update = "update",
        /// An update when it returns true, else a read.
        CompareAndSet = "compare-and-set",
        /// An update when it returns the expected value, else a read.
        CompareAndExchange = "compare-and-exchange",
    }
    /// Memory order of an atomic access, as `VarHandle` names them.
    MemoryOrder {
        /// None: such an access races like one of a field.
        Plain = "plain",
        /// Coherent, but orders nothing else.
        Opaque = "opaque",
        /// The read acquires; the write of an update is plain.
        Acquire = "acquire",
        /// The write releases; the read of an update is plain.
        Release = "release",
        /// As for a volatile field.
        Volatile = "volatile",
    }
    /// A memory fence.
    Fence {
        /// All before, all after.
        Full = "full",
        /// Loads before, all after.
        Acquire = "acquire",
        /// All before, stores after.
        Release = "release",
        /// Loads before, loads after.
        LoadLoad = "load-load",
        /// Stores before, stores after.
        StoreStore = "store-store",
    }
    /// A part of an object that contracts speak of: `element of this`.
    Part {
        /// What a collection, array, stream, reference or queue holds.
        Element = "element",
        /// A map's keys.
        Key = "key",
        /// A map's values.
        Value = "value",
        /// What a future, task or callback gives in the end.
        Outcome = "outcome",
        /// What a thread or task object runs.
        Task = "task",
        /// All tasks that were given to a pool.
        Tasks = "tasks",
        /// The object whose state a view, lock part or condition shares.
        Owner = "owner",
        /// The lock that a condition belongs to.
        Lock = "lock",
        /// What a thread-local variable holds for the calling thread.
        Local = "local",
        /// The interruption of a thread.
        Interrupt = "interrupt",
    }
    /// What a method means that works on the program itself: reflection, method handles, raw memory.
    Meaning {
        /// Gives the class that the first argument names.
        ClassForName = "class-for-name",
        /// Gives the receiver's class.
        ClassOf = "class-of",
        /// Gives the class of the elements of the array class that the receiver is.
        ComponentType = "component-type",
        /// Gives the name of the class that the receiver is.
        ClassName = "class-name",
        /// Gives an array of the constants of the enum class that the receiver or first argument is.
        EnumConstants = "enum-constants",
        /// Makes an object of the class that the receiver is.
        NewInstance = "new-instance",
        /// Gives constructors of the class that the receiver is.
        Constructors = "constructors",
        /// Gives methods of the class that the receiver is, by name if there is an argument for it.
        Methods = "methods",
        /// Gives fields of the class that the receiver is.
        Fields = "fields",
        /// Makes an object by the constructor that the receiver is.
        Construct = "construct",
        /// Calls the method that the receiver is.
        Invoke = "invoke",
        /// Reads the field that the receiver is.
        GetField = "get-field",
        /// Writes the field that the receiver is.
        SetField = "set-field",
        /// Makes an array with elements of the class in the first argument.
        NewArray = "new-array",
        /// Makes a copy of the receiver.
        Clone = "clone",
        /// Makes a proxy with the interfaces of the second argument, which calls the third.
        Proxy = "proxy",
        /// Makes an object for each provider of the service in the last argument that is a class.
        Services = "services",
        /// Makes an object of each provider of any service that the declared result can hold, and one of its type.
        Provider = "provider",
        /// Reads any field or element of the first argument.
        ReadAnyField = "read-any-field",
        /// Writes the last argument to any field or element of the first; gives what was there.
        WriteAnyField = "write-any-field",
        /// Gives a handle of the method that the class in the first argument has under a name.
        FindMethod = "find-method",
        /// Gives a handle of a constructor of the class in the first argument.
        FindConstructor = "find-constructor",
        /// Gives a handle of the field that the class in the first argument has under a name.
        FindField = "find-field",
        /// Gives a handle of the elements of the array class in the first argument.
        FindElements = "find-elements",
        /// Calls the handle that the receiver is.
        InvokeHandle = "invoke-handle",
        /// Gives the handle that the receiver is, with its first argument fixed.
        BindHandle = "bind-handle",
        /// Writes the first argument to the stream that the receiver is, with all that it refers to.
        Serialize = "serialize",
        /// Gives what was written to any such stream.
        Deserialize = "deserialize",
    }
    /// How a result is related to an object that it is made from.
    View {
        /// It shares the object's state: an iterator, a sublist, a wrapper.
        View = "view",
        /// It has its own state, with the same elements.
        Copy = "copy",
        /// It works on the object's elements when it is waited for: a stage of a stream.
        Stage = "stage",
        /// It shows some of the object's state: the keys of a map.
        Aspect = "aspect",
        /// It is a lock that belongs to the object.
        LockPart = "lock-part",
        /// It is a condition of the lock.
        Condition = "condition",
    }
}

/// The word that a text stands for.
pub(crate) fn parse<W: Word>(text: &str) -> Option<W> {
    W::ALL.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
}

/// All words of a vocabulary.
pub(crate) fn all<W: Word>() -> Vec<&'static str> {
    W::ALL.iter().map(|&(word, _)| word).collect()
}
