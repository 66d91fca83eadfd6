package java.lang;

/**
 * Of a location that several threads read: when each did last, and where in the code.
 *
 * <p>The naive model is a vector of clocks and one of code places. Most locations are read by two threads: these are kept
 * here, the others in arrays. Guarded by the monitor of the object, but for {@link #has}: a thread looks there for what it
 * wrote itself, and may overlook it.
 */
final class DeadheatReads {
    private long first;
    private long second;
    private int firstSite;
    private int secondSite;
    /** By thread number, of threads that are neither the first nor the second; null if there are none. */
    private long[] times;
    private int[] sites;

    DeadheatReads(long epoch, int site) {
        first = epoch;
        firstSite = site;
    }

    DeadheatReads(DeadheatReads other) {
        synchronized (other) {
            first = other.first;
            second = other.second;
            firstSite = other.firstSite;
            secondSite = other.secondSite;
            times = other.times == null ? null : other.times.clone();
            sites = other.sites == null ? null : other.sites.clone();
        }
    }

    synchronized void put(long epoch, int site) {
        int thread = DeadheatThread.numberOf(epoch);
        if (DeadheatThread.numberOf(first) == thread) {
            first = epoch;
            firstSite = site;
        } else if (second == 0 || DeadheatThread.numberOf(second) == thread) {
            second = epoch;
            secondSite = site;
        } else {
            makeRoom(thread);
            times[thread] = DeadheatThread.timeOf(epoch);
            sites[thread] = site;
        }
    }

    private void makeRoom(int thread) {
        if (times == null) {
            times = new long[Math.max(thread + 1, 4)];
            sites = new int[times.length];
        } else if (thread >= times.length) {
            int length = Math.max(thread + 1, 2 * times.length);
            times = java.util.Arrays.copyOf(times, length);
            sites = java.util.Arrays.copyOf(sites, length);
        }
    }

    /** A read that a thread does not know of, as an epoch; 0 if it knows of all. */
    synchronized long unknownTo(DeadheatThread thread) {
        if (!thread.knows(first)) {
            return first;
        }
        if (second != 0 && !thread.knows(second)) {
            return second;
        }
        for (int other = 0; times != null && other < times.length; other++) {
            if (times[other] != 0 && !thread.knows(other, times[other])) {
                return (long) other << DeadheatThread.TIME_BITS | times[other];
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
        if (first == epoch || second == epoch) {
            return true;
        }
        long[] all = times;
        int thread = DeadheatThread.numberOf(epoch);
        return all != null && thread < all.length && all[thread] == DeadheatThread.timeOf(epoch);
    }
}
