//@ about: Two running workers wait at a gate that main opens after it wrote what they read.
//@ engines: scan run predict

import java.util.concurrent.CountDownLatch;

public class LatchStartGate {
    private final CountDownLatch gate = new CountDownLatch(1);
    private int limit;

    void work() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        int seen = limit;
    }

    public static void main(String[] args) {
        LatchStartGate shared = new LatchStartGate();
        new Thread(shared::work).start();
        new Thread(shared::work).start();
        shared.limit = 10;
        shared.gate.countDown();
    }
}
