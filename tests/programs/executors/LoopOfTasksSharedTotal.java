//@ about: A loop submits a task per iteration, and all tasks add to one total.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksSharedTotal {
    private static int total;

    static void add(int amount) {
        total += amount;    //~ race(total) write
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            int amount = i;
            pool.execute(() -> {
                if (amount == 0) {
                    Unseen.at(2);
                    add(amount);
                    Unseen.at(3);
                } else {
                    Unseen.at(1);
                    Unseen.at(4);
                    add(amount);
                }
            });
        }
        pool.shutdown();
    }
}
