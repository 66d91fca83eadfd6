//@ about: A lock is taken with a time limit or by a thread that may be interrupted, and tried in a loop.
//@ engines: run predict

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LockTriedInTime {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    void add(int how) throws InterruptedException {
        if (how == 0) {
            lock.lockInterruptibly();
        } else if (how == 1) {
            while (!lock.tryLock(1, TimeUnit.MILLISECONDS)) {
                Thread.onSpinWait();
            }
        } else {
            while (!lock.tryLock()) {
                Thread.onSpinWait();
            }
        }
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        LockTriedInTime shared = new LockTriedInTime();
        Runnable task = () -> {
            try {
                for (int i = 0; i < 30; i++) {
                    shared.add(i % 3);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
