package java.lang;

/**
 * What decides how a thread's accesses may race, but for where they are: who the thread is, what it holds, and what is
 * ordered before and after it by something else than locks. A thread has the same one for as long as that is the same.
 */
final class DeadheatContext {
    /** Stands for a number: several threads. */
    static final int SEVERAL = -1;

    /** The thread's number. */
    final int thread;
    /** The thread's clock, which counts what it releases, locks apart. */
    final long time;
    /** How often the thread's clock, or what it knows of others, had changed. */
    final long version;
    final DeadheatLocks locks;
    /** Another one for each context of a thread. */
    final long stamp;

    DeadheatContext(int thread, long time, long version, DeadheatLocks locks, long stamp) {
        this.thread = thread;
        this.time = time;
        this.version = version;
        this.locks = locks;
        this.stamp = stamp;
    }

    /** As the detectors that count epochs have it. */
    long epoch() {
        return (long) thread << DeadheatThread.TIME_BITS | time;
    }

    /** The same locks, held by several threads. */
    DeadheatContext ofSeveral() {
        return new DeadheatContext(SEVERAL, time, version, locks, stamp);
    }

    /** With other locks. */
    DeadheatContext with(DeadheatLocks other) {
        return new DeadheatContext(SEVERAL, time, version, other, stamp);
    }
}
