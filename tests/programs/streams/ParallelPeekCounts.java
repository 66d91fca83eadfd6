//@ about: A peek in a parallel stream counts in a plain field.
//@ engines: scan

import java.util.stream.IntStream;

public class ParallelPeekCounts {
    private static int peeked;

    public static void main(String[] args) {
        int sum = IntStream.range(0, 32).parallel().peek(i -> {
            peeked++;    //~ race(peeked) write
        }).sum();
    }
}
