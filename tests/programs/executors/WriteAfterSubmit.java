//@ about: Main changes what it handed to a task after it submitted the task.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class WriteAfterSubmit {
    static final class Order {
        int amount;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Order order = new Order();
        pool.execute(() -> {
            Unseen.at(2);
            int seen = order.amount;    //~ race(amount) read
            Unseen.at(3);
        });
        order.amount = 10;    //~ race(amount) write
        Unseen.at(1);
        Unseen.at(4);
        pool.shutdown();
    }
}
