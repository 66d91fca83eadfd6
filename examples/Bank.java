/**
 * A small bank with two data races and one correct lock.
 *
 * <p>{@code deposit} and {@code withdraw} hold the account's lock, but {@code balance} is read without it,
 * and the statistics are counted by all threads without any lock at all.
 */
public final class Bank {
    private static int transfers;

    static final class Account {
        private long balance;

        synchronized void deposit(long amount) {
            balance += amount;
        }

        synchronized void withdraw(long amount) {
            balance -= amount;
        }

        long balance() {
            return balance;
        }
    }

    static void transfer(Account from, Account to, long amount) {
        if (from.balance() >= amount) {
            from.withdraw(amount);
            to.deposit(amount);
            transfers++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account ours = new Account();
        Account theirs = new Account();
        ours.deposit(1_000_000);
        theirs.deposit(1_000_000);
        Thread there = new Thread(() -> repeat(ours, theirs));
        Thread back = new Thread(() -> repeat(theirs, ours));
        there.start();
        back.start();
        there.join();
        back.join();
        System.out.println(transfers + " transfers, " + (ours.balance() + theirs.balance()) + " in all");
    }

    private static void repeat(Account from, Account to) {
        for (int i = 0; i < 100_000; i++) {
            transfer(from, to, 1);
        }
    }
}
