//@ about: Main awaits the end of one pool and reads what a task of another one wrote.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class AwaitOfAnotherPool {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorService other = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
            result = 42;    //~ race(result) write
            Unseen.at(1);
            Unseen.at(4);
        });
        pool.shutdown();
        other.shutdown();
        if (other.awaitTermination(1, TimeUnit.HOURS)) {
            Unseen.at(2);
            int seen = result;    //~ race(result) read
            Unseen.at(3);
        }
    }
}
