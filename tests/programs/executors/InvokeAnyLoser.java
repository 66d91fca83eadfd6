//@ about: invokeAny returns while the tasks go on that were not the first.
//@ engines: scan

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAnyLoser {
    private static int result;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> fast = () -> 1;
        Callable<Integer> slow = () -> {
            result = 42;    //~ race(result) write
            return 2;
        };
        int first = pool.invokeAny(List.of(fast, slow));
        int seen = result;    //~ race(result) read
        pool.shutdown();
    }
}
