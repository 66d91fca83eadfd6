//@ about: What is due in a delay queue belongs to the thread that takes it.
//@ engines: run predict

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class DelayQueueHands {
    static final class Job implements Delayed {
        private final long due;
        int result;

        Job(long millis) {
            due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Job) other).due);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Job> jobs = new DelayQueue<>();
        DelayQueue<Job> done = new DelayQueue<>();
        new Thread(() -> {
            try {
                for (int i = 0; i < 3; i++) {
                    Job job = jobs.take();
                    job.result *= 2;
                    done.put(job);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        for (int i = 0; i < 3; i++) {
            Job job = new Job(2 - i);
            job.result = i;
            jobs.put(job);
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += done.take().result;
        }
    }
}
