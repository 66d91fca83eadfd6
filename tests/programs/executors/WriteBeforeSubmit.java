//@ about: Main fills what it hands to a task before it submits the task.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class WriteBeforeSubmit {
    static final class Order {
        int amount;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> { });
        Order order = new Order();
        order.amount = 10;
        pool.execute(() -> {
            int seen = order.amount;
        });
        pool.shutdown();
    }
}
