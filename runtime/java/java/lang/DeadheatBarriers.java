package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * BarrierPairs (RDIT 4.2): calls of methods that are not traced, with the objects that they can reach.
 *
 * <p>The methods themselves tell when they begin and end: so it is known which one a call came to, and an exception is not
 * missed. A call inside of another one is told only if traced code ran in between, which was called back: events
 * were recorded since. What a call can reach is what it is given, and whatever that refers to. The latter is written down
 * once for each object (4.4.3): later references are writes of the trace, or are told by untraced code that stores them. What changes inside
 * of the JDK's collections is no such write; they are looked at again after each call that changes them.
 *
 * <p>Untraced code also tells of what it comes by in other ways, once for each call: static fields (R4), what the JDK gives it, monitors,
 * objects whose volatile fields it uses. Where it tells what it touches instead, it does so anew behind each callback. Traced methods that it calls back tell so, with what they are given and what they give back.
 */
final class DeadheatBarriers {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int READ = 0;
    private static final int VOLATILE_READ = 2;
    private static final int UPDATE_READ = 4;
    private static final int METHOD_BEGIN = 19;
    private static final int METHOD_END = 20;
    private static final int CALLBACK_BEGIN = 21;
    private static final int CALLBACK_END = 22;
    private static final int REACH = 23;
    /** On the tape: an object has come to refer to another one. */
    private static final int STORED = 29;
    /** A static field stands for itself by its number and this. */
    private static final long STATIC = 1L << 63;
    /** Of an object that untraced code touches, it only reads. */
    private static final long ONLY_READ = 1L << 62;
    /** A channel, whose number may be that of an object as well. */
    private static final long CHANNEL = 1L << 60;
    /** Stands for everything. */
    private static final long ANYTHING = ~ONLY_READ;
    /** On the tape: an object that the next call is given. */
    private static final int GIVEN = 30;
    /** Objects that are looked at for one call; what is beyond is a gap. */
    private static final int MOST = 200_000;
    static long cut;

    private DeadheatBarriers() {
    }

    @DontInline
    static void begin(Object one, Object two, Object three, Object[] all, int method) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        try {
            DeadheatCallStack calls = tape.calls;
            // What untraced code does is on the tape only to be taken out again, if it is marked.
            boolean isTold = !calls.isUntraced()
                    || !DeadheatRecorder.IS_MARKED && !DeadheatRecorder.IS_TOUCHED && tape.position() != calls.at;
            calls.enter(isTold, method);
            if (isTold && DeadheatRecorder.HAS_BARRIERS) {
                give(tape, one);
                give(tape, two);
                give(tape, three);
                for (int at = 0; all != null && at < all.length; at++) {
                    give(tape, all[at]);
                }
                tape.put(METHOD_BEGIN, (int) DeadheatRecorder.CLOCK.next(), 0, 0, method);
            }
            calls.at = tape.position();
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** One of the objects that a call is given; the agent makes a set of those before the call. */
    private static void give(DeadheatTape tape, Object object) {
        if (object != null && !DeadheatRecorder.IS_TOUCHED && !isLeaf(object.getClass())) {
            give(tape, object, GIVEN, 0);
        }
    }

    private static void give(DeadheatTape tape, Object object, int operation, long owner) {
        if (isNews(object)) {
            DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
            thread.quiet++;
            try {
                follow(object);
            } finally {
                thread.quiet--;
            }
        }
        tape.put(operation, (int) DeadheatRecorder.CLOCK.tick, DeadheatIdentity.of(object), owner, 0);
    }

    static void end(int method) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        try {
            // A constructor that threw, or a callback whose end was not noticed, is still open.
            for (int open = tape.calls.openFrom(method); open > 0; open--) {
                leave(tape);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    private static void leave(DeadheatTape tape) {
        int operation = tape.calls.isInCallback() ? CALLBACK_END : METHOD_END;
        int method = tape.calls.method();
        if (tape.calls.leave() && DeadheatRecorder.HAS_BARRIERS) {
            tape.put(operation, (int) DeadheatRecorder.CLOCK.next(), 0, 0, method);
        }
        tape.calls.at = tape.position();
    }

    // Callbacks.

    /** A traced method begins. */
    static void called(Object one, Object two, Object three) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null || !tape.calls.call()) {
            return;
        }
        try {
            if (DeadheatRecorder.HAS_BARRIERS) {
                give(tape, one);
                give(tape, two);
                give(tape, three);
                tape.put(CALLBACK_BEGIN, (int) DeadheatRecorder.CLOCK.next(), 0, 0, 0);
            }
            tape.calls.callBack();
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** A traced method catches an exception: calls that it made and that have not ended end here. */
    static void caught() {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        try {
            while (tape.calls.isLeftOpen()) {
                leave(tape);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** A traced method ends, and gives this back. */
    static void returned(Object result) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        try {
            while (tape.calls.isLeftOpen()) {
                leave(tape);
            }
            if (tape.calls.isBack()) {
                if (DeadheatRecorder.HAS_BARRIERS) {
                    give(tape, result);
                }
                leave(tape);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
        tape.calls.end();
    }

    // What untraced code comes by.

    /** An object that it was not given, perhaps. */
    static void reaches(Object object) {
        DeadheatTape tape = object == null || DeadheatRecorder.IS_TOUCHED ? null : DeadheatTape.current();
        if (tape == null || !tape.calls.isUntraced() || isLeaf(object.getClass()) && !(object instanceof Class)) {
            return;
        }
        try {
            if (tape.calls.isNews(DeadheatIdentity.of(object)) && DeadheatRecorder.HAS_BARRIERS) {
                boolean isQuiet = tape.position() == tape.calls.at;
                if (object instanceof Class) {
                    put(tape, GIVEN, DeadheatIdentity.of(object));
                } else {
                    give(tape, object);
                }
                reached(tape, isQuiet);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** The same, for a channel, a static field, or whatever else has a number. */
    static void reaches(DeadheatTape tape, long number) {
        // What is not told now must not be taken for known.
        if (tape.calls.isUntraced() && !tape.leavesOut(false) && tape.calls.isNews(number) && DeadheatRecorder.HAS_BARRIERS) {
            boolean isQuiet = tape.position() == tape.calls.at;
            put(tape, GIVEN, number);
            reached(tape, isQuiet);
        }
    }

    private static void put(DeadheatTape tape, int operation, long number) {
        tape.put(operation, (int) DeadheatRecorder.CLOCK.tick, number, 0, 0);
    }

    private static void reached(DeadheatTape tape, boolean isQuiet) {
        tape.put(REACH, (int) DeadheatRecorder.CLOCK.next(), 0, 0, 0);
        if (isQuiet) {
            tape.calls.at = tape.position();
        }
    }

    /** What an event is about, as sets name it. */
    static long named(int operation, long object) {
        return operation == DeadheatEvents.SEND || operation == DeadheatEvents.RECEIVE ? object | CHANNEL : object;
    }

    /** Untraced code touches an object: whether that is all that is to be recorded of the event. */
    static boolean touches(DeadheatTape tape, int operation, long object, int part) {
        if (operation > DeadheatEvents.RECEIVE || operation >= DeadheatEvents.FORK && operation <= DeadheatEvents.END) {
            return false;
        }
        boolean isStatic = object == 0 && operation <= UPDATE_READ;
        long touched = isStatic ? STATIC | part : named(operation, object);
        if (operation == READ && tape.leavesOut(true)) {
            return true;
        }
        reaches(tape, operation == READ || operation == VOLATILE_READ ? touched | ONLY_READ : touched);
        return true;
    }

    /** Untraced code is about to read a part of an object, or to write it: who looks before others do is not mistaken for later. */
    static void touches(Object object, boolean isWrite) {
        DeadheatTape tape = object == null ? null : DeadheatTape.current();
        if (tape == null || !tape.calls.isUntraced() || tape.leavesOut(!isWrite)) {
            return;
        }
        try {
            long identity = DeadheatIdentity.of(object);
            reaches(tape, isWrite ? identity : identity | ONLY_READ);
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** The same for a static field; volatile ones are told with their access. */
    static void touchesStatic(int reference, boolean isWrite) {
        DeadheatTape tape = DeadheatTape.current();
        DeadheatThread thread = tape == null || !tape.calls.isUntraced() ? null : DeadheatThread.current();
        if (thread == null) {
            return;
        }
        try {
            DeadheatLocation at = DeadheatFields.staticField(thread, reference);
            if (at != DeadheatLocation.NOWHERE && !at.isFinal && !at.isVolatile && !tape.leavesOut(!isWrite)) {
                long touched = STATIC | DeadheatEvents.number(thread, at);
                reaches(tape, isWrite ? touched : touched | ONLY_READ);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** Native code may touch what it likes. */
    static void touchesAnything() {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && tape.calls.isUntraced()) {
            try {
                reaches(tape, ANYTHING);
            } catch (StackOverflowError | OutOfMemoryError full) {
                DeadheatRecorder.lost++;
            }
        }
    }

    /** A static field that untraced code is about to use. */
    static void reachesStatic(int reference) {
        DeadheatTape tape = DeadheatRecorder.IS_TOUCHED ? null : DeadheatTape.current();
        DeadheatThread thread = tape == null || !tape.calls.isUntraced() ? null : DeadheatThread.current();
        if (thread == null) {
            return;
        }
        try {
            DeadheatLocation at = DeadheatFields.staticField(thread, reference);
            if (at != DeadheatLocation.NOWHERE && !at.isFinal) {
                reaches(tape, STATIC | DeadheatEvents.number(thread, at));
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** Untraced code is about to store something in an object. */
    static void stores(Object owner, Object value) {
        DeadheatTape tape = owner == null || value == null || DeadheatRecorder.IS_TOUCHED ? null : DeadheatTape.current();
        if (tape == null || !DeadheatRecorder.HAS_BARRIERS || isLeaf(value.getClass())
                || !DeadheatIdentity.isKnown(owner)) {
            return;
        }
        try {
            boolean isQuiet = tape.position() == tape.calls.at;
            give(tape, value, STORED, DeadheatIdentity.of(owner));
            if (isQuiet) {
                tape.calls.at = tape.position();
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** Writes down what an object leads to, as far as that was not done. */
    private static void follow(Object first) {
        java.util.Set<Object> seen = DeadheatRecorder.IS_ALWAYS_REACHED ? fresh() : null;
        java.util.ArrayList<Object> waiting = new java.util.ArrayList<>();
        waiting.add(first);
        for (int done = 0; !waiting.isEmpty(); done++) {
            if (done == MOST) {
                cut++;
                return;
            }
            Object object = waiting.remove(waiting.size() - 1);
            References found = new References(object, seen);
            if (object instanceof Object[]) {
                Object[] all = (Object[]) object;
                for (int at = 0; at < all.length; at++) {
                    found.add(at | DeadheatRecorder.ELEMENT, all[at], waiting);
                }
            } else {
                fields(object, found, waiting);
            }
            if (found.count > 2) {
                DeadheatRecorder.heap(java.util.Arrays.copyOf(found.numbers, found.count));
            }
        }
    }

    private static java.util.Set<Object> fresh() {
        return java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    }

    private static boolean isNews(Object object) {
        return DeadheatRecorder.IS_ALWAYS_REACHED || DeadheatIdentity.isNews(object);
    }

    private static void fields(Object object, References found, java.util.ArrayList<Object> waiting) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (long field : DeadheatType.of(type).references(type)) {
                int number = (int) (field >>> 32);
                found.add(number, U.getReference(object, field & 0xffffffffL), waiting);
            }
        }
    }

    /** Classes whose objects lead to nothing that threads could meet at. */
    static boolean isLeaf(Class<?> type) {
        return type == String.class || type == Class.class || type.isArray() && type.getComponentType().isPrimitive()
                || Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang.")
                || type == Boolean.class || type == Character.class;
    }

    /** An object's identity, the tick, and pairs of a part and the identity of what is there. */
    private static final class References {
        long[] numbers = new long[8];
        int count = 2;

        /** What was met for this call, if it is asked for anew; else null. */
        private final java.util.Set<Object> seen;

        References(Object object, java.util.Set<Object> seen) {
            this.seen = seen;
            numbers[0] = DeadheatIdentity.of(object);
            numbers[1] = DeadheatRecorder.CLOCK.tick;
        }

        void add(int part, Object there, java.util.ArrayList<Object> waiting) {
            if (there == null || there instanceof Thread || there instanceof ClassLoader) {
                return;
            }
            if (count + 2 > numbers.length) {
                numbers = java.util.Arrays.copyOf(numbers, 2 * numbers.length);
            }
            numbers[count++] = part & 0xffffffffL;
            numbers[count++] = DeadheatIdentity.of(there);
            if (!isLeaf(there.getClass()) && (seen == null ? DeadheatIdentity.isNews(there) : seen.add(there))) {
                waiting.add(there);
            }
        }
    }
}
