//@ about: Two rounds of tasks change each their own element, and each round waits for its tasks.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksNumbersAwaited {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        for (int round = 0; round < 2; round++) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < squares.length; i++) {
                int index = i;
                tasks.add(() -> squares[index]++);
            }
            pool.invokeAll(tasks);
        }
        pool.shutdown();
    }
}
