//@ about: A parallel forEach adds to a total inside a synchronized block, and main reads it afterwards.
//@ engines: scan run predict

import java.util.stream.IntStream;

public class ParallelForEachUnderLock {
    private static final Object LOCK = new Object();
    private static int total;

    public static void main(String[] args) {
        IntStream.range(0, 32).parallel().forEach(i -> {
            synchronized (LOCK) {
                total += i;
            }
        });
        int seen = total;
    }
}
