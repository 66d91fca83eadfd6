package java.lang;

/** Which of the techniques that make checks fewer and cheaper are used; constants to the JIT. */
final class DeadheatTechniques {
    private static final int TECHNIQUES = 4;
    private static final String[] NAMES = Deadheat.describe(TECHNIQUES, 0);

    /** Whether elements of an array share a shadow as long as they are accessed alike. */
    static final boolean COMPRESSION = has("compression");
    /** Whether elements wait in the thread until it synchronises. */
    static final boolean FOOTPRINTS = has("footprints");
    /**
     * Whether single elements do. Where checks of loops are placed as ranges, those that are left are of elements here and
     * there: to look for a pattern in them costs more than it saves.
     */
    static final boolean ELEMENT_FOOTPRINTS = FOOTPRINTS && !has("ranges");

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
