package java.lang;

import java.lang.ref.WeakReference;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * What hangs on objects, by object.
 *
 * <p>The agent gives the program's objects, and those of the JDK that synchronise, a field for it. Others, arrays above all,
 * get a number in their header by which it is found ({@link DeadheatRows}). For those that have a hash code of the JVM's
 * there, or are locked when they are first met, there is a table by identity, in parts with a lock each. Naively it is a hash
 * table of weak references. But a collector pays for each reference from an old table to a young slot: so a part keeps its
 * slots in a row, in the order in which they came, and only numbers in the hash table.
 *
 * <p>Slots are added under the part's lock and found without it. After each collection of garbage the dead are left out of
 * the row, among those that came since the one before; the others when the part gets a new row. Whoever still reads an old row
 * finds all there that lives and was in it.
 */
final class DeadheatTable {
    private static final Unsafe U = Unsafe.getUnsafe();
    static final long IDENTITY = U.objectFieldOffset(Slot.class, "identity");
    private static final int PARTS = 64;
    /** Bits of a hash code that choose the part. */
    private static final int PART_BITS = 6;
    private static final int LEAST = 32;
    /** After so many collections of garbage, the dead are looked for among all. */
    private static final int SWEEPS = 8;
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
    private volatile Row row = new Row(LEAST);
    /** How many slots of the row were given out, how many of them were there at the last sweep, and how many sweeps there were. */
    private int count;
    private int old;
    private int sweeps;

    private DeadheatTable() {
    }

    /** An object that something hangs on. */
    static class Slot extends WeakReference<Object> {
        final int hash;
        /** In a trace; written once, by compare and set. */
        long identity;

        Slot(Object object, int hash) {
            super(object);
            this.hash = hash;
        }

        /** The object is dead; the running thread is told which memory is free now. */
        void free(DeadheatThread thread) {
        }
    }

    /** One that is no array. */
    private static final class Other extends Slot {
        final DeadheatEntry entry = new DeadheatEntry();

        Other(Object object, int hash) {
            super(object, hash);
        }
    }

    /** Slots and where they are by hash code. */
    private static final class Row {
        /** Null where the object is dead. */
        final Slot[] slots;
        /** Open addressing, two by two: the number of a slot, one more than it is, or 0; and the hash code. */
        final int[] numbers;

        Row(int room) {
            slots = new Slot[room];
            numbers = new int[4 * room];
        }

        Slot find(Object object, int hash) {
            int last = numbers.length - 2;
            for (int at = hash >>> PART_BITS - 1 & last;; at = at + 2 & last) {
                int number = numbers[at];
                U.loadFence();
                if (number == 0) {
                    return null;
                }
                Slot slot = numbers[at + 1] == hash ? slots[number - 1] : null;
                if (slot != null && slot.refersTo(object)) {
                    return slot;
                }
            }
        }

        void put(int number, Slot slot) {
            slots[number] = slot;
            int last = numbers.length - 2;
            int at = slot.hash >>> PART_BITS - 1 & last;
            while (numbers[at] != 0) {
                at = at + 2 & last;
            }
            numbers[at + 1] = slot.hash;
            // Whoever finds the number finds the slot.
            U.storeFence();
            numbers[at] = number + 1;
        }

        /** Leaves the dead out; tells how many live. */
        int strip(DeadheatThread thread, int from, int to) {
            int alive = 0;
            for (int number = from; number < to; number++) {
                if (slots[number] != null && slots[number].refersTo(null)) {
                    slots[number].free(thread);
                    slots[number] = null;
                }
                alive += slots[number] == null ? 0 : 1;
            }
            return alive;
        }
    }

    /** What hangs on an object, null if nothing does. */
    static DeadheatEntry find(DeadheatThread thread, Object object) {
        long at = DeadheatType.entryAt(thread, object.getClass());
        if (at > 0) {
            return (DeadheatEntry) U.getReferenceAcquire(object, at);
        }
        return findInTable(thread, object);
    }

    @DontInline
    private static DeadheatEntry findInTable(DeadheatThread thread, Object object) {
        if (object instanceof Class) {
            return DeadheatType.of((Class<?>) object).entry;
        }
        Slot slot = slot(object);
        return slot instanceof DeadheatArray ? ((DeadheatArray) slot).entry() : slot == null ? null : ((Other) slot).entry;
    }

    /** What hangs on an object, made if nothing does. */
    static DeadheatEntry of(DeadheatThread thread, Object object) {
        long at = DeadheatType.entryAt(thread, object.getClass());
        if (at > 0) {
            return at(object, at);
        }
        return inTable(thread, object);
    }

    /** What hangs on an object that has no field for it. */
    @DontInline
    private static DeadheatEntry inTable(DeadheatThread thread, Object object) {
        if (object instanceof Class) {
            return at(DeadheatType.of((Class<?>) object), DeadheatType.ENTRY);
        }
        Slot slot = make(thread, object);
        return slot instanceof DeadheatArray ? ((DeadheatArray) slot).makeEntry() : ((Other) slot).entry;
    }

    private static DeadheatEntry at(Object holder, long offset) {
        DeadheatEntry entry = (DeadheatEntry) U.getReferenceAcquire(holder, offset);
        return entry == null ? makeAt(holder, offset) : entry;
    }

    @DontInline
    private static DeadheatEntry makeAt(Object holder, long offset) {
        U.compareAndSetReference(holder, offset, null, new DeadheatEntry());
        return (DeadheatEntry) U.getReferenceAcquire(holder, offset);
    }

    /** The shadow of an array, made if it has none. */
    static DeadheatArray array(DeadheatThread thread, Object array) {
        return (DeadheatArray) make(thread, array);
    }

    /** What is known of an object that has no field for it; null if nothing is. */
    static Slot slot(Object object) {
        int number = DeadheatHeader.numberOf(object);
        Slot slot = DeadheatRows.at(number);
        return number == 0 || slot != null && slot.refersTo(object) ? slot : search(object, number);
    }

    /** The slot of an object that has a hash code of the JVM's; null if there is none. */
    @DontInline
    private static Slot search(Object object, int hash) {
        return TABLE[hash & PARTS - 1].row.find(object, hash);
    }

    /** The slot of an object, made if it has none. */
    static Slot make(DeadheatThread thread, Object object) {
        Slot slot = slot(object);
        return slot != null ? slot : add(thread, object);
    }

    @DontInline
    private static Slot add(DeadheatThread thread, Object object) {
        int number = DeadheatRows.next(thread);
        Slot slot = made(object, number);
        // Whoever finds the number finds the slot.
        DeadheatRows.put(thread, number, slot);
        if (!DeadheatHeader.give(object, number)) {
            DeadheatRows.put(thread, number, null);
            // Another thread was faster, or it is locked, or the program has asked for its hash code.
            slot = slot(object);
            int hash = System.identityHashCode(object);
            slot = slot != null ? slot : TABLE[hash & PARTS - 1].add(thread, object, hash);
        }
        if (DeadheatTechniques.COMPRESSION && slot instanceof DeadheatArray) {
            thread.arrays[DeadheatParts.LOCATIONS]++;
        }
        return slot;
    }

    private static Slot made(Object object, int hash) {
        return object.getClass().isArray() ? new DeadheatArray(object, hash) : new Other(object, hash);
    }

    @DontInline
    private synchronized Slot add(DeadheatThread thread, Object object, int hash) {
        Slot slot = row.find(object, hash);
        if (slot != null) {
            return slot;
        }
        WeakReference<Object> canary = DeadheatTable.canary;
        if (canary.refersTo(null)) {
            canary = renewCanary();
        }
        if (canary != swept) {
            sweep(thread, canary);
        }
        if (count == row.slots.length) {
            renew(thread);
        }
        slot = made(object, hash);
        row.put(count++, slot);
        return slot;
    }

    @DontInline
    private static WeakReference<Object> renewCanary() {
        canary = new WeakReference<>(new Object());
        return canary;
    }

    /** There was a collection of garbage: most of what is dead was young. */
    @DontInline
    private void sweep(DeadheatThread thread, WeakReference<Object> canary) {
        swept = canary;
        int young = row.strip(thread, old, count);
        boolean isAll = ++sweeps % SWEEPS == 0;
        // A small row is near.
        if (isAll || row.slots.length > LEAST && 4 * (old + young) < row.slots.length) {
            renew(thread);
        } else {
            old = count;
        }
    }

    /** Takes a new row, for what is alive. */
    @DontInline
    private void renew(DeadheatThread thread) {
        Row before = row;
        int room = LEAST;
        int alive = before.strip(thread, 0, count);
        while (room < 2 * alive) {
            room *= 2;
        }
        Row fresh = new Row(room);
        int next = 0;
        for (int number = 0; number < count; number++) {
            Slot slot = before.slots[number];
            if (slot != null) {
                fresh.put(next++, slot);
            }
        }
        count = next;
        old = next;
        row = fresh;
    }
}
