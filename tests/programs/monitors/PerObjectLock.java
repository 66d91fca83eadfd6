//@ about: Every account is changed under its own lock only.
//@ engines: scan run predict lockset
public class PerObjectLock {
    static class Account {
        private int balance;

        void deposit(int amount) {
            synchronized (this) {
                balance += amount;
            }
        }
    }

    public static void main(String[] args) {
        Account first = new Account();
        Account second = new Account();
        Runnable work = () -> {
            first.deposit(1);
            second.deposit(2);
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
