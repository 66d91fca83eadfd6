package java.lang;

/** Which detector looks at accesses, and which of its parts it has; constants to the JIT. */
final class DeadheatDetector {
    private static final int DETECTOR = 5;
    private static final String[] NAMES = Deadheat.describe(DETECTOR, 0);

    /** Whether accesses are held against each other by the locks that threads held ({@link DeadheatLockset}). */
    static final boolean LOCKSET = has("lockset");
    /** Whether what surely comes after something else, by what is no lock, does not race with it. */
    static final boolean ORDER = has("order");
    /** Whether accesses of a location's first thread are forgotten until another one comes (Choi et al., section 7). */
    static final boolean OWNERSHIP = has("ownership");
    /** Whether a thread and those who waited for its end have a lock in common (section 2.3). */
    static final boolean JOINS = has("joins");
    /** Whether threads remember what became of histories (section 4). */
    static final boolean CACHE = has("cache");
    /** Whether fields of an object are told apart. */
    static final boolean FIELDS = has("fields");
    /** Whether all accesses of a location are to have one lock in common, as Eraser wants it. */
    static final boolean COMMON = has("common");

    /** Whether accesses that cannot show a new race are left out ({@link DeadheatTree}). */
    static final boolean TREE = has("tree");
    /** Whether that is asked where epochs differ; lock sets ask where the caches do not know. */
    static final boolean TREE_FIRST = TREE && !LOCKSET;
    /** Whether it is known at each time what a thread holds. */
    static final boolean LOCKS = LOCKSET || TREE;

    private DeadheatDetector() {
    }

    private static boolean has(String name) {
        for (String known : NAMES) {
            if (known.equals(name)) {
                return true;
            }
        }
        return false;
    }
}
