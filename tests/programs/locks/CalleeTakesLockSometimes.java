//@ about: The method that takes the lock does so under a condition only.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class CalleeTakesLockSometimes {
    private final Lock lock = new ReentrantLock();
    private int count;

    private void begin(boolean isCareful) {
        if (isCareful) {
            lock.lock();
        }
    }

    private void end(boolean isCareful) {
        if (isCareful) {
            lock.unlock();
        }
    }

    void increment(boolean isCareful) {
        begin(isCareful);
        count++;    //~ race(count) write
        end(isCareful);
    }

    public static void main(String[] args) {
        CalleeTakesLockSometimes counter = new CalleeTakesLockSometimes();
        new Thread(() -> {
            counter.increment(true);
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        counter.increment(false);
    }
}
