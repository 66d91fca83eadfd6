package java.lang;

/**
 * The locks that a thread holds: a node of the thread's own trie, whose edges are the locks in the order in which they were
 * taken.
 *
 * <p>The naive model is a set of locks, made anew whenever one is taken or given back. Here who takes the same locks again
 * comes to the same node again, so that "what I hold" is one reference, and whoever compares it compares all of it. Nodes
 * are the thread's own and never change, but for what they remember; those that nothing refers to are garbage.
 *
 * <p>A lock is told by its number and by how it is held: what is held for reading alone excludes only those who hold it
 * for writing. So two sets protect from each other if they have a lock that not both hold for reading.
 */
final class DeadheatLocks {
    private static final int REMEMBERED = 32;
    private static final int SHARED = 1;
    /** Of all locks that ever were; guarded by the monitor of the class. */
    private static long numbers;

    /** Without the lock that was taken last; null if none is held. */
    private final DeadheatLocks before;
    private final long last;
    /** All of them, in order: twice the number, and one more if it is held for reading. Never written again. */
    private final long[] all;
    /** Nodes behind this one, by lock: those that were come to last. */
    private DeadheatLocks[] behind;
    /** What the thread was with these locks when it had them last. */
    DeadheatContext context;

    /** No locks. */
    DeadheatLocks() {
        before = null;
        last = -1;
        all = new long[0];
    }

    private DeadheatLocks(DeadheatLocks before, long last) {
        this.before = before;
        this.last = last;
        long[] more = java.util.Arrays.copyOf(before.all, before.all.length + 1);
        int at = before.all.length;
        for (; at > 0 && more[at - 1] > last; at--) {
            more[at] = more[at - 1];
        }
        more[at] = last;
        all = more;
    }

    private DeadheatLocks(long[] all) {
        before = null;
        last = -1;
        this.all = all;
    }

    /** A number for a lock that has none. */
    static synchronized long number() {
        return ++numbers;
    }

    boolean isEmpty() {
        return all.length == 0;
    }

    /** With one more, which is not among them. */
    DeadheatLocks with(long number, boolean isShared) {
        long lock = number << 1 | (isShared ? SHARED : 0);
        int at = (int) number & REMEMBERED - 1;
        if (behind == null) {
            behind = new DeadheatLocks[REMEMBERED];
        }
        DeadheatLocks found = behind[at];
        if (found == null || found.last != lock) {
            found = new DeadheatLocks(this, lock);
            behind[at] = found;
        }
        return found;
    }

    /** Without one of them, in whatever order they were taken. */
    DeadheatLocks without(long number, boolean isShared) {
        return without(number << 1 | (isShared ? SHARED : 0));
    }

    private DeadheatLocks without(long lock) {
        if (before == null) {
            return this;
        }
        return last == lock ? before : before.without(lock).with(last >> 1, (last & SHARED) != 0);
    }

    boolean has(long number, boolean isShared) {
        return java.util.Arrays.binarySearch(all, number << 1 | (isShared ? SHARED : 0)) >= 0;
    }

    /** Whether others hold all of these, each in such a way that it excludes as much. */
    boolean isWithin(DeadheatLocks other) {
        if (this == other) {
            return true;
        }
        for (long lock : all) {
            if (!other.excludesAs(lock)) {
                return false;
            }
        }
        return true;
    }

    private boolean excludesAs(long lock) {
        for (long own : all) {
            if (own >> 1 == lock >> 1 && (own == lock || (lock & SHARED) != 0)) {
                return true;
            }
        }
        return false;
    }

    /** Whether who holds these and who holds others exclude each other. */
    boolean protectsFrom(DeadheatLocks other) {
        for (int at = 0, there = 0; at < all.length && there < other.all.length;) {
            long own = all[at] >> 1;
            long its = other.all[there] >> 1;
            if (own == its && !((all[at] & other.all[there] & SHARED) != 0 && isHeldSharedOnly(at, other, there))) {
                return true;
            }
            at += own <= its ? 1 : 0;
            there += its <= own ? 1 : 0;
        }
        return false;
    }

    /** Whether neither side holds the lock at these places for writing as well; that would come right before. */
    private boolean isHeldSharedOnly(int at, DeadheatLocks other, int there) {
        return !(at > 0 && all[at - 1] == all[at] - 1) && !(there > 0 && other.all[there - 1] == other.all[there] - 1);
    }

    /** What is common to these and others, for who asks for one lock that all have. */
    DeadheatLocks common(DeadheatLocks other) {
        long[] both = new long[all.length];
        int count = 0;
        for (long lock : all) {
            for (long its : other.all) {
                if (lock >> 1 == its >> 1 && (count == 0 || both[count - 1] >> 1 != lock >> 1)) {
                    both[count++] = lock | its & SHARED;
                }
            }
        }
        return new DeadheatLocks(java.util.Arrays.copyOf(both, count));
    }
}
