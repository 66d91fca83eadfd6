//@ about: The operator of a parallel reduce counts its calls in a plain field.
//@ engines: scan

import java.util.stream.IntStream;

public class ParallelReduceCountsCalls {
    private static int calls;

    public static void main(String[] args) {
        int sum = IntStream.range(0, 32).parallel().reduce(0, (a, b) -> {
            calls++;    //~ race(calls) write
            return a + b;
        });
    }
}
