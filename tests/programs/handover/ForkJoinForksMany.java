//@ about: A task forks many others at once, of which idle workers steal some, and joins them.
//@ engines: run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinForksMany {
    @SuppressWarnings("serial")
    static final class Job extends RecursiveAction {
        private int value;

        @Override
        protected void compute() {
            value++;
        }
    }

    @SuppressWarnings("serial")
    static final class All extends RecursiveAction {
        @Override
        protected void compute() {
            Job[] jobs = new Job[1000];
            for (int i = 0; i < jobs.length; i++) {
                jobs[i] = new Job();
                jobs[i].value = i;
                jobs[i].fork();
            }
            for (int i = jobs.length - 1; i >= 0; i--) {
                if (!jobs[i].tryUnfork()) {
                    jobs[i].join();
                }
                jobs[i].value++;
            }
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(3);
        pool.invoke(new All());
        pool.shutdown();
    }
}
