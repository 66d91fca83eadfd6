//@ about: A thread writes after the barrier what the other one reads after the same barrier.
//@ engines: scan run predict

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierWriteAfterAwait {
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private int left;

    void write() {
        meet();
        left = 1;    //~ race(left) write
        Unseen.at(1);
    }

    void read() {
        meet();
        Unseen.at(2);
        int seen = left;    //~ race(left) read
    }

    private void meet() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        BarrierWriteAfterAwait shared = new BarrierWriteAfterAwait();
        new Thread(shared::write).start();
        new Thread(shared::read).start();
    }
}
