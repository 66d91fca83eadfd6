//@ about: Arrays.parallelSetAll with a pure generator.
//@ engines: scan run predict

import java.util.Arrays;

public class ParallelSetAllPure {
    public static void main(String[] args) {
        int[] squares = new int[32];
        Arrays.parallelSetAll(squares, i -> i * i);
        int last = squares[31];
    }
}
