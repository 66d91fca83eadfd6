//@ about: The generator of Arrays.parallelSetAll counts its calls in a plain field.
//@ engines: scan

import java.util.Arrays;

public class ParallelSetAllCountsCalls {
    private static int calls;

    public static void main(String[] args) {
        int[] squares = new int[32];
        Arrays.parallelSetAll(squares, i -> {
            calls++;    //~ race(calls) write
            return i * i;
        });
    }
}
