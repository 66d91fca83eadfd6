//@ about: invokeAll with a time limit returns while tasks go on.
//@ engines: scan

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class InvokeAllRunsOut {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Callable<Void> task = () -> {
            result = 42;    //~ race(result) write
            return null;
        };
        pool.invokeAll(List.of(task), 1, TimeUnit.MICROSECONDS);
        int seen = result;    //~ race(result) read
        pool.shutdown();
    }
}
