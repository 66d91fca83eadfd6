//@ about: Threads add to a LongAdder and to cells of their own, and a latch tells main that both are done.
//@ engines: run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class AdderThenLatch {
    public static void main(String[] args) throws InterruptedException {
        LongAdder total = new LongAdder();
        LongAccumulator most = new LongAccumulator(Math::max, 0);
        int[] cells = new int[4];
        CountDownLatch done = new CountDownLatch(cells.length);
        for (int i = 0; i < cells.length; i++) {
            int number = i;
            new Thread(() -> {
                for (int step = 0; step < 20; step++) {
                    total.increment();
                    most.accumulate(step);
                    cells[number]++;
                }
                done.countDown();
            }).start();
        }
        done.await();
        long sum = total.sum() - cells[0] - cells[1] - cells[2] - cells[3] + most.get();
    }
}
