import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets the threads of a program do its steps in the order of their numbers, one at a time, without synchronising them in
 * the detector's eyes: the agent is told not to look at this class.
 *
 * <p>It keeps to plain monitors, which are seen only in classes that are looked at; a lock of the library or a parked
 * thread would be seen. A step has a monitor of its own, so that handing on wakes one thread and no other.
 */
public final class Turns {
    private static final int MOST = 1024;
    private static final long LIMIT_MILLIS = 30_000;
    private static final Object[] POINTS = new Object[MOST];

    /** The step whose turn it is; written under the step's monitor. */
    private static volatile int turn;
    private static volatile Throwable failure;
    /** What one program has of executors and their threads; guarded by the list's monitor. */
    private static final List<ExecutorService> POOLS = new ArrayList<>();
    private static final List<Thread> WORKERS = new ArrayList<>();
    /** Written and read by threads whose turn it is. */
    private static final Future<?>[] FUTURES = new Future<?>[16];

    static {
        for (int point = 0; point < MOST; point++) {
            POINTS[point] = new Object();
        }
    }

    private Turns() {
    }

    /** What leaves a block or a method early. */
    public static final class Left extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Left() {
            super(null, null, false, false);
        }
    }

    /** The running thread has done a step, or none if that is below 0, and waits until it is another's turn. */
    public static void at(int done, int next) {
        if (done + 1 == next && done >= 0) {
            turn = next;
            return;
        }
        pass(done);
        long deadline = System.nanoTime() + LIMIT_MILLIS * 1_000_000;
        boolean isInterrupted = false;
        synchronized (POINTS[next]) {
            while (turn != next) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0 || failure != null) {
                    throw new IllegalStateException("step " + next + " not reached: " + turn);
                }
                try {
                    POINTS[next].wait(left);
                } catch (InterruptedException interrupted) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The running thread has done a step, or is about to block in it; it does nothing more before {@link #at}. */
    public static void pass(int done) {
        if (done >= 0) {
            synchronized (POINTS[done + 1]) {
                turn = done + 1;
                POINTS[done + 1].notifyAll();
            }
        }
    }

    public static Left left() {
        return new Left();
    }

    /** Something went wrong in a thread of the program. */
    public static void fail(Throwable thrown) {
        failure = thrown;
        for (Object point : POINTS) {
            synchronized (point) {
                point.notifyAll();
            }
        }
    }

    /** An executor with one thread, for one task. */
    public static ExecutorService pool() {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task);
            synchronized (POOLS) {
                WORKERS.add(worker);
            }
            return worker;
        });
        synchronized (POOLS) {
            POOLS.add(pool);
        }
        return pool;
    }

    public static void keep(int task, Future<?> future) {
        FUTURES[task] = future;
    }

    public static Future<?> kept(int task) {
        return FUTURES[task];
    }

    static void begin() {
        turn = 0;
        failure = null;
    }

    /** Waits for the executors' threads; throws what went wrong. */
    static void end() throws Throwable {
        List<Thread> workers;
        synchronized (POOLS) {
            POOLS.forEach(ExecutorService::shutdown);
            POOLS.clear();
            workers = new ArrayList<>(WORKERS);
            WORKERS.clear();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
