//@ about: Two threads change a balance under one ReentrantLock that is released in finally.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockFinally {
    private final Lock lock = new ReentrantLock();
    private int balance;

    ReentrantLockFinally(int balance) {
        this.balance = balance;
    }

    void add(int amount) {
        lock.lock();
        try {
            balance += amount;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLockFinally account = new ReentrantLockFinally(100);
        Thread payer = new Thread(() -> account.add(-10));
        Thread payee = new Thread(() -> account.add(10));
        payer.start();
        payee.start();
        payer.join();
        payee.join();
    }
}
