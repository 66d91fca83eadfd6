//@ about: What a task throws is the cause of what its future throws.

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ExecutionCause {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Object> future = pool.submit(ExecutionCause::fail);
        try {
            future.get();
        } catch (ExecutionException e) {
            Expect.mayPointTo(e.getCause(), "failure");
        }
        pool.shutdown();
    }

    static Object fail() {
        throw new Failure();        //@site failure
    }
}

class Failure extends RuntimeException {
}
