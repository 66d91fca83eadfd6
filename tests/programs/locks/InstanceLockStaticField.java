//@ about: Each object locks its own lock around a static field that all of them share.
//@ engines: scan run predict

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class InstanceLockStaticField {
    private static int issued;

    private final Lock lock = new ReentrantLock();

    void issue() {
        lock.lock();
        try {
            issued++;    //~ race(issued) write
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        InstanceLockStaticField left = new InstanceLockStaticField();
        InstanceLockStaticField right = new InstanceLockStaticField();
        new Thread(() -> {
            left.issue();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            right.issue();
        }).start();
    }
}
