package deadheat.recorder;

/**
 * What one thread is doing, and what it has recorded already.
 *
 * <p>Written by its own thread alone. Rewritten code calls {@link #call} before each call instruction and
 * {@link #done} behind it (and at the start of exception handlers), {@link #enter} at the start of each
 * method and {@link #exit} at each of its ends. So {@link #site} is the call instruction of the
 * application's topmost frame while something else runs on its behalf, and 0 while the frame itself runs.
 *
 * <p>The two caches are direct-mapped: a fact that is in its slot was recorded; any other goes to the
 * recorder's sets, which know better. They only save time.
 */
public final class State {
    private static final int SLOTS = 1 << 13;

    /** The call instruction under way; see {@link Recorder#site}. */
    public int site;

    /** The receiver of that call; null for calls without dispatch. */
    public Object receiver;

    private final long[] entered = new long[SLOTS];
    private final int[] seenKeys = new int[SLOTS];
    private final Class<?>[] seenClasses = new Class<?>[SLOTS];

    State() {}

    /** A call without dispatch is about to be made. */
    public static void call(State state, int site) {
        state.site = site;
        Recorder.hit[site] = true;
    }

    /** A call with dispatch is about to be made. */
    public static void call(Object receiver, State state, int site) {
        state.site = site;
        state.receiver = receiver;
        Recorder.hit[site] = true;
    }

    /** A call with dispatch of a method that the JDK names is about to be made. */
    public static void callLibrary(Object receiver, State state, int site) {
        state.site = site;
        state.receiver = receiver;
        state.saw(receiver, site);
    }

    /** The call has returned, or has thrown an exception that is caught here. */
    public void done() {
        site = 0;
        receiver = null;
    }

    /** A method starts; {@code self} is its receiver, null in static methods and constructors. */
    public void enter(Object self, int method) {
        int from = site;
        Object target = receiver;
        site = 0;
        receiver = null;
        long key = (long) from << 32 | (long) method << 2 | way(from, target, self);
        int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 51);
        if (entered[slot] != key) {
            entered[slot] = key;
            Recorder.entered(key);
        }
    }

    private static int way(int from, Object target, Object self) {
        if (from == 0 || target == null) {
            return Recorder.PLAIN;
        }
        if (target == self) {
            return Recorder.SAME_RECEIVER;
        }
        Class<?> type = target.getClass();
        boolean isLambda = type.isHidden() && type.getClassLoader() != null;
        return isLambda ? Recorder.LAMBDA_RECEIVER : Recorder.OTHER_RECEIVER;
    }

    /** A method ends: the frame below goes on with what it was calling. */
    public void exit(int callerSite, Object callerReceiver) {
        site = callerSite;
        receiver = callerReceiver;
    }

    /** A value is about to be stored: {@code key} is an instruction, or the complement of a field. */
    public static void store(Object value, State state, int key) {
        state.saw(value, key);
    }

    /** Something was allocated. */
    public static void allocate(int site) {
        Recorder.hit[site] = true;
    }

    /** A reflective call names its target: a class, method or constructor. */
    public static void reflect(Object target, int site) {
        if (target != null) {
            Recorder.reflected(site, target);
        }
    }

    private void saw(Object value, int key) {
        if (value == null) {
            return;
        }
        Class<?> type = value.getClass();
        int slot = (key * 0x9E3779B9 ^ type.hashCode() * 0x85EBCA6B) >>> 19;
        if (seenKeys[slot] != key || seenClasses[slot] != type) {
            seenKeys[slot] = key;
            seenClasses[slot] = type;
            Recorder.saw(key, type);
        }
    }
}
