package java.lang;

/**
 * Where the JDK's own classes call the runtime when they synchronise. What they do for the JDK's own sake (a class is
 * loaded, a name is looked up in a cache) orders nothing that a program can rely on: see {@link DeadheatPatches#inside}.
 */
public final class DeadheatJdk {
    private DeadheatJdk() {
    }

    /** See {@link Deadheat#entering}. */
    public static void entering(Object monitor) {
        if (!DeadheatThread.isInside()) {
            Deadheat.entering(monitor);
        }
    }

    /** See {@link Deadheat#entered}. */
    public static void entered(Object monitor) {
        if (!DeadheatThread.isInside()) {
            DeadheatLockset.enteredOfJdk(monitor);
        }
    }

    /** See {@link Deadheat#leaving}. */
    public static void leaving(Object monitor) {
        if (!DeadheatThread.isInside()) {
            DeadheatLockset.leavingOfJdk(monitor);
        }
    }

    /** See {@link Deadheat#volatileRead}. */
    public static void volatileRead(Object object, int field) {
        if (!DeadheatThread.isInside()) {
            Deadheat.volatileRead(object, field);
        }
    }

    /** See {@link Deadheat#volatileWrite}. */
    public static void volatileWrite(Object object, int field) {
        if (!DeadheatThread.isInside()) {
            Deadheat.volatileWrite(object, field);
        }
    }

    /** See {@link Deadheat#staticRead}. */
    public static void staticRead(int reference, int site) {
        if (!DeadheatThread.isInside()) {
            Deadheat.staticRead(reference, site);
        }
    }

    /** See {@link Deadheat#beforeStaticWrite}. */
    public static void beforeStaticWrite(int reference) {
        if (!DeadheatThread.isInside()) {
            Deadheat.beforeStaticWrite(reference);
        }
    }

    /** See {@link Deadheat#guarded}. */
    public static void guarded(Object object, int isWrite) {
        if (!DeadheatThread.isInside()) {
            Deadheat.guarded(object, isWrite != 0);
        }
    }

    /** See {@link Deadheat#publish}. */
    public static void publish(Object object, long offset) {
        if (!DeadheatThread.isInside()) {
            Deadheat.publish(object, offset);
        }
    }

    /** See {@link Deadheat#receive}. */
    public static void receive(Object object, long offset) {
        if (!DeadheatThread.isInside()) {
            Deadheat.receive(object, offset);
        }
    }

    /** See {@link Deadheat#wait(Object)}. */
    public static void wait(Object monitor) throws InterruptedException {
        Deadheat.wait(monitor);
    }

    /** See {@link Deadheat#wait(Object, long)}. */
    public static void wait(Object monitor, long millis) throws InterruptedException {
        Deadheat.wait(monitor, millis);
    }

    /** See {@link Deadheat#wait(Object, long, int)}. */
    public static void wait(Object monitor, long millis, int nanos) throws InterruptedException {
        Deadheat.wait(monitor, millis, nanos);
    }
}
