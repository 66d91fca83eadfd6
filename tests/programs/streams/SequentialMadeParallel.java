//@ about: A parallel call after the side effect makes the whole pipeline parallel.
//@ engines: scan

import java.util.stream.IntStream;

public class SequentialMadeParallel {
    private static int mapped;

    public static void main(String[] args) {
        int sum = IntStream.range(0, 32).sequential().map(i -> {
            mapped++;    //~ race(mapped) write
            return i * i;
        }).parallel().sum();
    }
}
