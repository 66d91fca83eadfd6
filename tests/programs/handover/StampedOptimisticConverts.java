//@ about: An optimistic stamp is made a write lock, which is refused if a writer came in between.
//@ engines: run predict

import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticConverts {
    private final StampedLock lock = new StampedLock();
    private int count;

    void count() {
        for (;;) {
            long stamp = lock.tryOptimisticRead();
            long write = stamp == 0 ? 0 : lock.tryConvertToWriteLock(stamp);
            if (write != 0) {
                count++;
                long read = lock.tryConvertToReadLock(write);
                int seen = count;
                lock.unlockRead(read);
                return;
            }
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        StampedOptimisticConverts shared = new StampedOptimisticConverts();
        Runnable task = () -> {
            for (int i = 0; i < 50; i++) {
                shared.count();
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
