//@ about: Four tasks change every third element of an array, so the first and the last change the same.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class StridesTooShort {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] numbers = new int[10];
        int step = 3;
        for (int t = 0; t < 4; t++) {
            int first = t;
            pool.execute(() -> {
                for (int i = first; i < numbers.length; i += step) {
                    numbers[i]++; //~ race(numbers) write
                }
            });
        }
        pool.shutdown();
    }
}
