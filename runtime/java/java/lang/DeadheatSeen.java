package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * Which elements of an array that several threads read one of them has read in its epoch: a bit for each.
 *
 * <p>The naive model is {@link DeadheatReads#has}, of each element. That is three steps away from the element's words, and a table
 * that all threads look things up in has more of them than a processor's caches. What a bit says has been noted there before, so
 * nothing is lost: it is said of this epoch only, as by the element's words where one thread reads.
 *
 * <p>All fields are the thread's own. Bits are cleared for an epoch when it has had as many reads as there are words of them.
 */
final class DeadheatSeen {
    /** Shorter arrays do without. */
    static final int SHORTEST = 64;

    /** The epoch that the bits are of. */
    private long epoch;
    private final long[] bits;
    /** How many reads were seen to be known, in which epoch, since the bits were cleared for another one. */
    private long counted;
    private int count;

    private DeadheatSeen(int length) {
        bits = new long[(length + 63) / 64];
    }

    /** Whether a thread has read an element that the array has, of which all threads' bits are these. */
    static boolean has(DeadheatSeen[] all, DeadheatThread thread, int index) {
        DeadheatSeen own = thread.number < all.length ? all[thread.number] : null;
        return own != null && own.epoch == thread.epoch && (own.bits[index >> 6] >>> index & 1) != 0;
    }

    /** The thread was found to have read an element. */
    void note(DeadheatThread thread, int index) {
        if (epoch == thread.epoch || isDue(thread.epoch)) {
            bits[index >> 6] |= 1L << index;
        }
    }

    private boolean isDue(long now) {
        if (counted != now) {
            counted = now;
            count = 0;
        }
        if (++count < bits.length) {
            return false;
        }
        java.util.Arrays.fill(bits, 0);
        epoch = now;
        return true;
    }

    /** All threads' bits of an array, with room for those of one. */
    @DontInline
    static DeadheatSeen[] with(DeadheatSeen[] all, DeadheatThread thread, int length) {
        DeadheatSeen[] more = all == null ? new DeadheatSeen[thread.number + 1]
                : all.length > thread.number ? all : java.util.Arrays.copyOf(all, thread.number + 1);
        if (more[thread.number] == null) {
            more[thread.number] = new DeadheatSeen(length);
        }
        return more;
    }
}
