//@ about: A latch with a count of two waits for both workers.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;

public class LatchForAllWorkers {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(2);
        new Thread(() -> {
            left = 1;
            done.countDown();
        }).start();
        new Thread(() -> {
            right = 2;
            done.countDown();
        }).start();
        done.await();
        int sum = left + right;
    }
}
