//@ about: A RecursiveTask sums the halves of an array that nobody writes any more.
//@ engines: scan run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinSum {
    @SuppressWarnings("serial")
    static final class Sum extends RecursiveTask<Integer> {
        private final int[] numbers;
        private final int from;
        private final int to;

        Sum(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return numbers[from];
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(numbers, from, middle);
            Sum right = new Sum(numbers, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[8];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        new ForkJoinPool(2).invoke(new Sum(numbers, 0, numbers.length));
    }
}
