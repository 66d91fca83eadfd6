//@ about: A private helper that relies on its caller's lock has one caller without it.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class HelperAlsoUnlocked {
    private final Lock lock = new ReentrantLock();
    private int balance;

    HelperAlsoUnlocked(int balance) {
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

    void correct(int amount) {
        add(amount);
    }

    private void add(int amount) {
        balance += amount;    //~ race(balance) write
    }

    public static void main(String[] args) {
        HelperAlsoUnlocked account = new HelperAlsoUnlocked(100);
        new Thread(() -> {
            account.deposit(10);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            account.correct(-10);
        }).start();
    }
}
