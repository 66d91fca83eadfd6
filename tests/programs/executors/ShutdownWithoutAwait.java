//@ about: Main reads what a task wrote right after shutdown, which does not wait.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ShutdownWithoutAwait {
    private static int result;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
            Unseen.at(2);
            result = 42;    //~ race(result) write
            Unseen.at(3);
        });
        pool.shutdown();
        Unseen.at(1);
        Unseen.at(4);
        int seen = result;    //~ race(result) read
    }
}
