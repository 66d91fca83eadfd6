//@ about: A thread waits for a condition of a read-write lock with a time limit, again and again.
//@ engines: run predict

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ConditionAwaitsNanos {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Condition changed = lock.writeLock().newCondition();
    private int value;

    void set() {
        lock.writeLock().lock();
        try {
            value = 1;
            changed.signalAll();
        } finally {
            lock.writeLock().unlock();
        }
    }

    void await() {
        lock.writeLock().lock();
        try {
            while (value == 0) {
                changed.awaitNanos(1_000_000);
            }
            value++;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        ConditionAwaitsNanos shared = new ConditionAwaitsNanos();
        new Thread(shared::await).start();
        new Thread(shared::await).start();
        shared.set();
    }
}
