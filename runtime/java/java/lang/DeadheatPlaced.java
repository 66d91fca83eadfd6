package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * What placed checks call besides {@link Deadheat}: for loops that keep what they access until they end, and for tests that
 * hold checks against accesses. No method keeps anything itself.
 */
public final class DeadheatPlaced {
    private DeadheatPlaced() {
    }

    /** Kept in an array's place by a loop whose arrays are not always the same one. */
    private static final Object ASTRAY = new Object();

    /** The object that a loop kept and that is not accessed now; null if there is none. */
    public static Object left(Object now, Object kept) {
        return now == kept || kept == ASTRAY ? null : kept;
    }

    /** The object that a loop kept, if it is one. */
    public static Object actual(Object kept) {
        return kept == ASTRAY ? null : kept;
    }

    /** Before an element is read, of the array that a loop kept or else of one that it is to keep; the latter, if there is none. */
    public static Object keepRead(Object now, int index, Object kept, int site) {
        if (now == kept || kept == null) {
            return now;
        }
        DeadheatLog.astray(now, index, 0);
        Deadheat.arrayRead(now, index, site);
        return ASTRAY;
    }

    /** The same, for elements that are written. */
    public static Object keepWritten(Object now, int index, Object kept, int site) {
        if (now == kept || kept == null) {
            return now;
        }
        DeadheatLog.astray(now, index, 1);
        Deadheat.arrayWrite(now, index, site);
        return ASTRAY;
    }

    /** What was read of an array that a loop has left, if it has. */
    public static void arrayReadLeft(Object array, int index, int site) {
        if (array != null) {
            Deadheat.arrayRead(array, index, site);
        }
    }

    /** What was read of an array that a loop has left, if it has. */
    public static void rangeReadLeft(Object array, int from, int to, int step, int site) {
        if (array != null) {
            Deadheat.rangeRead(array, from, to, step, site);
        }
    }

    /** What was written of an array that a loop has left, if it has. */
    public static void arrayWriteLeft(Object array, int index, int site) {
        if (array != null) {
            Deadheat.arrayWrite(array, index, site);
        }
    }

    /** What was written of an array that a loop has left, if it has. */
    public static void rangeWriteLeft(Object array, int from, int to, int step, int site) {
        if (array != null) {
            Deadheat.rangeWrite(array, from, to, step, site);
        }
    }

    /** A static field was read, if a loop says so. */
    public static void staticReadIf(int reference, int site, int isRead) {
        if (isRead != 0) {
            Deadheat.staticRead(reference, site);
        }
    }

    /** The same, for one that was written. */
    public static void staticWriteIf(int reference, int site, int isWritten) {
        if (isWritten != 0) {
            Deadheat.staticWrite(reference, site);
        }
    }

    // Fields that share a shadow; the number is that of the field, or of the first.

    /** A read of all of them, but the thread's second one in an epoch. */
    public static void readAll(Object object, int field, int site) {
        group(object, field, site, true, false);
    }

    /** A write of all of them. */
    public static void writeAll(Object object, int field, int site) {
        group(object, field, site, true, true);
    }

    /** A read of one of them alone. */
    public static void readPart(Object object, int field, int site) {
        group(object, field, site, false, false);
    }

    /** A write of one of them alone. */
    public static void writePart(Object object, int field, int site) {
        group(object, field, site, false, true);
    }

    @DontInline
    private static void group(Object object, int field, int site, boolean isAll, boolean isWrite) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread == null || thread.epoch == 0 || site < 0 || object == null) {
                return;
            }
            DeadheatLocation at = DeadheatFields.field(thread, object, field, true);
            if (at == DeadheatLocation.NOWHERE) {
                return;
            }
            if (isAll) {
                at.group.access(thread, object, isWrite, site);
            } else {
                at.group.access(thread, object, at, isWrite, site);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    // What validation is told, see DeadheatLog.

    public static void sawField(Object object, int name, int how) {
        if (object != null) {
            DeadheatLog.saw(Deadheat.thread(), object, 0, "#" + Integer.toUnsignedString(name), how);
        }
    }

    public static void sawElement(Object array, int index, int how) {
        if (array != null && index >= 0 && index < java.lang.reflect.Array.getLength(array)) {
            DeadheatLog.saw(Deadheat.thread(), array, index, ".", how);
        }
    }

    public static void sawRange(Object array, int from, int to, int step, int how) {
        if (array != null) {
            int end = Math.min(to, java.lang.reflect.Array.getLength(array));
            for (int at = from; at >= 0 && at < end; at += step) {
                DeadheatLog.saw(Deadheat.thread(), array, at, ".", how);
            }
        }
    }

    public static void sawStatic(int reference, int how, int isSeen) {
        DeadheatThread thread = isSeen == 0 ? null : Deadheat.thread();
        DeadheatLocation at = thread == null ? DeadheatLocation.NOWHERE : DeadheatFields.staticField(thread, reference);
        if (at != DeadheatLocation.NOWHERE && !at.isVolatile && !at.isFinal) {
            DeadheatLog.saw(thread, at.holder, 0, at.owner + "." + at.name, how);
        }
    }
}
