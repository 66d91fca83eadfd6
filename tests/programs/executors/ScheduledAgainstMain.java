//@ about: A scheduled task writes what main reads without waiting for it.
//@ engines: scan run predict

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledAgainstMain {
    private static int ticks;

    public static void main(String[] args) {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        clock.schedule(() -> {
            ticks = 1;    //~ race(ticks) write
            Unseen.at(1);
        }, 0, TimeUnit.MILLISECONDS);
        Unseen.at(2);
        int seen = ticks;    //~ race(ticks) read
        clock.shutdown();
    }
}
