package java.lang;

/**
 * What is left to know of the accesses of a location: those that a later one may race with and that none of the others
 * stands for (Choi et al., section 3). It never changes, so that all locations that were accessed alike have one and the
 * same, and a location is one reference; null is no access.
 *
 * <p>The naive model is the list of all accesses. An access p stands for q, which is "weaker" in the paper, if whatever
 * comes later and races with q races with p: p holds no lock that q does not hold, p writes or q reads, and
 * <ul>
 * <li>by the rule of the paper, p and q are of one thread, or p is of several;
 * <li>with {@link DeadheatDetector#ORDER}: q comes before p by what is no lock, or both are of one thread with no release
 * in between but of locks. Whoever does not know q then does not know p either.
 * </ul>
 * The paper keeps them in a trie with locks at its edges. Here the locks of one access are a node of its thread's trie
 * ({@link DeadheatLocks}) and the accesses are a list: they are few, mostly one or two.
 *
 * <p>Of more than {@link #MOST} accesses the first is forgotten: a race may be missed, none is invented.
 */
public final class DeadheatHistory {
    private static final int MOST = 64;
    private static final Access[] NONE = new Access[0];
    /** What a location has whose place others have taken. */
    static final DeadheatHistory FROZEN = new DeadheatHistory(NONE, 0, 0);
    /** What a location has that was accessed by nobody. */
    private static final DeadheatHistory EMPTY = new DeadheatHistory(NONE, 0, 0);
    /** When the location was read and written last, of those accesses that are left. */
    final DeadheatContext read;
    final DeadheatContext written;
    private final Access[] accesses;
    /** One more than the number of the only thread that was here, if that is all that is known; else 0. */
    private final int owner;
    /** For caches; that two have the same one does no harm. */
    final int hash;

    /** An access. */
    static final class Access {
        final DeadheatContext context;
        final boolean isWrite;
        final int site;

        Access(DeadheatContext context, boolean isWrite, int site) {
            this.context = context;
            this.isWrite = isWrite;
            this.site = site;
        }

        /** Whether this one, which was, stands for one that is made now. */
        private boolean covers(DeadheatContext now, boolean isWriteNow) {
            if (isWriteNow && !isWrite) {
                return false;
            }
            boolean isThread = DeadheatDetector.ORDER ? context.thread == now.thread && context.time == now.time
                    : context.thread == now.thread || context.thread == DeadheatContext.SEVERAL;
            return isThread && context.locks.isWithin(now.locks);
        }

        /** Whether one that a thread makes now stands for this one. */
        private boolean isCoveredBy(DeadheatThread thread, DeadheatContext now, boolean isWriteNow) {
            if (isWrite && !isWriteNow) {
                return false;
            }
            boolean isThread = DeadheatDetector.ORDER ? thread.knows(context.thread, context.time)
                    : context.thread == now.thread || now.thread == DeadheatContext.SEVERAL;
            return isThread && now.locks.isWithin(context.locks);
        }

        /** Whether this one and one that a thread makes now race. */
        boolean racesWith(DeadheatThread thread, DeadheatContext now, boolean isWriteNow) {
            return (isWrite || isWriteNow) && context.thread != now.thread
                    && !(DeadheatDetector.ORDER && thread.knows(context.thread, context.time))
                    && !context.locks.protectsFrom(now.locks);
        }
    }

    private DeadheatHistory(Access[] accesses, int owner, int before) {
        this.accesses = accesses;
        this.owner = owner;
        Access last = accesses.length == 0 ? null : accesses[accesses.length - 1];
        int added = last == null ? owner : last.site + 7 * last.context.thread + 13 * (int) last.context.version;
        hash = (31 * before + added) * 0x9E3779B9;
        DeadheatContext lastRead = null;
        DeadheatContext lastWritten = null;
        for (Access access : accesses) {
            if (access.isWrite) {
                lastWritten = access.context;
            } else {
                lastRead = access.context;
            }
        }
        read = lastRead;
        written = lastWritten;
    }

    /** The history after an access; the same if it adds nothing. */
    static DeadheatHistory after(DeadheatHistory history, DeadheatThread thread, boolean isWrite, int site) {
        DeadheatHistory before = history == null ? EMPTY : history;
        DeadheatContext now = thread.context;
        if (DeadheatDetector.OWNERSHIP && (before == EMPTY || before.owner != 0)) {
            if (before == EMPTY || before.owner == now.thread + 1) {
                return before == EMPTY ? new DeadheatHistory(NONE, now.thread + 1, 0) : before;
            }
            before = EMPTY;
        }
        return DeadheatDetector.COMMON ? before.inCommon(now, isWrite, site) : before.with(thread, now, isWrite, site);
    }

    private DeadheatHistory with(DeadheatThread thread, DeadheatContext now, boolean isWrite, int site) {
        for (Access access : accesses) {
            if (access.covers(now, isWrite)) {
                return this;
            }
        }
        Access added = DeadheatDetector.ORDER ? new Access(now, isWrite, site) : merged(now, isWrite, site);
        Access[] left = new Access[accesses.length + 1];
        int count = 0;
        for (Access access : accesses) {
            if (!access.isCoveredBy(thread, added.context, added.isWrite)) {
                left[count++] = access;
            }
        }
        left[count++] = added;
        int from = Math.max(0, count - MOST);
        return new DeadheatHistory(java.util.Arrays.copyOfRange(left, from, count), 0, hash);
    }

    /** With what other threads did under the same locks: which of them did is not told apart any more. */
    private Access merged(DeadheatContext now, boolean isWrite, int site) {
        for (Access access : accesses) {
            DeadheatContext there = access.context;
            if (there.locks.isWithin(now.locks) && now.locks.isWithin(there.locks)) {
                boolean isOne = there.thread == now.thread;
                return new Access(isOne ? now : now.ofSeveral(), isWrite || access.isWrite, site);
            }
        }
        return new Access(now, isWrite, site);
    }

    /** Eraser's rule: one access stands for all, with the locks that they have in common. */
    private DeadheatHistory inCommon(DeadheatContext now, boolean isWrite, int site) {
        if (accesses.length == 0) {
            return new DeadheatHistory(new Access[] {new Access(now.with(now.locks), isWrite, site)}, 0, hash);
        }
        Access all = accesses[0];
        boolean isWritten = isWrite || all.isWrite;
        if (all.context.locks.isWithin(now.locks) && isWritten == all.isWrite) {
            return this;
        }
        DeadheatContext both = now.with(all.context.locks.common(now.locks));
        return new DeadheatHistory(new Access[] {new Access(both, isWritten, all.site)}, 0, hash);
    }

    /** The accesses that one races with, which a thread makes now and which made another history of this one. */
    static Access firstRace(DeadheatHistory before, DeadheatHistory after, DeadheatThread thread, boolean isWrite) {
        if (DeadheatDetector.COMMON) {
            Access all = after.accesses.length == 0 || before == null ? null : after.accesses[0];
            return all != null && all.isWrite && all.context.locks.isEmpty() ? all : null;
        }
        if (before != null) {
            for (Access access : before.accesses) {
                if (access.racesWith(thread, thread.context, isWrite)) {
                    return access;
                }
            }
        }
        return null;
    }

    /** Whether a location with a history was read, or written, by the running thread as it would be now. */
    public static boolean hasRead(DeadheatHistory history) {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        return history != null && thread != null && (history.read == thread.context
                || history.written == thread.context || thread.reads.has(history, thread.context));
    }

    /** The same of a write. */
    public static boolean hasWritten(DeadheatHistory history) {
        DeadheatThread thread = DeadheatThread.of(Thread.currentThread());
        return history != null && thread != null
                && (history.written == thread.context || thread.writes.has(history, thread.context));
    }

    /** The accesses that are left. */
    Access[] accesses() {
        return accesses;
    }

    /** Whether the thread of a context was the only one here, and its accesses are forgotten. */
    boolean isOwnedBy(DeadheatContext now) {
        return DeadheatDetector.OWNERSHIP && owner != 0 && owner == now.thread + 1;
    }
}
