package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * Numbers of objects, in their headers: where the JVM keeps the identity hash code of an object that was asked for it.
 *
 * <p>An object that nobody has asked has none yet, and any number will do. So the runtime gives it one by which it finds
 * what hangs on the object at once ({@link DeadheatRows}), by the same compare and set of the header as the JVM's own. The
 * program sees it as a hash code like any other. Objects that are locked, and those that have a hash code of the JVM's, keep
 * what they have.
 *
 * <p>Where the header has the hash code, and that it is as it should be, is tried out on an object of the runtime's own;
 * if it is not, no object gets a number.
 */
final class DeadheatHeader {
    private static final Unsafe U = Unsafe.getUnsafe();
    /** Where the header begins. */
    private static final long AT = 0;
    /** The last bits of the header: of an object that is not locked, not biased, and not forwarded. */
    private static final int STATE = 7;
    private static final int IDLE = 1;
    private static final int MOST = Integer.MAX_VALUE;
    /** The first bit of the hash code; 0 if it is not known. */
    private static final int SHIFT = find();

    private DeadheatHeader() {
    }

    private static int find() {
        Object tried = new byte[1];
        long before = U.getLong(tried, AT);
        int hash = System.identityHashCode(tried);
        long after = U.getLong(tried, AT);
        if ((before & STATE) != IDLE || hash <= 0) {
            return 0;
        }
        for (int shift = 4; shift <= 33; shift++) {
            long place = (long) MOST << shift;
            if ((before & place) == 0 && after == (before | (long) hash << shift)) {
                return shift;
            }
        }
        return 0;
    }

    /** The number of an object, which may be a hash code of the JVM's; 0 if it has none. */
    static int numberOf(Object object) {
        if (SHIFT != 0) {
            long header = U.getLong(object, AT);
            if ((header & STATE) == IDLE) {
                return (int) (header >>> SHIFT) & MOST;
            }
        }
        return System.identityHashCode(object);
    }

    /** Gives an object a number, if it has none: tells whether it has this one now. */
    static boolean give(Object object, int number) {
        long header = U.getLong(object, AT);
        return SHIFT != 0 && (header & STATE) == IDLE && ((int) (header >>> SHIFT) & MOST) == 0
                && U.compareAndSetLong(object, AT, header, header | (long) number << SHIFT);
    }
}
