//@ about: A pool hands the tasks that it rejects to its handler.

import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class RejectedHandler {
    public static void main(String[] args) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(),
                new Handler());
        pool.shutdown();
        Runnable task = () -> { };              //@site task
        pool.execute(task);
        Expect.reachable("Handler.rejectedExecution");
    }
}

class Handler implements RejectedExecutionHandler {
    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
        Expect.mayPointTo(task, "task");
    }
}
