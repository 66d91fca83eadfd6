//@ about: An optimistic read is used only after validate, else it is repeated under the read lock.
//@ engines: scan run predict

import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticValidated {
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

    int distance() {
        long stamp = lock.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                seenX = x;
                seenY = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return Math.abs(seenX) + Math.abs(seenY);
    }

    public static void main(String[] args) {
        StampedOptimisticValidated point = new StampedOptimisticValidated();
        new Thread(() -> point.move(3, 4)).start();
        point.distance();
    }
}
