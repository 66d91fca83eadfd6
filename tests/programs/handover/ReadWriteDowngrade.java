//@ about: A writer takes the read lock before it gives the write lock back, and readers see whole values.
//@ engines: run predict

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteDowngrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private int low;
    private int high;

    int step() {
        lock.writeLock().lock();
        try {
            low++;
            high--;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            return low + high;
        } finally {
            lock.readLock().unlock();
        }
    }

    int look() {
        lock.readLock().lock();
        try {
            lock.readLock().lock();
            int seen = low;
            lock.readLock().unlock();
            return seen + high;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        ReadWriteDowngrade shared = new ReadWriteDowngrade();
        Runnable task = () -> {
            for (int i = 0; i < 30; i++) {
                if (shared.step() != 0 || shared.look() != 0) {
                    throw new IllegalStateException("torn");
                }
            }
        };
        new Thread(task).start();
        new Thread(task).start();
        new Thread(shared::look).start();
    }
}
