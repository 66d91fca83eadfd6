//@ about: Main reads what two tasks wrote after awaitTermination.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class AwaitTermination {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> left = 1);
        pool.execute(() -> right = 2);
        pool.shutdown();
        if (pool.awaitTermination(1, TimeUnit.HOURS)) {
            int sum = left + right;
        }
    }
}
