//@ about: The futures of all tasks are kept in a list, and main waits for each of them.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class GetLoopOverFutures {
    private static int total;

    static synchronized void add(int amount) {
        total += amount;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int amount = i;
            parts.add(pool.submit(() -> add(amount)));
        }
        for (Future<?> part : parts) {
            part.get();
        }
        int seen = total;
        pool.shutdown();
    }
}
