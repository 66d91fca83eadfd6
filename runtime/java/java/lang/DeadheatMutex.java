package java.lang;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;

import jdk.internal.misc.Unsafe;

/**
 * Locks of java.util.concurrent in a trace: {@code ReentrantLock} and the two of {@code ReentrantReadWriteLock}, if the program takes
 * them. They are told of as monitors are, so that predictions may have them taken in another order; what the JDK takes for its own
 * sake guards what is not recorded, and remains a channel, as all other synchronisers do.
 *
 * <p>Naively each look at such a lock is an event. Here a thread that gets the lock has not seen anything else, however long it
 * waited. Only who has seen that a lock was taken or free and did not take it has an event of that.
 *
 * <p>Locks that are taken in code that is not traced are told as what that touched. One that is given back elsewhere than it was taken
 * has an event there as well: that it was given back, or if nothing was told of its being taken, the same as who only looks.
 */
final class DeadheatMutex {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long OF_LOCK = U.objectFieldOffset(java.util.concurrent.locks.ReentrantLock.class, "sync");
    private static final long OF_READ_WRITE =
            U.objectFieldOffset(java.util.concurrent.locks.ReentrantReadWriteLock.class, "sync");
    private static final long OF_WRITE =
            U.objectFieldOffset(java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock.class, "sync");
    /** What their states extend; written by whoever asks first, all the same. */
    private static Class<?> reentrant;
    private static Class<?> readWrite;

    private DeadheatMutex() {
    }

    /** Whether what variables of an object order is only who has a lock that is told of. */
    static boolean isTold(DeadheatThread thread, Object object) {
        if (object instanceof AbstractOwnableSynchronizer) {
            return isKnown(thread, object.getClass()) && DeadheatLockset.lock(thread, object).isProgramLock;
        }
        return DeadheatLockset.isExclusiveNode(object.getClass());
    }

    private static boolean isKnown(DeadheatThread thread, Class<?> type) {
        if (readWrite == null) {
            thread.quiet++;
            try {
                reentrant = DeadheatLockset.find("java.util.concurrent.locks.ReentrantLock$Sync");
                readWrite = DeadheatLockset.find("java.util.concurrent.locks.ReentrantReadWriteLock$Sync");
            } finally {
                thread.quiet--;
            }
        }
        Class<?> above = type.getSuperclass();
        return above == reentrant || above == readWrite;
    }

    /** A lock is taken, which the thread may have already; {@code held} is what it was told of. */
    static void taken(DeadheatThread thread, Object held, Object lock, int operation) {
        boolean isFirst = !thread.held.holds(held);
        thread.held.hold(held);
        DeadheatTape tape = DeadheatTape.current();
        if (isFirst && tape != null && isTold(thread, lock)) {
            if (DeadheatEvents.took(tape, operation, DeadheatIdentity.of(lock))) {
                thread.held.tell(DeadheatTable.of(thread, lock));
            }
        }
    }

    /** A lock is about to be given back; it may have been taken several times. */
    static void givenBack(DeadheatThread thread, Object held, Object lock, int operation) {
        DeadheatEntry told = thread.held.letGo(held);
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null || thread.held.holds(held)) {
            return;
        }
        if (told != null) {
            DeadheatEvents.gaveBack(tape, operation, DeadheatIdentity.of(lock));
        } else {
            asked(thread, lock);
        }
    }

    /** The state of a lock was seen by who did not take it. */
    static void asked(DeadheatThread thread, Object lock) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && isTold(thread, lock)) {
            DeadheatEvents.took(tape, DeadheatEvents.ASKED, DeadheatIdentity.of(lock));
        }
    }

    /** What has the state of a lock. */
    static Object stateOf(Object lock) {
        long at = lock instanceof java.util.concurrent.locks.ReentrantLock ? OF_LOCK
                : lock instanceof java.util.concurrent.locks.ReentrantReadWriteLock ? OF_READ_WRITE
                : lock instanceof java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock ? OF_WRITE : 0;
        return at == 0 ? lock : U.getReference(lock, at);
    }
}
