package java.lang;

/**
 * Where a thread is between traced and untraced code: calls of methods that are not traced, and from these back.
 *
 * <p>Traced methods are counted while they run, so that the one whose end is that of a callback is known by its depth. An exception in
 * the wrong place may leave a call open whose method has ended: the next method below that ends takes it away.
 */
final class DeadheatCallStack {
    private static final byte TOLD = 1;
    private static final byte SILENT = 2;
    private static final byte CALLBACK = 3;
    private static final int REACHED = 256;

    private byte[] kinds = new byte[16];
    /** How many traced methods ran, and the number of the call that was told last. */
    private int[] frames = new int[16];
    private int[] serials = new int[16];
    /** The method of a call; -1 for callbacks. */
    private int[] methods = new int[16];
    private int depth;
    private int traced;
    private int serial;
    /** What the untraced code that runs is known to have; others may take the places. */
    private long[] reached;
    /** Where the tape was after the last event of such a call. */
    long at;

    /** Whether untraced code runs, below the program's JDK calls. */
    boolean isUntraced() {
        return depth > 0 && kinds[depth - 1] != CALLBACK;
    }

    /** A method that is not traced begins, and is told or not. */
    void enter(boolean isTold, int method) {
        push(method, isTold ? TOLD : SILENT, isTold ? ++serial : depth > 0 ? serials[depth - 1] : 0);
    }

    private void push(int method, byte kind, int serial) {
        if (depth == kinds.length) {
            kinds = java.util.Arrays.copyOf(kinds, 2 * depth);
            frames = java.util.Arrays.copyOf(frames, 2 * depth);
            serials = java.util.Arrays.copyOf(serials, 2 * depth);
            methods = java.util.Arrays.copyOf(methods, 2 * depth);
        }
        kinds[depth] = kind;
        serials[depth] = serial;
        methods[depth] = method;
        frames[depth++] = traced;
    }

    /** A traced method begins; whether untraced code called it. */
    boolean call() {
        traced++;
        return isUntraced();
    }

    void callBack() {
        push(-1, CALLBACK, 0);
    }

    /** A traced method ends; whether that is the end of a callback. */
    boolean isBack() {
        return depth > 0 && kinds[depth - 1] == CALLBACK && frames[depth - 1] == traced;
    }

    /** Whether a call is open that began inside of the traced method that ends now. */
    boolean isLeftOpen() {
        return depth > 0 && (kinds[depth - 1] == CALLBACK ? frames[depth - 1] > traced : frames[depth - 1] >= traced);
    }

    void end() {
        traced--;
    }

    boolean isInCallback() {
        return depth > 0 && kinds[depth - 1] == CALLBACK;
    }

    /** The method of the call that is open last. */
    int method() {
        return Math.max(0, methods[depth - 1]);
    }

    /** How many calls are open from that of a method on; 0 if there is none of it. */
    int openFrom(int method) {
        for (int at = depth - 1; at >= 0; at--) {
            if (methods[at] == method) {
                return depth - at;
            }
        }
        return 0;
    }

    /** What is open last ends; whether its beginning was told. */
    boolean leave() {
        if (depth == 0) {
            return false;
        }
        boolean isCallback = kinds[--depth] == CALLBACK;
        if (isCallback && depth > 0 && DeadheatRecorder.IS_TOUCHED) {
            renew();
        }
        return kinds[depth] != SILENT;
    }

    /** What untraced code touches behind a callback is told anew, also by the methods that it goes back to in the same call. */
    private void renew() {
        int at = depth - 1;
        serials[at] = ++serial;
        while (at > 0 && kinds[at] == SILENT) {
            serials[--at] = serial;
        }
    }

    /** Whether the untraced code that runs has something for the first time, as far as that is remembered. */
    boolean isNews(long object) {
        if (reached == null) {
            reached = new long[REACHED];
        }
        long key = object ^ (long) serials[depth - 1] * 0x9E3779B97F4A7C15L;
        int place = (int) (key * 0xD1342543DE82EF95L >>> 56);
        if (reached[place] == key) {
            return false;
        }
        reached[place] = key;
        return true;
    }
}
