//@ about: A task of a parallel loop goes on beside the task of a pool to which it gave what it made; so do two such tasks.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class NestedPoolBeside {
    static class Model {
        int steps;
        int seen;

        void build(ExecutorService pool) {
            pool.execute(() -> steps++); //~ race(steps) write
            steps++; //~ race(steps) write
            pool.execute(() -> seen++); //~ race(seen) write
            pool.execute(() -> seen--); //~ race(seen) write
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        IntStream.range(0, 4).parallel().forEach(i -> new Model().build(pool));
        pool.shutdown();
    }
}
