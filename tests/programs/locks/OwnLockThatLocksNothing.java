//@ about: A lock of the application's own, whose methods do nothing.
//@ engines: scan run predict

import java.util.concurrent.locks.ReentrantLock;

public class OwnLockThatLocksNothing {
    static final class NoLock extends ReentrantLock {
        @Override
        public void lock() {
        }

        @Override
        public void unlock() {
        }
    }

    static final ReentrantLock lock = new NoLock();
    static int count;

    static void add() {
        lock.lock();
        try {
            count++;    //~ race(count) write
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OwnLockThatLocksNothing::add);
        other.start();
        add();
        other.join();
    }
}
