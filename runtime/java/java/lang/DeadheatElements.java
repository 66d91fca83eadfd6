package java.lang;

import java.lang.ref.Reference;

import jdk.internal.vm.annotation.DontInline;

/** Accesses of arrays: which shadow the elements have, and whether it is looked at now. */
final class DeadheatElements {
    private DeadheatElements() {
    }

    /** An element is accessed by the running thread. Not compiled into methods, which have many such calls. */
    @DontInline
    static void access(Object array, int index, int site, boolean isWrite) {
        try {
            DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
            if (thread == null || thread.quiet != 0 || thread.epoch == 0 || array == null) {
                return;
            }
            DeadheatArray entry = (DeadheatArray) DeadheatTable.slot(array);
            boolean isAtOnce = DeadheatFootprint.looksAtOnce(thread, site);
            if (entry == null || DeadheatDetector.LOCKSET || !isDone(thread, entry, array, index, isWrite, site, isAtOnce)) {
                look(thread, array, index, isWrite, site, isAtOnce);
            }
            // The words are somebody else's when the array is dead.
            Reference.reachabilityFence(array);
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /**
     * The short way, if it can be gone: an element with a location of its own that was accessed in this epoch, or, if it is looked
     * at at once, whose history the thread knows.
     */
    private static boolean isDone(DeadheatThread thread, DeadheatArray entry, Object array, int index, boolean isWrite, int site,
            boolean isAtOnce) {
        if (!isWrite && entry.hasSeen(thread, index)) {
            return true;
        }
        if (isAtOnce) {
            return DeadheatShadow.IS_SHORT && entry.isDone(thread, array, index, isWrite, site);
        }
        DeadheatShadow elements = entry.shadow;
        return elements != null && elements.has(thread, entry, index, isWrite);
    }

    /** An element is accessed that may not have been in this epoch. */
    @DontInline
    private static void look(DeadheatThread thread, Object array, int index, boolean isWrite, int site, boolean isAtOnce) {
        if (isAtOnce) {
            element(thread, array, index, isWrite, site);
        } else {
            DeadheatFootprint.access(thread, array, index, site, isWrite);
        }
    }

    /** Elements are accessed by the running thread, up to one that is not. */
    @DontInline
    static void access(Object array, int from, int to, int step, int site, boolean isWrite) {
        try {
            DeadheatThread thread = Deadheat.thread();
            if (thread != null && thread.epoch != 0 && array != null && step > 0) {
                range(thread, array, from, to, step, isWrite, site);
            }
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        }
    }

    /** Elements, up to one that is not, as far as the array has them. */
    static void range(DeadheatThread thread, Object array, int from, int to, int step, boolean isWrite, int site) {
        int length = java.lang.reflect.Array.getLength(array);
        long first = from >= 0 ? from : from + (-(long) from + step - 1) / step * step;
        int end = Math.min(to, length);
        if (first >= end) {
            return;
        }
        int low = (int) first;
        int last = low + (end - 1 - low) / step * step;
        int by = low == last ? 1 : step;
        if (DeadheatRecorder.IS_ON) {
            DeadheatEvents.elements(array, low, last + 1, by, isWrite, site);
            return;
        }
        if (DeadheatTechniques.FOOTPRINTS) {
            DeadheatFootprint.access(thread, array, low, last, by, site, isWrite);
        } else {
            commit(thread, DeadheatTable.array(thread, array), array, low, last, by, isWrite, site);
        }
    }

    /** An element, which the array may not have, is looked at now. */
    static void element(DeadheatThread thread, Object array, int index, boolean isWrite, int site) {
        if (DeadheatRecorder.IS_ON) {
            if (index >= 0 && index < java.lang.reflect.Array.getLength(array)) {
                DeadheatEvents.elements(array, index, index + 1, 1, isWrite, site);
            }
            return;
        }
        DeadheatArray entry = DeadheatTable.array(thread, array);
        DeadheatShadow shadow = entry.shadow;
        if (shadow == null) {
            if (index >= 0 && index < java.lang.reflect.Array.getLength(array)) {
                commit(thread, entry, array, index, index, 1, isWrite, site);
            }
        } else if (index >= 0 && index < shadow.length) {
            if (isWrite) {
                shadow.write(thread, index, site, DeadheatLocation.ELEMENT, array);
            } else {
                shadow.read(thread, index, site, DeadheatLocation.ELEMENT, array);
            }
        }
        Reference.reachabilityFence(array);
    }

    /** Elements, from one to a last one that the array has, are looked at now. */
    @DontInline
    static void commit(DeadheatThread thread, DeadheatArray entry, Object array, int from, int last, int step,
            boolean isWrite, int site) {
        boolean wasCommitting = thread.isCommitting;
        thread.isCommitting = DeadheatTechniques.FOOTPRINTS;
        try {
            if (DeadheatTechniques.COMPRESSION) {
                entry.access(thread, array, from, last, step, isWrite, site);
            } else {
                entry.elements(array).range(thread, from, last, step, isWrite, site, array, entry, false);
            }
        } finally {
            thread.isCommitting = wasCommitting;
            Reference.reachabilityFence(array);
        }
    }

    /** The JVM ends. */
    static void end() {
        DeadheatThread own = DeadheatThread.of(Thread.currentThread());
        if (own != null) {
            own.quiet++;
        }
        try {
            DeadheatThread.commitAll();
        } catch (Throwable failure) {
            Deadheat.isShaken |= !(failure instanceof DeadheatRaceError);
            Deadheat.failed(failure);
        } finally {
            if (own != null) {
                own.quiet--;
            }
        }
    }
}
