package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Memory beside the heap for the words of elements ({@link DeadheatShadow}): what a thread has of it at hand.
 *
 * <p>Naively the words are arrays, which the collector frees. But an array's death is noticed after a collection, so that all
 * words of arrays that die young would live through one, and be copied; on Xalan they were most of what survived. Here the
 * collector does not see them. They are given back when {@link DeadheatRows} notices that their array is dead, to who
 * noticed, and used again. Nothing goes back to the operating system.
 *
 * <p>What is free is in lists by size, linked by the first word of each piece. All fields are the thread's own; what ended threads had
 * is in {@link #LEFT}, guarded by the monitor of the class, where the second word of a list's first piece leads to the next list.
 */
final class DeadheatMemory {
    private static final Unsafe U = Unsafe.getUnsafe();
    /** Bytes of the words of one location. */
    static final int LOCATION = 24;
    /** The most locations of one piece, and by how many sizes differ. */
    static final int MOST = 64;
    private static final int STEP = 4;
    private static final int SIZES = MOST / STEP;
    private static final int LEAST_CHUNK = 1 << 12;
    private static final int LARGEST_CHUNK = 1 << 17;

    private static final long[] LEFT = new long[SIZES];

    /** By size, the first piece that is free; 0 if there is none. */
    private final long[] free = new long[SIZES];
    /** Where the rest of the last chunk begins and ends. */
    private long rest;
    private long end;
    private int chunk = LEAST_CHUNK;

    /** Where a piece for so many locations is, which has nothing but zeros. */
    long take(int locations) {
        int size = size(locations);
        long piece = free[size];
        if (piece != 0) {
            free[size] = U.getLong(piece);
        } else {
            piece = more(size);
        }
        for (long at = piece, end = piece + (long) locations * LOCATION; at < end; at += 8) {
            U.putLong(at, 0);
        }
        return piece;
    }

    /** Nobody uses a piece any more. */
    void give(long piece, int locations) {
        int size = size(locations);
        U.putLong(piece, free[size]);
        free[size] = piece;
    }

    private static int size(int locations) {
        return (locations - 1) / STEP;
    }

    private static int bytes(int size) {
        return (size + 1) * STEP * LOCATION;
    }

    /** A piece where none is free: of what ended threads left, or of a chunk. */
    @DontInline
    private long more(int size) {
        long piece = left(size);
        if (piece != 0) {
            free[size] = U.getLong(piece);
            return piece;
        }
        if (end - rest < bytes(size)) {
            cut();
            rest = U.allocateMemory(chunk);
            end = rest + chunk;
            chunk = Math.min(2 * chunk, LARGEST_CHUNK);
        }
        piece = rest;
        rest += bytes(size);
        return piece;
    }

    /** What is left of the last chunk becomes pieces. */
    private void cut() {
        while (end - rest >= bytes(0)) {
            int size = (int) Math.min(SIZES, (end - rest) / bytes(0)) - 1;
            give(rest, (size + 1) * STEP);
            rest += bytes(size);
        }
    }

    /** A list that an ended thread left. */
    private static long left(int size) {
        if (LEFT[size] == 0) {
            return 0;
        }
        synchronized (DeadheatMemory.class) {
            long list = LEFT[size];
            if (list != 0) {
                LEFT[size] = U.getLong(list + 8);
            }
            return list;
        }
    }

    /** The thread ends: others may have what it has. */
    void leave() {
        cut();
        synchronized (DeadheatMemory.class) {
            for (int size = 0; size < SIZES; size++) {
                if (free[size] != 0) {
                    U.putLong(free[size] + 8, LEFT[size]);
                    LEFT[size] = free[size];
                    free[size] = 0;
                }
            }
        }
    }
}
