package java.lang;

/**
 * TREE's filter for one thread (Rajagopalan 2016, chapter 3): whether an access can show no new race, because the thread has
 * made the same one before, at the same code place, of the same location and under the same concurrency context. That is
 * the locks that it holds, and all that it has given to others and learnt from them otherwise ({@link DeadheatContext}).
 *
 * <p>The paper keeps for each code place all contexts under which it was come to, in a trie, and asks for the location
 * besides (theorem 3.3.1 needs it). Contexts that are equal are here one object, since the thread's locks are nodes of a
 * trie ({@link DeadheatLocks}); and of the locations of a code place only a recent one is kept, in a direct-mapped table by
 * code place and index, which is exact: an object is told by itself, not by a hash code. What is not found goes through;
 * that bounds the memory. Accesses of other threads do not stand for one: see {@code tree/mod.rs} of the lockset crate for what that
 * would lose.
 *
 * <p>In front of a lockset detector nothing is lost. FastTrack also counts it as order that a lock was given back before
 * another thread took it, so that of two equal accesses only the second may race: in front of it such races are lost, none
 * is invented.
 *
 * <p>FastTrack's short way to elements whose history the thread knows costs less than this question, and does not ask it. Where less than
 * three in four are found, it is asked no more for a while; in front of FastTrack the locks are not followed meanwhile.
 */
final class DeadheatTree {
    private static final int SLOTS = 2048;
    /** After so many questions it is seen whether it pays: so many answers of "yes" are enough. */
    private static final int TRIAL = 1024;
    private static final int ENOUGH = 768;
    private static final int PAUSE = 1 << 17;
    private static final int MOST_CONTEXTS = 8;

    private final Object[] objects = new Object[SLOTS];
    private final long[] keys = new long[SLOTS];
    private final DeadheatContext[] contexts = new DeadheatContext[SLOTS];
    /** In front of FastTrack, the thread's epoch at the last such access. */
    private final long[] epochs = DeadheatDetector.TREE_FIRST ? new long[SLOTS] : null;
    /** The context when the trial began. */
    private long begun;
    private int asked;
    private int found;
    private int pause;

    /** Whether an access is redundant; if not, it is from now on. The index tells fields or elements of the object apart. */
    static boolean isRedundant(DeadheatThread thread, Object object, int index, int site, boolean isWrite) {
        DeadheatTree tree = thread.tree;
        if (tree.pause > 0 && !tree.isOver(thread)) {
            return false;
        }
        DeadheatContext now = thread.contextNow();
        if (now == null || !tree.isRedundant(thread, object, index, site << 1 | (isWrite ? 1 : 0), now)) {
            return false;
        }
        thread.uses[DeadheatCounts.LEFT_OUT]++;
        thread.touch();
        return true;
    }

    /** Whether a pause ends. In front of FastTrack the locks were not followed meanwhile: it ends where the thread has none. */
    private boolean isOver(DeadheatThread thread) {
        if (--pause > 0) {
            return false;
        }
        if (thread.locks == null) {
            if (!thread.held.isEmpty()) {
                pause = 1;
                return false;
            }
            thread.follow(new DeadheatLocks());
        }
        return true;
    }

    private boolean isRedundant(DeadheatThread thread, Object object, int index, int place, DeadheatContext now) {
        long key = (long) place << 32 | index & 0xffffffffL;
        int at = place * 0x9E3779B9 + index * 0x85EBCA6B >>> 21;
        boolean isSame = objects[at] == object && keys[at] == key && contexts[at] == now;
        if (DeadheatDetector.TREE_FIRST) {
            // An access that comes twice in one epoch is let through: FastTrack notes it, and is not asked any more in that epoch.
            isSame &= epochs[at] != thread.epoch;
            epochs[at] = thread.epoch;
        }
        if (isSame) {
            found++;
        } else {
            objects[at] = object;
            keys[at] = key;
            contexts[at] = now;
        }
        if (++asked == TRIAL) {
            // A context that is new for every few accesses costs more than they do.
            boolean isFew = found < ENOUGH || (now.stamp - begun) * MOST_CONTEXTS > found;
            pause = isFew ? PAUSE : 0;
            if (isFew && DeadheatDetector.TREE_FIRST) {
                thread.follow(null);
            }
            begun = now.stamp;
            asked = 0;
            found = 0;
        }
        return isSame;
    }
}
