//@ about: Each task makes a holder and publishes it; main stores one object in all holders, which all tasks change.
//@ engines: scan

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class OthersFillOwnObject {
    static final class Counter {
        int count;
    }

    static final class Holder {
        volatile Counter counter;
    }

    private static final ConcurrentLinkedQueue<Holder> HOLDERS = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> {
                Holder holder = new Holder();
                HOLDERS.add(holder);
                while (holder.counter == null) {
                    Thread.onSpinWait();
                }
                holder.counter.count++; //~ race(count) write
            });
        }
        Counter counter = new Counter();
        for (int filled = 0; filled < 2;) {
            Holder holder = HOLDERS.poll();
            if (holder != null) {
                holder.counter = counter;
                filled++;
            }
        }
        pool.shutdown();
    }
}
