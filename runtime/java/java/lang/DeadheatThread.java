package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The state of one thread: its number, its vector clock, the monitors that it holds.
 *
 * <p>It hangs in a field that the agent adds to {@link Thread}. All fields are the thread's own, but for {@link #end},
 * {@link #permit}, {@link #interrupt} and {@link #name}. An epoch is a thread number and a clock in one word; 0 is no epoch.
 *
 * <p>Numbers of ended threads are given out again: to a thread whose parent knows that the other has ended, so that
 * nothing is lost; and beyond {@link #PLENTY} numbers to any, so that clocks do not grow with the number of threads that
 * ever were. Races of two threads that have such a number one after the other are then missed; none is invented, for the
 * clock goes on.
 */
final class DeadheatThread {
    /** Bits of the clock in an epoch. */
    static final int TIME_BITS = 44;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;
    private static final int MOST = 1 << (63 - TIME_BITS);
    private static final int PLENTY = 512;
    static final DeadheatTable.Slot[] NO_ROW = new DeadheatTable.Slot[0];
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Thread.class, "$deadheat$state");
    private static final long EPOCH = U.objectFieldOffset(Thread.class, "$deadheat$epoch");
    private static final long KNOWN = U.objectFieldOffset(Thread.class, "$deadheat$known");
    private static final long PERMIT = U.objectFieldOffset(DeadheatThread.class, "permit");
    private static final long VERSION = U.objectFieldOffset(DeadheatThread.class, "version");
    private static final long INTERRUPT = U.objectFieldOffset(DeadheatThread.class, "interrupt");

    /** Guards the four below, and what {@link DeadheatCounts} has of ended threads. */
    static final Object NUMBERS = new Object();
    /** By number: who has it now, or had it last. */
    private static DeadheatThread[] all = new DeadheatThread[64];
    private static int count;
    /** Ended threads, the first to end first; their numbers may be given out again. */
    private static DeadheatThread firstEnded;
    private static DeadheatThread lastEnded;
    final int number;
    /** Who had the number before; one is enough for reports. */
    private DeadheatThread before;
    /** The first clock that is this thread's. */
    final long first;
    private long time;
    /** The number and the clock; 0 while nothing is checked. */
    long epoch;
    /** Where the epoch is, too, so that checks find it soon; null after the end. */
    private Thread running;
    private long[] vector;
    /** What is known by way of final fields; null if nothing is. */
    private long[] learnt;
    /** Whether a clock shares the vector. */
    private boolean isShared;
    /** What was released last: a release with nothing in between that anyone could see is the same one. */
    private long[] lastVector;
    private long lastTime;
    private DeadheatClock lastClock;
    /** Whether this epoch is known to others: an access has it, or an object that is complete. */
    private boolean isTouched;
    /** Whether accesses of this thread are checked. */
    private final boolean isChecked;
    /**
     * How often the runtime works for this thread: what it does itself is no access and no synchronisation. It is counted
     * up and down where that is, without a call, so that it is right even if the stack is used up.
     */
    int quiet;
    /** Whether class loaders of the program may run because the runtime asked for something ({@link DeadheatLoading}). */
    boolean isLoading;
    /** How deep the thread is in code of the JDK that synchronises for itself alone. */
    private int inside;
    /** Whether the thread reads under a stamp that it has not validated yet. */
    private boolean isOptimistic;

    /** The object whose methods take a lock that the program called last, and from where. */
    Object callee;
    int callSite;

    /** What it holds. */
    DeadheatHeld held = new DeadheatHeld();

    /**
     * What the thread holds, and what it is with it; the latter is null while nothing is checked. Only for lock sets and {@link DeadheatTree};
     * the former is null while that does not ask.
     */
    DeadheatLocks locks = new DeadheatLocks();
    DeadheatContext context;
    /** How often the clock or what is known of others has changed. */
    private long changes;
    private long contexts;
    /** Whether an object was completed since the clock changed whose final fields tell of this thread. */
    private boolean hasFrozen;
    /** What became of histories by reads and by writes. */
    DeadheatCache reads = DeadheatDetector.LOCKSET ? new DeadheatCache() : null;
    DeadheatCache writes = DeadheatDetector.LOCKSET ? new DeadheatCache() : null;
    DeadheatTree tree = DeadheatDetector.TREE ? new DeadheatTree() : null;
    /** Whether what is given away or learnt now is only who has a lock of the program's. */
    boolean isOfLock;
    /** The lock that the thread has from its beginning to its end, and who waited for that has from then on. */
    final long joinLock = DeadheatDetector.JOINS ? DeadheatLocks.number() : 0;

    /** How often each of FastTrack's rules was used. */
    final long[] rules = new long[DeadheatShadow.RULES.length];
    /** Accesses and checks, if they are counted. */
    final long[] uses = new long[3];
    /** What is counted of arrays: {@link DeadheatParts#COUNTED}. */
    final long[] arrays = new long[DeadheatParts.COUNTED.length];
    final DeadheatStacks stacks;
    final DeadheatStatics statics = new DeadheatStatics();
    /** The code place that was noted last. */
    private int noted = -1;
    /** A bit for each code place that was noted before. */
    private long[] visited = new long[64];
    /** The row in which it puts what hangs on objects, which number that has, and where there may be room. */
    DeadheatTable.Slot[] row = NO_ROW;
    int rowNumber;
    int nextInRow;
    final DeadheatMemory memory = new DeadheatMemory();
    /** By code place, the elements that were accessed last there. */
    DeadheatFootprint[] footprints = DeadheatFootprint.NONE;
    /** By code place, how many footprints on end had few elements; above {@link DeadheatFootprint#ENOUGH}, how long to wait. */
    byte[] attempts;
    /** Those of {@link #footprints} that are open, and how many they are. */
    DeadheatFootprint[] open = DeadheatFootprint.NONE;
    int openCount;
    /** Odd while footprints are opened, closed or turned; for who looks at them from another thread. */
    int version;
    /** Whether footprints are committed: what is looked at was some time ago. */
    boolean isCommitting;

    /** What the thread knew at its end; written once, by the thread itself. */
    volatile DeadheatClock end;
    /** What others knew who unparked the thread; written by compare and set. */
    private volatile DeadheatClock permit;
    /** What others knew who interrupted it; written by compare and set. */
    private volatile DeadheatClock interrupt;
    /** What was acquired last from a variable; for the log only. */
    private DeadheatClock lastLogged;
    /** In a trace: what stands for permits and interrupts. */
    private final DeadheatEntry.Variable permits = DeadheatRecorder.IS_ON ? new DeadheatEntry.Variable(-1) : null;
    private final DeadheatEntry.Variable interrupts = DeadheatRecorder.IS_ON ? new DeadheatEntry.Variable(-1) : null;
    /** For reports. */
    private volatile String name;
    private DeadheatThread nextEnded;

    private DeadheatThread(Thread running, int number, DeadheatThread before, long[] vector, boolean isChecked) {
        this.running = running;
        this.number = number;
        this.before = before;
        if (before != null) {
            before.before = null;
        }
        this.vector = vector;
        this.isShared = true;
        this.isChecked = isChecked;
        this.time = before == null ? 1 : before.time + 1;
        this.first = time;
        begin(isChecked ? epochNow() : 0);
        this.stacks = new DeadheatStacks();
        if (DeadheatDetector.LOCKS) {
            have(DeadheatDetector.JOINS ? locks.with(joinLock, false) : locks);
        }
    }

    /** What another thread is at the moment, for who acts for it. */
    private DeadheatThread(DeadheatThread other, long[] known) {
        number = other.number;
        first = other.first;
        time = other.time;
        epoch = other.epoch;
        vector = known.clone();
        learnt = other.learnt;
        isChecked = true;
        isCommitting = true;
        locks = other.locks;
        context = other.context;
        stacks = other.stacks;
        name = other.name;
    }

    /** The running thread's state; null if it has none, or if the runtime works for it. */
    static DeadheatThread current() {
        DeadheatThread thread = of(Thread.currentThread());
        return thread == null || thread.quiet != 0 ? null : thread;
    }

    /** The running thread's epoch; 0 if it has none. */
    @ForceInline
    static long epochOf(Thread thread) {
        return U.getLong(thread, EPOCH);
    }

    static DeadheatThread of(Thread thread) {
        return (DeadheatThread) U.getReference(thread, STATE);
    }

    /**
     * Whether a thread made an object that was complete in an epoch, or has learnt of a later one of who made it. The runtime
     * is asked else.
     */
    @ForceInline
    static boolean hasLearnt(Thread thread, long frozen) {
        long epoch = U.getLong(thread, EPOCH);
        long known = U.getLong(thread, KNOWN);
        return (frozen ^ epoch) >>> TIME_BITS == 0 && epoch != 0
                || (frozen ^ known) >>> TIME_BITS == 0 && frozen <= known;
    }

    /** The running thread knows what was before an epoch of another one, or has learnt it. */
    static void remember(Thread running, long frozen) {
        U.putLong(running, KNOWN, frozen);
    }

    /** Gives a thread that is about to start what its parent knows; a thread that nobody started, nothing. */
    static void begin(Thread thread, DeadheatThread parent, boolean isChecked) {
        if (of(thread) != null) {
            return;
        }
        DeadheatClock known = parent == null ? null : parent.release();
        DeadheatThread state;
        synchronized (NUMBERS) {
            DeadheatThread before = reusable(parent);
            int number = before == null ? count : before.number;
            if (number >= MOST) {
                return;
            }
            long[] vector = known == null ? new long[0] : known.vector;
            state = new DeadheatThread(thread, number, before, vector, isChecked);
            if (before == null) {
                count++;
                if (number == all.length) {
                    DeadheatThread[] more = new DeadheatThread[2 * number];
                    System.arraycopy(all, 0, more, 0, number);
                    all = more;
                }
            }
            all[number] = state;
        }
        if (known != null) {
            state.acquire(known);
        }
        if (DeadheatLog.IS_ON && known != null) {
            DeadheatLog.meet(parent, '-', 'b', state);
            DeadheatLog.meet(state, '+', 'b', state);
        }
        state.name = thread.getName();
        U.putReferenceRelease(thread, STATE, state);
        if (DeadheatRecorder.IS_ON && isChecked) {
            DeadheatEvents.begin(thread, parent != null);
        }
    }

    /** An ended thread whose number may be used again, taken out of the list. */
    private static DeadheatThread reusable(DeadheatThread parent) {
        DeadheatThread previous = null;
        DeadheatThread ended = firstEnded;
        for (int tries = 0; ended != null && tries < 8; tries++) {
            if (count >= PLENTY || parent != null && parent.knows(ended.number, ended.end.time)) {
                if (previous == null) {
                    firstEnded = ended.nextEnded;
                } else {
                    previous.nextEnded = ended.nextEnded;
                }
                if (lastEnded == ended) {
                    lastEnded = previous;
                }
                ended.nextEnded = null;
                return ended;
            }
            previous = ended;
            ended = ended.nextEnded;
        }
        return null;
    }

    /** The thread's last action. */
    void finish(Thread thread) {
        if (end != null) {
            return;
        }
        name = thread.getName();
        if (DeadheatRecorder.IS_ON) {
            quiet++;
            DeadheatEvents.end(thread);
        }
        if (DeadheatLog.IS_ON) {
            DeadheatLog.meet(this, '-', 'e', this);
        }
        end = release();
        footprints = DeadheatFootprint.NONE;
        open = DeadheatFootprint.NONE;
        attempts = null;
        vector = null;
        lastVector = null;
        begin(0L);
        running = null;
        context = null;
        locks = null;
        quiet = 1;
        DeadheatRows.giveBack(this);
        memory.leave();
        held = null;
        callee = null;
        synchronized (NUMBERS) {
            DeadheatCounts.ended(this);
            if (lastEnded == null) {
                firstEnded = this;
            } else {
                lastEnded.nextEnded = this;
            }
            lastEnded = this;
        }
    }

    /** Threads that have a number, or had one last; the caller has the monitor of {@link #NUMBERS}. */
    static DeadheatThread[] all() {
        return java.util.Arrays.copyOf(all, count);
    }

    /** An access has happened in this epoch, though it is not noted. */
    void touch() {
        isTouched = true;
    }

    /** The thread comes to a code place. */
    void note(int site, long epoch) {
        isTouched = true;
        if (site != noted) {
            noted = site;
            int word = site >> 6;
            long[] been = visited;
            // Code places that are not known have all bits.
            if (word < 0 || word >= been.length || (been[word] >>> site & 1) == 0) {
                visit(site, epoch);
            }
        }
    }

    @DontInline
    private void visit(int site, long epoch) {
        stacks.note(this, site, epoch);
        int word = site >> 6;
        if (word >= visited.length) {
            visited = java.util.Arrays.copyOf(visited, Math.max(word + 1, 2 * visited.length));
        }
        if (word >= 0) {
            visited[word] |= 1L << site;
        }
    }

    /** Before anything changes that the thread knows, or its clock: what it has accessed until now is looked at. */
    void commit() {
        if (openCount != 0 && !isCommitting) {
            DeadheatFootprint.commitAll(this);
        }
    }

    /** Looks at what threads have accessed and not committed, as far as it can be seen from here; the JVM ends. */
    static void commitAll() {
        DeadheatThread[] threads;
        synchronized (NUMBERS) {
            threads = java.util.Arrays.copyOf(all, count);
        }
        DeadheatThread own = of(Thread.currentThread());
        for (DeadheatThread thread : threads) {
            if (thread == own) {
                thread.commit();
            } else if (thread.end == null && thread.openCount != 0) {
                commitFor(thread);
            }
        }
    }

    private static void commitFor(DeadheatThread other) {
        for (int tries = 0; tries < 100; tries++) {
            int version = U.getIntAcquire(other, VERSION);
            long[] known = other.vector;
            if ((version & 1) == 0 && known != null) {
                DeadheatThread copy = new DeadheatThread(other, known);
                DeadheatFootprint[] open = DeadheatFootprint.copies(other);
                U.loadFence();
                if (U.getIntVolatile(other, VERSION) == version) {
                    copy.open = open;
                    copy.openCount = open.length;
                    DeadheatFootprint.commitAll(copy);
                    return;
                }
            }
            Thread.onSpinWait();
        }
    }

    long epochNow() {
        return (long) number << TIME_BITS | time;
    }

    static int numberOf(long epoch) {
        return (int) (epoch >>> TIME_BITS);
    }

    static long timeOf(long epoch) {
        return epoch & TIME_MASK;
    }

    /** Whether what another thread did at a clock is before what this thread does now. */
    boolean knows(int other, long time) {
        return other == number || vector != null && other < vector.length && vector[other] >= time;
    }

    /** Whether an access is before what this thread does now. */
    boolean knows(long epoch) {
        return knows(numberOf(epoch), timeOf(epoch));
    }

    boolean knows(DeadheatClock clock) {
        return clock.isMerged ? knowsAll(clock) : knows(clock.thread, clock.time);
    }

    @DontInline
    private boolean knowsAll(DeadheatClock clock) {
        for (int other = clock.length() - 1; other >= 0; other--) {
            long time = clock.at(other);
            if (time != 0 && !knows(other, time)) {
                return false;
            }
        }
        return true;
    }

    /** What the thread knows, for others to acquire; a new epoch begins, if anyone can tell. */
    DeadheatClock release() {
        commit();
        if (hasNews()) {
            leave();
        }
        if (lastClock == null) {
            lastClock = new DeadheatClock(lastVector, number, lastTime, false);
        }
        return lastClock;
    }

    /**
     * Whether a release would tell more than the last one did. If no access had this epoch and nothing was acquired, it may as
     * well be that one, and what this thread has accessed in this epoch need not be looked at again.
     */
    private boolean hasNews() {
        return isTouched || vector != lastVector || DeadheatDetector.LOCKSET || DeadheatRecorder.IS_ON;
    }

    /** What the thread knows is given away; a new epoch begins. */
    private void leave() {
        lastVector = vector;
        lastTime = time;
        lastClock = null;
        isShared = true;
        isTouched = false;
        tick();
    }

    /** As {@link #release}, to a monitor that the thread has: nobody else looks at its clock, so that it is written anew. */
    void releaseMonitor(DeadheatEntry monitor) {
        commit();
        if (hasNews()) {
            isOfLock = true;
            leave();
            isOfLock = false;
        }
        monitor.monitorVector = lastVector;
        monitor.monitorThread = number;
        monitor.monitorTime = lastTime;
    }

    /** What the last thread knew that left a monitor, which this thread has entered. */
    void acquireMonitor(DeadheatEntry monitor) {
        if (monitor.monitorVector != null && !knows(monitor.monitorThread, monitor.monitorTime)) {
            isOfLock = true;
            acquire(new DeadheatClock(monitor.monitorVector, monitor.monitorThread, monitor.monitorTime, false));
            isOfLock = false;
        }
    }

    /** As {@link #release}, together with what is there already. */
    DeadheatClock release(DeadheatClock there) {
        return there == null || knows(there) ? release() : merge(there);
    }

    @DontInline
    private DeadheatClock merge(DeadheatClock there) {
        commit();
        long[] both = new long[Math.max(Math.max(vector.length, there.length()), number + 1)];
        for (int other = 0; other < both.length; other++) {
            long mine = other < vector.length ? vector[other] : 0;
            both[other] = Math.max(mine, there.at(other));
        }
        both[number] = time;
        DeadheatClock clock = new DeadheatClock(both, number, time, true);
        leave();
        return clock;
    }

    /** An epoch begins. */
    private void begin(long next) {
        epoch = next;
        if (running != null) {
            U.putLong(running, EPOCH, next);
        }
    }

    private void tick() {
        time++;
        if (isChecked && !isOptimistic) {
            begin(epochNow());
        }
        if (DeadheatDetector.LOCKS) {
            hasFrozen = false;
            change();
        }
    }

    /** The clock, or what is known of others, is not what it was. */
    void change() {
        if ((DeadheatDetector.ORDER || DeadheatDetector.TREE) && !isOfLock) {
            changes++;
            have(locks);
        }
    }

    /** The locks that the thread holds are followed from now on, or, without any, not any more. */
    void follow(DeadheatLocks now) {
        changes++;
        have(now);
    }

    /** The thread holds these locks from now on. */
    void have(DeadheatLocks now) {
        locks = now;
        context = DeadheatDetector.LOCKSET ? contextNow() : null;
    }

    /** What the thread is with what it holds; null while nothing is checked. */
    DeadheatContext contextNow() {
        if (!isChecked || isOptimistic || locks == null) {
            return null;
        }
        DeadheatContext known = locks.context;
        if (known == null || known.version != changes) {
            known = new DeadheatContext(number, time, changes, locks, ++contexts);
            locks.context = known;
        }
        return known;
    }

    /** Another number whenever accesses are to be looked at again. */
    long stamp() {
        return !DeadheatDetector.LOCKSET ? epoch : context == null ? 0 : context.stamp;
    }

    /** An object is complete: the epoch that its final fields tell of. */
    long freeze() {
        hasFrozen = true;
        isTouched = true;
        return epochNow();
    }

    /** A lock is given back, by which others may get at objects that were completed: what comes now they are not told of. */
    void unlock() {
        if (hasFrozen) {
            tick();
        }
    }

    /** What others knew is from now on known. */
    void acquire(DeadheatClock clock) {
        if (clock != null && !knows(clock) && (!DeadheatDetector.LOCKSET || DeadheatDetector.ORDER)) {
            join(clock);
        }
    }

    @DontInline
    private void join(DeadheatClock clock) {
        commit();
        int length = Math.max(vector.length, clock.length());
        if (isShared || length > vector.length) {
            long[] own = new long[length];
            System.arraycopy(vector, 0, own, 0, vector.length);
            vector = own;
            isShared = false;
        }
        for (int other = clock.length() - 1; other >= 0; other--) {
            long time = clock.at(other);
            if (time > vector[other]) {
                vector[other] = time;
            }
        }
        if (DeadheatDetector.LOCKS) {
            change();
        }
    }

    /**
     * Objects that a final field leads to are known as they were when its object's constructor ended: to who comes that
     * way, not to others. Who came which way is not followed; so this is asked only before a race would be reported.
     */
    @DontInline
    void learn(long frozen) {
        int other = numberOf(frozen);
        if (knows(frozen) || learnt != null && other < learnt.length && learnt[other] >= timeOf(frozen)) {
            return;
        }
        commit();
        if (DeadheatLog.IS_ON) {
            DeadheatLog.learn(this, other);
        }
        long[] theirs;
        synchronized (NUMBERS) {
            theirs = all[other].vector;
        }
        int length = Math.max(other + 1, theirs == null ? 0 : theirs.length);
        if (learnt == null || learnt.length < length) {
            long[] more = new long[length];
            if (learnt != null) {
                System.arraycopy(learnt, 0, more, 0, learnt.length);
            }
            learnt = more;
        }
        // What the other knew then it still knows.
        for (int at = 0; theirs != null && at < theirs.length; at++) {
            learnt[at] = Math.max(learnt[at], theirs[at]);
        }
        learnt[other] = Math.max(learnt[other], timeOf(frozen));
    }

    /** Whether the thread may know of an access by way of final fields. */
    boolean mayKnow(long epoch) {
        int other = numberOf(epoch);
        return (!DeadheatDetector.LOCKSET || DeadheatDetector.ORDER) && learnt != null && other < learnt.length && learnt[other] >= timeOf(epoch);
    }

    /** By thread: accesses until then are not reported. Replaced as one. */
    private static volatile long[] forgiven;

    /** Something may have been missed: all that was until now counts as known to all. */
    static void forgive() {
        synchronized (NUMBERS) {
            long[] all = new long[count];
            for (int at = 0; at < count; at++) {
                all[at] = DeadheatThread.all[at].time;
            }
            forgiven = all;
        }
    }

    static boolean isForgiven(long epoch) {
        long[] all = forgiven;
        return all != null && numberOf(epoch) < all.length && timeOf(epoch) <= all[numberOf(epoch)];
    }

    /** Accesses are looked at again, though nothing was released. */
    void renew() {
        tick();
    }

    /** Another thread lets this one go on when it is parked. */
    void permit(DeadheatThread other) {
        leave(other, 'p', PERMIT);
    }

    /** Another thread interrupts this one. */
    void interrupt(DeadheatThread other) {
        leave(other, 'i', INTERRUPT);
    }

    /** The thread was parked: a permit ends that, and so does an interrupt. */
    void takePermit() {
        take(this, 'p', PERMIT);
        takeInterrupt();
    }

    /** The thread could see that it was interrupted. */
    void takeInterrupt() {
        take(this, 'i', INTERRUPT);
    }

    /** Another thread could see that this one was interrupted. */
    void giveInterrupt(DeadheatThread other) {
        take(other, 'i', INTERRUPT);
    }

    /** For the log: whether a variable's clock is another than the last one. */
    boolean isNews(DeadheatClock clock) {
        boolean isNews = clock != lastLogged;
        lastLogged = clock;
        return isNews;
    }

    private void leave(DeadheatThread other, char kind, long at) {
        if (DeadheatRecorder.IS_ON) {
            DeadheatEvents.send(kind == 'p' ? permits : interrupts);
            return;
        }
        if (DeadheatLog.IS_ON) {
            synchronized (DeadheatLog.class) {
                DeadheatLog.meet(other, '-', kind, this);
                leave(other, at);
            }
        } else {
            leave(other, at);
        }
    }

    private void leave(DeadheatThread other, long at) {
        for (;;) {
            DeadheatClock there = (DeadheatClock) U.getReferenceVolatile(this, at);
            if (U.compareAndSetReference(this, at, there, other.release(there))) {
                return;
            }
        }
    }

    private void take(DeadheatThread other, char kind, long at) {
        if (DeadheatRecorder.IS_ON) {
            DeadheatEvents.receive(kind == 'p' ? permits : interrupts);
            return;
        }
        if (DeadheatLog.IS_ON) {
            synchronized (DeadheatLog.class) {
                DeadheatLog.meet(other, '+', kind, this);
                other.acquire((DeadheatClock) U.getReferenceVolatile(this, at));
            }
        } else {
            other.acquire((DeadheatClock) U.getReferenceVolatile(this, at));
        }
    }

    /** How much is known of another thread. */
    long knownOf(int other) {
        return vector != null && other < vector.length ? vector[other] : 0;
    }

    /** Whether the running thread has no state, or is in code of the JDK that synchronises for itself alone. */
    static boolean isInside() {
        if (!Deadheat.isOn()) {
            return true;
        }
        DeadheatThread thread = of(Thread.currentThread());
        return thread == null || thread.inside > 0;
    }

    int inside() {
        return inside;
    }

    void goInside(int more) {
        inside += more;
    }

    /** What the thread reads from now on it does not rely on before it has asked whether a writer came. */
    void guess(boolean begins) {
        if (DeadheatRecorder.IS_ON && begins != isOptimistic) {
            DeadheatEvents.pause(begins);
        }
        if (begins) {
            commit();
        }
        isOptimistic = begins;
        begin(begins || !isChecked ? 0 : epochNow());
        if (DeadheatDetector.LOCKS) {
            have(locks);
        }
    }

    boolean isGuessing() {
        return isOptimistic;
    }

    /** The thread that had a number at a clock. */
    static DeadheatThread at(long epoch) {
        DeadheatThread state;
        synchronized (NUMBERS) {
            state = all[numberOf(epoch)];
        }
        while (state.before != null && timeOf(epoch) < state.first) {
            state = state.before;
        }
        return state;
    }

    String name() {
        return name == null ? "thread " + number : name;
    }
}
