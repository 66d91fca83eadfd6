//@ about: A loop submits a task per element of a list to which new objects were collected.
//@ engines: scan run predict

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class LoopOfTasksOverToList {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Body> bodies = IntStream.range(0, 4).mapToObj(i -> new Body()).toList();
        for (Body body : bodies) {
            pool.execute(() -> body.moves++);
        }
        pool.shutdown();
    }
}
