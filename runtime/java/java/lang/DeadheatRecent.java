package java.lang;

/**
 * The array that a thread accessed last at some code place, and which of its elements were accessed there in this epoch: a
 * bit for each, which is nearer than their shadows. Whoever accesses few of them does without.
 */
final class DeadheatRecent {
    private static final int SLOTS = 64;
    private static final int MANY = 64;
    /** What a thread has that has accessed no array; never written. */
    static final DeadheatRecent[] NONE = new DeadheatRecent[SLOTS];

    /**
     * To put another array here costs more than the rest: a collector is told of each reference from what is old to what is
     * young. So there is this one alone; where the shadows are is asked of it.
     */
    private DeadheatArray array;
    /** The code place, and whether it writes. */
    private int key;
    /** When the elements were accessed that are counted, and those that have a bit if there are bits. */
    private long epoch;
    private int looks;
    private long[] seen;

    private DeadheatRecent() {
    }

    /** Whether an element was accessed by the running thread in its epoch, as far as is known without a look at the table. */
    static boolean has(DeadheatThread thread, Object array, int index, int site, boolean isWrite) {
        DeadheatRecent at = thread.recent[site & SLOTS - 1];
        if (at == null || at.array.get() != array) {
            return false;
        }
        DeadheatShadow elements = at.array.shadow;
        return elements != null && elements.has(thread.epoch, index, isWrite);
    }

    /** The shadow of an array that is accessed at a code place; null if the element was accessed there in this epoch. */
    static DeadheatArray find(DeadheatThread thread, Object array, int index, int key) {
        if (thread.recent == NONE) {
            thread.recent = new DeadheatRecent[SLOTS];
        }
        DeadheatRecent at = thread.recent[key >> 1 & SLOTS - 1];
        DeadheatArray known = at == null ? null : at.array;
        if (known == null || known.get() != array) {
            known = DeadheatTable.array(thread, array);
            if (at == null) {
                at = new DeadheatRecent();
                at.array = known;
                thread.recent[key >> 1 & SLOTS - 1] = at;
            }
            at.array = known;
            at.begin(key, thread.stamp());
            return known;
        }
        if (!DeadheatTechniques.FOOTPRINTS) {
            return known;
        }
        if (at.key != key || at.epoch != thread.stamp()) {
            at.begin(key, thread.stamp());
            return known;
        }
        return at.isSeen(index) ? null : known;
    }

    private void begin(int key, long epoch) {
        this.key = key;
        this.epoch = epoch;
        looks = 0;
        if (seen != null) {
            seen = null;
        }
    }

    private boolean isSeen(int index) {
        long[] bits = seen;
        if (bits == null) {
            DeadheatShadow elements = array.shadow;
            if (++looks > MANY && elements != null && looks > MANY + elements.length / 8) {
                seen = new long[elements.length / 64 + 1];
            }
            return false;
        }
        int word = index >> 6;
        if (index < 0 || word >= bits.length) {
            return false;
        }
        long before = bits[word];
        bits[word] = before | 1L << index;
        return (before >>> index & 1) != 0;
    }
}
