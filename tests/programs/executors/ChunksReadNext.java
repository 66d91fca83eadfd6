//@ about: Each task writes the elements of its chunk, and reads the one behind each.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ChunksReadNext {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] numbers = new int[10];
        int chunk = 3;
        for (int t = 0; t < 3; t++) {
            int from = t * chunk;
            int to = from + chunk;
            pool.execute(() -> {
                for (int i = from; i < to; i++) {
                    numbers[i] = numbers[i + 1]; //~ race(numbers) write
                }
            });
        }
        pool.shutdown();
    }
}
