//@ about: A loop cuts an array into chunks, and each task changes the elements of its own.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ChunksOfTasks {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] numbers = new int[10];
        int chunk = numbers.length / 3;
        for (int t = 0; t < 4; t++) {
            int from = t * chunk;
            int to = Math.min(numbers.length, from + chunk);
            pool.execute(() -> {
                for (int i = from; i < to; i++) {
                    numbers[i]++;
                }
            });
        }
        pool.shutdown();
    }
}
