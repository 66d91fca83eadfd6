//@ about: The last child to complete merges what its brothers left in plain fields.
//@ engines: run predict

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;

public class CountedCompleterMerges {
    @SuppressWarnings("serial")
    static final class Sum extends CountedCompleter<Integer> {
        private final int[] numbers;
        private final int from;
        private final int to;
        private Sum left;
        private Sum right;
        private int total;

        Sum(CountedCompleter<?> parent, int[] numbers, int from, int to) {
            super(parent);
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from > 2) {
                int middle = (from + to) / 2;
                left = new Sum(this, numbers, from, middle);
                right = new Sum(this, numbers, middle, to);
                setPendingCount(2);
                left.fork();
                right.fork();
            } else {
                for (int i = from; i < to; i++) {
                    total += numbers[i];
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) {
                total = left.total + right.total;
            }
        }

        @Override
        public Integer getRawResult() {
            return total;
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[64];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        int total = pool.invoke(new Sum(null, numbers, 0, numbers.length));
        pool.shutdown();
    }
}
