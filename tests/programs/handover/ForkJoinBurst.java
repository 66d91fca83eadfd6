//@ about: Main submits tasks to a busy pool faster than they are run, each with plain data of its own.
//@ engines: run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

public class ForkJoinBurst {
    @SuppressWarnings("serial")
    static final class Job extends RecursiveAction {
        private int value;

        @Override
        protected void compute() {
            value++;
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        Job[] jobs = new Job[2000];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = new Job();
            jobs[i].value = i;
            pool.execute(jobs[i]);
        }
        int sum = 0;
        for (Job job : jobs) {
            job.join();
            sum += job.value;
        }
        pool.shutdown();
    }
}
