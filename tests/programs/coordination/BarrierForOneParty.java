//@ about: A barrier made for one party lets each thread pass alone and orders nothing.
//@ engines: scan run predict

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierForOneParty {
    private final CyclicBarrier barrier = new CyclicBarrier(1);
    private int left;

    void write() {
        Unseen.at(2);
        left = 1;    //~ race(left) write
        Unseen.at(3);
        meet();
    }

    void read() {
        meet();
        Unseen.at(1);
        Unseen.at(4);
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
        BarrierForOneParty shared = new BarrierForOneParty();
        new Thread(shared::write).start();
        new Thread(shared::read).start();
    }
}
