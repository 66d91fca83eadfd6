package java.lang;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import jdk.internal.misc.Unsafe;

/**
 * The lockset detector (Choi et al., PLDI 2002): two accesses of a location by two threads, one of them a write, race if
 * they hold no lock in common that excludes one from the other, and nothing orders them.
 *
 * <p>What orders is the start and end of threads and all that the JDK does to synchronise, volatile variables, class
 * initialisation and final fields among it, but not that one thread gave back a lock of the program's before another took it:
 * that might have been the other way round. Such an order is kept in the clocks of {@link DeadheatThread}, which in this
 * mode have no edges from locks of the program. Locks that the JDK takes for its own sake (in a queue, an executor, a
 * synchronised collection) hand over what is in there, and order as always; so do stamped locks, of which it is not known
 * who holds them. Who waits for a monitor comes after all who gave it back while somebody waited.
 *
 * <p>Promised is: each race that FastTrack sees in the same run is seen, whatever the order in which locks were taken; and
 * of each location that has a race by this rule, one is. A finding is feasible, not witnessed: that another order of the locks
 * leads to the same two accesses is likely, and is not proved. Deviations from the paper: order instead of ownership, since
 * ownership forgets what a location's first thread did (it is there as a variant); each element of an array is a
 * location; locks that are held for reading.
 *
 * <p>A location's history is one reference ({@link DeadheatHistory}), replaced by compare and set: nothing is locked, and no
 * access is lost.
 */
final class DeadheatLockset {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long READ_SYNC = U.objectFieldOffset(ReentrantReadWriteLock.ReadLock.class, "sync");
    /** What those wait in who want a lock for themselves; null until the first asks. */
    private static volatile Class<?> exclusiveNode;
    private static volatile Class<?> exclusiveLongNode;

    /** Stand for variables of a monitor: who gave it back while somebody waited, and who of the JDK did. */
    private static final long WAITED = -5;
    static final long LEFT = -6;

    private DeadheatLockset() {
    }

    // Accesses.

    /**
     * An access of the location whose history is at an offset of an object; {@code holder} and {@code index} are for reports.
     * Tells whether the location is still in use, and has not been given up for others.
     */
    static boolean access(DeadheatThread thread, Object base, long offset, boolean isWrite, int site,
            DeadheatLocation location, Object object, Object holder, int index) {
        DeadheatContext now = thread.context;
        if (now == null) {
            return true;
        }
        DeadheatCache cache = isWrite ? thread.writes : thread.reads;
        // Who tries again has been asked already.
        for (boolean isAsked = !DeadheatDetector.TREE;; isAsked = true) {
            DeadheatHistory before = (DeadheatHistory) U.getReferenceAcquire(base, offset);
            if (before != null && (before.written == now || !isWrite && before.read == now || before.isOwnedBy(now))) {
                return true;
            }
            if (before == DeadheatHistory.FROZEN) {
                return false;
            }
            DeadheatHistory after = cache.find(before, now, site);
            boolean isKnown = after != null;
            if (!isKnown && !isAsked && DeadheatTree.isRedundant(thread, base, index, site, isWrite)) {
                return true;
            }
            if (!isKnown) {
                after = DeadheatHistory.after(before, thread, isWrite, site);
            }
            if (DeadheatLog.IS_ON) {
                DeadheatLog.access(thread, isWrite ? 'w' : 'r', location, object, holder, index);
            }
            if (after == before || U.compareAndSetReference(base, offset, before, after)) {
                thread.rules[isWrite ? 3 : 0]++;
                thread.note(site, now.epoch());
                if (!isKnown) {
                    finish(thread, cache, before, after, isWrite, site, location, object, holder, index);
                }
                return true;
            }
        }
    }

    /** What is remembered of an access that races with none; else it is reported. */
    private static void finish(DeadheatThread thread, DeadheatCache cache, DeadheatHistory before, DeadheatHistory after,
            boolean isWrite, int site, DeadheatLocation location, Object object, Object holder, int index) {
        DeadheatHistory.Access race =
                after == before ? null : DeadheatHistory.firstRace(before, after, thread, isWrite);
        if (race == null) {
            cache.note(before, thread.context, site, after);
            return;
        }
        if (before == null || DeadheatDetector.COMMON) {
            report(thread, race, isWrite, site, location, object, holder, index);
            return;
        }
        DeadheatContext now = thread.context;
        for (DeadheatHistory.Access access : before.accesses()) {
            if (access.racesWith(thread, now, isWrite)) {
                report(thread, access, isWrite, site, location, object, holder, index);
            }
        }
    }

    private static void report(DeadheatThread thread, DeadheatHistory.Access race, boolean isWrite, int site,
            DeadheatLocation location, Object object, Object holder, int index) {
        boolean isOne = race.context.thread != DeadheatContext.SEVERAL;
        long epoch = isOne ? race.context.epoch() : 0;
        DeadheatReport.race(thread, location, object, holder, index, race.isWrite, epoch, race.site, isWrite, site);
    }

    /** An access of a part of an array; parts have their histories in an array that the holder has at an offset. */
    static boolean part(DeadheatThread thread, Object holder, long at, int count, int part, boolean isWrite, int site,
            Object array) {
        Object histories = DeadheatShadow.readsIn(holder, at, count);
        return access(thread, histories, DeadheatArrays.object(part), isWrite, site, DeadheatLocation.ELEMENT, array,
                holder, part);
    }

    /** The history of a part, which nobody may access any more. */
    static Object freeze(Object holder, long at, int count, int part) {
        Object histories = DeadheatShadow.readsIn(holder, at, count);
        return U.getAndSetReference(histories, DeadheatArrays.object(part), DeadheatHistory.FROZEN);
    }

    // Locks. Each is numbered when it is first held; how often it is held is counted by the thread.

    /** The thread has a lock that it did not have. */
    static void taken(DeadheatThread thread, DeadheatEntry lock, boolean isShared) {
        if (thread.locks == null) {
            return;
        }
        thread.commit();
        long number = lock.lockNumber();
        if (!thread.locks.has(number, isShared)) {
            thread.have(thread.locks.with(number, isShared));
        }
        if (DeadheatLog.IS_ON && DeadheatDetector.LOCKSET) {
            DeadheatLog.lock(thread, '[', number, isShared);
        }
    }

    /** The thread gives back a lock. */
    static void givenBack(DeadheatThread thread, DeadheatEntry lock, boolean isShared) {
        if (thread.locks == null) {
            return;
        }
        thread.commit();
        long number = lock.lockNumber();
        if (DeadheatLog.IS_ON && DeadheatDetector.LOCKSET) {
            DeadheatLog.lock(thread, ']', number, isShared);
        }
        thread.have(thread.locks.without(number, isShared));
    }

    /** A thread leaves a monitor. */
    static void left(DeadheatThread thread, DeadheatEntry monitor) {
        tellWaiting(thread, monitor);
        thread.unlock();
        givenBack(thread, monitor, false);
    }

    /** Who waits for a monitor may have been notified by any who gives it back meanwhile. */
    private static void tellWaiting(DeadheatThread thread, DeadheatEntry monitor) {
        if (monitor.waiting > 0) {
            monitor.variableFor(WAITED).release(thread);
        }
    }

    /** A thread begins to wait for a monitor that it has. */
    static void waiting(DeadheatThread thread, DeadheatEntry monitor) {
        tellWaiting(thread, monitor);
        thread.unlock();
        monitor.waiting++;
    }

    /** A thread has waited for a monitor, and has it again. */
    static void waited(DeadheatThread thread, DeadheatEntry monitor) {
        monitor.waiting--;
        DeadheatEntry.Variable variable = monitor.variable(WAITED);
        if (variable != null) {
            variable.acquire(thread);
        }
    }

    // Monitors that the JDK has for its own sake hand over what they guard: they order, also where the program's locks do not.

    /** After a monitor was entered by the JDK. */
    static void enteredOfJdk(Object monitor) {
        Deadheat.entered(monitor);
        if (DeadheatRecorder.IS_ON) {
            DeadheatEvents.enteredOfJdk(monitor, LEFT);
        } else if (DeadheatDetector.LOCKSET) {
            Deadheat.receive(monitor, LEFT);
        } else if (DeadheatDetector.TREE) {
            changed();
        }
    }

    /** Before a monitor is left by the JDK. */
    static void leavingOfJdk(Object monitor) {
        if (DeadheatDetector.LOCKSET || DeadheatRecorder.IS_ON) {
            Deadheat.publish(monitor, LEFT);
        } else if (DeadheatDetector.TREE) {
            changed();
        }
        Deadheat.leaving(monitor);
    }

    private static void changed() {
        DeadheatThread thread = Deadheat.thread();
        if (thread != null) {
            thread.change();
        }
    }

    /** A thread has ended, and another one knows it: what it did is as if under a lock that both have (section 2.3). */
    static void joined(DeadheatThread thread, DeadheatThread ended) {
        if (DeadheatDetector.JOINS && !thread.locks.has(ended.joinLock, false)) {
            thread.commit();
            thread.have(thread.locks.with(ended.joinLock, false));
        }
    }

    /** What a lock for reading is a part of: the lock for writing is told by it, too. */
    static Object whole(Object readLock) {
        return U.getReference(readLock, READ_SYNC);
    }

    /** Whether what a variable of an object orders is only who has a lock of the program's; no matter while locks are not followed. */
    static boolean isOfLock(DeadheatThread thread, Object object) {
        if (thread.locks == null) {
            return false;
        }
        if (object instanceof AbstractOwnableSynchronizer) {
            return DeadheatTable.of(thread, object).isProgramLock;
        }
        return isExclusiveNode(object.getClass());
    }

    /** Whether objects of a class are what those wait in who want a lock for themselves. */
    static boolean isExclusiveNode(Class<?> type) {
        return type == exclusiveNode || type == exclusiveLongNode;
    }

    /** A lock that is no monitor is taken: whose it is, is found out once. */
    static DeadheatEntry lock(DeadheatThread thread, Object lock) {
        DeadheatEntry entry = DeadheatTable.of(thread, lock);
        if (!entry.isLockKnown) {
            thread.quiet++;
            try {
                if (exclusiveNode == null) {
                    exclusiveNode = find("java.util.concurrent.locks.AbstractQueuedSynchronizer$ExclusiveNode");
                    exclusiveLongNode = find("java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ExclusiveNode");
                }
                entry.isProgramLock = !isJdk(DeadheatCaller.findBehindLocks());
                entry.isLockKnown = true;
            } finally {
                thread.quiet--;
            }
        }
        return entry;
    }

    static Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException missing) {
            return DeadheatLockset.class;
        }
    }

    private static boolean isJdk(Class<?> caller) {
        return caller == null || caller.getClassLoader() == null
                || caller.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }
}
