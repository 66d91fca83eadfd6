//@ about: Actions increment halves of one array by invokeAll, and then read both.
//@ engines: run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinHalvesInPlace {
    @SuppressWarnings("serial")
    static final class Add extends RecursiveAction {
        private final int[] cells;
        private final int from;
        private final int to;

        Add(int[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                cells[from]++;
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new Add(cells, from, middle), new Add(cells, middle, to));
            cells[from] += cells[to - 1];
        }
    }

    public static void main(String[] args) {
        int[] cells = new int[64];
        ForkJoinPool pool = new ForkJoinPool(3);
        pool.invoke(new Add(cells, 0, cells.length));
        int first = cells[0];
        pool.submit(new Add(cells, 0, cells.length)).join();
        int second = cells[0];
        pool.shutdown();
    }
}
