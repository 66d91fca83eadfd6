//@ about: Optimistic reads that turn out to be wrong are done again, at last under the read lock.
//@ engines: run predict

import java.util.concurrent.locks.StampedLock;

public class StampedRetries {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    void move() {
        for (int i = 0; i < 200; i++) {
            long stamp = lock.writeLock();
            try {
                x++;
                y--;
            } finally {
                lock.unlockWrite(stamp);
            }
        }
    }

    int sum() {
        for (int tries = 0; tries < 3; tries++) {
            long stamp = lock.tryOptimisticRead();
            if (stamp != 0) {
                int seen = x + y;
                if (lock.validate(stamp)) {
                    return seen;
                }
            }
        }
        long stamp = lock.readLock();
        try {
            return x + y;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    public static void main(String[] args) {
        StampedRetries point = new StampedRetries();
        new Thread(point::move).start();
        for (int i = 0; i < 200; i++) {
            if (point.sum() != 0) {
                throw new IllegalStateException("torn");
            }
        }
    }
}
