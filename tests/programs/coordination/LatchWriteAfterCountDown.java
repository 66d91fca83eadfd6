//@ about: A worker counts the latch down before it writes the result that main waits for.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;

public class LatchWriteAfterCountDown {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            done.countDown();
            result = 42;    //~ race(result) write
            Unseen.at(1);
        }).start();
        done.await();
        Unseen.at(2);
        int seen = result;    //~ race(result) read
    }
}
