//@ about: A loop submits a task per iteration, and each task returns its part as its future's value.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class LoopOfTasksOwnResult {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int amount = i;
            parts.add(pool.submit(() -> amount * amount));
        }
        int total = 0;
        for (Future<Integer> part : parts) {
            total += part.get();
        }
        pool.shutdown();
    }
}
