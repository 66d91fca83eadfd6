//@ about: A scheduled executor runs its tasks once or again and again.

import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Scheduled {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        Runnable once = () -> { };              //@site once
        Runnable often = () -> { };             //@site often
        Runnable slowly = () -> { };            //@site slowly
        Callable<Object> call = Scheduled::make;
        Expect.calls("lambda:once");
        pool.schedule(once, 0, TimeUnit.SECONDS);
        Expect.calls("lambda:often");
        pool.scheduleAtFixedRate(often, 0, 1, TimeUnit.HOURS);
        Expect.calls("lambda:slowly");
        pool.scheduleWithFixedDelay(slowly, 0, 1, TimeUnit.HOURS);
        Expect.calls("Scheduled.make");
        ScheduledFuture<Object> future = pool.schedule(call, 0, TimeUnit.SECONDS);
        Expect.pointsTo(future.get(), "made");
        pool.shutdownNow();
    }

    static Object make() {
        return new Object();        //@site made
    }
}
