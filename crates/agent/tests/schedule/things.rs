//! What threads synchronise with, monitors aside: how it is written in Java, and which calls of it release or acquire.
//!
//! A call that releases is before all later ones of the same thing that acquire. For volatile variables and atomics that
//! is the memory model's definition; as everywhere in Deadheat, acquiring from a released variable means all releases
//! before it, not only that of the value that is read. Locks, semaphores and queues promise less than they do: they are
//! built from one variable, or have one lock inside, and what is built that way is what orders; a lock that was tried in
//! vain acquires. Only read-write locks are held to what they promise: readers are not ordered among themselves.

/// A thing: its kind, and the Java text that names it.
#[derive(Debug, Clone)]
pub(crate) struct Thing {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A volatile field, of a cell or static.
    Volatile,
    AtomicInteger,
    AtomicLong,
    AtomicReference,
    /// A field that is only reached by a variable handle.
    Handle,
    /// An element that is only reached by a variable handle.
    ElementHandle,
    Queue,
    Vector,
    SynchronizedList,
    /// A lock; see `state.rs` for these.
    Lock,
    ReadWriteLock,
    Semaphore,
    Latch,
    Future,
}

/// A call, with `$` for the thing. A release is before an acquisition if they have a bit in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) java: &'static str,
    pub(crate) acquires: u8,
    pub(crate) releases: u8,
}

const ALL: u8 = 1;
/// What is released by one of several who may hold a lock.
const SHARED: u8 = 2;

pub(crate) const fn acquire(java: &'static str) -> Call {
    Call { java, acquires: ALL, releases: 0 }
}

pub(crate) const fn release(java: &'static str) -> Call {
    Call { java, acquires: 0, releases: ALL }
}

pub(crate) const fn both(java: &'static str) -> Call {
    Call { java, acquires: ALL, releases: ALL }
}

pub(crate) const fn neither(java: &'static str) -> Call {
    Call { java, acquires: 0, releases: 0 }
}

/// What comes after all who shared a lock, too.
pub(crate) const fn acquire_alone(java: &'static str) -> Call {
    Call { java, acquires: ALL | SHARED, releases: 0 }
}

pub(crate) const fn release_shared(java: &'static str) -> Call {
    Call { java, acquires: 0, releases: SHARED }
}

const VOLATILE: &[Call] = &[acquire("{ int k = $; }"), release("$ = 1;"), both("$++;")];
const ATOMIC: &[Call] = &[
    acquire("$.get();"),
    release("$.set(1);"),
    release("$.lazySet(1);"),
    both("$.incrementAndGet();"),
    both("$.getAndAdd(2);"),
    both("$.compareAndSet($.get(), 3);"),
    acquire("$.getAcquire();"),
    release("$.setRelease(4);"),
    neither("$.getPlain();"),
];
const REFERENCE: &[Call] = &[
    acquire("$.get();"),
    release("$.set(\"a\");"),
    both("$.getAndSet(\"b\");"),
    both("$.compareAndSet($.get(), \"c\");"),
    release("$.setRelease(\"d\");"),
];
const HANDLE: &[Call] = &[
    acquire("{ int k = (int) H.getAcquire($); }"),
    release("H.setRelease($, 1);"),
    acquire("{ int k = (int) H.getVolatile($); }"),
    release("H.setVolatile($, 2);"),
    both("{ int k = (int) H.getAndAdd($, 3); }"),
    both("{ int k = (int) H.getAndSet($, 4); }"),
];
const ELEMENT: &[Call] = &[
    acquire("{ long k = (long) A.getAcquire($); }"),
    release("A.setRelease($, 1L);"),
    acquire("{ long k = (long) A.getVolatile($); }"),
    release("A.setVolatile($, 2L);"),
    both("{ long k = (long) A.getAndAdd($, 3L); }"),
];
const QUEUE: &[Call] = &[both("$.offer(1);"), both("$.poll();"), both("$.size();")];
const LIST: &[Call] = &[both("$.add(1);"), both("$.size();"), both("$.contains(2);")];

/// The kinds, each once.
pub(crate) const KINDS: [Kind; 14] = [
    Kind::Volatile,
    Kind::AtomicInteger,
    Kind::AtomicLong,
    Kind::AtomicReference,
    Kind::Handle,
    Kind::ElementHandle,
    Kind::Queue,
    Kind::Vector,
    Kind::SynchronizedList,
    Kind::Lock,
    Kind::ReadWriteLock,
    Kind::Semaphore,
    Kind::Latch,
    Kind::Future,
];

impl Kind {
    /// The calls of what can be called at any time.
    pub(crate) fn calls(self) -> &'static [Call] {
        match self {
            Kind::Volatile => VOLATILE,
            Kind::AtomicInteger | Kind::AtomicLong => ATOMIC,
            Kind::AtomicReference => REFERENCE,
            Kind::Handle => HANDLE,
            Kind::ElementHandle => ELEMENT,
            Kind::Queue => QUEUE,
            Kind::Vector | Kind::SynchronizedList => LIST,
            Kind::Lock | Kind::ReadWriteLock | Kind::Semaphore | Kind::Latch | Kind::Future => &[],
        }
    }

    /// Type and initial value of a static field that holds the thing; none for what the class has anyway.
    pub(crate) fn declaration(self) -> Option<(&'static str, &'static str)> {
        let declaration = match self {
            Kind::Volatile | Kind::Handle | Kind::ElementHandle => return None,
            Kind::AtomicInteger => ("AtomicInteger", "new AtomicInteger()"),
            Kind::AtomicLong => ("AtomicLong", "new AtomicLong()"),
            Kind::AtomicReference => ("AtomicReference<String>", "new AtomicReference<>()"),
            Kind::Queue => ("ArrayBlockingQueue<Integer>", "new ArrayBlockingQueue<>(8)"),
            Kind::Vector => ("Vector<Integer>", "new Vector<>()"),
            Kind::SynchronizedList => {
                ("List<Integer>", "java.util.Collections.synchronizedList(new ArrayList<>())")
            }
            Kind::Lock => ("ReentrantLock", "new ReentrantLock()"),
            Kind::ReadWriteLock => ("ReentrantReadWriteLock", "new ReentrantReadWriteLock()"),
            Kind::Semaphore => ("Semaphore", "new Semaphore(1)"),
            Kind::Latch => ("CountDownLatch", "new CountDownLatch(2)"),
            Kind::Future => ("CompletableFuture<Integer>", "new CompletableFuture<>()"),
        };
        Some(declaration)
    }
}
