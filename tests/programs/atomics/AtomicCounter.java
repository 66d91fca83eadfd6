//@ about: Two threads increment an AtomicInteger.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicInteger;

public class AtomicCounter {
    public static void main(String[] args) {
        AtomicInteger count = new AtomicInteger();
        new Thread(count::incrementAndGet).start();
        new Thread(count::incrementAndGet).start();
        int seen = count.get();
    }
}
