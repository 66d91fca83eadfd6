//@ about: Main waits for the futures of a list that are done already, and for no others.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class GetLoopSkipsSome {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;    //~ race(total) write
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> parts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int amount = i;
            parts.add(pool.submit(() -> {
                if (amount == 0) {
                    Unseen.at(2);
                }
                add(amount);
                if (amount == 0) {
                    Unseen.at(3);
                }
            }));
        }
        for (Future<?> part : parts) {
            if (part.isDone()) {
                part.get();
            }
        }
        Unseen.at(1);
        Unseen.at(4);
        int seen = total;    //~ race(total) read
        pool.shutdown();
    }
}
