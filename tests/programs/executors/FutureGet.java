//@ about: Main reads what a task wrote after Future.get returned.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FutureGet {
    private static int result;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> done = pool.submit(() -> {
            result = 42;
        });
        done.get();
        int seen = result;
        pool.shutdown();
    }
}
