//@ about: A task of a parallel loop shares what it made with a task of a pool, for which it waits.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class NestedPool {
    static class Model {
        int steps;
        int seen;

        void build(ExecutorService pool) {
            steps = 1;
            try {
                pool.submit(() -> { seen = steps; }).get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            steps = seen + 1;
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        IntStream.range(0, 4).parallel().forEach(i -> new Model().build(pool));
        pool.shutdown();
    }
}
