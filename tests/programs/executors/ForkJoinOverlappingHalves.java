//@ about: The halves into which actions cut ranges have an element in common.
//@ engines: scan

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinOverlappingHalves {
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
            invokeAll(new Fill(numbers, from, middle + 1), new Fill(numbers, middle, to));
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[8];
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Fill(numbers, 0, numbers.length));
        pool.shutdown();
    }
}
