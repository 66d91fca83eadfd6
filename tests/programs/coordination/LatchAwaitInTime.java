//@ about: Main reads the result only if await did not run out of time.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchAwaitInTime {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            result = 42;
            done.countDown();
        }).start();
        if (!done.await(1, TimeUnit.HOURS)) {
            return;
        }
        int seen = result;
    }
}
