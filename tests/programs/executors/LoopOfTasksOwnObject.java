//@ about: A loop submits a task per iteration, and each task changes an object that was made for it.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksOwnObject {
    static final class Counter {
        int count;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            Counter counter = new Counter();
            pool.execute(() -> counter.count++);
        }
        pool.shutdown();
    }
}
