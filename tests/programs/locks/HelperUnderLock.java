//@ about: A private helper without a lock is called only by methods that hold it.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class HelperUnderLock {
    private final Lock lock = new ReentrantLock();
    private int balance;

    HelperUnderLock(int balance) {
        this.balance = balance;
    }

    void deposit(int amount) {
        lock.lock();
        try {
            add(amount);
        } finally {
            lock.unlock();
        }
    }

    void withdraw(int amount) {
        lock.lock();
        try {
            add(-amount);
        } finally {
            lock.unlock();
        }
    }

    private void add(int amount) {
        balance += amount;
    }

    public static void main(String[] args) {
        HelperUnderLock account = new HelperUnderLock(100);
        new Thread(() -> account.deposit(10)).start();
        new Thread(() -> account.withdraw(10)).start();
    }
}
