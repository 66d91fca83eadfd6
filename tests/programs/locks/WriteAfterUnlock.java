//@ about: The counter is changed just after the lock was released.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class WriteAfterUnlock {
    private final Lock lock = new ReentrantLock();
    private int count;

    WriteAfterUnlock(int count) {
        this.count = count;
    }

    void increment() {
        lock.lock();
        lock.unlock();
        count++;    //~ race(count) write
    }

    public static void main(String[] args) throws InterruptedException {
        WriteAfterUnlock counter = new WriteAfterUnlock(1);
        Thread first = new Thread(() -> {
            counter.increment();
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            counter.increment();
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
