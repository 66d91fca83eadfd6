package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** The fields of the program, by the numbers that the agent gave out. */
final class DeadheatFields {
    private static final int FIELD = 0;
    private static final int STATIC = 1;

    /** Entries are written by whoever asks first, all the same, under the monitor of the class. */
    private static DeadheatLocation[] fields = new DeadheatLocation[256];
    private static DeadheatLocation[] statics = new DeadheatLocation[256];

    private DeadheatFields() {
    }

    /** An instance field by its number, {@link DeadheatLocation#NOWHERE} if it cannot be found. */
    static DeadheatLocation field(DeadheatThread thread, Object object, int number, boolean isPlain) {
        DeadheatLocation[] known = fields;
        if (number < known.length && known[number] != null) {
            return known[number];
        }
        return findField(thread, object, number, isPlain);
    }

    @DontInline
    private static DeadheatLocation findField(DeadheatThread thread, Object object, int number, boolean isPlain) {
        thread.quiet++;
        try {
            DeadheatLocation found = DeadheatLocation.in(thread, object, Deadheat.describe(FIELD, number), isPlain);
            return noteField(number, found == null ? DeadheatLocation.NOWHERE : found);
        } finally {
            thread.quiet--;
        }
    }

    private static synchronized DeadheatLocation noteField(int number, DeadheatLocation location) {
        if (number >= fields.length) {
            fields = java.util.Arrays.copyOf(fields, Math.max(number + 1, 2 * fields.length));
        }
        fields[number] = location;
        return location;
    }

    /** A static field by the number of a reference to it, {@link DeadheatLocation#NOWHERE} if it cannot be found. */
    static DeadheatLocation staticField(DeadheatThread thread, int number) {
        DeadheatLocation[] known = statics;
        if (number < known.length && known[number] != null) {
            return known[number];
        }
        return findStatic(thread, number);
    }

    @DontInline
    private static DeadheatLocation findStatic(DeadheatThread thread, int number) {
        thread.quiet++;
        try {
            Class<?> from = DeadheatCaller.find();
            String[] parts = Deadheat.describe(STATIC, number);
            DeadheatLocation found = from == null ? null : DeadheatLocation.of(from, parts);
            return noteStatic(number, found == null ? DeadheatLocation.NOWHERE : found);
        } finally {
            thread.quiet--;
        }
    }

    /** One location for all ways to one field: it hangs on the class. */
    static synchronized DeadheatLocation staticField(DeadheatLocation location) {
        DeadheatType entry = DeadheatType.of(location.holder);
        for (DeadheatLocation other = entry.statics; other != null; other = other.next) {
            if (other.field == location.field) {
                return other;
            }
        }
        location.next = entry.statics;
        entry.statics = location;
        return location;
    }

    private static synchronized DeadheatLocation noteStatic(int number, DeadheatLocation found) {
        DeadheatLocation location = found == DeadheatLocation.NOWHERE ? found : staticField(found);
        if (number >= statics.length) {
            statics = java.util.Arrays.copyOf(statics, Math.max(number + 1, 2 * statics.length));
        }
        statics[number] = location;
        return location;
    }
}
