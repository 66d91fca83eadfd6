//@ about: The last of parallel and sequential decides for the whole pipeline: this one is sequential.
//@ engines: scan run predict

import java.util.stream.IntStream;

public class ParallelMadeSequential {
    private static int total;

    public static void main(String[] args) {
        IntStream.range(0, 32).parallel().sequential().forEach(i -> total += i);
    }
}
