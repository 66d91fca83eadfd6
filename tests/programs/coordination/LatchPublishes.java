//@ about: A worker writes its result before countDown, and main reads it after await.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;

public class LatchPublishes {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            result = 42;
            done.countDown();
        }).start();
        done.await();
        int seen = result;
    }
}
