//@ about: A thread gives the write lock back, keeps the read lock, and writes.
//@ engines: scan

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteAfterDowngrade {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int count;

    static void write() {
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        try {
            count = 1;    //~ race(count) write
        } finally {
            lock.readLock().unlock();
        }
    }

    static int read() {
        lock.readLock().lock();
        try {
            return count;    //~ race(count) read
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(WriteAfterDowngrade::write);
        other.start();
        read();
        other.join();
    }
}
