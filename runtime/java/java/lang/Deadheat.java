package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Where rewritten code calls the runtime.
 *
 * <p>The classes of the runtime are part of java.base: the agent defines them before the JVM runs any Java code, so that the
 * JDK's own classes can be rewritten to call them; and java.lang is the package that every module sees. Until
 * {@link #begin} nothing happens.
 *
 * <p>What these methods must never do is make the program fail or wait. They run in the middle of the program's code and
 * of the JDK's: they take no lock of the program's, and what they do themselves is not seen ({@link DeadheatThread#quiet}).
 */
public final class Deadheat {
    private static final jdk.internal.misc.Unsafe U = jdk.internal.misc.Unsafe.getUnsafe();
    /** Where the elements of arrays begin: JDKs have it in different types. Written once, by {@link #begin}. */
    static long objectsAt;
    static long longsAt;
    /** How often the runtime failed; what is lost when two threads count at once does not matter. */
    private static long failures;
    /**
     * Whether the runtime failed since it was asked last: memory or stack were used up in the middle of something. What
     * happened until then is not reported any more, for an order may have been missed. A store, so that it cannot fail.
     */
    static volatile boolean isShaken;
    /** Whether the runtime works; written once, by {@link #begin}. */
    private static volatile boolean isOn;
    /** By class number: what was known when its initialisation ended. */
    private static DeadheatClock[] initialised = new DeadheatClock[256];

    private Deadheat() {
    }

    // What the agent is asked and told.

    /** What a number stands for: class, name, descriptor and more. */
    static native String[] describe(int kind, int number);

    /** What a call does with objects if the receiver is of a class of the JDK, or of one of the program below that, which declares these methods. */
    static native String[] effects(int call, String type, String declared);

    /**
     * What the objects of a class of the JDK are to who calls their methods, the class that has their shadow, the field that has their lock,
     * and whether those of a class of the program below, which declares these methods, may do otherwise.
     */
    static native String[] kind(String type, String declared);

    static native void report(String[] race, int there, int here);

    /** Says why the runtime failed. */
    private static native void note(String failure);

    /** A race was seen: whether the program is to get an exception. */
    static native boolean isToThrow();

    /** Called once, by the agent, on the main thread. */
    private static void begin(long objects, long longs) {
        objectsAt = objects;
        longsAt = longs;
        DeadheatThread.begin(Thread.currentThread(), null, true);
        // Loads what is needed for it before anything else runs.
        DeadheatCaller.find();
        new Throwable().getStackTrace();
        isOn = true;
    }

    /** Called by the agent, on a thread that nobody started in Java. */
    private static void attached() {
        if (isOn) {
            DeadheatThread.begin(Thread.currentThread(), null, false);
        }
    }

    private static long seen() {
        DeadheatElements.end();
        DeadheatLog.flush();
        return DeadheatReport.seen();
    }

    private static String[] counts() {
        return DeadheatReport.counts();
    }

    private static String[] rules() {
        return DeadheatCounts.rules();
    }

    private static String[] arrays() {
        return DeadheatCounts.arrays();
    }

    private static String[] uses() {
        return DeadheatCounts.uses();
    }

    /** An access, with so many checks: only where they are counted. */
    public static void accessed(int checks) {
        DeadheatCounts.count(1, checks);
    }

    /** So many checks: only where they are counted. */
    public static void checked(int checks) {
        DeadheatCounts.count(0, checks);
    }

    private static String[] calls() {
        return DeadheatAudit.calls();
    }

    private static long failures() {
        return failures;
    }

    /** Something went wrong in the runtime; it is counted, not more, for it may be that memory or stack are used up. */
    @DontInline
    static void failed(Throwable failure) {
        if (failure instanceof DeadheatRaceError) {
            throw (DeadheatRaceError) failure;
        }
        if (failures++ == 0) {
            try {
                StackTraceElement[] stack = failure.getStackTrace();
                note(failure + (stack.length == 0 ? "" : " at " + stack[0]));
            } catch (Throwable again) {
                failures++;
            }
        }
    }

    /** Whether an access may be reported: not if the runtime may have missed what orders it. */
    static boolean isSure(long epoch) {
        if (isShaken) {
            isShaken = false;
            DeadheatThread.forgive();
        }
        return !DeadheatThread.isForgiven(epoch);
    }

    /** Something is done, or was, that is not seen: it may have ordered what would be reported. */
    public static void blind() {
        isShaken = true;
    }

    static boolean isOn() {
        return isOn;
    }

    private static String[] recorded() {
        return DeadheatEvents.finish();
    }

    static DeadheatThread thread() {
        return isOn ? DeadheatThread.current() : null;
    }

    // Fields.

    /** The running thread's epoch; 0 if nothing is to be checked. */
    @ForceInline
    public static long epoch() {
        // Only the program's classes call this: the JVM is up. No volatile variable is read, so that checks are free to move.
        return DeadheatThread.epochOf(Thread.currentThread());
    }

    /** The epoch in which a constructor ends; 0 if the thread has none. */
    public static long frozen() {
        DeadheatThread thread = isOn ? DeadheatThread.of(Thread.currentThread()) : null;
        return thread == null ? 0 : thread.freeze();
    }

    /** A final field was read of an object that was complete in an epoch. */
    @ForceInline
    public static void finalRead(long frozen) {
        Thread running = Thread.currentThread();
        if (!DeadheatThread.hasLearnt(running, frozen)) {
            learn(running, frozen);
        }
    }

    @DontInline
    private static void learn(Thread running, long frozen) {
        DeadheatThread thread = isOn && frozen != 0 ? DeadheatThread.of(running) : null;
        if (thread != null && thread.number != DeadheatThread.numberOf(frozen)) {
            thread.learn(frozen);
            DeadheatThread.remember(running, frozen);
        }
    }

    /** A field of an object is written that nobody else can have: what its shadow says of the code place. */
    public static long fresh(int site, long epoch) {
        if (epoch == 0 || site < 0) {
            return 0;
        }
        try {
            DeadheatThread.of(Thread.currentThread()).note(site, epoch);
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
        return DeadheatShadow.stamp(site, epoch) & 0xffffffffL;
    }

    // Code places are negative where nobody asks about accesses, but for what they synchronise.

    /** Whether the running thread has read a field in its epoch that several threads have read: by where the reads are. */
    public static boolean hasRead(Object reads, int number) {
        return ((DeadheatReads) ((Object[]) reads)[number]).has(DeadheatThread.epochOf(Thread.currentThread()));
    }

    /** A read of an object's field, but the thread's second one in an epoch. */
    @DontInline
    public static void readSlow(Object object, int field, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread == null || thread.epoch == 0 || site < 0
                    || DeadheatDetector.TREE_FIRST && DeadheatTree.isRedundant(thread, object, field, site, false)) {
                return;
            }
            DeadheatLocation at = DeadheatFields.field(thread, object, field, true);
            if (at != DeadheatLocation.NOWHERE) {
                DeadheatShadow.read(thread, object, at, site);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** A write of an object's field, but the thread's second one in an epoch. */
    @DontInline
    public static void writeSlow(Object object, int field, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread == null || thread.epoch == 0 || site < 0
                    || DeadheatDetector.TREE_FIRST && DeadheatTree.isRedundant(thread, object, field, site, true)) {
                return;
            }
            DeadheatLocation at = DeadheatFields.field(thread, object, field, true);
            if (at != DeadheatLocation.NOWHERE) {
                DeadheatShadow.write(thread, object, at, site);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** After a volatile field was read. */
    @DontInline
    public static void volatileRead(Object object, int field) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && object != null) {
                DeadheatLocation at = DeadheatFields.field(thread, object, field, false);
                if (at != DeadheatLocation.NOWHERE) {
                    DeadheatEntry.receive(thread, object, at.field);
                }
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** Before a volatile field is written. */
    @DontInline
    public static void volatileWrite(Object object, int field) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && object != null) {
                DeadheatLocation at = DeadheatFields.field(thread, object, field, false);
                if (at != DeadheatLocation.NOWHERE) {
                    DeadheatEntry.publish(thread, object, at.field);
                }
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    // Statics. The hooks come after the access: the class is initialised then, and the clock of that acquired.

    /** After a static field was read. */
    public static void staticRead(int reference, int site) {
        if (!DeadheatStatics.hasUsed(Thread.currentThread(), reference << 1)) {
            DeadheatStatics.read(reference, site);
        }
    }

    /** Before a static field is written: only a volatile one matters. */
    @DontInline
    public static void beforeStaticWrite(int reference) {
        try {
            DeadheatThread thread = thread();
            if (thread != null) {
                DeadheatLocation at = DeadheatFields.staticField(thread, reference);
                if (at.isVolatile) {
                    DeadheatEntry.publish(thread, at.holder, at.field);
                }
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** After a static field was written. */
    public static void staticWrite(int reference, int site) {
        if (!DeadheatStatics.hasUsed(Thread.currentThread(), reference << 1 | 1)) {
            DeadheatStatics.write(reference, site);
        }
    }

    /** After a static field of another class was accessed that nobody asks about: what its initialiser did is known. */
    public static void staticUsed(int reference) {
        if (!DeadheatStatics.hasUsedClass(Thread.currentThread(), reference)) {
            DeadheatStatics.useClass(reference);
        }
    }

    // Classes.

    /** A class's initialisation has come to its end; numbers are those of classes. */
    @DontInline
    public static void initialised(int number) {
        try {
            DeadheatThread thread = thread();
            if (thread == null) {
                return;
            }
            Class<?> type;
            thread.quiet++;
            try {
                type = DeadheatCaller.find();
            } finally {
                thread.quiet--;
            }
            if (DeadheatRecorder.IS_ON) {
                DeadheatEvents.initialised(number);
                if (type != null) {
                    DeadheatType.of(type).number = number + 1;
                }
                noteInitialised(number, thread.release());
                return;
            }
            if (DeadheatLog.IS_ON) {
                DeadheatLog.meet(thread, '-', 'c', number);
            }
            DeadheatClock clock = thread.release();
            if (type != null) {
                DeadheatEntry.Variable variable = new DeadheatEntry.Variable(INITIALISED);
                variable.set(thread, clock);
                DeadheatType.of(type).initialised = variable;
            }
            noteInitialised(number, clock);
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    private static synchronized void noteInitialised(int number, DeadheatClock clock) {
        if (number >= initialised.length) {
            initialised = java.util.Arrays.copyOf(initialised, Math.max(number + 1, 2 * initialised.length));
        }
        initialised[number] = clock;
    }

    /** A class is used by who is in its code: it is initialised, or about to be by this thread. */
    public static void used(int number) {
        if (!DeadheatStatics.knowsInitialiser(Thread.currentThread(), number)) {
            use(number);
        }
    }

    @DontInline
    private static void use(int number) {
        try {
            DeadheatThread thread = thread();
            DeadheatClock[] known = initialised;
            DeadheatClock end = thread == null || number >= known.length ? null : known[number];
            if (end == null) {
                return;
            }
            if (DeadheatRecorder.IS_ON) {
                DeadheatEvents.used(number);
                return;
            }
            if (DeadheatLog.IS_ON && !thread.knows(end)) {
                DeadheatLog.meet(thread, '+', 'c', number);
            }
            thread.acquire(end);
            thread.statics.learnInitialiser(number);
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** An object of a class is about to be made: its constructor would tell, too, but only behind what it is given. */
    @DontInline
    public static void using(Object made) {
        try {
            DeadheatThread thread = thread();
            if (thread != null) {
                DeadheatType.use(thread, (Class<?>) made);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** No field is there. */
    private static final long INITIALISED = -1;
    static final long LINKED = -2;

    /** Before a dynamic call site of a class is used. */
    public static void linking(Object type) {
        receive(type, LINKED);
    }

    // Arrays.

    /** Before an element is read; the access itself says what is wrong with the array or the index. */
    public static void arrayRead(Object array, int index, int site) {
        if (!DeadheatFootprint.has(array, index, site << 1)) {
            DeadheatElements.access(array, index, site, false);
        }
    }

    /** Before an element is written. */
    public static void arrayWrite(Object array, int index, int site) {
        if (!DeadheatFootprint.has(array, index, site << 1 | 1)) {
            DeadheatElements.access(array, index, site, true);
        }
    }

    /** Where elements end that begin at one and end before another: so many later, if there are any. */
    public static int spread(int from, int to, int more) {
        return from < to ? to + more : to;
    }

    /**
     * Elements are read, {@code step} apart, from one on, up to another one that is not: before or after that, with nothing
     * in between that orders. What there is not of them is left out.
     */
    public static void rangeRead(Object array, int from, int to, int step, int site) {
        DeadheatElements.access(array, from, to, step, site, false);
    }

    /** The same, for elements that are written. */
    public static void rangeWrite(Object array, int from, int to, int step, int site) {
        DeadheatElements.access(array, from, to, step, site, true);
    }

    /** A method of the program begins: only where calls are audited. */
    public static void begins(int method) {
        try {
            DeadheatThread thread = thread();
            if (thread != null) {
                DeadheatAudit.entered(thread, method);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    // Calls of the JDK's methods by the program.

    /** Before a call: what it does with an object. */
    public static void called(Object a, int call, int site) {
        called(a, null, null, call, site);
    }

    /** Before a call: what it does with two objects. */
    public static void called(Object a, Object b, int call, int site) {
        called(a, b, null, call, site);
    }

    /** Before a call: what it does with three objects. */
    @DontInline
    public static void called(Object a, Object b, Object c, int call, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && thread.epoch != 0) {
                DeadheatCalls.called(thread, a, b, c, call, site);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** Before a call that may change an object: how often that was changed. */
    @DontInline
    public static int modified(Object object) {
        try {
            DeadheatThread thread = thread();
            return thread == null || thread.epoch == 0 || object == null ? 0 : DeadheatCalls.modified(thread, object);
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
            return 0;
        }
    }

    /** After it: if it was changed, the call has written it. */
    @DontInline
    public static void changed(Object object, int before, int call, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && thread.epoch != 0 && object != null) {
                DeadheatCalls.changed(thread, object, before, call, site);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** Before an object is asked for its text, hash or equality. */
    @DontInline
    public static void asked(Object object, int how, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && thread.epoch != 0 && object != null) {
                DeadheatCalls.asked(thread, object, how, site);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** A call reads or writes elements of an array. */
    @DontInline
    public static void elements(Object array, int from, int number, int how, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && thread.epoch != 0 && array != null) {
                DeadheatCalls.elements(thread, array, from, number, how, site);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** A call reads or writes a variable by reflection or a handle. */
    @DontInline
    public static void variable(Object handle, Object base, int index, int isWrite, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && thread.epoch != 0 && handle != null) {
                DeadheatVariables.access(thread, handle, base, index, isWrite != 0, site);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** A call gave back a view of an object. */
    @DontInline
    public static void viewed(Object view, Object of) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && view != null && of != null) {
                DeadheatCalls.viewed(thread, view, of);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** An object's method has taken the object's lock, and reads or writes it: for the program, if that called it. */
    @DontInline
    static void guarded(Object object, boolean isWrite) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && thread.epoch != 0 && thread.callee == object) {
                DeadheatCalls.guarded(thread, object, isWrite, thread.callSite);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    // Copies.

    /** Before an object is cloned: all of it is read. */
    @DontInline
    public static void copying(Object original, int site) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && thread.epoch != 0 && original != null) {
                for (Class<?> type = original.getClass(); type != null; type = type.getSuperclass()) {
                    for (DeadheatLocation at : DeadheatShape.of(thread, type).plain) {
                        if (DeadheatRecorder.IS_ON) {
                            DeadheatEvents.variable(thread, original, at, false, site);
                            continue;
                        }
                        if (at.group != null) {
                            at.group.readIfFirst(thread, original, at, site);
                            continue;
                        }
                        DeadheatShadow.read(thread, original, at.write, at.read, at.sites, original, at.more, at.index,
                                at.count, site, at, original);
                    }
                }
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** A copy has no history of its own. */
    @DontInline
    public static void copied(Object copy) {
        try {
            DeadheatThread thread = thread();
            Class<?> type = thread == null || copy == null ? null : copy.getClass();
            long entry = type == null ? -1 : DeadheatType.entryAt(thread, type);
            if (entry > 0) {
                U.putReference(copy, entry, null);
            }
            if (type != null && DeadheatRecorder.IS_ON) {
                DeadheatIdentity.copied(copy);
                return;
            }
            for (; type != null; type = type.getSuperclass()) {
                DeadheatShape.of(thread, type).clear(copy);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    // Monitors.

    /**
     * Before a monitor is entered. What hangs on objects that have no field for it is found by their hash code: to give it to
     * an object that is locked already makes the lock a slow one, for as long as the object lives.
     */
    @DontInline
    public static void entering(Object monitor) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && monitor != null) {
                thread.held.approach(thread, monitor);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** After a monitor was entered. */
    @DontInline
    public static void entered(Object monitor) {
        try {
            DeadheatThread thread = thread();
            DeadheatEntry entry = thread == null ? null : thread.held.enter(thread, monitor);
            if (entry != null) {
                thread.guess(false);
                if (DeadheatRecorder.IS_ON) {
                    DeadheatEvents.acquired(monitor);
                    return;
                }
                if (DeadheatDetector.LOCKSET) {
                    DeadheatLockset.taken(thread, entry, false);
                    return;
                }
                if (DeadheatLog.IS_ON) {
                    DeadheatLog.meet(thread, '+', 'm', entry.identity());
                }
                thread.acquireMonitor(entry);
                if (DeadheatDetector.TREE) {
                    DeadheatLockset.taken(thread, entry, false);
                }
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** Before a monitor is left. */
    @DontInline
    public static void leaving(Object monitor) {
        try {
            DeadheatThread thread = thread();
            DeadheatEntry entry = thread == null || monitor == null ? null : thread.held.leave(thread, monitor);
            if (entry != null) {
                thread.guess(false);
                if (DeadheatRecorder.IS_ON) {
                    DeadheatEvents.releasing(monitor);
                } else if (DeadheatDetector.LOCKSET) {
                    DeadheatLockset.left(thread, entry);
                } else {
                    leave(thread, entry);
                    if (DeadheatDetector.TREE) {
                        DeadheatLockset.givenBack(thread, entry, false);
                    }
                }
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    static void leave(DeadheatThread thread, DeadheatEntry entry) {
        if (DeadheatLog.IS_ON) {
            DeadheatLog.meet(thread, '-', 'm', entry.identity());
        }
        thread.releaseMonitor(entry);
    }

    /** {@link Object#wait()}, which leaves the monitor and enters it again, also when it is interrupted. */
    public static void wait(Object monitor) throws InterruptedException {
        wait(monitor, 0L);
    }

    /** {@link Object#wait(long)}. */
    public static void wait(Object monitor, long millis) throws InterruptedException {
        long notification = DeadheatWaits.waiting(monitor);
        try {
            monitor.wait(millis);
        } finally {
            DeadheatWaits.waited(monitor, notification);
        }
    }

    /** {@link Object#wait(long, int)}, which rounds up. */
    public static void wait(Object monitor, long millis, int nanos) throws InterruptedException {
        if (millis >= 0 && nanos >= 0 && nanos <= 999999) {
            wait(monitor, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
        } else {
            // Says what is wrong with the arguments.
            monitor.wait(millis, nanos);
        }
    }

    // Volatile variables that are reached by their offset: what atomics and variable handles do.

    /** Before a write to a variable with release semantics. */
    @DontInline
    public static void publish(Object object, long offset) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && object != null) {
                DeadheatEntry.publish(thread, object, offset);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    /** After a read of a variable with acquire semantics. */
    @DontInline
    public static void receive(Object object, long offset) {
        try {
            DeadheatThread thread = thread();
            if (thread != null && object != null) {
                DeadheatEntry.receive(thread, object, offset);
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }

    // Interrupts.

    /** An InterruptedException was caught, or the thread asked for it. */
    @DontInline
    public static void caughtInterrupt() {
        try {
            DeadheatThread thread = thread();
            if (thread != null) {
                thread.takeInterrupt();
            }
        } catch (Throwable failure) {
            isShaken |= !(failure instanceof DeadheatRaceError);
            failed(failure);
        }
    }
}
