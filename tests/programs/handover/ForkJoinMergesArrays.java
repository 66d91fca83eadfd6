//@ about: Each task sorts a half by a task of its own and merges what the two give back.
//@ engines: run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinMergesArrays {
    @SuppressWarnings("serial")
    static final class Sort extends RecursiveTask<int[]> {
        private final int[] all;
        private final int from;
        private final int to;

        Sort(int[] all, int from, int to) {
            this.all = all;
            this.from = from;
            this.to = to;
        }

        @Override
        protected int[] compute() {
            if (to - from == 1) {
                return new int[] {all[from]};
            }
            int middle = (from + to) / 2;
            Sort left = new Sort(all, from, middle);
            Sort right = new Sort(all, middle, to);
            left.fork();
            int[] above = right.compute();
            int[] below = left.join();
            int[] merged = new int[to - from];
            for (int i = 0, j = 0; i + j < merged.length;) {
                boolean isBelow = j == above.length || i < below.length && below[i] <= above[j];
                merged[i + j] = isBelow ? below[i] : above[j];
                if (isBelow) {
                    i++;
                } else {
                    j++;
                }
            }
            return merged;
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[64];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 37 % 64;
        }
        int[] sorted = new ForkJoinPool(3).invoke(new Sort(numbers, 0, numbers.length));
        int first = sorted[0];
    }
}
