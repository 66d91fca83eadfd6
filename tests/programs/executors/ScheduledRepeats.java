//@ about: The runs of one periodic task follow each other, on whatever thread of the pool.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledRepeats {
    private static int ticks;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        CountDownLatch done = new CountDownLatch(1);
        clock.scheduleAtFixedRate(() -> {
            ticks++;
            if (ticks == 3) {
                done.countDown();
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        done.await();
        clock.shutdownNow();
    }
}
