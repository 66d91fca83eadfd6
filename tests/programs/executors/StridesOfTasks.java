//@ about: Each task changes every third element of an array, beginning with its own number.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class StridesOfTasks {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] numbers = new int[10];
        int tasks = 3;
        for (int t = 0; t < tasks; t++) {
            int first = t;
            pool.execute(() -> {
                for (int i = first; i < numbers.length; i += tasks) {
                    numbers[i]++;
                }
            });
        }
        pool.shutdown();
    }
}
