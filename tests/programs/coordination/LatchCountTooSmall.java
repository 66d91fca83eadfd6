//@ about: Two workers share a latch with a count of one, so main does not wait for the slow one.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;

public class LatchCountTooSmall {
    private static int slowResult;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(done::countDown).start();
        new Thread(() -> {
            slowResult = 42;    //~ race(slowResult) write
            Unseen.at(1);
            Unseen.at(4);
            done.countDown();
        }).start();
        done.await();
        Unseen.at(2);
        int seen = slowResult;    //~ race(slowResult) read
        Unseen.at(3);
    }
}
