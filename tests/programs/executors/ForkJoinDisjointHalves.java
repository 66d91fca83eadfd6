//@ about: A RecursiveAction increments an array in place, each leaf its own element.
//@ engines: scan run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinDisjointHalves {
    @SuppressWarnings("serial")
    static final class Increment extends RecursiveAction {
        private final int[] numbers;
        private final int from;
        private final int to;

        Increment(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                numbers[from]++;
            } else {
                int middle = (from + to) / 2;
                invokeAll(new Increment(numbers, from, middle), new Increment(numbers, middle, to));
            }
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[8];
        new ForkJoinPool(2).invoke(new Increment(numbers, 0, numbers.length));
        int seen = numbers[0];
    }
}
