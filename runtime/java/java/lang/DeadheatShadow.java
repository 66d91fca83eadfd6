package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * FastTrack's rules, and shadows that are not fields of the object itself: those of statics, and of arrays whose elements
 * have a location each ({@link DeadheatParts} has the others).
 *
 * <p>A location has three words: the epoch of the last write, the epoch of the last read (or {@link #SHARED}, when reads
 * of several threads are kept in {@link Reads}), and the numbers of the two code places. Naively each access looks at
 * both epochs and writes one, at once. Here nothing is locked: an access first publishes its own epoch by compare
 * and set, and then looks at the other word; of two accesses at a time at least one sees the other. A read that a write's
 * clearing of the reads loses was not before that write: if it is not after it either, one of the two sees the race. Where
 * the thread is, and what it holds, is noted before its epoch is there: whoever sees that and reports it finds them.
 *
 * <p>A location may be given up for others that take its place, with its history: then its epochs are {@link #FROZEN}. An
 * access that meets that is made again there, and looks at the other word even if its own epoch is there already: that was
 * taken along, and what the other word was, too.
 */
final class DeadheatShadow {
    /** Stands for an epoch where several threads have read. */
    static final long SHARED = -1;
    /** Stands for an epoch where the location is no longer in use. */
    static final long FROZEN = -2;
    /** FastTrack's rules, by the numbers under which threads count them; a second access in one epoch is not counted. */
    static final String[] RULES = {"read exclusive", "read share", "read shared", "write exclusive", "write shared"};
    private static final int READ_EXCLUSIVE = 0;
    private static final int READ_SHARE = 1;
    private static final int READ_SHARED = 2;
    private static final int WRITE_EXCLUSIVE = 3;
    private static final int WRITE_SHARED = 4;
    /** What is no epoch: whether an access races is not known yet; it is noted, but another location has taken its place. */
    private static final long UNDECIDED = Long.MIN_VALUE;
    private static final long AGAIN = Long.MIN_VALUE + 1;
    /** Whether the short ways are gone: they know only epochs, and no log. */
    static final boolean IS_SHORT = !DeadheatDetector.LOCKSET && !DeadheatLog.IS_ON;
    /** No rule: the location was read in this epoch; another thread was faster. */
    private static final int DONE = -1;
    private static final int RETRY = -2;
    /** Stands for a code place that is not known. */
    static final int UNKNOWN = -1;
    private static final int SITE_BITS = 24;
    private static final int MOST_SITES = (1 << SITE_BITS) - 1;
    private static final Unsafe U = Unsafe.getUnsafe();
    /** Locations in one block of words. */
    private static final int BLOCK = DeadheatMemory.MOST;
    private static final long BLOCKS = U.objectFieldOffset(DeadheatShadow.class, "blocks");
    private static final long FIRST = U.objectFieldOffset(DeadheatShadow.class, "first");
    private static final long READS = U.objectFieldOffset(DeadheatShadow.class, "reads");

    /**
     * Where the words of locations 0 to {@link #BLOCK} - 1 are, or of as many as there are ({@link DeadheatMemory}): first all that
     * are of writes, then those of reads, then the code places, so that who goes through an array comes by few others. 0 if
     * they are not there yet; written once, by compare and set.
     */
    private volatile long first;
    /** Where the words of the others are, by block; written by compare and set, and so are its elements. */
    private volatile long[] blocks;
    /** By location. Written by compare and set. */
    private volatile Object[] reads;
    /** By block: the location that its elements may share. Written under the monitor, and so are its elements, once each. */
    private volatile DeadheatChunk[] chunks;
    /** What the locations were parts of before, for blocks that are not there yet; null if they are new. */
    private final DeadheatParts origin;
    final int length;

    DeadheatShadow(int length) {
        this(length, null);
    }

    DeadheatShadow(int length, DeadheatParts origin) {
        this.length = length;
        this.origin = origin;
    }

    /** A read of a location of this shadow. */
    void read(DeadheatThread thread, int at, int site, DeadheatLocation location, Object object) {
        if (DeadheatDetector.LOCKSET) {
            locked(thread, at, false, site, location, object);
            return;
        }
        long words = own(thread, at, false, false);
        long last = words == 0 ? thread.epoch : U.getLong(words + 8L * ((at & BLOCK - 1) + room(at)));
        if (last != thread.epoch && (last != SHARED || !hasRead(thread.epoch, at))
                && !(DeadheatDetector.TREE_FIRST && DeadheatTree.isRedundant(thread, this, at, site, false))
                && !read(thread, at, words, site, location, object, false)) {
            again(thread, at, false, site, location, object);
        }
    }

    /** A write of a location of this shadow. */
    void write(DeadheatThread thread, int at, int site, DeadheatLocation location, Object object) {
        if (DeadheatDetector.LOCKSET) {
            locked(thread, at, true, site, location, object);
            return;
        }
        long words = own(thread, at, true, false);
        if (words != 0 && U.getLong(words + 8L * (at & BLOCK - 1)) != thread.epoch
                && !(DeadheatDetector.TREE_FIRST && DeadheatTree.isRedundant(thread, this, at, site, true))
                && !write(thread, at, words, site, location, object, false)) {
            again(thread, at, true, site, location, object);
        }
    }

    /** An access that is noted, perhaps, but was not looked at to the end: others took the place of its words. */
    @DontInline
    private void again(DeadheatThread thread, int at, boolean isWrite, int site, DeadheatLocation location, Object object) {
        for (boolean isDone = false; !isDone;) {
            long words = own(thread, at, isWrite, true);
            isDone = isWrite ? write(thread, at, words, site, location, object, true)
                    : read(thread, at, words, site, location, object, true);
        }
    }

    /** Whether a location was accessed in an epoch of the running thread, as far as can be told without making anything. */
    boolean has(DeadheatThread thread, DeadheatArray entry, int at, boolean isWrite) {
        long words = wordsIfAny(at);
        if (words == 0) {
            return false;
        }
        long last = U.getLong(words + 8L * ((at & BLOCK - 1) + (isWrite ? 0 : room(at))));
        return last == thread.epoch || last == SHARED && hasRead(thread, at, entry) || last == FROZEN && isJoined(thread, at, isWrite);
    }

    /** Whether a location is one with its neighbours, and all were accessed in the running thread's epoch. */
    private boolean isJoined(DeadheatThread thread, int at, boolean isWrite) {
        DeadheatChunk chunk = chunkAt(at);
        return chunk != null && chunk.has(thread, isWrite);
    }

    /** An access of an element, whose block's words are here, by who knows all that was there: tells whether that was so, and notes it. */
    static boolean isDone(DeadheatThread thread, long words, DeadheatArray entry, Object array, int at, int length, boolean isWrite,
            int site) {
        long write = words + 8L * (at & BLOCK - 1);
        long read = write + 8L * room(at, length);
        long sites = 2 * read - write;
        if (isWrite) {
            long met = writeKnown(thread, null, write, read, sites, site);
            if (met == AGAIN) {
                entry.shadow.again(thread, at, true, site, DeadheatLocation.ELEMENT, array);
            } else if (met != 0 && met != UNDECIDED) {
                writeToo(thread, met, null, read, sites, entry.shadow, READS, at, site, DeadheatLocation.ELEMENT, array);
            }
            return met != UNDECIDED;
        }
        long met = readKnown(thread, null, write, read, sites, site);
        if (met == AGAIN) {
            entry.shadow.again(thread, at, false, site, DeadheatLocation.ELEMENT, array);
        } else if (met > 0) {
            meet(thread, met, null, sites, entry.shadow, at, site, DeadheatLocation.ELEMENT, array);
        }
        return met != UNDECIDED || U.getLong(read) == SHARED && entry.shadow.hasRead(thread, at, entry);
    }

    /** An access of a location of this shadow, whose histories are where else the reads are. */
    private void locked(DeadheatThread thread, int at, boolean isWrite, int site, DeadheatLocation location,
            Object object) {
        Object[] all = reads;
        Object histories = all != null ? all : readsIn(this, READS, length);
        long offset = DeadheatArrays.object(at);
        if (origin != null && U.getReferenceAcquire(histories, offset) == null) {
            U.compareAndSetReference(histories, offset, null, origin.history(at));
        }
        DeadheatLockset.access(thread, histories, offset, isWrite, site, location, object, null, at);
    }

    private boolean read(DeadheatThread thread, int at, long words, int site, DeadheatLocation location, Object object,
            boolean isAgain) {
        long word = words + 8L * (at & BLOCK - 1);
        long room = 8L * room(at);
        return read(thread, null, word, word + room, word + 2 * room, this, READS, at, length, site, location, object, isAgain);
    }

    private boolean write(DeadheatThread thread, int at, long words, int site, DeadheatLocation location, Object object,
            boolean isAgain) {
        long word = words + 8L * (at & BLOCK - 1);
        long room = 8L * room(at);
        return write(thread, null, word, word + room, word + 2 * room, this, READS, at, site, location, object, isAgain);
    }

    /** How many locations are in the block of one. */
    private int room(int at) {
        return room(at, length);
    }

    private static int room(int at, int length) {
        return Math.min(BLOCK, length - (at & -BLOCK));
    }

    /** The same, with a note of it that is found sooner. */
    private boolean hasRead(DeadheatThread thread, int at, DeadheatArray entry) {
        boolean hasRead = hasRead(thread.epoch, at);
        if (hasRead) {
            entry.saw(thread, at);
        }
        return hasRead;
    }

    private boolean hasRead(long epoch, int at) {
        Object[] all = reads;
        DeadheatReads found = all == null ? null : (DeadheatReads) all[at];
        return found != null && found.has(epoch);
    }

    /**
     * Elements of an array, from one to a last one, are read or written. {@code isAgain} says that some of them may have
     * been already, but not looked at to the end.
     */
    void range(DeadheatThread thread, int from, int last, int step, boolean isWrite, int site, Object array,
            DeadheatArray entry, boolean isAgain) {
        for (int at = from; at <= last;) {
            int end = Math.min(last, at | BLOCK - 1);
            if (DeadheatTechniques.JOINING && step == 1 && end - at + 1 == room(at) && room(at) >= DeadheatChunk.LEAST) {
                chunk(thread, at, isWrite, site, array, entry, isAgain);
                at = end + 1;
            } else {
                at = some(thread, at, end, step, isWrite, site, array, entry, isAgain);
            }
        }
    }

    /** The same, of elements of one block; gives the first one behind it. */
    private int some(DeadheatThread thread, int from, int last, int step, boolean isWrite, int site, Object array,
            DeadheatArray entry, boolean isAgain) {
        boolean isShort = IS_SHORT && !isAgain;
        long words = isShort ? own(thread, from, isWrite, false) : 0;
        int at = from;
        for (; at <= last; at += step) {
            if (isAgain && !DeadheatDetector.LOCKSET) {
                again(thread, at, isWrite, site, DeadheatLocation.ELEMENT, array);
            } else if (words == 0 ? !isShort : !isDone(thread, words, entry, array, at, length, isWrite, site)) {
                element(thread, at, isWrite, site, array);
            }
        }
        return at;
    }

    private void element(DeadheatThread thread, int at, boolean isWrite, int site, Object array) {
        if (isWrite) {
            write(thread, at, site, DeadheatLocation.ELEMENT, array);
        } else {
            read(thread, at, site, DeadheatLocation.ELEMENT, array);
        }
    }

    // Blocks whose elements share a location.

    /** All elements of a block are read or written. */
    @DontInline
    private void chunk(DeadheatThread thread, int start, boolean isWrite, int site, Object array, DeadheatArray entry,
            boolean isAgain) {
        DeadheatChunk chunk = makeChunk(start);
        boolean isLeft = false;
        if (chunk != null && chunk.isJoined()) {
            if (chunk.isDone(thread, isWrite, site, array, isAgain)) {
                return;
            }
            isLeft = true;
        }
        some(thread, start, start + room(start) - 1, 1, isWrite, site, array, entry, isAgain || isLeft);
        if (chunk != null && chunk.isTime()) {
            join(thread, chunk, isWrite, site);
        }
    }

    private DeadheatChunk chunkAt(int at) {
        DeadheatChunk[] all = chunks;
        return all == null ? null : all[at / BLOCK];
    }

    /** The chunk of a block; if the block was never used, its elements share its location. Null if there is to be none. */
    private DeadheatChunk makeChunk(int start) {
        DeadheatChunk chunk = chunkAt(start);
        return chunk != null || origin == null ? chunk : newChunk(start);
    }

    @DontInline
    private synchronized DeadheatChunk newChunk(int start) {
        if (chunks == null) {
            chunks = new DeadheatChunk[(length + BLOCK - 1) / BLOCK];
        }
        DeadheatChunk chunk = chunks[start / BLOCK];
        if (chunk == null) {
            chunk = new DeadheatChunk(start, room(start));
            if (wordsIfAny(start) == 0 && origin.isOne(start, start + chunk.count - 1)) {
                chunk.begin(origin, origin.block(start));
            }
            U.putReferenceRelease(chunks, DeadheatArrays.object(start / BLOCK), chunk);
        }
        return chunk;
    }

    @DontInline
    private synchronized void join(DeadheatThread thread, DeadheatChunk chunk, boolean isWrite, int site) {
        long words = wordsIfAny(chunk.start);
        if (words != 0 && !chunk.isJoined()) {
            chunk.join(thread, words, isWrite, site);
        }
    }

    /**
     * The words of a location's block, which are in use; 0 if the elements share another location, and all were so accessed in
     * the running thread's epoch, which is enough unless this is a second look.
     */
    private long own(DeadheatThread thread, int at, boolean isWrite, boolean isAgain) {
        long words = wordsIfAny(at);
        if (words != 0 && U.getLong(words + 8L * (at & BLOCK - 1)) != FROZEN) {
            return words;
        }
        return !isAgain && isJoined(thread, at, isWrite) ? 0 : words(thread, at);
    }

    /** Where the words of the block of a location are; 0 if they are nowhere, or there is no such location. */
    long wordsIfAny(int at) {
        if (at < 0 || at >= length) {
            return 0;
        }
        long[] all = at < BLOCK ? null : blocks;
        return at < BLOCK ? first : all == null ? 0 : all[at / BLOCK];
    }

    /** The words of a location's block, made if there are none; if the elements share a location, that is taken apart. */
    @DontInline
    private long words(DeadheatThread thread, int at) {
        if (at < BLOCK) {
            return make(thread, this, FIRST, 0, room(0));
        }
        long[] all = blocks;
        if (all == null) {
            all = new long[(length + BLOCK - 1) / BLOCK];
            if (!U.compareAndSetReference(this, BLOCKS, null, all)) {
                all = blocks;
            }
        }
        // What is in a block is reached by way of it only, so that it is there when the block is.
        return make(thread, all, DeadheatArrays.word(at / BLOCK), at & -BLOCK, room(at));
    }

    /** The words of some locations, from {@code start} on, which are to be told of at an offset of an object. */
    @DontInline
    private long make(DeadheatThread thread, Object holder, long offset, int start, int count) {
        if (origin != null) {
            return makeLater(thread, holder, offset, start, count);
        }
        long words = thread.memory.take(count);
        if (U.compareAndSetLong(holder, offset, 0, words)) {
            thread.arrays[DeadheatParts.LOCATIONS] += count;
            return words;
        }
        thread.memory.give(words, count);
        return U.getLongAcquire(holder, offset);
    }

    /** The same for locations that were parts before. Whoever sees the words may go on with the reads: only one thread puts both there. */
    private synchronized long makeLater(DeadheatThread thread, Object holder, long offset, int start, int count) {
        long there = U.getLongAcquire(holder, offset);
        DeadheatChunk chunk = chunkAt(start);
        boolean isJoined = chunk != null && chunk.isJoined();
        if (there != 0) {
            if (isJoined) {
                chunk.part(there, this, READS, length);
            }
            return there;
        }
        long words = thread.memory.take(count);
        if (isJoined) {
            chunk.part(words, this, READS, length);
        } else {
            give(words, start, count);
        }
        U.putLongRelease(holder, offset, words);
        thread.arrays[DeadheatParts.LOCATIONS] += count;
        return words;
    }

    /** Locations begin with the history that they had as parts. */
    private void give(long words, int start, int count) {
        int block = origin.block(start);
        for (int at = 0; at < count; at++) {
            block = start + at < origin.end(block) ? block : block + 1;
            DeadheatReads taken = origin.give(start + at, block, null, words + 8L * at, 8L * count);
            if (taken != null) {
                U.putReferenceRelease(readsIn(this, READS, length), DeadheatArrays.object(start + at), taken);
            }
        }
    }

    /** The array is dead, and nobody looks at its shadow: the words are for others. */
    void free(DeadheatThread thread) {
        if (first != 0) {
            thread.memory.give(first, room(0));
        }
        long[] all = blocks;
        for (int block = 1; all != null && block < all.length; block++) {
            if (all[block] != 0) {
                thread.memory.give(all[block], room(block * BLOCK));
            }
        }
    }

    /**
     * A read of a location that is never given up, if the last one is known to the thread, as it mostly is: the epoch of the
     * write that it races with, 0 if there is none, {@link #UNDECIDED} if the read is not noted and the long way is to be gone.
     */
    static long readKnown(DeadheatThread thread, Object base, long write, long read, long sites, int site) {
        long epoch = thread.epoch;
        long last = U.getLong(base, read);
        if (last == epoch) {
            return 0;
        }
        if (last < 0 || !thread.knows(last)) {
            return UNDECIDED;
        }
        thread.note(site, epoch);
        if (!U.compareAndSetLong(base, read, last, epoch)) {
            return UNDECIDED;
        }
        U.putInt(base, sites + 4, stamp(site, epoch));
        thread.rules[READ_EXCLUSIVE]++;
        long written = U.getLong(base, write);
        return written == 0 ? 0 : written == FROZEN ? AGAIN : thread.knows(written) ? 0 : written;
    }

    /** A write if the last one is known: what there is of reads that the thread may not know; else as {@link #readKnown}. */
    static long writeKnown(DeadheatThread thread, Object base, long write, long read, long sites, int site) {
        long epoch = thread.epoch;
        long written = U.getLong(base, write);
        if (written == epoch) {
            return 0;
        }
        if (written < 0 || !thread.knows(written)) {
            return UNDECIDED;
        }
        thread.note(site, epoch);
        if (!U.compareAndSetLong(base, write, written, epoch)) {
            return UNDECIDED;
        }
        U.putInt(base, sites, stamp(site, epoch));
        long last = U.getLong(base, read);
        thread.rules[last == SHARED ? WRITE_SHARED : WRITE_EXCLUSIVE]++;
        return last == 0 ? 0 : last == SHARED ? last : last == FROZEN ? AGAIN : thread.knows(last) ? 0 : last;
    }

    /** A read of an object's own location, but the thread's second one in an epoch. */
    static void read(DeadheatThread thread, Object object, DeadheatLocation at, int site) {
        long met = IS_SHORT ? readKnown(thread, object, at.write, at.read, at.sites, site) : UNDECIDED;
        if (met > 0) {
            meet(thread, met, object, at.sites, object, at.index, site, at, object);
        } else if (met == UNDECIDED) {
            read(thread, object, at.write, at.read, at.sites, object, at.more, at.index, at.count, site, at, object);
        }
    }

    /** A write of an object's own location. */
    static void write(DeadheatThread thread, Object object, DeadheatLocation at, int site) {
        long met = IS_SHORT ? writeKnown(thread, object, at.write, at.read, at.sites, site) : UNDECIDED;
        if (met == UNDECIDED) {
            write(thread, object, at.write, at.read, at.sites, object, at.more, at.index, site, at, object);
        } else if (met != 0) {
            writeToo(thread, met, object, at.read, at.sites, object, at.more, at.index, site, at, object);
        }
    }

    /** A read that races with a write. */
    @DontInline
    private static void meet(DeadheatThread thread, long written, Object base, long sites, Object holder, int index, int site,
            DeadheatLocation location, Object object) {
        int there = site(base, sites, written);
        DeadheatReport.race(thread, location, object, holder, index, true, written, there, false, site);
    }

    /**
     * A read. The words are in {@code base}; {@code holder} has at {@code more} an array of {@code count} for the
     * {@link DeadheatReads}.
     */
    static void read(DeadheatThread thread, Object base, long write, long read, long sites,
            Object holder, long more, int index, int count, int site, DeadheatLocation location, Object object) {
        read(thread, base, write, read, sites, holder, more, index, count, site, location, object, false);
    }

    /** The same, perhaps of a location that others take the place of: tells whether that has not happened. */
    @DontInline
    static boolean read(DeadheatThread thread, Object base, long write, long read, long sites, Object holder, long more,
            int index, int count, int site, DeadheatLocation location, Object object, boolean isAgain) {
        if (DeadheatDetector.LOCKSET) {
            DeadheatLockset.access(thread, base, write, false, site, location, object, null, index);
            return true;
        }
        long epoch = thread.epoch;
        thread.note(site, epoch);
        int rule;
        do {
            long last = U.getLongVolatile(base, read);
            if (last == epoch) {
                if (!isAgain) {
                    return true;
                }
                rule = READ_EXCLUSIVE;
            } else if (last == FROZEN) {
                return false;
            } else if (last == SHARED || last != 0 && !thread.knows(last)) {
                rule = readToo(epoch, last, base, read, sites, holder, more, index, count, site, isAgain);
                if (rule == DONE) {
                    return true;
                }
            } else {
                rule = U.compareAndSetLong(base, read, last, epoch) ? READ_EXCLUSIVE : RETRY;
                if (rule == READ_EXCLUSIVE) {
                    U.putInt(base, sites + 4, stamp(site, epoch));
                }
            }
        } while (rule == RETRY);
        thread.rules[rule]++;
        if (DeadheatLog.IS_ON) {
            DeadheatLog.access(thread, 'r', location, object, holder, index);
        }
        long written = U.getLongVolatile(base, write);
        if (written == FROZEN) {
            return false;
        }
        if (written != 0 && !thread.knows(written)) {
            meet(thread, written, base, sites, holder, index, site, location, object);
        }
        return true;
    }

    /** A read where another thread has read that is not known; gives the rule, or that nothing is left to do, or all. */
    @DontInline
    private static int readToo(long epoch, long last, Object base, long read, long sites, Object holder, long more,
            int index, int count, int site, boolean isAgain) {
        DeadheatReads all;
        if (last == SHARED) {
            all = readsOf(holder, more, index);
            if (!isAgain && all.has(epoch)) {
                return DONE;
            }
            all.put(epoch, site);
        } else {
            all = new DeadheatReads(last, site(base, sites + 4, last));
            all.put(epoch, site);
            share(base, read, last, holder, more, index, count, all);
        }
        boolean isThere = U.getLongVolatile(base, read) == SHARED && readsOf(holder, more, index) == all;
        return !isThere ? RETRY : last == SHARED ? READ_SHARED : READ_SHARE;
    }

    /** A write; see {@link #read}. */
    static void write(DeadheatThread thread, Object base, long write, long read, long sites,
            Object holder, long more, int index, int site, DeadheatLocation location, Object object) {
        write(thread, base, write, read, sites, holder, more, index, site, location, object, false);
    }

    /** The same, perhaps of a location that others take the place of: tells whether that has not happened. */
    @DontInline
    static boolean write(DeadheatThread thread, Object base, long write, long read, long sites, Object holder, long more,
            int index, int site, DeadheatLocation location, Object object, boolean isAgain) {
        if (DeadheatDetector.LOCKSET) {
            DeadheatLockset.access(thread, base, write, true, site, location, object, null, index);
            return true;
        }
        long epoch = thread.epoch;
        thread.note(site, epoch);
        long written;
        int there;
        do {
            written = U.getLongVolatile(base, write);
            if (written == epoch && !isAgain) {
                return true;
            }
            if (written == FROZEN) {
                return false;
            }
            there = written == 0 || thread.knows(written) ? UNKNOWN : site(base, sites, written);
        } while (!U.compareAndSetLong(base, write, written, epoch));
        U.putInt(base, sites, stamp(site, epoch));
        if (DeadheatLog.IS_ON) {
            DeadheatLog.access(thread, 'w', location, object, holder, index);
        }
        if (written != 0 && !thread.knows(written)) {
            DeadheatReport.race(thread, location, object, holder, index, true, written, there, true, site);
        }
        long last = U.getLongVolatile(base, read);
        if (last == FROZEN) {
            return false;
        }
        thread.rules[last == SHARED ? WRITE_SHARED : WRITE_EXCLUSIVE]++;
        if (last == SHARED || last != 0 && !thread.knows(last)) {
            writeToo(thread, last, base, read, sites, holder, more, index, site, location, object);
        }
        return true;
    }

    /** A write where several threads have read, or one that is not known. */
    @DontInline
    private static void writeToo(DeadheatThread thread, long last, Object base, long read, long sites, Object holder,
            long more, int index, int site, DeadheatLocation location, Object object) {
        if (last != SHARED) {
            int there = site(base, sites + 4, last);
            DeadheatReport.race(thread, location, object, holder, index, false, last, there, true, site);
            return;
        }
        DeadheatReads all = readsOf(holder, more, index);
        long unknown = all.unknownTo(thread);
        if (unknown != 0) {
            int there = all.siteOf(unknown);
            DeadheatReport.race(thread, location, object, holder, index, false, unknown, there, true, site);
        }
        U.compareAndSetLong(base, read, SHARED, 0);
    }

    /** A code place, with some bits of the epoch that it belongs to. */
    static int stamp(int site, long epoch) {
        return mark(epoch) << SITE_BITS | (site >= 0 && site < MOST_SITES ? site : MOST_SITES);
    }

    private static int mark(long epoch) {
        return (int) (epoch + (epoch >>> DeadheatThread.TIME_BITS) * 31) & 0xff;
    }

    /**
     * The code place of an access: it is written after the epoch, so it may take a moment until it is there; if
     * two accesses came at once, it may be the other one's, and this one's is not known.
     */
    static int site(Object base, long at, long epoch) {
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

    static DeadheatReads readsOf(Object holder, long more, int index) {
        return (DeadheatReads) U.getReferenceAcquire(U.getReferenceAcquire(holder, more), DeadheatArrays.object(index));
    }

    /** Puts the reads there before anyone can see that they are shared. */
    private static void share(Object base, long read, long last, Object holder, long more, int index, int count,
            DeadheatReads reads) {
        Object all = readsIn(holder, more, count);
        synchronized (all) {
            if (U.getLongVolatile(base, read) == last) {
                U.putReferenceRelease(all, DeadheatArrays.object(index), reads);
                U.compareAndSetLong(base, read, last, SHARED);
            }
        }
    }

    /** The array for reads of several threads, made if it is not there. */
    static Object readsIn(Object holder, long more, int count) {
        Object all = U.getReferenceAcquire(holder, more);
        if (all == null) {
            all = new Object[count];
            if (!U.compareAndSetReference(holder, more, null, all)) {
                all = U.getReferenceAcquire(holder, more);
            }
        }
        return all;
    }
}
