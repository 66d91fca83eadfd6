//@ about: Main looks at the result before it waits for the latch.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;

public class LatchReadBeforeAwait {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            result = 42;    //~ race(result) write
            Unseen.at(1);
            done.countDown();
        }).start();
        Unseen.at(2);
        int seen = result;    //~ race(result) read
        done.await();
    }
}
