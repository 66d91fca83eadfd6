package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Where rewritten code tells of its accesses when they are recorded: with values, and with the identities of objects.
 *
 * <p>Each access is a record on the thread's tape ({@link DeadheatTape}). It carries the current tick: a counter that each
 * synchronisation counts up ({@link DeadheatEvents}). An access between two synchronisations of its thread has a tick between
 * theirs, so that the order of ticks is one in which what is ordered by synchronisation is in its order.
 *
 * <p>What is called at each access is not compiled into the program's methods: there it would cost more time to compile, and
 * more room, than a call takes.
 *
 * <p>As in {@link Deadheat}, nothing here may make the program fail. If the stack is used up, an event is lost and counted.
 */
public final class DeadheatRecorder {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int RECORDING = 6;
    /** What is recorded besides accesses and synchronisation; null if nothing is recorded at all. */
    private static final String[] HOW = how();
    static final boolean IS_ON = HOW != null;
    /** Whether calls of methods that are not traced are recorded; whether what is reachable is computed for each call anew. */
    static final boolean HAS_BARRIERS = has("barriers");
    static final boolean IS_ALWAYS_REACHED = has("always");
    /** Whether what the JDK does to synchronise is not seen inside such calls. */
    static final boolean IS_MISSING = has("missing");
    /** Whether untraced code is recorded as well, to be taken out of the trace later. */
    static final boolean IS_MARKED = has("marked");
    /** The same, but only which objects it touches. */
    static final boolean IS_TOUCHED = has("touched");
    /** The same, and all that it does is recorded besides, for who holds the one against the other. */
    static final boolean IS_AUDITED = has("audited");
    /** Whether accesses that can show no new race are left out ({@link DeadheatRepeats}). */
    static final boolean HAS_TREE = has("tree");
    /** The slot of an element is its index with this bit. */
    static final int ELEMENT = 1 << 31;
    static final int READ = 0;
    static final int WRITE = 1;

    /** The last tick that was given out; see {@link DeadheatEvents}. */
    static final Clock CLOCK = new Clock();
    /** Events that were lost because the stack was used up; what is lost when two threads count at once does not matter. */
    static long lost;

    private DeadheatRecorder() {
    }

    /** The global counter. Alone in its cache lines. */
    static final class Clock {
        private static final long AT = U.objectFieldOffset(Clock.class, "tick");
        @jdk.internal.vm.annotation.Contended
        long tick;

        long next() {
            return U.getAndAddLong(this, AT, 1) + 1;
        }
    }

    /**
     * Gives a buffer, up to where it is filled, for an empty one of so many bytes; 0 if nothing is recorded any more; with the lowest bit
     * set if it is time for a checkpoint. No room: the thread has ended. Negative, of a thread that goes on with its buffer: -1 less how
     * often it has got one.
     */
    static native long exchange(int thread, long at, int room);

    /** What all threads did up to that tick is in the file. */
    static native void complete(long tick);

    /** Gives a number to a field that has none: a static one, or the state of an object. */
    static native int number(String[] field);

    /** What is known of a thread. */
    static native void thread(int number, int parent, long object, long tick, String name);

    /** What an object refers to: its identity, the tick, pairs of a part and the identity of what is there. */
    static native void heap(long[] numbers);

    private static String[] how() {
        String[] how = Deadheat.describe(RECORDING, 0);
        return how.length == 0 ? null : how;
    }

    private static boolean has(String what) {
        return HOW != null && java.util.Arrays.asList(HOW).contains(what);
    }

    // Instance fields: the identity as it is in the object, the object, the value, the field, the place.

    /** After a field was read. */
    @DontInline
    public static void readI(long identity, Object object, int value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | READ, identity, object, value, field);
        }
    }

    /** After a field was read. */
    @DontInline
    public static void readJ(long identity, Object object, long value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | READ, identity, object, value, field);
        }
    }

    /** After a field was read. */
    @DontInline
    public static void readF(long identity, Object object, float value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | READ, identity, object, Float.floatToRawIntBits(value), field);
        }
    }

    /** After a field was read. */
    @DontInline
    public static void readD(long identity, Object object, double value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | READ, identity, object, Double.doubleToRawLongBits(value), field);
        }
    }

    /** After a field was read. */
    @DontInline
    public static void readA(long identity, Object object, Object value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | READ, identity, object, DeadheatIdentity.ofValue(value), field);
        }
    }

    /** After a field was written. */
    @DontInline
    public static void writeI(long identity, Object object, int value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | WRITE, identity, object, value, field);
        }
    }

    /** After a field was written. */
    @DontInline
    public static void writeJ(long identity, Object object, long value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | WRITE, identity, object, value, field);
        }
    }

    /** After a field was written. */
    @DontInline
    public static void writeF(long identity, Object object, float value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | WRITE, identity, object, Float.floatToRawIntBits(value), field);
        }
    }

    /** After a field was written. */
    @DontInline
    public static void writeD(long identity, Object object, double value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | WRITE, identity, object, Double.doubleToRawLongBits(value), field);
        }
    }

    /** After a field was written. */
    @DontInline
    public static void writeA(long identity, Object object, Object value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            field(tape, site << 5 | WRITE, identity, object, DeadheatIdentity.ofValue(value), field);
        }
    }

    private static void field(DeadheatTape tape, int code, long identity, Object object, long value, int field) {
        try {
            long known = identity != 0 ? identity & DeadheatIdentity.MASK : DeadheatIdentity.of(object);
            tape.put(code, (int) CLOCK.tick, known, value, field);
        } catch (StackOverflowError | OutOfMemoryError full) {
            lost++;
        }
    }

    // Elements.

    /** The identity of an array; after an element of it, the same code place often has another one. */
    private static long array(DeadheatTape tape, Object array, int site) {
        int place = site & DeadheatTape.ARRAYS - 1;
        if (tape.arrays[place] == array) {
            return tape.arrayIdentities[place];
        }
        long identity = DeadheatIdentity.of(array);
        tape.arrays[place] = array;
        tape.arrayIdentities[place] = identity;
        return identity;
    }

    private static void element(DeadheatTape tape, int code, Object array, int index, long value, int site) {
        try {
            tape.put(code, (int) CLOCK.tick, array(tape, array, site), value, index | ELEMENT);
        } catch (StackOverflowError | OutOfMemoryError full) {
            lost++;
        }
    }

    /** After an element was read. */
    @DontInline
    public static void elementB(Object array, int index, int value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, value, site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static int storeB(int value, Object array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < length(array)) {
            element(tape, site << 5 | WRITE, array, index, value, site);
        }
        return value;
    }

    /** After an element was read. */
    @DontInline
    public static void elementC(char[] array, int index, int value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, value, site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static int storeC(int value, char[] array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < array.length) {
            element(tape, site << 5 | WRITE, array, index, value, site);
        }
        return value;
    }

    /** After an element was read. */
    @DontInline
    public static void elementS(short[] array, int index, int value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, value, site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static int storeS(int value, short[] array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < array.length) {
            element(tape, site << 5 | WRITE, array, index, value, site);
        }
        return value;
    }

    /** After an element was read. */
    @DontInline
    public static void elementI(int[] array, int index, int value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, value, site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static int storeI(int value, int[] array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < array.length) {
            element(tape, site << 5 | WRITE, array, index, value, site);
        }
        return value;
    }

    /** After an element was read. */
    @DontInline
    public static void elementJ(long[] array, int index, long value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, value, site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static long storeJ(long value, long[] array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < array.length) {
            element(tape, site << 5 | WRITE, array, index, value, site);
        }
        return value;
    }

    /** After an element was read. */
    @DontInline
    public static void elementF(float[] array, int index, float value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, Float.floatToRawIntBits(value), site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static float storeF(float value, float[] array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < array.length) {
            element(tape, site << 5 | WRITE, array, index, Float.floatToRawIntBits(value), site);
        }
        return value;
    }

    /** After an element was read. */
    @DontInline
    public static void elementD(double[] array, int index, double value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, Double.doubleToRawLongBits(value), site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static double storeD(double value, double[] array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < array.length) {
            element(tape, site << 5 | WRITE, array, index, Double.doubleToRawLongBits(value), site);
        }
        return value;
    }

    /** After an element was read. */
    @DontInline
    public static void elementA(Object[] array, int index, Object value, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            element(tape, site << 5 | READ, array, index, DeadheatIdentity.ofValue(value), site);
        }
    }

    /** Before an element is written; gives the value. */
    @DontInline
    public static Object storeA(Object value, Object[] array, int index, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && array != null && index >= 0 && index < array.length) {
            element(tape, site << 5 | WRITE, array, index, DeadheatIdentity.ofValue(value), site);
        }
        return value;
    }

    private static int length(Object array) {
        return array instanceof byte[] ? ((byte[]) array).length : ((boolean[]) array).length;
    }

    /** Before a static field is accessed that may be volatile. */
    public static void approachStatic(int reference) {
        DeadheatEvents.approachStatic(reference);
    }

    // Statics: after the access, with the number of the reference.

    /** After a static field was read. */
    @DontInline
    public static void readStaticI(int value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, READ, value, reference, site);
        }
    }

    /** After a static field was read. */
    @DontInline
    public static void readStaticJ(long value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, READ, value, reference, site);
        }
    }

    /** After a static field was read. */
    @DontInline
    public static void readStaticF(float value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, READ, Float.floatToRawIntBits(value), reference, site);
        }
    }

    /** After a static field was read. */
    @DontInline
    public static void readStaticD(double value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, READ, Double.doubleToRawLongBits(value), reference, site);
        }
    }

    /** After a static field was read. */
    @DontInline
    public static void readStaticA(Object value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, READ, DeadheatIdentity.ofValue(value), reference, site);
        }
    }

    /** After a static field was written. */
    @DontInline
    public static void wroteStaticI(int value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, WRITE, value, reference, site);
        }
    }

    /** After a static field was written. */
    @DontInline
    public static void wroteStaticJ(long value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, WRITE, value, reference, site);
        }
    }

    /** After a static field was written. */
    @DontInline
    public static void wroteStaticF(float value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, WRITE, Float.floatToRawIntBits(value), reference, site);
        }
    }

    /** After a static field was written. */
    @DontInline
    public static void wroteStaticD(double value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, WRITE, Double.doubleToRawLongBits(value), reference, site);
        }
    }

    /** After a static field was written. */
    @DontInline
    public static void wroteStaticA(Object value, int reference, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            DeadheatEvents.ofStatic(tape, WRITE, DeadheatIdentity.ofValue(value), reference, site);
        }
    }

    // Volatile fields: the access and its tick are one step.

    /** Before a field is read or written that may be volatile; fields that are not have an empty method instead of this. */
    public static void approach(Object object) {
        DeadheatEvents.approach(object);
    }

    /** After a volatile field was read. */
    public static void volatileReadI(Object object, int value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 2, value, field, site);
    }

    /** After a volatile field was read. */
    public static void volatileReadJ(Object object, long value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 2, value, field, site);
    }

    /** After a volatile field was read. */
    public static void volatileReadF(Object object, float value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 2, Float.floatToRawIntBits(value), field, site);
    }

    /** After a volatile field was read. */
    public static void volatileReadD(Object object, double value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 2, Double.doubleToRawLongBits(value), field, site);
    }

    /** After a volatile field was read. */
    public static void volatileReadA(Object object, Object value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 2, DeadheatIdentity.ofValue(value), field, site);
    }

    /** After a volatile field was written. */
    public static void volatileWriteI(Object object, int value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 3, value, field, site);
    }

    /** After a volatile field was written. */
    public static void volatileWriteJ(Object object, long value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 3, value, field, site);
    }

    /** After a volatile field was written. */
    public static void volatileWriteF(Object object, float value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 3, Float.floatToRawIntBits(value), field, site);
    }

    /** After a volatile field was written. */
    public static void volatileWriteD(Object object, double value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 3, Double.doubleToRawLongBits(value), field, site);
    }

    /** After a volatile field was written. */
    public static void volatileWriteA(Object object, Object value, int field, int site) {
        DeadheatEvents.ofVolatile(object, 3, DeadheatIdentity.ofValue(value), field, site);
    }

    /** Before a monitor notifies. */
    public static void notifying(Object monitor) {
        DeadheatWaits.notifying(monitor);
    }

    // Constructors and final fields.

    /** The constructor of an object with final fields has ended: what stands for the thread in the object. */
    public static long frozen(Object object) {
        return DeadheatEvents.frozen(object);
    }

    /** A final field was read of an object. */
    public static void finalRead(Object object, long frozen) {
        DeadheatTape tape = frozen == 0 ? null : DeadheatTape.current();
        if (tape != null && frozen != tape.number + 1) {
            DeadheatEvents.finalRead(tape, object);
        }
    }

    // Methods that are not traced.

    /** Such a method begins: what it is given, as far as these are objects. */
    public static void begins(int method) {
        DeadheatBarriers.begin(null, null, null, null, method);
    }

    /** The same, for one object. */
    public static void begins(Object one, int method) {
        DeadheatBarriers.begin(one, null, null, null, method);
    }

    /** The same, for two objects. */
    public static void begins(Object one, Object two, int method) {
        DeadheatBarriers.begin(one, two, null, null, method);
    }

    /** The same, for three objects. */
    public static void begins(Object one, Object two, Object three, int method) {
        DeadheatBarriers.begin(one, two, three, null, method);
    }

    /** The same, for any number of objects. */
    public static void begins(Object[] all, int method) {
        DeadheatBarriers.begin(null, null, null, all, method);
    }

    /** It ends, in whatever way. */
    @DontInline
    public static void ends(int method) {
        DeadheatBarriers.end(method);
    }

    /** A traced method begins that untraced code may have called; up to three of the objects that it is given. */
    @DontInline
    public static void called(Object one, Object two, Object three) {
        DeadheatBarriers.called(one, two, three);
    }

    /** It catches an exception. */
    @DontInline
    public static void caught() {
        DeadheatBarriers.caught();
    }

    /** It ends, in whatever way, and gives this back. */
    @DontInline
    public static void returned(Object result) {
        DeadheatBarriers.returned(result);
    }

    /** Untraced code has an object that it may not have been given. */
    @DontInline
    public static void reaches(Object object) {
        DeadheatBarriers.reaches(object);
    }

    /** Untraced code is about to read a field of an object or an element of an array, or to write it. */
    @DontInline
    public static void touches(Object object, int isWrite) {
        DeadheatBarriers.touches(object, isWrite != 0);
    }

    /** Untraced code is about to read an element, if there is such a one. */
    @DontInline
    public static void touchesElement(Object array, int index) {
        if (array != null && index >= 0 && index < java.lang.reflect.Array.getLength(array)) {
            DeadheatBarriers.touches(array, false);
        }
    }

    /** Untraced code is about to read a static field, or to write it. */
    @DontInline
    public static void touchesStatic(int reference, int isWrite) {
        DeadheatBarriers.touchesStatic(reference, isWrite != 0);
    }

    /** Untraced code is about to call native code, of which nothing is known. */
    @DontInline
    public static void touchesAnything() {
        DeadheatBarriers.touchesAnything();
    }

    /** Untraced code is about to use a static field. */
    @DontInline
    public static void reachesStatic(int reference) {
        DeadheatBarriers.reachesStatic(reference);
    }

    /** Untraced code is about to store something in an object. */
    @DontInline
    public static void stores(Object owner, Object value) {
        DeadheatBarriers.stores(owner, value);
    }

    /** The same for an element; gives the value. */
    @DontInline
    public static Object storesElement(Object value, Object[] array, int index) {
        DeadheatBarriers.stores(array, value);
        return value;
    }
}
