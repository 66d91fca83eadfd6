//@ about: An action writes into its range while one half is at work.
//@ engines: scan

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinWritesBesideHalves {
    @SuppressWarnings("serial")
    static final class Fill extends RecursiveAction {
        private final int[] numbers;
        private final int from;
        private final int to;

        Fill(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 3) {
                for (int i = from; i < to; i++) {
                    numbers[i]++;      //~ race(numbers) write
                }
                return;
            }
            int middle = (from + to) / 2;
            Fill left = new Fill(numbers, from, middle);
            Fill right = new Fill(numbers, middle, to);
            left.fork();
            for (int i = from; i < to; i++) {
                numbers[i]++;      //~ race(numbers) write
            }
            right.compute();
            left.join();
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[8];
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Fill(numbers, 0, numbers.length));
        pool.shutdown();
    }
}
