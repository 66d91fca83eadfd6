package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Of a location that several threads read: when each did last, and where in the code.
 *
 * <p>The naive model is a vector of clocks and one of code places. Most locations are read by two threads: these are kept
 * here, the others in arrays. A thread that has a place writes it without a lock, and nobody else does: volatile, so that
 * of a read and a write at a time at least one sees the other. Places are given out under the monitor of the object; arrays
 * that become too small are replaced under it, and whoever writes looks whether it wrote to one that was replaced meanwhile.
 */
final class DeadheatReads {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long FIRST = U.objectFieldOffset(DeadheatReads.class, "first");
    private static final long SECOND = U.objectFieldOffset(DeadheatReads.class, "second");

    private long first;
    private long second;
    private int firstSite;
    private int secondSite;
    /** By thread number, of threads that are neither the first nor the second; null if there are none. */
    private volatile long[] times;
    private volatile int[] sites;

    DeadheatReads(long epoch, int site) {
        first = epoch;
        firstSite = site;
    }

    DeadheatReads(DeadheatReads other) {
        synchronized (other) {
            first = U.getLongVolatile(other, FIRST);
            second = U.getLongVolatile(other, SECOND);
            firstSite = other.firstSite;
            secondSite = other.secondSite;
            times = other.times == null ? null : other.times.clone();
            sites = other.sites == null ? null : other.sites.clone();
        }
    }

    /** The running thread has read. */
    void put(long epoch, int site) {
        int thread = DeadheatThread.numberOf(epoch);
        if (DeadheatThread.numberOf(first) == thread) {
            firstSite = site;
            U.putLongVolatile(this, FIRST, epoch);
        } else if (second != 0 && DeadheatThread.numberOf(second) == thread) {
            secondSite = site;
            U.putLongVolatile(this, SECOND, epoch);
        } else if (!isPut(thread, DeadheatThread.timeOf(epoch), site)) {
            putNew(thread, epoch, site);
        }
    }

    private boolean isPut(int thread, long time, int site) {
        long[] all = times;
        if (all == null || thread >= all.length || all[thread] == 0) {
            return false;
        }
        sites[thread] = site;
        U.putLongVolatile(all, DeadheatArrays.word(thread), time);
        return times == all;
    }

    @DontInline
    private synchronized void putNew(int thread, long epoch, int site) {
        if (second == 0) {
            secondSite = site;
            U.putLongVolatile(this, SECOND, epoch);
            return;
        }
        makeRoom(thread);
        sites[thread] = site;
        U.putLongVolatile(times, DeadheatArrays.word(thread), DeadheatThread.timeOf(epoch));
    }

    private void makeRoom(int thread) {
        if (times == null) {
            sites = new int[Math.max(thread + 1, 4)];
            times = new long[sites.length];
        } else if (thread >= times.length) {
            int length = Math.max(thread + 1, 2 * times.length);
            sites = java.util.Arrays.copyOf(sites, length);
            times = java.util.Arrays.copyOf(times, length);
        }
    }

    /** A read that a thread does not know of, as an epoch; 0 if it knows of all. */
    @DontInline
    synchronized long unknownTo(DeadheatThread thread) {
        long one = U.getLongVolatile(this, FIRST);
        if (!thread.knows(one)) {
            return one;
        }
        long other = U.getLongVolatile(this, SECOND);
        if (other != 0 && !thread.knows(other)) {
            return other;
        }
        long[] all = times;
        for (int at = 0; all != null && at < all.length; at++) {
            long time = U.getLongVolatile(all, DeadheatArrays.word(at));
            if (time != 0 && !thread.knows(at, time)) {
                return (long) at << DeadheatThread.TIME_BITS | time;
            }
        }
        return 0;
    }

    /** Where the thread of an epoch has read last. */
    synchronized int siteOf(long epoch) {
        int thread = DeadheatThread.numberOf(epoch);
        if (DeadheatThread.numberOf(first) == thread) {
            return firstSite;
        }
        if (DeadheatThread.numberOf(second) == thread && second != 0) {
            return secondSite;
        }
        return sites != null && thread < sites.length ? sites[thread] : DeadheatShadow.UNKNOWN;
    }

    /** Whether the running thread has read in an epoch of its own. */
    boolean has(long epoch) {
        return first == epoch || second == epoch || hasAmongMany(epoch);
    }

    private boolean hasAmongMany(long epoch) {
        long[] all = times;
        int thread = DeadheatThread.numberOf(epoch);
        return all != null && thread < all.length && all[thread] == DeadheatThread.timeOf(epoch);
    }
}
