/**
 * Orders the threads of a test program without synchronising them in an engine's eyes: no engine looks
 * into this class or takes its calls for synchronisation. It has no static initialiser, so that its first
 * use is no class initialisation with a body.
 */
public final class Unseen {
    private static final long LIMIT_MILLIS = 30_000;

    /** The highest point passed so far; guarded by the monitor of the class. */
    private static int passed;

    private Unseen() {
    }

    /** Blocks until the points 1 to n-1 were passed, then passes point n. */
    public static synchronized void at(int n) {
        long deadline = System.nanoTime() + LIMIT_MILLIS * 1_000_000;
        boolean interrupted = false;
        while (passed < n - 1) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new IllegalStateException("point " + n + " not reached: only " + passed + " passed");
            }
            try {
                Unseen.class.wait(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        passed = Math.max(passed, n);
        Unseen.class.notifyAll();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
