//@ about: A method returns at once when tryLock fails.
//@ engines: scan run predict

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockOrReturn {
    private final Lock lock = new ReentrantLock();
    private int count;

    void incrementIfFree() throws InterruptedException {
        boolean held = lock.tryLock(1, TimeUnit.SECONDS);
        if (!held) {
            return;
        }
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    void increment() {
        while (!lock.tryLock()) {
            Thread.onSpinWait();
        }
        count++;
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        TryLockOrReturn counter = new TryLockOrReturn();
        new Thread(counter::increment).start();
        counter.incrementIfFree();
    }
}
