//@ about: Actions cut ranges in two and write each its own elements, before others start and after all have ended.
//@ engines: scan run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinHalvesOfRanges {
    static final class Cell {
        int count;
    }

    @SuppressWarnings("serial")
    static final class Fill extends RecursiveAction {
        private final int[] numbers;
        private final Cell[] cells;
        private final int from;
        private final int to;

        Fill(int[] numbers, Cell[] cells, int from, int to) {
            this.numbers = numbers;
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 3) {
                fill();
                return;
            }
            int middle = from + (to - from) / 2;
            Fill left = new Fill(numbers, cells, from, middle);
            Fill right = new Fill(numbers, cells, middle, to);
            left.fork();
            right.compute();
            left.join();
            for (int i = from; i < to; i++) {
                numbers[i]++;
            }
        }

        private void fill() {
            for (int i = from; i < to; i++) {
                numbers[i] = i;
                cells[i].count++;
            }
        }
    }

    @SuppressWarnings("serial")
    static final class Add extends RecursiveAction {
        private int[] numbers;
        private int first;
        private int last;

        Add(int[] numbers, int first, int last) {
            this.numbers = numbers;
            this.first = first;
            this.last = last;
        }

        @Override
        protected void compute() {
            if (last <= first) {
                for (int i = first; i <= last; i++) {
                    numbers[i]++;
                }
            } else {
                int middle = (first + last) >>> 1;
                invokeAll(new Add(numbers, first, middle), new Add(numbers, middle + 1, last));
            }
        }
    }

    public static void main(String[] args) {
        int[] numbers = new int[8];
        Cell[] cells = new Cell[8];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell();
        }
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Fill(numbers, cells, 0, numbers.length));
        int seen = numbers[0] + cells[0].count;
        for (int round = 0; round < 2; round++) {
            pool.invoke(new Add(numbers, 0, numbers.length - 1));
        }
        pool.shutdown();
    }
}
