//@ about: The barrier's action swaps the grid that is read with the one that is written.
//@ engines: run predict

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierSwapsGrids {
    private int[] old = new int[8];
    private int[] next = new int[8];
    private final CyclicBarrier barrier = new CyclicBarrier(2, () -> {
        int[] other = old;
        old = next;
        next = other;
    });

    void work(int from) {
        try {
            for (int round = 0; round < 4; round++) {
                for (int at = from; at < from + 4; at++) {
                    next[at] = old[(at + 7) % 8] + old[(at + 1) % 8] + 1;
                }
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        BarrierSwapsGrids shared = new BarrierSwapsGrids();
        new Thread(() -> shared.work(0)).start();
        new Thread(() -> shared.work(4)).start();
    }
}
