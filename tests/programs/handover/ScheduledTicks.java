//@ about: A task that is scheduled at a fixed rate counts without a lock until a latch is open.
//@ engines: run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledTicks {
    private static int ticks;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> ticking = clock.scheduleAtFixedRate(() -> {
            if (three.getCount() > 0) {
                ticks++;
                three.countDown();
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        three.await();
        ticking.cancel(false);
        ticks++;
        int seen = clock.schedule(() -> ++ticks, 1, TimeUnit.MILLISECONDS).get();
        clock.shutdown();
    }
}
