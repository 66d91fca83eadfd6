//@ about: The handle and the lock by which a task orders its inner task may be those of another task by then.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

public class NestedPoolReplaced {
    static class Model {
        int steps;
        int seen;
    }

    static volatile Future<?> last;
    static volatile Object lock;

    static void build(ExecutorService pool) {
        Model model = new Model();
        last = pool.submit(() -> { model.steps++; }); //~ race(steps) write
        try {
            last.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        model.steps++; //~ race(steps) write
        lock = new Object();
        pool.execute(() -> {
            synchronized (lock) {
                model.seen++; //~ race(seen) write
            }
        });
        synchronized (lock) {
            model.seen++; //~ race(seen) write
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        IntStream.range(0, 4).parallel().forEach(i -> build(pool));
        pool.shutdown();
    }
}
