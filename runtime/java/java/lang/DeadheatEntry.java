package java.lang;

import java.lang.ref.WeakReference;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/** What hangs on one object: the clocks of its monitor and of its volatile variables, and what it is a view of. */
final class DeadheatEntry {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long MORE = U.objectFieldOffset(DeadheatEntry.class, "more");
    private static final long FIRST = U.objectFieldOffset(DeadheatEntry.class, "first");
    private static final Variable[] NO_VARIABLES = new Variable[1];

    /**
     * What the last thread knew that left the monitor, as in {@link DeadheatClock}; null and 0 if none did. Read and
     * written by who has the monitor.
     */
    long[] monitorVector;
    int monitorThread;
    long monitorTime;
    /**
     * As a lock: its number, 0 if it was never held; whether it is known who takes it, and whether that is the program. Only
     * for lock sets; written by who holds it, or by any, all the same.
     */
    private volatile long lockNumber;
    volatile boolean isLockKnown;
    boolean isProgramLock;
    /** How many threads wait for the monitor. Read and written by who has it. */
    int waiting;
    /** What only few objects have; written once, by compare and set. */
    private volatile More more;
    /** The first volatile variable of the object: most have no other. Written once, by compare and set. */
    private volatile Variable first;
    /**
     * The others, open addressing by offset: an array may have thousands. Slots are filled, and the
     * array replaced, under this object's monitor; one slot at least is empty.
     */
    private volatile Variable[] variables = NO_VARIABLES;
    /** How many they are; guarded by this object's monitor. */
    private int count;

    /** What only few objects have, made if it is not there. */
    More more() {
        More found = more;
        if (found == null) {
            U.compareAndSetReference(this, MORE, null, new More());
            found = more;
        }
        return found;
    }

    /** The number as a lock, given if it has none. */
    long lockNumber() {
        if (lockNumber == 0) {
            synchronized (this) {
                if (lockNumber == 0) {
                    lockNumber = DeadheatLocks.number();
                }
            }
        }
        return lockNumber;
    }

    /** The owner of a view that was noted; null if there is none. */
    Object owner() {
        WeakReference<Object> noted = more == null ? null : more.owner;
        return noted == null ? null : noted.get();
    }

    long identity() {
        synchronized (DeadheatLog.class) {
            More found = more();
            if (found.identity == 0) {
                found.identity = DeadheatLog.identity();
            }
            return found.identity;
        }
    }

    /** The variable at an offset, null if nothing was released there. */
    Variable variable(long offset) {
        Variable one = first;
        if (one == null || one.offset == offset) {
            return one;
        }
        Variable[] all = variables;
        return slot(all, find(all, offset));
    }

    /** The same, made if there is none. */
    Variable variableFor(long offset) {
        Variable found = variable(offset);
        return found == null ? makeVariable(offset) : found;
    }

    @DontInline
    private Variable makeVariable(long offset) {
        Variable found = null;
        if (first == null) {
            U.compareAndSetReference(this, FIRST, null, new Variable(offset));
            found = variable(offset);
        }
        return found == null ? add(offset) : found;
    }

    /** A thread writes a variable with release semantics, which is known by its offset in an object. */
    static void publish(DeadheatThread thread, Object object, long offset) {
        if (DeadheatRecorder.IS_ON) {
            if (!DeadheatMutex.isTold(thread, object)) {
                DeadheatEvents.send(DeadheatTable.of(thread, object).variableFor(offset));
            }
            return;
        }
        boolean isOfLock = DeadheatDetector.LOCKS && DeadheatLockset.isOfLock(thread, object);
        if (isOfLock && DeadheatDetector.LOCKSET) {
            thread.unlock();
            return;
        }
        thread.isOfLock = isOfLock;
        DeadheatTable.of(thread, object).variableFor(offset).release(thread);
        thread.isOfLock = false;
    }

    /** A thread has read such a variable with acquire semantics. */
    static void receive(DeadheatThread thread, Object object, long offset) {
        if (DeadheatRecorder.IS_ON) {
            if (!DeadheatMutex.isTold(thread, object)) {
                DeadheatEvents.receive(thread, object, offset);
            }
            return;
        }
        boolean isOfLock = DeadheatDetector.LOCKS && DeadheatLockset.isOfLock(thread, object);
        if (isOfLock && DeadheatDetector.LOCKSET) {
            return;
        }
        DeadheatEntry entry = DeadheatTable.find(thread, object);
        Variable variable = entry == null ? null : entry.variable(offset);
        if (variable != null) {
            thread.isOfLock = isOfLock;
            variable.acquire(thread);
            thread.isOfLock = false;
        }
    }

    private static int find(Variable[] all, long offset) {
        int last = all.length - 1;
        int at = (int) (offset >> 2) & last;
        for (Variable there = slot(all, at); there != null && there.offset != offset; there = slot(all, at)) {
            at = at + 1 & last;
        }
        return at;
    }

    private static Variable slot(Variable[] all, int at) {
        return (Variable) U.getReferenceAcquire(all, DeadheatArrays.object(at));
    }

    private synchronized Variable add(long offset) {
        Variable found = variable(offset);
        if (found != null) {
            return found;
        }
        if (2 * (count + 1) > variables.length) {
            Variable[] more = new Variable[Math.max(2, 2 * variables.length)];
            for (Variable variable : variables) {
                if (variable != null) {
                    more[find(more, variable.offset)] = variable;
                }
            }
            variables = more;
        }
        found = new Variable(offset);
        U.putReferenceRelease(variables, DeadheatArrays.object(find(variables, offset)), found);
        count++;
        return found;
    }

    /** What hangs on handles and views; apart, because there are many more monitors and variables. */
    static final class More {
        /** Of a handle: the variable that it stands for; written by whoever finds out first, all the same. */
        volatile DeadheatLocation variable;
        /** What the object is a view of, if it is one and no field of it says so. */
        volatile WeakReference<Object> owner;
        /** In a trace: the last notification of the monitor, which guards it. */
        long notification;
        /** For the log, which guards it. */
        private long identity;

        private More() {
        }
    }

    /** A volatile variable: the clocks of all who wrote it. */
    static final class Variable {
        private static final long CLOCK = U.objectFieldOffset(Variable.class, "clock");

        private final long offset;
        /** In a trace: the number of the channel, and how often something was sent, which anyone may count. */
        final long channel = DeadheatRecorder.IS_ON ? DeadheatIdentity.take(1) << 2 : 0;
        volatile int sent;
        /** Written by compare and set. */
        private volatile DeadheatClock clock;
        /** For the log, which guards it. */
        private long identity;

        Variable(long offset) {
            this.offset = offset;
        }

        /** A write, which is before all later reads. */
        void release(DeadheatThread thread) {
            if (DeadheatLog.IS_ON) {
                synchronized (DeadheatLog.class) {
                    DeadheatLog.meet(thread, '-', 'v', identity());
                    releaseNow(thread);
                }
            } else {
                releaseNow(thread);
            }
        }

        private void releaseNow(DeadheatThread thread) {
            for (;;) {
                DeadheatClock there = clock;
                DeadheatClock both = thread.release(there);
                if (U.compareAndSetReference(this, CLOCK, there, both)) {
                    return;
                }
            }
        }

        void acquire(DeadheatThread thread) {
            if (DeadheatLog.IS_ON) {
                synchronized (DeadheatLog.class) {
                    if (thread.isNews(clock)) {
                        DeadheatLog.meet(thread, '+', 'v', identity());
                    }
                    thread.acquire(clock);
                }
            } else {
                thread.acquire(clock);
            }
        }

        /** Whether a thread learns nothing here. */
        boolean isKnown(DeadheatThread thread) {
            return clock == null || thread.knows(clock);
        }

        /** The one write of a variable that is written once. */
        void set(DeadheatThread thread, DeadheatClock only) {
            if (DeadheatLog.IS_ON) {
                DeadheatLog.meet(thread, '-', 'v', identity());
            }
            clock = only;
        }

        private long identity() {
            synchronized (DeadheatLog.class) {
                if (identity == 0) {
                    identity = DeadheatLog.identity();
                }
                return identity;
            }
        }
    }
}
