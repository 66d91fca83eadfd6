//@ about: Each task changes the first element of its chunk, even if the chunk is empty.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ChunkBeginsEmpty {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] numbers = new int[10];
        for (int t = 0; t < 3; t++) {
            int from = Math.min(5, t * 5);
            int to = Math.min(5, from + 5);
            pool.execute(() -> {
                numbers[from]++; //~ race(numbers) write
                for (int i = from; i < to; i++) {
                    numbers[i]++; //~ race(numbers) write
                }
            });
        }
        pool.shutdown();
    }
}
