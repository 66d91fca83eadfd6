//@ about: Each task changes an object that was made for it, and so does whoever submitted the task.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TaskObjectUsedAfterwards {
    static final class Counter {
        int count;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            Counter counter = new Counter();
            pool.execute(() -> counter.count++);    //~ race(count) write
            counter.count++;    //~ race(count) write
        }
        pool.shutdown();
    }
}
