package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** Says that two accesses race. What is the same pair of code places is said once, and counted. */
final class DeadheatReport {
    /** Known pairs: the two places and the kind, open addressing; guarded by the monitor of the class. */
    private static long[] pairs = new long[1024];
    private static int[] times = new int[1024];
    private static int count;
    private static long races;

    private DeadheatReport() {
    }

    /** Two accesses with nothing that orders them: one that was, and one that the running thread makes. */
    @DontInline
    static void race(DeadheatThread thread, DeadheatLocation location, Object object, Object holder, int index,
            boolean wasWrite, long epoch, int there, boolean isWrite, int here) {
        if (!location.isWhole()) {
            raceOfOne(thread, location, object, holder, index, wasWrite, epoch, there, isWrite, here);
            return;
        }
        for (DeadheatLocation member : location.group.members) {
            raceOfOne(thread, member, object, holder, member.index, wasWrite, epoch, there, isWrite, here);
        }
    }

    private static void raceOfOne(DeadheatThread thread, DeadheatLocation location, Object object, Object holder, int index,
            boolean wasWrite, long epoch, int there, boolean isWrite, int here) {
        // What waited in a footprint may be from before something was missed.
        boolean isLate = thread.isCommitting;
        if (thread.mayKnow(epoch) || !Deadheat.isSure(epoch) || isLate && !Deadheat.isSure(thread.epoch)) {
            return;
        }
        if (DeadheatLog.IS_ON) {
            DeadheatLog.race(thread, location, object, holder, index);
        }
        boolean isToThrow;
        thread.quiet++;
        try {
            int siteThere = DeadheatGroup.siteOf(location, there);
            int siteHere = DeadheatGroup.siteOf(location, here);
            if (!isNew(siteThere, siteHere)) {
                return;
            }
            // What else the thread does there is not hidden by this.
            thread.renew();
            // A detector that does not tell threads apart under the same locks knows of several.
            DeadheatThread other = epoch == 0 ? null : DeadheatThread.at(epoch);
            DeadheatStacks.Visit visit = other == null ? null : other.stacks.at(there);
            // A footprint was begun where the access is; the thread is somewhere else now.
            DeadheatStacks.Visit own = isLate ? thread.stacks.at(here) : null;
            int shown = holder instanceof DeadheatParts ? ((DeadheatParts) holder).first(index)
                    : holder instanceof DeadheatChunk ? ((DeadheatChunk) holder).start : index;
            String what = object == null ? "" : object.getClass().getTypeName();
            String identity = object == null ? "" : Integer.toHexString(System.identityHashCode(object));
            Deadheat.report(new String[] {location.kind, location.owner, location.name, what, identity,
                String.valueOf(shown),
                wasWrite ? "write" : "read", other == null ? "one of several" : other.name(), visit == null ? "" : visit.stack(),
                visit == null ? "" : visit.locks, String.valueOf(visit != null && visit.epoch == epoch),
                String.valueOf(DeadheatThread.timeOf(epoch)),
                isWrite ? "write" : "read", isLate ? thread.name() : Thread.currentThread().getName(),
                own == null ? DeadheatStacks.text(new Throwable()) : own.stack(),
                own == null ? thread.held.names() : own.locks, String.valueOf(thread.knownOf(DeadheatThread.numberOf(epoch))),
                DeadheatTests.running()}, siteThere, siteHere);
            // To link a native method, the JDK synchronises.
            isToThrow = Deadheat.isToThrow();
        } finally {
            thread.quiet--;
        }
        if (isToThrow) {
            throw new DeadheatRaceError(location.owner + "." + location.name);
        }
    }

    private static synchronized boolean isNew(int there, int here) {
        races++;
        if (there == DeadheatShadow.UNKNOWN && isKnown(here)) {
            return false;
        }
        long pair = (long) Math.min(there, here) << 32 | Math.max(there, here) & 0xffffffffL;
        if (2 * count >= pairs.length) {
            long[] oldPairs = pairs;
            int[] oldTimes = times;
            pairs = new long[2 * oldPairs.length];
            times = new int[2 * oldPairs.length];
            for (int at = 0; at < oldPairs.length; at++) {
                if (oldTimes[at] != 0) {
                    int slot = slot(oldPairs[at]);
                    pairs[slot] = oldPairs[at];
                    times[slot] = oldTimes[at];
                }
            }
        }
        int slot = slot(pair);
        pairs[slot] = pair;
        if (times[slot]++ != 0) {
            return false;
        }
        count++;
        return true;
    }

    /** Whether a pair with this place was seen: then one whose other place was lost says nothing more. */
    private static boolean isKnown(int site) {
        for (int at = 0; at < pairs.length; at++) {
            if (times[at] != 0 && ((int) (pairs[at] >>> 32) == site || (int) pairs[at] == site)) {
                return true;
            }
        }
        return false;
    }

    private static int slot(long pair) {
        int last = pairs.length - 1;
        int at = (int) (pair * 0x9E3779B97F4A7C15L >>> 40) & last;
        while (times[at] != 0 && pairs[at] != pair) {
            at = at + 1 & last;
        }
        return at;
    }

    /** How often each pair was seen, as the two places and a number. */
    static synchronized String[] counts() {
        String[] all = new String[count];
        int to = 0;
        for (int at = 0; at < pairs.length; at++) {
            if (times[at] != 0) {
                all[to++] = (int) (pairs[at] >>> 32) + " " + (int) pairs[at] + " " + times[at];
            }
        }
        return all;
    }

    /** Races seen, also those of pairs that were said already. */
    static synchronized long seen() {
        return races;
    }
}
