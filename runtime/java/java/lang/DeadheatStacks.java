package java.lang;

/**
 * Where a thread was when it first came to a code place, and what it held: for the earlier of two accesses that race, of
 * which nothing is left but the code place. Only the first time is kept; that it was another time is told.
 *
 * <p>Written by the thread, read by who reports: guarded by the monitor of the object.
 */
final class DeadheatStacks {
    /** Code places of one thread that are kept. */
    private static final int MOST = 20000;

    /** Open addressing, by code place. */
    private int[] sites = new int[64];
    private Visit[] visits = new Visit[64];
    private int count;

    /** One time at a code place. */
    static final class Visit {
        final long epoch;
        final String locks;
        private final Throwable stack;

        private Visit(long epoch, String locks, Throwable stack) {
            this.epoch = epoch;
            this.locks = locks;
            this.stack = stack;
        }

        String stack() {
            return text(stack);
        }
    }

    /** The thread comes to a code place. */
    void note(DeadheatThread thread, int site, long epoch) {
        int at = slot(site);
        if (visits[at] != null || count >= MOST) {
            return;
        }
        thread.quiet++;
        try {
            put(at, site, new Visit(epoch, thread.held.names(), new Throwable()));
        } finally {
            thread.quiet--;
        }
    }

    private synchronized void put(int at, int site, Visit visit) {
        sites[at] = site;
        visits[at] = visit;
        count++;
        if (2 * count > sites.length) {
            grow();
        }
    }

    private void grow() {
        int[] oldSites = sites;
        Visit[] oldVisits = visits;
        sites = new int[2 * oldSites.length];
        visits = new Visit[2 * oldSites.length];
        for (int at = 0; at < oldSites.length; at++) {
            if (oldVisits[at] != null) {
                int slot = slot(oldSites[at]);
                sites[slot] = oldSites[at];
                visits[slot] = oldVisits[at];
            }
        }
    }

    /** The first visit of a code place; null if there was none. */
    synchronized Visit at(int site) {
        return visits[slot(site)];
    }

    private int slot(int site) {
        int last = sites.length - 1;
        int at = site * 0x9E3779B9 >>> 7 & last;
        while (visits[at] != null && sites[at] != site) {
            at = at + 1 & last;
        }
        return at;
    }

    /** Locks, as lines. */
    static String locks(Object[] held, int count) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < count; at++) {
            String type = held[at].getClass().getName();
            boolean isOfLock = held[at] instanceof java.util.concurrent.locks.AbstractOwnableSynchronizer;
            // A worker of a pool has a lock of its own, which tells whether it is idle.
            if (isOfLock && type.startsWith("java.util.concurrent.ThreadPoolExecutor$")) {
                continue;
            }
            // What is inside of a lock of the JDK stands for the lock.
            int inside = isOfLock ? type.indexOf('$') : -1;
            text.append(text.length() == 0 ? "" : "\n").append(inside < 0 ? type : type.substring(0, inside)).append('@');
            text.append(Integer.toHexString(System.identityHashCode(held[at])));
        }
        return text.toString();
    }

    /** A stack as lines, without what is the runtime's. */
    static String text(Throwable stack) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : stack.getStackTrace()) {
            if (!isOwn(frame.getClassName(), frame.getMethodName())) {
                text.append(text.length() == 0 ? "" : "\n").append(frame);
            }
        }
        return text.toString();
    }

    /** Whether a frame is the runtime's, or of what was added to a class. */
    static boolean isOwn(String type, String method) {
        return type.startsWith("java.lang.Deadheat") || method.startsWith("$deadheat$");
    }
}
