package java.lang;

/** Which of the techniques that make checks fewer and cheaper are used; constants to the JIT. */
final class DeadheatTechniques {
    private static final int TECHNIQUES = 4;
    private static final String[] NAMES = Deadheat.describe(TECHNIQUES, 0);

    /** Whether elements of an array share a shadow as long as they are accessed alike. */
    static final boolean COMPRESSION = has("compression");
    /** Whether elements wait in the thread until it synchronises. */
    static final boolean FOOTPRINTS = has("footprints");
    /** Whether neighbouring elements share a shadow again, once they are accessed together. */
    static final boolean JOINING = has("joining") && COMPRESSION && !DeadheatDetector.LOCKSET;

    private DeadheatTechniques() {
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
