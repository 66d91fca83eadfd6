//@ about: A semaphore that should hand a value over has a permit from the beginning.
//@ engines: scan run predict

import java.util.concurrent.Semaphore;

public class SemaphoreWithPermit {
    private static int value;

    public static void main(String[] args) {
        Semaphore filled = new Semaphore(1);
        new Thread(() -> {
            value = 42;    //~ race(value) write
            Unseen.at(1);
            Unseen.at(4);
            filled.release();
        }).start();
        Unseen.at(2);
        filled.acquireUninterruptibly();
        int seen = value;    //~ race(value) read
        Unseen.at(3);
    }
}
