//@ about: A pool has run the hook for its end when somebody has waited for the end.
//@ engines: scan run predict

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class TerminatedHookAwaited {
    private static int closed;

    static class Pool extends ThreadPoolExecutor {
        Pool() {
            super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        @Override
        protected void terminated() {
            closed = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        pool.execute(() -> { });
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        int seen = closed;
    }
}
