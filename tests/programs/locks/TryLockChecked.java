//@ about: The counter is touched only when tryLock succeeded.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockChecked {
    private final Lock lock = new ReentrantLock();
    private int count;

    void incrementIfFree() {
        if (lock.tryLock()) {
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) {
        TryLockChecked counter = new TryLockChecked();
        new Thread(counter::incrementIfFree).start();
        new Thread(counter::incrementIfFree).start();
    }
}
