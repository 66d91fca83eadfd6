//@ about: A stamped lock is used by way of its read-write view and its tried locks.
//@ engines: run predict

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class StampedAsReadWriteLock {
    private final StampedLock lock = new StampedLock();
    private final ReadWriteLock view = lock.asReadWriteLock();
    private int count;

    void write() {
        for (int i = 0; i < 20; i++) {
            view.writeLock().lock();
            try {
                count++;
            } finally {
                view.writeLock().unlock();
            }
            long stamp = lock.tryWriteLock();
            if (stamp != 0) {
                count++;
                lock.unlockWrite(stamp);
            }
        }
    }

    void read() {
        for (int i = 0; i < 20; i++) {
            view.readLock().lock();
            try {
                int seen = count;
            } finally {
                view.readLock().unlock();
            }
            long stamp = lock.tryReadLock();
            if (stamp != 0) {
                int seen = count;
                lock.unlockRead(stamp);
            }
        }
    }

    public static void main(String[] args) {
        StampedAsReadWriteLock shared = new StampedAsReadWriteLock();
        new Thread(shared::write).start();
        new Thread(shared::write).start();
        new Thread(shared::read).start();
        new Thread(shared::read).start();
    }
}
