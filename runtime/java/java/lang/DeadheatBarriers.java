package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * BarrierPairs (RDIT 4.2): calls of methods that are not traced, with the objects that they can reach.
 *
 * <p>The methods themselves tell when they begin and end: so it is known which one a call came to, and an exception is not
 * missed. A call inside of another one is told only if traced code ran in between, which was called back: events
 * were recorded since. What a call can reach is what it is given, and whatever that refers to. The latter is written down
 * once for each object (4.4.3): later references are writes of the trace. What changes inside of the JDK's collections is no such write; they
 * are looked at again after each call that changes them.
 */
final class DeadheatBarriers {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int METHOD_BEGIN = 19;
    private static final int METHOD_END = 20;
    /** What is told the agent: the set of a call, the references of an object. */
    private static final int REACH = 0;
    private static final int HEAP = 1;
    /** Objects that are looked at for one call; what is beyond is a gap. */
    private static final int MOST = 200_000;
    private static final int MOST_DEPTH = 4096;
    static long cut;

    /** The last number of a set; counted up by whoever needs one. */
    private static final DeadheatRecorder.Clock SETS = new DeadheatRecorder.Clock();

    private DeadheatBarriers() {
    }

    static void begin(Object[] given, int method) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        try {
            boolean isTold = tape.barriers == 0 || tape.position() != tape.barrierAt;
            tape.enter(isTold);
            if (isTold && DeadheatRecorder.HAS_BARRIERS) {
                tell(tape, given, method);
            }
            tape.barrierAt = tape.position();
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    static void end(int method) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        try {
            if (tape.leave() && DeadheatRecorder.HAS_BARRIERS) {
                tape.put(METHOD_END, (int) DeadheatRecorder.CLOCK.next(), 0, 0, method);
            }
            tape.barrierAt = tape.position();
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    private static void tell(DeadheatTape tape, Object[] given, int method) {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        thread.quiet++;
        try {
            int count = 0;
            long[] set = new long[given.length + 1];
            for (Object object : given) {
                if (object != null) {
                    set[++count] = DeadheatIdentity.of(object);
                    follow(tape, object);
                }
            }
            long number = 0;
            if (count > 0) {
                number = SETS.next();
                set[0] = number;
                DeadheatRecorder.tell(REACH, java.util.Arrays.copyOf(set, count + 1));
            }
            tape.put(METHOD_BEGIN, (int) DeadheatRecorder.CLOCK.next(), number, 0, method);
        } finally {
            thread.quiet--;
        }
    }

    /** Writes down what an object leads to, as far as that was not done. */
    private static void follow(DeadheatTape tape, Object first) {
        if (isLeaf(first.getClass()) || !isNews(first)) {
            return;
        }
        java.util.ArrayList<Object> waiting = new java.util.ArrayList<>();
        waiting.add(first);
        for (int done = 0; !waiting.isEmpty(); done++) {
            if (done == MOST) {
                cut++;
                return;
            }
            Object object = waiting.remove(waiting.size() - 1);
            References found = new References(object);
            if (object instanceof Object[]) {
                Object[] all = (Object[]) object;
                for (int at = 0; at < all.length; at++) {
                    found.add(at | DeadheatRecorder.ELEMENT, all[at], waiting);
                }
            } else {
                fields(object, found, waiting);
            }
            if (found.count > 2) {
                DeadheatRecorder.tell(HEAP, java.util.Arrays.copyOf(found.numbers, found.count));
            }
        }
    }

    private static boolean isNews(Object object) {
        return DeadheatIdentity.isNews(object);
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

        References(Object object) {
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
            if (!isLeaf(there.getClass()) && isNews(there)) {
                waiting.add(there);
            }
        }
    }
}
