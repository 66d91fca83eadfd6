//@ about: A pattern switch sends two threads to the same branch, where a shared account's balance changes.
//@ engines: scan run predict
//@ jdk: 21
public class SwitchPatterns {
    sealed interface Order permits Deposit, Query {
    }

    record Deposit(Account account, int amount) implements Order {
    }

    record Query(String name) implements Order {
    }

    static class Account {
        int balance;
    }

    static void handle(Order order) {
        switch (order) {
            case Deposit(Account account, int amount) when amount > 0 ->
                account.balance += amount;      //~ race(balance) write
            case Deposit ignored -> throw new IllegalArgumentException();
            case Query query -> query.name().length();
        }
    }

    public static void main(String[] args) {
        Account account = new Account();
        Order first = new Deposit(account, 1);
        Order second = new Deposit(account, 2);
        new Thread(() -> {
            handle(first);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            handle(second);
            handle(new Query("total"));
        }).start();
    }
}
