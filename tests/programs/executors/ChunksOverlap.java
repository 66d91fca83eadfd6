//@ about: A loop cuts an array into chunks that overlap by one element.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ChunksOverlap {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] numbers = new int[10];
        int chunk = 3;
        for (int t = 0; t < 3; t++) {
            int from = t * chunk;
            int to = Math.min(numbers.length, from + chunk + 1);
            pool.execute(() -> {
                for (int i = from; i < to; i++) {
                    numbers[i]++; //~ race(numbers) write
                }
            });
        }
        pool.shutdown();
    }
}
