//@ about: Two threads write while both hold the read lock, which does not keep them apart.
//@ engines: scan run predict

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteUnderReadLock {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int hits;

    void hitFirst() {
        lock.readLock().lock();
        try {
            Unseen.at(2);
            hits++;    //~ race(hits) write
            Unseen.at(3);
        } finally {
            lock.readLock().unlock();
        }
    }

    void hitSecond() {
        lock.readLock().lock();
        try {
            Unseen.at(1);
            Unseen.at(4);
            hits++;    //~ race(hits) write
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        WriteUnderReadLock cache = new WriteUnderReadLock();
        new Thread(cache::hitFirst).start();
        new Thread(cache::hitSecond).start();
    }
}
