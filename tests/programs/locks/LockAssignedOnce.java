//@ about: Locks in fields that could be final: only the constructor or the static initialiser assigns them, once.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LockAssignedOnce {
    private static Object global = new Object();

    private Object monitor = new Object();
    protected Lock lock;
    private int byMonitor;
    private int byLock;
    private static int byGlobal;

    LockAssignedOnce() {
        lock = new ReentrantLock();
    }

    void count() {
        synchronized (monitor) {
            byMonitor++;
        }
        lock.lock();
        try {
            byLock++;
        } finally {
            lock.unlock();
        }
        synchronized (global) {
            byGlobal++;
        }
    }

    public static void main(String[] args) {
        LockAssignedOnce counter = new LockAssignedOnce();
        new Thread(() -> {
            counter.count();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            counter.count();
            new LockAssignedOnce().count();
        }).start();
    }
}
