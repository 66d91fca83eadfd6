package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** Waits for monitors, which leave them and enter them again, and what ends a wait. */
final class DeadheatWaits {
    private DeadheatWaits() {
    }

    /** A wait begins; if that is recorded, the number of the last notification until then. */
    @DontInline
    static long waiting(Object monitor) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null && thread.held.holds(monitor) && Thread.holdsLock(monitor)) {
                if (DeadheatRecorder.IS_ON) {
                    return DeadheatEvents.waiting(monitor);
                }
                DeadheatEntry entry = DeadheatTable.of(thread, monitor);
                if (DeadheatDetector.LOCKSET) {
                    DeadheatLockset.waiting(thread, entry);
                } else {
                    Deadheat.leave(thread, entry);
                }
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
        return 0;
    }

    /** Before a monitor notifies: only where that is recorded. */
    static void notifying(Object monitor) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null && monitor != null && thread.held.holds(monitor) && Thread.holdsLock(monitor)) {
                DeadheatEvents.notifying(thread, monitor);
            }
        } catch (Throwable failure) {
            Deadheat.failed(failure);
        }
    }

    /** It ends. */
    @DontInline
    static void waited(Object monitor, long notification) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null && thread.held.holds(monitor) && Thread.holdsLock(monitor)) {
                if (DeadheatRecorder.IS_ON) {
                    DeadheatEvents.waited(monitor, notification);
                    thread.takeInterrupt();
                    return;
                }
                DeadheatEntry entry = DeadheatTable.of(thread, monitor);
                if (DeadheatDetector.LOCKSET) {
                    DeadheatLockset.waited(thread, entry);
                } else {
                    if (DeadheatLog.IS_ON) {
                        DeadheatLog.meet(thread, '+', 'm', entry.identity());
                    }
                    thread.acquireMonitor(entry);
                }
                thread.takeInterrupt();
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }
}
