//@ about: The result of tryLock is looked at after the lock was given back.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockGivenBackBeforeTest {
    private final Lock lock = new ReentrantLock();
    private int count;

    void incrementLate() {
        lock.lock();
        boolean held = lock.tryLock();
        lock.unlock();
        if (held) {
            lock.unlock();
        }
        if (held) {
            count++;    //~ race(count) write
        }
        Unseen.at(1);
    }

    void increment() {
        Unseen.at(2);
        lock.lock();
        count++;    //~ race(count) write
        lock.unlock();
    }

    public static void main(String[] args) {
        TryLockGivenBackBeforeTest counter = new TryLockGivenBackBeforeTest();
        new Thread(counter::incrementLate).start();
        new Thread(counter::increment).start();
    }
}
