package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Neighbouring elements of an array whose elements have a location each ({@link DeadheatShadow}), while they share one
 * after all.
 *
 * <p>Naively an array that was accessed in too many ways has a location for each element for ever. Many are accessed as a
 * whole now and then all the same: a buffer that is filled, a column of which two elements are swapped and then all are
 * changed. Where one access is of all elements of a chunk, and the chunk was not used yet or all of its elements have the same history
 * behind it, the history is here, and the words of the elements are {@link DeadheatShadow#FROZEN}. An access of some
 * elements, but one that all have had in this epoch, takes it apart again, with the history that it had.
 *
 * <p>Which of the two is in use changes only under the monitor of the shadow. Whoever meets a word that is frozen looks for
 * the other, as with {@link DeadheatParts}: an epoch that was there before is taken along, one that comes too late is put
 * there again. Elements are joined by a thread whose epoch they all have, so nobody else's epoch can be lost, and
 * a read that a write of this thread knows of says nothing that the write does not.
 */
final class DeadheatChunk {
    /** Fewer elements are not joined. */
    static final int LEAST = 16;
    /** Being joined should be worth so many accesses; else the elements wait longer for it the next time. */
    private static final int WORTH = 4;
    private static final int MOST_PATIENCE = 256;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long WRITE = U.objectFieldOffset(DeadheatChunk.class, "write");
    private static final long READ = U.objectFieldOffset(DeadheatChunk.class, "read");
    private static final long SITES = U.objectFieldOffset(DeadheatChunk.class, "sites");
    private static final long READS = U.objectFieldOffset(DeadheatChunk.class, "reads");

    /** The words of the one location, as in {@link DeadheatShadow}; frozen while elements have their own. */
    private long write = DeadheatShadow.FROZEN;
    private long read = DeadheatShadow.FROZEN;
    private long sites;
    /** Reads of several threads; written by compare and set. */
    private volatile Object[] reads;
    /** The first element, and how many there are. */
    final int start;
    final int count;
    /** Accesses since the elements were joined; since they were taken apart, and how many there are to be. Threads may disturb each other. */
    private int uses;
    private int passes;
    private int patience = 1;

    DeadheatChunk(int start, int count) {
        this.start = start;
        this.count = count;
    }

    /** Whether the elements share the location. */
    boolean isJoined() {
        return U.getLongVolatile(this, WRITE) != DeadheatShadow.FROZEN;
    }

    /** Whether all elements had such an access, or one that says more, in the running thread's epoch. */
    boolean has(DeadheatThread thread, boolean isWrite) {
        return write == thread.epoch || !isWrite && read == thread.epoch;
    }

    /** All elements are read or written; tells whether they shared the location until the end. */
    boolean isDone(DeadheatThread thread, boolean isWrite, int site, Object array, boolean isAgain) {
        uses++;
        if (!isAgain && has(thread, isWrite)) {
            return true;
        }
        return isWrite
                ? DeadheatShadow.write(thread, this, WRITE, READ, SITES, this, READS, 0, site, DeadheatLocation.ELEMENT, array,
                        isAgain)
                : DeadheatShadow.read(thread, this, WRITE, READ, SITES, this, READS, 0, 1, site, DeadheatLocation.ELEMENT,
                        array, isAgain);
    }

    /** The elements were accessed one by one, but all of them: tells whether it is time to join them. */
    boolean isTime() {
        return ++passes >= patience;
    }

    // Under the monitor of the shadow.

    /** The location begins with the history that all elements have had as parts. */
    void begin(DeadheatParts history, int block) {
        long[] three = new long[3];
        DeadheatReads taken = history.give(start, block, three, DeadheatArrays.word(0), 8);
        if (taken != null) {
            U.putReferenceRelease(DeadheatShadow.readsIn(this, READS, 1), DeadheatArrays.object(0), taken);
        }
        begin(three[0], three[1], three[2]);
    }

    private void begin(long write, long read, long sites) {
        uses = 0;
        this.sites = sites;
        U.putLongVolatile(this, READ, read);
        U.putLongVolatile(this, WRITE, write);
    }

    /**
     * Joins the elements, whose words are at an address, behind an access of all of them at one code place in the running
     * thread's epoch; if another thread was there, or they differ in what was before, nothing happens.
     */
    @DontInline
    void join(DeadheatThread thread, long words, boolean isWrite, int site) {
        passes = 0;
        long own = isWrite ? thread.epoch : U.getLong(words);
        if (!isAlike(thread, words, own, isWrite)) {
            patience = Math.min(2 * patience, MOST_PATIENCE);
            return;
        }
        int frozen = 0;
        while (frozen < count && U.compareAndSetLong(null, words + 8L * frozen, own, DeadheatShadow.FROZEN)) {
            frozen++;
        }
        long[] before = new long[count];
        int taken = 0;
        boolean isSame = frozen == count;
        for (; isSame && taken < count; taken++) {
            before[taken] = U.getAndSetLong(null, words + 8L * (count + taken), DeadheatShadow.FROZEN);
            isSame = isSaid(thread, before[taken], isWrite);
        }
        if (isSame) {
            int mark = DeadheatShadow.stamp(site, thread.epoch);
            long writes = U.getInt(words + 16L * count) & 0xffffffffL;
            thread.arrays[DeadheatParts.JOINED] += count;
            begin(own, isWrite ? 0 : thread.epoch, isWrite ? mark & 0xffffffffL : (long) mark << 32 | writes);
            return;
        }
        // Another thread has come between. Its epoch is among them, and who has met a frozen word comes again.
        for (int at = 0; at < taken; at++) {
            U.putLongVolatile(null, words + 8L * (count + at), before[at]);
        }
        for (int at = 0; at < frozen; at++) {
            U.putLongVolatile(null, words + 8L * at, own);
        }
    }

    /** Whether the elements have the same history, as far as can be told at once. */
    private boolean isAlike(DeadheatThread thread, long words, long own, boolean isWrite) {
        long sites = words + 16L * count;
        int writes = U.getInt(sites);
        for (int at = 0; at < count; at++) {
            if (U.getLong(words + 8L * at) != own || !isSaid(thread, U.getLong(words + 8L * (count + at)), isWrite)
                    || !isWrite && own != 0 && U.getInt(sites + 8L * at) != writes) {
                return false;
            }
        }
        return own != DeadheatShadow.FROZEN;
    }

    /** Whether an element's last read need not be kept besides the access of all. */
    private static boolean isSaid(DeadheatThread thread, long read, boolean isWrite) {
        return isWrite ? read == 0 || read > 0 && thread.knows(read) : read == thread.epoch;
    }

    /** Gives each element the history of all, at an address, where {@code holder} has at {@code more} an array for reads of several threads. */
    @DontInline
    void part(long words, Object holder, long more, int length) {
        patience = uses < WORTH ? Math.min(2 * patience, MOST_PATIENCE) : 1;
        passes = 0;
        long written = U.getAndSetLong(this, WRITE, DeadheatShadow.FROZEN);
        long last = U.getAndSetLong(this, READ, DeadheatShadow.FROZEN);
        boolean isShared = last == DeadheatShadow.SHARED;
        long writes = stamp(SITES, written) & 0xffffffffL;
        long both = (isShared ? 0 : (long) stamp(SITES + 4, last) << 32) | writes;
        Object all = isShared ? DeadheatShadow.readsIn(holder, more, length) : null;
        DeadheatReads several = isShared ? DeadheatShadow.readsOf(this, READS, 0) : null;
        for (int at = 0; at < count; at++) {
            if (isShared) {
                U.putReferenceRelease(all, DeadheatArrays.object(start + at), new DeadheatReads(several));
            }
            U.putLong(words + 8L * (2 * count + at), both);
            U.putLong(words + 8L * (count + at), last);
        }
        // Who finds a write that is not frozen finds all the rest.
        U.fullFence();
        for (int at = 0; at < count; at++) {
            U.putLong(words + 8L * at, written);
        }
        U.fullFence();
    }

    /** The code place of an access may not be there yet, though its epoch is. */
    private int stamp(long at, long epoch) {
        return epoch == 0 ? 0 : DeadheatShadow.stamp(DeadheatShadow.site(this, at, epoch), epoch);
    }
}
