//@ about: Tasks of an invokeAll that was given up after a time run beside those of the next one, on the same objects.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class InvokeAllTimedOut {
    static final class Task implements Callable<Integer> {
        int calls;

        @Override
        public Integer call() {
            return calls++; //~ race(calls) write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(new Task());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.invokeAll(tasks, 1, TimeUnit.MILLISECONDS);
        pool.invokeAll(tasks, 1, TimeUnit.MILLISECONDS);
        pool.shutdown();
    }
}
