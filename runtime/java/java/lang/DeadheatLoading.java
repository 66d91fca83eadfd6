package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Questions that may load classes. The JVM then calls the program's class loaders: what these do is the program's, not the
 * runtime's, and is told as always. Else their accesses were seen, but not the locks that they take.
 *
 * <p>A loader may come to a place that asks such a question itself, before the first one is answered; that could go on for ever, so
 * the second one is the runtime's alone. Then nothing of it is recorded, neither accesses nor locks.
 */
final class DeadheatLoading {
    private static final int NO_THREAD = -1;
    private static final int NESTED = -2;

    private DeadheatLoading() {
    }

    /** The fields that a class declares; their types are loaded. */
    static Field[] fields(Class<?> type) {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        int quiet = begin(thread);
        try {
            return type.getDeclaredFields();
        } finally {
            end(thread, quiet);
        }
    }

    /** The methods that a class declares; the types of their parameters are loaded. */
    static Method[] methods(Class<?> type) {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        int quiet = begin(thread);
        try {
            return type.getDeclaredMethods();
        } finally {
            end(thread, quiet);
        }
    }

    /** The class of a name, as a loader finds it. */
    static Class<?> find(String name, ClassLoader loader) throws ClassNotFoundException {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        int quiet = begin(thread);
        try {
            return Class.forName(name, false, loader);
        } finally {
            end(thread, quiet);
        }
    }

    /** Gives what {@link #end} is to be told. */
    private static int begin(DeadheatThread thread) {
        if (thread == null || thread.quiet == 0) {
            return NO_THREAD;
        }
        if (thread.isLoading) {
            rest(true);
            return NESTED;
        }
        int quiet = thread.quiet;
        thread.isLoading = true;
        thread.quiet = 0;
        return quiet;
    }

    private static void end(DeadheatThread thread, int quiet) {
        if (quiet == NESTED) {
            rest(false);
        } else if (quiet != NO_THREAD) {
            thread.isLoading = false;
            thread.quiet = quiet;
        }
    }

    private static void rest(boolean begins) {
        DeadheatTape tape = DeadheatRecorder.IS_ON ? DeadheatTape.current() : null;
        if (tape != null) {
            tape.rest(begins);
        }
    }
}
