//@ about: To ask for the state of a future is not to wait for it.
//@ engines: scan run predict
//@ jdk: 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FutureStateAsked {
    private static int result;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> task = pool.submit(() -> {
            Unseen.at(2);
            result = 42;    //~ race(result) write
            Unseen.at(3);
        });
        Future.State state = task.state();
        Unseen.at(1);
        Unseen.at(4);
        int seen = result;    //~ race(result) read
        pool.shutdown();
    }
}
