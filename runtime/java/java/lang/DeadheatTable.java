package java.lang;

import java.lang.ref.WeakReference;

import jdk.internal.misc.Unsafe;

/**
 * What hangs on objects: the clocks of monitors and volatile variables, the shadows of arrays, owners of views.
 *
 * <p>The agent gives the program's objects, and those of the JDK that synchronise, a field for their entry. For others
 * there is a hash table by identity, in parts with a lock each. Slots are filled under the part's lock and read without it; none
 * is ever emptied: what is dead is left behind when the part gets a new array, and whoever still reads the old one finds
 * there all that was in it.
 */
final class DeadheatTable {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int PARTS = 64;
    private static final DeadheatTable[] TABLE = new DeadheatTable[PARTS];

    static {
        for (int part = 0; part < PARTS; part++) {
            TABLE[part] = new DeadheatTable();
        }
    }

    /** Dead since the last collection of garbage; two threads may replace it at once, then there is one sweep more. */
    private static volatile WeakReference<Object> canary = new WeakReference<>(new Object());

    /** The canary that lived when the dead were looked for last; guarded by this table's monitor. */
    private WeakReference<Object> swept = canary;
    private volatile Entry[] slots = new Entry[32];
    /** Guarded by this table's monitor. */
    private int count;

    private DeadheatTable() {
    }

    /** What hangs on one object. */
    static final class Entry extends WeakReference<Object> {
        private static final long MORE = U.objectFieldOffset(Entry.class, "more");
        private static final long SHADOW = U.objectFieldOffset(Entry.class, "shadow");
        private static final long PARTS = U.objectFieldOffset(Entry.class, "parts");
        private static final long VARIABLES = U.objectFieldOffset(Entry.class, "variables");

        private final int hash;
        /**
         * What the last thread knew that left the monitor, as in {@link DeadheatClock}; null and 0 if none did. Read and
         * written by who has the monitor.
         */
        long[] monitorVector;
        int monitorThread;
        long monitorTime;
        /** The shadow of an array's elements, one by one; written once, by compare and set or by who refines the parts. */
        volatile DeadheatShadow shadow;
        /** The shadow of an array's elements, many at a time; written by compare and set, then by who refines them. */
        volatile DeadheatParts parts;
        /** What only few objects have; written once, by compare and set. */
        private volatile More more;
        /** Volatile variables of the object; a list that gets new heads by compare and set. */
        private volatile Variable variables;

        /** The object is dead, so nobody asks any more. */
        private void strip() {
            monitorVector = null;
            shadow = null;
            parts = null;
            more = null;
            variables = null;
        }

        private Entry(Object object, int hash) {
            super(object);
            this.hash = hash;
        }

        /** What only few objects have, made if it is not there. */
        More more() {
            More found = more;
            if (found == null) {
                U.compareAndSetReference(this, MORE, null, new More());
                found = more;
            }
            return found;
        }

        /** The owner of a view that was noted; null if there is none. */
        Object owner() {
            WeakReference<Object> noted = more == null ? null : more.owner;
            return noted == null ? null : noted.get();
        }

        long identity() {
            synchronized (DeadheatLog.class) {
                More found = more();
                if (found.identity == 0) {
                    found.identity = DeadheatLog.identity();
                }
                return found.identity;
            }
        }

        /** The shadow of an array, made if there is none: where elements have no other. */
        DeadheatShadow shadow(Object array) {
            DeadheatShadow found = shadow;
            if (found == null) {
                U.compareAndSetReference(this, SHADOW, null,
                        new DeadheatShadow(java.lang.reflect.Array.getLength(array)));
                found = shadow;
            }
            return found;
        }

        /** The first parts of an array; tells whether there were none. */
        boolean begin(DeadheatParts first) {
            return U.compareAndSetReference(this, PARTS, null, first);
        }

        /** The variable at an offset, null if nothing was released there. */
        Variable variable(long offset) {
            for (Variable variable = variables; variable != null; variable = variable.next) {
                if (variable.offset == offset) {
                    return variable;
                }
            }
            return null;
        }

        Variable variableFor(long offset) {
            for (;;) {
                Variable first = variables;
                Variable variable = variable(offset);
                if (variable != null) {
                    return variable;
                }
                variable = new Variable(offset, first);
                if (U.compareAndSetReference(this, VARIABLES, first, variable)) {
                    return variable;
                }
            }
        }
    }

    /** What hangs on handles and views; apart, because there are many more arrays and monitors. */
    static final class More {
        /** Of a handle: the variable that it stands for; written by whoever finds out first, all the same. */
        volatile DeadheatLocation variable;
        /** What the object is a view of, if it is one and no field of it says so. */
        volatile WeakReference<Object> owner;
        /** For the log, which guards it. */
        private long identity;

        private More() {
        }
    }

    /** A volatile variable: the clocks of all who wrote it. */
    static final class Variable {
        private static final long CLOCK = U.objectFieldOffset(Variable.class, "clock");

        private final long offset;
        private final Variable next;
        /** Written by compare and set. */
        private volatile DeadheatClock clock;
        /** For the log, which guards it. */
        private long identity;

        Variable(long offset, Variable next) {
            this.offset = offset;
            this.next = next;
        }

        /** A write, which is before all later reads. */
        void release(DeadheatThread thread) {
            if (DeadheatLog.IS_ON) {
                synchronized (DeadheatLog.class) {
                    DeadheatLog.meet(thread, '-', 'v', identity());
                    releaseNow(thread);
                }
            } else {
                releaseNow(thread);
            }
        }

        private void releaseNow(DeadheatThread thread) {
            for (;;) {
                DeadheatClock there = clock;
                DeadheatClock both = thread.release(there);
                if (U.compareAndSetReference(this, CLOCK, there, both)) {
                    return;
                }
            }
        }

        void acquire(DeadheatThread thread) {
            if (DeadheatLog.IS_ON) {
                synchronized (DeadheatLog.class) {
                    if (thread.isNews(clock)) {
                        DeadheatLog.meet(thread, '+', 'v', identity());
                    }
                    thread.acquire(clock);
                }
            } else {
                thread.acquire(clock);
            }
        }

        /** The one write of a variable that is written once. */
        void set(DeadheatThread thread, DeadheatClock only) {
            if (DeadheatLog.IS_ON) {
                DeadheatLog.meet(thread, '-', 'v', identity());
            }
            clock = only;
        }

        private long identity() {
            synchronized (DeadheatLog.class) {
                if (identity == 0) {
                    identity = DeadheatLog.identity();
                }
                return identity;
            }
        }
    }

    /** The entry of an object, null if it has none. */
    static Entry find(DeadheatThread thread, Object object) {
        long at = DeadheatType.entryAt(thread, object.getClass());
        if (at > 0) {
            return (Entry) U.getReferenceAcquire(object, at);
        }
        return object instanceof Class ? DeadheatType.of((Class<?>) object).entry : findWeak(thread, object);
    }

    /** The entry of an object that has no field for it, null if it has none. */
    static Entry findWeak(DeadheatThread thread, Object object) {
        int hash = System.identityHashCode(object);
        Entry[] cache = thread.cache;
        int at = hash & cache.length - 1;
        // Only what is likely to be the one is touched.
        if (thread.cached[at] == hash) {
            Entry known = cache[at];
            if (known != null && known.get() == object) {
                return known;
            }
        }
        Entry entry = TABLE[hash & PARTS - 1].find(object, hash);
        if (entry != null) {
            cache[at] = entry;
            thread.cached[at] = hash;
        }
        return entry;
    }

    /** The entry of an object, made if it has none. */
    static Entry of(DeadheatThread thread, Object object) {
        long at = DeadheatType.entryAt(thread, object.getClass());
        if (at > 0) {
            return at(object, at);
        }
        return object instanceof Class ? at(DeadheatType.of((Class<?>) object), DeadheatType.ENTRY) : ofWeak(thread, object);
    }

    private static Entry at(Object holder, long offset) {
        Entry entry = (Entry) U.getReferenceAcquire(holder, offset);
        if (entry == null) {
            U.compareAndSetReference(holder, offset, null, new Entry(null, 0));
            entry = (Entry) U.getReferenceAcquire(holder, offset);
        }
        return entry;
    }

    /** The entry of an object that has no field for it, made if it has none. */
    static Entry ofWeak(DeadheatThread thread, Object object) {
        Entry entry = findWeak(thread, object);
        if (entry == null) {
            int hash = System.identityHashCode(object);
            entry = TABLE[hash & PARTS - 1].add(object, hash);
        }
        return entry;
    }

    private Entry find(Object object, int hash) {
        Entry[] slots = this.slots;
        int last = slots.length - 1;
        for (int at = hash >>> 6 & last;; at = at + 1 & last) {
            Entry entry = slot(slots, at);
            if (entry == null || entry.hash == hash && entry.get() == object) {
                return entry;
            }
        }
    }

    private synchronized Entry add(Object object, int hash) {
        Entry entry = find(object, hash);
        if (entry != null) {
            return entry;
        }
        WeakReference<Object> canary = DeadheatTable.canary;
        if (canary.refersTo(null)) {
            canary = new WeakReference<>(new Object());
            DeadheatTable.canary = canary;
        }
        if (canary != swept) {
            swept = canary;
            strip();
        }
        if (2 * count >= slots.length) {
            sweep();
        }
        entry = new Entry(object, hash);
        put(slots, entry);
        count++;
        return entry;
    }

    /** Takes from the dead what hangs on them: the entries stay until there is a new array, but shadows are large. */
    private void strip() {
        for (Entry entry : slots) {
            if (entry != null && entry.refersTo(null)) {
                entry.strip();
            }
        }
    }

    /** Takes a new array, for what is alive. */
    private void sweep() {
        Entry[] old = slots;
        int alive = 0;
        for (Entry entry : old) {
            if (entry != null && !entry.refersTo(null)) {
                alive++;
            }
        }
        int length = old.length;
        while (length < 4 * (alive + 1)) {
            length *= 2;
        }
        Entry[] fresh = new Entry[length];
        count = 0;
        for (Entry entry : old) {
            if (entry != null && !entry.refersTo(null)) {
                put(fresh, entry);
                count++;
            }
        }
        slots = fresh;
    }

    private static void put(Entry[] slots, Entry entry) {
        int last = slots.length - 1;
        int at = entry.hash >>> 6 & last;
        while (slot(slots, at) != null) {
            at = at + 1 & last;
        }
        U.putReferenceRelease(slots, DeadheatArrays.object(at), entry);
    }

    private static Entry slot(Entry[] slots, int at) {
        return (Entry) U.getReferenceAcquire(slots, DeadheatArrays.object(at));
    }
}
