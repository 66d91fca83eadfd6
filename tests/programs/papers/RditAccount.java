//@ about: Two account threads add to one bank total; main sums up once isAlive says that both have ended.
//@ engines: run predict
//@ paper: RDIT, the Account program (figure 4.6)
public class RditAccount {
    static int bankTotal;

    static class Account {
        int balance;
    }

    static void deposit(Account account, int amount) {
        account.balance += amount;
        bankTotal += amount;      //~ race(bankTotal) write
    }

    public static void main(String[] args) {
        Account[] accounts = {new Account(), new Account()};
        Thread[] threads = new Thread[2];
        threads[0] = new Thread(() -> {
            deposit(accounts[0], 100);
            Unseen.at(1);
        });
        threads[1] = new Thread(() -> {
            Unseen.at(2);
            deposit(accounts[1], 200);
        });
        threads[0].start();
        threads[1].start();
        int ended = 0;
        while (ended < threads.length) {
            if (threads[ended].isAlive()) {
                ended = 0;
                Thread.onSpinWait();
            } else {
                ended++;
            }
        }
        int sum = accounts[0].balance + accounts[1].balance;
        boolean consistent = sum == bankTotal;
    }
}
