//@ about: Each task makes a holder in its own element; main finds it there and stores one object in all, by the setter of the tasks.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class OthersFillBySetter {
    static final class Counter {
        int count;
    }

    static final class Holder {
        private volatile Counter counter;

        void set(Counter counter) {
            this.counter = counter;
        }
    }

    static final class Task implements Runnable {
        volatile Holder published;

        @Override
        public void run() {
            Holder holder = new Holder();
            Counter own = new Counter();
            holder.set(own);
            published = holder;
            while (holder.counter == own) {
                Thread.onSpinWait();
            }
            holder.counter.count++; //~ race(count) write
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Task task = new Task();
            pool.execute(task);
            tasks.add(task);
        }
        Counter counter = new Counter();
        for (Task task : tasks) {
            while (task.published == null) {
                Thread.onSpinWait();
            }
            task.published.set(counter);
        }
        pool.shutdown();
    }
}
