package java.lang;

/**
 * TREE's filter in front of the recorder (Rajagopalan 2016, chapter 3): whether a thread's access repeats one that is on its
 * tape, at the same code place and of the same location, with no event but accesses between the two.
 *
 * <p>Two such accesses have the same locks and the same clock, so whatever races with the one by happens-before races with
 * the other: no pair of code places is lost, and none is gained. The paper also leaves out an access in a later
 * critical section of the same lock. That suits lock sets; but those sections order what is around them, which no analysis
 * of the trace would know.
 *
 * <p>Values are not compared: which of them a read saw is lost, so the trace is of no use to analyses that need it.
 *
 * <p>A direct-mapped table has a recent access for each code place and part. What is not found there is recorded again.
 */
final class DeadheatRepeats {
    private static final int SLOTS = 2048;

    private final long[] objects = new long[SLOTS];
    /** The code place, whether it writes, and the part of the object. */
    private final long[] places = new long[SLOTS];
    private final int[] spans = new int[SLOTS];
    /** Another one after each event that is no access; 0 is none. */
    private int span = 1;

    /** Something else than an access is recorded. */
    void end() {
        span++;
    }

    /** Whether an access is a repetition; if not, what follows may be one. */
    boolean has(int code, long object, int part) {
        long place = (long) code << 32 | part & 0xffffffffL;
        int at = code * 0x9E3779B9 + part * 0x85EBCA6B >>> 21;
        if (spans[at] == span && places[at] == place && objects[at] == object) {
            return true;
        }
        spans[at] = span;
        places[at] = place;
        objects[at] = object;
        return false;
    }
}
