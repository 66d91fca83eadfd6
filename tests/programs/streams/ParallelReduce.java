//@ about: A parallel reduce with a pure operator.
//@ engines: scan run predict

import java.util.stream.IntStream;

public class ParallelReduce {
    public static void main(String[] args) {
        int greatest = IntStream.range(0, 32).parallel().reduce(0, (a, b) -> a > b ? a : b);
    }
}
