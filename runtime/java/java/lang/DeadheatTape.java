package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * What a thread does, as it is recorded: a buffer of records of one length, outside of the heap, which belongs to the agent.
 *
 * <p>A record is an operation with its code place, the low half of a tick, an object, a value, and a part of the object. The
 * thread appends; a full buffer is given to the agent, which encodes it in the thread's time and gives it back empty.
 *
 * <p>All fields are the thread's own, but for {@link #at} and {@link #turns}: at checkpoints another thread reads them.
 */
final class DeadheatTape {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long TAPE = U.objectFieldOffset(Thread.class, "$deadheat$tape");
    private static final long AT = U.objectFieldOffset(DeadheatTape.class, "at");
    private static final long TURNS = U.objectFieldOffset(DeadheatTape.class, "turns");
    /** The length of a record: operation and place, tick, object, value, part. */
    static final int RECORD = 28;
    /** Records of a thread's first buffer, and of the others. */
    private static final int FEW = 64;
    private static final int MANY = 2048;
    /** Identities that are taken at once. */
    private static final int IDENTITIES = 256;
    /** Arrays that are known by code place; and what was received, of what is received once. */
    static final int ARRAYS = 64;
    private static final int RECEIVED = 1024;

    /** The number of the thread in the trace. */
    final int number;
    /** Where the next record goes, and where the buffer ends. */
    private long at;
    private long end;
    /** How often the thread has got a buffer. */
    private int turns;
    /** Where it ends while not everything is recorded: then {@link #end} is where the next record would go. */
    private long pausedEnd;
    private boolean isPaused;
    /** How deep the thread is in code that nothing is recorded of; and whether it was paused before. */
    private int rests;
    private boolean wasPaused;
    private boolean isBig;
    /** The next identity, and behind the last one that is the thread's. */
    private long identity;
    private long lastIdentity;
    final Object[] arrays = new Object[ARRAYS];
    final long[] arrayIdentities = new long[ARRAYS];
    private long[] received;
    /** By class: whether its initialisation was received. */
    private long[] classes = new long[4];
    /** Calls into untraced code and back. */
    final DeadheatCallStack calls = new DeadheatCallStack();
    /** What need not be recorded again; null if everything is. */
    private final DeadheatRepeats repeats = DeadheatRecorder.HAS_TREE ? new DeadheatRepeats() : null;
    /** Values that the thread gave to states of objects. */
    long states;

    DeadheatTape(int number) {
        this.number = number;
    }

    /** The running thread's; null if it is not recorded. */
    static DeadheatTape current() {
        return of(Thread.currentThread());
    }

    static DeadheatTape of(Thread thread) {
        return (DeadheatTape) U.getReference(thread, TAPE);
    }

    static void set(Thread thread, DeadheatTape tape) {
        U.putReferenceRelease(thread, TAPE, tape);
    }

    /** Appends a record. */
    void put(int code, int tick, long object, long value, int part) {
        if (DeadheatRecorder.IS_TOUCHED && calls.isUntraced() && DeadheatBarriers.touches(this, code & 31, object, part)
                && !DeadheatRecorder.IS_AUDITED) {
            return;
        }
        append(code, tick, object, value, part);
    }

    /** The same, also in code that is not traced. */
    void append(int code, int tick, long object, long value, int part) {
        if (DeadheatRecorder.HAS_TREE && isRepeated(code, object, part)) {
            return;
        }
        long to = at;
        if (to == end) {
            to = isPaused ? besides(code & 31) : turn();
            if (to == 0) {
                return;
            }
        }
        U.putInt(to, code);
        U.putInt(to + 4, tick);
        U.putLong(to + 8, object);
        U.putLong(to + 16, value);
        U.putInt(to + 24, part);
        // Who looks from outside sees whole records.
        U.putLongRelease(this, AT, to + RECORD);
    }

    private boolean isRepeated(int code, long object, int part) {
        if ((code & 31) > DeadheatRecorder.WRITE) {
            repeats.end();
            return false;
        }
        return end != at && repeats.has(code, object, part);
    }

    /** Where a record goes while reads are left out; 0 if it is one of those, or nothing at all is recorded. */
    private long besides(int operation) {
        if (leavesOut(operation == DeadheatRecorder.READ)) {
            return 0;
        }
        long to = at;
        end = pausedEnd;
        if (to == end) {
            to = turn();
        }
        pausedEnd = end;
        end = to == 0 ? at : to + RECORD;
        return to;
    }

    /** The buffer is full: the next one; 0 if nothing is to be recorded. */
    private long turn() {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        if (thread != null) {
            thread.quiet++;
        }
        try {
            int records = isBig ? MANY : FEW;
            long given = DeadheatRecorder.exchange(number, at, records * RECORD);
            long next = given & ~1L;
            if (next == 0) {
                return 0;
            }
            isBig = true;
            end = next + (long) records * RECORD;
            // Who sees the number sees where the buffer begins.
            U.putLongRelease(this, AT, next);
            U.putIntRelease(this, TURNS, turns + 1);
            if (given != next) {
                DeadheatEvents.checkpoint();
            }
            return next;
        } finally {
            if (thread != null) {
                thread.quiet--;
            }
        }
    }

    /** How often the thread has got a buffer; for who looks from outside, before where the next record goes. */
    int turns() {
        return U.getIntAcquire(this, TURNS);
    }

    /** Where the next record goes; for who looks from outside. */
    long position() {
        return U.getLongAcquire(this, AT);
    }

    /** Whether something is not recorded now: a plain read, or what is not. */
    boolean leavesOut(boolean isRead) {
        return isPaused && (isRead || rests > 0);
    }

    /** Plain reads are not recorded from now on, or everything again. */
    void pause(boolean isPaused) {
        if (isPaused != this.isPaused) {
            this.isPaused = isPaused;
            if (isPaused) {
                pausedEnd = end;
                end = at;
            } else {
                end = pausedEnd;
            }
        }
    }

    /** Nothing is recorded from now on, or again what was before; this may be nested. */
    void rest(boolean begins) {
        if (begins && rests++ == 0) {
            wasPaused = isPaused;
            pause(true);
        } else if (!begins && --rests == 0) {
            pause(wasPaused);
        }
    }

    /** An identity that nothing has. */
    long newIdentity() {
        if (identity == lastIdentity) {
            identity = DeadheatIdentity.take(IDENTITIES);
            lastIdentity = identity + IDENTITIES;
        }
        return identity++;
    }

    /** Whether something is received for the first time, as far as that is remembered. */
    boolean isNews(long channel) {
        if (received == null) {
            received = new long[RECEIVED];
        }
        int place = (int) (channel * 0x9E3779B97F4A7C15L >>> 54);
        if (received[place] == channel) {
            return false;
        }
        received[place] = channel;
        return true;
    }

    /** Whether the initialisation of a class is received for the first time. */
    boolean isNewClass(int number) {
        int word = number >> 6;
        if (word >= classes.length) {
            classes = java.util.Arrays.copyOf(classes, Math.max(word + 1, 2 * classes.length));
        }
        boolean isNew = (classes[word] >>> number & 1) == 0;
        classes[word] |= 1L << number;
        return isNew;
    }
}
