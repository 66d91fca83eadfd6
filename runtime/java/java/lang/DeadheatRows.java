package java.lang;

import java.lang.ref.WeakReference;

import jdk.internal.vm.annotation.DontInline;

/**
 * What hangs on objects that have numbers of the runtime's own, by number.
 *
 * <p>Naively a number is the index in one array, and free again when its object is dead. Here threads add slots without a
 * lock: each has a row of numbers for itself, which it fills from its beginning, so that what came together stands together, and
 * few cards of old memory point to young slots. Whoever needs another row looks through some of the full ones, if there was
 * a collection of garbage since, and takes one in which half are dead.
 */
final class DeadheatRows {
    private static final int BITS = 9;
    private static final int ROOM = 1 << BITS;
    /** How many rows are looked through when one is taken: so many, or one in so many, so that the dead do not wait. */
    private static final int LOOKS = 4;
    private static final int SHARE = 16;

    /** By number; replaced as a whole when there is no room. The rows stay. */
    private static volatile DeadheatTable.Slot[][] rows = new DeadheatTable.Slot[64][];

    // Guarded by the monitor of the class.

    /** How many rows there are; the first one is none, so that no number is 0. */
    private static int count = 1;
    /** By row: whether it is a thread's, or waits to be one; and when it was looked through last. */
    private static boolean[] isTaken = new boolean[64];
    private static int[] looked = new int[64];
    /** The row that was looked through last. */
    private static int last;
    /** Rows with room, and how many. */
    private static int[] waiting = new int[64];
    private static int waitingCount;
    /** Dead since the last collection of garbage, and how many were seen. */
    private static WeakReference<Object> canary = new WeakReference<>(new Object());
    private static int collections;

    private DeadheatRows() {
    }

    /** What has a number, if anything does that is known here. */
    static DeadheatTable.Slot at(int number) {
        DeadheatTable.Slot[][] all = rows;
        int at = number >>> BITS;
        DeadheatTable.Slot[] row = at < all.length ? all[at] : null;
        return row == null ? null : row[number & ROOM - 1];
    }

    /** A number that nothing has, and that no other thread gives to anything. */
    static int next(DeadheatThread thread) {
        for (;;) {
            DeadheatTable.Slot[] row = thread.row;
            for (; thread.nextInRow < row.length; thread.nextInRow++) {
                if (row[thread.nextInRow] == null) {
                    return thread.rowNumber << BITS | thread.nextInRow;
                }
            }
            take(thread);
        }
    }

    /** Puts a slot where its number says, or takes it away again; the number is the thread's. */
    static void put(DeadheatThread thread, int number, DeadheatTable.Slot slot) {
        thread.row[number & ROOM - 1] = slot;
    }

    @DontInline
    private static synchronized void take(DeadheatThread thread) {
        giveBack(thread);
        if (canary.refersTo(null)) {
            canary = new WeakReference<>(new Object());
            collections++;
        }
        for (int look = Math.max(LOOKS, count / SHARE); look > 0; look--) {
            last = last + 1 < count ? last + 1 : 1;
            if (last < count && !isTaken[last] && looked[last] != collections) {
                look(thread, last);
            }
        }
        int number = waitingCount > 0 ? waiting[--waitingCount] : make();
        thread.rowNumber = number;
        thread.nextInRow = 0;
        thread.row = rows[number];
    }

    /** The thread needs its row no more. */
    static synchronized void giveBack(DeadheatThread thread) {
        if (thread.row.length != 0) {
            thread.row = DeadheatThread.NO_ROW;
            isTaken[thread.rowNumber] = false;
        }
    }

    /** Leaves the dead out of a row; if there is much room then, it waits for a thread. */
    private static void look(DeadheatThread thread, int number) {
        looked[number] = collections;
        int alive = 0;
        DeadheatTable.Slot[] row = rows[number];
        for (int at = 0; at < ROOM; at++) {
            if (row[at] != null && row[at].refersTo(null)) {
                row[at].free(thread);
                row[at] = null;
            }
            alive += row[at] == null ? 0 : 1;
        }
        if (2 * alive <= ROOM) {
            if (waitingCount == waiting.length) {
                waiting = java.util.Arrays.copyOf(waiting, 2 * waitingCount);
            }
            waiting[waitingCount++] = number;
            isTaken[number] = true;
        }
    }

    private static int make() {
        DeadheatTable.Slot[] row = new DeadheatTable.Slot[ROOM];
        if (count == rows.length) {
            looked = java.util.Arrays.copyOf(looked, 2 * count);
            isTaken = java.util.Arrays.copyOf(isTaken, 2 * count);
            rows = java.util.Arrays.copyOf(rows, 2 * count);
        }
        rows[count] = row;
        looked[count] = collections;
        isTaken[count] = true;
        return count++;
    }
}
