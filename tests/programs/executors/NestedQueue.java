//@ about: What a task made and gave to its inner task comes by a queue to the inner task of another one, too.
//@ engines: scan

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class NestedQueue {
    static class Model {
        int steps;
    }

    static final ConcurrentLinkedQueue<Model> QUEUE = new ConcurrentLinkedQueue<>();

    static void work(Model own) {
        QUEUE.add(own);
        own.steps++; //~ race(steps) write
        Model other = QUEUE.poll();
        if (other != null) {
            other.steps++; //~ race(steps) write
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        IntStream.range(0, 4).parallel().forEach(i -> {
            Model model = new Model();
            pool.execute(() -> work(model));
        });
        pool.shutdown();
    }
}
