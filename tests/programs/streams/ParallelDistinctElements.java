//@ about: A parallel forEach writes a different array element for each index, and main reads afterwards.
//@ engines: scan run predict

import java.util.stream.IntStream;

public class ParallelDistinctElements {
    public static void main(String[] args) {
        int[] squares = new int[32];
        IntStream.range(0, squares.length).parallel().forEach(i -> squares[i] = i * i);
        int last = squares[squares.length - 1];
    }
}
