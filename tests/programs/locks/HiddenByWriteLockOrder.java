//@ about: A section for writing and one for reading share nothing that matters, and order the racing accesses in this schedule only.
//@ engines: scan run predict

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class HiddenByWriteLockOrder {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;
    private int visits;

    void write() {
        value = 1;    //~[scan,predict] race(value) write
        lock.writeLock().lock();
        try {
            visits++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    int read() {
        int before;
        lock.readLock().lock();
        try {
            before = value == 0 ? 0 : 1;    //~[scan,predict] race(value) read
        } finally {
            lock.readLock().unlock();
        }
        return before;
    }

    public static void main(String[] args) {
        HiddenByWriteLockOrder shared = new HiddenByWriteLockOrder();
        new Thread(() -> {
            shared.write();
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        shared.read();
    }
}
