package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/** What hangs on a class, in a field that the agent adds to {@link Class}. */
final class DeadheatType {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long TYPE = U.objectFieldOffset(Class.class, "$deadheat$type");
    static final long ENTRY = U.objectFieldOffset(DeadheatType.class, "entry");
    private static final long SHAPE = U.objectFieldOffset(DeadheatType.class, "shape");
    /** Stands for an offset: nobody has asked yet. */
    private static final long UNKNOWN = 0;
    private static final long NONE = -1;

    /** What the objects are; written by whoever finds out first, all the same. */
    volatile DeadheatCalls.Kind kind;
    /** The shadows of the objects; written once, by compare and set. */
    volatile DeadheatShape shape;
    /** The static fields that were looked at; guarded by the monitor of {@link DeadheatFields}. */
    DeadheatLocation statics;
    /** The end of the class's initialisation; null until then. Written once, by the thread that initialises it. */
    volatile DeadheatEntry.Variable initialised;
    /** What hangs on the class as an object; written once, by compare and set. */
    volatile DeadheatEntry entry;
    /** Where objects have what hangs on them; written by whoever finds out first, all the same. */
    private long entryAt = UNKNOWN;

    /** In a trace: the number of the class, if its initialisation has ended, and 1; else 0. Written by who initialises it. */
    volatile int number;
    /** Where objects have their identity, negative if they have no field for it; see {@link DeadheatIdentity}. */
    long identityAt;
    /** The class's own identity; written once, by compare and set. */
    private long identity;
    static final long IDENTITY = U.objectFieldOffset(DeadheatType.class, "identity");
    /** The fields of the objects that are references, each with its number in a trace; found by whoever asks, all the same. */
    private volatile long[] references;

    private DeadheatType() {
    }

    static DeadheatType of(Class<?> type) {
        DeadheatType found = (DeadheatType) U.getReferenceAcquire(type, TYPE);
        return found == null ? make(type) : found;
    }

    @DontInline
    private static DeadheatType make(Class<?> type) {
        U.compareAndSetReference(type, TYPE, null, new DeadheatType());
        return (DeadheatType) U.getReferenceAcquire(type, TYPE);
    }

    /** A class is used, and those above it: all are initialised. */
    static void use(DeadheatThread thread, Class<?> used) {
        for (Class<?> type = used; type != null; type = type.getSuperclass()) {
            DeadheatType known = of(type);
            if (DeadheatRecorder.IS_ON && known.number != 0) {
                DeadheatEvents.used(known.number - 1);
            }
            known.use(thread);
        }
    }

    /** What the initialiser did is known to the thread from now on. */
    void use(DeadheatThread thread) {
        DeadheatEntry.Variable end = initialised;
        if (end != null && !end.isKnown(thread)) {
            end.acquire(thread);
        }
    }

    /** The first shape that was found stays, so that its numbers are the same for all. */
    DeadheatShape note(DeadheatShape found) {
        U.compareAndSetReference(this, SHAPE, null, found);
        return shape;
    }

    /** Where objects of a class have what hangs on them; negative if the agent gave them no field for that. */
    static long entryAt(DeadheatThread thread, Class<?> type) {
        DeadheatType found = of(type);
        long at = found.entryAt;
        return at == UNKNOWN ? found.findEntry(thread, type) : at;
    }

    @DontInline
    private long findEntry(DeadheatThread thread, Class<?> type) {
        thread.quiet++;
        try {
            entryAt = find(type);
            return entryAt;
        } finally {
            thread.quiet--;
        }
    }

    private static long find(Class<?> type) {
        for (Class<?> above = type; above != null && !above.isArray(); above = above.getSuperclass()) {
            try {
                return U.objectFieldOffset(above, "$deadheat$entry");
            } catch (InternalError notThere) {
                // Perhaps above.
            }
        }
        return NONE;
    }

    /** By field that is a reference, of a class itself: its number in a trace and its offset. */
    long[] references(Class<?> type) {
        long[] found = references;
        if (found == null) {
            found = new long[0];
            for (java.lang.reflect.Field field : DeadheatLoading.fields(type)) {
                boolean isStatic = java.lang.reflect.Modifier.isStatic(field.getModifiers());
                if (!isStatic && !field.getType().isPrimitive()) {
                    int number = DeadheatRecorder.number(new String[] {"field", type.getName(), field.getName(),
                        field.getType().descriptorString(), ""});
                    found = java.util.Arrays.copyOf(found, found.length + 1);
                    found[found.length - 1] = (long) number << 32 | U.objectFieldOffset(field);
                }
            }
            references = found;
        }
        return found;
    }
}
