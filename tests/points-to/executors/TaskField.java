//@ about: A task's field holds what its run method stored, read through the task.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TaskField {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Task task = new Task();         //@site task
        pool.submit(task).get();
        Expect.pointsTo(task.result, "result");
        pool.shutdown();
    }
}

class Task implements Runnable {
    Object result;

    @Override
    public void run() {
        Expect.pointsTo(this, "task");
        result = new Object();          //@site result
    }
}
