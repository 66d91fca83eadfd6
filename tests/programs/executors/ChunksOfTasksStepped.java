//@ about: A loop goes through an array by chunks, and each task object changes the elements of its own.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ChunksOfTasksStepped {
    static final class Chunk implements Runnable {
        private final int[] numbers;
        private final int from;
        private final int to;

        Chunk(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                numbers[i]++;
            }
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] numbers = new int[10];
        for (int from = 0; from < numbers.length; from += 4) {
            pool.execute(new Chunk(numbers, from, Math.min(from + 4, numbers.length)));
        }
        pool.shutdown();
    }
}
