//@ about: Two tasks of one invokeAll increment the same counter.
//@ engines: scan run predict

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAllSharedCounter {
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Void> first = () -> {
            Unseen.at(2);
            count++;    //~ race(count) write
            Unseen.at(3);
            return null;
        };
        Callable<Void> second = () -> {
            Unseen.at(1);
            Unseen.at(4);
            count++;    //~ race(count) write
            return null;
        };
        pool.invokeAll(List.of(first, second));
        pool.shutdown();
    }
}
