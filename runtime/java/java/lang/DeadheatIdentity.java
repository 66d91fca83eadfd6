package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * The identities of objects in a trace: numbers that are given once.
 *
 * <p>Objects have a field for theirs, which the agent adds to the classes right below {@link Object}. What has none, arrays
 * above all, is in the table ({@link DeadheatTable}). As values, numbers and the like in boxes are what is in them: a program
 * that tells two equal ones apart relies on what it should not.
 */
final class DeadheatIdentity {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long NEXT = U.objectFieldOffset(DeadheatIdentity.class, "next");
    private static final DeadheatIdentity ALL = new DeadheatIdentity();
    private static final long UNKNOWN = 0;
    private static final long NONE = -1;
    /** In an identity's field: what the object refers to was written down. */
    static final long KNOWN = 1L << 62;
    static final long MASK = (1L << 40) - 1;
    /** What is in a box, as a value, has this bit. */
    private static final long BOXED = 1L << 61;

    /** The next one; 0 is null. Counted up by whoever needs some. */
    private long next = 1;

    private DeadheatIdentity() {
    }

    /** The first of so many new ones. */
    static long take(int count) {
        return U.getAndAddLong(ALL, NEXT, count);
    }

    /** The identity of an object; 0 of null. */
    static long of(Object object) {
        if (object == null) {
            return 0;
        }
        DeadheatType type = DeadheatType.of(object.getClass());
        long at = type.identityAt;
        if (at > 0) {
            long found = U.getLong(object, at);
            return found != 0 ? found & MASK : give(object, at);
        }
        return slow(object, type);
    }

    /** What stands for a value: an identity, or what is in a box. */
    static long ofValue(Object object) {
        if (object == null) {
            return 0;
        }
        long at = DeadheatType.of(object.getClass()).identityAt;
        long found = at > 0 ? U.getLong(object, at) : 0;
        return found != 0 ? found & MASK : ofOtherValue(object);
    }

    /** The same, for what is in a box, for arrays, and for what is met for the first time. */
    private static long ofOtherValue(Object object) {
        if (object instanceof Number || object instanceof Character || object instanceof Boolean) {
            Class<?> type = object.getClass();
            if (type == Integer.class || type == Short.class || type == Byte.class) {
                return BOXED | ((Number) object).intValue() & 0xffffffffL;
            }
            if (type == Long.class) {
                return BOXED ^ ((Number) object).longValue() << 1;
            }
            if (type == Character.class) {
                return BOXED | 1L << 32 | (Character) object;
            }
            if (type == Boolean.class) {
                return BOXED | 1L << 33 | ((Boolean) object ? 1 : 0);
            }
        }
        return of(object);
    }

    private static long give(Object object, long at) {
        DeadheatTape tape = DeadheatTape.current();
        long mine = tape == null ? take(1) : tape.newIdentity();
        // Another thread may be as fast; then the number is nobody's.
        return U.compareAndSetLong(object, at, 0, mine) ? mine : U.getLong(object, at) & MASK;
    }

    private static long slow(Object object, DeadheatType type) {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        if (type.identityAt == UNKNOWN) {
            if (thread != null) {
                thread.quiet++;
            }
            try {
                type.identityAt = find(object.getClass());
            } finally {
                if (thread != null) {
                    thread.quiet--;
                }
            }
            return of(object);
        }
        if (type.identityAt > 0) {
            // Another thread has found the field meanwhile.
            return of(object);
        }
        if (object instanceof Class) {
            return give(DeadheatType.of((Class<?>) object), DeadheatType.IDENTITY);
        }
        if (thread == null || thread.end != null) {
            return 0;
        }
        DeadheatTable.Slot slot = DeadheatTable.make(thread, object);
        return slot.identity != 0 ? slot.identity & MASK : give(slot, DeadheatTable.IDENTITY);
    }

    private static long give(DeadheatType holder, long at) {
        long found = U.getLong(holder, at);
        return found != 0 ? found & MASK : give((Object) holder, at);
    }

    private static long find(Class<?> type) {
        for (Class<?> above = type; above != null && !above.isArray(); above = above.getSuperclass()) {
            try {
                return U.objectFieldOffset(above, "$deadheat$id");
            } catch (InternalError notThere) {
                // Perhaps above.
            }
        }
        return NONE;
    }

    /** Whether what an object refers to is to be written down, and will be by the caller. */
    static boolean isNews(Object object) {
        if (DeadheatType.of(object.getClass()).identityAt == UNKNOWN) {
            of(object);
        }
        long at = DeadheatType.of(object.getClass()).identityAt;
        Object holder = object;
        if (at <= 0) {
            DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
            if (object instanceof Class || thread == null || thread.end != null) {
                return false;
            }
            holder = DeadheatTable.make(thread, object);
            at = DeadheatTable.IDENTITY;
        }
        long found = U.getLong(holder, at);
        if (found == 0) {
            of(object);
            found = U.getLong(holder, at);
        }
        return (found & KNOWN) == 0 && U.compareAndSetLong(holder, at, found, found | KNOWN);
    }

    /** Whether what an object refers to was written down. */
    static boolean isKnown(Object object) {
        long at = DeadheatType.of(object.getClass()).identityAt;
        if (at > 0) {
            return (U.getLong(object, at) & KNOWN) != 0;
        }
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        if (at == UNKNOWN || object instanceof Class || thread == null || thread.end != null) {
            return false;
        }
        DeadheatTable.Slot slot = DeadheatTable.make(thread, object);
        return (slot.identity & KNOWN) != 0;
    }

    /** An object's references changed in code that is not seen: they are to be written down again. */
    static void forget(Object object) {
        long at = DeadheatType.of(object.getClass()).identityAt;
        if (at > 0) {
            long found = U.getLong(object, at);
            if ((found & KNOWN) != 0) {
                U.compareAndSetLong(object, at, found, found & ~KNOWN);
            }
        }
    }

    /** A copy is not what it is a copy of. */
    static void copied(Object copy) {
        long at = DeadheatType.of(copy.getClass()).identityAt;
        if (at == UNKNOWN) {
            at = find(copy.getClass());
        }
        if (at > 0) {
            U.putLong(copy, at, 0);
        }
    }
}
