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
        value = 1;    //~[scan,predict] race(value) write
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
        return value;    //~[scan,predict] race(value) read
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
