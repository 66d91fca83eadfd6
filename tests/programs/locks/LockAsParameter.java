//@ about: The lock and what it guards come as parameters, and every caller passes the same two.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LockAsParameter {
    static final class Counter {
        int count;
    }

    static void increment(Lock lock, Counter counter) {
        lock.lock();
        try {
            counter.count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        Lock lock = new ReentrantLock();
        Counter counter = new Counter();
        new Thread(() -> increment(lock, counter)).start();
        new Thread(() -> increment(lock, counter)).start();
    }
}
