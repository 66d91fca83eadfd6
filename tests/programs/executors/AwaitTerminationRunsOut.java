//@ about: Main reads what a task wrote although awaitTermination may have run out of time.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class AwaitTerminationRunsOut {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
            Unseen.at(2);
            result = 42;    //~ race(result) write
            Unseen.at(3);
        });
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MILLISECONDS);
        Unseen.at(1);
        Unseen.at(4);
        int seen = result;    //~ race(result) read
    }
}
