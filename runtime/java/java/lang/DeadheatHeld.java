package java.lang;

/**
 * The locks that a thread holds, monitors with what hangs on them, in the order in which they were taken; one that is taken
 * twice is there twice. Only the thread itself reads and writes it.
 */
final class DeadheatHeld {
    private Object[] held = new Object[8];
    /** What hangs on monitors that are held, and in a trace on other locks that are told of; else null. */
    private DeadheatEntry[] entries = new DeadheatEntry[8];
    private int count;
    /** The monitor that is about to be entered, and what hangs on it. */
    private Object next;
    private DeadheatEntry nextEntry;

    /** A monitor is about to be entered. */
    void approach(DeadheatThread thread, Object monitor) {
        nextEntry = DeadheatTable.of(thread, monitor);
        next = monitor;
    }

    /** Notes a monitor that was entered; gives what hangs on it if the thread did not have it yet, else null. */
    DeadheatEntry enter(DeadheatThread thread, Object monitor) {
        DeadheatEntry entry = next == monitor ? nextEntry : DeadheatTable.of(thread, monitor);
        next = null;
        boolean isFirst = !holds(monitor);
        hold(monitor);
        entries[count - 1] = entry;
        return isFirst ? entry : null;
    }

    /** Notes a lock. */
    void hold(Object lock) {
        if (count == held.length) {
            held = java.util.Arrays.copyOf(held, 2 * count);
            entries = java.util.Arrays.copyOf(entries, 2 * count);
        }
        held[count++] = lock;
    }

    /** Forgets a monitor; gives what hangs on it if the thread does not have it any more, else null. */
    DeadheatEntry leave(DeadheatThread thread, Object monitor) {
        int at = last(monitor);
        if (at < 0) {
            return DeadheatTable.of(thread, monitor);
        }
        DeadheatEntry entry = entries[at];
        letGo(at);
        return holds(monitor) ? null : entry != null ? entry : DeadheatTable.of(thread, monitor);
    }

    /** The lock that was noted last is told of: what hangs on it. */
    void tell(DeadheatEntry entry) {
        entries[count - 1] = entry;
    }

    /** Forgets a lock; gives what hangs on it if it was told of, else null. */
    DeadheatEntry letGo(Object lock) {
        int at = last(lock);
        if (at < 0) {
            return null;
        }
        DeadheatEntry entry = entries[at];
        letGo(at);
        return entry;
    }

    private void letGo(int at) {
        count--;
        for (int behind = at; behind < count; behind++) {
            held[behind] = held[behind + 1];
            entries[behind] = entries[behind + 1];
        }
        held[count] = null;
        entries[count] = null;
    }

    private int last(Object lock) {
        int at = count - 1;
        while (at >= 0 && held[at] != lock) {
            at--;
        }
        return at;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether the thread was seen to take a lock. */
    boolean holds(Object lock) {
        return last(lock) >= 0;
    }

    /** For a report. */
    String names() {
        return DeadheatStacks.locks(held, count);
    }
}
