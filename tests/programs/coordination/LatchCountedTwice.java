//@ about: One worker counts a latch of two down twice, so main does not wait for the other one.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;

public class LatchCountedTwice {
    private static int left;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(2);
        new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                done.countDown();
            }
        }).start();
        new Thread(() -> {
            left = 1;    //~ race(left) write
            Unseen.at(1);
            Unseen.at(4);
            done.countDown();
        }).start();
        done.await();
        Unseen.at(2);
        int seen = left;    //~ race(left) read
        Unseen.at(3);
    }
}
