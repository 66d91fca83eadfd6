//@ about: All tasks of a timer run in its thread, and the last one cancels it.
//@ engines: run predict

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerCounts {
    private static int ticks;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        CountDownLatch done = new CountDownLatch(1);
        ticks = 1;
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ticks++;
            }
        }, 0);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ticks++;
                if (ticks > 4) {
                    timer.cancel();
                    done.countDown();
                }
            }
        }, 0, 1);
        done.await();
        ticks++;
    }
}
