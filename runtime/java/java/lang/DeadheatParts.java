package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * The shadow of an array whose elements have been accessed alike, many at a time: one location for each part of them
 * (SlimState; BigFoot, section 4).
 *
 * <p>The naive model is one location for each element ({@link DeadheatShadow}). Here the elements of a part have all had
 * the same accesses, so one location has the history of each. An array is a row of blocks, each with a stride: a part is the
 * elements of a block whose distance from its start is the same modulo the stride. It begins as one block with the stride
 * 1. An access of some elements of a part and not of others needs other parts first: more blocks, or longer strides; or a
 * location for each element, if there would be too many. Parts are never put together.
 *
 * <p>Which elements are in a part never changes: another object takes the place of this one, and each of its parts begins
 * with the history of the one that it was in. Accesses take no lock. Whoever wants other parts freezes all epochs first,
 * under the monitor of this object: an access whose epoch was there before is taken along, one that comes too late sees
 * that, and is made again on the new parts, as is one that finds the other word frozen. So none is lost.
 */
final class DeadheatParts {
    /** What is counted by thread, for statistics. */
    static final String[] COUNTED = {"shadow locations of arrays", "footprints committed", "arrays refined to blocks",
        "arrays refined to strides", "arrays refined to elements", "elements joined"};
    static final int LOCATIONS = 0;
    static final int COMMITS = 1;
    private static final int BLOCKS = 2;
    private static final int STRIDES = 3;
    private static final int ELEMENTS = 4;
    static final int JOINED = 5;

    /** Arrays that are not longer have no other parts than all elements, or each. */
    static final int SMALL = 8;
    /** The same, if the first access is of one element: most such arrays end up so, after some steps that each cost more. */
    static final int SMALL_BY_ELEMENT = 1024;
    /** More parts are not made, nor are longer strides. */
    private static final int MOST_PARTS = 64;
    private static final int LONGEST_STRIDE = 16;
    /** Accesses of so few elements cut an array so often. */
    private static final int FEW_ELEMENTS = 2;
    private static final int MOST_CUTS = 6;
    private static final int[] ZERO = {0};
    private static final int[] ONE = {1};
    /** Stands for parts where each element has a location. */
    static final DeadheatParts LEFT = new DeadheatParts(0);

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long WRITE = U.objectFieldOffset(DeadheatParts.class, "write");
    private static final long READ = U.objectFieldOffset(DeadheatParts.class, "read");
    private static final long SITES = U.objectFieldOffset(DeadheatParts.class, "sites");
    private static final long READS = U.objectFieldOffset(DeadheatParts.class, "reads");

    /** How many elements the array has. */
    private final int length;
    /** By block: its first element, its stride, the number of its first part. */
    private final int[] starts;
    private final int[] strides;
    private final int[] parts;
    /** How many parts there are. */
    private final int count;
    /** How often the array was cut for a few elements. */
    private final int cuts;
    /** The words of the only part. As in {@link DeadheatShadow}, written by compare and set, the code places after. */
    private long write;
    private long read;
    private long sites;
    /** The words of the parts, if there are several. */
    private final long[] words;
    /** Reads of several threads, by part; written by compare and set. */
    private volatile Object[] reads;
    /** Whether others took the place of these parts; guarded by the monitor. */
    private boolean isLeft;

    /** All elements are one part. */
    DeadheatParts(int length) {
        this(length, ZERO, ONE, 0);
    }

    private DeadheatParts(int length, int[] starts, int[] strides, int cuts) {
        this.length = length;
        this.cuts = cuts;
        this.starts = starts;
        this.strides = strides;
        parts = starts == ZERO ? ZERO : new int[starts.length];
        int all = 0;
        for (int block = 0; block < starts.length; block++) {
            if (all != 0) {
                parts[block] = all;
            }
            all += strides[block];
        }
        count = all;
        words = count > 1 ? new long[3 * count] : null;
    }

    /** Elements of an array, from one to a last one in range, are read or written; tells whether that was possible here. */
    @DontInline
    boolean isDone(DeadheatThread thread, DeadheatArray entry, int from, int last, int step, boolean isWrite, int site,
            Object array, boolean isAgain) {
        if (!fits(from, last, step)) {
            refine(thread, entry, from, last, step);
            return false;
        }
        if (access(thread, from, last, step, isWrite, site, array, isAgain)) {
            return true;
        }
        await();
        return false;
    }

    /** Whether elements are all those of some parts. */
    private boolean fits(int from, int last, int step) {
        int block = block(from);
        if (from - starts[block] >= step) {
            return false;
        }
        for (; block < starts.length && starts[block] <= last; block++) {
            if (strides[block] % step != 0) {
                return false;
            }
        }
        return end(block - 1) - last <= step;
    }

    /** Accesses the parts that elements fit in; tells whether they were still in use. */
    private boolean access(DeadheatThread thread, int from, int last, int step, boolean isWrite, int site, Object array,
            boolean isAgain) {
        int index = from;
        for (int block = block(from); index <= last; block++) {
            // A stride may be longer than its block.
            int end = parts[block] + Math.min(strides[block], end(block) - starts[block]);
            for (int at = parts[block] + index - starts[block]; at < end; at += step) {
                if (!(isWrite ? write(thread, at, site, array, isAgain) : read(thread, at, site, array, isAgain))) {
                    return false;
                }
            }
            // The first element that is not in the block.
            int rest = end(block) - index;
            index = rest <= 0 ? index : index + (rest + step - 1) / step * step;
        }
        return true;
    }

    private boolean read(DeadheatThread thread, int at, int site, Object array, boolean isAgain) {
        if (DeadheatDetector.LOCKSET) {
            return DeadheatLockset.part(thread, this, READS, count, at, false, site, array);
        }
        Object base = base();
        return DeadheatShadow.read(thread, base, writeAt(at), readAt(at), sitesAt(at), this, READS, at, count, site,
                DeadheatLocation.ELEMENT, array, isAgain);
    }

    private boolean write(DeadheatThread thread, int at, int site, Object array, boolean isAgain) {
        if (DeadheatDetector.LOCKSET) {
            return DeadheatLockset.part(thread, this, READS, count, at, true, site, array);
        }
        Object base = base();
        return DeadheatShadow.write(thread, base, writeAt(at), readAt(at), sitesAt(at), this, READS, at, site,
                DeadheatLocation.ELEMENT, array, isAgain);
    }

    private Object base() {
        return words == null ? this : words;
    }

    private long writeAt(int part) {
        return words == null ? WRITE : DeadheatArrays.word(3 * part);
    }

    private long readAt(int part) {
        return words == null ? READ : DeadheatArrays.word(3 * part + 1);
    }

    private long sitesAt(int part) {
        return words == null ? SITES : DeadheatArrays.word(3 * part + 2);
    }

    /** The block that an element is in. */
    int block(int index) {
        int low = 0;
        int high = starts.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts[middle] <= index) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Whether elements from one to a last one are all of one part. */
    boolean isOne(int from, int last) {
        int block = block(from);
        return strides[block] == 1 && last < end(block);
    }

    /** The first element after a block. */
    int end(int block) {
        return block + 1 < starts.length ? starts[block + 1] : length;
    }

    private int blockOf(int part) {
        int block = starts.length - 1;
        while (parts[block] > part) {
            block--;
        }
        return block;
    }

    /** The first element of a part. */
    int first(int part) {
        int block = blockOf(part);
        return starts[block] + part - parts[block];
    }

    /** The element of a part that follows one; the array's length if there is none. */
    int next(int part, int index) {
        int block = blockOf(part);
        int next = index + strides[block];
        return next < end(block) ? next : length;
    }

    int length() {
        return length;
    }

    /** Waits for those who are about to give up these parts. */
    private synchronized void await() {
        // To have had the monitor is enough.
    }

    // Other parts.

    /** Puts others in the place of these parts, which elements fit in better. */
    @DontInline
    private synchronized void refine(DeadheatThread thread, DeadheatArray entry, int from, int last, int step) {
        if (isLeft) {
            return;
        }
        DeadheatParts finer = finer(from, last, step);
        DeadheatParts history = new DeadheatParts(length, starts, strides, cuts);
        DeadheatShadow elements = finer == null ? new DeadheatShadow(length, history) : null;
        isLeft = true;
        try {
            freeze(history);
            if (finer != null) {
                finer.begin(history);
            }
        } finally {
            // What fails here has no history; but nobody waits for it.
            if (finer == null) {
                entry.shadow = elements;
            }
            entry.parts = finer == null ? LEFT : finer;
        }
        count(thread, finer, step);
    }

    /** Counts what an array was refined to, by whom: parts, or elements if there are none. */
    static void count(DeadheatThread thread, DeadheatParts finer, int step) {
        thread.arrays[finer == null ? ELEMENTS : step > 1 ? STRIDES : BLOCKS]++;
        thread.arrays[LOCATIONS] += finer == null ? 0 : finer.count;
    }

    /** Each part begins with the history of the one that its elements were in. */
    void begin(DeadheatParts history) {
        for (int part = 0; part < count; part++) {
            begin(part, history);
        }
    }

    /** Parts that some elements fit in; null if that is to be each element. */
    DeadheatParts finer(int from, int last, int step) {
        boolean isFew = last - from < FEW_ELEMENTS * step;
        if (length <= SMALL || step > LONGEST_STRIDE || isFew && (step > 1 || cuts == MOST_CUTS)) {
            return null;
        }
        // With a stride, an element before the first one that is accessed and one behind the last may belong to it, too.
        int block = block(from);
        int begin = from - starts[block] < step ? starts[block] : from;
        int behind = end(block(last));
        int end = behind - last <= step ? behind : last + step;
        int[] cut = cut(cut(starts, begin), end);
        int[] by = new int[cut.length];
        int all = 0;
        for (int at = 0; at < cut.length; at++) {
            int stride = strides[block(cut[at])];
            by[at] = cut[at] >= begin && cut[at] < end ? multiple(stride, step) : stride;
            all += by[at];
            if (by[at] > LONGEST_STRIDE) {
                return null;
            }
        }
        boolean isMany = all > Math.min(MOST_PARTS, length / 4);
        return isMany ? null : new DeadheatParts(length, cut, by, isFew ? cuts + 1 : cuts);
    }

    private static int multiple(int one, int other) {
        int all = one;
        while (all % other != 0) {
            all += one;
        }
        return all;
    }

    /** The starts of blocks, one of them at an index. */
    private int[] cut(int[] starts, int index) {
        if (index == length || java.util.Arrays.binarySearch(starts, index) >= 0) {
            return starts;
        }
        int[] more = java.util.Arrays.copyOf(starts, starts.length + 1);
        int at = starts.length;
        for (; more[at - 1] > index; at--) {
            more[at] = more[at - 1];
        }
        more[at] = index;
        return more;
    }

    /** Lets no access in any more; what was there goes to parts of the same kind that nobody else has. */
    private void freeze(DeadheatParts history) {
        for (int part = 0; part < count; part++) {
            if (DeadheatDetector.LOCKSET) {
                history.put(part, DeadheatLockset.freeze(this, READS, count, part));
                continue;
            }
            history.take(part, base(), writeAt(part), readAt(part), sitesAt(part), this, READS);
        }
    }

    /** Takes the history of a location that all elements have had, and lets no access in there any more. */
    void take(Object base, long write, long read, long sites, long reads) {
        if (DeadheatDetector.LOCKSET) {
            put(0, DeadheatLockset.freeze(base, reads, 1, 0));
            return;
        }
        take(0, base, write, read, sites, base, reads);
    }

    private void take(int part, Object base, long write, long read, long sites, Object holder, long reads) {
        Object to = base();
        long written = U.getAndSetLong(base, write, DeadheatShadow.FROZEN);
        long last = U.getAndSetLong(base, read, DeadheatShadow.FROZEN);
        U.putLong(to, writeAt(part), written);
        move(written, base, sites, to, sitesAt(part));
        if (last == DeadheatShadow.SHARED) {
            DeadheatReads taken = new DeadheatReads(DeadheatShadow.readsOf(holder, reads, part));
            U.putReferenceRelease(DeadheatShadow.readsIn(this, READS, count), DeadheatArrays.object(part), taken);
        } else {
            move(last, base, sites + 4, to, sitesAt(part) + 4);
        }
        U.putLong(to, readAt(part), last);
    }

    /** The code place of an access may not be there yet, though its epoch is. */
    private static void move(long epoch, Object base, long from, Object to, long at) {
        if (epoch != 0) {
            U.putInt(to, at, DeadheatShadow.stamp(DeadheatShadow.site(base, from, epoch), epoch));
        }
    }

    /** A new part begins with the history of the one that its elements were in. */
    private void begin(int part, DeadheatParts history) {
        if (first(part) >= end(blockOf(part))) {
            // There is no such element.
            return;
        }
        if (DeadheatDetector.LOCKSET) {
            put(part, history.history(first(part)));
            return;
        }
        long[] three = new long[3];
        DeadheatReads taken = history.give(first(part), history.block(first(part)), three, DeadheatArrays.word(0), 8);
        U.putLong(base(), writeAt(part), three[0]);
        U.putLong(base(), sitesAt(part), three[2]);
        if (taken != null) {
            U.putReferenceRelease(DeadheatShadow.readsIn(this, READS, count), DeadheatArrays.object(part), taken);
        }
        U.putLong(base(), readAt(part), three[1]);
    }

    private void put(int part, Object history) {
        U.putReferenceRelease(DeadheatShadow.readsIn(this, READS, count), DeadheatArrays.object(part), history);
    }

    /** The history of an element, of parts that are no longer in use, if lock sets are compared. */
    Object history(int index) {
        int block = block(index);
        int part = parts[block] + (index - starts[block]) % strides[block];
        return U.getReferenceAcquire(DeadheatShadow.readsIn(this, READS, count), DeadheatArrays.object(part));
    }

    /** The history of an element of a block, of parts that are no longer in use: the words, so far apart, and the reads of several. */
    DeadheatReads give(int index, int block, Object to, long at, long apart) {
        int from = index - starts[block];
        int part = parts[block] + (strides[block] == 1 ? 0 : from % strides[block]);
        Object base = base();
        long last = U.getLong(base, readAt(part));
        U.putLong(to, at, U.getLong(base, writeAt(part)));
        U.putLong(to, at + apart, last);
        U.putLong(to, at + 2 * apart, U.getLong(base, sitesAt(part)));
        return last == DeadheatShadow.SHARED ? new DeadheatReads(DeadheatShadow.readsOf(this, READS, part)) : null;
    }
}
