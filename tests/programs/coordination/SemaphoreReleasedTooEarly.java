//@ about: The permit that announces a value is released before the value is written.
//@ engines: scan run predict

import java.util.concurrent.Semaphore;

public class SemaphoreReleasedTooEarly {
    private static int value;

    public static void main(String[] args) {
        Semaphore filled = new Semaphore(0);
        new Thread(() -> {
            filled.release();
            value = 42;    //~ race(value) write
            Unseen.at(1);
        }).start();
        filled.acquireUninterruptibly();
        Unseen.at(2);
        int seen = value;    //~ race(value) read
    }
}
