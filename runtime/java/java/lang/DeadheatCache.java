package java.lang;

/**
 * What became of histories by a thread's accesses: two for each thread, one for reads and one for writes, direct-mapped
 * (Choi et al., section 4).
 *
 * <p>The paper's caches have locations, by their address, and evict what was accessed under a lock when that is given
 * back, and a location when it gets a second thread. Objects have no address that lasts. So this one has histories, which
 * many locations share, together with the thread's context: when the context is another one, or the location's history,
 * nothing is found, and nothing has to be evicted. That the thread gives back locks in another order than it took them, or
 * takes one twice, is seen to by {@link DeadheatLocks}.
 */
final class DeadheatCache {
    private static final int SLOTS = 256;

    private final DeadheatHistory[] before = new DeadheatHistory[SLOTS];
    private final DeadheatHistory[] after = new DeadheatHistory[SLOTS];
    private final DeadheatContext[] when = new DeadheatContext[SLOTS];
    private final int[] sites = new int[SLOTS];

    /** The history after an access at a code place; null if that is not known. */
    DeadheatHistory find(DeadheatHistory history, DeadheatContext now, int site) {
        int at = slot(history, site);
        if (!DeadheatDetector.CACHE || before[at] != history || when[at] != now || after[at] == null) {
            return null;
        }
        return after[at] == history || sites[at] == site ? after[at] : null;
    }

    /** Whether an access is known to add nothing. */
    boolean has(DeadheatHistory history, DeadheatContext now) {
        int at = history.hash >>> 24;
        return DeadheatDetector.CACHE && before[at] == history && when[at] == now && after[at] == history;
    }

    void note(DeadheatHistory history, DeadheatContext now, int site, DeadheatHistory next) {
        int at = slot(history, site);
        before[at] = history;
        after[at] = next;
        when[at] = now;
        sites[at] = site;
    }

    private static int slot(DeadheatHistory history, int site) {
        return history == null ? site * 0x9E3779B9 >>> 24 : history.hash >>> 24;
    }
}
