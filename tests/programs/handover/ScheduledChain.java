//@ about: Each scheduled task schedules the next one, which goes on with what it wrote.
//@ engines: run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledChain {
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(3);
    private final CountDownLatch done = new CountDownLatch(1);
    private int steps;

    void step() {
        steps++;
        if (steps == 5) {
            done.countDown();
        } else {
            clock.schedule(this::step, steps % 2, TimeUnit.MILLISECONDS);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ScheduledChain chain = new ScheduledChain();
        chain.clock.execute(chain::step);
        chain.done.await();
        chain.steps++;
        chain.clock.shutdown();
    }
}
