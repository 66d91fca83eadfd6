package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Elements of an array that a thread has accessed at one code place since it last synchronised, and that were not looked at
 * yet: indices that are equally far apart (SlimState; BigFoot, section 4).
 *
 * <p>Naively each access is looked at when it is made. Nothing is lost if it waits until the thread's clock or what the
 * thread knows is about to change ({@link DeadheatThread#commit}): until then no order between it and accesses of others can
 * begin or end. What waits is looked at as one, which is one look for the whole array if other accesses are like it
 * ({@link DeadheatParts}). A report then names the two accesses in the order in which they were looked at.
 *
 * <p>A thread has one footprint for each of {@link #SLOTS} groups of code places. One that is closed because the thread is
 * at another code place of the group, at another array or at an index out of the pattern, is looked at at once; and one
 * that was used {@link #PATIENCE} times is, too, so that races of a loop that never synchronises are seen while it
 * runs. After that it stands for elements that were looked at in this epoch, and only grows. A code place whose
 * footprints are mostly of few elements looks at each access at once.
 *
 * <p>All fields are the thread's own. Another thread looks at them when the JVM ends; {@link DeadheatThread#version} tells
 * whether it saw what belongs together.
 */
final class DeadheatFootprint {
    private static final boolean IS_USED = DeadheatTechniques.FOOTPRINTS;
    private static final int SLOTS = 64;
    private static final int LAST = SLOTS - 1;
    private static final int PATIENCE = 1000;
    /** Footprints of so few elements are no gain, and so many of them on end are enough to know ({@link #tried}). */
    private static final int FEW = 16;
    static final int ENOUGH = 2;
    private static final int ATTEMPTS = 1 << 15;
    private static final int FARTHEST = 1 << 28;
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long VERSION = U.objectFieldOffset(DeadheatThread.class, "version");
    /** No array: it stands for the array of a footprint that is closed. */
    private static final Object CLOSED = new Object();
    /** The footprints of a thread that has none; none of them is ever opened. */
    static final DeadheatFootprint[] NONE = new DeadheatFootprint[SLOTS];

    static {
        java.util.Arrays.fill(NONE, new DeadheatFootprint());
    }

    private Object array = CLOSED;
    /** The code place, and whether it writes. */
    private int key = -1;
    private int from;
    /** Not 0; negative where indices go down. */
    private int step;
    /** The index that would follow. */
    private int next;
    /** An element that is there and may be accessed next. */
    private int again;
    /** How often it may be used until it is looked at. */
    private int left;
    /** Whether it is among the open ones of its thread, though it may be closed. */
    private boolean isListed;

    private DeadheatFootprint() {
    }

    /**
     * Whether an element is in a footprint of the running thread, perhaps as the next one. It is left to the JVM where this is
     * compiled in: where it always is, there is much to compile.
     */
    static boolean has(Object array, int index, int key) {
        if (!IS_USED) {
            return false;
        }
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        if (thread == null) {
            return true;
        }
        DeadheatFootprint at = thread.footprints[key >> 1 & LAST];
        return at.array == array && at.key == key && thread.quiet == 0 && at.takes(index);
    }

    private boolean takes(int index) {
        int end = next;
        if (index == end) {
            next = end + step;
            return true;
        }
        if (step == 1) {
            return index >= from && index < end && --left >= 0;
        }
        // Who goes through the elements again needs no division.
        return index == again && goOn();
    }

    private boolean goOn() {
        again += step;
        again = again == next ? from : again;
        return --left >= 0;
    }

    /**
     * Whether elements that are accessed at a code place are looked at one by one: footprints there had few elements, and
     * one more is tried only now and then.
     */
    static boolean looksAtOnce(DeadheatThread thread, int site) {
        if (!IS_USED) {
            return true;
        }
        if (thread.attempts == null) {
            thread.attempts = new byte[ATTEMPTS];
        }
        int at = site & ATTEMPTS - 1;
        byte tried = thread.attempts[at];
        if (tried < ENOUGH) {
            return false;
        }
        thread.attempts[at] = (byte) (tried == ENOUGH ? ENOUGH - 1 : tried - 1);
        return true;
    }

    /** A footprint of a code place had few elements, or many. */
    private static void tried(DeadheatThread thread, int site, boolean isFew) {
        byte[] attempts = thread.attempts;
        if (attempts == null) {
            return;
        }
        int at = site & ATTEMPTS - 1;
        int tried = isFew ? attempts[at] + 1 : 0;
        attempts[at] = (byte) (tried >= ENOUGH ? Byte.MAX_VALUE : tried);
    }

    /** An access of an element that {@link #has} does not know of. */
    @DontInline
    static void access(DeadheatThread thread, Object array, int index, int site, boolean isWrite) {
        DeadheatFootprint at = at(thread, site);
        int key = site << 1 | (isWrite ? 1 : 0);
        if (at.array == array && at.key == key) {
            if (at.holds(index)) {
                at.use(thread);
                at.again = index + at.step == at.next ? at.from : index + at.step;
                return;
            }
        }
        int length = java.lang.reflect.Array.getLength(array);
        if (index < 0 || index >= length || at.array == array && at.key == key && at.turn(thread, index)) {
            return;
        }
        at.close(thread);
        at.open(thread, array, key, index, 1, index + 1);
    }

    /** An access of elements from one to a last one, which the array has. */
    @DontInline
    static void access(DeadheatThread thread, Object array, int from, int last, int step, int site, boolean isWrite) {
        DeadheatFootprint at = at(thread, site);
        int key = site << 1 | (isWrite ? 1 : 0);
        if (at.array == array && at.key == key && at.step == step) {
            if (from == at.next) {
                at.next = last + step;
                return;
            }
            if (at.holds(from) && at.holds(last)) {
                at.use(thread);
                return;
            }
        }
        at.close(thread);
        if (step < FARTHEST) {
            at.open(thread, array, key, from, step, last + step);
        } else {
            DeadheatElements.commit(thread, DeadheatTable.array(thread, array), array, from, last, step, isWrite, site);
        }
    }

    private static DeadheatFootprint at(DeadheatThread thread, int site) {
        if (thread.footprints == NONE) {
            thread.open = new DeadheatFootprint[SLOTS];
            thread.footprints = NONE.clone();
        }
        DeadheatFootprint at = thread.footprints[site & LAST];
        if (at == NONE[0]) {
            at = new DeadheatFootprint();
            thread.footprints[site & LAST] = at;
        }
        return at;
    }

    private int count() {
        return (next - from) / step;
    }

    private boolean holds(int index) {
        return step > 0 ? index >= from && index < next && (index - from) % step == 0
                : index <= from && index > next && (from - index) % -step == 0;
    }

    /** Elements that are there already are accessed again. */
    private void use(DeadheatThread thread) {
        if (--left < 0) {
            commit(thread);
            left = Integer.MAX_VALUE;
        }
    }

    /** The second element says how far apart they are. */
    private boolean turn(DeadheatThread thread, int index) {
        int by = index - from;
        if (next - from != 1 || by > FARTHEST || by < -FARTHEST) {
            return false;
        }
        begin(thread);
        step = by;
        next = index + by;
        again = from;
        end(thread);
        return true;
    }

    private void open(DeadheatThread thread, Object array, int key, int from, int step, int next) {
        begin(thread);
        this.array = array;
        this.key = key;
        this.from = from;
        this.step = step;
        this.next = next;
        again = from;
        left = PATIENCE;
        list(thread);
        end(thread);
        thread.note(key >> 1, thread.epoch);
    }

    private void list(DeadheatThread thread) {
        if (!isListed) {
            isListed = true;
            thread.open[thread.openCount++] = this;
        }
    }

    /** Looks at what is in the footprint, so that it can be opened for something else. */
    @DontInline
    private void close(DeadheatThread thread) {
        if (array == CLOSED) {
            return;
        }
        tried(thread);
        commit(thread);
        begin(thread);
        clear();
        end(thread);
    }

    /** Notes whether it was worth it. Whoever goes through all of an array leaves it one location. */
    private void tried(DeadheatThread thread) {
        int count = count();
        boolean isUsedAgain = PATIENCE - left > FEW;
        tried(thread, key >> 1, count <= FEW && !isUsedAgain && count < java.lang.reflect.Array.getLength(array));
    }

    private void clear() {
        array = CLOSED;
        key = -1;
    }

    @DontInline
    private void commit(DeadheatThread thread) {
        int length = java.lang.reflect.Array.getLength(array);
        int by = step > 0 ? step : -step;
        int low = step > 0 ? from : next - step;
        int high = step > 0 ? next - step : from;
        // Accesses at indices that the array does not have fail.
        while (low < 0) {
            low += by;
        }
        if (high >= length) {
            high = low + (length - 1 - low) / by * by;
        }
        thread.arrays[DeadheatParts.COMMITS]++;
        DeadheatElements.commit(thread, DeadheatTable.array(thread, array), array, low, high, low == high ? 1 : by, (key & 1) != 0,
                key >> 1);
    }

    /** Looks at all footprints of a thread, and closes them. */
    @DontInline
    static void commitAll(DeadheatThread thread) {
        try {
            for (int at = 0; at < thread.openCount; at++) {
                DeadheatFootprint open = thread.open[at];
                if (open.array != CLOSED) {
                    open.tried(thread);
                    open.commit(thread);
                }
            }
        } catch (Throwable failure) {
            // What makes the thread commit goes on.
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        } finally {
            begin(thread);
            for (int at = 0; at < thread.openCount; at++) {
                thread.open[at].clear();
                thread.open[at].isListed = false;
            }
            thread.openCount = 0;
            end(thread);
        }
    }

    // Looked at from another thread.

    private static void begin(DeadheatThread thread) {
        U.putInt(thread, VERSION, thread.version + 1);
        U.storeFence();
    }

    private static void end(DeadheatThread thread) {
        U.putIntRelease(thread, VERSION, thread.version + 1);
    }

    /** What another thread has not looked at yet, if its version stays the same meanwhile. */
    static DeadheatFootprint[] copies(DeadheatThread other) {
        DeadheatFootprint[] all = new DeadheatFootprint[SLOTS];
        DeadheatFootprint[] open = other.open;
        int count = 0;
        for (int at = 0; at < other.openCount && at < SLOTS; at++) {
            DeadheatFootprint there = open[at];
            if (there != null && there.array != CLOSED) {
                DeadheatFootprint copy = new DeadheatFootprint();
                copy.array = there.array;
                copy.key = there.key;
                copy.from = there.from;
                copy.step = there.step;
                copy.next = there.next;
                all[count++] = copy;
            }
        }
        return java.util.Arrays.copyOf(all, count);
    }
}
