//@ about: A fork/join pool also runs lambdas, as any executor does.

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class SubmitToForkJoinPool {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        Callable<Object> call = SubmitToForkJoinPool::make;
        Expect.calls("SubmitToForkJoinPool.make");
        ForkJoinTask<Object> task = pool.submit(call);
        Expect.pointsTo(task.get(), "made");
        Runnable run = () -> { };           //@site run
        Expect.calls("lambda:run");
        pool.submit(run).join();
        ForkJoinTask<Object> adapted = ForkJoinTask.adapt(call);
        Expect.calls("SubmitToForkJoinPool.make");
        Object invoked = adapted.invoke();
        Expect.pointsTo(invoked, "made");
    }

    static Object make() {
        return new Object();                //@site made
    }
}
