//@ about: One method takes the lock, another one gives it back.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class CalleeTakesLock {
    private final Lock lock = new ReentrantLock();
    private int count;

    private void begin() {
        lock.lock();
    }

    private void end() {
        lock.unlock();
    }

    void increment() {
        begin();
        try {
            count++;
        } finally {
            end();
        }
    }

    public static void main(String[] args) {
        CalleeTakesLock counter = new CalleeTakesLock();
        new Thread(counter::increment).start();
        new Thread(counter::increment).start();
    }
}
