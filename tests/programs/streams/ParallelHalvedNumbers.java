//@ about: A parallel loop writes the elements at numbers of which each comes twice.
//@ engines: scan

import java.util.stream.IntStream;

public class ParallelHalvedNumbers {
    public static void main(String[] args) {
        int[] counts = new int[16];
        IntStream.range(0, 32).parallel().map(i -> i / 2).forEach(i -> counts[i]++);    //~ race(counts) write
    }
}
