//@ about: Main waits for one task's future and reads what another task wrote.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class GetOfAnotherFuture {
    private static int result;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> other = pool.submit(() -> Unseen.at(1));
        pool.submit(() -> {
            Unseen.at(2);
            result = 42;    //~ race(result) write
            Unseen.at(3);
        });
        other.get();
        Unseen.at(4);
        int seen = result;    //~ race(result) read
        pool.shutdown();
    }
}
