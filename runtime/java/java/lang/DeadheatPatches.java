package java.lang;

/**
 * What methods of the JDK call that were patched by name (see {@code patches.rs} of the agent): where threads start, end,
 * wait for each other and are told to go on, where locks are taken that are no monitors, and where reflection would show
 * what was added to classes. As in {@link Deadheat}, nothing here may fail or wait.
 */
public final class DeadheatPatches {
    private DeadheatPatches() {
    }

    // Threads.

    /** A thread is about to be started. */
    public static void starting(Thread started) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null) {
                // What a cleaner runs comes after all uses of an object that is gone, with nothing that says so.
                DeadheatThread.begin(started, thread, !(started instanceof jdk.internal.misc.InnocuousThread));
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** A thread's last action, on the thread itself. */
    public static void ended(Thread thread) {
        try {
            DeadheatThread state = Deadheat.isOn() ? DeadheatThread.of(thread) : null;
            if (state != null) {
                state.finish(thread);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** It was asked whether a thread has ended, or waited for: if it has, all that it did is before. */
    public static void joined(Thread other) {
        try {
            DeadheatThread thread = Deadheat.thread();
            DeadheatThread ended = thread == null ? null : DeadheatThread.of(other);
            if (ended != null) {
                if (DeadheatRecorder.IS_ON) {
                    DeadheatEvents.joined(other);
                    return;
                }
                if (DeadheatLog.IS_ON && ended.end != null) {
                    DeadheatLog.meet(thread, '+', 'e', ended);
                }
                thread.acquire(ended.end);
                if (DeadheatDetector.LOCKSET && ended.end != null) {
                    DeadheatLockset.joined(thread, ended);
                }
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** A thread is about to be unparked. */
    public static void permitting(Thread other) {
        try {
            DeadheatThread thread = Deadheat.thread();
            DeadheatThread permitted = thread == null || other == null ? null : DeadheatThread.of(other);
            if (permitted != null && permitted != thread && thread.inside() == 0) {
                permitted.permit(thread);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** A thread is about to be interrupted. */
    public static void interrupting(Thread other) {
        try {
            DeadheatThread thread = Deadheat.thread();
            DeadheatThread interrupted = thread == null ? null : DeadheatThread.of(other);
            if (interrupted != null && interrupted != thread) {
                interrupted.interrupt(thread);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** The running thread was parked. */
    public static void permitted() {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null) {
                thread.takePermit();
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** It was asked whether a thread was interrupted. */
    public static void asked(Thread other) {
        try {
            DeadheatThread thread = Deadheat.thread();
            DeadheatThread interrupted = thread == null ? null : DeadheatThread.of(other);
            if (interrupted != null) {
                interrupted.giveInterrupt(thread);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** The running thread asked whether it was interrupted. */
    public static void caughtInterrupt() {
        Deadheat.caughtInterrupt();
    }

    // Dynamic call sites.

    /** A dynamic call site of a class was linked. */
    public static void linked(Object type) {
        Deadheat.publish(type, Deadheat.LINKED);
    }

    // The JDK's own sake.

    /** A method of the JDK begins that synchronises for itself alone: locks of class loading, of caches and the like. */
    public static void inside() {
        goInside(1);
    }

    /** It ends. */
    public static void outside() {
        goInside(-1);
    }

    private static void goInside(int more) {
        DeadheatThread thread = Deadheat.isOn() ? DeadheatThread.of(Thread.currentThread()) : null;
        if (thread != null) {
            thread.goInside(more);
        }
    }

    // Locks that are no monitors, for reports.

    /** A lock has a new owner: the running thread, or nobody any more. */
    public static void owned(Object lock, Thread owner) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread == null) {
                return;
            }
            if (DeadheatRecorder.IS_ON) {
                if (owner == null) {
                    DeadheatMutex.givenBack(thread, lock, lock, DeadheatEvents.RELEASE);
                } else if (owner == Thread.currentThread()) {
                    DeadheatMutex.taken(thread, lock, lock, DeadheatEvents.ACQUIRE);
                }
                return;
            }
            if (owner == null) {
                if (DeadheatDetector.LOCKS && thread.held.holds(lock)) {
                    DeadheatLockset.givenBack(thread, DeadheatLockset.lock(thread, lock), false);
                }
                thread.held.letGo(lock);
            } else if (owner == Thread.currentThread()) {
                if (DeadheatDetector.LOCKS && !thread.held.holds(lock)) {
                    DeadheatLockset.taken(thread, DeadheatLockset.lock(thread, lock), false);
                }
                thread.held.hold(lock);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    // Locks that several threads may hold at once: who locks for reading comes after those who unlocked for writing, who
    // locks for writing after all. How such a lock counts its readers orders nothing, and is not seen.

    private static final long UNLOCKED = -2;
    private static final long UNLOCKED_SHARED = -3;

    /** It was tried to lock for one thread. */
    public static void locked(Object lock) {
        receiveOf(lock, UNLOCKED);
        receiveOf(lock, UNLOCKED_SHARED);
    }

    /** It was tried to lock for several threads. */
    public static void lockedShared(Object lock) {
        receiveOf(lock, UNLOCKED);
    }

    /** What one thread has locked is about to be unlocked. */
    public static void unlocking(Object lock) {
        publishOf(lock, UNLOCKED);
    }

    /** What several threads may have locked is about to be unlocked by one of them. */
    public static void unlockingShared(Object lock) {
        publishOf(lock, UNLOCKED_SHARED);
    }

    private static void receiveOf(Object lock, long variable) {
        if (isOfLock()) {
            Deadheat.receive(lock, variable);
        }
    }

    private static void publishOf(Object lock, long variable) {
        if (isOfLock()) {
            Deadheat.publish(lock, variable);
        }
    }

    /** The lock's own method is one that synchronises for itself alone; it is not to be called by another one. */
    private static boolean isOfLock() {
        DeadheatThread thread = Deadheat.isOn() ? DeadheatThread.of(Thread.currentThread()) : null;
        return thread != null && thread.inside() <= 1;
    }

    /** Whether it matters who holds locks for reading. What is asked is not known yet when this class is initialised. */
    private static boolean isReadingSeen() {
        return DeadheatDetector.LOCKS || DeadheatRecorder.IS_ON;
    }

    /** A lock was taken for reading. */
    public static void readLocked(Object lock) {
        readTried(1, lock);
    }

    /** It was tried to take a lock for reading; whether that went well. */
    public static void readTried(int isTaken, Object lock) {
        try {
            if (DeadheatRecorder.IS_ON && isTaken == 0) {
                lockAsked(DeadheatLockset.whole(lock));
                return;
            }
            DeadheatThread thread = isReadingSeen() && isTaken != 0 ? Deadheat.thread() : null;
            if (thread != null && DeadheatRecorder.IS_ON) {
                DeadheatMutex.taken(thread, lock, DeadheatLockset.whole(lock), DeadheatEvents.ACQUIRE_SHARED);
            } else if (thread != null) {
                if (!thread.held.holds(lock)) {
                    Object whole = DeadheatLockset.whole(lock);
                    DeadheatLockset.taken(thread, DeadheatLockset.lock(thread, whole), true);
                }
                thread.held.hold(lock);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** A lock that was taken for reading is about to be given back. */
    public static void readUnlocking(Object lock) {
        try {
            DeadheatThread thread = isReadingSeen() ? Deadheat.thread() : null;
            if (thread == null || !thread.held.holds(lock)) {
                return;
            }
            if (DeadheatRecorder.IS_ON) {
                DeadheatMutex.givenBack(thread, lock, DeadheatLockset.whole(lock), DeadheatEvents.RELEASE_SHARED);
            } else {
                thread.held.letGo(lock);
                if (!thread.held.holds(lock)) {
                    Object whole = DeadheatLockset.whole(lock);
                    DeadheatLockset.givenBack(thread, DeadheatLockset.lock(thread, whole), true);
                }
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    // What is seen of a lock by who does not take it; only a trace has it.

    /** It was tried to take a lock. */
    public static void lockTried(int isTaken, Object lock) {
        if (isTaken == 0) {
            lockAsked(lock);
        }
    }

    /** It was asked what a lock is: who has it, who waits for it. */
    public static void lockAsked(Object lock) {
        try {
            DeadheatThread thread = DeadheatRecorder.IS_ON ? Deadheat.thread() : null;
            if (thread != null) {
                DeadheatMutex.asked(thread, DeadheatMutex.stateOf(lock));
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** Who has given back a lock is about to unpark who waits for that: the lock itself tells what that orders. */
    public static void signalling() {
        if (DeadheatRecorder.IS_ON) {
            goInside(1);
        }
    }

    /** It has. */
    public static void signalled() {
        if (DeadheatRecorder.IS_ON) {
            goInside(-1);
        }
    }

    /** The running thread was parked, for the sake of something. */
    public static void permittedFor(Object blocker) {
        try {
            boolean asks = (DeadheatDetector.LOCKSET || DeadheatRecorder.IS_ON) && blocker != null;
            DeadheatThread thread = asks ? Deadheat.thread() : null;
            if (thread != null && (DeadheatRecorder.IS_ON ? DeadheatMutex.isTold(thread, blocker)
                    : DeadheatLockset.isOfLock(thread, blocker))) {
                thread.takeInterrupt();
                return;
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
        permitted();
    }

    // Tasks in the queues of fork/join pools.

    private static final long QUEUED = -4;

    /** A task is about to be put into a queue. */
    public static void queueing(Object task) {
        if (!DeadheatThread.isInside()) {
            Deadheat.publish(task, QUEUED);
        }
    }

    /** A task is about to be run. */
    public static void running(Object task) {
        if (!DeadheatThread.isInside()) {
            Deadheat.receive(task, QUEUED);
        }
    }

    // Optimistic reads of stamped locks.

    /** What is read from now on is not relied on before the stamp is validated. */
    public static void guessing() {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null) {
                thread.guess(true);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** The stamp was validated, or the lock is used in another way. */
    public static void guessed() {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null && thread.isGuessing()) {
                thread.guess(false);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    // Reflection: programs do not see what was added to their classes.

    /** The fields of a class without those that were added. */
    public static java.lang.reflect.Field[] withoutAdded(java.lang.reflect.Field[] fields) {
        return own(fields);
    }

    /** The methods of a class without those that were added. */
    public static java.lang.reflect.Method[] withoutAdded(java.lang.reflect.Method[] methods) {
        return own(methods);
    }

    private static <M extends java.lang.reflect.Member> M[] own(M[] members) {
        int kept = 0;
        for (M member : members) {
            kept += isAdded(member) ? 0 : 1;
        }
        if (kept == members.length) {
            return members;
        }
        M[] own = java.util.Arrays.copyOf(members, kept);
        kept = 0;
        for (M member : members) {
            if (!isAdded(member)) {
                own[kept++] = member;
            }
        }
        return own;
    }

    private static boolean isAdded(java.lang.reflect.Member member) {
        return member.getName().startsWith("$deadheat$");
    }
}
