//@ about: A loop submits a task per iteration, and all tasks change one object that they captured.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksSharedObject {
    static final class Counter {
        int count;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Counter counter = new Counter();
        for (int i = 0; i < 4; i++) {
            pool.execute(() -> counter.count++);    //~ race(count) write
        }
        pool.shutdown();
    }
}
