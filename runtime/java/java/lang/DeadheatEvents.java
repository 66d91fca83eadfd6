package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * Synchronisation as it is recorded: each event takes a tick of its own while it holds what it is about.
 *
 * <p>What threads meet at besides locks, volatile fields of the program and each other is a channel: a number that is made of
 * an object's identity and of what it is about. A volatile field is read and written under one of many small locks, so that access and tick are one step; a
 * lock that cannot be had for long is passed by, and that is counted: the order of two such accesses may then be another one.
 */
final class DeadheatEvents {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int VOLATILE_WRITE = 3;
    static final int ACQUIRE = 5;
    static final int RELEASE = 6;
    static final int ACQUIRE_SHARED = 7;
    static final int RELEASE_SHARED = 8;
    static final int WAIT_BEGIN = 9;
    static final int WAIT_END = 10;
    static final int NOTIFY = 11;
    static final int FORK = 12;
    static final int JOIN = 13;
    static final int BEGIN = 14;
    static final int END = 15;
    static final int SEND = 16;
    static final int RECEIVE = 17;
    static final int ASKED = 24;

    /** What channels are about: the two low bits of their numbers; those of variables have 0 there. */
    private static final int CLASS = 1;
    private static final int FINAL = 2;

    private static final int LOCKS = 1024;
    /** Long enough for who has the lock to get a processor. */
    private static final int MOST_TURNS = 1 << 21;
    /** The small locks: 0 or 1, changed by compare and set. */
    private static final long[] TAKEN = new long[LOCKS];
    /** Volatile accesses whose lock could not be had. */
    static long passedBy;
    /** The last number of a thread, and the tapes of all that have not ended; changed under the monitor of the class. */
    private static int threads;
    private static volatile DeadheatTape[] tapes = new DeadheatTape[64];
    /** Numbers of notifications; guarded by the monitor of the class. */
    private static long notifications;

    private DeadheatEvents() {
    }

    /** An event of the running thread. */
    static void put(int operation, long object, long value) {
        put(DeadheatTape.current(), operation, object, value);
    }

    private static void put(DeadheatTape tape, int operation, long object, long value) {
        if (tape != null) {
            if (DeadheatRecorder.IS_MARKED && (operation < FORK || operation > END)) {
                DeadheatBarriers.reaches(tape, DeadheatBarriers.named(operation, object));
            }
            tape.put(operation, (int) DeadheatRecorder.CLOCK.next(), object, value, 0);
        }
    }

    /** Whether what the JDK does is not seen now: then untraced code has at least what that is about. */
    private static boolean isMissing(DeadheatTape tape, long about) {
        boolean hides = DeadheatRecorder.IS_MISSING || DeadheatRecorder.IS_TOUCHED;
        if (!hides && !DeadheatRecorder.IS_MARKED || !tape.calls.isUntraced()) {
            return false;
        }
        DeadheatBarriers.reaches(tape, about);
        return hides && !DeadheatRecorder.IS_AUDITED;
    }

    // Threads.

    /** A thread is about to be started; or one that nobody started has begun, and is the running one. */
    static void begin(Thread thread, boolean hasParent) {
        DeadheatThread running = DeadheatThread.of(Thread.currentThread());
        if (running != null) {
            running.quiet++;
        }
        try {
            beginNow(thread, hasParent);
        } finally {
            if (running != null) {
                running.quiet--;
            }
        }
    }

    private static void beginNow(Thread thread, boolean hasParent) {
        DeadheatTape parent = hasParent ? DeadheatTape.current() : null;
        DeadheatTape tape;
        synchronized (DeadheatEvents.class) {
            tape = new DeadheatTape(threads++);
            if (tape.number == tapes.length) {
                tapes = java.util.Arrays.copyOf(tapes, 2 * tapes.length);
            }
            tapes[tape.number] = tape;
        }
        DeadheatRecorder.thread(tape.number, parent == null ? -1 : parent.number, DeadheatIdentity.of(thread),
                DeadheatRecorder.CLOCK.tick, thread.getName());
        put(parent, FORK, tape.number, 0);
        put(tape, BEGIN, 0, 0);
        DeadheatTape.set(thread, tape);
    }

    /** The running thread's last action. */
    static void end(Thread thread) {
        DeadheatTape tape = DeadheatTape.of(thread);
        if (tape == null) {
            return;
        }
        tape.pause(false);
        put(tape, END, 0, 0);
        DeadheatTape.set(thread, null);
        DeadheatRecorder.thread(tape.number, -1, DeadheatIdentity.of(thread), DeadheatRecorder.CLOCK.tick, thread.getName());
        // Only what is in the file may be out of sight.
        DeadheatRecorder.exchange(tape.number, tape.position(), 0);
        synchronized (DeadheatEvents.class) {
            tapes[tape.number] = null;
        }
        U.putReferenceRelease(thread, ENDED, Integer.valueOf(tape.number));
    }

    private static final long ENDED = U.objectFieldOffset(Thread.class, "$deadheat$ended");

    /** A thread was seen to have ended. */
    static void joined(Thread other) {
        Object number = U.getReferenceAcquire(other, ENDED);
        DeadheatTape tape = DeadheatTape.current();
        if (number != null && tape != null && !isMissing(tape, DeadheatIdentity.of(other))) {
            put(tape, JOIN, (Integer) number, 0);
        }
    }

    /**
     * What all threads did until now goes to the file, and how far that is: it counts then even if nothing more comes, though some of
     * them have been waiting for long and would have written nothing.
     */
    static void checkpoint() {
        long tick = DeadheatRecorder.CLOCK.tick;
        // Whatever a thread did to be seen by another one is on its tape before that one can have a later tick.
        U.fullFence();
        for (DeadheatTape tape : tapes) {
            if (tape != null) {
                int turns = tape.turns();
                DeadheatRecorder.exchange(tape.number, tape.position(), -1 - turns);
            }
        }
        DeadheatRecorder.complete(tick);
    }

    /** The JVM ends. What was not seen, and how often. */
    static String[] finish() {
        checkpoint();
        return new String[] {"events that were lost because the stack or memory was used up:" + DeadheatRecorder.lost,
            "volatile accesses whose order is not certain:" + passedBy,
            "calls that reach more objects than were looked at:" + DeadheatBarriers.cut};
    }

    // Monitors.

    static void acquired(Object monitor) {
        put(ACQUIRE, DeadheatIdentity.of(monitor), 0);
    }

    static void releasing(Object monitor) {
        put(RELEASE, DeadheatIdentity.of(monitor), 0);
    }

    /** A lock that is no monitor was taken, or looked at: whether that is an event. */
    static boolean took(DeadheatTape tape, int operation, long lock) {
        if (isMissing(tape, lock)) {
            return false;
        }
        put(tape, operation, lock, 0);
        return true;
    }

    /** A lock that is no monitor is about to be given back; that it was taken is an event. */
    static void gaveBack(DeadheatTape tape, int operation, long lock) {
        if (tape.calls.isUntraced()) {
            DeadheatBarriers.reaches(tape, lock);
        }
        tape.append(operation, (int) DeadheatRecorder.CLOCK.next(), lock, 0, 0);
    }

    /**
     * The JDK has entered a monitor of its own. What that guards is not recorded, so it is a channel as well: nobody may take
     * such monitors in another order than they were.
     */
    static void enteredOfJdk(Object monitor, long offset) {
        DeadheatThread thread = Deadheat.thread();
        if (thread != null && monitor != null) {
            receive(DeadheatTable.of(thread, monitor).variableFor(offset));
        }
    }

    /** A wait begins: the number of the last notification until then. */
    static long waiting(Object monitor) {
        DeadheatEntry entry = DeadheatTable.of(DeadheatThread.of(Thread.currentThread()), monitor);
        DeadheatEntry.Variable ofJdk = entry.variable(DeadheatLockset.LEFT);
        if (ofJdk != null) {
            send(ofJdk);
        }
        put(WAIT_BEGIN, DeadheatIdentity.of(monitor), 0);
        return entry.more().notification;
    }

    /** It ends, perhaps by the last notification since. */
    static void waited(Object monitor, long before) {
        DeadheatEntry entry = DeadheatTable.of(DeadheatThread.of(Thread.currentThread()), monitor);
        long last = entry.more().notification;
        put(WAIT_END, DeadheatIdentity.of(monitor), last == before ? 0 : last);
        DeadheatEntry.Variable ofJdk = entry.variable(DeadheatLockset.LEFT);
        if (ofJdk != null) {
            receive(ofJdk);
        }
    }

    /** A monitor is about to notify, and the running thread has it. */
    static void notifying(DeadheatThread thread, Object monitor) {
        long number;
        synchronized (DeadheatEvents.class) {
            number = ++notifications;
        }
        DeadheatTable.of(thread, monitor).more().notification = number;
        put(NOTIFY, DeadheatIdentity.of(monitor), number);
    }

    // Channels.

    /** Before a variable is written, or something else that others will see. */
    static void send(DeadheatEntry.Variable variable) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        if (!isMissing(tape, DeadheatBarriers.named(SEND, variable.channel))) {
            put(tape, SEND, variable.channel, 0);
        }
        // Also if only the call is known to have it: what traced code receives from it is an event.
        U.getAndAddInt(variable, SENT, 1);
    }

    /**
     * After a variable was read by its offset. A field of the program may also be written by its name, under a small lock: who has
     * seen that waits until it is sent.
     */
    static void receive(DeadheatThread thread, Object object, long offset) {
        boolean isOfProgram = object instanceof Class || object.getClass().getClassLoader0() != null;
        boolean isLocked = isOfProgram && approach(object);
        receiveNow(thread, object, offset);
        if (isLocked) {
            leave(DeadheatIdentity.of(object));
        }
    }

    private static void receiveNow(DeadheatThread thread, Object object, long offset) {
        DeadheatEntry entry = DeadheatTable.find(thread, object);
        DeadheatEntry.Variable variable = entry == null ? null : entry.variable(offset);
        if (variable != null) {
            receive(variable);
        }
    }

    /** After a variable was read: what was sent is received once. */
    static void receive(DeadheatEntry.Variable variable) {
        DeadheatTape tape = DeadheatTape.current();
        int sent = variable.sent;
        if (tape != null && sent != 0 && tape.isNews(variable.channel + ((long) sent << 40))
                && !isMissing(tape, DeadheatBarriers.named(RECEIVE, variable.channel))) {
            put(tape, RECEIVE, variable.channel, 0);
        }
    }

    private static final long SENT = U.objectFieldOffset(DeadheatEntry.Variable.class, "sent");

    private static long channel(long what, int kind) {
        return what << 2 | kind;
    }

    /** A class was initialised, or is used that was. */
    static void initialised(int number) {
        put(SEND, channel(number, CLASS), 0);
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            tape.isNewClass(number);
        }
    }

    static void used(int number) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null && tape.isNewClass(number)) {
            put(tape, RECEIVE, channel(number, CLASS), 0);
        }
    }

    /** What is read under a stamp is not relied on before that is validated: it is not recorded, all else is. */
    static void pause(boolean begins) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape != null) {
            tape.pause(begins);
        }
    }

    // Final fields.

    static long frozen(Object object) {
        try {
            DeadheatTape tape = DeadheatTape.current();
            if (tape == null) {
                return 0;
            }
            // Whoever reads a final field of the object has a later tick: this one needs none of its own to be before it,
            // but no other event may have it.
            put(tape, SEND, channel(DeadheatIdentity.of(object), FINAL), 0);
            return tape.number + 1;
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
            return 0;
        }
    }

    static void finalRead(DeadheatTape tape, Object object) {
        try {
            long channel = channel(DeadheatIdentity.of(object), FINAL);
            if (tape.isNews(channel)) {
                put(tape, RECEIVE, channel, 0);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    // Volatile fields.

    /** Takes the small lock of an object; false if it cannot be had, or nothing is recorded. */
    static boolean approach(Object object) {
        if (object == null || DeadheatTape.current() == null) {
            return false;
        }
        long at = lock(DeadheatIdentity.of(object));
        for (int turns = 0; !U.compareAndSetLong(TAKEN, at, 0, 1); turns++) {
            if (turns == MOST_TURNS) {
                passedBy++;
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    private static void leave(long identity) {
        U.putLongRelease(TAKEN, lock(identity), 0);
    }

    /**
     * A volatile field is a channel as well, for those who access it by a handle or an updater: what they do is no event of
     * the field.
     */
    private static void meet(Object object, long offset, boolean isWrite) {
        DeadheatThread thread = DeadheatThread.current();
        if (thread == null) {
            return;
        }
        if (isWrite) {
            send(DeadheatTable.of(thread, object).variableFor(offset));
        } else {
            receiveNow(thread, object, offset);
        }
    }

    private static long offset(Object object, int field) {
        DeadheatThread thread = DeadheatThread.current();
        DeadheatLocation at = thread == null ? DeadheatLocation.NOWHERE
                : DeadheatFields.field(thread, object, (field >> 1) - 1, false);
        return at == DeadheatLocation.NOWHERE ? -1 : at.field;
    }

    private static long lock(long identity) {
        return DeadheatArrays.word((int) identity & LOCKS - 1);
    }

    static void ofVolatile(Object object, int operation, long value, int field, int site) {
        DeadheatTape tape = DeadheatTape.current();
        if (tape == null) {
            return;
        }
        try {
            long identity = DeadheatIdentity.of(object);
            tape.put(site << 5 | operation, (int) DeadheatRecorder.CLOCK.next(), identity, value, field);
            long offset = offset(object, field);
            if (offset >= 0) {
                meet(object, offset, operation == VOLATILE_WRITE);
            }
            leave(identity);
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    // Statics.

    /** Before a static field is accessed that may be volatile. */
    static void approachStatic(int reference) {
        DeadheatThread thread = DeadheatThread.current();
        if (thread != null) {
            DeadheatLocation at = DeadheatFields.staticField(thread, reference);
            if (at.isVolatile) {
                approach(at.holder);
            }
        }
    }

    static void ofStatic(DeadheatTape tape, int operation, long value, int reference, int site) {
        try {
            DeadheatThread thread = DeadheatThread.current();
            DeadheatLocation at = thread == null ? DeadheatLocation.NOWHERE : DeadheatFields.staticField(thread, reference);
            if (at == DeadheatLocation.NOWHERE) {
                return;
            }
            int type = at.type.number;
            if (type != 0) {
                used(type - 1);
            }
            if (at.isVolatile) {
                int what = operation + 2;
                tape.put(site << 5 | what, (int) DeadheatRecorder.CLOCK.next(), 0, value, number(thread, at));
                meet(at.holder, at.field, what == VOLATILE_WRITE);
                leave(DeadheatIdentity.of(at.holder));
            } else if (!at.isFinal) {
                tape.put(site << 5 | operation, (int) DeadheatRecorder.CLOCK.tick, 0, value, number(thread, at));
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            DeadheatRecorder.lost++;
        }
    }

    /** The number in the trace of a static field or of a state. */
    static int number(DeadheatThread thread, DeadheatLocation at) {
        if (at.number == 0) {
            thread.quiet++;
            try {
                at.number = DeadheatRecorder.number(new String[] {at.kind, at.owner, at.name, at.descriptor,
                    at.isVolatile ? "volatile" : ""});
            } finally {
                thread.quiet--;
            }
        }
        return at.number;
    }

    // What calls of the JDK's methods do.

    /** The tape for what happens at a code place; null if nobody asks about that. */
    private static DeadheatTape tapeFor(int site) {
        DeadheatTape tape = DeadheatTape.current();
        boolean isAsked = site >= 0 || DeadheatRecorder.IS_TOUCHED && tape != null && tape.calls.isUntraced();
        return isAsked ? tape : null;
    }

    /** The state of an object is read or written: its value is a number that each write gives anew. */
    static void state(DeadheatThread thread, Object object, DeadheatLocation at, boolean isWrite, int site) {
        DeadheatTape tape = at == null ? null : tapeFor(site);
        if (tape == null) {
            return;
        }
        if (isWrite) {
            U.putLong(object, at.write, (long) (tape.number + 1) << 40 | ++tape.states);
            DeadheatIdentity.forget(object);
        }
        tape.put(site << 5 | (isWrite ? 1 : 0), (int) DeadheatRecorder.CLOCK.tick, DeadheatIdentity.of(object),
                U.getLong(object, at.write), number(thread, at));
    }

    /** Elements were read or written, step by step, up to one that was not. */
    static void elements(Object array, int from, int to, int step, boolean isWrite, int site) {
        DeadheatTape tape = tapeFor(site);
        if (tape == null) {
            return;
        }
        long identity = DeadheatIdentity.of(array);
        int code = site << 5 | (isWrite ? 1 : 0);
        for (int index = from; index < to; index += step) {
            tape.put(code, (int) DeadheatRecorder.CLOCK.tick, identity, element(array, index), index | DeadheatRecorder.ELEMENT);
        }
    }

    private static long element(Object array, int index) {
        if (array instanceof Object[]) {
            return DeadheatIdentity.ofValue(((Object[]) array)[index]);
        } else if (array instanceof byte[]) {
            return ((byte[]) array)[index];
        } else if (array instanceof char[]) {
            return ((char[]) array)[index];
        } else if (array instanceof int[]) {
            return ((int[]) array)[index];
        } else if (array instanceof long[]) {
            return ((long[]) array)[index];
        } else if (array instanceof double[]) {
            return Double.doubleToRawLongBits(((double[]) array)[index]);
        } else if (array instanceof float[]) {
            return Float.floatToRawIntBits(((float[]) array)[index]);
        } else if (array instanceof short[]) {
            return ((short[]) array)[index];
        }
        return ((boolean[]) array)[index] ? 1 : 0;
    }

    /** A variable was accessed by reflection or a handle, or is copied. */
    static void variable(DeadheatThread thread, Object base, DeadheatLocation at, boolean isWrite, int site) {
        DeadheatTape tape = tapeFor(site);
        if (tape == null) {
            return;
        }
        Object holder = base != null ? base : at.holder;
        tape.put(site << 5 | (isWrite ? 1 : 0), (int) DeadheatRecorder.CLOCK.tick, DeadheatIdentity.of(base),
                value(holder, at), number(thread, at));
    }

    private static long value(Object holder, DeadheatLocation at) {
        switch (at.descriptor.charAt(0)) {
            case 'Z': return U.getBoolean(holder, at.field) ? 1 : 0;
            case 'B': return U.getByte(holder, at.field);
            case 'C': return U.getChar(holder, at.field);
            case 'S': return U.getShort(holder, at.field);
            case 'I': case 'F': return U.getInt(holder, at.field);
            case 'J': case 'D': return U.getLong(holder, at.field);
            default: return DeadheatIdentity.ofValue(U.getReference(holder, at.field));
        }
    }
}
