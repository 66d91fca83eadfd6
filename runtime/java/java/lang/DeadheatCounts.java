package java.lang;

/** What threads count, and what those had counted that have ended: guarded by the monitor of {@link DeadheatThread#NUMBERS}. */
final class DeadheatCounts {
    /** Among accesses and checks: accesses that were left out. */
    static final int LEFT_OUT = 2;
    private static final int RULES = 0;
    private static final int ARRAYS = 1;
    private static final int USES = 2;
    private static final String[][] NAMES =
            {DeadheatShadow.RULES, DeadheatParts.COUNTED, {"accesses", "checks", "left_out"}};
    private static final long[][] ENDED = new long[NAMES.length][];

    static {
        for (int kind = 0; kind < NAMES.length; kind++) {
            ENDED[kind] = new long[NAMES[kind].length];
        }
    }

    private DeadheatCounts() {
    }

    /** How often each rule was used by all threads; those that run may count on meanwhile. */
    static String[] rules() {
        return counts(RULES);
    }

    /** What was counted of arrays by all threads. */
    static String[] arrays() {
        return counts(ARRAYS);
    }

    /** How many accesses and checks there were, if they are counted, and what was left out. */
    static String[] uses() {
        return counts(USES);
    }

    /** Accesses and checks of the running thread. */
    static void count(int accesses, int checks) {
        DeadheatThread thread = Deadheat.thread();
        if (thread != null && thread.epoch != 0) {
            thread.uses[0] += accesses;
            thread.uses[1] += checks;
        }
    }

    /** A thread ends; the caller has the monitor. */
    static void ended(DeadheatThread thread) {
        for (int kind = 0; kind < NAMES.length; kind++) {
            long[] counted = of(thread, kind);
            for (int what = 0; what < counted.length; what++) {
                ENDED[kind][what] += counted[what];
                counted[what] = 0;
            }
        }
    }

    private static long[] of(DeadheatThread thread, int kind) {
        return kind == RULES ? thread.rules : kind == ARRAYS ? thread.arrays : thread.uses;
    }

    private static String[] counts(int kind) {
        String[] counts = new String[NAMES[kind].length];
        synchronized (DeadheatThread.NUMBERS) {
            for (int what = 0; what < counts.length; what++) {
                long times = ENDED[kind][what];
                for (DeadheatThread thread : DeadheatThread.all()) {
                    times += of(thread, kind)[what];
                }
                counts[what] = NAMES[kind][what] + ":" + times;
            }
        }
        return counts;
    }
}
