//@ about: Main waits until a pool has nothing to do any more, and shuts it down before it reads.
//@ engines: run predict

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

public class ForkJoinAwaitsQuiescence {
    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(2);
        int[] cells = new int[8];
        for (int i = 0; i < cells.length; i++) {
            int at = i;
            pool.execute(() -> cells[at] = at);
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            Thread.onSpinWait();
        }
        int sum = 0;
        for (int cell : cells) {
            sum += cell;
        }
    }
}
