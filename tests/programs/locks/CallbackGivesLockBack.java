//@ about: A function that a library calls back gives the lock back that its caller holds.
//@ engines: scan run predict

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class CallbackGivesLockBack {
    private final Lock lock = new ReentrantLock();
    private int count;

    void work() {
        lock.lock();
        List.of("once").forEach(word -> lock.unlock());
        count++;    //~ race(count) write
        Unseen.at(1);
    }

    void increment() {
        Unseen.at(2);
        lock.lock();
        try {
            count++;    //~ race(count) write
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        CallbackGivesLockBack counter = new CallbackGivesLockBack();
        new Thread(counter::work).start();
        new Thread(counter::increment).start();
    }
}
