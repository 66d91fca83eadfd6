//@ about: A submitted Runnable runs; its future gives null or the given result.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class SubmitRunnable {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Runnable task = () -> { };              //@site task
        Object result = new Object();           //@site result
        Expect.calls("lambda:task");
        Future<?> plain = pool.submit(task);
        Expect.calls("lambda:task");
        Future<Object> withResult = pool.submit(task, result);
        Object nothing = plain.get();
        Expect.pointsToNothing(nothing);
        Expect.pointsTo(withResult.get(), "result");
        pool.shutdown();
    }
}
