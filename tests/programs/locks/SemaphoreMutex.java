//@ about: A semaphore with one permit serves as a mutex.
//@ engines: scan run predict

import java.util.concurrent.Semaphore;

public class SemaphoreMutex {
    private final Semaphore mutex = new Semaphore(1);
    private int count;

    void increment() {
        mutex.acquireUninterruptibly();
        try {
            count++;
        } finally {
            mutex.release();
        }
    }

    public static void main(String[] args) {
        SemaphoreMutex counter = new SemaphoreMutex();
        new Thread(counter::increment).start();
        new Thread(counter::increment).start();
    }
}
