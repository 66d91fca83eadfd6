//@ about: A read lock is made a write lock if that is possible at once; else the lock is taken anew.
//@ engines: run predict

import java.util.concurrent.locks.StampedLock;

public class StampedConverts {
    private final StampedLock lock = new StampedLock();
    private int count;

    void count() {
        long stamp = lock.readLock();
        try {
            while (count < 1000) {
                long write = lock.tryConvertToWriteLock(stamp);
                if (write == 0) {
                    lock.unlockRead(stamp);
                    stamp = lock.writeLock();
                } else {
                    stamp = write;
                    count++;
                    return;
                }
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    public static void main(String[] args) {
        StampedConverts shared = new StampedConverts();
        Runnable task = () -> {
            for (int i = 0; i < 50; i++) {
                shared.count();
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
