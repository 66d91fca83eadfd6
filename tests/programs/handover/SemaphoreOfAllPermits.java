//@ about: Readers take one permit of a semaphore, and writers take all of them.
//@ engines: run predict

import java.util.concurrent.Semaphore;

public class SemaphoreOfAllPermits {
    private static final int READERS = 3;
    private final Semaphore permits = new Semaphore(READERS, true);
    private int value;

    void write() {
        for (int i = 0; i < 20; i++) {
            permits.acquireUninterruptibly(READERS);
            value++;
            permits.release(READERS);
        }
    }

    void read() {
        for (int i = 0; i < 20; i++) {
            if (permits.tryAcquire()) {
                int seen = value;
                permits.release();
            }
        }
    }

    public static void main(String[] args) {
        SemaphoreOfAllPermits shared = new SemaphoreOfAllPermits();
        new Thread(shared::write).start();
        new Thread(shared::write).start();
        new Thread(shared::read).start();
        new Thread(shared::read).start();
    }
}
