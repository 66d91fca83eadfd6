package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * The shadow of an array. Most arrays are filled and read as a whole, and die young: as long as all accesses were of all
 * elements, there is one location for them, which is here. Then come parts ({@link DeadheatParts}), or a location for each
 * element ({@link DeadheatShadow}).
 *
 * <p>The location is given up as those of parts are: frozen under the monitor of this object, its history taken along.
 */
final class DeadheatArray extends DeadheatTable.Slot {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long WRITE = U.objectFieldOffset(DeadheatArray.class, "write");
    private static final long READ = U.objectFieldOffset(DeadheatArray.class, "read");
    private static final long SITES = U.objectFieldOffset(DeadheatArray.class, "sites");
    private static final long READS = U.objectFieldOffset(DeadheatArray.class, "reads");
    private static final long SHADOW = U.objectFieldOffset(DeadheatArray.class, "shadow");
    private static final long ENTRY = U.objectFieldOffset(DeadheatArray.class, "entry");

    /** The words of the one location. As in {@link DeadheatShadow}, written by compare and set, the code places after. */
    private long write;
    private long read;
    private long sites;
    /** Reads of several threads; written by compare and set. */
    private volatile Object[] reads;
    /** The elements one by one; written once, by compare and set or by who refines the parts. */
    volatile DeadheatShadow shadow;
    /**
     * Where the words of the first of them are, once somebody has asked; else 0. A copy of what the shadow has, so that most
     * accesses need not look there.
     */
    private long words;
    private final int length;
    /** What threads have read of elements that several have, by their numbers; written under the monitor. */
    private volatile DeadheatSeen[] seen;
    /** Many at a time; written by who refines them. */
    volatile DeadheatParts parts;
    /** What else hangs on the array, as on any object: a monitor, variables. Written once, by compare and set. */
    private volatile DeadheatEntry entry;

    DeadheatArray(Object array, int hash) {
        super(array, hash);
        length = java.lang.reflect.Array.getLength(array);
    }

    /** Whether the running thread has read an element in its epoch, as far as can be told at once. */
    boolean hasSeen(DeadheatThread thread, int index) {
        DeadheatSeen[] all = seen;
        return all != null && index >= 0 && index < length && DeadheatSeen.has(all, thread, index);
    }

    /** The running thread has read an element in its epoch, as others have: it may be asked for again. */
    void saw(DeadheatThread thread, int index) {
        if (length < DeadheatSeen.SHORTEST) {
            return;
        }
        DeadheatSeen[] all = seen;
        if (all == null || thread.number >= all.length || all[thread.number] == null) {
            all = makeSeen(thread);
        }
        all[thread.number].note(thread, index);
    }

    @DontInline
    private synchronized DeadheatSeen[] makeSeen(DeadheatThread thread) {
        DeadheatSeen[] all = DeadheatSeen.with(seen, thread, length);
        seen = all;
        return all;
    }

    /** An access of an element by who knows all that was there: tells whether that was so, and the access is noted. */
    boolean isDone(DeadheatThread thread, Object array, int at, boolean isWrite, int site) {
        long near = words;
        if (near == 0 || at >= DeadheatMemory.MOST) {
            DeadheatShadow elements = shadow;
            if (elements == null) {
                return false;
            }
            near = elements.wordsIfAny(at);
            if (at < DeadheatMemory.MOST) {
                words = near;
            }
        }
        return near != 0 && at >= 0 && at < length && DeadheatShadow.isDone(thread, near, this, array, at, length, isWrite, site);
    }

    /** What hangs on the array as on any object; null if nothing does. */
    DeadheatEntry entry() {
        return entry;
    }

    /** The same, made if there is nothing. */
    DeadheatEntry makeEntry() {
        if (entry == null) {
            U.compareAndSetReference(this, ENTRY, null, new DeadheatEntry());
        }
        return entry;
    }

    @Override
    void free(DeadheatThread thread) {
        DeadheatShadow elements = shadow;
        if (elements != null) {
            elements.free(thread);
        }
    }

    /** The elements one by one, where they have never had another shadow. */
    DeadheatShadow elements(Object array) {
        DeadheatShadow found = shadow;
        if (found == null) {
            U.compareAndSetReference(this, SHADOW, null, new DeadheatShadow(length));
            found = shadow;
        }
        return found;
    }

    /** Elements, from one to a last one in range, are read or written, on whatever shadow the array has. */
    void access(DeadheatThread thread, Object array, int from, int last, int step, boolean isWrite, int site) {
        boolean isAgain = false;
        for (;;) {
            DeadheatShadow elements = shadow;
            if (elements != null) {
                elements.range(thread, from, last, step, isWrite, site, array, this, isAgain);
                return;
            }
            DeadheatParts parts = this.parts;
            if (parts == DeadheatParts.LEFT) {
                // The other shadow is there already, or about to be.
                Thread.onSpinWait();
            } else if (parts != null) {
                if (parts.isDone(thread, this, from, last, step, isWrite, site, array, isAgain)) {
                    return;
                }
                isAgain = true;
            } else if (step != 1 || from != 0 || last != length - 1) {
                refine(thread, from, last, step);
            } else if (isWrite ? write(thread, array, site, isAgain) : read(thread, array, site, isAgain)) {
                return;
            } else {
                await();
                isAgain = true;
            }
        }
    }

    private boolean read(DeadheatThread thread, Object array, int site, boolean isAgain) {
        if (DeadheatDetector.LOCKSET) {
            return DeadheatLockset.part(thread, this, READS, 1, 0, false, site, array);
        }
        return !isAgain && read == thread.epoch || DeadheatShadow.read(thread, this, WRITE, READ, SITES, this, READS, 0, 1,
                site, DeadheatLocation.ELEMENT, array, isAgain);
    }

    private boolean write(DeadheatThread thread, Object array, int site, boolean isAgain) {
        if (DeadheatDetector.LOCKSET) {
            return DeadheatLockset.part(thread, this, READS, 1, 0, true, site, array);
        }
        return !isAgain && write == thread.epoch || DeadheatShadow.write(thread, this, WRITE, READ, SITES, this, READS, 0,
                site, DeadheatLocation.ELEMENT, array, isAgain);
    }

    /** Waits for those who are about to give up the location. */
    private synchronized void await() {
        // To have had the monitor is enough.
    }

    /** Not all elements are accessed: others take the place of the location. */
    @DontInline
    private synchronized void refine(DeadheatThread thread, int from, int last, int step) {
        if (parts != null || shadow != null) {
            return;
        }
        // Of lock sets, the location has a history and no epochs.
        int small = from == last ? DeadheatParts.SMALL_BY_ELEMENT : DeadheatParts.SMALL;
        if (length <= small && !DeadheatDetector.LOCKSET && isNew(thread)) {
            return;
        }
        DeadheatParts whole = new DeadheatParts(length);
        DeadheatParts finer = whole.finer(from, last, step);
        DeadheatShadow elements = finer == null ? new DeadheatShadow(length, whole) : null;
        try {
            whole.take(this, WRITE, READ, SITES, READS);
            if (finer != null) {
                finer.begin(whole);
            }
        } finally {
            // What fails here has no history; but nobody waits for it.
            shadow = elements;
            parts = finer == null ? DeadheatParts.LEFT : finer;
        }
        DeadheatParts.count(thread, finer, step);
    }

    /** If the location was never used, each element gets one at once. */
    private boolean isNew(DeadheatThread thread) {
        DeadheatShadow elements = new DeadheatShadow(length);
        if (!U.compareAndSetLong(this, WRITE, 0, DeadheatShadow.FROZEN)) {
            return false;
        }
        if (!U.compareAndSetLong(this, READ, 0, DeadheatShadow.FROZEN)) {
            // Whoever wants to write waits for the monitor.
            U.putLongVolatile(this, WRITE, 0);
            return false;
        }
        shadow = elements;
        parts = DeadheatParts.LEFT;
        DeadheatParts.count(thread, null, 1);
        return true;
    }
}
