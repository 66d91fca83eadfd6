//@ about: A value is published by an updater of a volatile field, and read after the field was read by its name.
//@ engines: run predict

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class VolatileWrittenByUpdater {
    private static final AtomicIntegerFieldUpdater<VolatileWrittenByUpdater> READY =
            AtomicIntegerFieldUpdater.newUpdater(VolatileWrittenByUpdater.class, "ready");

    private volatile int ready;
    private int value;

    public static void main(String[] args) {
        VolatileWrittenByUpdater shared = new VolatileWrittenByUpdater();
        new Thread(() -> {
            shared.value = 42;
            READY.set(shared, 1);
        }).start();
        while (shared.ready == 0) {
            Thread.onSpinWait();
        }
        int seen = shared.value;
    }
}
