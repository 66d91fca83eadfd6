//@ about: A lock of the application's own passes on to a real one.
//@ engines: scan run predict

import java.util.concurrent.locks.ReentrantLock;

public class OwnLockAroundAnother {
    static final class Wrapped {
        private final ReentrantLock inner = new ReentrantLock();

        void lock() {
            inner.lock();
        }

        void unlock() {
            inner.unlock();
        }
    }

    static final Wrapped lock = new Wrapped();
    static int count;

    static void add() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OwnLockAroundAnother::add);
        other.start();
        add();
        other.join();
    }
}
