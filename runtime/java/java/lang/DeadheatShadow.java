package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * FastTrack's rules, and shadows that are not fields of the object itself: those of arrays, statics and library objects.
 *
 * <p>A location has three words: the epoch of the last write, the epoch of the last read (or {@link #SHARED}, when reads
 * of several threads are kept in {@link Reads}), and the numbers of the two code places. Naively each access looks at
 * both epochs and writes one, at once. Here nothing is locked: an access first publishes its own epoch by compare
 * and set, and then looks at the other word; of two accesses at a time at least one sees the other. A read that a write's
 * clearing of the reads loses was not before that write: if it is not after it either, one of the two sees the race.
 */
final class DeadheatShadow {
    /** Stands for an epoch where several threads have read. */
    static final long SHARED = -1;
    /** FastTrack's rules, by the numbers under which threads count them; a second access in one epoch is not counted. */
    static final String[] RULES = {"read exclusive", "read share", "read shared", "write exclusive", "write shared"};
    private static final int READ_EXCLUSIVE = 0;
    private static final int READ_SHARE = 1;
    private static final int READ_SHARED = 2;
    private static final int WRITE_EXCLUSIVE = 3;
    private static final int WRITE_SHARED = 4;
    /** Stands for a code place that is not known. */
    static final int UNKNOWN = -1;
    private static final int SITE_BITS = 24;
    private static final int MOST_SITES = (1 << SITE_BITS) - 1;
    private static final Unsafe U = Unsafe.getUnsafe();
    /** Locations in one block of words. */
    private static final int BLOCK = 64;
    private static final long BLOCKS = U.objectFieldOffset(DeadheatShadow.class, "blocks");
    private static final long FIRST = U.objectFieldOffset(DeadheatShadow.class, "first");
    private static final long READS = U.objectFieldOffset(DeadheatShadow.class, "reads");

    /** The words of locations 0 to {@link #BLOCK} - 1. */
    private volatile long[] first;
    /** The words of the others, by block; written by compare and set. */
    private volatile Object[] blocks;
    /** By location. Written by compare and set. */
    private volatile Object[] reads;
    final int length;

    DeadheatShadow(int length) {
        this.length = length;
    }

    /** Of a location that several threads read: when each did last, and where in the code. Guarded by its monitor. */
    static final class Reads {
        private long[] times = new long[8];
        private int[] sites = new int[8];

        synchronized void put(int thread, long time, int site) {
            if (thread >= times.length) {
                int length = Math.max(thread + 1, 2 * times.length);
                times = java.util.Arrays.copyOf(times, length);
                sites = java.util.Arrays.copyOf(sites, length);
            }
            times[thread] = time;
            sites[thread] = site;
        }

        /** A read that a thread does not know of, as an epoch; 0 if it knows of all. */
        synchronized long unknownTo(DeadheatThread thread) {
            for (int other = 0; other < times.length; other++) {
                if (times[other] != 0 && !thread.knows(other, times[other])) {
                    return (long) other << DeadheatThread.TIME_BITS | times[other];
                }
            }
            return 0;
        }

        synchronized int siteOf(int thread) {
            return thread < sites.length ? sites[thread] : 0;
        }

        synchronized boolean has(int thread, long time) {
            return thread < times.length && times[thread] == time;
        }
    }

    /** A read of a location of this shadow. */
    void read(DeadheatThread thread, int at, int site, DeadheatLocation location, Object object) {
        long[] words = words(at);
        long word = word(at);
        if (words[(at % BLOCK) * 3 + 1] == thread.epoch) {
            return;
        }
        read(thread, words, word, word + 8, word + 16, this, READS, at, length, site, location, object);
    }

    /** A write of a location of this shadow. */
    void write(DeadheatThread thread, int at, int site, DeadheatLocation location, Object object) {
        long[] words = words(at);
        long word = word(at);
        if (words[(at % BLOCK) * 3] == thread.epoch) {
            return;
        }
        write(thread, words, word, word + 8, word + 16, this, READS, at, site, location, object);
    }

    private long[] words(int at) {
        if (at < BLOCK) {
            long[] words = first;
            if (words == null) {
                words = new long[3 * Math.min(BLOCK, length)];
                if (!U.compareAndSetReference(this, FIRST, null, words)) {
                    words = first;
                }
            }
            return words;
        }
        Object[] all = blocks;
        if (all == null) {
            all = new Object[(length + BLOCK - 1) / BLOCK];
            if (!U.compareAndSetReference(this, BLOCKS, null, all)) {
                all = blocks;
            }
        }
        long offset = DeadheatArrays.object(at / BLOCK);
        long[] words = (long[]) U.getReferenceAcquire(all, offset);
        if (words == null) {
            words = new long[3 * BLOCK];
            if (!U.compareAndSetReference(all, offset, null, words)) {
                words = (long[]) U.getReferenceAcquire(all, offset);
            }
        }
        return words;
    }

    private static long word(int at) {
        return DeadheatArrays.word(3 * (at % BLOCK));
    }

    /**
     * A read. The words are in {@code base}; {@code holder} has at {@code more} an array of {@code count} for the
     * {@link Reads}.
     */
    static void read(DeadheatThread thread, Object base, long write, long read, long sites,
            Object holder, long more, int index, int count, int site, DeadheatLocation location, Object object) {
        long epoch = thread.epoch;
        int rule;
        for (;;) {
            long last = U.getLongVolatile(base, read);
            if (last == epoch) {
                return;
            }
            if (last == SHARED) {
                Reads all = readsOf(holder, more, index);
                if (all.has(thread.number, DeadheatThread.timeOf(epoch))) {
                    return;
                }
                all.put(thread.number, DeadheatThread.timeOf(epoch), site);
                if (U.getLongVolatile(base, read) == SHARED && readsOf(holder, more, index) == all) {
                    rule = READ_SHARED;
                    break;
                }
            } else if (last == 0 || thread.knows(last)) {
                if (U.compareAndSetLong(base, read, last, epoch)) {
                    U.putInt(base, sites + 4, stamp(site, epoch));
                    rule = READ_EXCLUSIVE;
                    break;
                }
            } else {
                Reads all = new Reads();
                all.put(DeadheatThread.numberOf(last), DeadheatThread.timeOf(last), site(base, sites + 4, last));
                all.put(thread.number, DeadheatThread.timeOf(epoch), site);
                share(base, read, last, holder, more, index, count, all);
                if (U.getLongVolatile(base, read) == SHARED && readsOf(holder, more, index) == all) {
                    rule = READ_SHARE;
                    break;
                }
            }
        }
        thread.rules[rule]++;
        thread.stacks.note(thread, site, epoch);
        if (DeadheatLog.IS_ON) {
            DeadheatLog.access(thread, 'r', location, object, index);
        }
        long written = U.getLongVolatile(base, write);
        if (written != 0 && !thread.knows(written)) {
            int there = site(base, sites, written);
            DeadheatReport.race(thread, location, object, index, true, written, there, false, site);
        }
    }

    /** A write; see {@link #read}. */
    static void write(DeadheatThread thread, Object base, long write, long read, long sites,
            Object holder, long more, int index, int site, DeadheatLocation location, Object object) {
        long epoch = thread.epoch;
        long written;
        int there;
        do {
            written = U.getLongVolatile(base, write);
            if (written == epoch) {
                return;
            }
            there = written == 0 || thread.knows(written) ? UNKNOWN : site(base, sites, written);
        } while (!U.compareAndSetLong(base, write, written, epoch));
        U.putInt(base, sites, stamp(site, epoch));
        thread.stacks.note(thread, site, epoch);
        if (DeadheatLog.IS_ON) {
            DeadheatLog.access(thread, 'w', location, object, index);
        }
        if (written != 0 && !thread.knows(written)) {
            DeadheatReport.race(thread, location, object, index, true, written, there, true, site);
        }
        long last = U.getLongVolatile(base, read);
        thread.rules[last == SHARED ? WRITE_SHARED : WRITE_EXCLUSIVE]++;
        if (last == SHARED) {
            Reads all = readsOf(holder, more, index);
            long unknown = all.unknownTo(thread);
            if (unknown != 0) {
                there = all.siteOf(DeadheatThread.numberOf(unknown));
                DeadheatReport.race(thread, location, object, index, false, unknown, there, true, site);
            }
            U.compareAndSetLong(base, read, SHARED, 0);
        } else if (last != 0 && !thread.knows(last)) {
            there = site(base, sites + 4, last);
            DeadheatReport.race(thread, location, object, index, false, last, there, true, site);
        }
    }

    /** A code place, with some bits of the epoch that it belongs to. */
    private static int stamp(int site, long epoch) {
        return mark(epoch) << SITE_BITS | (site < MOST_SITES ? site : MOST_SITES);
    }

    private static int mark(long epoch) {
        return (int) (epoch + (epoch >>> DeadheatThread.TIME_BITS) * 31) & 0xff;
    }

    /**
     * The code place of an access: it is written after the epoch, so it may take a moment until it is there; if
     * two accesses came at once, it may be the other one's, and this one's is not known.
     */
    private static int site(Object base, long at, long epoch) {
        for (int tries = 0; tries < 1000; tries++) {
            int stamp = U.getIntVolatile(base, at);
            if (stamp >>> SITE_BITS == mark(epoch)) {
                int site = stamp & MOST_SITES;
                return site == MOST_SITES ? UNKNOWN : site;
            }
            Thread.onSpinWait();
        }
        return UNKNOWN;
    }

    private static Reads readsOf(Object holder, long more, int index) {
        return (Reads) U.getReferenceAcquire(U.getReferenceAcquire(holder, more), DeadheatArrays.object(index));
    }

    /** Puts the reads there before anyone can see that they are shared. */
    private static void share(Object base, long read, long last, Object holder, long more, int index, int count,
            Reads reads) {
        Object all = U.getReferenceAcquire(holder, more);
        if (all == null) {
            all = new Object[count];
            if (!U.compareAndSetReference(holder, more, null, all)) {
                all = U.getReferenceAcquire(holder, more);
            }
        }
        synchronized (all) {
            if (U.getLongVolatile(base, read) == last) {
                U.putReferenceRelease(all, DeadheatArrays.object(index), reads);
                U.compareAndSetLong(base, read, last, SHARED);
            }
        }
    }
}
