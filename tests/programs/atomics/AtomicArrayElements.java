//@ about: Two threads increment the same element of an AtomicIntegerArray.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicIntegerArray;

public class AtomicArrayElements {
    public static void main(String[] args) {
        AtomicIntegerArray counts = new AtomicIntegerArray(4);
        new Thread(() -> counts.incrementAndGet(1)).start();
        new Thread(() -> counts.incrementAndGet(1)).start();
    }
}
