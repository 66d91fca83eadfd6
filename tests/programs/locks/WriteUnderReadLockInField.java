//@ about: Two threads write under a read lock that is kept in a field.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteUnderReadLockInField {
    private final Lock reading = new ReentrantReadWriteLock().readLock();
    private int count;

    void add() {
        reading.lock();
        try {
            count++;    //~ race(count) write
        } finally {
            reading.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WriteUnderReadLockInField shared = new WriteUnderReadLockInField();
        Thread other = new Thread(shared::add);
        other.start();
        shared.add();
        other.join();
    }
}
