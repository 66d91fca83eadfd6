//@ about: A pool calls the hooks that an application's subclass overrides.

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PoolHooks {
    public static void main(String[] args) {
        Pool pool = new Pool();
        Runnable task = () -> { };              //@site task
        Expect.mayCall("lambda:task");
        pool.execute(task);
        pool.shutdown();
        Expect.reachable("Pool.beforeExecute", "Pool.afterExecute", "Pool.terminated", "lambda:task");
    }
}

class Pool extends ThreadPoolExecutor {
    Pool() {
        super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        Expect.mayPointTo(task, "task");
    }

    @Override
    protected void afterExecute(Runnable task, Throwable thrown) {
        Expect.mayPointTo(task, "task");
    }

    @Override
    protected void terminated() {
    }
}
