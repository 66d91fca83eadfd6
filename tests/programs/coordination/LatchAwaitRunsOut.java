//@ about: Main goes on although await ran out of time.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchAwaitRunsOut {
    private static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            result = 42;    //~ race(result) write
            Unseen.at(1);
            Unseen.at(4);
            done.countDown();
        }).start();
        boolean isDone = done.await(1, TimeUnit.MILLISECONDS);
        Unseen.at(2);
        int seen = result;    //~ race(result) read
        Unseen.at(3);
    }
}
