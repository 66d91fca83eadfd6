//@ about: Main submits tasks to a small thread pool faster than they are run, each with plain data of its own.
//@ engines: run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PoolBurst {
    static final class Job implements Runnable {
        private int value;

        @Override
        public void run() {
            value++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newWorkStealingPool(2);
        ExecutorService other = Executors.newFixedThreadPool(2);
        Job[] jobs = new Job[1000];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = new Job();
            jobs[i].value = i;
            (i % 2 == 0 ? pool : other).execute(jobs[i]);
        }
        pool.shutdown();
        other.shutdown();
        if (pool.awaitTermination(1, TimeUnit.MINUTES) && other.awaitTermination(1, TimeUnit.MINUTES)) {
            int sum = 0;
            for (Job job : jobs) {
                sum += job.value;
            }
        }
    }
}
