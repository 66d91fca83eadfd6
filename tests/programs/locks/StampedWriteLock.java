//@ about: Two threads move a point under the write lock of a StampedLock.
//@ engines: scan run predict

import java.util.concurrent.locks.StampedLock;

public class StampedWriteLock {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    void move(int dx, int dy) {
        long stamp = lock.writeLock();
        try {
            x += dx;
            y += dy;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public static void main(String[] args) {
        StampedWriteLock point = new StampedWriteLock();
        new Thread(() -> point.move(1, 0)).start();
        new Thread(() -> point.move(0, 1)).start();
    }
}
