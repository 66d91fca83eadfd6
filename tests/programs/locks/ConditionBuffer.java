//@ about: A one-place buffer hands a value over with a lock and two conditions.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionBuffer {
    private final Lock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition emptied = lock.newCondition();
    private boolean full;
    private int value;

    void put(int newValue) {
        lock.lock();
        try {
            while (full) {
                emptied.awaitUninterruptibly();
            }
            value = newValue;
            full = true;
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() {
        lock.lock();
        try {
            while (!full) {
                filled.awaitUninterruptibly();
            }
            full = false;
            emptied.signal();
            return value;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        ConditionBuffer buffer = new ConditionBuffer();
        new Thread(() -> {
            buffer.put(1);
            buffer.put(2);
        }).start();
        buffer.take();
        buffer.take();
    }
}
