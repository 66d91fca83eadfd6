//@ about: Main reads what a task wrote without waiting for its future.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SubmitWithoutGet {
    private static int result;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(() -> {
            result = 42;    //~ race(result) write
            Unseen.at(1);
        });
        Unseen.at(2);
        int seen = result;    //~ race(result) read
        pool.shutdown();
    }
}
