//! Calls that are put into the JDK's own methods: where threads start and end, wait for each other, and where
//! reflection would show what was added to classes.

use deadheat_instrument::{Argument, At, Patch};

const THIS: &[Argument] = &[Argument::This];
const FIRST: &[Argument] = &[Argument::Parameter(0)];
const RESULT_AND_THIS: &[Argument] = &[Argument::Result, Argument::This];
const RESULT: &[Argument] = &[Argument::Result];

const fn patch(
    method: &'static str,
    descriptor: &'static str,
    at: At,
    call: &'static str,
    call_descriptor: &'static str,
    arguments: &'static [Argument],
) -> Patch {
    Patch { method, descriptor, at, call, call_descriptor, arguments }
}

const fn on_thread(
    method: &'static str,
    descriptor: &'static str,
    at: At,
    call: &'static str,
    arguments: &'static [Argument],
) -> Patch {
    patch(method, descriptor, at, call, "(Ljava/lang/Thread;)V", arguments)
}

const THREAD: &[Patch] = &[
    on_thread("start", "()V", At::Entry, "starting", THIS),
    on_thread("start", "(Ljdk/internal/vm/ThreadContainer;)V", At::Entry, "starting", THIS),
    on_thread("exit", "()V", At::Entry, "ended", THIS),
    on_thread("join", "(J)V", At::Return, "joined", THIS),
    on_thread("join", "(Ljava/time/Duration;)Z", At::Return, "joined", THIS),
    on_thread("isAlive", "()Z", At::Return, "joined", THIS),
    on_thread("getState", "()Ljava/lang/Thread$State;", At::Return, "joined", THIS),
    on_thread("interrupt", "()V", At::Entry, "interrupting", THIS),
    on_thread("isInterrupted", "()Z", At::Return, "asked", THIS),
    patch("interrupted", "()Z", At::Return, "caughtInterrupt", "()V", &[]),
];

const VIRTUAL_THREAD: &[Patch] = &[
    on_thread("start", "(Ljdk/internal/vm/ThreadContainer;)V", At::Entry, "starting", THIS),
    on_thread("run", "(Ljava/lang/Runnable;)V", At::Return, "ended", THIS),
    on_thread("interrupt", "()V", At::Entry, "interrupting", THIS),
];

const LOCK_SUPPORT: &[Patch] = &[
    on_thread("unpark", "(Ljava/lang/Thread;)V", At::Entry, "permitting", FIRST),
    patch("park", "()V", At::Return, "permitted", "()V", &[]),
    on_lock_of("park", "(Ljava/lang/Object;)V", At::Return, "permittedFor"),
    patch("parkNanos", "(J)V", At::Return, "permitted", "()V", &[]),
    on_lock_of("parkNanos", "(Ljava/lang/Object;J)V", At::Return, "permittedFor"),
    patch("parkUntil", "(J)V", At::Return, "permitted", "()V", &[]),
    on_lock_of("parkUntil", "(Ljava/lang/Object;J)V", At::Return, "permittedFor"),
];

const STAMPED_LOCK: &[Patch] = &[
    patch("tryOptimisticRead", "()J", At::Return, "guessing", "()V", &[]),
    patch("validate", "(J)Z", At::Return, "guessed", "()V", &[]),
    patch("writeLock", "()J", At::Entry, "guessed", "()V", &[]),
    patch("readLock", "()J", At::Entry, "guessed", "()V", &[]),
    patch("tryWriteLock", "()J", At::Entry, "guessed", "()V", &[]),
    patch("tryReadLock", "()J", At::Entry, "guessed", "()V", &[]),
    patch("tryConvertToWriteLock", "(J)J", At::Entry, "guessed", "()V", &[]),
    patch("tryConvertToReadLock", "(J)J", At::Entry, "guessed", "()V", &[]),
];

const OWNED: &[Patch] = &[patch(
    "setExclusiveOwnerThread",
    "(Ljava/lang/Thread;)V",
    At::Entry,
    "owned",
    "(Ljava/lang/Object;Ljava/lang/Thread;)V",
    &[Argument::This, Argument::Parameter(0)],
)];

/// Of a read-write lock. What is tried in vain is taken to be locked: that hides, and invents nothing.
const READ_WRITE_LOCK: &[Patch] = &[
    on_lock("tryAcquire", "(I)Z", At::Return, "locked"),
    on_lock("tryAcquire", "(J)Z", At::Return, "locked"),
    on_lock("tryWriteLock", "()Z", At::Return, "locked"),
    on_lock("tryRelease", "(I)Z", At::Entry, "unlocking"),
    on_lock("tryRelease", "(J)Z", At::Entry, "unlocking"),
    on_lock("tryAcquireShared", "(I)I", At::Return, "lockedShared"),
    on_lock("tryAcquireShared", "(J)J", At::Return, "lockedShared"),
    on_lock("tryReadLock", "()Z", At::Return, "lockedShared"),
    on_lock("tryReleaseShared", "(I)Z", At::Entry, "unlockingShared"),
    on_lock("tryReleaseShared", "(J)Z", At::Entry, "unlockingShared"),
];

const fn on_lock(method: &'static str, descriptor: &'static str, at: At, call: &'static str) -> Patch {
    patch(method, descriptor, at, call, "(Ljava/lang/Object;)V", THIS)
}

const fn on_lock_of(method: &'static str, descriptor: &'static str, at: At, call: &'static str) -> Patch {
    patch(method, descriptor, at, call, "(Ljava/lang/Object;)V", FIRST)
}

/// Who holds a lock for reading; only lockset detectors and traces ask.
const READ_LOCK: &[Patch] = &[
    on_lock("lock", "()V", At::Return, "readLocked"),
    on_lock("lockInterruptibly", "()V", At::Return, "readLocked"),
    on_tried("tryLock", "()Z"),
    on_tried("tryLock", "(JLjava/util/concurrent/TimeUnit;)Z"),
    on_lock("unlock", "()V", At::Entry, "readUnlocking"),
];

const fn on_tried(method: &'static str, descriptor: &'static str) -> Patch {
    patch(method, descriptor, At::Return, "readTried", "(ILjava/lang/Object;)V", RESULT_AND_THIS)
}

/// What is seen of a lock by who does not take it; only traces have it.
const LOCK: &[Patch] = &[
    on_lock_tried("tryLock", "()Z"),
    on_lock_tried("tryLock", "(JLjava/util/concurrent/TimeUnit;)Z"),
    on_asked("isLocked", "()Z"),
    on_asked("hasQueuedThreads", "()Z"),
    on_asked("hasQueuedThread", "(Ljava/lang/Thread;)Z"),
    on_asked("getQueueLength", "()I"),
    on_asked("hasWaiters", "(Ljava/util/concurrent/locks/Condition;)Z"),
    on_asked("getWaitQueueLength", "(Ljava/util/concurrent/locks/Condition;)I"),
    on_asked("toString", "()Ljava/lang/String;"),
];

/// The same of a read-write lock.
const BOTH_LOCKS: &[Patch] = &[
    on_asked("isWriteLocked", "()Z"),
    on_asked("getReadLockCount", "()I"),
    on_asked("hasQueuedThreads", "()Z"),
    on_asked("hasQueuedThread", "(Ljava/lang/Thread;)Z"),
    on_asked("getQueueLength", "()I"),
    on_asked("hasWaiters", "(Ljava/util/concurrent/locks/Condition;)Z"),
    on_asked("getWaitQueueLength", "(Ljava/util/concurrent/locks/Condition;)I"),
    on_asked("toString", "()Ljava/lang/String;"),
];

const WRITE_LOCK: &[Patch] = &[
    on_lock_tried("tryLock", "()Z"),
    on_lock_tried("tryLock", "(JLjava/util/concurrent/TimeUnit;)Z"),
    on_asked("toString", "()Ljava/lang/String;"),
];

/// Who gives up to wait for a lock has seen that another thread has it; and what those are woken by who wait.
const QUEUE: &[Patch] = &[
    on_lock(
        "cancelAcquire",
        "(Ljava/util/concurrent/locks/AbstractQueuedSynchronizer$Node;ZZ)I",
        At::Entry,
        "lockAsked",
    ),
    on_signal("signalNext", At::Entry, "signalling"),
    on_signal("signalNext", At::Return, "signalled"),
];

const fn on_asked(method: &'static str, descriptor: &'static str) -> Patch {
    on_lock(method, descriptor, At::Return, "lockAsked")
}

const fn on_lock_tried(method: &'static str, descriptor: &'static str) -> Patch {
    patch(method, descriptor, At::Return, "lockTried", "(ILjava/lang/Object;)V", RESULT_AND_THIS)
}

const fn on_signal(method: &'static str, at: At, call: &'static str) -> Patch {
    let node = "(Ljava/util/concurrent/locks/AbstractQueuedSynchronizer$Node;)V";
    patch(method, node, at, call, "()V", &[])
}

/// The queues of fork/join pools are read and written in ways of their own; that what was done before a task was put into
/// one is seen when the task is run is said here.
const WORK_QUEUE: &[Patch] = &[
    on_task(
        "push",
        "(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinPool;)V",
        "queueing",
        FIRST,
    ),
    on_task(
        "push",
        "(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinPool;Z)V",
        "queueing",
        FIRST,
    ),
    on_task("lockedPush", "(Ljava/util/concurrent/ForkJoinTask;)Z", "queueing", FIRST),
];

const FORK_JOIN_TASK: &[Patch] =
    &[on_task("doExec", "()I", "running", THIS), on_task("doExec", "()V", "running", THIS)];

const fn on_task(
    method: &'static str,
    descriptor: &'static str,
    call: &'static str,
    task: &'static [Argument],
) -> Patch {
    patch(method, descriptor, At::Entry, call, "(Ljava/lang/Object;)V", task)
}

const REFLECTION: &[Patch] = &[
    patch(
        "filterFields",
        "(Ljava/lang/Class;[Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;",
        At::Return,
        "withoutAdded",
        "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;",
        RESULT,
    ),
    patch(
        "filterMethods",
        "(Ljava/lang/Class;[Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;",
        At::Return,
        "withoutAdded",
        "([Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;",
        RESULT,
    ),
];

/// JDKs differ in what they hand over besides the class whose call site is linked.
const LINKAGE: &[Patch] = &[
    patch(
        "linkCallSite",
        "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
        At::Return,
        "linked",
        "(Ljava/lang/Object;)V",
        FIRST,
    ),
    patch(
        "linkCallSite",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
        At::Return,
        "linked",
        "(Ljava/lang/Object;)V",
        FIRST,
    ),
];

/// Whether a patched method is one that JDKs may do without: others do the same for them.
pub(crate) fn is_of_some_jdks(method: &str) -> bool {
    // Since JDK 21 tasks from outside are pushed like others.
    method == "lockedPush"
}

/// The calls for a class of the JDK, by internal name.
pub(crate) fn patches(class: &str) -> &'static [Patch] {
    match class {
        "java/lang/Thread" => THREAD,
        "java/lang/VirtualThread" => VIRTUAL_THREAD,
        "java/util/concurrent/locks/LockSupport" => LOCK_SUPPORT,
        "java/util/concurrent/locks/AbstractOwnableSynchronizer" => OWNED,
        "java/util/concurrent/locks/AbstractQueuedSynchronizer" => QUEUE,
        "java/util/concurrent/locks/ReentrantLock" => LOCK,
        "java/util/concurrent/locks/ReentrantReadWriteLock" => BOTH_LOCKS,
        "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock" => WRITE_LOCK,
        "java/util/concurrent/locks/StampedLock" => STAMPED_LOCK,
        "java/util/concurrent/locks/ReentrantReadWriteLock$Sync" => READ_WRITE_LOCK,
        "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock" => READ_LOCK,
        "java/util/concurrent/ForkJoinPool$WorkQueue" => WORK_QUEUE,
        "java/util/concurrent/ForkJoinTask" => FORK_JOIN_TASK,
        "jdk/internal/reflect/Reflection" => REFLECTION,
        "java/lang/invoke/MethodHandleNatives" => LINKAGE,
        _ => &[],
    }
}
