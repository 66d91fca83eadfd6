//@ about: Actions do not wait for the halves that they start.
//@ engines: scan

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinHalvesRunOn {
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
            for (int i = from; i < to; i++) {
                numbers[i]++;      //~ race(numbers) write
            }
            if (to - from > 1) {
                int middle = (from + to) / 2;
                new Fill(numbers, from, middle).fork();
                new Fill(numbers, middle, to).fork();
            }
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[8];
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Fill(numbers, 0, numbers.length));
        int seen = numbers[0];      //~ race(numbers) read
        pool.shutdown();
    }
}
