//@ about: The barrier's action reads what both parties wrote and writes what both read afterwards.
//@ engines: scan run predict

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierAction {
    private final CyclicBarrier barrier = new CyclicBarrier(2, this::merge);
    private int left;
    private int right;
    private int sum;

    private void merge() {
        sum = left + right;
    }

    void workLeft() {
        left = 1;
        meet();
        int seen = sum;
    }

    void workRight() {
        right = 2;
        meet();
        int seen = sum;
    }

    private void meet() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        BarrierAction shared = new BarrierAction();
        new Thread(shared::workLeft).start();
        new Thread(shared::workRight).start();
    }
}
