//@ about: Two threads increment a volatile field through an AtomicIntegerFieldUpdater.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class FieldUpdaterCounter {
    private static final AtomicIntegerFieldUpdater<FieldUpdaterCounter> HITS =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterCounter.class, "hits");

    private volatile int hits;

    public static void main(String[] args) {
        FieldUpdaterCounter counter = new FieldUpdaterCounter();
        new Thread(() -> HITS.incrementAndGet(counter)).start();
        new Thread(() -> HITS.incrementAndGet(counter)).start();
        int seen = counter.hits;
    }
}
