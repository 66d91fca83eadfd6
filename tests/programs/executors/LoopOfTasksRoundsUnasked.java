//@ about: Two rounds of tasks change the elements of a list, and only the tasks of the last round are waited for.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class LoopOfTasksRoundsUnasked {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) throws Exception {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> futures = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            futures.clear();
            for (Body body : bodies) {
                futures.add(pool.submit(() -> body.moves++)); //~ race(moves) write
            }
        }
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
    }
}
