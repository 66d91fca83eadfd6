//@ about: A method that is called under the lock gives it back for a while and works in between.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class CalleeGivesLockBack {
    private final Lock lock = new ReentrantLock();
    private int count;

    private void pause() {
        lock.unlock();
        count++;    //~ race(count) write
        Unseen.at(1);
        Unseen.at(4);
        lock.lock();
    }

    void work() {
        lock.lock();
        try {
            pause();
        } finally {
            lock.unlock();
        }
    }

    void increment() {
        Unseen.at(2);
        lock.lock();
        try {
            count++;    //~ race(count) write
            Unseen.at(3);
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        CalleeGivesLockBack counter = new CalleeGivesLockBack();
        new Thread(counter::work).start();
        new Thread(counter::increment).start();
    }
}
