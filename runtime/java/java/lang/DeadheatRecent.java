package java.lang;

/**
 * The array that a thread accessed last at some code place, where the shadows of its elements are, and which of them were
 * accessed there in this epoch: a bit for each, which is nearer than their shadows. Whoever accesses few of them does
 * without.
 */
final class DeadheatRecent {
    private static final int SLOTS = 64;
    private static final int MANY = 64;
    /** What a thread has that has accessed no array; never written. */
    static final DeadheatRecent[] NONE = new DeadheatRecent[SLOTS];

    private DeadheatArray array;
    /** The code place, and whether it writes. */
    private int key;
    /** When the elements were accessed that are counted, and those that have a bit if there are bits. */
    private long epoch;
    private int looks;
    private long[] seen;
    /** The words of so many elements from one on, and the reads of several threads; see {@link DeadheatShadow}. */
    private long[] words;
    private int start;
    private int room;
    private Object[] reads;

    private DeadheatRecent() {
    }

    /** Whether an element was accessed by the running thread in its epoch, as far as is known without a look at the table. */
    static boolean has(DeadheatThread thread, Object array, int index, int site, boolean isWrite) {
        DeadheatRecent at = thread.recent[site & SLOTS - 1];
        return at != null && at.words != null && at.array.get() == array && at.has(index, thread.epoch, isWrite);
    }

    private boolean has(int index, long epoch, boolean isWrite) {
        int at = index - start;
        if (at < 0 || at >= room) {
            return false;
        }
        long last = words[isWrite ? at : room + at];
        return last == epoch || last == DeadheatShadow.SHARED && reads != null
                && ((DeadheatReads) reads[index]).has(epoch);
    }

    /** Where elements of the array have their words. */
    static void note(DeadheatThread thread, DeadheatArray array, int site, long[] words, int start, int room,
            Object[] reads) {
        DeadheatRecent at = thread.recent[site & SLOTS - 1];
        if (at != null && at.array == array) {
            at.start = start;
            at.room = room;
            at.reads = reads;
            at.words = words;
        }
    }

    /** The shadow of an array that is accessed at a code place; null if the element was accessed there in this epoch. */
    static DeadheatArray find(DeadheatThread thread, Object array, int index, int key) {
        if (thread.recent == NONE) {
            thread.recent = new DeadheatRecent[SLOTS];
        }
        DeadheatRecent at = thread.recent[key >> 1 & SLOTS - 1];
        if (at == null) {
            at = new DeadheatRecent();
            thread.recent[key >> 1 & SLOTS - 1] = at;
        }
        DeadheatArray known = at.array;
        if (known == null || known.get() != array || at.key != key) {
            known = known != null && known.get() == array ? known : DeadheatElements.find(thread, array);
            at.begin(known, key, thread.stamp());
            return known;
        }
        if (at.epoch != thread.stamp()) {
            at.begin(known, key, thread.stamp());
            return known;
        }
        return DeadheatTechniques.FOOTPRINTS && at.isSeen(index) ? null : known;
    }

    private void begin(DeadheatArray array, int key, long epoch) {
        if (this.array != array) {
            words = null;
            reads = null;
        }
        this.array = array;
        this.key = key;
        this.epoch = epoch;
        looks = 0;
        seen = null;
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
