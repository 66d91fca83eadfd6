package java.lang;

import jdk.internal.misc.Unsafe;

/** Where elements of the runtime's own arrays are. */
final class DeadheatArrays {
    private static final long OBJECTS = Deadheat.objectsAt;
    private static final long LONGS = Deadheat.longsAt;
    private static final int SCALE = Unsafe.ARRAY_OBJECT_INDEX_SCALE;

    private DeadheatArrays() {
    }

    static long object(int at) {
        return OBJECTS + (long) at * SCALE;
    }

    static long word(int at) {
        return LONGS + 8L * at;
    }
}
