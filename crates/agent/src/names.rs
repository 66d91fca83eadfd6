//! Which classes are looked at, and how.

use crate::options::{Options, matches};

/// What is done with a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// Nothing.
    None,
    /// Only what other classes need: members that they may call.
    Members,
    /// The JDK's: what it does to synchronise is for itself alone, and not seen.
    Silence,
    /// The JDK's: what it does to synchronise is seen.
    Synchronisation,
    /// The program's, but not asked about.
    Excluded,
    /// The program's: its accesses are checked.
    Checks,
}

/// The runtime, and what it is built on.
const NEVER: &[&str] = &["java/lang/Deadheat", "jdk/internal/misc/Unsafe", "java/lang/Object"];

/// Packages and classes of the JDK whose monitors and volatile variables order what programs do. In others,
/// those guard the JDK's own state: a program that is ordered by the lock of a print stream, or of a class loader,
/// is not ordered by anything that it can rely on.
const SYNCHRONISING: &[&str] = &[
    "java/util/concurrent/",
    "java/util/Timer",
    "java/util/Vector",
    "java/util/Stack",
    "java/util/Hashtable",
    "java/util/Properties",
    "java/util/Collections$Synchronized",
    "java/util/Observable",
    "java/util/Random",
    "java/lang/StringBuffer",
    "java/lang/ApplicationShutdownHooks",
    "java/lang/invoke/VarHandle",
    "java/lang/ref/ReferenceQueue",
    "jdk/internal/misc/ThreadFlock",
    "java/io/Piped",
    "java/io/ByteArray",
    "java/io/CharArray",
    "java/io/Buffered",
    "java/io/PushbackInputStream",
    "java/io/String",
    "java/io/SequenceInputStream",
    "java/util/zip/",
    "jdk/internal/misc/InternalLock",
    "java/beans/",
    "java/util/stream/",
    "sun/misc/Unsafe",
    "java/util/logging/",
    "javax/swing/",
    "java/awt/EventQueue",
];

/// Packages and classes of the JDK that synchronise for themselves alone.
const INCIDENTAL: &[&str] = &[
    "java/lang/",
    "java/io/",
    "java/math/",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/",
    "jdk/internal/",
    "sun/invoke/",
    "sun/launcher/",
    "sun/net/",
    "sun/nio/",
    "sun/reflect/",
    "sun/security/",
    "sun/util/",
];

/// Classes that count who holds a lock; what that orders is said by patches.
const COUNTING: &[&str] = &["java/util/concurrent/locks/ReentrantReadWriteLock$Sync"];

/// What they do it with.
const GUARDS: &[&str] = &[
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/ConcurrentMap",
    "java/util/concurrent/ConcurrentSkipList",
    "java/util/concurrent/ConcurrentLinked",
    "java/util/concurrent/CopyOnWriteArray",
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock",
    "java/util/Hashtable",
    "java/util/Properties",
    "java/util/Vector",
    "java/util/Collections$Synchronized",
    "java/lang/StringBuffer",
    "java/lang/invoke/VarHandle",
    "jdk/internal/util/",
];

/// What threads are started, scheduled and listed with, by who does so: those who start or unpark a thread meet there.
const MEETINGS: &[(&str, &[&str])] = &[
    (
        "java/lang/VirtualThread",
        &[
            "java/util/concurrent/Executor",
            "java/util/concurrent/ForkJoinPool",
            "java/util/concurrent/Future",
        ],
    ),
    ("jdk/internal/vm/", &["java/util/Set"]),
];

/// Classes that lock for themselves whatever they call.
const CONSOLE: &[&str] = &["java/io/PrintStream", "java/io/PrintWriter", "java/io/Console"];

/// Whether a class locks for itself whatever it calls.
pub(crate) fn is_console(class: &str) -> bool {
    CONSOLE.contains(&class)
}

/// Whether calls of a class's methods are what another class does that synchronises for itself alone.
pub(crate) fn is_guard(class: &str, called: &str) -> bool {
    let is_in = |list: &[&str]| list.iter().any(|prefix| called.starts_with(prefix));
    is_in(GUARDS)
        || is_console(class)
        || MEETINGS.iter().any(|(prefix, list)| class.starts_with(prefix) && is_in(list))
}

/// Whether a call is how the JDK's own loaders load a class. A program does not say where that is, and cannot rely on what
/// is ordered by it.
pub(crate) fn is_loading(class: &str, called: &str) -> bool {
    const LOADER: &str = "jdk/internal/loader/BuiltinClassLoader";
    class == LOADER && called == LOADER
}

/// Fields that are not volatile, but are written in order and read between volatile reads: that what is handed over by
/// them is seen is promised by their classes, and by no rule of the memory model.
const IN_ORDER: &[(&str, &str)] = &[
    ("java/util/concurrent/LinkedTransferQueue$DualNode", "next"),
    ("java/util/concurrent/ConcurrentSkipListMap", "head"),
    ("java/util/concurrent/ConcurrentSkipListMap$Index", "right"),
    ("java/util/concurrent/ConcurrentSkipListMap$Node", "next"),
    ("java/util/concurrent/ConcurrentSkipListMap$Node", "val"),
    ("java/util/concurrent/SubmissionPublisher$BufferedSubscription", "array"),
];

/// Whether a field of the JDK is to be taken for a volatile one.
pub(crate) fn is_in_order(owner: &str, name: &str) -> bool {
    IN_ORDER.contains(&(owner, name))
}

/// Whether a class counts who holds a lock.
pub(crate) fn is_counting(class: &str) -> bool {
    COUNTING.contains(&class)
}

/// What is done with a class of the JDK, by internal name.
pub(crate) fn jdk(class: &str) -> Treatment {
    let is_in = |list: &[&str]| list.iter().any(|prefix| class.starts_with(prefix));
    if is_in(NEVER) {
        Treatment::None
    } else if is_counting(class) {
        Treatment::Silence
    } else if is_in(SYNCHRONISING) {
        Treatment::Synchronisation
    } else if is_in(INCIDENTAL) {
        Treatment::Silence
    } else {
        Treatment::Members
    }
}

/// What is done with a class of the program.
pub(crate) fn application(class: &str, options: &Options) -> Treatment {
    let dotted = class.replace('/', ".");
    let is_in = |list: &[String]| list.iter().any(|pattern| matches(pattern, &dotted));
    if is_in(&options.unseen) {
        Treatment::None
    } else if is_in(&options.exclude) || !options.include.is_empty() && !is_in(&options.include) {
        // It may still synchronise, and its fields may be accessed by others.
        Treatment::Excluded
    } else {
        Treatment::Checks
    }
}

/// Classes of the JDK whose methods synchronise with nobody, whatever they are given.
const QUIET: &[&str] = &[
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
];

/// Methods of the JDK that no class can replace, and that call nothing of the program's, whatever they are given.
const QUIET_METHODS: &[(&str, &[&str])] = &[
    ("java/lang/Object", &["<init>", "getClass"]),
    ("java/lang/String", &["equals"]),
    ("java/lang/Enum", &["ordinal", "name"]),
    (
        "java/lang/Class",
        &["getName", "isInstance", "isArray", "isInterface", "isPrimitive", "getComponentType"],
    ),
    ("java/lang/System", &["arraycopy", "currentTimeMillis", "nanoTime", "identityHashCode"]),
    ("java/lang/Thread", &["currentThread"]),
    ("java/util/Arrays", &["copyOf", "copyOfRange", "fill", "asList"]),
];

/// The same, if they are given numbers, texts and arrays of numbers only: other objects they may ask for their text.
const QUIET_WITH_VALUES: &[(&str, &[&str])] = &[
    (
        "java/lang/String",
        &[
            "<init>",
            "length",
            "charAt",
            "isEmpty",
            "hashCode",
            "equalsIgnoreCase",
            "compareTo",
            "compareToIgnoreCase",
            "codePointAt",
            "concat",
            "endsWith",
            "getChars",
            "indexOf",
            "lastIndexOf",
            "regionMatches",
            "replace",
            "startsWith",
            "substring",
            "toCharArray",
            "toString",
            "trim",
            "valueOf",
        ],
    ),
    (
        "java/lang/StringBuilder",
        &[
            "<init>",
            "append",
            "appendCodePoint",
            "capacity",
            "charAt",
            "delete",
            "deleteCharAt",
            "ensureCapacity",
            "indexOf",
            "insert",
            "lastIndexOf",
            "length",
            "replace",
            "reverse",
            "setCharAt",
            "setLength",
            "substring",
            "toString",
        ],
    ),
    ("java/util/Arrays", &["binarySearch", "equals", "hashCode"]),
];

/// Whether a method of the JDK synchronises with nobody.
pub(crate) fn is_quiet(owner: &str, method: &str, descriptor: &str) -> bool {
    let has = |list: &[(&str, &[&str])]| {
        list.iter().any(|(class, methods)| *class == owner && methods.contains(&method))
    };
    QUIET.contains(&owner) || has(QUIET_METHODS) || has(QUIET_WITH_VALUES) && takes_values_only(descriptor)
}

/// Whether a method's parameters are numbers, texts and arrays of numbers. Encodings of bytes, by name, are looked up among
/// what the program may provide.
fn takes_values_only(descriptor: &str) -> bool {
    let parameters = descriptor.split(')').next().unwrap_or_default();
    !parameters.contains("[B") && !parameters.replace("Ljava/lang/String;", "").contains(['L', ';'])
}

/// Whether a class of the JDK was initialised before the program began, or does nothing then that others could see: those
/// of the language itself.
pub(crate) fn is_up(class: &str) -> bool {
    class.strip_prefix("java/lang/").is_some_and(|name| !name.contains('/'))
}

/// Classes of the JDK whose objects have no field for an identity: the JVM knows where boxes have what is in them; it takes for
/// granted that the four fields of a reference stand in a row, and where a stack's frames begin, else it follows numbers as
/// if they were objects; and the others are what identities are made with.
const WITHOUT_IDENTITY: &[&str] = &[
    "java/lang/Class",
    "java/lang/Number",
    "java/lang/Boolean",
    "java/lang/Character",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/ref/Reference",
    "jdk/internal/vm/StackChunk",
    "jdk/internal/misc/Unsafe",
];

/// Whether the objects of a class right below `Object` have a field for their identity.
pub(crate) fn has_identity(class: &str) -> bool {
    !WITHOUT_IDENTITY.contains(&class) && !class.starts_with("java/lang/Deadheat")
}

/// Methods by which threads meet, for who leaves out all that synchronise: by the start of the class's name and by name.
const SYNCHRONISES: &[(&str, &[&str])] = &[
    ("java/util/concurrent/locks/", &[]),
    (
        "java/util/concurrent/",
        &[
            "await",
            "countDown",
            "acquire",
            "release",
            "put",
            "take",
            "get",
            "join",
            "submit",
            "execute",
            "offer",
            "poll",
        ],
    ),
    ("java/lang/Thread", &["start", "join", "isAlive"]),
    ("java/lang/Object", &["wait", "notify", "notifyAll"]),
];

/// Whether a method synchronises, by class and name.
pub(crate) fn synchronises(class: &str, method: &str) -> bool {
    let is_meant = |methods: &[&str]| methods.is_empty() || methods.contains(&method);
    SYNCHRONISES.iter().any(|(start, methods)| class.starts_with(start) && is_meant(methods))
}
