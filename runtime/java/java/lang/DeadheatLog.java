package java.lang;

import java.nio.charset.StandardCharsets;

/**
 * Writes down what the detector sees, for tests that compute the races anew from it: every access that is looked at (a
 * thread's first of its kind in an epoch), every release and acquisition, every race. It is off unless the agent is given
 * a file.
 *
 * <p>A line is a letter, a thread, and what it is about: {@code r} and {@code w} are accesses of a location, {@code -} and
 * {@code +} a release to and an acquisition from something that threads meet at, {@code f} says that a thread learnt, by a
 * final field, what another knew; {@code X} is a race at a location, without a thread.
 *
 * <p>The order of lines is that of the detector's steps as far as it matters: a release is written before anyone can
 * acquire it, an acquisition after it. For variables, which many threads release and acquire at a time, line and step are
 * one, under this class's monitor. Accesses matter only in the order of their own thread, which is that of the lines:
 * elements that wait in a footprint have theirs when it is committed, which is before a line of anything that orders.
 */
final class DeadheatLog {
    private static final int LOG = 3;
    private static final int ROOM = 1 << 16;

    /** Where to; null if nothing is written. */
    private static final java.io.FileOutputStream FILE = open();
    static final boolean IS_ON = FILE != null;
    /** Lines that are not in the file yet; guarded by the monitor of the class, like the next. */
    private static final StringBuilder LINES = new StringBuilder();
    private static long identities;
    /** Whether accesses and checks are told; set by whoever tells the first. */
    private static boolean sees;

    private static final int WRITE = 1;
    private static final int ACCESS = 2;
    private static final int CHECK = 4;

    private DeadheatLog() {
    }

    private static java.io.FileOutputStream open() {
        String[] parts = Deadheat.describe(LOG, 0);
        try {
            return parts.length == 0 ? null : new java.io.FileOutputStream(parts[0], true);
        } catch (java.io.IOException problem) {
            Deadheat.failed(problem);
            return null;
        }
    }

    /** A number for something that has none yet. */
    static synchronized long identity() {
        return ++identities;
    }

    static void access(DeadheatThread thread, char how, DeadheatLocation location, Object object, Object holder,
            int index) {
        all(thread, how + " " + name(thread) + " ", location, object, holder, index);
    }

    static void race(DeadheatThread thread, DeadheatLocation location, Object object, Object holder, int index) {
        all(thread, "X ", location, object, holder, index);
    }

    /** A line, or one for each element of a part of an array, for each field that shares a shadow. */
    private static void all(DeadheatThread thread, String what, DeadheatLocation location, Object object, Object holder,
            int index) {
        if (location.isWhole()) {
            for (DeadheatLocation member : location.group.members) {
                write(thread, what + place(thread, member, object, member.index));
            }
            return;
        }
        if (holder instanceof DeadheatArray || holder instanceof DeadheatChunk) {
            DeadheatChunk chunk = holder instanceof DeadheatChunk ? (DeadheatChunk) holder : null;
            int from = chunk == null ? 0 : chunk.start;
            int end = chunk == null ? java.lang.reflect.Array.getLength(object) : from + chunk.count;
            for (int at = from; at < end; at++) {
                write(thread, what + place(thread, location, object, at));
            }
            return;
        }
        if (!(holder instanceof DeadheatParts)) {
            write(thread, what + place(thread, location, object, index));
            return;
        }
        DeadheatParts parts = (DeadheatParts) holder;
        for (int at = parts.first(index); at < parts.length(); at = parts.next(index, at)) {
            write(thread, what + place(thread, location, object, at));
        }
    }

    private static String place(DeadheatThread thread, DeadheatLocation location, Object object, int index) {
        Object holder = object == null ? location.holder : object;
        return DeadheatTable.of(thread, holder).identity() + "/" + index + "/" + location.owner + "." + location.name;
    }

    /** Threads are told apart by their numbers and the clocks at which those became theirs. */
    private static String name(DeadheatThread thread) {
        return thread.number + "." + thread.first;
    }

    /**
     * An access that is about to be, a check that is made, or both: lines with {@code R}, {@code W} for the one, {@code c},
     * {@code C} for the other. Only classes that were rewritten so tell of them.
     */
    static void saw(DeadheatThread thread, Object object, int index, String name, int how) {
        if (!IS_ON || thread == null || thread.epoch == 0) {
            return;
        }
        sees = true;
        String place = " " + name(thread) + " " + DeadheatTable.of(thread, object).identity() + "/" + index + "/" + name;
        boolean isWrite = (how & WRITE) != 0;
        if ((how & ACCESS) != 0) {
            write(thread, (isWrite ? "W" : "R") + place);
        }
        if ((how & CHECK) != 0) {
            write(thread, (isWrite ? "C" : "c") + place);
        }
    }

    /** A check of a loop that goes astray. */
    static void astray(Object array, int index, int how) {
        if (sees) {
            DeadheatPlaced.sawElement(array, index, CHECK | how);
        }
    }

    /** What a thread releases to or acquires from, besides variables: the kind, and which one. */
    static void meet(DeadheatThread thread, char how, char kind, long which) {
        thread.commit();
        write(thread, how + " " + name(thread) + " " + kind + which);
    }

    /** The same, for what belongs to a thread: its beginning, end, permits, interrupts. */
    static void meet(DeadheatThread thread, char how, char kind, DeadheatThread whose) {
        thread.commit();
        write(thread, how + " " + name(thread) + " " + kind + name(whose));
    }

    /** A lock is taken, {@code [}, or given back, {@code ]}: only where the locks that threads hold matter. */
    static void lock(DeadheatThread thread, char how, long which, boolean isShared) {
        write(thread, how + " " + name(thread) + " " + (isShared ? 's' : 'x') + which);
    }

    static void learn(DeadheatThread thread, int other) {
        write(thread, "f " + name(thread) + " " + other);
    }

    private static void write(DeadheatThread thread, String line) {
        // What the file's classes do is not the program's.
        thread.quiet++;
        try {
            add(line);
        } finally {
            thread.quiet--;
        }
    }

    private static synchronized void add(String line) {
        LINES.append(line).append('\n');
        if (LINES.length() > ROOM) {
            flush();
        }
    }

    static synchronized void flush() {
        if (!IS_ON) {
            return;
        }
        try {
            FILE.write(LINES.toString().getBytes(StandardCharsets.ISO_8859_1));
        } catch (java.io.IOException problem) {
            Deadheat.failed(problem);
        }
        LINES.setLength(0);
    }
}
