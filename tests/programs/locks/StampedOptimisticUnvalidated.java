//@ about: An optimistic read is used without validate while a writer holds the write lock in between.
//@ engines: scan run predict

import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticUnvalidated {
    private final StampedLock lock = new StampedLock();
    private int x;

    void move(int dx) {
        Unseen.at(2);
        long stamp = lock.writeLock();
        try {
            x = dx;    //~ FN[run,predict] race(x) write: what is read under a stamp is taken to be validated later
        } finally {
            lock.unlockWrite(stamp);
        }
        Unseen.at(3);
    }

    int position() {
        lock.tryOptimisticRead();
        Unseen.at(1);
        Unseen.at(4);
        return x;    //~ FN[run,predict] race(x) read: what is read under a stamp is taken to be validated later
    }

    public static void main(String[] args) {
        StampedOptimisticUnvalidated point = new StampedOptimisticUnvalidated();
        new Thread(() -> point.move(3)).start();
        point.position();
    }
}
