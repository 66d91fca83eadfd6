//@ about: Deposits and withdrawals each hold a lock, but not the same one.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class TwoDifferentLocks {
    private final Lock depositLock = new ReentrantLock();
    private final Lock withdrawLock = new ReentrantLock();
    private int balance;

    TwoDifferentLocks(int balance) {
        this.balance = balance;
    }

    void deposit(int amount) {
        depositLock.lock();
        try {
            balance += amount;    //~ race(balance) write
        } finally {
            depositLock.unlock();
        }
    }

    void withdraw(int amount) {
        withdrawLock.lock();
        try {
            balance -= amount;    //~ race(balance) write
        } finally {
            withdrawLock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TwoDifferentLocks account = new TwoDifferentLocks(100);
        Thread payee = new Thread(() -> {
            account.deposit(10);
            Unseen.at(1);
        });
        Thread payer = new Thread(() -> {
            Unseen.at(2);
            account.withdraw(10);
        });
        payee.start();
        payer.start();
        payee.join();
        payer.join();
    }
}
