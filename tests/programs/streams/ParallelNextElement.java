//@ about: Each task of a parallel loop over a range writes the element at its number, and reads the next one.
//@ engines: scan

import java.util.stream.IntStream;

public class ParallelNextElement {
    public static void main(String[] args) {
        int[] counts = new int[33];
        IntStream.range(0, 32).parallel().forEach(i -> counts[i] = counts[i + 1]);    //~ race(counts) write
    }
}
