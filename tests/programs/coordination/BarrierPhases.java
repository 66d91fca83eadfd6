//@ about: Two threads write before a barrier what the other one reads after it.
//@ engines: scan run predict

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierPhases {
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private int left;
    private int right;

    void workLeft() {
        left = 1;
        meet();
        int seen = right;
    }

    void workRight() {
        right = 2;
        meet();
        int seen = left;
    }

    private void meet() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        BarrierPhases shared = new BarrierPhases();
        new Thread(shared::workLeft).start();
        new Thread(shared::workRight).start();
    }
}
