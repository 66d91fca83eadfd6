//@ about: Two critical sections that share nothing order the racing accesses in this schedule only.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class HiddenByReentrantLockOrder {
    private final Lock lock = new ReentrantLock();
    private int value;
    private int writerVisits;
    private int readerVisits;

    void write() {
        value = 1;    //~[scan,predict] FN[predict] race(value) write: locks of java.util.concurrent order what they ordered in the run
        lock.lock();
        try {
            writerVisits++;
        } finally {
            lock.unlock();
        }
    }

    int read() {
        lock.lock();
        try {
            readerVisits++;
        } finally {
            lock.unlock();
        }
        return value;    //~[scan,predict] FN[predict] race(value) read: locks of java.util.concurrent order what they ordered in the run
    }

    public static void main(String[] args) {
        HiddenByReentrantLockOrder shared = new HiddenByReentrantLockOrder();
        new Thread(() -> {
            shared.write();
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        shared.read();
    }
}
