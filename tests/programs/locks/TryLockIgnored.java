//@ about: One thread goes on although its tryLock failed.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockIgnored {
    private final Lock lock = new ReentrantLock();
    private int count;

    void incrementLocked() {
        lock.lock();
        try {
            Unseen.at(1);
            Unseen.at(4);
            count++;    //~ race(count) write
        } finally {
            lock.unlock();
        }
    }

    void incrementAnyway() {
        boolean held = lock.tryLock();
        count++;    //~ race(count) write
        if (held) {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        TryLockIgnored counter = new TryLockIgnored();
        new Thread(counter::incrementLocked).start();
        Unseen.at(2);
        counter.incrementAnyway();
        Unseen.at(3);
    }
}
