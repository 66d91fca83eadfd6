//@ about: A pool runs one object of a thread class twice, as a task.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ThreadObjectAsTask {
    static final class Counter extends Thread {
        int count;

        @Override
        public void run() {
            count++;    //~ race(count) write
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Counter counter = new Counter();
        pool.execute(counter);
        pool.execute(counter);
        pool.shutdown();
    }
}
