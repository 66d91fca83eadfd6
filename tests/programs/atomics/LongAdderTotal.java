//@ about: Two threads add to a LongAdder while main sums it.
//@ engines: scan run predict

import java.util.concurrent.atomic.LongAdder;

public class LongAdderTotal {
    public static void main(String[] args) {
        LongAdder total = new LongAdder();
        new Thread(() -> total.add(1)).start();
        new Thread(() -> total.add(2)).start();
        long seen = total.sum();
    }
}
