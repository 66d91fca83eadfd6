package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * Static fields: which of them a thread has used in its epoch, and what is done about the others.
 *
 * <p>Naively each access looks at the field's shadow and at what its class's initialiser did. Here a thread remembers, by the
 * number of the reference and whether it writes, the last epoch in which it did: again in the same epoch there is nothing
 * to see. All fields are the thread's own.
 */
final class DeadheatStatics {
    /** Stands for all epochs. */
    private static final long EVER = -1;
    private static final long[] NOTHING = new long[0];

    private long[] used = NOTHING;
    /** By number of the reference, a bit if the initialiser of the field's class is known to have ended. */
    private long[] initialised = NOTHING;
    /** By number of a class, a bit if what its initialiser did is known. */
    private long[] known = NOTHING;

    /**
     * Whether a thread has used a static field in this epoch, by the number of the reference and how; or at any time, if it is
     * final. Its class was initialised then.
     */
    static boolean hasUsed(Thread running, int how) {
        DeadheatThread thread = DeadheatThread.of(running);
        if (thread == null) {
            return false;
        }
        long[] all = thread.statics.used;
        long when = how < all.length ? all[how] : 0;
        return when != 0 && (when == thread.epoch || when == EVER);
    }

    /** Whether a thread knows what the initialiser of a static field's class did, by the number of the reference. */
    static boolean hasUsedClass(Thread running, int reference) {
        DeadheatThread thread = DeadheatThread.of(running);
        if (thread == null) {
            return true;
        }
        return has(thread.statics.initialised, reference);
    }

    /** Whether a thread knows what the initialiser of a class did, by the number of the class. */
    static boolean knowsInitialiser(Thread running, int number) {
        DeadheatThread thread = DeadheatThread.of(running);
        return thread == null || has(thread.statics.known, number);
    }

    /** The thread knows from now on what the initialiser of a class did. */
    void learnInitialiser(int number) {
        known = with(known, number);
    }

    private static boolean has(long[] all, int bit) {
        int word = bit >> 6;
        return word < all.length && (all[word] >>> bit & 1) != 0;
    }

    private static long[] with(long[] all, int bit) {
        int word = bit >> 6;
        long[] more = word < all.length ? all : java.util.Arrays.copyOf(all, Math.max(word + 1, 2 * all.length));
        more[word] |= 1L << bit;
        return more;
    }

    /** The class of a static field is used. */
    @DontInline
    static void useClass(int reference) {
        try {
            DeadheatThread thread = Deadheat.thread();
            DeadheatLocation at = thread == null ? DeadheatLocation.NOWHERE : DeadheatFields.staticField(thread, reference);
            if (at == DeadheatLocation.NOWHERE) {
                return;
            }
            at.type.use(thread);
            if (at.type.initialised != null) {
                thread.statics.initialised = with(thread.statics.initialised, reference);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** A static field was read, and may not have been in this epoch. */
    @DontInline
    static void read(int reference, int site) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread == null) {
                return;
            }
            DeadheatLocation at = DeadheatFields.staticField(thread, reference);
            if (at == DeadheatLocation.NOWHERE) {
                return;
            }
            at.type.use(thread);
            if (at.isVolatile) {
                DeadheatEntry.receive(thread, at.holder, at.field);
            } else if (at.isFinal) {
                thread.statics.useFinal(reference << 1, at.type);
            } else if (thread.epoch != 0 && site >= 0) {
                at.shadow.read(thread, 0, site, at, null);
                thread.statics.use(reference << 1, thread.epoch);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** The same, of one that was written. */
    @DontInline
    static void write(int reference, int site) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread == null) {
                return;
            }
            DeadheatLocation at = DeadheatFields.staticField(thread, reference);
            if (at == DeadheatLocation.NOWHERE || at.isVolatile || at.isFinal) {
                return;
            }
            at.type.use(thread);
            if (thread.epoch != 0 && site >= 0) {
                at.shadow.write(thread, 0, site, at, null);
                thread.statics.use(reference << 1 | 1, thread.epoch);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** A static field is used in an epoch. Lock sets are no matter of epochs. */
    private void use(int how, long epoch) {
        if (!DeadheatDetector.LOCKSET && !DeadheatRecorder.IS_ON) {
            note(how, epoch);
        }
    }

    /** A final static field is used: all that matters is what its class's initialiser did. */
    private void useFinal(int how, DeadheatType type) {
        if (type.initialised != null && !DeadheatRecorder.IS_ON) {
            note(how, EVER);
        }
    }

    private void note(int how, long when) {
        if (how >= used.length) {
            used = java.util.Arrays.copyOf(used, Math.max(how + 1, 2 * used.length));
        }
        used[how] = when;
    }
}
