//@ about: An executor with a virtual thread per task runs its tasks.
//@ jdk: 21

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class VirtualPerTask {
    public static void main(String[] args) throws Exception {
        Callable<Object> task = VirtualPerTask::make;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Expect.calls("VirtualPerTask.make");
            Future<Object> future = pool.submit(task);
            Expect.pointsTo(future.get(), "made");
        }
    }

    static Object make() {
        return new Object();        //@site made
    }
}
