//@ about: The last worker of a pool runs the hook for its end, after shutdown has returned.
//@ engines: scan

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class TerminatedHook {
    private static int closed;

    static class Pool extends ThreadPoolExecutor {
        Pool() {
            super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        @Override
        protected void terminated() {
            closed = 1;    //~ race(closed) write
        }
    }

    public static void main(String[] args) {
        Pool pool = new Pool();
        pool.execute(() -> { });
        pool.shutdown();
        int seen = closed;    //~ race(closed) read
    }
}
