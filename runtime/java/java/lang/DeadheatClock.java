package java.lang;

/**
 * What a thread knew when it released: immutable, so that locks, volatile variables and threads share it.
 *
 * <p>The naive model is a vector of clocks, one per thread. Here it is a vector that the releasing thread goes on using
 * until it learns something new, and beside it the releasing thread's own clock, which alone changes from one release to
 * the next: a release costs no copy.
 *
 * <p>A thread that knows the releasing thread's clock knows all that it knew, because each release has a clock of its own
 * ({@link DeadheatThread#release}). That does not hold for a clock that was put together from several threads' releases:
 * {@link #isMerged}.
 */
final class DeadheatClock {
    /** By thread number; shared, never written again. */
    final long[] vector;
    /** Who released. */
    final int thread;
    /** The clock at which; it is what {@link #vector} should have at {@link #thread}. */
    final long time;
    /** Whether it has what other threads released there before, which the releasing thread need not know. */
    final boolean isMerged;

    DeadheatClock(long[] vector, int thread, long time, boolean isMerged) {
        this.vector = vector;
        this.thread = thread;
        this.time = time;
        this.isMerged = isMerged;
    }

    /** The clock of one thread. */
    long at(int other) {
        if (other == thread) {
            return time;
        }
        return other < vector.length ? vector[other] : 0;
    }

    /** How many threads it may know of. */
    int length() {
        return Math.max(vector.length, thread + 1);
    }
}
